"""The follower, driving a base that lags behind its commands along given paths."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from kinematic import RESOLUTION, Run, World, base_of, clearance, rectangle
from layouts import OCTAGON, car_base, drawn, example_base, moved, passage, room, trike_base
from oracles import assert_within_limits
from robotdsl_runtime.geometry import Pose2, normalize_angle
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.field import PlanningField
from robotdsl_runtime.navigation.follower import Follower, Progress, turn_rate
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.limits import STANDING, Limits, Velocity
from robotdsl_runtime.navigation.motion import Motion, NavigationStatus
from robotdsl_runtime.navigation.obstacles import Obstacles
from robotdsl_runtime.navigation.path import Drive, Path, Turn, straight
from robotdsl_runtime.navigation.planner import Planner
from robotdsl_runtime.navigation.shots import Segment, drives

BASES = {
    "example": example_base(),
    "quick": base_of(rectangle(0.4, 0.3), max_speed=2.0, max_turn=4.0, max_acceleration=3.0),
    "slow": base_of(rectangle(0.3, 0.3), max_speed=0.2, max_turn=0.5, max_acceleration=0.3, max_turn_acceleration=0.8),
}


class Following(Motion):
    """Follows one path and does nothing else."""

    def __init__(self, base: Base, field: PlanningField, path: Path) -> None:
        super().__init__(base, Obstacles(field, base))
        self.follower = Follower(path, self.limits, field)
        self._start()

    def _wanted(self, time: float, pose: Pose2, velocity: Velocity, dt: float) -> Velocity:
        progress = self.follower.step(pose, velocity, self._last, dt)
        if progress is Progress.RUNNING:
            return self.follower.v, 0.0, self.follower.w
        if progress is Progress.DONE:
            return self._reach()
        self.cancel()
        return STANDING


def follow(base: Base, path: Path, grid: OccupancyGrid, start: Pose2 | None = None) -> Run:
    """The run of a base that knows where it is, from ``start`` or the start of the path."""
    world = World(base, [], grid, start or path.start, noise=0.0, scan=False)
    return world.drive(Following(base, Planner(grid, base).field(), path), seconds=90.0)


def strays(run: Run, path: Path) -> float:
    """The largest distance of the robot from the path's poses."""
    along = path.poses()[:, :2]
    return max(float(np.hypot(*(along - pose[:2]).T).min()) for pose in run.poses)


OPEN = OccupancyGrid(np.zeros((120, 120), dtype=np.bool_), RESOLUTION, (-3.0, -3.0))


def arc(radius: float, angle: float) -> Drive:
    turned = np.linspace(0.0, angle, max(8, int(radius * abs(angle) / 0.02)))
    side = math.copysign(1.0, angle)
    return Drive.through(
        np.stack((radius * np.sin(np.abs(turned)), side * radius * (1.0 - np.cos(turned)), turned), axis=1)
    )


def after(first: Drive | Turn, *rest: Drive | Turn) -> Path:
    pose = first.poses()[0].tolist()
    return Path((pose[0], pose[1], pose[2]), (first, *rest))


PATHS = {
    "straight": after(Drive.through(straight(0.0, 0.0, 1.5, 0.0, 0.0))),
    "backwards": after(Drive.through(straight(0.0, 0.0, -0.7, 0.0, 0.0), reverse=True)),
    "left": after(arc(0.5, 2.0)),
    "right": after(arc(0.3, -1.5)),
    "about": after(Turn((0.0, 0.0, 0.0), math.pi)),
    "the long way round": after(Turn((0.0, 0.0, 0.0), -5.5)),
    "a corner": after(
        Drive.through(straight(0.0, 0.0, 1.0, 0.0, 0.0)),
        Turn((1.0, 0.0, 0.0), math.pi / 2.0),
        Drive.through(straight(1.0, 0.0, 1.0, 0.8, math.pi / 2.0)),
        Turn((1.0, 0.8, math.pi / 2.0), -0.5),
    ),
    "out and back": after(
        Drive.through(straight(0.0, 0.0, 0.5, 0.0, 0.0)), Drive.through(straight(0.5, 0.0, 0.0, 0.0, 0.0), reverse=True)
    ),
}


