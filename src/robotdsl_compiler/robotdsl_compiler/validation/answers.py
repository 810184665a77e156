"""How rules answer and write numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from robotdsl_compiler.validation.finding import Finding, Problem, Verdict


def passed(rule: str, evidence: str) -> Finding:
    return Finding(rule, Verdict.PASS, evidence)


def failed(rule: str, evidence: str, problems: Iterable[Problem]) -> Finding:
    return Finding(rule, Verdict.FAIL, evidence, tuple(problems))


def undecided(rule: str, evidence: str, missing: Iterable[str], problems: Iterable[Problem] = ()) -> Finding:
    return Finding(rule, Verdict.UNKNOWN, evidence, tuple(problems), tuple(missing))


def waiting(rule: str, evidence: str, caused_by: str) -> Finding:
    """Undecided because of what another rule already reports."""
    return Finding(rule, Verdict.UNKNOWN, evidence, missing=(f"what {caused_by} reports",), caused_by=caused_by)


def not_applicable(rule: str, why: str) -> Finding:
    return Finding(rule, Verdict.NOT_APPLICABLE, why)


def judged(rule: str, evidence: str, problems: Sequence[Problem]) -> Finding:
    """Failed where there are problems, else passed."""
    return failed(rule, evidence, problems) if problems else passed(rule, evidence)


def plain(number: float) -> str:
    """A number as a person writes it, to a millionth: ``0.12``, ``-1``, ``0``."""
    text = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def millimetres(metres: float) -> str:
    return f"{metres * 1000.0:.1f} mm"


def how_far(metres: float) -> str:
    """In millimetres where it is a matter of them, else in metres."""
    return millimetres(metres) if metres < 0.1 else f"{metres:.2f} m"


def glue_text(point: Iterable[float], direction: Iterable[float], roll: float = 0.0) -> str:
    """A glue as the language writes it."""
    numbers = [*point, *direction, *([roll] if roll else [])]
    return f"({', '.join(map(plain, numbers))})"
