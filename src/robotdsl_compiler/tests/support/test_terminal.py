"""The terminal form, as whole texts. Read them as a person would before changing one."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_compiler.support.diagnostic import Diagnostics, Edit, Label, Phase
from robotdsl_compiler.support.terminal import render, render_all, use_color

from .excerpts import Terminal, at, drawn, expected, source


def test_primary_help_note_and_edit():
    s = source('Robot r {\n    Lidar front(ref: "laser")\n}\n')
    text = drawn(
        at(s, ":"),
        message="expected `=`, found `:`",
        code="syntax.unexpected_character",
        label="expected `=`",
        help="an argument is\n`name = value`",
        notes="a note",
        edits=[Edit(at(s, ":"), " =")],
    )
    assert text == expected("""
        error[syntax.unexpected_character]: expected `=`, found `:`
         --> demo.core:2:20
          |
        2 |     Lidar front(ref: "laser")
          |                    ^ expected `=`
          |
          = help: an argument is
                  `name = value`
          = help: replace `:` with ` =`
          = note: a note
        """)


def test_a_warning_says_so_and_why_it_blocks():
    s = source("Robot r {}\n")
    found = Diagnostics(warnings_as_errors=True).report(
        "target.blind_navigation", Phase.TARGET_BINDING, "no sensor sees obstacles", at(s, "r ", 0)
    )
    assert render(found) == expected("""
        warning[target.blind_navigation]: no sensor sees obstacles
         --> demo.core:1:7
          |
        1 | Robot r {}
          |       ^^
          |
          = note: warnings are errors (--warnings-as-errors)
        """)


def test_without_a_place():
    text = drawn(None, message="no target", code="invocation.no_target", help="give --check or --target")
    assert text == expected("""
        error[invocation.no_target]: no target
          = help: give --check or --target
        """)


def test_related_on_the_same_line():
    s = source("Robot r {\n    Lidar a(x = 1, x = 2)\n}\n")
    text = drawn(at(s, "x", 1), label="given again here", related=[Label(at(s, "x"), "first given here")])
    assert text == expected("""
        error[syntax.invalid]: a message
         --> demo.core:2:20
          |
        2 |     Lidar a(x = 1, x = 2)
          |             -      ^ given again here
          |             |
          |             first given here
        """)


def test_many_labels_on_one_line_overlapping():
    s = source("Lidar a(x = 1, x = 2)\n")
    text = drawn(
        at(s, "x", 1),
        label="again",
        related=[Label(at(s, "x"), "first"), Label(at(s, "a(x = 1, x = 2)"), "all"), Label(at(s, "Lidar"))],
    )
    assert text == expected("""
        error[syntax.invalid]: a message
         --> demo.core:1:16
          |
        1 | Lidar a(x = 1, x = 2)
          | ----- ---------^-----
          |       | |      |
          |       | |      again
          |       | first
          |       all
        """)


def test_related_on_other_lines_with_gaps():
    s = source("".join(f"line {i}\n" for i in range(1, 13)))
    text = drawn(
        at(s, "line 12"),
        label="here",
        related=[Label(at(s, "line 2"), "two"), Label(at(s, "line 4"), "four"), Label(at(s, "line 8"))],
    )
    assert text == expected("""
        error[syntax.invalid]: a message
          --> demo.core:12:1
           |
         2 | line 2
           | ------ two
         3 | line 3
         4 | line 4
           | ------ four
        ...
         8 | line 8
           | ------
        ...
        12 | line 12
           | ^^^^^^^ here
        """)


def test_related_in_another_source():
    program = source('Robot r {\n    Lidar a(ref = "laser")\n}\n')
    part = source("id: laser\ncategory: motor\n", "parts/laser/component.yaml")
    text = drawn(
        at(program, '"laser"'),
        code="name.part_category_mismatch",
        message="`laser` is no sensor",
        label="this part",
        related=[Label(at(part, "motor"), "its category"), Label(at(program, "Lidar"), "takes a sensor")],
    )
    assert text == expected("""
        error[name.part_category_mismatch]: `laser` is no sensor
         --> demo.core:2:19
          |
        2 |     Lidar a(ref = "laser")
          |     -----         ^^^^^^^ this part
          |     |
          |     takes a sensor
         ::: parts/laser/component.yaml:2:11
          |
        2 | category: motor
          |           ----- its category
        """)


def test_over_several_lines():
    s = source("Task t {\n    Sequence {\n        Stop()\n    }\n}\n", "demo.task")
    text = drawn(at(s, "Sequence {\n        Stop()\n    }"), label="this node")
    assert text == expected("""
        error[syntax.invalid]: a message
         --> demo.task:2:5
          |
        2 | /     Sequence {
        3 | |         Stop()
        4 | |     }
          | |_____^ this node
        """)


def test_over_several_lines_from_the_middle_of_one():
    s = source("Task t {\n    Stop()\n    Wait()\n}\n", "demo.task")
    text = drawn(at(s, "Wait"), label="this", related=[Label(at(s, "{\n    Stop()\n    Wait()\n}"), "the body")])
    assert text == expected("""
        error[syntax.invalid]: a message
         --> demo.task:3:5
          |
        1 |   Task t {
          |  ________-
        2 | |     Stop()
        3 | |     Wait()
          | |     ^^^^ this
        4 | | }
          | |_- the body
        """)


def test_several_lines_within_several_lines():
    s = source("Task t {\n    Sequence {\n        Stop()\n    }\n}\n", "demo.task")
    text = drawn(
        at(s, s.text[:-1]),
        label="the task",
        related=[Label(at(s, "Sequence {\n        Stop()\n    }"), "the node")],
    )
    assert text == expected("""
        error[syntax.invalid]: a message
         --> demo.task:1:1
          |
        1 | /  Task t {
        2 | |/     Sequence {
        3 | ||         Stop()
        4 | ||     }
          | ||_____- the node
        5 | |  }
          | |__^ the task
        """)


def test_a_long_span_is_shown_by_its_ends():
    s = source("Task t {\n" + "    Stop()\n" * 20 + "}\n", "demo.task")
    text = drawn(at(s, s.text[7:-1]), label="the body")
    assert text == expected("""
        error[syntax.invalid]: a message
          --> demo.task:1:8
           |
         1 |   Task t {
           |  ________^
         2 | |     Stop()
        ...  |
        21 | |     Stop()
        22 | | }
           | |_^ the body
        """)


def test_a_span_that_ends_with_a_line_end_stays_on_its_line():
    s = source("ab\r\ncd\r\n")
    assert drawn(at(s, "b\r\n"), label="x") == expected("""
        error[syntax.invalid]: a message
         --> demo.core:1:2
          |
        1 | ab
          |  ^ x
        """)


def test_the_end_of_the_file():
    s = source("Robot r {\n    Lidar a(\n")
    text = drawn(at(s, ""), label="expected `)`", related=[Label(at(s, "("), "this `(` is not closed")])
    assert text == expected("""
        error[syntax.invalid]: a message
         --> demo.core:3:1
          |
        2 |     Lidar a(
          |            - this `(` is not closed
        3 |
          | ^ expected `)`
        """)


def test_the_end_of_a_file_without_a_last_line_end_and_of_an_empty_one():
    s = source("Robot r {")
    assert drawn(at(s, ""), label="expected `}`") == expected("""
        error[syntax.invalid]: a message
         --> demo.core:1:10
          |
        1 | Robot r {
          |          ^ expected `}`
        """)
    s = source("")
    assert drawn(at(s, "")) == expected("""
        error[syntax.invalid]: a message
         --> demo.core:1:1
          |
        1 |
          | ^
        """)


def test_tabs_are_four_blanks_in_the_excerpt_and_beneath_it():
    s = source("\tLidar\ta(x = 1)\n")
    assert drawn(at(s, "x"), label="this", related=[Label(at(s, "\ta"), "a tab and a name")]) == expected("""
        error[syntax.invalid]: a message
         --> demo.core:1:10
          |
        1 |     Lidar    a(x = 1)
          |          ----- ^ this
          |          |
          |          a tab and a name
        """)


def test_wide_and_combining_characters():
    s = source('日本 = "e\u0301🤖" x\n')
    text = drawn(
        at(s, "x"), label="after", related=[Label(at(s, "本"), "wide"), Label(at(s, "e\u0301🤖"), "one and two cells")]
    )
    assert text == expected("""
        error[syntax.invalid]: a message
         --> demo.core:1:12
          |
        1 | 日本 = "e\u0301🤖" x
          |   --    ---  ^ after
          |   |     |
          |   |     one and two cells
          |   wide
        """)


def test_a_combining_mark_alone_still_gets_a_caret():
    s = source("e\u0301x\n")
    assert drawn(at(s, "\u0301")).split("\n")[-2] == "  |  ^"


def test_crlf_and_byte_order_mark():
    s = source(b"\xef\xbb\xbfRobot r {\r\n    Lidar\r\n}\r\n")
    assert drawn(at(s, "Robot"), label="first", related=[Label(at(s, "Lidar"), "second")]) == expected("""
        error[syntax.invalid]: a message
         --> demo.core:1:1
          |
        1 | Robot r {
          | ^^^^^ first
        2 |     Lidar
          |     ----- second
        """)


def test_no_source_can_draw_outside_its_excerpt():
    s = source("a\x1b[31m\x00\u202eb\rc\n", "na\x1bme")
    text = drawn(at(s, "b"), message="found `\x1b`", label="\x07")
    assert text == expected("""
        error[syntax.invalid]: found `␛`
         --> na␛me:1:9
          |
        1 | a␛[31m␀\ufffdb␍c
          |         ^ ␇
        """)


def test_a_long_line_is_shown_about_the_primary_mark():
    s = source("x" * 200 + "MARK" + "y" * 200 + "\n")
    lines = drawn(at(s, "MARK"), label="here").split("\n")
    assert lines[3] == f"1 | ...{'x' * 40}MARK{'y' * 76}..."
    assert lines[4] == f"  | {' ' * 43}^^^^ here"
    lines = drawn(at(s, "x" * 10)).split("\n")
    assert lines[3] == f"1 | {'x' * 120}..."
    lines = drawn(at(s, "y" * 200)).split("\n")
    assert lines[4] == f"  | {' ' * 43}{'^' * 80}"


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("", "()", "insert `()` at 2:2"),
        (";", "", "remove `;` at 1:6"),
        ("a", "b", "replace `a` with `b` at 1:1"),
        ("\t", " ", "put a space in its place at 1:2"),
        ("b\nc", "d", "replace what stands from 1:8 to 2:2 with `d`"),
    ],
)
def test_edits(old, new, text):
    s = source("a\tcde;xb\nc")
    assert drawn(at(s, "cd"), edits=[Edit(at(s, old), new)]).split("\n")[-2] == f"  = help: {text}"


def test_an_insertion_says_where():
    s = source("Task t { Stop }\n")
    end = at(s, "Stop").end
    text = drawn(at(s, "}"), edits=[Edit(s.span(end, end), "()")])
    assert text.split("\n")[-2] == "  = help: insert `()` at 1:14"


def test_render_all_separates_by_a_blank_line():
    s = source("ab\n")
    diagnostics = Diagnostics()
    assert render_all(diagnostics) == ""
    diagnostics.report("syntax.invalid", Phase.PARSE, "one", at(s, "a"))
    diagnostics.report("syntax.invalid", Phase.PARSE, "two", at(s, "b"))
    first, second = diagnostics
    assert render_all(diagnostics) == f"{render(first)}\n{render(second)}\n"


@pytest.mark.parametrize(
    ("choice", "terminal", "environment", "colored"),
    [
        ("always", False, {"NO_COLOR": "1", "TERM": "dumb"}, True),
        ("never", True, {"FORCE_COLOR": "1"}, False),
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", False, {"FORCE_COLOR": "1"}, True),
        ("auto", False, {"FORCE_COLOR": ""}, False),
        ("auto", True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ("auto", True, {"TERM": "dumb"}, False),
        ("auto", True, {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        ("auto", True, {"TERM": "xterm-256color"}, True),
    ],
)
def test_when_to_colour(choice, terminal, environment, colored):
    assert use_color(choice, Terminal() if terminal else io.StringIO(), environment) is colored


def test_colour_marks_level_frame_and_labels():
    s = source("Lidar a(x = 1, x = 2)\n")
    found = Diagnostics().report(
        "syntax.invalid", Phase.PARSE, "bad", at(s, "x", 1), label="again", related=[Label(at(s, "x"), "first")]
    )
    text = render(found, color=True)
    assert text.startswith(
        "\x1b[1;31merror[syntax.invalid]\x1b[0m\x1b[1m: bad\x1b[0m\n\x1b[1;34m --> \x1b[0mdemo.core:1:16\n"
    )
    assert "\x1b[1;31m^ again\x1b[0m" in text
    assert "\x1b[1;34m-\x1b[0m" in text


@given(st.text(alphabet="ab \t\r\n日e\u0301🤖\x1b{}", max_size=40), st.data())
def test_any_spans_of_any_text_can_be_drawn(text, data):
    s = source(text)
    places = st.integers(0, len(text)).map(s.byte_of)
    spans = st.tuples(places, places).map(lambda pair: s.span(min(pair), max(pair)))
    labels = st.lists(st.builds(Label, spans, st.sampled_from(["", "a label"])), max_size=4)
    plain = drawn(data.draw(spans), label=data.draw(st.sampled_from(["", "a label"])), related=data.draw(labels))
    assert plain.count("^") >= 1
    assert "\x1b" not in plain


@pytest.mark.parametrize("end", ["\r", "\r\n", "\r\r\n", "\n", ""])
@pytest.mark.parametrize("behind", [0, 1, 2])
def test_a_mark_at_the_end_of_a_long_line_is_drawn_whatever_ends_the_line(end, behind):
    s = source("// " + "a\r" * 400 + end)
    start = max(len(s.data) - behind, 0)
    text = drawn(s.span(start, len(s.data)))
    assert "^" in text
