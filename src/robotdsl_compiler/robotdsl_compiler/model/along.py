"""Things at places, to be asked for those near a place without looking at all of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from robotdsl_compiler.model.geometry import Vec3

Thing = TypeVar("Thing")


class Along(Generic[Thing]):
    """Things sorted along x. Of things spread over a plane, a slice of it is a few rows of them."""

    def __init__(self, things: Iterable[tuple[Vec3, Thing]]) -> None:
        self._things = sorted(things, key=lambda thing: thing[0])
        self._x = [place[0] for place, _ in self._things]

    def near(self, place: Vec3, radius: float) -> list[tuple[Vec3, Thing]]:
        """Everything within ``radius`` of ``place`` along each axis, by place; equal places in the order given."""
        x, y, z = place
        within = self._things[bisect_left(self._x, x - radius) : bisect_right(self._x, x + radius)]
        return [one for one in within if abs(one[0][1] - y) <= radius and abs(one[0][2] - z) <= radius]

    def outwards(self, place: Vec3) -> Iterator[tuple[float, Thing]]:
        """Everything, with how far along x it is from ``place``, the nearest by that first."""
        right = bisect_left(self._x, place[0])
        left = right - 1
        while left >= 0 or right < len(self._x):
            to_left = place[0] - self._x[left] if left >= 0 else float("inf")
            to_right = self._x[right] - place[0] if right < len(self._x) else float("inf")
            if to_left <= to_right:
                yield to_left, self._things[left][1]
                left -= 1
            else:
                yield to_right, self._things[right][1]
                right += 1
