"""Whether a disc gets from one place to another between obstacles.

A search from both ends over the cells of the map. Where the disc's own way exists, the cells that it crosses have
centres at most half a diagonal off it; the disc is made smaller by that much, so that a way which exists is found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from heapq import heappop, heappush

from robotdsl_compiler.model.geometry import Region, Vec2, bounding_box
from robotdsl_compiler.validation.plane import distance_to

PITCH = 0.05
# Cells looked at from both ends before the search gives up, about a second's worth: a hall of 20 by 18 m whose goal
# cannot be reached. A goal that can be is found among a few hundred.
MOST_CELLS = 150_000

Cell = tuple[int, int]


class Reach(Enum):
    PATH = "path"
    NO_PATH = "no path"
    GOAL_BLOCKED = "goal blocked"
    GAVE_UP = "gave up"


def reachable(start: Vec2, end: Vec2, radius: float, obstacles: Sequence[Region], origin: Vec2, size: Vec2) -> Reach:
    """Whether a disc of ``radius`` gets from ``start`` to ``end`` within the map at ``origin`` of ``size`` metres."""
    field = _Field(max(0.0, radius - PITCH * math.sqrt(0.5)), obstacles, origin, size)
    if not (field.holds(start) and field.holds(end)):
        # Only a world without any sense of scale reaches beyond its own map.
        return Reach.GAVE_UP
    if not field.clear(end):
        return Reach.GOAL_BLOCKED
    ends = (field.cell(start), field.cell(end))
    seen: tuple[set[Cell], set[Cell]] = ({ends[0]}, {ends[1]})
    heaps: tuple[list[tuple[int, Cell]], list[tuple[int, Cell]]] = ([(0, ends[0])], [(0, ends[1])])
    if ends[0] == ends[1]:
        return Reach.PATH
    while all(heaps):
        for here, there in ((0, 1), (1, 0)):
            _, (i, j) = heappop(heaps[here])
            for cell in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
                if cell in seen[there]:
                    return Reach.PATH
                if cell not in seen[here] and field.free(cell):
                    seen[here].add(cell)
                    away = abs(cell[0] - ends[there][0]) + abs(cell[1] - ends[there][1])
                    heappush(heaps[here], (away, cell))
            if not heaps[here]:
                return Reach.NO_PATH
        if len(seen[0]) + len(seen[1]) > MOST_CELLS:
            return Reach.GAVE_UP
    return Reach.NO_PATH


class _Field:
    """The cells of the map; free are those whose centre is at least ``radius`` away from every obstacle."""

    def __init__(self, radius: float, obstacles: Sequence[Region], origin: Vec2, size: Vec2) -> None:
        self.radius = radius
        self.origin = origin
        self.columns, self.rows = round(size[0] / PITCH), round(size[1] / PITCH)
        self.obstacles = [(bounding_box([region]), region) for region in obstacles]
        self.known: dict[Cell, bool] = {}

    def holds(self, point: Vec2) -> bool:
        return (
            0.0 <= point[0] - self.origin[0] <= self.columns * PITCH
            and 0.0 <= point[1] - self.origin[1] <= self.rows * PITCH
        )

    def cell(self, point: Vec2) -> Cell:
        return (
            math.floor((point[0] - self.origin[0]) / PITCH),
            math.floor((point[1] - self.origin[1]) / PITCH),
        )

    def free(self, cell: Cell) -> bool:
        found = self.known.get(cell)
        if found is None:
            inside = 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows
            center = (self.origin[0] + (cell[0] + 0.5) * PITCH, self.origin[1] + (cell[1] + 0.5) * PITCH)
            found = self.known[cell] = inside and self.clear(center)
        return found

    def clear(self, point: Vec2) -> bool:
        x, y = point
        for box, region in self.obstacles:
            if box is None or not (
                box[0] - self.radius < x < box[2] + self.radius and box[1] - self.radius < y < box[3] + self.radius
            ):
                continue
            if distance_to(point, region) < self.radius:
                return False
        return True
