"""Plans for bases that turn only as they drive: free, on circles that they can drive, or refused with the reason."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from kinematic import Shape, box, disc, wall
from layouts import car_base, drawn, room, trike_base
from oracles import assert_drivable, dense, touched_squares
from robotdsl_runtime.geometry import Pose2, normalize_angle
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.path import Drive, Path
from robotdsl_runtime.navigation.planner import NoPath, Planner

BASES = {"car": car_base(), "trike": trike_base()}
CLUTTER = [*room(5.0, 4.0), box(1.8, 1.2, 0.4, 0.9, 0.3), disc(3.0, 2.8, 0.3), box(3.4, 1.1, 0.3, 0.3, 0.8)]


def planned(base: Base, grid: OccupancyGrid, start: Pose2, goal: Pose2) -> Path:
    path = Planner(grid, base).plan(start, goal)
    assert isinstance(path, Path), path
    assert_drivable(path, start, goal, place=0.07, heading=math.inf)
    assert not len(touched_squares(dense(path), base.outline.vertices, grid))
    for leg in path.legs:
        assert isinstance(leg, Drive)
        turned = np.abs(np.diff(leg.track[:, 2]))
        steps = np.hypot(*np.diff(leg.track[:, :2], axis=0).T)
        assert (turned <= steps / base.min_turning_radius + 1e-6).all()
        assert np.abs(leg.curvature).max() <= 1.0 / base.min_turning_radius
    return path


@pytest.mark.parametrize("name", list(BASES))
@pytest.mark.parametrize(
    ("start", "goal"),
    [((0.6, 0.6, 0.0), (4.4, 3.3, 0.0)), ((0.6, 0.6, 3.0), (4.4, 3.3, -1.5)), ((4.3, 0.6, 1.5), (0.6, 3.4, 1.5))],
)
def test_goals_among_clutter(name: str, start: Pose2, goal: Pose2) -> None:
    planned(BASES[name], drawn(CLUTTER), start, goal)


def test_the_heading_of_a_goal_is_taken_where_it_costs_little() -> None:
    grid = drawn(room(5.0, 4.0))
    path = planned(BASES["car"], grid, (0.7, 0.7, 0.0), (4.0, 3.0, 0.5))
    assert path.goal == pytest.approx((4.0, 3.0, 0.5), abs=1e-6)
    # Parked beside a wall, forwards and back.
    end = planned(BASES["car"], grid, (1.0, 2.0, 0.0), (4.55, 2.0, math.pi / 2.0)).goal
    assert end == pytest.approx((4.55, 2.0, math.pi / 2.0), abs=1e-6)
    # With its nose in the wall it cannot stand: it stands there otherwise.
    end = planned(BASES["car"], grid, (1.0, 2.0, 0.0), (4.75, 2.0, 0.0)).goal
    assert abs(normalize_angle(end[2])) > 0.5


def test_a_base_that_faces_away_turns_on_the_way() -> None:
    """It does not back up all the way to a goal far behind it."""
    path = planned(BASES["car"], drawn(room(8.0, 4.0)), (6.5, 2.0, 0.0), (1.0, 2.0, math.pi))
    backed = sum(leg.length for leg in path.legs if isinstance(leg, Drive) and leg.reverse)
    assert backed < 2.0
    assert path.length < 8.0


def test_a_goal_close_behind_is_backed_up_to() -> None:
    path = planned(BASES["car"], drawn(room(4.0, 3.0)), (2.0, 1.5, 0.0), (1.4, 1.5, 0.0))
    assert [leg.reverse for leg in path.legs if isinstance(leg, Drive)] == [True]
    assert path.length == pytest.approx(0.6, abs=0.01)


def corridor(clear: float) -> list[Shape]:
    """A passage ``clear`` wide that goes along x and then along y."""
    half = clear / 2.0 + 0.05
    return [
        wall(-0.8, -half, 2.5 + half, -half), wall(-0.8, half, 2.5 - half, half), wall(-0.8, -half, -0.8, half),
        wall(2.5 + half, -half, 2.5 + half, 2.5), wall(2.5 - half, half, 2.5 - half, 2.5),
        wall(2.5 - half, 2.5, 2.5 + half, 2.5),
    ]  # fmt: skip


def test_a_corner_is_driven_round_where_its_circle_fits_and_only_there() -> None:
    """The car sweeps over a ring from 0.41 m to 0.79 m about the centre of its tightest circle: a corner with its inner
    edge in the middle of the turn takes (0.79 - 0.41 / sqrt(2)) m, and what the drawn squares are too large by.
    """
    start, goal = (0.0, 0.0, 0.0), (2.5, 1.7, math.pi / 2.0)
    planned(BASES["car"], drawn(corridor(0.75)), start, goal)
    # The trike gets through a corner half as wide again as itself.
    planned(BASES["trike"], drawn(corridor(0.55)), start, goal)
    shut = Planner(drawn(corridor(0.45)), BASES["car"]).plan(start, goal)
    assert isinstance(shut, NoPath)
    assert shut.message == "no way for the robot's outline leads to the goal"


@pytest.mark.parametrize(
    ("start", "goal", "message"),
    [
        ((0.6, 0.6, 0.0), (9.0, 1.0, 0.0), "the goal lies outside the map"),
        ((-5.0, 0.6, 0.0), (3.0, 1.0, 0.0), "the robot is outside the map"),
        ((0.6, 0.6, 0.0), (1.8, 1.2, 0.0), "the goal lies in an obstacle or too close to one"),
    ],
)
def test_no_way_says_why(start: Pose2, goal: Pose2, message: str) -> None:
    assert Planner(drawn(CLUTTER), BASES["car"]).plan(start, goal) == NoPath(message)


def test_it_is_base_footprint_that_ends_at_the_goal() -> None:
    """With its axle behind base_footprint, what stands on the goal in the end is base_footprint, whatever it faces."""
    base = replace(BASES["car"], center=(-0.14, 0.0))
    start = base.turning_center((0.7, 2.0, 0.0))
    for goal in ((4.2, 2.0, math.pi / 2.0), (4.2, 2.0, 0.0), (3.0, 3.3, -2.0)):
        path = Planner(drawn(CLUTTER), base).plan(start, base.turning_center(goal))
        assert isinstance(path, Path)
        assert math.dist(base.footprint(path.goal)[:2], goal[:2]) < 0.07


def test_the_same_world_gives_the_same_plan() -> None:
    grid = drawn(CLUTTER)
    one, two = (planned(BASES["car"], grid, (0.6, 0.6, 3.0), (4.4, 3.3, 0.0)) for _ in range(2))
    assert (one.poses() == two.poses()).all()
