"""The one layout of a source: four spaces of indent, 100 columns, at most one blank line between statements.

Every comment is kept, in its order. A comment that begins on the line of something stays behind it on that line, one
within an argument or the head of a statement moves before it, and every other one keeps a line of its own. Literals
keep the text in which they are written. Formatting a formatted source changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from robotdsl_compiler.frontend.fault import Fault
from robotdsl_compiler.frontend.literals import number_value, string_value
from robotdsl_compiler.frontend.parser import parse
from robotdsl_compiler.frontend.syntax import (
    Argument,
    BoolValue,
    Document,
    Form,
    NumberValue,
    ReferenceValue,
    Statement,
    StringValue,
    TupleValue,
    Value,
)
from robotdsl_compiler.frontend.trivia import Trivia
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.support.source import Source

WIDTH = 100
INDENT = "    "


def format_source(source: Source, form: Form, diagnostics: Diagnostics | None = None) -> str | None:
    """The text of ``source`` in its one layout; ``None`` after reporting its syntax error to ``diagnostics``."""
    document = parse(source, form, Diagnostics() if diagnostics is None else diagnostics)
    return None if document is None else format_document(document)


def format_document(document: Document) -> str:
    """The text of a tree with the comments of its source; its line ends are those of the source's first line.

    The tree may also be one that came from no text, with an empty source and empty spans.
    """
    text = "\n".join(_Formatter(document).lines()) + "\n"
    first_end = document.source.data.find(b"\n")
    crlf = first_end > 0 and document.source.data[first_end - 1 : first_end] == b"\r"
    return text.replace("\n", "\r\n") if crlf else text


@dataclass(frozen=True, slots=True)
class _Item:
    """Something with lines of its own, at the bytes ``start`` to ``end``; ``lines`` takes the indent."""

    start: int
    end: int
    lines: Callable[[str], list[str]]


class _Formatter:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._trivia = Trivia(document.source)

    def lines(self) -> list[str]:
        return self._block([self._statement_item(self._document.declaration)], 0, self._trivia.end, "")

    def _block(self, items: Sequence[_Item], start: int, end: int, indent: str, *, blanks: bool = True) -> list[str]:
        """The lines of the items and of the comments about them, between the bytes ``start`` and ``end``.

        ``blanks``: keep one blank line where the source has some, except at the two ends.
        """
        trivia = self._trivia
        lines: list[str] = []
        at = start

        def begin(place: int) -> bool:
            """Whether a blank line goes before what begins at ``place``."""
            return blanks and bool(lines) and trivia.line_ends(at, place) > 1

        def comments(before: int) -> None:
            nonlocal at
            while (comment := trivia.next(before)) is not None:
                if begin(comment.start):
                    lines.append("")
                lines.append(indent + comment.text)
                at = comment.end

        for i, item in enumerate(items):
            comments(item.start)
            blank = begin(item.start)
            more = item.lines(indent)
            lines.extend(["", *more] if blank else more)
            following = items[i + 1].start if i + 1 < len(items) else end
            beside, at = trivia.beside(item.end, following)
            lines[-1] += beside
        comments(end)
        return lines

    def _statement_item(self, statement: Statement) -> _Item:
        return _Item(statement.span.start, statement.span.end, lambda indent: self._statement(statement, indent))

    def _statement(self, statement: Statement, indent: str) -> list[str]:
        trivia = self._trivia
        name = statement.name
        head = statement.type.text if name is None else f"{statement.type.text} {name.text}"
        end = (name or statement.type).span.end
        opening = end if statement.arguments is None else trivia.find("(", end)
        lines = self._moved(opening, indent)
        if statement.arguments is not None:
            end = trivia.find(")", statement.arguments[-1].span.end if statement.arguments else opening)
            room = WIDTH - (0 if statement.body is None else len(" {") if statement.body else len(" {}"))
            lines += self._arguments(head, statement.arguments, opening, end, indent, room)
        else:
            lines.append(indent + head)
        if statement.body is None:
            return lines
        lines[-1] += " {"
        brace = trivia.find("{", end)
        lines[-1] += self._behind_brace(brace)
        body = self._body(statement, brace, indent + INDENT)
        if not body and lines[-1].endswith("{"):
            lines[-1] += "}"
            return lines
        return [*lines, *body, indent + "}"]

    def _moved(self, before: int, indent: str) -> list[str]:
        """The comments that begin before a place, each on a line of its own."""
        lines = []
        while (comment := self._trivia.next(before)) is not None:
            lines.append(indent + comment.text)
        return lines

    def _behind_brace(self, brace: int) -> str:
        """The comments before an opening brace, and behind it on its line; nothing follows a ``//``."""
        text = ""
        while (comment := self._trivia.next(brace)) is not None:
            text += f"  {comment.text}"
            if comment.text.startswith("//"):
                return text
        return text + self._trivia.beside(brace, self._trivia.find("", brace + 1))[0]

    def _body(self, statement: Statement, brace: int, indent: str) -> list[str]:
        items = [self._statement_item(child) for child in statement.body or ()]
        intent = self._document.intent
        if intent is not None and statement is self._document.declaration:
            items.insert(0, self._intent_item(intent, self._trivia.find("", brace + 1)))
        return self._block(items, brace, statement.span.end, indent)

    def _intent_item(self, intent: StringValue, start: int) -> _Item:
        def lines(indent: str) -> list[str]:
            return [*self._moved(intent.span.start, indent), f"{indent}intent {_value(intent)}"]

        return _Item(start, intent.span.end, lines)

    def _arguments(
        self, head: str, arguments: tuple[Argument, ...], opening: int, closing: int, indent: str, room: int
    ) -> list[str]:
        """``head`` with its arguments: on one line where they fit into ``room`` columns and hold no comment."""
        line = f"{indent}{head}({', '.join([_argument(argument) for argument in arguments])})"
        commented = self._trivia.has_next(closing)
        if not commented and (len(line) <= room or not arguments):
            return [line]
        items = [self._argument_item(argument) for argument in arguments]
        inner = self._block(items, opening, closing, indent + INDENT, blanks=False)
        return [f"{indent}{head}(", *inner, f"{indent})"]

    def _argument_item(self, argument: Argument) -> _Item:
        def lines(indent: str) -> list[str]:
            text = f"{indent}{_argument(argument)},"
            broken = [text]
            if len(text) > WIDTH and isinstance(argument.value, TupleValue):
                numbers = [_value(item) for item in argument.value.items]
                broken = [f"{indent}{argument.name.text} = (", *_filled(numbers, indent + INDENT), f"{indent}),"]
            return [*self._moved(argument.span.end, indent), *broken]

        return _Item(argument.span.start, argument.span.end, lines)


def _filled(words: list[str], indent: str) -> list[str]:
    """The words, each with a comma, on as few lines as hold them."""
    lines = [indent + words[0] + ","]
    for word in words[1:]:
        if len(lines[-1]) + len(word) + 2 <= WIDTH:
            lines[-1] += f" {word},"
        else:
            lines.append(f"{indent}{word},")
    return lines


def _argument(argument: Argument) -> str:
    return f"{argument.name.text} = {_value(argument.value)}"


def _value(value: Value) -> str:
    match value:
        case StringValue():
            return _as_written(value, string_value) or json.dumps(value.value, ensure_ascii=False)
        case NumberValue():
            return _as_written(value, number_value) or number(value.value)
        case BoolValue():
            return "true" if value.value else "false"
        case TupleValue():
            return f"({', '.join([_value(item) for item in value.items])})"
        case ReferenceValue():
            return f"@{value.namespace.text}/{value.name.text}"


def _as_written(value: StringValue | NumberValue, read: Callable[[str, int], str | float]) -> str | None:
    """The text of a literal in its source, provided that it still means the value."""
    text = value.span.text
    if not text:
        return None
    try:
        return text if read(text, 0) == value.value else None
    except Fault:
        return None
