"""The excerpt of a source beneath a finding: its lines with carets, dashes and labels, as rustc draws them.

Everything here counts in cells of a terminal: a tab is four of them, a wide character two, a combining mark none.
What a terminal would act on instead of showing (control characters, changes of the writing direction) is drawn as a
visible stand-in, so that no source can draw outside its excerpt.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import accumulate

from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.value import value

TAB = "    "
_OMITTED = "..."
# A line with more cells than this is shown in part, around what is marked in it; a third of it before the mark.
_WIDEST = 120
# However narrow the terminal is, this many cells of a line are shown, and so many are left to a label.
_LEAST, _LEAST_LABEL = 30, 24
# A span over more lines than this is shown by its first and last ones.
_MOST_LINES = 6
_JOINERS = "\u200c\u200d"


class Style(Enum):
    """What a piece of text is; a painter decides how it looks."""

    PLAIN = "plain"
    MESSAGE = "message"
    FRAME = "frame"
    PRIMARY = "primary"
    RELATED = "related"
    HELP = "help"


Painter = Callable[[str, Style], str]


@value
class Shown:
    """A line as a terminal shows it, or the part of it from ``begin`` to ``end`` (in characters).

    ``pieces`` is what is drawn for each character, ``cells`` the cell at which each begins; one more ends the line.
    """

    pieces: Sequence[str]
    cells: Sequence[int]
    begin: int
    end: int

    @property
    def text(self) -> str:
        before = _OMITTED if self.begin > 0 else ""
        after = _OMITTED if self.end < len(self.pieces) else ""
        return before + "".join(self.pieces[self.begin : self.end]) + after

    def cell(self, character: int) -> int:
        """The cell of ``text`` at which a character begins; one that is left out is at the edge."""
        cell = self.cells[min(max(character, self.begin), self.end)] - self.cells[self.begin]
        return cell + (len(_OMITTED) if self.begin > 0 else 0)


def visible(text: str) -> str:
    """``text`` with a visible stand-in for everything that a terminal would not simply show; tabs become spaces."""
    if text.isprintable():
        return text
    return "".join([_character(character)[0] for character in text])


def cells_of(text: str) -> int:
    """How many cells of a terminal ``visible(text)`` takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum([_character(character)[1] for character in text])


def wrapped(text: str, first: int, others: int) -> list[str]:
    """``text`` in lines of at most ``first`` cells and, from the second on, ``others``, broken at blanks outside of
    backquotes. A word that is longer than ``others`` has a line of its own.
    """
    lines: list[str] = []
    line: str | None = None
    room, taken = first, 0
    for word in _words(text):
        cells = cells_of(word)
        if line is None and (cells <= first or cells > others):
            line, taken = word, cells
        elif line is None or taken + 1 + cells > room:
            lines.append(line or "")
            line, room, taken = word, others, cells
        else:
            line += f" {word}"
            taken += 1 + cells
    return [*lines, line or ""]


def _words(text: str) -> list[str]:
    """The words of ``text``; what stands between two backquotes is part of one."""
    words = [""]
    quoted = False
    for i, piece in enumerate(text.split("`")):
        opening = not quoted
        if i > 0:
            words[-1] += "`"
            quoted = opening
        if quoted:
            words[-1] += piece
            continue
        glued, *others = piece.split(" ")
        words[-1] += glued
        words += others
    return words


def shown(text: str, focus: Sequence[int] = (), widest: int = _WIDEST, part: int = _WIDEST) -> Shown:
    """``text`` as it is drawn; of one with more cells than ``widest`` a ``part`` of so many, about the first of the
    characters ``focus``.
    """
    pieces, cells = _drawn(text)
    if cells[-1] <= widest:
        return Shown(pieces, cells, 0, len(text))
    # A mark in a line's end lies behind its text.
    first = cells[min(*focus, len(text))] if focus else 0
    before = part // 3
    left = first - before if first > part - before else 0
    begin = bisect_left(cells, left)
    return Shown(pieces, cells, begin, bisect_right(cells, cells[begin] + part) - 1)


@lru_cache(maxsize=4)
def _drawn(text: str) -> tuple[Sequence[str], Sequence[int]]:
    """What is drawn for each character, and where. A long line with many findings is drawn many times."""
    if text.isascii() and text.isprintable():
        return text, range(len(text) + 1)
    drawn = [_character(character) for character in text]
    return [piece for piece, _ in drawn], list(accumulate([width for _, width in drawn], initial=0))


