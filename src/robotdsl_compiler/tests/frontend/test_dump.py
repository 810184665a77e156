from textwrap import dedent

from robotdsl_compiler.frontend.dump import dump
from robotdsl_compiler.frontend.parser import parse
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source


def dumped(text, form):
    document = parse(Source(f"demo.{form}", text.encode()), Form(form), Diagnostics())
    assert document is not None
    return dump(document)


def test_a_robot():
    text = 'Robot r {\n    intent "é"\n    Lidar front(\n        ref = "laser"\n        glue = (1, -0.5)\n    )\n}\n'
    assert dumped(text, "core") == dedent("""
        core demo.core
          statement 1:1-7:2
            type Robot 1:1-1:6
            name r 1:7-1:8
            body
              intent
                string "é" 2:12-2:15
              statement 3:5-6:6
                type Lidar 3:5-3:10
                name front 3:11-3:16
                arguments
                  ref 4:9-4:12
                    string "laser" 4:15-4:22
                  glue 5:9-5:13
                    tuple 5:16-5:25
                      number 1 5:17-5:18
                      number -0.5 5:20-5:24
        """).lstrip("\n")


def test_nodes_and_every_kind_of_value():
    text = "Task t(a = true, b = @world/x) { A { B() } C(d = 1e-9) {} }"
    assert dumped(text, "task") == dedent("""
        task demo.task
          statement 1:1-1:60
            type Task 1:1-1:5
            name t 1:6-1:7
            arguments
              a 1:8-1:9
                boolean true 1:12-1:16
              b 1:18-1:19
                reference @world/x 1:22-1:30
            body
              statement 1:34-1:43
                type A 1:34-1:35
                body
                  statement 1:38-1:41
                    type B 1:38-1:39
                    arguments
              statement 1:44-1:58
                type C 1:44-1:45
                arguments
                  d 1:46-1:47
                    number 1e-09 1:50-1:54
                body
        """).lstrip("\n")
