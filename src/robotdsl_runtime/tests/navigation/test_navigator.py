"""Whole navigations in worlds of exact shapes: arrivals, detours, and every way to fail."""

from __future__ import annotations

import math

import pytest
from kinematic import Run, Shape, World, base_of, box, disc, rectangle, wall
from layouts import OCTAGON, drawn, example_base, passage, room
from oracles import assert_within_limits
from robotdsl_runtime.geometry import Pose2, normalize_angle, relative
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.limits import STANDING, Limits, Velocity
from robotdsl_runtime.navigation.motion import NavigationStatus
from robotdsl_runtime.navigation.navigator import BLOCKED_AFTER
from robotdsl_runtime.navigation.path import Path
from robotdsl_runtime.navigation.planner import Planner

BASE = example_base()


def world(shapes: list[Shape], start: Pose2, seed: int = 0, base: Base = BASE, **more: float) -> World:
    return World(base, shapes, drawn(shapes), start, seed=seed, turn_share=more.get("turn_share", 1.0))


def assert_arrived(run: Run, goal: Pose2, base: Base = BASE) -> None:
    """Within the goal's tolerance in truth, without having touched anything, the limits kept, and standing."""
    assert run.status is NavigationStatus.REACHED, f"{run.reason}: {run.message}"
    assert math.dist(run.pose[:2], goal[:2]) < base.goal_tolerance_m
    assert abs(normalize_angle(run.pose[2] - goal[2])) < base.goal_tolerance_rad
    assert run.clearance > 0.0
    assert_within_limits(run.commands, Limits.of(base))
    assert run.commands[-1] == STANDING