def _character(character: str) -> tuple[str, int]:
    """What to draw for a character, and in how many cells."""
    if character == "\t":
        return TAB, len(TAB)
    if character < " ":
        return chr(0x2400 + ord(character)), 1  # the block of pictures for control codes
    if character == "\x7f":
        return "\u2421", 1
    if character < "\x7f":
        return character, 1
    import unicodedata

    category = unicodedata.category(character)
    if character in _JOINERS or category in ("Mn", "Me"):
        return character, 0
    if category in ("Cc", "Cf", "Zl", "Zp", "Cs"):
        return "\ufffd", 1
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1


@value
class Mark:
    """A label in lines (one-based) and characters (from 0, the end excluded) of one source."""

    first: int
    start: int
    last: int
    end: int
    message: str
    primary: bool

    @property
    def style(self) -> Style:
        return Style.PRIMARY if self.primary else Style.RELATED

    @property
    def sign(self) -> str:
        return "^" if self.primary else "-"


def mark_of(label: Label, primary: bool) -> Mark:
    span = label.span
    first, start = span.source.position(span.start)
    last, end = span.source.position(max(span.start, span.end))
    if end == 1 and last > first:  # it ends with a line end: that line is the last one
        last -= 1
        end = len(span.source.line(last)) + 1
    return Mark(first, start - 1, last, end - 1, label.message, primary)


class _Row:
    """One row of the drawing: signs set cell by cell, and text at its end."""

    def __init__(self) -> None:
        self._signs: dict[int, tuple[str, Style]] = {}
        self._end = ("", Style.PLAIN)

    def put(self, cell: int, sign: str, style: Style, count: int = 1) -> None:
        for i in range(cell, cell + count):
            self._signs[i] = (sign, style)

    def write(self, text: str, style: Style, cell: int) -> None:
        """Put ``text`` at ``cell``, past every sign."""
        self._end = (text, style)
        if cell > 0 and cell - 1 not in self._signs:
            self.put(cell - 1, " ", Style.PLAIN)

    def paint(self, paint: Painter) -> str:
        pieces: list[tuple[str, Style]] = []
        signs = [self._signs.get(i, (" ", Style.PLAIN)) for i in range(max(self._signs, default=-1) + 1)]
        for sign, style in [*signs, self._end]:
            if pieces and pieces[-1][1] is style:
                pieces[-1] = (pieces[-1][0] + sign, style)
            else:
                pieces.append((sign, style))
        while pieces and not pieces[-1][0].strip(" "):
            pieces.pop()
        if pieces:
            pieces[-1] = (pieces[-1][0].rstrip(" "), pieces[-1][1])
        return "".join([text if style is Style.PLAIN else paint(text, style) for text, style in pieces])


