"""Progress and pacing, with a clock of their own."""

from __future__ import annotations

import io

import pytest
from clocks import SleptClock
from robotdsl_mujoco_sim.run.monitors import Pacer, ProgressMonitor
from robotdsl_runtime.evaluation.progress import Progress


def leaf() -> tuple[str, ...]:
    return ("Navigate(goal=dock) at 0.1",)


def test_progress_names_the_time_the_pace_and_the_leaf() -> None:
    clock, stream = SleptClock(), io.StringIO()
    monitor = ProgressMonitor(Progress(stream, clock, terminal=False))
    for tick in range(601):
        monitor.update(tick * 0.02, leaf)
        clock.now += 0.0005
    monitor.close()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 3
    assert lines[1].split() == ["5.0", "s", "40.0", "times", "real", "time", "Navigate(goal=dock)", "at", "0.1"]


def test_leaves_are_asked_for_ten_times_a_simulated_second() -> None:
    asked: list[int] = []
    monitor = ProgressMonitor(Progress(io.StringIO(), SleptClock(), terminal=False))

    def active() -> tuple[str, ...]:
        asked.append(1)
        return ()

    for tick in range(100):
        monitor.update(tick * 0.02, active)
    assert len(asked) == 20


def test_pacing_holds_back_to_the_wall_clock() -> None:
    clock = SleptClock()
    pacer = Pacer(clock, clock.sleep)
    for tick in range(51):
        pacer.update(tick * 0.02, leaf)
        clock.now += 0.005
    assert clock.now == pytest.approx(101.005)
    assert clock.slept == pytest.approx([0.015] * 50)


def test_a_run_that_fell_behind_does_not_hurry() -> None:
    clock = SleptClock()
    pacer = Pacer(clock, clock.sleep)
    pacer.update(0.0, leaf)
    clock.now += 3.0
    pacer.update(0.02, leaf)
    pacer.update(0.04, leaf)
    assert clock.slept == pytest.approx([0.02])
