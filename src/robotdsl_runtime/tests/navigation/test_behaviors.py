"""Turning in place and driving straight: how exactly they end, and how they fail."""

from __future__ import annotations

import math

import numpy as np
import pytest
from kinematic import Shape, World, base_of, box, rectangle
from layouts import car_base, drawn, example_base, room
from oracles import assert_within_limits
from robotdsl_runtime.geometry import Pose2, relative
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.behaviors import STUCK_AFTER, DriveBehavior, SpinBehavior
from robotdsl_runtime.navigation.limits import STANDING, Limits, Velocity
from robotdsl_runtime.navigation.motion import NavigationStatus

BASE = example_base()
LONG = base_of(rectangle(0.6, 0.2), max_speed=0.5, max_turn=1.5, max_acceleration=1.0, max_turn_acceleration=2.5)
MIDDLE = (2.0, 1.5, 0.4)


class Here(World):
    """A world for motions other than the navigator's: it takes the scans all the same, and needs the time for them."""

    def see(self) -> None:
        self.navigator.update(self.time, self.believed, self.velocity)
        super().see()


class Hampered(Here):
    """A base that does only a share of what it is told; its odometry tells the truth."""

    share = 0.0

    def move(self, command: Velocity, dt: float) -> None:
        v, left, w = command
        super().move((self.share * v, self.share * left, self.share * w), dt)


class Crawling(Hampered):
    share = 0.03


def world(
    shapes: list[Shape] | None = None, start: Pose2 = MIDDLE, base: Base = BASE, kind: type[World] = Here, **more: float
) -> World:
    shapes = room(4.0, 3.0) if shapes is None else shapes
    return kind(base, shapes, drawn(shapes), start, noise=more.get("noise", 0.0), seed=int(more.get("seed", 0)))


def turned(poses: list[Pose2]) -> float:
    yaws = np.unwrap([pose[2] for pose in poses])
    return float(yaws[-1] - yaws[0])


def spin(here: World, angle: float) -> SpinBehavior:
    return SpinBehavior(angle, here.base, here.navigator.obstacles)


def drive(here: World, distance: float, speed: float | None = None) -> DriveBehavior:
    return DriveBehavior(distance, 0.0, speed, here.base, here.navigator.obstacles)


@pytest.mark.parametrize("angle", [2.0 * math.pi, -2.0 * math.pi, 0.5, -0.5, 0.05])
def test_turns_are_exact(angle: float) -> None:
    here = world()
    run = here.drive(spin(here, angle), 30.0)
    assert run.status is NavigationStatus.REACHED
    assert turned(run.poses) == pytest.approx(angle, abs=0.03)
    assert max(math.dist(pose[:2], MIDDLE[:2]) for pose in run.poses) < 0.005
    assert_within_limits(run.commands, Limits.of(BASE))
    assert run.time < 3.0 + 1.5 * abs(angle) / 1.5


@pytest.mark.parametrize("speed", [None, 0.4])
@pytest.mark.parametrize("distance", [0.6, -0.6, 0.05])
def test_drives_are_exact(distance: float, speed: float | None) -> None:
    here = world()
    run = here.drive(drive(here, distance, speed), 30.0)
    assert run.status is NavigationStatus.REACHED
    c, s = math.cos(MIDDLE[2]), math.sin(MIDDLE[2])
    dx, dy = run.pose[0] - MIDDLE[0], run.pose[1] - MIDDLE[1]
    assert c * dx + s * dy == pytest.approx(distance, abs=0.01)
    assert c * dy - s * dx == pytest.approx(0.0, abs=0.005)
    assert turned(run.poses) == pytest.approx(0.0, abs=0.01)
    assert_within_limits(run.commands, Limits.of(BASE))
    fastest = max(abs(v) for v, _, _ in run.commands)
    assert fastest <= (speed or 0.15) + 1e-9
    assert fastest > 0.9 * (speed or 0.15) or abs(distance) < 0.5


@pytest.mark.parametrize("seed", range(2))
def test_noise_leaves_a_small_error(seed: int) -> None:
    here = world(noise=1.0, seed=seed)
    run = here.drive(spin(here, 3.0), 30.0)
    assert run.status is NavigationStatus.REACHED
    assert turned(run.poses) == pytest.approx(3.0, abs=0.08)
    run = here.drive(drive(here, 0.8), 30.0)
    assert run.status is NavigationStatus.REACHED
    assert math.dist(run.poses[0][:2], run.pose[:2]) == pytest.approx(0.8, abs=0.04)


