"""What a rule answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from robotdsl_compiler.support.diagnostic import Edit, Label
from robotdsl_compiler.support.source import Span


class Verdict(Enum):
    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not_applicable"


@dataclass(frozen=True, slots=True)
class Problem:
    """One place in the program that makes a rule fail, or that leaves it undecided."""

    message: str
    span: Span
    label: str = ""
    related: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer of one rule. ``evidence`` states the facts that it rests on. ``missing`` names what an unknown one
    would need to know. ``caused_by`` is the rule whose failure already tells why this one is undecided: then nothing
    is reported a second time.
    """

    rule: str
    verdict: Verdict
    evidence: str
    problems: tuple[Problem, ...] = ()
    missing: tuple[str, ...] = ()
    caused_by: str | None = None

    @property
    def spans(self) -> tuple[Span, ...]:
        return tuple(problem.span for problem in self.problems)


def validation_document(findings: Iterable[Finding]) -> list[dict[str, object]]:
    """The findings as plain values for ``compile.json`` and the JSON form: ``rule``, ``verdict``, ``evidence``,
    ``missing`` and the ``places`` in the program, with one-based lines and columns.
    """
    return [
        {
            "rule": f.rule,
            "verdict": f.verdict.value,
            "evidence": f.evidence,
            "missing": list(f.missing),
            "places": [_place(span) for span in f.spans],
        }
        for f in findings
    ]


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    return {"source": span.source.name, "line": line, "column": column, "start": span.start, "end": span.end}
