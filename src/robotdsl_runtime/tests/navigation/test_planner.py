"""Plans against a flood fill and an overlap test of their own: found where there is a way, refused where there is none,
and clear of everything drawn."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from kinematic import Shape, base_of, box, clearance, disc, rectangle
from layouts import OCTAGON, PASSAGES, drawn, example_base, passage, room
from numpy.typing import NDArray
from oracles import assert_drivable, connected, dense, near, touched_squares
from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.path import Path
from robotdsl_runtime.navigation.planner import NoPath, Planner

Bools = NDArray[np.bool_]

BASE = example_base()
IN_OBSTACLE = "the goal lies in an obstacle or too close to one"
IN_AN_OBSTACLE = "the robot stands in an obstacle"
WALLED_OFF = "no way for the robot's outline leads to the goal"
# Bases to plan for, each with shares of the floor to cover that leave some worlds open and some closed to it: the
# example's, one that turns about a place behind its middle, a small one.
BASES = {
    "octagon": (BASE, (0.06, 0.1, 0.18, 0.26)),
    "behind": (base_of(rectangle(0.4, 0.3, ahead=0.05)), (0.01, 0.02, 0.14, 0.2)),
    "small": (base_of(rectangle(0.16, 0.14)), (0.05, 0.1, 0.4, 0.5)),
}


def blocks(seed: int, share: float) -> OccupancyGrid:
    """A random grid of blocks of 4 x 4 cells: without stairs, whose corners plans may cut."""
    coarse = np.random.default_rng(seed).random((17, 20)) < share
    occupied = np.repeat(np.repeat(coarse, 4, axis=0), 4, axis=1)
    return OccupancyGrid(occupied, 0.05, (-1.0, 0.5))


def ends(grid: OccupancyGrid, clear: Bools, seed: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two cells far apart among those where the robot can turn freely."""
    cells = np.argwhere(clear)
    order = cells[np.argsort(cells[:, 1], kind="stable")]
    rng = np.random.default_rng(seed)
    a, b = order[rng.integers(0, len(order) // 4)], order[-1 - rng.integers(0, len(order) // 4)]
    return (int(a[0]), int(a[1])), (int(b[0]), int(b[1]))


def assert_clear(path: Path, base: Base, grid: OccupancyGrid) -> None:
    touched = touched_squares(dense(path), base.outline.vertices, grid)
    assert not len(touched), touched


@pytest.mark.parametrize("name", list(BASES))
def test_random_grids_against_a_flood_fill(name: str) -> None:
    """What a disc around the robot can be moved to has a plan; what a disc within it cannot reach has none."""
    base, shares = BASES[name]
    # A robot in the middle of a cell is at most half a cell off it on the way to the next.
    around = base.outline.circumscribed + 0.02 + 0.025
    within = base.outline.inscribed - 0.036
    seen: Counter[str] = Counter()
    for seed in range(8):
        grid = blocks(seed, shares[seed % 4])
        turnable, touchable = (~near(grid.occupied, radius / 0.05) for radius in (around, within))
        if turnable.sum() < 40:
            continue
        start_cell, goal_cell = ends(grid, turnable, seed)
        rng = np.random.default_rng(100 + seed)
        start = (*grid.center(*start_cell), float(rng.uniform(-3.1, 3.1)))
        goal = (*grid.center(*goal_cell), float(rng.uniform(-3.1, 3.1)))
        found = Planner(grid, base).plan(start, goal)
        if connected(turnable, start_cell, goal_cell, diagonal=False):
            seen["open"] += 1
            assert isinstance(found, Path), f"grid {seed}: {found}"
        elif not connected(touchable, start_cell, goal_cell, diagonal=True):
            seen["closed"] += 1
            assert found == NoPath(WALLED_OFF), f"grid {seed}"
        if isinstance(found, Path):
            seen["path"] += 1
            assert_drivable(found, start, goal)
            assert_clear(found, base, grid)
            assert len(found.legs) == 0 or found.length >= math.dist(start[:2], goal[:2]) - 1e-6
    assert seen["open"] >= 2
    assert seen["closed"] >= 1
    assert seen["path"] >= 4


def test_random_cells_are_never_entered_to_their_middle() -> None:
    """Of single cells strewn about, which make stairs by chance, plans cut no more than an outer corner."""
    found = 0
    for seed in range(6):
        occupied = np.random.default_rng(seed).random((60, 80)) < 0.012
        grid = OccupancyGrid(occupied, 0.05, (0.0, 0.0))
        clear = ~near(occupied, (BASE.outline.circumscribed + 0.02) / 0.05)
        start_cell, goal_cell = ends(grid, clear, seed)
        path = Planner(grid, BASE).plan((*grid.center(*start_cell), 0.0), (*grid.center(*goal_cell), 1.0))
        if isinstance(path, Path):
            found += 1
            assert not len(touched_squares(dense(path), OCTAGON.vertices, grid, half=1e-6))
    assert found >= 4


def test_slanted_shapes_are_kept_clear_of() -> None:
    """Corners of drawn stairs may be cut, the shapes that were drawn never."""
    found = 0
    for seed in range(6):
        rng = np.random.default_rng(seed)
        shapes: list[Shape] = room(3.5, 2.5)
        for _ in range(7):
            x, y = float(rng.uniform(0.8, 2.7)), float(rng.uniform(0.0, 2.5))
            if rng.random() < 0.5:
                shapes.append(disc(x, y, float(rng.uniform(0.04, 0.2))))
            else:
                length, width, yaw = rng.uniform(0.1, 0.5), rng.uniform(0.1, 0.5), rng.uniform(-3.0, 3.0)
                shapes.append(box(x, y, float(length), float(width), float(yaw)))
        path = Planner(drawn(shapes), BASE).plan((0.35, 1.25, 0.0), (3.15, 1.25, 2.0))
        if isinstance(path, Path):
            found += 1
            assert min(clearance(OCTAGON.vertices, pose, shapes, 0.05) for pose in dense(path)[::4]) > 0.0
    assert found >= 4


@pytest.mark.parametrize("frame", [(0.0, 0.0, 0.0), (0.13, -0.41, 0.37)], ids=["along the cells", "slanted"])
@pytest.mark.parametrize("name", list(PASSAGES))
def test_passages_half_as_wide_again_as_the_robot(name: str, frame: Pose2) -> None:
    shapes, start, goal = passage(name, frame)
    path = Planner(drawn(shapes), BASE).plan(start, goal)
    assert isinstance(path, Path), path
    assert_drivable(path, start, goal)
    assert min(clearance(OCTAGON.vertices, pose, shapes, 0.05) for pose in dense(path)[::4]) > 0.0


def test_open_floor_is_crossed_in_a_straight_line() -> None:
    grid = drawn(room(4.0, 3.0))
    path = Planner(grid, BASE).plan((0.6, 0.6, 1.0), (3.2, 2.2, -2.0))
    assert isinstance(path, Path)
    assert path.length == pytest.approx(math.hypot(2.6, 1.6), abs=1e-6)
    # To the line's direction and from it to the goal's, each the short way round.
    line = math.atan2(1.6, 2.6)
    assert path.turning == pytest.approx((1.0 - line) + (line + 2.0), abs=1e-6)


def test_at_the_goal_already() -> None:
    path = Planner(drawn(room(2.0, 2.0)), BASE).plan((1.0, 1.0, 0.3), (1.0, 1.0, 0.3))
    assert isinstance(path, Path)
    assert (path.length, path.turning) == (0.0, 0.0)


def test_a_way_through_the_open_is_taken_for_one_through_a_gap() -> None:
    """The straight way leads through a gap that the robot fits through but cannot turn in."""
    shapes = [*room(4.0, 4.0), box(2.0, 0.71, 0.1, 1.42), box(2.0, 2.14, 0.1, 0.5)]
    path = Planner(drawn(shapes), BASE).plan((1.0, 1.65, 0.0), (3.0, 1.65, 0.0))
    assert isinstance(path, Path)
    crossing = next(pose for pose in dense(path) if pose[0] >= 2.0)
    assert crossing[1] > 2.39 + OCTAGON.inscribed


SHUT_IN = [*room(4.0, 3.0), box(2.0, 1.5, 0.1, 3.0)]


@pytest.mark.parametrize(
    ("shapes", "start", "goal", "message"),
    [
        ([*room(4.0, 3.0), box(3.0, 1.5, 0.8, 0.8)], (0.5, 0.5, 0.0), (3.0, 1.5, 0.0), IN_OBSTACLE),
        (room(4.0, 3.0), (0.5, 0.5, 0.0), (3.0, 3.0, 0.0), IN_OBSTACLE),
        (SHUT_IN, (0.5, 0.5, 0.0), (3.5, 1.5, 0.0), WALLED_OFF),
        (room(4.0, 3.0), (0.5, 0.5, 0.0), (9.0, 1.5, 0.0), "the goal lies outside the map"),
        (room(4.0, 3.0), (-5.0, 0.5, 0.0), (3.0, 1.5, 0.0), "the robot is outside the map"),
        (
            [*room(4.0, 3.0), box(0.5, 1.5, 0.8, 0.8)],
            (0.5, 1.5, 0.0),
            (3.0, 1.5, 0.0),
            "the robot stands in an obstacle",
        ),
    ],
    ids=["goal in a box", "goal in a wall", "walled off", "goal outside", "robot outside", "robot in a box"],
)
def test_why_there_is_no_path(shapes: list[Shape], start: Pose2, goal: Pose2, message: str) -> None:
    assert Planner(drawn(shapes), BASE).plan(start, goal) == NoPath(message)


def test_cells_found_later_close_a_way() -> None:
    shapes = room(4.0, 1.0)
    grid = drawn(shapes)
    planner = Planner(grid, BASE)
    start, goal = (0.5, 0.5, 0.0), (3.5, 0.5, 0.0)
    assert isinstance(planner.plan(start, goal), Path)
    with_wall = drawn([*shapes, box(2.0, 0.5, 0.1, 1.0)]).occupied
    assert planner.plan(start, goal, with_wall) == NoPath(WALLED_OFF)
    half_open = drawn([*shapes, box(2.0, 0.2, 0.1, 0.4)])
    found = planner.plan(start, goal, half_open.occupied)
    assert isinstance(found, Path)
    assert_clear(found, BASE, half_open)
    assert isinstance(planner.plan(start, goal), Path)


def at_a_wall() -> OccupancyGrid:
    """A room from (0, 0) to (4, 3), its walls along the cells."""
    return OccupancyGrid(np.pad(np.zeros((60, 80), dtype=np.bool_), 2, constant_values=True), 0.05, (-0.1, -0.1))


@pytest.mark.parametrize("yaw", [-math.pi / 2.0, 0.0])
@pytest.mark.parametrize("y", [0.1, 0.13, 0.16])
def test_a_goal_too_close_to_a_wall_is_met_within_the_tolerance(y: float, yaw: float) -> None:
    grid = at_a_wall()
    goal = (3.0, y, yaw)
    path = Planner(grid, BASE).plan((1.0, 1.5, 0.0), goal)
    assert isinstance(path, Path)
    assert 0.0 <= math.dist(path.goal[:2], goal[:2]) < 0.1
    assert path.goal[2] == pytest.approx(yaw, abs=0.021)
    assert_clear(path, BASE, grid)


def test_a_goal_with_the_back_to_a_wall() -> None:
    """Nearer to the wall than the robot can turn, but free: it is backed up to, or one within the tolerance is met."""
    grid = at_a_wall()
    path = Planner(grid, BASE).plan((1.0, 1.5, 0.0), (3.0, 0.175, math.pi / 2.0))
    assert isinstance(path, Path)
    assert_clear(path, BASE, grid)


def test_a_robot_just_touching_a_drawn_square_gets_away() -> None:
    grid = at_a_wall()
    start, goal = (0.145, 1.5, 0.0), (3.0, 1.5, 0.0)
    assert len(touched_squares([start], OCTAGON.vertices, grid))
    path = Planner(grid, BASE).plan(start, goal)
    assert isinstance(path, Path)
    assert_drivable(path, start, goal)


def test_the_same_question_has_the_same_answer() -> None:
    shapes, start, goal = passage("zigzag", (0.1, 0.2, 0.3))
    first, second = (Planner(drawn(shapes), BASE).plan(start, goal) for _ in range(2))
    assert isinstance(first, Path) and isinstance(second, Path)
    assert first.poses().tobytes() == second.poses().tobytes()


def test_moved_worlds_have_moved_plans() -> None:
    grid = drawn([*room(3.0, 2.0), box(1.5, 1.0, 0.4, 0.7)])
    there = OccupancyGrid(grid.occupied, grid.resolution, (grid.origin[0] + 4.0, grid.origin[1] - 2.0))
    path = Planner(grid, BASE).plan((0.5, 1.0, 0.0), (2.5, 1.1, 0.0))
    shifted = Planner(there, BASE).plan((4.5, -1.0, 0.0), (6.5, -0.9, 0.0))
    assert isinstance(path, Path) and isinstance(shifted, Path)
    assert (shifted.length, shifted.turning) == pytest.approx((path.length, path.turning), abs=1e-3)
    middle, moved = (dense(found)[len(dense(found)) // 2] for found in (path, shifted))
    assert math.dist((moved[0] - 4.0, moved[1] + 2.0), middle[:2]) < 0.01
