import subprocess
import sys

import pytest
from robotdsl_compiler.frontend.dump import dump
from robotdsl_compiler.frontend.formatter import format_document
from robotdsl_compiler.frontend.parser import MAX_DEPTH, parse
from robotdsl_compiler.frontend.syntax import (
    BoolValue,
    Form,
    Name,
    NumberValue,
    ReferenceValue,
    StringValue,
    TupleValue,
)
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.terminal import render_all

BOM = b"\xef\xbb\xbf"


def parsed(text, form):
    source = Source(f"demo.{form}", text if isinstance(text, bytes) else text.encode())
    diagnostics = Diagnostics()
    document = parse(source, Form(form), diagnostics)
    assert document is not None, render_all(diagnostics)
    assert len(diagnostics) == 0
    return document


def place(span):
    return (*span.source.position(span.start), *span.source.position(span.end))


def value_of(text):
    document = parsed(f"Evaluate e {{ Check(x = {text}) }}", "eval")
    (argument,) = document.declaration.body[0].arguments
    assert argument.name.text == "x"
    return argument.value


def test_a_robot():
    document = parsed(
        'Robot r {\n    intent "drives round"\n    Diff_drive body(ref = "b")\n    Hovercraft x()\n}\n', "core"
    )
    robot = document.declaration
    assert document.form is Form.CORE
    assert (robot.type.text, robot.name.text, robot.arguments) == ("Robot", "r", None)
    assert document.intent.value == "drives round"
    body, hovercraft = robot.body
    assert (body.type.text, body.name.text, body.body) == ("Diff_drive", "body", None)
    assert [(a.name.text, a.value.value) for a in body.arguments] == [("ref", "b")]
    assert hovercraft.arguments == ()


def test_a_world():
    document = parsed(
        """World demo {
            Goal goal(pose = (2.5, 0, 0, 0, 0, 0, 1))
            physics(gravity = (0, 0, -9.81))
            Scenario room(ref = "empty", ground_plane = true) {
                Obstacle box(type = "box")
                Marker flag()
            }
            Scenario hall(ref = "hall")
            spawn(robot = @core/diff_bot)
        }""",
        "world",
    )
    statements = document.declaration.body
    assert [(s.type.text, s.name and s.name.text) for s in statements] == [
        ("Goal", "goal"),
        ("physics", None),
        ("Scenario", "room"),
        ("Scenario", "hall"),
        ("spawn", None),
    ]
    assert [(s.type.text, s.name.text, s.body) for s in statements[2].body] == [
        ("Obstacle", "box", None),
        ("Marker", "flag", None),
    ]
    assert statements[3].body is None
    assert document.intent is None


def test_a_task():
    document = parsed(
        "Task t(timeout_s = 60) { Sequence { Stop() Retry(count = 3) { Wait(duration_s = 1) } Fallback {} } }", "task"
    )
    task = document.declaration
    assert task.arguments[0].value.value == 60.0
    (sequence,) = task.body
    assert (sequence.name, sequence.arguments) == (None, None)
    stop, retry, fallback = sequence.body
    assert (stop.arguments, stop.body) == ((), None)
    assert (retry.arguments[0].value.value, retry.body[0].type.text) == (3.0, "Wait")
    assert fallback.body == ()


