"""What a rule answers."""

from __future__ import annotations

from enum import Enum

from robotdsl_compiler.support.diagnostic import Edit, Label
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.value import value


class Verdict(Enum):
    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not_applicable"


@value
class Problem:
    """One place in the program that makes a rule fail, or that leaves it undecided."""

    message: str
    span: Span
    label: str = ""
    related: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()


@value
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
