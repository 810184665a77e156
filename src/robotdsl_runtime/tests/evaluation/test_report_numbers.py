from __future__ import annotations

import math

import pytest
from robotdsl_runtime.evaluation.numbers import apart, seconds, short


@pytest.mark.parametrize(
    "value, text",
    [
        (0.0, "0"), (-0.0, "0"), (1.0, "1"), (0.0432, "0.0432"), (12.345, "12.3"), (1530.4, "1530"), (-2.5, "-2.5"),
        (0.00001234, "1.23e-5"), (123456789.0, "1.23e8"), (0.1 + 0.2, "0.3"), (999.96, "1000"), (math.inf, "inf"),
        (-math.inf, "-inf"), (math.nan, "nan"),
    ],
)  # fmt: skip
def test_short(value: float, text: str) -> None:
    assert short(value) == text


def test_a_value_does_not_read_like_the_bound_that_it_misses() -> None:
    assert apart(10.0, (10.0,)) == "10"
    assert apart(10.004, (10.0,)) == "10.004"
    assert apart(9.9996, (10.0, 3.0)) == "9.9996"
    assert apart(10.0 + 1e-12, (10.0,)) == repr(10.0 + 1e-12)
    assert apart(math.nan, (1.0,)) == "nan"


@pytest.mark.parametrize(
    "value, text",
    [(0.0, "0 s"), (0.424, "0.42 s"), (12.34, "12.3 s"), (99.94, "99.9 s"), (99.96, "1 min 40 s"),
     (125.4, "2 min 05 s"),
     (3725.0, "1 h 02 min"), (-125.0, "-2 min 05 s"), (math.inf, "inf s")],
)  # fmt: skip
def test_seconds(value: float, text: str) -> None:
    assert seconds(value) == text
