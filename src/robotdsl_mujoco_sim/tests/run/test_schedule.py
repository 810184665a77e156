from __future__ import annotations

import pytest
from robotdsl_mujoco_sim.run.schedule import Periodic


@pytest.mark.parametrize(("rate", "period"), [(50.0, 20), (20.0, 50), (10.0, 100), (15.0, 67), (5000.0, 1)])
def test_a_rate_is_a_whole_number_of_steps(rate: float, period: int) -> None:
    assert Periodic.at_rate(rate, 0.001, 0).period == period


def test_falls_due_from_its_start_on() -> None:
    periodic = Periodic.at_rate(10.0, 0.001, 340)
    assert [step for step in range(340, 700, 20) if periodic.falls_on(step)] == [340, 440, 540, 640]
    assert periodic.due == 740


def test_asked_too_seldom_it_is_due_once_and_keeps_its_beat() -> None:
    periodic = Periodic(50, 0)
    assert [step for step in range(0, 301, 20) if periodic.falls_on(step)] == [0, 60, 100, 160, 200, 260, 300]
    often = Periodic(10, 0)
    assert [step for step in range(0, 101, 20) if often.falls_on(step)] == [0, 20, 40, 60, 80, 100]
    assert often.due == 110