@pytest.mark.parametrize("base", list(BASES.values()), ids=list(BASES))
@pytest.mark.parametrize("name", list(PATHS))
def test_paths_are_followed_to_their_end_within_the_limits(name: str, base: Base) -> None:
    path = PATHS[name]
    run = follow(base, path, OPEN)
    assert run.status is NavigationStatus.REACHED
    assert math.dist(run.pose[:2], path.goal[:2]) < 0.02
    assert abs(normalize_angle(run.pose[2] - path.goal[2])) < 0.03
    assert strays(run, path) < 0.03
    assert_within_limits(run.commands, Limits.of(base))


def test_a_turn_goes_the_way_round_that_was_planned() -> None:
    run = follow(BASES["example"], PATHS["the long way round"], OPEN)
    turned = np.unwrap([pose[2] for pose in run.poses])
    assert turned[-1] - turned[0] == pytest.approx(-5.5, abs=0.03)
    assert max(w for _, _, w in run.commands) < 0.15


@pytest.mark.parametrize("offset", [(0.0, 0.04, 0.0), (0.0, -0.06, 0.2), (-0.03, 0.0, -0.3)])
def test_a_robot_beside_its_path_comes_back_to_it(offset: Pose2) -> None:
    path = PATHS["straight"]
    run = follow(BASES["example"], path, OPEN, start=offset)
    assert run.status is NavigationStatus.REACHED
    assert math.dist(run.pose[:2], path.goal[:2]) < 0.02
    assert abs(run.pose[2]) < 0.05
    assert strays(run, path) < 0.1


def test_a_robot_far_from_its_path_is_lost() -> None:
    base = BASES["example"]
    follower = Follower(PATHS["straight"], Limits.of(base), Planner(OPEN, base).field())
    assert follower.step((0.3, 0.3, 0.0), STANDING, STANDING, 0.05) is Progress.LOST
    assert (follower.v, follower.w) == (0.0, 0.0)


def test_an_empty_path_is_done() -> None:
    base = BASES["example"]
    follower = Follower(Path((0.0, 0.0, 0.0), ()), Limits.of(base), Planner(OPEN, base).field())
    assert follower.remaining_length() == 0.0
    assert follower.step((0.0, 0.0, 0.0), STANDING, STANDING, 0.05) is Progress.DONE


@pytest.mark.parametrize("name", ["L", "zigzag"])
def test_planned_ways_through_passages_keep_clear(name: str) -> None:
    base = BASES["example"]
    shapes, start, goal = passage(name, (0.1, -0.2, 0.4))
    grid = drawn(shapes)
    path = Planner(grid, base).plan(start, goal)
    assert isinstance(path, Path)
    run = follow(base, path, grid)
    assert run.status is NavigationStatus.REACHED
    assert math.dist(run.pose[:2], goal[:2]) < base.goal_tolerance_m / 3.0
    assert abs(normalize_angle(run.pose[2] - goal[2])) < base.goal_tolerance_rad / 3.0
    assert min(clearance(OCTAGON.vertices, pose, shapes) for pose in run.poses[::2]) > 0.01
    assert_within_limits(run.commands, Limits.of(base))


def test_what_remains_shrinks_to_nothing() -> None:
    base = BASES["example"]
    path = PATHS["a corner"]
    motion = Following(base, Planner(OPEN, base).field(), path)
    world = World(base, [], OPEN, path.start, noise=0.0, scan=False)
    lengths = [motion.follower.remaining_length()]
    while motion.status is NavigationStatus.RUNNING and world.time < 60.0:
        command = motion.update(world.time, world.believed, world.velocity)
        for _ in range(5):
            world.move((command.v, command.left, command.w), 0.01)
        world.time += 0.05
        lengths.append(motion.follower.remaining_length())
    assert lengths[0] == pytest.approx(1.8)
    assert lengths[-1] == 0.0
    assert (np.diff(lengths) <= 1e-9).all()


def hall(width: float) -> OccupancyGrid:
    return drawn(moved(room(6.0, width), (-2.0, -width / 2.0, 0.0)))


