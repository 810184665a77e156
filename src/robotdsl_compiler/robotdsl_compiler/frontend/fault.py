"""A syntax error on its way out of the parser. It never leaves the front end: ``parse`` reports it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robotdsl_compiler.support.diagnostic import Diagnostics, Edit, Label, Phase
from robotdsl_compiler.support.source import Source, Span
from robotdsl_compiler.support.value import value


@value
class Note:
    """A label at the characters ``start`` to ``end``; or, as an edit, what to put in their place."""

    start: int
    end: int
    text: str


@dataclass(eq=False)
class Fault(Exception):
    """What is wrong at the characters ``start`` to ``end`` of the text; the rest as in ``Diagnostics.report``."""

    code: str
    message: str
    start: int
    end: int
    label: str = ""
    related: tuple[Note, ...] = ()
    help: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    edits: tuple[Note, ...] = ()

    def report(self, source: Source, diagnostics: Diagnostics) -> None:
        span = _spans(source)
        diagnostics.report(
            f"syntax.{self.code}",
            Phase.PARSE,
            self.message,
            span(self.start, self.end),
            label=self.label,
            related=[Label(span(note.start, note.end), note.text) for note in self.related],
            help=self.help,
            notes=self.notes,
            edits=[Edit(span(edit.start, edit.end), edit.text) for edit in self.edits],
        )


def _spans(source: Source) -> Callable[[int, int], Span]:
    return lambda start, end: source.span(source.byte_of(start), source.byte_of(end))
