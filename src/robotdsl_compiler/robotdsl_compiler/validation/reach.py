"""Whether a disc gets from one place to others between obstacles.

A search from both ends over the cells of the map. Where the disc's own way exists, the cells that it crosses have
centres at most half a diagonal off it; the disc is made smaller by that much, so that a way which exists is found.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import Enum
from heapq import heapify, heappop, heappush

from robotdsl_compiler.model.geometry import Region, Vec2, bounding_box
from robotdsl_compiler.validation.plane import Extent, distance_to

PITCH = 0.05
# Cells looked at from both ends before a search gives up, about a second's worth: a hall of 20 by 18 m whose goal
# cannot be reached. A goal that can be is found among a few hundred. Searches from one start have this much together:
MOST_CELLS = 150_000
MOST_IN_ALL = 3 * MOST_CELLS
# So many cells are looked at from a goal before the other end joins in: of many goals, most lie beside another one.
HEAD_START = 50
# Obstacles are looked up in so many rows and columns of the map.
BUCKETS = 64

Cell = tuple[int, int]


class Reach(Enum):
    PATH = "path"
    NO_PATH = "no path"
    GOAL_BLOCKED = "goal blocked"
    GAVE_UP = "gave up"


class Searches:
    """What a disc of ``radius`` reaches from ``start`` within the map at ``origin`` of ``size`` metres.

    The searches for several goals share what they find: a second goal beside the first costs next to nothing, and that
    the start is shut in is found out once.
    """

    def __init__(self, start: Vec2, radius: float, obstacles: Sequence[Region], origin: Vec2, size: Vec2) -> None:
        self._field = _Field(max(0.0, radius - PITCH * math.sqrt(0.5)), obstacles, origin, size)
        # Only a world without any sense of scale reaches beyond its own map.
        self._start = self._field.cell(start) if self._field.holds(start) else None
        # The cells known to be joined to the start, and those of them whose neighbours have not been looked at.
        self._joined: set[Cell] = set() if self._start is None else {self._start}
        self._edge = list(self._joined)
        self._looked_at = 0

    def to(self, end: Vec2) -> Reach:
        """Whether it gets to ``end``."""
        field = self._field
        if self._start is None or not field.holds(end):
            return Reach.GAVE_UP
        if not field.clear(end):
            return Reach.GOAL_BLOCKED
        goal = field.cell(end)
        if goal in self._joined:
            return Reach.PATH
        before = len(self._joined)
        sides = (_Side(self._joined, goal, []), _Side({goal}, self._start, [goal]))
        found = self._meet(sides, before + min(MOST_CELLS, MOST_IN_ALL - self._looked_at))
        self._looked_at += len(sides[0].seen) + len(sides[1].seen) - before
        self._edge += [cell for _, cell in sides[0].heap]
        if found is Reach.PATH:
            self._joined |= sides[1].seen
            self._edge += [cell for _, cell in sides[1].heap]
        return found

    def _meet(self, sides: tuple[_Side, _Side], most: int) -> Reach:
        """Grow both sides in turn, until they meet or one of them is whole."""
        steps = 0
        while True:
            if len(sides[0].seen) + len(sides[1].seen) > most:
                return Reach.GAVE_UP
            if steps == HEAD_START:
                sides[0].take_up(self._edge)
                self._edge = []
            for here, there in ((0, 1), (1, 0)) if steps >= HEAD_START else ((1, 0),):
                if not sides[here].heap:
                    return Reach.NO_PATH
                if sides[here].grow(self._field, sides[there].seen):
                    return Reach.PATH
            steps += 1


class _Side:
    """One end of a search: the cells ``seen`` from it, and in a heap those to be looked at from, the nearest to the
    ``aim`` first.
    """

    def __init__(self, seen: set[Cell], aim: Cell, edge: Iterable[Cell]) -> None:
        self.seen = seen
        self.aim = aim
        self.heap: list[tuple[int, Cell]] = []
        self.take_up(edge)

    def take_up(self, edge: Iterable[Cell]) -> None:
        self.heap = [(_steps(cell, self.aim), cell) for cell in edge]
        heapify(self.heap)

    def grow(self, field: _Field, others: set[Cell]) -> bool:
        """Look at the neighbours of one cell; whether one of them is among ``others``."""
        away, (i, j) = heappop(self.heap)
        for cell in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if cell in others:
                # Its other neighbours are still to be looked at.
                heappush(self.heap, (away, (i, j)))
                return True
            if cell not in self.seen and field.free(cell):
                self.seen.add(cell)
                heappush(self.heap, (_steps(cell, self.aim), cell))
        return False


def _steps(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


class _Field:
    """The cells of the map; free are those whose centre is at least ``radius`` away from every obstacle."""

    def __init__(self, radius: float, obstacles: Sequence[Region], origin: Vec2, size: Vec2) -> None:
        self.radius = radius
        self.origin = origin
        self.columns, self.rows = round(size[0] / PITCH), round(size[1] / PITCH)
        self.known: dict[Cell, bool] = {}
        # Which obstacles a disc may meet whose centre lies in that part of the map.
        self.bucket = max(*size, PITCH) / BUCKETS
        self.buckets: dict[Cell, list[tuple[Extent, Region]]] = {}
        for region in obstacles:
            box = bounding_box([region])
            assert box is not None
            self._put(box, region)

    def _put(self, box: Extent, region: Region) -> None:
        first = self._bucket((box[0] - self.radius, box[1] - self.radius))
        last = self._bucket((box[2] + self.radius, box[3] + self.radius))
        for i in range(first[0], last[0] + 1):
            for j in range(first[1], last[1] + 1):
                self.buckets.setdefault((i, j), []).append((box, region))

    def _bucket(self, point: Vec2) -> Cell:
        """The part of the map that holds ``point``; of one beyond its edge, the part at the edge."""
        x, y = (max(0.0, min(BUCKETS, (p - o) / self.bucket)) for p, o in zip(point, self.origin, strict=True))
        return (math.floor(x), math.floor(y))

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
        for box, region in self.buckets.get(self._bucket(point), ()):
            near = box[0] - self.radius < x < box[2] + self.radius and box[1] - self.radius < y < box[3] + self.radius
            if near and distance_to(point, region) < self.radius:
                return False
        return True
