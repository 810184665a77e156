"""Costmaps as Nav2 publishes them: what an obstacle's neighbourhood costs, and the window of it round the robot."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from robotdsl_runtime.geometry import Floats, Pose2, transform_points
from robotdsl_runtime.navigation.distance import distance_to
from robotdsl_runtime.navigation.grid import OccupancyGrid

Costs = NDArray[np.int8]
# The values of nav_msgs/OccupancyGrid for an obstacle, for where the robot's inscribed circle meets one, and for what
# nobody knows; between them Nav2 has 98 for the highest cost that may still be driven.
LETHAL, INSCRIBED, UNKNOWN = 100, 99, -1
_HIGHEST = 98
# How a cost falls off with the distance, 1/m: the compiled parameters'.
_FALL_OFF = 3.0


def costs_of(grid: OccupancyGrid, marked: Floats, inscribed: float, inflation: float) -> Costs:
    """The costs ``(rows, columns)`` on ``grid`` with what stands at ``marked`` ``(k, 2)`` beside it, metres in the map
    frame, for a robot whose outline holds a circle of the radius ``inscribed``, within ``inflation`` m of obstacles.
    """
    occupied = grid.occupied
    if len(marked):
        occupied = occupied.copy()
        rows, columns = _cells(grid, marked)
        inside = _inside(grid, rows, columns)
        occupied[rows[inside], columns[inside]] = True
    distance = grid.resolution * distance_to(occupied, inflation / grid.resolution + 1.0, edge=0.5)
    cost = np.where(distance < inflation, _HIGHEST * np.exp(-_FALL_OFF * (distance - inscribed)), 0.0)
    costs: Costs = np.clip(np.rint(cost), 0, _HIGHEST).astype(np.int8)
    costs[distance < inscribed] = INSCRIBED
    costs[occupied] = LETHAL
    return costs


def window(grid: OccupancyGrid, costs: Costs, frame: Pose2, corner: tuple[float, float], cells: int) -> Costs:
    """The square of ``cells`` by ``cells`` of ``costs`` whose lower left corner is at ``corner`` of a frame that is at
    ``frame`` in the map's, its cells as large as the grid's.
    """
    steps = (np.arange(cells) + 0.5) * grid.resolution
    x, y = np.meshgrid(corner[0] + steps, corner[1] + steps)
    rows, columns = _cells(grid, transform_points(frame, np.stack([x.ravel(), y.ravel()], axis=1)))
    inside = _inside(grid, rows, columns)
    cut: Costs = np.full(cells * cells, UNKNOWN, dtype=np.int8)
    cut[inside] = costs[rows[inside], columns[inside]]
    return cut.reshape(cells, cells)


def _cells(grid: OccupancyGrid, points: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rows = np.floor((points[:, 1] - grid.origin[1]) / grid.resolution).astype(np.int64)
    columns = np.floor((points[:, 0] - grid.origin[0]) / grid.resolution).astype(np.int64)
    return rows, columns


def _inside(grid: OccupancyGrid, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> NDArray[np.bool_]:
    inside: NDArray[np.bool_] = (rows >= 0) & (rows < grid.rows) & (columns >= 0) & (columns < grid.columns)
    return inside
