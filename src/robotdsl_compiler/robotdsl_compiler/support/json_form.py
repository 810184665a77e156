"""Findings as JSON values, and the order in which both forms give them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from robotdsl_compiler.support.diagnostic import Diagnostic, Label, Phase
from robotdsl_compiler.support.source import Source, Span

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def in_order(diagnostics: Iterable[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings in the order in which people and tools see them, whatever the order of reporting was.

    First those without a place, by phase; then by source, in the order of ``sources`` and after these by name; within
    one by where the primary span starts and ends, then by code and message.
    """
    ranks = {id(source): i for i, source in enumerate(sources)}
    phases = {phase: i for i, phase in enumerate(Phase)}

    def key(diagnostic: Diagnostic) -> tuple[int, int, str, int, int, str, str]:
        code, message = diagnostic.code.name, diagnostic.message
        if diagnostic.primary is None:
            return -1, phases[diagnostic.phase], "", 0, 0, code, message
        span = diagnostic.primary.span
        rank = ranks.get(id(span.source), len(sources))
        return rank, 0, span.source.name, span.start, span.end, code, message

    return sorted(diagnostics, key=key)


def diagnostic_value(diagnostic: Diagnostic) -> dict[str, Json]:
    """One finding. ``disposition`` tells blocking findings from the others: as declared, as it came out, and why."""
    return {
        "code": diagnostic.code.name,
        "level": diagnostic.level.value,
        "phase": diagnostic.phase.value,
        "domain": diagnostic.code.domain.value,
        "disposition": {
            "base": _disposition(diagnostic.code.blocking),
            "effective": _disposition(diagnostic.blocking),
            "reason": diagnostic.reason,
        },
        "message": diagnostic.message,
        "primary": None if diagnostic.primary is None else _label(diagnostic.primary),
        "related": [_label(label) for label in diagnostic.related],
        "help": list(diagnostic.help),
        "notes": list(diagnostic.notes),
        "edits": [{**span_value(edit.span), "replacement": edit.replacement} for edit in diagnostic.edits],
    }


def span_value(span: Span) -> dict[str, Json]:
    """A span by its source's name, in bytes of the file (half-open), and in one-based lines and columns."""
    return {
        "source": span.source.name,
        "start_byte": span.start,
        "end_byte": span.end,
        "start": _position(span.source, span.start),
        "end": _position(span.source, span.end),
    }


def _label(label: Label) -> dict[str, Json]:
    return {**span_value(label.span), "label": label.message}


def _position(source: Source, byte: int) -> Json:
    line, column = source.position(byte)
    return {"line": line, "column": column}


def _disposition(blocking: bool) -> str:
    return "blocking" if blocking else "advisory"