def test_an_evaluation():
    document = parsed("Evaluate e { Check_vel(target = @core/left_wheel, min = -1, max = 2) Check_time() }", "eval")
    check, _ = document.declaration.body
    assert (check.type.text, check.name) == ("Check_vel", None)
    assert [a.name.text for a in check.arguments] == ["target", "min", "max"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0.0),
        ("-0", 0.0),
        ("+1", 1.0),
        ("1.5", 1.5),
        ("-.5", -0.5),
        ("5.", 5.0),
        ("007", 7.0),
        ("1e3", 1000.0),
        ("1E-3", 0.001),
        ("-1.5e+2", -150.0),
        ("1.7976931348623157e308", 1.7976931348623157e308),
        ("5e-324", 5e-324),
        ("0e999", 0.0),
        ("0.0e-999", 0.0),
    ],
)
def test_numbers(text, value):
    found = value_of(text)
    assert isinstance(found, NumberValue)
    assert found.value == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('""', ""),
        ('"a b"', "a b"),
        (r'"\"\\\/\b\f\n\r\t"', '"\\/\b\f\n\r\t'),
        (r'"\u00e9\u00E9"', "éé"),
        (r'"\ud83e\udd16"', "🤖"),
        ('"é🤖\u2028\x7f"', "é🤖\u2028\x7f"),
        ('"// no comment /* */ # { ("', "// no comment /* */ # { ("),
        (r'"\\"', "\\"),
    ],
)
def test_strings(text, value):
    found = value_of(text)
    assert isinstance(found, StringValue)
    assert found.value == value
    assert found.span.text == text


def test_truth_values_and_references():
    for text, value in (("true", True), ("false", False)):
        found = value_of(text)
        assert isinstance(found, BoolValue)
        assert found.value is value
    for namespace in ("core", "world", "task"):
        found = value_of(f"@{namespace}/true_1")
        assert isinstance(found, ReferenceValue)
        assert (found.namespace.text, found.name.text) == (namespace, "true_1")
        assert (found.namespace.span.text, found.name.span.text) == (namespace, "true_1")


@pytest.mark.parametrize("text", ["(1, 2)", "(1 2)", "(1,2,)", "( 1\n2 )", "(1 /* , */ 2)", "(1 ,2 // x\n)"])
def test_tuples(text):
    found = value_of(text)
    assert isinstance(found, TupleValue)
    assert [item.value for item in found.items] == [1.0, 2.0]
    assert found.span.text == text


@pytest.mark.parametrize(
    "arguments",
    ["a = 1, b = 2", "a=1 b=2", "a = 1,\nb = 2,", "a\n=\n1\tb=2", "/*x*/a=1/*,*/b=2//y\n", "a = 1 , b = 2 ,"],
)
def test_arguments_are_separated_by_commas_white_space_or_both(arguments):
    document = parsed(f"Evaluate e {{ Check({arguments}) }}", "eval")
    assert [(a.name.text, a.value.value) for a in document.declaration.body[0].arguments] == [("a", 1.0), ("b", 2.0)]


@pytest.mark.parametrize(
    ("form", "text", "count"),
    [
        ("core", "Robot r { A a(), B b(), }", 2),
        ("core", 'Robot r { intent "x", A a() B b() }', 2),
        ("core", 'Robot r { intent "x", }', 0),
        ("world", "World w { physics(), Scenario s() { A a(), B b(), }, Goal g(), }", 3),
        ("task", "Task t { Sequence { A(), B() C(), }, A() B { }, }", 3),
        ("eval", "Evaluate e { A(),B() , C()\n,\n}", 3),
    ],
)
def test_statements_are_separated_by_commas_white_space_or_both(form, text, count):
    assert len(parsed(text, form).declaration.body) == count


def test_keywords_are_names_wherever_the_grammar_has_no_place_for_them():
    document = parsed(
        'Robot Robot { intent "i" World intent(Task = true, true = 1, intent = false) Robot Evaluate() }', "core"
    )
    world, robot = document.declaration.body
    assert document.declaration.name.text == "Robot"
    assert (world.type.text, world.name.text) == ("World", "intent")
    assert [a.name.text for a in world.arguments] == ["Task", "true", "intent"]
    assert (robot.type.text, robot.name.text) == ("Robot", "Evaluate")
    assert parsed("Task Task { Task {} }", "task").declaration.body[0].type.text == "Task"


def test_comments_are_white_space():
    document = parsed('// a "b\nRobot/**/r/* {\n} */{//\n/***/intent/* * / */"x"// }\n/* // */}/* ** end **/', "core")
    assert document.intent.value == "x"
    assert document.declaration.body == ()