def test_speed_falls_where_it_is_narrow() -> None:
    """At full speed down the middle of a hall, at no more than half of it where the robot cannot turn."""
    base = BASES["example"]
    path = after(Drive.through(straight(-1.0, 0.0, 2.5, 0.0, 0.0)))
    wide = follow(base, path, hall(2.0))
    narrow = follow(base, path, hall(0.4))
    assert max(v for v, _, _ in wide.commands) == pytest.approx(0.5, abs=0.01)
    assert 0.1 < max(v for v, _, _ in narrow.commands) < 0.3
    assert narrow.status is NavigationStatus.REACHED


@pytest.mark.parametrize("rest", [-4.0, -0.3, -0.01, 0.02, 0.5, 6.0])
def test_turns_brake_in_time(rest: float) -> None:
    limits = Limits.of(BASES["example"])
    rate = turn_rate(rest, limits)
    assert math.copysign(1.0, rate) == math.copysign(1.0, rest)
    assert abs(rate) <= limits.turn
    if abs(rest) > 0.1:
        assert rate * rate / (2.0 * limits.turn_acceleration) < abs(rest)


def test_ramps_reach_no_further_than_the_accelerations() -> None:
    limits = Limits.of(BASES["example"])
    assert limits.ramped((0.5, 0.0, 0.0), STANDING, 0.05) == pytest.approx((0.05, 0.0, 0.0))
    assert limits.ramped((-0.5, 0.0, 1.5), (0.3, 0.0, 0.0), 0.1) == pytest.approx((0.2, 0.0, 0.25))
    assert limits.ramped((0.2, 0.0, 0.1), (0.2, 0.0, 0.1), 0.05) == pytest.approx((0.2, 0.0, 0.1))
    # Of more than the wheels can do together, the arc is kept.
    v, _, w = limits.shared(0.5, 0.0, 1.5)
    assert v / w == pytest.approx(0.5 / 1.5)
    assert v / 0.5 + w / 1.5 == pytest.approx(1.0)


CARS = {"car": car_base(), "trike": trike_base()}
# Ways in turning radii of the base: to where it is steered, and how far.
WAYS = {
    "a bend": [(0, 1.0), (1, 1.2), (0, 0.6)],
    "an S": [(1, 1.0), (-1, 1.0)],
    "backwards": [(0, -0.5), (1, -1.2)],
    "into a space": [(0, 1.0), (-1, -0.9), (1, -0.9)],
    "three points": [(1, 1.0), (-1, -1.0), (1, 1.0)],
}


@pytest.mark.parametrize("name", list(WAYS))
@pytest.mark.parametrize("base", list(CARS.values()), ids=list(CARS))
def test_a_base_that_steers_follows_its_way_and_stops_where_that_turns_back(name: str, base: Base) -> None:
    radius = 1.15 * base.min_turning_radius
    way = [Segment(steer / radius, length * radius) for steer, length in WAYS[name]]
    path = Path((0.0, 0.0, 0.0), tuple(drives((0.0, 0.0, 0.0), way)))
    run = follow(base, path, OPEN)
    assert run.status is NavigationStatus.REACHED
    assert math.dist(run.pose[:2], path.goal[:2]) < 0.03
    # Arcs that meet are more than steering follows at once, the more so the tighter they are.
    assert abs(normalize_angle(run.pose[2] - path.goal[2])) < 0.2
    assert strays(run, path) < 0.03
    assert_within_limits(run.commands, Limits.of(base))
    # It stands before each change of direction, and turns at no other place.
    ways = [math.copysign(1.0, v) for v, _, _ in run.commands if v]
    assert 1 + sum(a != b for a, b in itertools.pairwise(ways)) == len(path.legs)


def test_a_base_that_steers_is_lost_when_it_faces_elsewhere() -> None:
    """It cannot turn in place to face its way again, so that a new plan is due."""
    base = CARS["car"]
    path = Path((0.0, 0.0, 0.0), tuple(drives((0.0, 0.0, 0.0), [Segment(0.0, 1.0)])))
    follower = Follower(path, Limits.of(base), Planner(OPEN, base).field())
    assert follower.step((0.3, 0.0, 1.2), STANDING, STANDING, 0.05) is Progress.LOST
    assert follower.step((0.3, 0.0, 0.3), STANDING, STANDING, 0.05) is Progress.RUNNING