CLUTTER = [
    *room(4.0, 3.0), box(1.6, 1.0, 0.4, 0.8, 0.3), disc(2.6, 2.1, 0.25), box(2.6, 0.6, 0.3, 0.3, 0.8),
    disc(1.2, 2.4, 0.1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("goal", "seed"),
    [((3.5, 1.3, 0.0), 0), ((2.0, 2.6, 3.0), 2)],
)
def test_goals_among_clutter_are_reached(goal: Pose2, seed: int) -> None:
    here = world(CLUTTER, (0.5, 0.6, 2.0), seed)
    run = here.navigate(goal, 90.0)
    assert_arrived(run, goal)
    assert run.clearance > 0.02
    assert math.dist(run.pose[:2], goal[:2]) < 0.06
    assert max(math.dist(a[:2], b[:2]) for a, b in zip(run.poses, run.believed_poses, strict=True)) < 0.06


def test_a_winding_passage_is_driven_through() -> None:
    shapes, start, goal = passage("zigzag", (0.2, -0.1, 0.45))
    run = world(shapes, start, seed=7).navigate(goal, 150.0)
    assert_arrived(run, goal)
    assert run.clearance > 0.01


def test_one_goal_after_another() -> None:
    here = world(CLUTTER, (0.5, 0.6, 0.0))
    for goal in ((2.1, 1.7, 0.0), (0.5, 1.8, 3.0), (0.5, 1.8, 0.0)):
        assert_arrived(here.navigate(goal, 90.0), goal)


def test_a_new_goal_on_the_way_is_headed_for_at_once() -> None:
    here = world(room(4.0, 3.0), (0.5, 0.5, 0.0))
    first = here.navigate((3.5, 0.5, 0.0), 3.0)
    assert first.status is NavigationStatus.RUNNING
    assert here.velocity[0] > 0.2
    goal = (0.5, 2.3, math.pi / 2.0)
    run = here.navigate(goal, 60.0)
    assert run.status is NavigationStatus.REACHED
    assert math.dist(run.pose[:2], goal[:2]) < 0.06
    # Speeds go on from what was told last, without a jump.
    before, after = first.commands[-1], run.commands[0]
    assert abs(after[0] - before[0]) <= 0.05 + 1e-9
    assert max(pose[0] for pose in run.poses) < 2.0


def test_at_the_goal_already() -> None:
    run = world(room(4.0, 3.0), (2.0, 1.5, 0.3)).navigate((2.0, 1.5, 0.3), 10.0)
    assert run.status is NavigationStatus.REACHED
    assert run.time < 0.5


def hits(poses: list[Pose2], shape: Shape) -> bool:
    """Whether the outline covers the shape's middle at any of the poses."""
    for pose in poses:
        x, y, _ = relative(pose, (*shape.center.tolist(), 0.0))
        if (OCTAGON.normals @ (x, y) < OCTAGON.offsets).all():
            return True
    return False


@pytest.mark.parametrize(
    "hidden",
    [
        box(2.0, 1.5, 0.3, 0.5, mapped=False),
        disc(1.8, 1.45, 0.15, mapped=False),
        box(2.3, 1.45, 0.1, 1.4, 0.3, mapped=False),
    ],
    ids=["box", "post", "wall"],
)
def test_what_is_not_on_the_map_is_driven_round(hidden: Shape) -> None:
    shapes = [*room(4.0, 3.0), hidden]
    start, goal = (0.5, 1.5, 0.0), (3.5, 1.5, 0.0)
    plan = Planner(drawn(shapes), BASE).plan(start, goal)
    assert isinstance(plan, Path)
    straight = [(x, y, yaw) for x, y, yaw in plan.poses().tolist()]
    assert hits(straight, hidden)
    here = world(shapes, start, seed=3)
    run = here.navigate(goal, 90.0)
    assert_arrived(run, goal)
    assert run.clearance > 0.01
    assert run.time < 40.0


def closed_hall() -> tuple[list[Shape], Pose2, Pose2]:
    """A hall with a wall across it that the map does not show."""
    shapes = [*room(4.0, 0.8), wall(2.5, 0.0, 2.5, 0.8, mapped=False)]
    return shapes, (0.5, 0.4, 0.0), (3.5, 0.4, 0.0)


def test_a_way_closed_by_something_hidden_is_given_up() -> None:
    shapes, start, goal = closed_hall()
    run = world(shapes, start).navigate(goal, 120.0)
    assert run.status is NavigationStatus.FAILED
    assert run.reason in ("blocked", "no_path")
    assert run.message
    assert run.clearance > 0.005
    assert BLOCKED_AFTER < run.time < 60.0
    assert run.commands[-1] == STANDING
    # It waits where it stands.
    assert min(v for v, _, _ in run.commands) > -0.01


def test_a_closed_passage_is_given_up() -> None:
    shapes, start, goal = passage("L", (0.1, 0.2, 0.3))
    corner = passage("L", (0.1, 0.2, 0.3))[1]
    c, s = math.cos(corner[2]), math.sin(corner[2])
    x, y = corner[0] + 1.2 * c, corner[1] + 1.2 * s
    shapes.append(wall(x + 0.3 * s, y - 0.3 * c, x - 0.3 * s, y + 0.3 * c, mapped=False))
    run = world(shapes, start).navigate(goal, 120.0)
    assert run.status is NavigationStatus.FAILED
    assert run.reason in ("blocked", "no_path")
    assert run.clearance > 0.0
    assert run.time < 80.0


class Opening(World):
    """A world whose last shape is taken away after a while."""

    opens_at = 0.0

    def see(self) -> None:
        if self.time > self.opens_at and len(self.shapes) == 5:
            del self.shapes[4]
            self.lidar = type(self.lidar)(self.shapes, noise=self.lidar_noise)
        super().see()


def opened(opens_at: float) -> Run:
    shapes, start, goal = closed_hall()
    here = Opening(BASE, shapes, drawn(shapes), start)
    here.opens_at = opens_at
    run = here.navigate(goal, 120.0)
    assert len(shapes) == 4
    assert run.clearance > 0.0
    return run


def test_a_way_that_opens_again_is_taken() -> None:
    run = opened(1.0)
    assert run.status is NavigationStatus.REACHED
    assert run.pose[0] == pytest.approx(3.5, abs=0.05)


@pytest.mark.parametrize("opens_at", [3.0, 6.0])
def test_a_way_that_opens_well_before_it_is_given_up_is_taken(opens_at: float) -> None:
    run = opened(opens_at)
    assert run.status is NavigationStatus.REACHED, f"{run.reason}: {run.message}"


class Standing(World):
    """A base whose wheels are off the ground from a time on."""

    off_after = 0.0

    def move(self, command: Velocity, dt: float) -> None:
        super().move(command if self.time < self.off_after else STANDING, dt)


class Stalling(Standing):
    off_after = 4.0


@pytest.mark.parametrize("kind", [Standing, Stalling])
def test_a_robot_that_does_not_move_is_stuck(kind: type[World]) -> None:
    shapes = room(4.0, 3.0)
    run = kind(BASE, shapes, drawn(shapes), (0.5, 1.5, 0.0)).navigate((3.5, 1.5, 0.0), 120.0)
    assert (run.status, run.reason) == (NavigationStatus.FAILED, "stuck")
    assert run.message == "the robot does not move though it is told to"
    assert 4.0 < run.time < 40.0
    assert run.commands[-1] == STANDING


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ((2.9, 1.5, 0.0), "the goal lies in an obstacle or too close to one"),
        ((3.7, 1.5, 0.0), "no way for the robot's outline leads to the goal"),
        ((30.0, 1.5, 0.0), "the goal lies outside the map"),
    ],
)
def test_goals_that_no_way_leads_to(goal: Pose2, message: str) -> None:
    shapes = [*room(4.0, 3.0), box(2.9, 1.5, 0.8, 3.0)]
    here = world(shapes, (0.5, 1.5, 0.0))
    run = here.navigate(goal, 30.0)
    assert (run.status, run.reason, run.message) == (NavigationStatus.FAILED, "no_path", message)
    assert run.time < 0.5
    assert set(run.commands) == {STANDING}
    # It is no worse for it.
    goal = (1.5, 0.8, 0.0)
    assert_arrived(here.navigate(goal, 60.0), goal)


