"""A value, how sure it is, and what a bound makes of it: pass, fail or unknown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

PASS = "pass"
FAIL = "fail"
UNKNOWN = "unknown"


class Known(Enum):
    """What the evidence says of the true value, where ``v`` was measured."""

    EXACTLY = "it is v"
    AT_LEAST = "it is v or more"
    AT_MOST = "it is v or less"
    ROUGHLY = "it may be any"


@dataclass(frozen=True, slots=True)
class Measure:
    """``value`` of what ``name`` says, for people: "closest approach at 3.20 s"."""

    name: str
    value: float
    known: Known = Known.EXACTLY


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a check.

    ``min_value`` and ``max_value`` are what the bounds were held against, ``value`` the one that decided.
    """

    verdict: str
    reason: str
    value: float | None = None
    min_value: float | None = None
    max_value: float | None = None


def worst(verdicts: list[str]) -> str:
    """``fail`` where there is one, else ``unknown`` where there is one, else ``pass``."""
    return next((verdict for verdict in (FAIL, UNKNOWN) if verdict in verdicts), PASS)


def _held(broken: bool, known: Known, breaking: Known) -> str:
    """``breaking`` is what makes a broken bound certain; its opposite makes a kept one so."""
    if known is Known.EXACTLY:
        return FAIL if broken else PASS
    keeping = Known.AT_MOST if breaking is Known.AT_LEAST else Known.AT_LEAST
    if known is (breaking if broken else keeping):
        return FAIL if broken else PASS
    return UNKNOWN


def hold(
    least: Measure, greatest: Measure, minimum: float | None, maximum: float | None, unit: str, missing: str = ""
) -> Judgement:
    """Hold ``least`` against ``minimum`` and ``greatest`` against ``maximum``; a value on its bound keeps it.

    ``missing`` says why a value is not known exactly.
    """
    outcomes: list[tuple[str, float, str]] = []
    if minimum is not None:
        broken = least.value < minimum
        words = f"{least.name} {least.value:.4g} {unit}, {'' if broken else 'not '}below {minimum:g} {unit}"
        outcomes.append((_held(broken, least.known, Known.AT_MOST), least.value, words))
    if maximum is not None:
        broken = greatest.value > maximum
        words = f"{greatest.name} {greatest.value:.4g} {unit}, {'' if broken else 'not '}above {maximum:g} {unit}"
        outcomes.append((_held(broken, greatest.known, Known.AT_LEAST), greatest.value, words))
    if not outcomes:
        return Judgement(UNKNOWN, "there is no bound")
    verdict = worst([outcome for outcome, _, _ in outcomes])
    # The last of those that decided: of a check that passes, its maximum.
    value = [number for outcome, number, _ in outcomes if outcome == verdict][-1]
    reason = "; ".join(words for _, _, words in outcomes)
    if verdict == UNKNOWN and missing:
        reason += f"; {missing}"
    return Judgement(
        verdict,
        reason,
        value,
        least.value if minimum is not None else None,
        greatest.value if maximum is not None else None,
    )
