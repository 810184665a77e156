"""Draws regions of the floor into a grid of cells: a cell is taken when a region overlaps its square.

Exact for discs and convex polygons. A region that only touches a cell's edge does not overlap it, so that a box laid
on the grid's lines takes its own cells and no more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from robotdsl_compiler.model.geometry import Disc, Polygon, Region, Vec2, bounding_box

# At the y of a row's middle, between which x (both left out) the middles of the cells lie that a region overlaps.
Span = tuple[float, float]
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


def rasterise(grid: Grid, regions: Iterable[Region]) -> bytearray:
    """Which cells ``regions`` overlap: a byte for each, 1 or 0, row by row from the lowest y."""
    taken = bytearray(grid.rows * grid.columns)
    (x, y), side = grid.origin, grid.resolution
    for region in regions:
        span_at = _disc(region, side / 2.0) if isinstance(region, Disc) else _polygon(region, side / 2.0)
        for row in _rows(grid, region):
            span = span_at(y + (row + 0.5) * side)
            if span is None:
                continue
            first = max(0, math.floor((span[0] - x) / side - 0.5) + 1)
            last = min(grid.columns, math.ceil((span[1] - x) / side - 0.5))
            if first < last:
                start = row * grid.columns
                taken[start + first : start + last] = b"\1" * (last - first)
    return taken


def _rows(grid: Grid, region: Region) -> range:
    """The rows that the box round ``region`` reaches."""
    box = bounding_box([region])
    if box is None:
        return range(0)
    first, last = ((at - grid.origin[1]) / grid.resolution for at in (box[1], box[3]))
    return range(max(math.floor(first) - 1, 0), min(math.ceil(last) + 1, grid.rows))


def _disc(disc: Disc, half: float) -> Callable[[float], Span | None]:
    """A disc overlaps a square of side 2 ``half`` when the square's nearest point lies inside it."""
    x, y = disc.center
    radius = disc.radius - _TOUCH

    def at(row: float) -> Span | None:
        dy = max(abs(row - y) - half, 0.0)
        if dy >= radius:
            return None
        reach = math.sqrt((radius - dy) * (radius + dy)) + half
        return (x - reach, x + reach)

    return at


def _polygon(polygon: Polygon, half: float) -> Callable[[float], Span | None]:
    """Two convex shapes overlap when no line along an edge of either lies between them (separating axis theorem)."""
    box = bounding_box([polygon])
    assert box is not None
    low_x, low_y, high_x, high_y = box
    points, edges = polygon.points, []
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        length = math.hypot(bx - ax, by - ay)
        if length > 0.0:
            # The outward normal of an edge of a counter-clockwise polygon, and how far along it a square's middle may
            # lie: the polygon is below the edge.
            nx, ny = (by - ay) / length, (ax - bx) / length
            edges.append((nx, ny, nx * ax + ny * ay - _TOUCH + half * (abs(nx) + abs(ny))))

    def at(row: float) -> Span | None:
        if row + half <= low_y + _TOUCH or row - half >= high_y - _TOUCH:
            return None
        low, high = low_x + _TOUCH - half, high_x - _TOUCH + half
        for nx, ny, bound in edges:
            left = bound - ny * row
            if nx > 0.0:
                high = min(high, left / nx)
            elif nx < 0.0:
                low = max(low, left / nx)
            elif left <= 0.0:
                return None
        return (low, high) if low < high else None

    return at