@pytest.mark.parametrize(("distance", "start"), [(2.0, (2.0, 1.5, 0.0)), (-2.0, (2.0, 1.5, math.pi))])
@pytest.mark.parametrize("mapped", [True, False])
def test_a_drive_stops_before_an_obstacle(distance: float, start: Pose2, mapped: bool) -> None:
    """At a box on the map or seen by the scan only."""
    here = world([*room(4.0, 3.0), box(3.0, 1.5, 0.4, 0.6, mapped=mapped)], start)
    run = here.drive(drive(here, distance, 0.3), 60.0)
    assert run.status is NavigationStatus.FAILED
    assert run.reason in ("blocked", "stuck")
    assert 0.005 < run.clearance < 0.04
    assert run.pose[0] == pytest.approx(2.63, abs=0.02)
    assert STUCK_AFTER < run.time < 20.0
    assert here.velocity == pytest.approx(STANDING, abs=0.02)


def test_what_holds_up_a_drive_is_named() -> None:
    """It is something in the way that ends these drives, whatever the noise."""
    messages = set()
    for seed in (0, 1, 2):
        here = world([*room(4.0, 3.0), box(3.0, 1.5, 0.4, 0.6)], (2.0, 1.5, 0.0), seed=seed)
        messages.add(here.drive(drive(here, 2.0, 0.3), 60.0).message)
    assert messages == {"something is in the way of the drive"}


def test_a_turn_stops_before_an_obstacle() -> None:
    here = world([*room(4.0, 3.0), box(2.0, 1.8, 1.0, 0.2)], (2.0, 1.5, 0.0), LONG)
    run = here.drive(spin(here, math.pi), 60.0)
    assert run.status is NavigationStatus.FAILED
    assert run.reason in ("blocked", "stuck")
    assert 0.1 < turned(run.poses) < 1.0
    assert 0.003 < run.clearance < 0.05


def test_a_drive_along_a_wall_is_not_held_up() -> None:
    here = world(start=(0.6, 0.2, 0.0))
    run = here.drive(drive(here, 2.0, 0.3), 30.0)
    assert run.status is NavigationStatus.REACHED
    assert run.clearance > 0.02


def test_away_from_something_close_is_free() -> None:
    here = world([*room(4.0, 3.0), box(2.4, 1.5, 0.46, 0.6)], (2.0, 1.5, 0.0))
    run = here.drive(drive(here, -0.4, 0.3), 30.0)
    assert run.status is NavigationStatus.REACHED
    assert run.pose[0] == pytest.approx(1.6, abs=0.01)


@pytest.mark.parametrize("what", ["drive", "turn"])
def test_wheels_that_do_not_turn_are_noticed(what: str) -> None:
    here = world(kind=Hampered)
    run = here.drive(drive(here, 1.0) if what == "drive" else spin(here, 2.0), 60.0)
    assert (run.status, run.reason) == (NavigationStatus.FAILED, "stuck")
    assert run.message == f"the {what} makes no progress"
    assert STUCK_AFTER < run.time < STUCK_AFTER + 1.5
    assert run.commands[-1] == STANDING


def test_a_motion_far_too_slow_runs_out_of_time() -> None:
    """A turn that plans for 1 s is given up after 20 s, however steadily it creeps on."""
    here = world(kind=Crawling)
    run = here.drive(spin(here, 1.5), 60.0)
    assert (run.status, run.reason, run.message) == (NavigationStatus.FAILED, "stuck", "the turn takes too long")
    assert run.time == pytest.approx(20.0, abs=0.5)


def test_this_base_does_not_move_sideways() -> None:
    here = world()
    with pytest.raises(ValueError, match="does not move sideways"):
        DriveBehavior(0.5, 0.1, None, BASE, here.navigator.obstacles)


def test_a_cancelled_motion_ramps_down_and_stands() -> None:
    here = world()
    motion = drive(here, 1.5, 0.4)
    run = here.drive(motion, 1.5)
    assert run.status is NavigationStatus.RUNNING
    assert here.velocity[0] > 0.35
    motion.cancel()
    run = here.drive(motion, 5.0)
    assert run.status is NavigationStatus.IDLE
    assert run.commands[0][0] > 0.3
    assert np.abs(np.diff([v for v, _, _ in run.commands])).max() <= 0.05 + 1e-9
    assert 0.3 < run.time < 1.2


