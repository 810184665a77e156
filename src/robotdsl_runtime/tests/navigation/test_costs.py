"""Costmaps: what a place costs by how far it is from what stands, and the window round the robot."""

from __future__ import annotations

import math

import numpy as np
import pytest
from robotdsl_runtime.navigation.costs import INSCRIBED, LETHAL, UNKNOWN, costs_of, window
from robotdsl_runtime.navigation.grid import OccupancyGrid

INSCRIBED_M, INFLATION_M = 0.15, 0.6


def grid() -> OccupancyGrid:
    occupied = np.zeros((60, 80), dtype=np.bool_)
    occupied[30, 40] = True
    return OccupancyGrid(occupied, 0.05, (-1.0, -2.0))


def test_costs_fall_off_from_an_obstacle() -> None:
    costs = costs_of(grid(), np.zeros((0, 2)), INSCRIBED_M, INFLATION_M)
    assert costs[30, 40] == LETHAL
    along = costs[30, 41:].tolist()
    gaps = [0.05 * (k + 0.5) for k in range(len(along))]
    for gap, cost in zip(gaps, along, strict=True):
        if gap < INSCRIBED_M - 1e-6:
            assert cost == INSCRIBED
        elif gap < INFLATION_M - 1e-6:
            assert cost == pytest.approx(98.0 * math.exp(-3.0 * (gap - INSCRIBED_M)), abs=0.51)
        elif gap > INFLATION_M + 1e-6:
            assert cost == 0
    assert along == sorted(along, reverse=True)


def test_what_scans_found_stands_too_and_what_is_off_the_map_does_not_matter() -> None:
    costs = costs_of(grid(), np.array([[0.0, -1.5], [50.0, 0.0], [-1.01, 0.0]]), INSCRIBED_M, INFLATION_M)
    assert costs[10, 20] == LETHAL
    assert (costs == LETHAL).sum() == 2


@pytest.mark.parametrize("yaw", [0.0, math.pi / 2.0, 2.0])
def test_a_window_shows_the_places_that_it_lies_on(yaw: float) -> None:
    floor = grid()
    costs = costs_of(floor, np.zeros((0, 2)), INSCRIBED_M, INFLATION_M)
    frame, corner = (1.0, -0.5, yaw), (-2.0, -2.0)
    cut = window(floor, costs, frame, corner, 70)
    for row, column in ((0, 0), (30, 30), (59, 10), (25, 47)):
        x, y = corner[0] + (column + 0.5) * 0.05, corner[1] + (row + 0.5) * 0.05
        place = (
            frame[0] + x * math.cos(yaw) - y * math.sin(yaw),
            frame[1] + x * math.sin(yaw) + y * math.cos(yaw),
        )
        expected = costs[floor.cell(*place)] if floor.contains(*place) else UNKNOWN
        assert cut[row, column] == expected
    assert UNKNOWN in cut and LETHAL in cut
