"""The drawn obstacles' edges as a scan sees them: for every place, the piece of edge that a return there belongs to."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from robotdsl_runtime.geometry import Floats
from robotdsl_runtime.navigation.grid import Bools, OccupancyGrid

# A return further than this from every drawn edge belongs to none, m.
REACH = 0.3
# What a piece is; 0 is no piece.
LINE, CELL = 1.0, 2.0
# A real edge lies no further than this from its line, m, and is never known better than to a few millimetres.
_FARTHEST_OFF, _MOST_INFORMATION = 0.04, 1.0 / 0.004**2
# An edge's line is fitted to the edge cells within so many cells.
_FIT = 2
# Where the fit is this much thinner than long it is a line.
_THIN = 0.08


class Surfaces:
    """Edges of the drawn obstacles, one piece for each cell that holds one.

    A beam towards higher x and y meets what has free floor on its lower x or lower y side, and never a wall's far
    side: so there are four sets of pieces, one for each quadrant of a beam's direction, ``2 (dx > 0) + (dy > 0)``.

    A piece is the line through the edge cells around it (least squares): the drawn edge runs through the middle of
    its cells on average, and a slanted edge's stairs are averaged out. Where the cells are no line, at a corner or a
    thin post, it is the cell.

    The real edge lies somewhere in its cells, half a cell before or behind the line. ``learn`` finds out where, so
    that a robot that knows its place when it first sees an edge does not lose it by the drawing later.
    """

    def __init__(self, grid: OccupancyGrid) -> None:
        self._grid = grid
        occupied = np.pad(grid.occupied, 1)
        free = ~occupied
        left, right = free[1:-1, :-2], free[1:-1, 2:]
        below, above = free[:-2, 1:-1], free[2:, 1:-1]
        tables: list[Floats] = [np.zeros((1, 6))]
        pieces = np.zeros((4, grid.rows, grid.columns), dtype=np.int32)
        count = 1
        for way, (x, y) in enumerate(((right, above), (right, below), (left, above), (left, below))):
            edge = grid.occupied & (x | y)
            rows, columns = np.nonzero(edge)
            numbers = np.zeros(edge.shape, dtype=np.int32)
            numbers[rows, columns] = np.arange(count, count + len(rows))
            pieces[way] = _nearest(numbers, math.floor(REACH / grid.resolution))
            tables.append(_pieces(edge, rows, columns, grid))
            count += len(rows)
        self._piece = pieces.ravel()
        # Rows: x and y of a point on the piece, its normal, what it is, and how far along the normal the edge lies.
        self._table = np.ascontiguousarray(np.concatenate(tables).T)
        # Uniform over a cell's width.
        self._information = np.full(count, 12.0 / grid.resolution**2)

    def residuals(
        self, x: Floats, y: Floats, dx: Floats, dy: Floats
    ) -> tuple[Floats, Floats, Floats, NDArray[np.int32]]:
        """How far returns at ``x, y`` ``(n,)``, seen along ``dx, dy``, are from their pieces; the unit direction
        ``(n,), (n,)`` in which that grows, (0, 0) for a return that belongs to none; and the pieces' numbers.
        """
        grid = self._grid
        inverse = 1.0 / grid.resolution
        column = ((x - grid.origin[0]) * inverse).astype(np.int64)
        row = ((y - grid.origin[1]) * inverse).astype(np.int64)
        np.minimum(np.maximum(column, 0, out=column), grid.columns - 1, out=column)
        np.minimum(np.maximum(row, 0, out=row), grid.rows - 1, out=row)
        row += grid.rows * (2 * (dx > 0.0) + (dy > 0.0))
        row *= grid.columns
        row += column
        pieces = self._piece[row]
        at_x, at_y, nx, ny, kind, offset = self._table[:, pieces]
        at_x, at_y = x - at_x, y - at_y
        gap = nx * at_x + ny * at_y - offset
        cell = np.flatnonzero(kind == CELL)
        if len(cell):
            away_x, away_y = at_x[cell], at_y[cell]
            far = np.maximum(np.sqrt(away_x * away_x + away_y * away_y), 1e-9)
            gap[cell] = np.maximum(far - 0.5 * grid.resolution, 0.0)
            nx[cell], ny[cell] = away_x / far, away_y / far
        return gap, nx, ny, pieces

    def variance(self, pieces: NDArray[np.int32]) -> Floats:
        """How uncertain it is where the real edge lies, m², for each of ``pieces`` ``(n,)``."""
        uncertain: Floats = 1.0 / self._information[pieces]
        return uncertain

    def learn(self, pieces: NDArray[np.int32], gap: Floats, variance: Floats) -> None:
        """Take that the real edges of ``pieces`` lie ``gap`` beyond where they were thought to, seen with
        ``variance`` (all ``(n,)``). What lies further off than an edge can be is something else.
        """
        near = (np.abs(gap) < _FARTHEST_OFF) & (self._table[4, pieces] == LINE)
        if not near.any():
            return
        pieces, weight = pieces[near], 1.0 / variance[near]
        total = np.zeros(len(self._information))
        pull = np.zeros(len(self._information))
        np.add.at(total, pieces, weight)
        np.add.at(pull, pieces, weight * gap[near])
        seen = np.flatnonzero(total)
        information = self._information[seen] + total[seen]
        moved = self._table[5, seen] + pull[seen] / information
        self._table[5, seen] = np.clip(moved, -_FARTHEST_OFF, _FARTHEST_OFF)
        self._information[seen] = np.minimum(information, _MOST_INFORMATION)


def _nearest(numbers: NDArray[np.int32], reach: int) -> NDArray[np.int32]:
    """For each cell the number of the nearest numbered cell within ``reach`` rows and columns, 0 without one."""
    rows, columns = numbers.shape
    index = np.arange(rows, dtype=np.int64)[:, None]
    marked = numbers > 0
    below = np.maximum.accumulate(np.where(marked, index, -rows), axis=0)
    above = np.minimum.accumulate(np.where(marked, index, 2 * rows)[::-1], axis=0)[::-1]
    to_below, to_above = index - below, above - index
    row = np.where(to_below <= to_above, below, above)
    offset = np.minimum(np.minimum(to_below, to_above), reach + 1)
    far = 2 * (reach + 1) ** 2
    best = np.full(numbers.shape, far, dtype=np.int64)
    found = np.zeros(numbers.shape, dtype=np.int32)
    within = np.where(offset <= reach, offset * offset, far)
    number = np.take_along_axis(numbers, np.clip(row, 0, rows - 1), axis=0)
    for k in range(-reach, reach + 1):
        to, source = slice(max(-k, 0), columns - max(k, 0)), slice(max(k, 0), columns - max(-k, 0))
        if to.start >= to.stop:
            continue
        offer = within[:, source] + k * k
        closer = offer < best[:, to]
        best[:, to][closer] = offer[closer]
        found[:, to][closer] = number[:, source][closer]
    return found


def _pieces(edge: Bools, rows: NDArray[np.int64], columns: NDArray[np.int64], grid: OccupancyGrid) -> Floats:
    """The table's rows for the edge cells."""
    padded = np.pad(edge, _FIT)
    window = np.lib.stride_tricks.sliding_window_view(padded, (2 * _FIT + 1, 2 * _FIT + 1))[rows, columns]
    down, across = (part.astype(np.float64) for part in np.mgrid[-_FIT : _FIT + 1, -_FIT : _FIT + 1])
    weights = window.astype(np.float64)
    total = weights.sum(axis=(1, 2))
    mean_x, mean_y = ((weights * part).sum(axis=(1, 2)) / total for part in (across, down))
    xx = (weights * across**2).sum(axis=(1, 2)) / total - mean_x**2
    yy = (weights * down**2).sum(axis=(1, 2)) / total - mean_y**2
    xy = (weights * across * down).sum(axis=(1, 2)) / total - mean_x * mean_y
    spread, twist = 0.5 * (xx + yy), np.hypot(0.5 * (xx - yy), xy)
    along = 0.5 * np.arctan2(2.0 * xy, xx - yy)
    line = (total >= 3) & (spread - twist <= _THIN * (spread + twist))
    size = grid.resolution
    center_x = grid.origin[0] + (columns + 0.5) * size
    center_y = grid.origin[1] + (rows + 0.5) * size
    return np.stack(
        (
            center_x + np.where(line, mean_x * size, 0.0),
            center_y + np.where(line, mean_y * size, 0.0),
            np.where(line, -np.sin(along), 0.0),
            np.where(line, np.cos(along), 0.0),
            np.where(line, LINE, CELL),
            np.zeros(len(rows)),
        ),
        axis=1,
    )
