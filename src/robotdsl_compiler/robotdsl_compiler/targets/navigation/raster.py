"""Draws regions of the floor into a grid of cells: a cell is taken when a region overlaps its square.

Exact for discs and convex polygons. A region that only touches a cell's edge does not overlap it, so that a box laid
on the grid's lines takes its own cells and no more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robotdsl_compiler.model.geometry import Disc, Polygon, Region, Vec2, bounding_box

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# Metres: less than this is the rounding of coordinates and no overlap.
_TOUCH = 1e-9


@dataclass(frozen=True, slots=True)
class Grid:
    """``columns`` x ``rows`` square cells of side ``resolution`` in metres. ``origin`` is the outer corner of the
    cell of the lowest x and y.
    """

    origin: Vec2
    columns: int
    rows: int
    resolution: float

    @staticmethod
    def covering(origin: Vec2, size: Vec2, resolution: float) -> Grid:
        """The cells that cover the rectangle of ``size`` (x, y) from ``origin``."""
        columns, rows = (max(1, math.ceil(side / resolution - 1e-6)) for side in size)
        return Grid(origin, columns, rows, resolution)


def rasterise(grid: Grid, regions: Iterable[Region]) -> npt.NDArray[np.bool_]:
    """Which cells ``regions`` overlap, as an array of shape ``(rows, columns)``; row 0 is the lowest y."""
    import numpy as np

    taken = np.zeros((grid.rows, grid.columns), dtype=bool)
    for region in regions:
        window = _window(grid, region)
        if window is None:
            continue
        rows, columns = window
        half = grid.resolution / 2.0
        x = grid.origin[0] + (np.arange(columns.start, columns.stop) + 0.5) * grid.resolution
        y = grid.origin[1] + (np.arange(rows.start, rows.stop)[:, np.newaxis] + 0.5) * grid.resolution
        overlap = _disc(region, x, y, half) if isinstance(region, Disc) else _polygon(region, x, y, half)
        taken[rows, columns] |= overlap
    return taken


def _window(grid: Grid, region: Region) -> tuple[slice, slice] | None:
    """The rows and columns that the box round ``region`` reaches, or ``None`` when it lies off the grid."""
    box = bounding_box([region])
    if box is None:
        return None
    low_x, low_y, high_x, high_y = box

    def cells(low: float, high: float, origin: float, count: int) -> slice:
        first = math.floor((low - origin) / grid.resolution) - 1
        last = math.ceil((high - origin) / grid.resolution) + 1
        return slice(max(first, 0), min(last, count))

    columns = cells(low_x, high_x, grid.origin[0], grid.columns)
    rows = cells(low_y, high_y, grid.origin[1], grid.rows)
    return None if columns.start >= columns.stop or rows.start >= rows.stop else (rows, columns)


def _disc(disc: Disc, x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], half: float) -> npt.NDArray[np.bool_]:
    """A disc overlaps a square when the square's nearest point lies inside it."""
    import numpy as np

    dx = np.maximum(np.abs(x - disc.center[0]) - half, 0.0)
    dy = np.maximum(np.abs(y - disc.center[1]) - half, 0.0)
    inside: npt.NDArray[np.bool_] = np.hypot(dx, dy) < disc.radius - _TOUCH
    return inside


def _polygon(
    polygon: Polygon, x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], half: float
) -> npt.NDArray[np.bool_]:
    """Two convex shapes overlap when no line along an edge of either lies between them (separating axis theorem)."""
    box = bounding_box([polygon])
    assert box is not None
    low_x, low_y, high_x, high_y = box
    overlap: npt.NDArray[np.bool_] = (
        (x + half > low_x + _TOUCH)
        & (x - half < high_x - _TOUCH)
        & (y + half > low_y + _TOUCH)
        & (y - half < high_y - _TOUCH)
    )
    points = polygon.points
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        length = math.hypot(bx - ax, by - ay)
        if length == 0.0:
            continue
        # The outward normal of an edge of a counter-clockwise polygon; the polygon lies below it.
        nx, ny = (by - ay) / length, (ax - bx) / length
        nearest = nx * x + ny * y - half * (abs(nx) + abs(ny))
        overlap &= nearest < nx * ax + ny * ay - _TOUCH
    return overlap
