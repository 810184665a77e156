"""What a plumb line through a point of the floor meets of a shape."""

from __future__ import annotations

import math

from robotdsl_compiler.model.geometry import Pose, Vec2, Vec3
from robotdsl_compiler.model.shapes import Box, Cylinder, Shape, Sphere

Span = tuple[float, float]
# A line is parallel to a face, or to an axis, where the part of its direction across it is less than this.
_PARALLEL = 1e-12


def column(shape: Shape, pose: Pose, point: Vec2) -> Span | None:
    """The heights between which ``shape``, its centre at ``pose``, holds the vertical line through ``point``; ``None``
    where the line misses it. Metres, in the frame that ``pose`` is in.
    """
    to_shape = pose.inverse()
    start, up = to_shape.apply((*point, 0.0)), to_shape.turn((0.0, 0.0, 1.0))
    match shape:
        case Box(size=size):
            found: Span | None = (-math.inf, math.inf)
            for axis in range(3):
                found = _both(found, _slab(start[axis], up[axis], size[axis] / 2.0))
            return found
        case Sphere(radius=radius):
            return _ball(start, up, radius)
        case Cylinder(radius=radius, height=height):
            round_ = _ball((*start[:2], 0.0), (*up[:2], 0.0), radius)
            return _both(round_, _slab(start[2], up[2], height / 2.0))


def _both(a: Span | None, b: Span | None) -> Span | None:
    if a is None or b is None:
        return None
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return (low, high) if low < high else None


def _slab(start: float, along: float, half: float) -> Span | None:
    """Where ``|start + along t| < half``."""
    if abs(along) < _PARALLEL:
        return (-math.inf, math.inf) if abs(start) < half else None
    a, b = (-half - start) / along, (half - start) / along
    return (min(a, b), max(a, b))


def _ball(start: Vec3, along: Vec3, radius: float) -> Span | None:
    """Where ``|start + along t| < radius``: the roots of a quadratic."""
    square = sum(v * v for v in along)
    apart = sum(v * v for v in start) - radius * radius
    if square < _PARALLEL:
        return (-math.inf, math.inf) if apart < 0.0 else None
    half = sum(s * v for s, v in zip(start, along, strict=True)) / square
    inside = half * half - apart / square
    if inside <= 0.0:
        return None
    return (-half - math.sqrt(inside), -half + math.sqrt(inside))
