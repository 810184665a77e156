"""Patchs of the floor as plain points to draw, placed at a pose, and where two of them are nearest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from robotdsl_runtime.evaluation.shapes import ShapeError, read_region

Vec2 = tuple[float, float]
Pose = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Patch:
    """What lies within ``radius`` of the convex polygon of ``corners``, metres: one corner and a radius are a disc,
    several corners and no radius a polygon.
    """

    corners: tuple[Vec2, ...]
    radius: float = 0.0

    @property
    def is_disc(self) -> bool:
        return len(self.corners) == 1

    def placed(self, pose: Pose) -> Patch:
        """The region, stated in a frame that stands at ``pose`` (x, y, yaw)."""
        x, y, yaw = pose
        c, s = math.cos(yaw), math.sin(yaw)
        return Patch(tuple((x + c * px - s * py, y + s * px + c * py) for px, py in self.corners), self.radius)

    @property
    def fills_its_box(self) -> bool:
        """Whether the box about it says about where it is: not for a long thing that stands at a slant."""
        x0, y0, x1, y1 = self.box()
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in _sides(self.corners)) / 2.0
        return self.is_disc or abs(area) > 0.6 * (x1 - x0) * (y1 - y0)

    def box(self) -> tuple[float, float, float, float]:
        """The least and the greatest x and y: x0, y0, x1, y1."""
        xs, ys = [p[0] for p in self.corners], [p[1] for p in self.corners]
        r = self.radius
        return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


def finite_numbers(values: Any, count: int) -> tuple[float, ...] | None:
    """``values`` as ``count`` finite floats, or ``None`` when that is not what they are."""
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) < count:
        return None
    numbers = [v for v in values[:count] if isinstance(v, int | float) and math.isfinite(v)]
    return tuple(float(v) for v in numbers) if len(numbers) == count else None


def patch_of(stated: Any) -> Patch | None:
    """A region as ``task/evaluation.json`` states it; ``None`` for what is none."""
    try:
        region = read_region(stated)
    except ShapeError:
        return None
    return Patch(tuple((float(x), float(y)) for x, y in region.corners), region.radius)


def _sides(corners: Sequence[Vec2]) -> list[tuple[Vec2, Vec2]]:
    if len(corners) == 1:
        return [(corners[0], corners[0])]
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


def _on_side(p: Vec2, a: Vec2, b: Vec2) -> Vec2:
    """The point of the segment a-b that is nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0.0 else min(1.0, max(0.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return a[0] + t * dx, a[1] + t * dy


def _crossing(a: tuple[Vec2, Vec2], b: tuple[Vec2, Vec2]) -> Vec2 | None:
    """Where two sides cross; ``None`` where they do not, or run alongside each other."""
    (px, py), (qx, qy) = a
    (rx, ry), (sx, sy) = b
    ax, ay, bx, by = qx - px, qy - py, sx - rx, sy - ry
    across = ax * by - ay * bx
    if across == 0.0:
        return None
    t = ((rx - px) * by - (ry - py) * bx) / across
    u = ((rx - px) * ay - (ry - py) * ax) / across
    return (px + t * ax, py + t * ay) if 0.0 <= t <= 1.0 and 0.0 <= u <= 1.0 else None


def _contains(corners: Sequence[Vec2], p: Vec2) -> bool:
    turns = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for a, b in _sides(corners)]
    return len(corners) > 2 and (all(t >= 0 for t in turns) or all(t <= 0 for t in turns))


def _bounds_apart(a: Patch, b: Patch) -> float:
    """A distance that ``a`` and ``b`` are at least apart."""
    ax0, ay0, ax1, ay1 = a.box()
    bx0, by0, bx1, by1 = b.box()
    return math.hypot(max(0.0, bx0 - ax1, ax0 - bx1), max(0.0, by0 - ay1, ay0 - by1))


def nearest_points(a: Patch, b: Patch) -> tuple[Vec2, Vec2]:
    """A point of ``a`` and one of ``b`` that are as near to each other as any; the same point where they overlap."""
    for corners, other in ((a.corners, b), (b.corners, a)):
        for p in corners:
            if _contains(other.corners, p):
                return p, p
    for side in _sides(a.corners):
        for other_side in _sides(b.corners):
            meeting = _crossing(side, other_side)
            if meeting is not None:
                return meeting, meeting
    pairs = [(p, _on_side(p, *side)) for p in a.corners for side in _sides(b.corners)]
    pairs += [(_on_side(q, *side), q) for q in b.corners for side in _sides(a.corners)]
    p, q = min(pairs, key=lambda pair: math.dist(*pair))
    apart = math.dist(p, q)
    if apart <= a.radius + b.radius or apart == 0.0:
        middle = (p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0
        return middle, middle
    ux, uy = (q[0] - p[0]) / apart, (q[1] - p[1]) / apart
    return (p[0] + ux * a.radius, p[1] + uy * a.radius), (q[0] - ux * b.radius, q[1] - uy * b.radius)


def nearest_of(some: Sequence[Patch], others: Sequence[Patch]) -> tuple[Vec2, Vec2] | None:
    """The nearest points between two groups of regions; ``None`` when one is empty."""
    best: tuple[float, tuple[Vec2, Vec2]] | None = None
    for a in some:
        for b in others:
            if best is not None and _bounds_apart(a, b) > best[0]:
                continue
            points = nearest_points(a, b)
            apart = math.dist(*points)
            if best is None or apart < best[0]:
                best = apart, points
    return None if best is None else best[1]
