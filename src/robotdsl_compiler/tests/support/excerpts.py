"""Findings in texts, and how a terminal shows them."""

import io
import re
from textwrap import dedent

from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.terminal import render

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def source(text, name="demo.core"):
    return Source(name, text if isinstance(text, bytes) else text.encode())


def at(source, text, occurrence=0):
    """The span of the n-th occurrence of some text; of nothing it is the end of the file."""
    data = text.encode()
    if not data:
        return source.span(len(source.data), len(source.data))
    start = -1
    for _ in range(occurrence + 1):
        start = source.data.index(data, start + 1)
    return source.span(start, start + len(data))


def drawn(span, *, message="a message", code="syntax.invalid", **rest):
    """The plain text of a finding, after checking that the coloured one is the same text."""
    found = Diagnostics().report(code, Phase.PARSE, message, span, **rest)
    plain = render(found)
    assert ESCAPE.sub("", render(found, color=True)) == plain
    assert all(line == line.rstrip(" ") for line in plain.split("\n"))
    return plain


def expected(text):
    return dedent(text).lstrip("\n")


class Terminal(io.StringIO):
    def isatty(self):
        return True
