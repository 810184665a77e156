"""Findings as JSON values, and the order in which both forms give them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from robotdsl_compiler.support.diagnostic import Diagnostic, Edit, Label, Phase
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
    """One finding. ``disposition`` tells blocking findings from the others: as declared, as it came out, and why where
    the two differ. ``related``, ``edits``, ``help`` and ``notes`` are left out where there are none.
    """
    base, effective = _disposition(diagnostic.code.blocking), _disposition(diagnostic.blocking)
    disposition: dict[str, Json] = {"base": base, "effective": effective}
    if base != effective:
        disposition["reason"] = diagnostic.reason
    value: dict[str, Json] = {
        "code": diagnostic.code.name,
        "level": diagnostic.level.value,
        "message": diagnostic.message,
        "phase": diagnostic.phase.value,
        "failure_domain": diagnostic.code.domain.value,
        "disposition": disposition,
        "primary": None if diagnostic.primary is None else _label(diagnostic.primary),
    }
    lists: dict[str, list[Json]] = {
        "related": [_label(label) for label in diagnostic.related],
        "edits": [_edit(edit) for edit in diagnostic.edits],
        "help": list(diagnostic.help),
        "notes": list(diagnostic.notes),
    }
    return value | {name: values for name, values in lists.items() if values}


def _label(label: Label) -> Json:
    return {"span": _span(label.span), "label": label.message}


def _edit(edit: Edit) -> Json:
    # Only edits that are certain are attached to a finding.
    return {"applicability": "machine_applicable", "span": _span(edit.span), "replacement": edit.replacement}


def _span(span: Span) -> Json:
    """A half-open span of its source; both ends in bytes of the file and in one-based lines and columns."""
    return {
        "source": span.source.name,
        "start": _position(span.source, span.start),
        "end": _position(span.source, span.end),
    }


def _position(source: Source, byte: int) -> Json:
    line, column = source.position(byte)
    return {"byte_offset": byte, "line": line, "column": column}


def _disposition(blocking: bool) -> str:
    return "blocking" if blocking else "non_blocking"
