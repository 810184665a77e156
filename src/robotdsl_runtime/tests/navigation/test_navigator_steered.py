"""Whole navigations of bases that turn only as they drive: arrivals, detours, and ways that are closed."""

from __future__ import annotations

import math

import pytest
from kinematic import Run, Shape, World, box, disc, wall
from layouts import car_base, drawn, room, trike_base
from oracles import assert_within_limits
from robotdsl_runtime.geometry import Pose2, normalize_angle
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.limits import STANDING, Limits
from robotdsl_runtime.navigation.motion import NavigationStatus

BASES = {"car": car_base(), "trike": trike_base()}
CLUTTER = [*room(5.0, 4.0), box(1.8, 1.2, 0.4, 0.9, 0.3), disc(3.0, 2.8, 0.3), box(3.4, 1.1, 0.3, 0.3, 0.8)]


def world(base: Base, shapes: list[Shape], start: Pose2, seed: int = 0) -> World:
    return World(base, shapes, drawn(shapes), start, seed=seed)


def assert_arrived(run: Run, goal: Pose2, base: Base) -> None:
    """At the goal's place in truth, whatever it faces, without having touched anything, and standing."""
    assert run.status is NavigationStatus.REACHED, f"{run.reason}: {run.message}"
    assert math.dist(run.pose[:2], goal[:2]) < 0.1
    assert run.clearance > 0.01
    assert_within_limits(run.commands, Limits.of(base))
    assert run.commands[-1] == STANDING


@pytest.mark.parametrize("name", list(BASES))
@pytest.mark.parametrize(("start", "goal"), [((0.6, 0.6, 3.0), (4.4, 3.3, 0.0)), ((4.3, 0.6, 1.5), (0.6, 3.4, 1.5))])
def test_goals_among_clutter_are_reached(name: str, start: Pose2, goal: Pose2) -> None:
    base = BASES[name]
    assert_arrived(world(base, CLUTTER, start, seed=1).navigate(goal, 120.0), goal, base)


def test_one_goal_after_another() -> None:
    base = BASES["car"]
    here = world(base, room(5.0, 4.0), (0.7, 0.7, 0.0))
    for goal in ((3.5, 1.0, 0.0), (3.0, 1.0, 0.0), (0.8, 3.0, math.pi)):
        run = here.navigate(goal, 120.0)
        assert_arrived(run, goal, base)
        # There is room to face as the goal says.
        assert abs(normalize_angle(run.pose[2] - goal[2])) < 0.15


@pytest.mark.parametrize("name", list(BASES))
@pytest.mark.parametrize(
    "hidden", [box(2.6, 2.0, 0.3, 0.6, mapped=False), wall(2.8, 1.2, 2.8, 2.4, mapped=False)], ids=["box", "wall"]
)
def test_what_is_not_on_the_map_is_driven_round(name: str, hidden: Shape) -> None:
    base, goal = BASES[name], (4.3, 2.0, 0.0)
    run = world(base, [*room(5.0, 4.0), hidden], (0.6, 2.0, 0.0), seed=3).navigate(goal, 120.0)
    assert_arrived(run, goal, base)


def test_a_way_that_is_closed_is_given_up() -> None:
    shapes = [*room(5.0, 1.2), wall(3.0, 0.0, 3.0, 1.2, mapped=False)]
    run = world(BASES["car"], shapes, (0.6, 0.6, 0.0)).navigate((4.4, 0.6, 0.0), 120.0)
    assert run.status is NavigationStatus.FAILED
    assert run.reason in ("blocked", "no_path")
    assert run.clearance > 0.005
    assert run.time < 80.0
    assert run.commands[-1] == STANDING


def test_a_goal_behind_a_wall_has_no_path() -> None:
    shapes = [*room(5.0, 1.2), wall(3.0, 0.0, 3.0, 1.2)]
    run = world(BASES["car"], shapes, (0.6, 0.6, 0.0)).navigate((4.4, 0.6, 0.0), 120.0)
    assert (run.status, run.reason) == (NavigationStatus.FAILED, "no_path")
    assert set(run.commands) == {STANDING}


class Standing(World):
    """A base whose wheels are off the ground."""

    def move(self, command: tuple[float, float, float], dt: float) -> None:
        super().move(STANDING, dt)


def test_a_base_that_does_not_move_is_stuck() -> None:
    shapes = room(5.0, 4.0)
    run = Standing(BASES["car"], shapes, drawn(shapes), (0.7, 2.0, 0.0)).navigate((4.0, 2.0, 0.0), 120.0)
    assert (run.status, run.reason) == (NavigationStatus.FAILED, "stuck")
    assert run.time < 40.0
