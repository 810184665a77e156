"""Costs to go over a grid: Dijkstra's search from the goal, a whole band of the front at a time.

Cells whose cost lies within one cell's step of the front's lowest are settled together (delta stepping; Meyer and
Sanders, 2003): no step is shorter than that, so none of them can improve another. A band is a handful of array
operations, which keeps the search over a map of 200 x 200 cells within some ten milliseconds.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from robotdsl_runtime.geometry import Floats

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
_HALF_LENGTHS = np.array([0.5 * math.hypot(*step) for step in _STEPS])


class CostToGo:
    """The least cost of a way from each cell to a goal cell, in cells of open floor.

    ``cost`` ``(rows, columns)`` is at least 1 and infinite where nothing passes. A step between neighbours (eight of
    them) costs its length times the mean cost of the two. The search ends once ``start`` is settled; without a start
    it covers all that the goal can be reached from. ``values`` are then exact for what is settled and infinite for
    what was never seen.
    """

    def __init__(self, cost: Floats, goal: tuple[int, int], start: tuple[int, int] | None = None) -> None:
        rows, columns = cost.shape
        self._stride: int = columns + 2
        padded = np.full((rows + 2, columns + 2), np.inf)
        padded[1:-1, 1:-1] = cost
        self._cost = padded.ravel()
        self._offsets = np.array([r * self._stride + c for r, c in _STEPS])
        self._shape = (rows, columns)
        self._values = np.full(self._cost.size, np.inf)
        self._search(self._index(goal), None if start is None else self._index(start))

    def _index(self, cell: tuple[int, int]) -> int:
        row, column = cell
        return (row + 1) * self._stride + column + 1

    def _search(self, goal: int, start: int | None) -> None:
        values, cost, offsets = self._values, self._cost, self._offsets
        if not math.isfinite(cost[goal]):
            return
        values[goal] = 0.0
        front = np.array([goal])
        mark = np.zeros(values.size, dtype=np.int64)
        queued = np.zeros(values.size, dtype=np.bool_)
        while front.size:
            reached = values[front]
            bound = float(reached.min()) + 1.0
            if start is not None and values[start] < bound - 1.0:
                return
            ripe = reached < bound
            band, rest = front[ripe], front[~ripe]
            queued[band] = False
            neighbours = band[:, None] + offsets
            offer = (cost[band][:, None] + cost[neighbours]) * _HALF_LENGTHS
            offer += reached[ripe][:, None]
            better = offer < values[neighbours]
            improved, offered = neighbours[better], offer[better]
            np.minimum.at(values, improved, offered)
            fresh = improved[~queued[improved]]
            # Of several copies of a cell, the one that wrote its mark last stays.
            order = np.arange(fresh.size)
            mark[fresh] = order
            fresh = fresh[mark[fresh] == order]
            queued[fresh] = True
            front = np.concatenate((rest, fresh))

    @property
    def values(self) -> Floats:
        return self._values.reshape(self._shape[0] + 2, self._stride)[1:-1, 1:-1]

    def at(self, cell: tuple[int, int]) -> float:
        return float(self._values[self._index(cell)])

    def descend(self, start: tuple[int, int]) -> list[tuple[int, int]]:
        """The cells of a cheapest way from ``start`` to the goal, both included; empty when there is none."""
        here = self._index(start)
        if not math.isfinite(self._values[here]):
            return []
        way = [start]
        # A last column of the tie-break keeps the straight step among equals, the table's order being fixed.
        while self._values[here] > 0.0:
            around = here + self._offsets
            total = self._values[around] + (self._cost[here] + self._cost[around]) * _HALF_LENGTHS
            here = int(around[int(np.argmin(total))])
            way.append(self._cell(here))
        return way

    def _cell(self, index: int) -> tuple[int, int]:
        return index // self._stride - 1, index % self._stride - 1


def reachable(passable: NDArray[np.bool_], goal: tuple[int, int]) -> NDArray[np.bool_]:
    """Which cells a way over neighbours (eight of them) joins to ``goal``."""
    cost = np.where(passable, 1.0, np.inf)
    found: NDArray[np.bool_] = np.isfinite(CostToGo(cost, goal).values)
    return found
