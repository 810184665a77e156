"""The rasteriser against an independent answer: each cell's square clipped by the region, its area above zero."""

from __future__ import annotations

import math
import random

import pytest
from robotdsl_compiler.model.geometry import Disc, Polygon, Pose, Region, convex_hull, region_of_cylinder
from robotdsl_compiler.targets.navigation.raster import Grid, rasterise

Points = list[tuple[float, float]]


def clip(points: Points, inside_of: tuple[tuple[float, float], tuple[float, float]]) -> Points:
    """The part of a polygon on the left of a directed line (Sutherland and Hodgman)."""
    (ax, ay), (bx, by) = inside_of

    def side(p: tuple[float, float]) -> float:
        return (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)

    kept: Points = []
    for p, q in zip(points, [*points[1:], *points[:1]], strict=True):
        sp, sq = side(p), side(q)
        if sp >= 0:
            kept.append(p)
        if (sp > 0 > sq) or (sp < 0 < sq):
            t = sp / (sp - sq)
            kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return kept


def area(points: Points) -> float:
    pairs = zip(points, [*points[1:], *points[:1]], strict=True)
    return sum(px * qy - qx * py for (px, py), (qx, qy) in pairs) / 2.0


def square(grid: Grid, row: int, column: int) -> Points:
    x, y, s = grid.origin[0] + column * grid.resolution, grid.origin[1] + row * grid.resolution, grid.resolution
    return [(x, y), (x + s, y), (x + s, y + s), (x, y + s)]


def overlaps(region: Region, corners: Points) -> bool | None:
    """Whether the region covers some of the square; ``None`` where it is too near to call."""
    if isinstance(region, Disc):
        cx, cy = region.center
        (x0, y0), (x1, y1) = corners[0], corners[2]
        near = math.dist((min(max(cx, x0), x1), min(max(cy, y0), y1)), (cx, cy))
        return None if abs(near - region.radius) < 1e-6 else near < region.radius
    shared = corners
    for edge in zip(region.points, (*region.points[1:], region.points[0]), strict=True):
        shared = clip(shared, edge)
        if not shared:
            return False
    return None if 0 < area(shared) < 1e-9 else area(shared) > 0


def cells(grid: Grid, *regions: Region) -> set[tuple[int, int]]:
    """The row and the column of each cell that is taken."""
    taken = rasterise(grid, regions)
    assert len(taken) == grid.rows * grid.columns
    return {divmod(index, grid.columns) for index, one in enumerate(taken) if one}


def random_region(rng: random.Random) -> Region:
    if rng.random() < 0.4:
        return Disc((rng.uniform(-1, 4), rng.uniform(-1, 4)), rng.uniform(0.005, 0.8))
    cx, cy, size = rng.uniform(-1, 4), rng.uniform(-1, 4), rng.uniform(0.02, 1.0)
    return Polygon(
        convex_hull((cx + rng.uniform(-size, size), cy + rng.uniform(-size, size)) for _ in range(rng.randint(3, 9)))
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_cell_is_taken_when_a_region_overlaps_its_square(seed: int) -> None:
    rng = random.Random(seed)
    grid = Grid((rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)), 37, 41, rng.choice([0.05, 0.1]))
    region = random_region(rng)
    taken = cells(grid, region)
    compared = 0
    for row in range(grid.rows):
        for column in range(grid.columns):
            expected = overlaps(region, square(grid, row, column))
            if expected is not None:
                assert ((row, column) in taken) == expected, (row, column)
                compared += 1
    assert compared > 0.99 * grid.rows * grid.columns


def test_a_box_on_the_lines_takes_its_own_cells_only() -> None:
    grid = Grid((0.0, 0.0), 10, 8, 0.05)
    box = Polygon(((0.1, 0.15), (0.3, 0.15), (0.3, 0.2), (0.1, 0.2)))
    assert cells(grid, box) == {(3, c) for c in range(2, 6)}


def test_a_wall_thinner_than_a_cell_leaves_no_gap() -> None:
    grid = Grid((0.0, 0.0), 40, 40, 0.05)
    ends = ((0.0, 0.0), (2.0, 2.0))
    wall = Polygon((ends[0], (2.0, 1.999), ends[1], (0.0, 0.001)))
    assert {(k, k) for k in range(40)} <= cells(grid, wall)


def test_regions_off_the_grid_and_partly_on_it() -> None:
    grid = Grid((0.0, 0.0), 4, 4, 0.05)
    assert not cells(grid, Disc((5.0, 5.0), 0.3), Polygon(((-3.0, -3.0), (-2.0, -3.0), (-2.0, -2.0))))
    assert len(cells(grid, Disc((0.1, 0.1), 50.0))) == 16
    assert not cells(grid)


def test_regions_add_up() -> None:
    grid = Grid((0.0, 0.0), 30, 30, 0.05)
    one, two = Disc((0.4, 0.4), 0.2), region_of_cylinder(Pose((1.0, 1.0, 0.2), (0.5, 0.5, 0.5, 0.5)), 0.1, 0.5)
    assert cells(grid, one, two) == cells(grid, one) | cells(grid, two)


@pytest.mark.parametrize(
    ("size", "columns", "rows"), [((1.0, 0.5), 20, 10), ((1.01, 0.52), 21, 11), ((7.000000001, 0.0), 140, 1)]
)
def test_a_grid_covers_its_rectangle(size: tuple[float, float], columns: int, rows: int) -> None:
    grid = Grid.covering((-1.0, 2.0), size, 0.05)
    assert (grid.columns, grid.rows) == (columns, rows)
