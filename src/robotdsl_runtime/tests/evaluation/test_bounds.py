"""What a bound makes of a value, sure or not."""

from __future__ import annotations

import pytest
from robotdsl_runtime.evaluation.bounds import Judgement, Known, Measure, hold, worst

EXACTLY, AT_LEAST, AT_MOST, ROUGHLY = Known.EXACTLY, Known.AT_LEAST, Known.AT_MOST, Known.ROUGHLY


def held(value: float, known: Known, minimum: float | None, maximum: float | None) -> str:
    measure = Measure("it is", value, known)
    return hold(measure, measure, minimum, maximum, "m").verdict


@pytest.mark.parametrize(
    ("value", "minimum", "maximum", "verdicts"),
    [
        # Exactly known, known to be at least, known to be at most, known roughly.
        (2.0, 1.0, None, ("pass", "pass", "unknown", "unknown")),
        (0.5, 1.0, None, ("fail", "unknown", "fail", "unknown")),
        (0.5, None, 1.0, ("pass", "unknown", "pass", "unknown")),
        (2.0, None, 1.0, ("fail", "fail", "unknown", "unknown")),
        (2.0, 1.0, 3.0, ("pass", "unknown", "unknown", "unknown")),
        (4.0, 1.0, 3.0, ("fail", "fail", "unknown", "unknown")),
        (0.5, 1.0, 3.0, ("fail", "unknown", "fail", "unknown")),
        # A value on its bound keeps it.
        (1.0, 1.0, 1.0, ("pass", "unknown", "unknown", "unknown")),
        (0.0, None, 0.0, ("pass", "unknown", "pass", "unknown")),
        (1.0, None, None, ("unknown", "unknown", "unknown", "unknown")),
    ],
)
def test_verdicts(value: float, minimum: float | None, maximum: float | None, verdicts: tuple[str, ...]) -> None:
    assert tuple(held(value, known, minimum, maximum) for known in (EXACTLY, AT_LEAST, AT_MOST, ROUGHLY)) == verdicts


def test_each_bound_is_held_against_its_own_value() -> None:
    near, end = Measure("closest approach", 0.4), Measure("at the end", 0.9)
    assert hold(near, end, 0.3, 1.0, "m") == Judgement(
        "pass", "closest approach 0.4 m, not below 0.3 m; at the end 0.9 m, not above 1 m", 0.9, 0.4, 0.9
    )
    assert hold(near, end, 0.5, 1.0, "m") == Judgement(
        "fail", "closest approach 0.4 m, below 0.5 m; at the end 0.9 m, not above 1 m", 0.4, 0.4, 0.9
    )
    assert hold(near, end, 0.3, 0.8, "m").value == 0.9
    assert hold(near, end, 0.5, None, "m") == Judgement("fail", "closest approach 0.4 m, below 0.5 m", 0.4, 0.4, None)


def test_a_certain_failure_outweighs_what_is_unknown() -> None:
    near, end = Measure("closest", 0.1, AT_MOST), Measure("at the end", 0.5, ROUGHLY)
    judgement = hold(near, end, 0.2, 1.0, "m", "the record has a hole")
    assert (judgement.verdict, judgement.value) == ("fail", 0.1)
    judgement = hold(near, end, 0.05, 1.0, "m", "the record has a hole")
    assert judgement.verdict == "unknown"
    assert judgement.reason.endswith("; the record has a hole")


def test_the_worst_verdict() -> None:
    assert worst(["pass", "unknown", "fail"]) == "fail"
    assert worst(["pass", "unknown"]) == "unknown"
    assert worst(["pass"]) == "pass"
