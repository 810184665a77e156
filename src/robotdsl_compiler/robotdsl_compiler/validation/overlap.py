"""Which entities stand in one another, shape by shape, in time that grows with the shapes and their neighbours."""

from __future__ import annotations

import math
from collections.abc import Sequence

from robotdsl_compiler.model.along import Along
from robotdsl_compiler.model.geometry import Vec3, norm
from robotdsl_compiler.model.program import Entity
from robotdsl_compiler.model.shapes import Box, Cylinder, Shape, reach

# A centre this deep inside a shape is no matter of rounding.
DEPTH = 1e-3


# Of one entity no more others are told that hold it: in a pile all hold all.
MOST_HOLDERS = 8


def holding(entities: Sequence[Entity]) -> set[tuple[int, int]]:
    """The pairs ``(i, j)`` of which entity ``i`` holds, in one of its shapes, the centre of a shape of entity ``j``:
    of each ``j`` the first ``MOST_HOLDERS``.
    """
    placed = [
        (i, shape.shape, entity.pose @ shape.pose) for i, entity in enumerate(entities) for shape in entity.shapes
    ]
    open_ = [(pose.position, i) for i, _, pose in placed]
    centers, full = Along(open_), 0
    found: set[tuple[int, int]] = set()
    holders = [0] * len(entities)
    for i, shape, pose in placed:
        to_shape = pose.inverse()
        for position, j in centers.near(pose.position, reach(shape)):
            if j == i or holders[j] >= MOST_HOLDERS or (i, j) in found or not _holds(shape, to_shape.apply(position)):
                continue
            found.add((i, j))
            holders[j] += 1
            full += holders[j] == MOST_HOLDERS
        if 2 * full > len(open_):
            # What nobody asks for any more is not to be passed over time and again.
            open_ = [(position, j) for position, j in open_ if holders[j] < MOST_HOLDERS]
            centers, full = Along(open_), 0
    return found


def _holds(shape: Shape, point: Vec3) -> bool:
    """Whether ``point``, in the shape's frame, lies inside it."""
    x, y, z = point
    if isinstance(shape, Box):
        return all(abs(v) < s / 2.0 - DEPTH for v, s in zip(point, shape.size, strict=True))
    if isinstance(shape, Cylinder):
        return math.hypot(x, y) < shape.radius - DEPTH and abs(z) < shape.height / 2.0 - DEPTH
    return norm(point) < shape.radius - DEPTH