class Excerpt:
    """The drawing of the marks of one source, for a terminal that is ``width`` cells wide (``None``: not known)."""

    def __init__(self, source: Source, marks: list[Mark], paint: Painter, width: int | None = None) -> None:
        self._source = source
        self._paint = paint
        self._width = width
        # The cells beside the line numbers; ``None`` where there is no end to them.
        self._room: int | None = None
        self._single = sorted([m for m in marks if m.first == m.last], key=lambda m: (m.start, m.end))
        self._bars = sorted([m for m in marks if m.first != m.last], key=lambda m: (m.first, m.start, -m.last))
        self._margin = len(self._bars) + 1 if self._bars else 0

    def line_numbers(self) -> list[int]:
        """The lines that are shown, in order."""
        lines = {m.first for m in self._single}
        for mark in self._bars:
            if mark.last - mark.first < _MOST_LINES:
                lines.update(range(mark.first, mark.last + 1))
            else:
                lines.update((mark.first, mark.first + 1, mark.last - 1, mark.last))
        # A single line left out would take as much room as its omission.
        return sorted(lines | {n + 1 for n in lines if n + 2 in lines})

    def rows(self, gutter: int) -> Iterator[str]:
        """The rows of the drawing; line numbers are ``gutter`` cells wide."""
        if self._width is not None:
            self._room = max(_LEAST, self._width - gutter - len(" | "))
        frame = self._paint(f"{'':{gutter}} |", Style.FRAME)
        before = 0
        for number in self.line_numbers():
            if before and number > before + 1:
                bars = self._bar_row(self._bars_over(number)).paint(self._paint)
                yield self._paint(_OMITTED, Style.FRAME) + (f"{'':{gutter}}{bars}" if bars else "")
            before = number
            for i, row in enumerate(self._line(number)):
                start = self._paint(f"{number:>{gutter}} |", Style.FRAME) if i == 0 else frame
                yield f"{start} {row}" if row else start

    def _line(self, number: int) -> Iterator[str]:
        """The rows for one line: its text, then what is marked in it, then the ends of what reaches over lines."""
        singles = [m for m in self._single if m.first == number]
        opening = [(i, m) for i, m in enumerate(self._bars) if m.first == number]
        closing = [(i, m) for i, m in enumerate(self._bars) if m.last == number]
        raw = self._source.line(number)
        focus = [(m.start, m.primary) for m in singles]
        focus += [(m.start, m.primary) for _, m in opening] + [(m.end - 1, m.primary) for _, m in closing]
        # A mark behind the line's end wants its room too, and so do the signs of what is left out.
        widest = _WIDEST if self._room is None else self._room - self._margin - 1
        part = _WIDEST if self._room is None else widest - 2 * len(_OMITTED)
        line = shown(raw, [at for at, primary in focus if primary] or [at for at, _ in focus], widest, part)

        bars = self._bars_over(number)
        row = self._bar_row(bars)
        for i, mark in opening:
            if not raw[: mark.start].strip():  # nothing before it: a slash in the margin says where it begins
                row.put(i, "/", mark.style)
                bars.add(i)
        row.write(line.text, Style.PLAIN, self._margin)
        yield row.paint(self._paint)

        yield from self._single_rows(singles, bars, line)
        for i, mark in opening:
            if i not in bars:
                yield self._turn(i, mark, self._margin + line.cell(mark.start), bars).paint(self._paint)
                bars.add(i)
        for i, mark in reversed(closing):
            at = self._margin + max(line.cell(mark.end) - 1, 0)
            row = self._turn(i, mark, at, bars)
            beside = self._fits(at + 2, mark.message)
            if mark.message and beside:
                row.write(" " + visible(mark.message), mark.style, at + 1)
            yield row.paint(self._paint)
            bars.discard(i)
            if not beside:
                yield from self._beneath(mark, at, [], bars)

    def _fits(self, cell: int, message: str) -> bool:
        return self._room is None or cell + cells_of(message) <= self._room

    def _turn(self, i: int, mark: Mark, at: int, bars: set[int]) -> _Row:
        """The row in which the i-th bar turns from the margin to the cell ``at``."""
        row = self._bar_row(bars)
        row.put(i + 1, "_", mark.style, at - i - 1)
        row.put(at, mark.sign, mark.style)
        return row

    def _beneath(self, mark: Mark, at: int, hanging: list[tuple[Mark, int]], bars: set[int]) -> Iterator[str]:
        """The rows of a message that stands beneath its mark, at the cell ``at`` or as far left of it as it must to
        find room. It stays right of what still hangs, unless too little room is there.
        """
        lines = [mark.message]
        if self._room is not None:
            cells = cells_of(mark.message)
            left = max([self._margin, *(cell + 2 for _, cell in hanging)])
            if self._room - left < min(cells, _LEAST_LABEL):
                left = self._margin
            at = max(left, min(at, self._room - cells))
            lines = wrapped(mark.message, self._room - at, self._room - at)
        for text in lines:
            row = self._hangers([(other, cell) for other, cell in hanging if cell + 1 < at], bars)
            row.write(visible(text), mark.style, at)
            yield row.paint(self._paint)

    def _single_rows(self, marks: list[Mark], bars: set[int], line: Shown) -> Iterator[str]:
        """The marks within a line in one row, the last one's message beside it, the others' hanging beneath."""
        if not marks:
            return
        row = self._bar_row(bars)
        places = []
        for mark in marks:
            start, end = line.cell(mark.start), line.cell(mark.end)
            places.append((mark, self._margin + start, max(1, end - start)))
        for mark, at, width in sorted(places, key=lambda place: place[0].primary):
            row.put(at, mark.sign, mark.style, width)
        hanging = [(mark, at) for mark, at, _ in places if mark.message]
        last, at, width = places[-1]
        outermost = at + width == max([at + width for _, at, width in places])
        if last.message and outermost and self._fits(at + width + 1, last.message):
            hanging.pop()
            row.write(" " + visible(last.message), last.style, at + width)
        yield row.paint(self._paint)
        if hanging:
            yield self._hangers(hanging, bars).paint(self._paint)
        while hanging:
            mark, at = hanging.pop()
            yield from self._beneath(mark, at, hanging, bars)

    def _hangers(self, hanging: list[tuple[Mark, int]], bars: set[int]) -> _Row:
        row = self._bar_row(bars)
        for mark, at in hanging:
            row.put(at, "|", mark.style)
        return row

    def _bar_row(self, bars: set[int]) -> _Row:
        row = _Row()
        for i in bars:
            row.put(i, "|", self._bars[i].style)
        return row

    def _bars_over(self, number: int) -> set[int]:
        """The bars that come down the margin to a line."""
        return {i for i, m in enumerate(self._bars) if m.first < number <= m.last}