def test_a_cancelled_navigation_ramps_down_and_stands() -> None:
    here = world(room(4.0, 3.0), (0.5, 1.5, 0.0))
    here.navigate((3.5, 1.5, 0.0), 3.0)
    assert here.velocity[0] > 0.4
    here.navigator.cancel()
    run = here.drive(here.navigator, 5.0)
    assert run.status is NavigationStatus.IDLE
    assert run.commands[0][0] > 0.3
    assert 0.3 < run.time < 1.5
    assert math.dist(run.poses[0][:2], run.pose[:2]) < 0.3


def test_a_base_that_slips_arrives() -> None:
    slipping = example_base(odometry_turn_noise=0.7, odometry_distance_noise=0.1)
    goal = (2.0, 2.2, 1.0)
    run = world(CLUTTER, (0.5, 0.6, 2.0), 1, slipping, turn_share=0.5).navigate(goal, 150.0)
    assert run.status is NavigationStatus.REACHED, f"{run.reason}: {run.message}"
    assert math.dist(run.pose[:2], goal[:2]) < slipping.goal_tolerance_m
    assert abs(normalize_angle(run.pose[2] - goal[2])) < slipping.goal_tolerance_rad
    assert run.clearance > 0.0


def test_odometry_alone_arrives_where_it_takes_the_goal_to_be() -> None:
    blind = example_base(localization="odometry", scan=None)
    goal = (3.5, 1.3, 0.0)
    here = world(CLUTTER, (0.5, 0.6, 2.0), 2, blind)
    run = here.navigate(goal, 90.0)
    assert run.status is NavigationStatus.REACHED
    assert math.dist(run.believed[:2], goal[:2]) < 0.05
    assert math.dist(run.pose[:2], goal[:2]) < 0.3


class Swivelling(World):
    """A base that turns about a place ahead of ``base_footprint``."""

    def move(self, command: Velocity, dt: float) -> None:
        self.pose, self.odometry = self.base.turning_center(self.pose), self.base.turning_center(self.odometry)
        super().move(command, dt)
        self.pose, self.odometry = self.base.footprint(self.pose), self.base.footprint(self.odometry)


@pytest.mark.parametrize("goal", [(2.0, 2.5, 1.0), (0.6, 2.3, -2.0)])
def test_goals_are_of_the_footprint_though_the_base_turns_elsewhere(goal: Pose2) -> None:
    base = base_of(rectangle(0.4, 0.3, ahead=-0.1), max_speed=0.5, center=(0.1, 0.0))
    here = Swivelling(base, CLUTTER, drawn(CLUTTER), (0.6, 0.6, 0.5), seed=1)
    here.navigator.go_to(goal)
    run = here.drive(here.navigator, 90.0, outline=rectangle(0.4, 0.3).vertices)
    assert_arrived(run, goal, base)
    assert math.dist(run.pose[:2], goal[:2]) < 0.06


def test_the_same_seed_makes_the_same_run() -> None:
    shapes = [*room(4.0, 3.0), box(1.5, 1.5, 0.3, 0.5, mapped=False)]
    first, second, other = (world(shapes, (0.5, 1.5, 1.0), seed).navigate((2.2, 1.5, 0.0), 60.0) for seed in (5, 5, 6))
    assert first.status is NavigationStatus.REACHED
    assert first.commands == second.commands
    assert first.poses == second.poses
    assert (first.clearance, first.time) == (second.clearance, second.time)
    assert first.poses != other.poses


def test_the_path_is_open_to_view_while_it_is_followed() -> None:
    here = world(room(4.0, 3.0), (0.5, 1.5, 0.0))
    seen = [here.navigator.path]
    here.navigate((2.0, 1.5, 0.0), 2.0)
    seen.append(here.navigator.path)
    here.drive(here.navigator, 60.0)
    seen.append(here.navigator.path)
    before, during, after = seen
    assert during is not None
    assert during.goal == pytest.approx((2.0, 1.5, 0.0), abs=1e-6)
    assert before is None and after is None