def test_the_same_parameter_may_stand_in_two_lists():
    document = parsed("Task t(n = 1) { A(n = 1) { B(n = 1) } A(n = 1) }", "task")
    assert len(document.declaration.body) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", [b"", BOM])
def test_spans_are_exact(end, bom):
    text = f'Robot r {{{end}\t/* é🤖 */ Lidar front(x = (1, -2), s = "日本"){end}}}{end}'
    document = parsed(bom + text.encode(), "core")
    robot = document.declaration
    (lidar,) = robot.body
    x, s = lidar.arguments
    assert place(robot.span) == (1, 1, 3, 2)
    assert robot.span.start == len(bom)
    assert robot.span.text == text[: -len(end)]
    assert place(robot.type.span) == (1, 1, 1, 6)
    assert place(robot.name.span) == (1, 7, 1, 8)
    assert place(lidar.span) == (2, 11, 2, 45)
    assert place(lidar.type.span) == (2, 11, 2, 16)
    assert lidar.name == Name("front", lidar.name.span)
    assert place(lidar.name.span) == (2, 17, 2, 22)
    assert place(x.span) == (2, 23, 2, 34)
    assert place(x.name.span) == (2, 23, 2, 24)
    assert place(x.value.span) == (2, 27, 2, 34)
    assert [place(item.span) for item in x.value.items] == [(2, 28, 2, 29), (2, 31, 2, 33)]
    assert place(s.value.span) == (2, 40, 2, 44)
    assert s.value.span.text == '"日本"'
    assert s.span.text == 's = "日本"'


def test_a_statement_spans_its_arguments_and_its_body():
    document = parsed("Task t { A(x = 1) { B() } C {} }", "task")
    a, c = document.declaration.body
    assert (a.span.text, c.span.text, a.body[0].span.text) == ("A(x = 1) { B() }", "C {}", "B()")


def test_bodies_may_be_nested_deep_but_not_without_end():
    def nested(levels):
        return "Task t {" + "A {" * (levels - 1) + "}" * levels

    document = parsed(nested(MAX_DEPTH), "task")
    assert dump(document).count("statement") == MAX_DEPTH
    assert format_document(document).count("A {") == MAX_DEPTH - 1
    for levels in (MAX_DEPTH + 1, 20_000):
        diagnostics = Diagnostics()
        assert parse(Source("x", nested(levels).encode()), Form.TASK, diagnostics) is None
        (found,) = diagnostics
        assert found.code.name == "syntax.invalid"
        assert found.message == f"statements are nested more than {MAX_DEPTH} deep"
        assert found.primary.span.text == "{"
        assert found.primary.span.start == len("Task t {") + 3 * MAX_DEPTH - 1


@pytest.mark.parametrize(
    ("text", "count"), [("(", 50_000), ("{", 50_000), ("Robot r {", 20_000), ("Robot r { A b(", 20_000), ("@", 9_999)]
)
def test_thousands_of_open_brackets_are_one_finding(text, count):
    diagnostics = Diagnostics()
    assert parse(Source("x", text.encode() * count), Form.CORE, diagnostics) is None
    assert len(diagnostics) == 1


def test_a_cold_process_parses_without_the_modules_for_errors():
    """What only a syntax error needs is not read before there is one."""
    code = (
        "import sys\n"
        "from robotdsl_compiler.frontend.parser import parse\n"
        "from robotdsl_compiler.frontend.syntax import Form\n"
        "from robotdsl_compiler.support.diagnostic import Diagnostics\n"
        "from robotdsl_compiler.support.source import Source\n"
        "assert parse(Source('x', b'Robot r {}'), Form.CORE, Diagnostics())\n"
        "assert not [m for m in sys.modules if 'mistakes' in m or m in ('difflib', 'numpy')]\n"
        "assert parse(Source('x', b'Robot r {'), Form.CORE, Diagnostics()) is None\n"
        "assert 'robotdsl_compiler.frontend.mistakes.explain' in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
