"""Common mistakes in YAML, told alike whichever of PyYAML's parsers reads the file."""

from __future__ import annotations

import pytest
import yaml
from robotdsl_compiler.library import yaml_spans
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.support.source import Source

COLON = "the text of `{}` holds a colon, which YAML takes for the end of a key"
QUOTE_IT = "text that holds `: `, or ends in a colon, is put in quotes"
COLUMN = "the fields of one mapping, and the items of one list, begin in one column"
FIELD = "a field is written `key: value`; text that goes on over several lines is indented or put in quotes"

# What is written, what is said, the line and column of it, and the help.
MISTAKES = [
    ("a: 1\nb: A post: for a flag\n", COLON.format("b"), (2, 10), f'{QUOTE_IT}: `b: "A post: for a flag"`'),
    ('b: A "post": x\n', COLON.format("b"), (1, 12), QUOTE_IT),
    ("- b: c: d\n", COLON.format("b"), (1, 7), f'{QUOTE_IT}: `b: "c: d"`'),
    ("b: the following:\n", COLON.format("b"), (1, 17), f'{QUOTE_IT}: `b: "the following:"`'),
    ("a:\n\tb: 1\n", "a tab cannot indent YAML", (2, 1), "indent with spaces"),
    ("a: [1, 2\nb: c\n", "a comma, or the closing `]`, is missing before this", (2, 2), ""),
    ("a: {b: 1 c: 2}\n", "a comma, or the closing `}`, is missing before this", (1, 11), ""),
    ("a: {b: 1\n", "`{` is not closed", (2, 1), "close it with `}`"),
    ("a: [1, 2}\n", "`}` cannot close `[`", (1, 9), "close it with `]`"),
    ("a: [1]]\n", "`]` closes nothing", (1, 7), "leave it out, or open it before"),
    ("a: ]\n", "`]` stands where a value is due", (1, 4), "put text in quotes"),
    ("a:1\nb: 2\n", "no space follows the colon of `a`", (1, 2), "a field is written `a: value`"),
    ("a: 1\nb:2\nc: 3\n", "no space follows the colon of `b`", (2, 2), "a field is written `b: value`"),
    ("a:\n  b:2\n  c: 3\n", "no space follows the colon of `b`", (2, 4), "a field is written `b: value`"),
    ("a: 1\nb 2\n", "the line is no field: it has no colon", (2, 1), FIELD),
    ("a: 1\n  b: 2\n", "the line is indented below one that has its value already", (2, 4), COLUMN),
    ("a:\n    b: 1\n  c: 2\n", "the line does not go on with what stands above it", (3, 3), COLUMN),
    ("a: '1\n", "the quote is not closed", (2, 1), ""),
    ("a: 'the robot's post'\n", "text goes on behind its closing quote", (1, 15),
     "a quote within text is written '' between single quotes, and \\\" between double ones"),
    ('a: "\\q"\n', "`\\q` means nothing between double quotes", (1, 5),
     "a backslash is written `\\\\` there; between single quotes it stands for itself"),
    ("a: @b\n", "text without quotes cannot begin with `@`", (1, 4), "put the text in quotes"),
    ("a: `b`\n", "text without quotes cannot begin with a backquote", (1, 4), "put the text in quotes"),
    ("a: >5 mm\n", "text without quotes cannot begin with `>`", (1, 4), "put the text in quotes"),
    ("a: * b\n", "text without quotes cannot begin with `*`", (1, 4), "put the text in quotes"),
    ("a: - b\n", "a list item cannot begin here", (1, 4), "each item of a list begins on a line of its own"),
]  # fmt: skip


@pytest.mark.parametrize("loader", {getattr(yaml, "CSafeLoader", yaml.SafeLoader), yaml.SafeLoader})
@pytest.mark.parametrize(("text", "message", "position", "help"), MISTAKES)
def test_a_mistake_is_told_in_plain_words(
    text: str, message: str, position: tuple[int, int], help: str, loader: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml_spans, "_LOADER", loader)
    findings, source = Findings(), Source("t.yaml", text.encode())
    assert yaml_spans.read_yaml(source, findings) is None
    (found,) = findings._items
    assert (found.code, found.message) == ("library.yaml_syntax", message)
    assert source.position(found.span.start) == position
    assert found.help == ((help,) if help else ())
