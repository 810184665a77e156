"""What a person reads about a syntax error, as whole texts."""

from textwrap import dedent

import pytest
from robotdsl_compiler.frontend.parser import parse
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.terminal import render_all

CASES = {
    "an unclosed parenthesis": (
        "core",
        'Robot r {\n    Lidar front(\n        ref = "laser",\n        glue = (0.1, 0, 0.2, 0, 0, 1)\n}\n',
        """
        error[syntax.unexpected_token]: expected `)`, found `}`
         --> demo.core:5:1
          |
        2 |     Lidar front(
          |                - this `(` is not closed
        ...
        5 | }
          | ^ expected `)`
        """,
    ),
    "an unclosed brace": (
        "task",
        "Task t {\n    Sequence {\n        Stop()\n    Wait(duration_s = 1)\n}\n",
        """
        error[syntax.unexpected_eof]: expected `}`, found the end of the file
         --> demo.task:6:1
          |
        2 |     Sequence {
          |              - this `{` may lack its `}`
        ...
        5 | }
          | - it is closed by this one, which is indented less
        6 |
          | ^ expected `}`
        """,
    ),
    "an unclosed brace without a hint from the indent": (
        "task",
        "Task t { Sequence { Stop() }",
        """
        error[syntax.unexpected_eof]: expected `}`, found the end of the file
         --> demo.task:1:29
          |
        1 | Task t { Sequence { Stop() }
          |        -                    ^ expected `}`
          |        |
          |        this `{` is not closed
        """,
    ),
    "a colon for an equals sign": (
        "eval",
        "Evaluate e {\n    Check_vel(max: 1)\n}\n",
        """
        error[syntax.unexpected_character]: expected `=`, found `:`
         --> demo.eval:2:18
          |
        2 |     Check_vel(max: 1)
          |                  ^ expected `=`
          |
          = help: replace `:` with ` =`
        """,
    ),
    "a parameter given twice": (
        "eval",
        "Evaluate e {\n    Check_vel(max = 1, min = 0,\n              max = 2)\n}\n",
        """
        error[syntax.duplicate_parameter]: parameter `max` is given twice
         --> demo.eval:3:15
          |
        2 |     Check_vel(max = 1, min = 0,
          |               --- first given here
        3 |               max = 2)
          |               ^^^ given again here
        """,
    ),
    "a leaf without parentheses": (
        "task",
        "Task t {\n    Stop\n}\n",
        """
        error[syntax.unexpected_token]: expected `(` or `{` after `Stop`, found `}`
         --> demo.task:3:1
          |
        2 |     Stop
          |     ---- this node
        3 | }
          | ^
          |
          = help: a leaf node keeps its parentheses
          = help: insert `()` at 2:9
        """,
    ),
    "another form's declaration": (
        "core",
        "World w {\n}\n",
        """
        error[syntax.unexpected_token]: a .core file declares a `Robot`, not a `World`
         --> demo.core:1:1
          |
        1 | World w {
          | ^^^^^ expected `Robot`
          |
          = help: a `World` stands in a file of its own, with the extension .world
        """,
    ),
    "two declarations": (
        "core",
        "Robot r {\n}\n\nRobot s {\n}\n",
        """
        error[syntax.unexpected_token]: a file holds one declaration
         --> demo.core:4:1
          |
        1 | Robot r {
          | ------- the file's declaration
        ...
        4 | Robot s {
          | ^^^^^ a second one
        """,
    ),
    "a quote that is missing further left": (
        "world",
        'World w {\n    Scenario s(ref = "empty, floor = "no")\n}\n',
        """
        error[syntax.unexpected_token]: nothing separates `no` from the value before it
         --> demo.world:2:39
          |
        2 |     Scenario s(ref = "empty, floor = "no")
          |                      -----------------^^
          |                      |
          |                      does this string end where it should?
          |
          = note: what stands between parentheses is separated by commas, white space or both
        """,
    ),
    "a quote that is missing at the end": (
        "world",
        'World w {\n    Scenario s(ref = "empty, floor = true)\n}\n',
        """
        error[syntax.invalid]: this string has no closing quote
         --> demo.world:2:22
          |
        2 |     Scenario s(ref = "empty, floor = true)
          |                      ^^^^^^^^^^^^^^^^^^^^^
          |
          = help: a string ends with `"` on the line on which it begins; a line end within it is written `\\n`
        """,
    ),
    "a comment within a comment": (
        "core",
        "/* a /* b */ c */\nRobot r {}\n",
        """
        error[syntax.unexpected_token]: expected `Robot`, found `c`
         --> demo.core:1:14
          |
        1 | /* a /* b */ c */
          | ------------ ^ expected `Robot`
          | |
          | this comment ends at its first `*/`
          |
          = help: a .core file holds one `Robot NAME { … }`
          = note: comments between `/*` and `*/` do not nest
        """,
    ),
    "a unit behind a number": (
        "task",
        "Task t {\n    Wait(duration_s = 2s)\n}\n",
        """
        error[syntax.invalid]: `2s` is not a number
         --> demo.task:2:23
          |
        2 |     Wait(duration_s = 2s)
          |                       ^^
          |
          = help: leave the unit out: the parameter's name says it, ending with `_s`, `_m`, `_rad` or `_mps`
          = help: remove `s` at 2:24
        """,
    ),
    "an unknown namespace": (
        "eval",
        "Evaluate e {\n    Check_vel(target = @cores/wheel)\n}\n",
        """
        error[syntax.unknown_reference_namespace]: there is no namespace `@cores`
         --> demo.eval:2:24
          |
        2 |     Check_vel(target = @cores/wheel)
          |                        ^^^^^^
          |
          = help: did you mean `@core`?
          = note: a reference begins with `@core`, `@world` or `@task`
        """,
    ),
    "nothing at all": (
        "core",
        "",
        """
        error[syntax.unexpected_eof]: this .core file declares nothing
         --> demo.core:1:1
          |
        1 |
          | ^ expected `Robot`
          |
          = help: a .core file holds one `Robot NAME { … }`
        """,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_explanation(case):
    form, text, expected = CASES[case]
    diagnostics = Diagnostics()
    assert parse(Source(f"demo.{form}", text.encode()), Form(form), diagnostics) is None
    assert render_all(diagnostics) == dedent(expected).lstrip("\n") + "\n"


@pytest.mark.parametrize(
    ("form", "text", "help", "edits"),
    [
        ("task", "Task t { Navigate(goal = dock) }", "`@world/dock`", ["@world/dock"]),
        ("eval", "Evaluate e { Check_time(target = t, max = 1) }", "`@world/t`, `@core/t` or `@task/t`", []),
        ("core", "Robot r { Lidar l(ref = laser) }", 'a string stands in `"`', ['"laser"']),
    ],
)
def test_a_bare_word_is_a_reference_or_a_string_by_its_parameter(
    form: str, text: str, help: str, edits: list[str]
) -> None:
    diagnostics = Diagnostics()
    parse(Source(f"demo.{form}", text.encode()), Form(form), diagnostics)
    (found,) = diagnostics
    assert help in found.help[0]
    assert [edit.replacement for edit in found.edits] == edits
