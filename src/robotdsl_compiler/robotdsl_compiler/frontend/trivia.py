"""What a syntax tree leaves out and the formatter needs: comments, line ends and the places of brackets."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from robotdsl_compiler.frontend.lexemes import Kind, scan
from robotdsl_compiler.support.source import Source


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment at the bytes ``start`` to ``end``; its text has LF line ends and no blanks at the end of a line
    comment.
    """

    text: str
    start: int
    end: int


class Trivia:
    """The comments of a source, handed out once each and in order; and where things stand. Places are bytes."""

    def __init__(self, source: Source) -> None:
        self._data = source.data
        lexemes = scan(source.text)
        byte_of = source.byte_of
        comments = [Comment(_tidy(c.text), byte_of(c.start), byte_of(c.end)) for c in lexemes.comments]
        self._waiting = comments[::-1]
        self._places: dict[str, list[int]] = {"(": [], ")": [], "{": [], "": []}
        for token in lexemes.tokens:
            place = byte_of(token.start)
            self._places[""].append(place)
            if token.kind is Kind.SIGN and token.text in self._places:
                self._places[token.text].append(place)

    @property
    def end(self) -> int:
        return len(self._data)

    def find(self, sign: str, after: int) -> int:
        """Where the first ``sign``, or with an empty one the first token, stands at or after a place."""
        places = self._places[sign]
        i = bisect_left(places, after)
        return places[i] if i < len(places) else after

    def line_ends(self, start: int, end: int) -> int:
        """How many line ends stand between two places."""
        return self._data.count(b"\n", start, max(start, end))

    def next(self, before: int) -> Comment | None:
        """Hands out the next comment that begins before a place."""
        return self._waiting.pop() if self.has_next(before) else None

    def has_next(self, before: int) -> bool:
        return bool(self._waiting) and self._waiting[-1].start < before

    def beside(self, at: int, before: int) -> tuple[str, int]:
        """Hands out the comments that follow a place on its line: what to write there, and where they end."""
        text = ""
        while self.has_next(before) and not self.line_ends(at, self._waiting[-1].start):
            comment = self._waiting.pop()
            text += f"  {comment.text}"
            at = comment.end
        return text, at


def _tidy(comment: str) -> str:
    comment = re.sub(r"\r+\n", "\n", comment)
    return comment.rstrip(" \t\r") if comment.startswith("//") else comment
