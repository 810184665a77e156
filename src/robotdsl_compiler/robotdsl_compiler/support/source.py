"""Source files and spans.

A span is a half-open range of UTF-8 bytes of one source. People see one-based lines and columns, the column counted
in Unicode characters; a byte order mark takes no column.
"""

from __future__ import annotations

import bisect
import codecs
import errno
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from robotdsl_compiler.support.value import value

# Ten times the largest program or part that anybody will write. What is larger is no text for people, and reading it
# would take the machine's memory before the first fault is found.
MOST_BYTES = 4 * 1024 * 1024


def read_bounded(path: Path) -> bytes:
    """The bytes of a file. Raises ``OSError`` for one that cannot be read and for one of more than ``MOST_BYTES``,
    ``ValueError`` for a name that can be none.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"it is larger than {MOST_BYTES // 1024**2} MiB")
    return data


@dataclass(frozen=True, eq=False)
class Source:
    """One file as it was read: ``name`` is how the user called it, ``data`` its bytes.

    Compared by identity: two files of the same text are two sources.
    """

    name: str
    data: bytes = field(repr=False)

    @cached_property
    def start(self) -> int:
        """The byte at which the text begins: after a byte order mark when there is one."""
        return len(codecs.BOM_UTF8) if self.data.startswith(codecs.BOM_UTF8) else 0

    @cached_property
    def text(self) -> str:
        """The text without its byte order mark. Raises ``UnicodeDecodeError`` for bytes that are not UTF-8."""
        return self.data[self.start :].decode("utf-8")

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [self.start]
        at = self.data.find(b"\n", self.start)
        while at >= 0:
            starts.append(at + 1)
            at = self.data.find(b"\n", at + 1)
        return starts

    @cached_property
    def _ascii(self) -> bool:
        return self.data.isascii()

    @property
    def line_count(self) -> int:
        return len(self._line_starts)

    @cached_property
    def _byte_offsets(self) -> list[int]:
        """The byte offset of each character of ``text``, and of its end."""
        offsets, at = [], self.start
        for character in self.text:
            offsets.append(at)
            at += 1 if character < "\x80" else 2 if character < "\u0800" else 3 if character < "\U00010000" else 4
        offsets.append(at)
        return offsets

    def byte_of(self, character: int) -> int:
        """The byte offset of the ``character``-th character of ``text``; past the end it is the end."""
        if self._ascii:
            return min(character, len(self.data))
        return self._byte_offsets[min(character, len(self._byte_offsets) - 1)]

    def position(self, byte: int) -> tuple[int, int]:
        """The one-based ``(line, column)`` of a byte offset; an offset past the end is the end."""
        byte = min(max(byte, self.start), len(self.data))
        line = bisect.bisect_right(self._line_starts, byte) - 1
        start = self._line_starts[line]
        # A line may be as long as the file: what is one byte a character is not decoded to be counted.
        column = byte - start if self._ascii else len(self.data[start:byte].decode("utf-8", "ignore"))
        return line + 1, column + 1

    def line(self, number: int) -> str:
        """The text of one-based line ``number`` without its line end: LF or CRLF, a CR alone is none."""
        begin = self._line_starts[number - 1]
        end = self._line_starts[number] if number < len(self._line_starts) else len(self.data)
        text = self.data[begin:end]
        if text.endswith(b"\n"):
            text = text.removesuffix(b"\n").removesuffix(b"\r")
        return text.decode("utf-8", "replace")

    def span(self, start: int, end: int) -> Span:
        return Span(self, start, end)


@value
class Span:
    """The bytes ``start`` to ``end`` (excluded) of ``source``."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.data[self.start : self.end].decode("utf-8", "replace")

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of ``other``, in the same source."""
        return Span(self.source, self.start, other.end)
