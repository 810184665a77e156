"""Findings as people read them on a terminal, in the form of rustc and ruff.

Colour is added to a finished text and never changes it: without its escape sequences, a coloured text is the plain one.
On a terminal, what is longer than its lines is broken between words, and excerpts keep within them; elsewhere (a file,
a pipe) nothing is broken.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TextIO

from robotdsl_compiler.support.catalogue import Level
from robotdsl_compiler.support.diagnostic import Diagnostic, Edit, Label
from robotdsl_compiler.support.excerpt import Excerpt, Mark, Painter, Style, mark_of, visible, wrapped
from robotdsl_compiler.support.source import Source, Span

_LEVEL_COLOR = {Level.ERROR: "1;31", Level.WARNING: "1;33"}
# How far in a message goes on that is too long for its first line.
_FURTHER = "    "
_COLOR = {Style.MESSAGE: "1", Style.FRAME: "1;34", Style.RELATED: "1;34", Style.HELP: "1;36"}


def use_color(choice: str, stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether to write colour to ``stream``. ``choice`` is auto, always or never, and decides unless it is auto.

    Else ``NO_COLOR`` forbids, ``FORCE_COLOR`` asks for it, ``TERM=dumb`` forbids, in this order; a variable that is
    empty counts as not set. What is left is a terminal or not.
    """
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return environment.get("TERM") != "dumb" and stream.isatty()


def columns(stream: TextIO) -> int | None:
    """How many cells a line of the terminal has that ``stream`` writes to; ``None`` where it is no terminal."""
    if not stream.isatty():
        return None
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None


def tell(diagnostics: Iterable[Diagnostic], choice: str, stream: TextIO, environment: Mapping[str, str]) -> None:
    """Write the findings to ``stream`` as it can show them; ``choice`` is that of ``use_color``."""
    color = use_color(choice, stream, environment)
    stream.write(render_all(diagnostics, color=color, width=columns(stream)))


def render(diagnostic: Diagnostic, *, color: bool = False, width: int | None = None) -> str:
    """The text of one finding, its last line ended; in lines of ``width`` cells, if that is given."""
    return "\n".join(_lines(diagnostic, _painter(diagnostic.level) if color else _plain, width)) + "\n"


def render_all(diagnostics: Iterable[Diagnostic], *, color: bool = False, width: int | None = None) -> str:
    """The texts of the findings in the order given, a blank line after each; empty without any."""
    return "".join([render(diagnostic, color=color, width=width) + "\n" for diagnostic in diagnostics])


def _plain(text: str, style: Style) -> str:
    return text


def _painter(level: Level) -> Painter:
    colors = {**_COLOR, Style.PRIMARY: _LEVEL_COLOR[level]}

    def paint(text: str, style: Style) -> str:
        return f"\x1b[{colors[style]}m{text}\x1b[0m" if text and style in colors else text

    return paint


def _lines(diagnostic: Diagnostic, paint: Painter, width: int | None) -> list[str]:
    head = f"{diagnostic.level.value}[{diagnostic.code.name}]"
    first, *others = _broken(diagnostic.message, width, len(head) + len(": "), len(_FURTHER))
    lines = [paint(head, Style.PRIMARY) + paint(f": {visible(first)}".rstrip(), Style.MESSAGE)]
    lines.extend([paint(f"{_FURTHER}{visible(other)}", Style.MESSAGE) for other in others])

    excerpts = [(source, marks, Excerpt(source, marks, paint, width)) for source, marks in _by_source(diagnostic)]
    gutter = len(str(max([excerpt.line_numbers()[-1] for _, _, excerpt in excerpts], default=1)))
    bar = paint(f"{'':{gutter}} |", Style.FRAME)
    for i, (source, marks, excerpt) in enumerate(excerpts):
        place = next((m for m in marks if m.primary), marks[0])
        arrow = f"{'':{gutter}}--> " if i == 0 else f"{'':{gutter}}::: "
        lines.append(paint(arrow, Style.FRAME) + f"{visible(source.name)}:{place.first}:{place.start + 1}")
        lines.append(bar)
        lines.extend(excerpt.rows(gutter))

    primary = diagnostic.primary.span if diagnostic.primary else None
    helps = [*diagnostic.help, *(_edit(edit, primary) for edit in diagnostic.edits)]
    notes = [*diagnostic.notes, *([diagnostic.reason] if diagnostic.reason else [])]
    remarks = [("help", Style.HELP, text) for text in helps] + [("note", Style.MESSAGE, text) for text in notes]
    if remarks and excerpts:
        lines.append(bar)
    for word, style, text in remarks:
        indent = gutter + len(word) + len(" = : ")
        first, *others = [part for line in text.split("\n") for part in _broken(line, width, indent, indent)]
        lines.append(f"{'':{gutter}} {paint('=', Style.FRAME)} {paint(word, style)}: {visible(first)}")
        lines.extend([f"{'':{indent}}{visible(other)}".rstrip() for other in others])
    return lines


def _broken(text: str, width: int | None, first: int, others: int) -> list[str]:
    """``text`` in as many lines as it needs beside ``first`` cells that are taken, ``others`` from the second line on.
    However narrow the terminal is, a line of prose has twenty.
    """
    if width is None:
        return [text]
    return wrapped(text, width - first, max(20, width - others))


def _by_source(diagnostic: Diagnostic) -> list[tuple[Source, list[Mark]]]:
    """The marks of each source, the primary's first."""
    labels: list[tuple[Label, bool]] = [(label, False) for label in diagnostic.related]
    if diagnostic.primary is not None:
        labels.insert(0, (diagnostic.primary, True))
    groups: list[tuple[Source, list[Mark]]] = []
    for label, primary in labels:
        marks = next((marks for source, marks in groups if source is label.span.source), None)
        if marks is None:
            marks = []
            groups.append((label.span.source, marks))
        marks.append(mark_of(label, primary))
    return groups


def _edit(edit: Edit, primary: Span | None) -> str:
    old, new = edit.span.text, edit.replacement
    line, column = edit.span.source.position(edit.span.start)
    place = "" if edit.span == primary and old else f" at {line}:{column}"
    if "\n" in old:
        return f"replace what stands from {line}:{column} to {_end(edit.span)} with `{new}`"
    if old and (not old.isprintable() or old.isspace()):
        what = "a space" if new == " " else f"`{new}`" if new else "nothing"
        return f"put {what} in its place{place}"
    if not old:
        return f"insert `{new}`{place}"
    if not new:
        return f"remove `{old}`{place}"
    return f"replace `{old}` with `{new}`{place}"


def _end(span: Span) -> str:
    line, column = span.source.position(span.end)
    return f"{line}:{column}"
