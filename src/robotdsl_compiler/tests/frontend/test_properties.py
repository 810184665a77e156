"""What holds for any text and any tree."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_compiler.frontend.dump import dump
from robotdsl_compiler.frontend.formatter import format_document, format_source
from robotdsl_compiler.frontend.lexemes import scan
from robotdsl_compiler.frontend.parser import lark, parse
from robotdsl_compiler.frontend.syntax import (
    Argument,
    BoolValue,
    Document,
    Form,
    Name,
    NumberValue,
    ReferenceValue,
    Statement,
    StringValue,
    TupleValue,
)
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.json_form import diagnostic_value
from robotdsl_compiler.support.numbers import json_text
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.terminal import render_all

FORMS = st.sampled_from(Form)
NOWHERE = Source("tree", b"")
SPAN = NOWHERE.span(0, 0)

# Text that gets far into the parser: pieces of programs, whole or not, between arbitrary characters.
PIECES = [
    "Robot r {", "World w {", "Task t {", "Evaluate e {", "}", "{", "(", ")", "=", ",", "intent", '"x"', '"', "\\", "'",
    "Lidar a(", "Scenario s(", "Sequence {", "Check(", "Stop()", "a = 1", "a =", "a", "b = (1, 2)", "(1,", "1",
    "-2.5e3",
    "1e999", "2m", "@core/x", "@cor/x", "@core", "true", "false", "True", ";", ":", "#", "//", "/*", "*/", "\n", "\r\n",
    " ", "\t", "\u00a0", "é", "日", "\ufeff", "\x00", "\\u12", '"\\ud800"', "[", "]",
]  # fmt: skip
TEXTS = st.text() | st.lists(st.sampled_from(PIECES) | st.characters(codec="utf-8"), max_size=25).map("".join)
FILES = (
    TEXTS.map(str.encode)
    | TEXTS.map(lambda text: b"\xef\xbb\xbf" + text.encode())
    | st.binary().map(lambda data: data.decode("utf-8", "ignore").encode())
)


@settings(max_examples=200)
@given(FILES, FORMS)
def test_any_text_is_a_tree_or_one_blocking_finding(data, form):
    diagnostics = Diagnostics()
    source = Source(f"x.{form.value}", data)
    document = parse(source, form, diagnostics)
    if document is not None:
        assert len(diagnostics) == 0
        assert dump(document)
        return
    (found,) = diagnostics
    assert found.blocking
    assert found.code.name.startswith("syntax.")
    assert found.primary is not None
    for span in [found.primary.span, *(label.span for label in found.related), *(edit.span for edit in found.edits)]:
        assert source.start <= span.start <= span.end <= len(data)
    assert render_all(diagnostics)
    assert json_text(diagnostic_value(found))


NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}", fullmatch=True) | st.sampled_from(["true", "Robot", "Task"])
TYPES = NAMES.filter(lambda name: name != "intent")
NUMBERS = st.floats(allow_nan=False, allow_infinity=False).map(lambda value: NumberValue(value, SPAN))
VALUES = (
    NUMBERS
    | st.text(max_size=12).map(lambda text: StringValue(text, SPAN))
    | st.booleans().map(lambda value: BoolValue(value, SPAN))
    | st.lists(NUMBERS, min_size=2, max_size=9).map(lambda items: TupleValue(tuple(items), SPAN))
    | st.builds(
        lambda namespace, name: ReferenceValue(Name(namespace, SPAN), Name(name, SPAN), SPAN),
        st.sampled_from(["core", "world", "task"]),
        NAMES,
    )
)
ARGUMENTS = st.dictionaries(NAMES, VALUES, max_size=4).map(
    lambda items: tuple(Argument(Name(name, SPAN), value, SPAN) for name, value in items.items())
)


def statements(type, name, arguments, body=None, **keywords):
    return st.builds(
        lambda t, n, a, b: Statement(Name(t, SPAN), n and Name(n, SPAN), a, b, SPAN), type, name, arguments, body
    )


def bodies(items, most=3):
    return st.lists(items, max_size=most).map(tuple)


NONE = st.none()
COMPONENTS = statements(TYPES, NAMES, ARGUMENTS, NONE)
WORLD_ITEMS = statements(NAMES, NONE | NAMES, ARGUMENTS, NONE) | statements(
    NAMES, NAMES, ARGUMENTS, bodies(statements(NAMES, NAMES, ARGUMENTS, NONE))
)
NODES = st.recursive(
    statements(NAMES, NONE, ARGUMENTS, NONE),
    lambda inner: statements(NAMES, NONE, NONE | ARGUMENTS, bodies(inner)),
    max_leaves=6,
)
CHECKS = statements(NAMES, NONE, ARGUMENTS, NONE)
INTENTS = NONE | st.text(max_size=12).map(lambda text: StringValue(text, SPAN))


def declarations(form, keyword, items, arguments=NONE, intent=NONE):
    statement = statements(st.just(keyword), NAMES, arguments, bodies(items))
    return st.builds(lambda s, i: Document(form, NOWHERE, s, i), statement, intent)


DOCUMENTS = (
    declarations(Form.CORE, "Robot", COMPONENTS, intent=INTENTS)
    | declarations(Form.WORLD, "World", WORLD_ITEMS)
    | declarations(Form.TASK, "Task", NODES, NONE | ARGUMENTS)
    | declarations(Form.EVAL, "Evaluate", CHECKS)
)


def bare(node):
    """A tree without its spans."""
    match node:
        case Document():
            return (node.form, bare(node.declaration), bare(node.intent))
        case Statement():
            return (bare(node.type), bare(node.name), bare(node.arguments), bare(node.body))
        case Argument():
            return (bare(node.name), bare(node.value))
        case Name():
            return node.text
        case TupleValue():
            return bare(node.items)
        case ReferenceValue():
            return ("@", bare(node.namespace), bare(node.name))
        case StringValue() | NumberValue() | BoolValue():
            return (type(node).__name__, node.value)
        case tuple():
            return tuple(bare(item) for item in node)
        case None:
            return None
    raise AssertionError(node)


def parsed(text, form):
    diagnostics = Diagnostics()
    document = parse(Source("text", text.encode()), form, diagnostics)
    assert document is not None, render_all(diagnostics)
    return document


@settings(max_examples=60)
@given(DOCUMENTS)
def test_a_formatted_tree_parses_to_itself(document):
    text = format_document(document)
    again = parsed(text, document.form)
    assert bare(again) == bare(document)
    assert format_document(again) == text


BLANKS = st.lists(
    st.sampled_from(
        [" ", "\n", "\n\n\n", "\t", "\r\n", "// c\n", "// d  \r\n", "/* e */", "/*\n f*/", "/* // */", "//\n"]
    ),
    max_size=3,
).map("".join)


@settings(max_examples=50)
@given(DOCUMENTS, st.data())
def test_the_formatter_keeps_trees_and_comments_and_is_idempotent(document, data):
    """The tokens of a formatted tree, with any white space and comments between them."""
    pieces = [str(token) for token in _tokens(format_document(document), document.form)]
    text = data.draw(BLANKS)
    for piece in pieces:
        text += piece + (data.draw(BLANKS) or " ")
    source = Source("text", text.encode())
    once = format_source(source, document.form)
    assert once is not None
    assert bare(parsed(once, document.form)) == bare(document)
    assert format_source(Source("text", once.encode()), document.form) == once
    assert _comments(once) == _comments(text)


def _tokens(text, form):
    return list(lark().parse_interactive(text, start=form.value).iter_parse())


def _comments(text):
    """The comments of a text but for blanks at the end of a line, which are nobody's."""
    return [re.sub(r"[ \t\r]+\n", "\n", comment.text + "\n") for comment in scan(text).comments]
