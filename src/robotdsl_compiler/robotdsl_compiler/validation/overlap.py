"""Which entities stand in one another, shape by shape, in time that grows with the shapes and their neighbours."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from robotdsl_compiler.model.geometry import Vec3, norm
from robotdsl_compiler.model.program import Entity
from robotdsl_compiler.model.shapes import Box, Cylinder, Shape, reach

# A centre this deep inside a shape is no matter of rounding.
DEPTH = 1e-3


def holding(entities: Sequence[Entity]) -> set[tuple[int, int]]:
    """The pairs ``(i, j)`` of which entity ``i`` holds, in one of its shapes, the centre of a shape of entity ``j``."""
    placed = [
        (i, shape.shape, entity.pose @ shape.pose) for i, entity in enumerate(entities) for shape in entity.shapes
    ]
    centers = sorted((pose.position, i) for i, _, pose in placed)
    along = [position[0] for position, _ in centers]
    found: set[tuple[int, int]] = set()
    for i, shape, pose in placed:
        x, y, _ = pose.position
        radius = reach(shape)
        there: list[tuple[Vec3, int]] = centers[bisect_left(along, x - radius) : bisect_right(along, x + radius)]
        for position, j in there:
            if j != i and abs(position[1] - y) <= radius and _holds(shape, pose.inverse().apply(position)):
                found.add((i, j))
    return found


def _holds(shape: Shape, point: Vec3) -> bool:
    """Whether ``point``, in the shape's frame, lies inside it."""
    x, y, z = point
    if isinstance(shape, Box):
        return all(abs(v) < s / 2.0 - DEPTH for v, s in zip(point, shape.size, strict=True))
    if isinstance(shape, Cylinder):
        return math.hypot(x, y) < shape.radius - DEPTH and abs(z) < shape.height / 2.0 - DEPTH
    return norm(point) < shape.radius - DEPTH
