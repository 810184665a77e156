from __future__ import annotations

import pytest
from robotdsl_mujoco_sim.node.rates import Rate


def steps_of(rate: Rate, until: int) -> list[int]:
    return [step for step in range(until + 1) if rate.falls_on(step)]


@pytest.mark.parametrize(("hz", "period"), [(50.0, 20), (100.0, 10), (200.0, 5), (1000.0, 1), (4000.0, 1)])
def test_a_period_of_whole_steps_is_kept_exactly(hz: float, period: int) -> None:
    assert steps_of(Rate(hz, 1000.0), 100) == list(range(period, 101, period))


@pytest.mark.parametrize("hz", [30.0, 15.0, 7.3, 60.0, 333.0])
def test_any_other_is_right_on_average(hz: float) -> None:
    steps = steps_of(Rate(hz, 1000.0), 100_000)
    assert abs(len(steps) - 100.0 * hz) <= 1.0
    assert all(abs(step - (k + 1) * 1000.0 / hz) <= 0.5 for k, step in enumerate(steps))


def test_whoever_asks_late_finds_it_due_once() -> None:
    rate = Rate(100.0, 1000.0)
    assert [rate.falls_on(step) for step in (0, 9, 35, 36, 40, 41)] == [False, False, True, False, True, False]


def test_it_begins_anew() -> None:
    rate = Rate(50.0, 1000.0)
    steps_of(rate, 500)
    rate.restart(7)
    assert steps_of(rate, 60) == [27, 47]


@pytest.mark.parametrize("hz", [0.0, -1.0, float("nan")])
def test_no_rate_at_all_is_refused(hz: float) -> None:
    with pytest.raises(ValueError, match="above 0 Hz"):
        Rate(hz, 1000.0)
