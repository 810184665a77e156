"""The terminal form in the columns of a terminal."""

import io
import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from robotdsl_compiler.support.diagnostic import Diagnostics, Label, Phase
from robotdsl_compiler.support.terminal import columns, render

from .excerpts import ESCAPE, Terminal, at, expected, source


def narrow(span, width=60, **rest):
    """What a terminal of so many cells shows; each line fits into it."""
    found = Diagnostics().report("syntax.invalid", Phase.PARSE, rest.pop("message", "a message"), span, **rest)
    plain = render(found, width=width)
    assert ESCAPE.sub("", render(found, color=True, width=width)) == plain
    return plain


def test_messages_and_remarks_are_broken_between_words():
    s = source("Lidar a\n")
    text = narrow(
        at(s, "a", 1),
        message="a message that says so much that one line of a terminal is not enough for it",
        help=["help that goes on and on for longer than the line is, with `some code of it` in it", "short"],
        notes="a note that goes on and on too, for it has a lot to say of what is seen there",
    )
    assert text == expected("""
        error[syntax.invalid]: a message that says so much that one
            line of a terminal is not enough for it
         --> demo.core:1:7
          |
        1 | Lidar a
          |       ^
          |
          = help: help that goes on and on for longer than the line
                  is, with `some code of it` in it
          = help: short
          = note: a note that goes on and on too, for it has a lot
                  to say of what is seen there
        """)


def test_a_label_that_has_no_room_beside_its_mark_stands_beneath_it():
    s = source('    Standard left_wheel(ref = "diff_bot_wheel")\n')
    assert narrow(at(s, s.text.strip()), label="its axle is not level") == expected("""
        error[syntax.invalid]: a message
         --> demo.core:1:5
          |
        1 |     Standard left_wheel(ref = "diff_bot_wheel")
          |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |     |
          |     its axle is not level
        """)


def test_a_label_near_the_edge_moves_to_the_left_and_keeps_clear_of_what_hangs():
    s = source("a(x = 1, y = 2, z = 3, first = 4, second = 5, third = 6\n")
    text = narrow(
        at(s, "third"), label="the third of the three parameters", related=[Label(at(s, "first"), "the first of them")]
    )
    assert text == expected("""
        error[syntax.invalid]: a message
         --> demo.core:1:47
          |
        1 | a(x = 1, y = 2, z = 3, first = 4, second = 5, third = 6
          |                        -----                  ^^^^^
          |                        |                      |
          |                        | the third of the three
          |                        | parameters
          |                        the first of them
        """)


def test_a_long_line_is_cut_to_the_terminal():
    s = source("x" * 200 + "MARK" + "y" * 200 + "\n")
    lines = narrow(at(s, "MARK"), label="here").split("\n")
    assert lines[3] == f"1 | ...{'x' * 16}MARK{'y' * 29}..."
    assert lines[4] == f"  | {' ' * 19}^^^^ here"


def test_a_label_of_several_lines_of_source_stands_beneath_its_end():
    s = source("Task t {\n    Stop()\n}\n", "demo.task")
    label = "the body of the task, of which there is a lot to say in one go"
    assert narrow(at(s, s.text[7:-1]), label=label) == expected("""
        error[syntax.invalid]: a message
         --> demo.task:1:8
          |
        1 |   Task t {
          |  ________^
        2 | |     Stop()
        3 | | }
          | |_^
          |   the body of the task, of which there is a lot to say
          |   in one go
        """)


def cells(text):
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me") or c in "\u200c\u200d"
        else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )  # fmt: skip


WORDS = st.lists(st.sampled_from(["a", "word", "日本語", "e\u0301", "`a name`", "(1, 2)"]), max_size=20).map(" ".join)


@given(st.text(alphabet="ab \t\n日e\u0301🤖(){}", max_size=300), st.integers(40, 120), st.data())
def test_nothing_is_wider_than_the_terminal_and_nothing_is_lost(text, width, data):
    s = source(text)
    places = st.integers(0, len(text)).map(s.byte_of)
    spans = st.tuples(places, places).map(lambda pair: s.span(min(pair), max(pair)))
    labels = st.lists(st.builds(Label, spans, WORDS), max_size=3)
    given = {"label": data.draw(WORDS), "related": data.draw(labels), "help": data.draw(WORDS), "notes": "n"}
    message = data.draw(WORDS)
    drawn_so = narrow(data.draw(spans), width, message=message, **given)
    assert [line for line in drawn_so.split("\n") if cells(line) > width] == []
    head = drawn_so.partition(" --> ")[0].removeprefix("error[syntax.invalid]:")
    assert head.split() == message.split()
    # A label is whole between the frames of its lines, whatever else those show.
    for words in (given["label"], *(label.message for label in given["related"])):
        assert not words or words.split()[0] in drawn_so


def test_a_file_or_a_pipe_has_no_columns():
    assert columns(io.StringIO()) is None
    assert columns(Terminal()) is None
