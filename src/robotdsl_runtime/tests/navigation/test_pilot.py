"""The pilot: odometry and scans in whatever order they arrive, one errand at a time, and a base left standing."""

from __future__ import annotations

import math

import numpy as np
import pytest
from robotdsl_runtime.geometry import Pose2, advance
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.limits import STAND
from robotdsl_runtime.navigation.outline import Outline
from robotdsl_runtime.navigation.pilot import Outcome, Pilot, Track
from robotdsl_runtime.sensing.returns import Returns

STEP_S = 0.05


def hall() -> OccupancyGrid:
    occupied = np.zeros((80, 120), dtype=np.bool_)
    occupied[[0, -1]] = occupied[:, [0, -1]] = True
    return OccupancyGrid(occupied, 0.05, (-1.0, -2.0))


def base(localization: str = "odometry") -> Base:
    outline = Outline.of([(0.2, 0.15), (-0.2, 0.15), (-0.2, -0.15), (0.2, -0.15)])
    return Base(outline, 0.6, 1.5, 1.0, 3.0, localization=localization)


class Run:
    """A base that does as it is told at once; ``obeys`` false, one that rolls on."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot, self.time, self.obeys = pilot, 0.0, True
        self.pose: Pose2 = (0.0, 0.0, 0.0)
        self.velocity = (0.0, 0.0, 0.0)
        self.told: list[object] = []
        pilot.move(0.0, self.pose, self.velocity)

    def step(self) -> None:
        command = self.pilot.steer(self.time)
        self.told.append(command)
        if command is not None and self.obeys:
            self.velocity = (command.v, command.left, command.w)
        v, left, w = self.velocity
        self.pose = advance(self.pose, v * STEP_S, w * STEP_S, left * STEP_S)
        self.time += STEP_S
        self.pilot.move(self.time, self.pose, self.velocity)


def test_an_errand_is_driven_to_its_end_and_the_base_let_go() -> None:
    run = Run(Pilot(hall(), base(), (0.0, 0.0, 0.0)))
    run.step()
    assert run.told == [None]
    errand = run.pilot.navigate((2.0, 0.5, 0.0))
    while not errand.over:
        assert run.time < 30.0
        run.step()
    assert errand.outcome is Outcome.REACHED
    assert math.dist(run.pose[:2], (2.0, 0.5)) < 0.15
    assert run.told[-1] is STAND
    run.step()
    assert run.told[-1] is None


def test_the_spawn_is_where_odometry_begins() -> None:
    pilot = Pilot(hall(), base(), (1.0, -0.5, math.pi / 2.0))
    assert pilot.pose is None
    pilot.move(3.0, (0.2, 0.1, 0.3), (0.0, 0.0, 0.0))
    assert pilot.pose == pytest.approx((0.9, -0.3, math.pi / 2.0 + 0.3))
    assert pilot.map_from_odometry == pytest.approx((1.0, -0.5, math.pi / 2.0))


def test_one_errand_takes_over_from_another() -> None:
    run = Run(Pilot(hall(), base(), (0.0, 0.0, 0.0)))
    first = run.pilot.navigate((2.0, 0.0, 0.0))
    for _ in range(20):
        run.step()
    again = run.pilot.navigate((1.0, 0.5, 0.0))
    assert (first.outcome, first.over) == (Outcome.TAKEN_OVER, True)
    spin = run.pilot.spin(0.5)
    assert (again.outcome, again.over) == (Outcome.TAKEN_OVER, True)
    while not spin.over:
        assert run.time < 30.0
        run.step()
    assert spin.outcome is Outcome.REACHED


def test_a_cancelled_errand_is_over_when_the_base_stands() -> None:
    run = Run(Pilot(hall(), base(), (0.0, 0.0, 0.0)))
    errand = run.pilot.drive(2.0, 0.5)
    for _ in range(20):
        run.step()
    errand.cancel()
    assert (errand.outcome, errand.over) == (Outcome.CANCELLED, False)
    speeds = []
    while not errand.over:
        speeds.append(run.velocity[0])
        run.step()
    # Along its ramp, not at once.
    assert speeds[0] > 0.4 and speeds == sorted(speeds, reverse=True) and len(speeds) > 5
    assert run.velocity == (0.0, 0.0, 0.0)
    # Only a base that gets to rest too late is not waited for.
    rolling = run.pilot.drive(1.0, 0.5)
    for _ in range(20):
        run.step()
    run.obeys = False
    rolling.cancel()
    since = run.time
    while not rolling.over:
        run.step()
    assert run.time - since == pytest.approx(3.0, abs=0.2)
    assert run.told[-1] is STAND


def test_a_pilot_that_is_halted_commands_nothing() -> None:
    run = Run(Pilot(hall(), base(), (0.0, 0.0, 0.0)))
    errand = run.pilot.drive(2.0, 0.5)
    run.step()
    run.pilot.halt("navigation was ended")
    assert (errand.outcome, errand.over, errand.message) == (Outcome.FAILED, True, "navigation was ended")
    run.step()
    assert run.told[-1] is None


def test_what_was_is_found_between_what_was_told() -> None:
    track = Track()
    assert track.at(1.0) is None and track.until is None
    track.add(1.0, (0.0, 0.0, 0.0))
    track.add(1.1, (0.1, 0.0, 0.2))
    assert track.at(1.05) == pytest.approx((0.05, 0.0, 0.1))
    # Nothing is known of what was before or is to come.
    assert track.at(0.5) == (0.0, 0.0, 0.0)
    assert track.at(2.0) == (0.1, 0.0, 0.2)
    # A clock that was set back.
    track.add(0.2, (1.0, 0.0, 0.0))
    assert (track.at(1.05), track.until) == ((1.0, 0.0, 0.0), 0.2)


def test_a_scan_waits_for_the_odometry_of_its_time() -> None:
    pilot = Pilot(hall(), base("scan"), (0.0, 0.0, 0.0))
    # Walls 0.975 m behind, 1.975 m to either side, as seen from the origin, and 1 m on.
    y = np.linspace(-1.5, 1.5, 90)
    x = np.linspace(-0.8, 3.0, 90)

    def seen(at: float) -> Returns:
        walls = [np.stack((np.full_like(y, -0.95 - at), y), 1)]
        walls += [np.stack((x - at, np.full_like(x, side)), 1) for side in (-1.95, 1.95)]
        return Returns(np.concatenate(walls), (0.0, 0.0), 0.0, 2.0 * math.pi, 12.0)

    pilot.move(0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    pilot.see(0.0, seen(0.0))
    # Odometry says 1.1 m, the walls 1.0 m; the scan arrives before the odometry of its time.
    pilot.see(2.0, seen(1.0))
    assert pilot.map_from_odometry == pytest.approx((0.0, 0.0, 0.0))
    pilot.move(1.9, (1.0, 0.0, 0.0), (0.5, 0.0, 0.0))
    assert pilot.map_from_odometry == pytest.approx((0.0, 0.0, 0.0))
    pilot.move(2.1, (1.2, 0.0, 0.0), (0.5, 0.0, 0.0))
    assert pilot.map_from_odometry[0] == pytest.approx(-0.1, abs=0.04)
    # It stands for the pose at the scan's time, not for the last.
    assert pilot.pose is not None and pilot.pose[0] == pytest.approx(1.1, abs=0.04)


@pytest.mark.parametrize(("silent", "patience"), [("odometry", 0.5), ("scan", 2.0)])
def test_a_base_that_hears_nothing_stands_and_gives_its_errand_up_in_time(silent: str, patience: float) -> None:
    run = Run(Pilot(hall(), base(), (0.0, 0.0, 0.0), math.radians(1.0)))
    empty = Returns(np.empty((0, 2)), (0.0, 0.0), 0.0, 2.0 * math.pi, 12.0)
    errand = run.pilot.navigate((3.0, 0.0, 0.0))
    driven = 0.0
    while run.time < 8.0:
        told = run.pilot.steer(run.time)
        if told is not None and told is not STAND:
            driven = run.time
        run.time += STEP_S
        for what, hear in (
            ("odometry", lambda: run.pilot.move(run.time, run.pose, run.velocity)),
            ("scan", lambda: run.pilot.see(run.time, empty)),
        ):
            if what != silent or run.time < 1.0:
                hear()
    assert driven == pytest.approx(1.0 + patience, abs=2 * STEP_S)
    assert errand.outcome is Outcome.FAILED and errand.over
    assert errand.message.startswith(f"nothing was heard of the {silent} for 5.0 s")
    assert run.pilot.steer(run.time) is None


def test_a_base_that_hears_again_goes_on() -> None:
    run = Run(Pilot(hall(), base(), (0.0, 0.0, 0.0)))
    errand = run.pilot.navigate((2.0, 0.5, 0.0))
    for _ in range(20):
        run.step()
    before = run.time
    while run.time < before + 3.0:
        run.time += STEP_S
        command = run.pilot.steer(run.time)
        assert run.time <= before + 0.5 + STEP_S or command is STAND
    run.velocity = (0.0, 0.0, 0.0)
    run.pilot.move(run.time, run.pose, run.velocity)
    while not errand.over:
        assert run.time < 40.0
        run.step()
    assert errand.outcome is Outcome.REACHED