def test_a_halted_motion_stands_at_once() -> None:
    here = world()
    motion = drive(here, 1.5, 0.4)
    here.drive(motion, 1.5)
    motion.halt()
    command = motion.update(here.time, here.believed, STANDING)
    assert (command.v, command.w, command.left) == (0.0, 0.0, 0.0)
    assert motion.stopped


def test_a_motion_that_takes_over_starts_from_the_speed_there_is() -> None:
    here = world()
    here.drive(drive(here, 1.5, 0.4), 1.5)
    next_motion = drive(here, 0.8, 0.4)
    command = next_motion.update(here.time, here.believed, here.velocity)
    assert command.v == pytest.approx(here.velocity[0], abs=0.06)


SIDEWAYS = example_base(kinematics="holonomic", max_side_speed=0.4)


def strafe(here: World, forward: float, left: float, speed: float | None = None) -> DriveBehavior:
    return DriveBehavior(forward, left, speed, here.base, here.navigator.obstacles)


@pytest.mark.parametrize("speed", [None, 0.6])
@pytest.mark.parametrize(("forward", "left"), [(0.0, 0.7), (0.0, -0.7), (0.4, -0.3), (-0.5, 0.2)])
def test_drives_sideways_are_exact(forward: float, left: float, speed: float | None) -> None:
    here = world(base=SIDEWAYS)
    run = here.drive(strafe(here, forward, left, speed), 30.0)
    assert run.status is NavigationStatus.REACHED
    moved = relative(MIDDLE, run.pose)
    assert moved == pytest.approx((forward, left, 0.0), abs=0.01)
    assert_within_limits(run.commands, Limits.of(SIDEWAYS))
    # Along the line, at no more than what the base can do to the side.
    fastest = max(math.hypot(v, aside) for v, aside, _ in run.commands)
    assert fastest <= min(speed or 0.15, 0.4) + 0.02
    size = math.hypot(forward, left)
    offsets = [(x * left - y * forward) / size for x, y, _ in (relative(MIDDLE, pose) for pose in run.poses)]
    assert max(map(abs, offsets)) < 0.01


class Drifting(Here):
    """A base that is pushed aside and turned as it moves, and measures that."""

    def move(self, command: Velocity, dt: float) -> None:
        v, left, w = command
        push = 0.03 if v or left else 0.0
        super().move((v + push, left, w + 2.0 * push), dt)


def test_a_drive_sideways_keeps_its_line_and_its_heading() -> None:
    here = world(base=SIDEWAYS, kind=Drifting)
    run = here.drive(strafe(here, 0.0, 0.8, 0.2), 30.0)
    assert run.status is NavigationStatus.REACHED
    assert relative(MIDDLE, run.pose) == pytest.approx((0.0, 0.8, 0.0), abs=0.04)


@pytest.mark.parametrize("mapped", [True, False])
def test_a_drive_sideways_stops_before_an_obstacle(mapped: bool) -> None:
    here = world([*room(4.0, 3.0), box(2.0, 2.3, 0.8, 0.4, mapped=mapped)], (2.0, 1.5, 0.0), SIDEWAYS)
    run = here.drive(strafe(here, 0.0, 1.2, 0.3), 60.0)
    assert run.status is NavigationStatus.FAILED
    assert run.message == "something is in the way of the sideways drive"
    assert 0.005 < run.clearance < 0.04
    assert run.pose[1] == pytest.approx(2.1 - 0.16, abs=0.04)


def test_only_a_holonomic_base_drives_sideways() -> None:
    here = world()
    with pytest.raises(ValueError, match="does not move sideways"):
        strafe(here, 0.0, 0.5)


@pytest.mark.parametrize("distance", [0.8, -0.8])
def test_a_base_that_steers_drives_straight(distance: float) -> None:
    base = car_base()
    here = world(base=base, start=(2.0, 1.5, 0.0), noise=1.0, seed=1)
    run = here.drive(drive(here, distance, 0.3), 30.0)
    assert run.status is NavigationStatus.REACHED
    assert run.pose == pytest.approx((2.0 + distance, 1.5, 0.0), abs=0.04)
    assert_within_limits(run.commands, Limits.of(base))
