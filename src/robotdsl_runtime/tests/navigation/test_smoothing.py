"""Smoothing: fewer corners, never a longer way nor a dearer or closer one. Relaxing: curves in place of legs."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from kinematic import box, disc
from layouts import OCTAGON, PASSAGES, drawn, example_base, passage, room
from oracles import assert_drivable
from robotdsl_runtime.navigation.field import SOFT_RIM, PlanningField
from robotdsl_runtime.navigation.path import Drive, Path, Turn
from robotdsl_runtime.navigation.planner import Planner
from robotdsl_runtime.navigation.relax import relaxed
from robotdsl_runtime.navigation.smoothing import smoothed
from robotdsl_runtime.navigation.tightness import GRADES, Tightness
from robotdsl_runtime.navigation.wavefront import CostToGo

Point = tuple[float, float]


def length(points: list[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def cost(field: PlanningField, points: list[Point]) -> float:
    """By samples a millimetre apart."""
    total = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        share = np.linspace(0.0, 1.0, max(2, int(math.dist((ax, ay), (bx, by)) / 1e-3)))
        row, column = field.cells(ax + (bx - ax) * share, ay + (by - ay) * share)
        total += math.dist((ax, ay), (bx, by)) * float(field.cost[row, column].mean())
    return total


def least_clearance(field: PlanningField, points: list[Point]) -> float:
    found = math.inf
    for (ax, ay), (bx, by) in pairwise(points):
        share = np.linspace(0.0, 1.0, max(2, int(math.dist((ax, ay), (bx, by)) / 5e-3)))
        found = min(found, float(field.clearance_at(ax + (bx - ax) * share, ay + (by - ay) * share).min()))
    return found


def strewn(seed: int) -> PlanningField:
    rng = np.random.default_rng(seed)
    shapes = room(5.0, 3.5)
    for _ in range(9):
        x, y = float(rng.uniform(0.9, 4.1)), float(rng.uniform(0.0, 3.5))
        size = rng.uniform(0.1, 0.5, 2)
        shapes.append(disc(x, y, float(size[0]) / 2) if rng.random() < 0.5 else box(x, y, *size.tolist()))
    return PlanningField(drawn(shapes), OCTAGON, 0.02, 0.3)


@pytest.mark.parametrize("seed", range(12))
def test_smoothing_never_lengthens_nor_squeezes(seed: int) -> None:
    field = strewn(seed)
    start, goal = field.cells_of(0.4, 1.75), field.cells_of(4.6, 1.75)
    cells = CostToGo(field.cost, goal, start).descend(start)
    if not cells:
        return
    way = [field.grid.center(*cell) for cell in cells]
    corners = smoothed(field, way)
    assert corners[0] == way[0]
    assert corners[-1] == way[-1]
    assert set(corners) <= set(way)
    assert len(corners) <= max(2, len(way) // 4)
    assert length(corners) <= length(way) + 1e-9
    assert cost(field, corners) <= 1.06 * cost(field, way)
    # Where the way keeps room to turn, so do its shortcuts.
    wanted = min(least_clearance(field, way), field.turning)
    assert least_clearance(field, corners) >= wanted - 0.051


def test_open_floor_leaves_one_straight_side() -> None:
    field = PlanningField(drawn(room(6.0, 6.0)), OCTAGON, 0.02, 0.3)
    start, goal = field.cells_of(1.0, 1.0), field.cells_of(5.0, 3.3)
    way = [field.grid.center(*cell) for cell in CostToGo(field.cost, goal, start).descend(start)]
    assert smoothed(field, way) == [way[0], way[-1]]


def test_short_ways_stay() -> None:
    field = PlanningField(drawn(room(2.0, 2.0)), OCTAGON, 0.02, 0.3)
    assert smoothed(field, [(1.0, 1.0)]) == [(1.0, 1.0)]
    assert smoothed(field, [(1.0, 1.0), (1.05, 1.0)]) == [(1.0, 1.0), (1.05, 1.0)]


def test_tightness_grows_towards_a_wall() -> None:
    field = PlanningField(drawn(room(4.0, 3.0)), OCTAGON, -0.01, 0.3)
    tightness = Tightness(field)
    gaps = np.array([0.3, 0.045, 0.025, 0.01, -0.002])
    poses = np.column_stack((np.full(5, 2.0), gaps + 0.16, np.zeros(5)))
    costs = tightness.of(poses)
    assert costs[0] == 0.0
    assert (np.diff(costs) >= 0.0).all()
    assert costs[-1] == sum(penalty for _, penalty in GRADES)


@pytest.mark.parametrize("name", list(PASSAGES))
def test_a_passage_is_driven_in_few_legs(name: str) -> None:
    """Turned by an angle that is none of the search's, so that its headings zigzag."""
    shapes, start, goal = passage(name, (0.2, 0.1, 0.31))
    path = Planner(drawn(shapes), example_base()).plan(start, goal)
    assert isinstance(path, Path)
    assert_drivable(path, start, goal, 0.05, 0.1)
    drives = sum(isinstance(leg, Drive) for leg in path.legs)
    assert drives <= len(PASSAGES[name]) // 2


def test_legs_that_can_be_no_curve_stay_as_they_are() -> None:
    field = PlanningField(drawn(room(4.0, 3.0)), OCTAGON, 0.02, 0.3)
    straight = Planner(field.grid, example_base()).plan((0.5, 1.0, 0.0), (3.5, 1.0, 1.0))
    assert isinstance(straight, Path)
    assert relaxed(field, Tightness(field), straight.legs) == list(straight.legs)
    assert relaxed(field, Tightness(field), [Turn((1.0, 1.0, 0.0), 1.0)])[0].end[2] == 1.0
    assert SOFT_RIM > 1.0
