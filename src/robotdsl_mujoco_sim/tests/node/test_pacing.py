"""Pacing by a clock of the test's own."""

from __future__ import annotations

import pytest
from clocks import SleptClock
from robotdsl_mujoco_sim.node.pacing import FORGIVEN_S, PATIENCE_S, WINDOW_S, Pacer


@pytest.fixture
def wall() -> SleptClock:
    return SleptClock()


def pacer(wall: SleptClock, factor: float) -> Pacer:
    return Pacer(factor, wall, wall.sleep)


@pytest.mark.parametrize("factor", [0.25, 1.0, 4.0])
def test_a_simulation_that_keeps_up_goes_at_the_factor(wall: SleptClock, factor: float) -> None:
    paced = pacer(wall, factor)
    for step in range(201):
        paced.hold(3.0 + 0.01 * step)
        wall.now += 0.0001  # what the step costs
    assert wall.now - 100.0 == pytest.approx(2.0 / factor, abs=0.001)
    assert paced.lateness == 0.0


def test_nothing_is_held_back_at_factor_0(wall: SleptClock) -> None:
    paced = pacer(wall, 0.0)
    for step in range(10):
        paced.hold(float(step))
    assert wall.slept == []


def test_one_that_falls_behind_is_not_hurried(wall: SleptClock) -> None:
    paced = pacer(wall, 1.0)
    paced.hold(0.0)
    wall.now += 1.0  # a second's stop
    paced.hold(0.005)
    assert paced.lateness == pytest.approx(0.995)
    begun = wall.now
    for step in range(2, 103):
        paced.hold(0.005 * step)
    # From there on at the pace, but for what is caught up with.
    assert wall.now - begun == pytest.approx(0.505 - FORGIVEN_S, abs=1e-6)


def test_a_sleep_that_takes_too_long_is_made_up_for(wall: SleptClock) -> None:
    paced = pacer(wall, 1.0)

    def oversleep(seconds: float) -> None:
        wall.now += seconds + 0.001

    paced._sleep = oversleep
    for step in range(201):
        paced.hold(0.005 * step)
    assert wall.now - 100.0 == pytest.approx(1.0, abs=0.002)


def test_a_rest_and_a_new_factor_begin_anew(wall: SleptClock) -> None:
    paced = pacer(wall, 1.0)
    paced.hold(0.0)
    wall.now += 60.0
    paced.rest()
    paced.hold(0.005)
    paced.hold(0.015)
    assert wall.slept == [pytest.approx(0.01)]
    paced.factor = 2.0
    paced.hold(0.5)
    paced.hold(0.6)
    assert wall.slept[-1] == pytest.approx(0.05)


def test_a_long_wait_leaves_room_to_ask_for_something_else(wall: SleptClock) -> None:
    paced = pacer(wall, 0.01)
    assert paced.hold(0.0)
    holds = [paced.hold(0.01) for _ in range(round(1.0 / PATIENCE_S) - 1)]
    assert not any(holds) and max(wall.slept) == PATIENCE_S
    while not paced.hold(0.01):
        pass
    assert wall.now - 100.0 == pytest.approx(1.0) and paced.lateness == pytest.approx(0.0, abs=1e-9)
    # Forever, by any clock.
    paced.factor = 5e-324
    assert paced.hold(0.01) and not paced.hold(0.02)
    paced.factor = 1.0
    assert paced.hold(0.02)


def test_the_factor_that_was_reached_is_told_once_a_window(wall: SleptClock) -> None:
    paced = pacer(wall, 1.0)
    assert paced.reached(0.0) is None
    wall.now += WINDOW_S / 2
    assert paced.reached(0.4 * WINDOW_S) is None
    wall.now += WINDOW_S / 2
    assert paced.reached(0.8 * WINDOW_S) == pytest.approx(0.8)
    assert paced.reached(0.8 * WINDOW_S) is None
