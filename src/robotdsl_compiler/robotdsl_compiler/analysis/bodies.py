"""The shapes that parts collide by, as convex bodies: their outlines from above, their tops and their bottoms."""

from __future__ import annotations

import math

from robotdsl_compiler.model.geometry import (
    ELLIPSE_CORNERS,
    Disc,
    Polygon,
    Pose,
    Region,
    Vec2,
    Vec3,
    box_corners,
    convex_hull,
)
from robotdsl_compiler.model.part import Capsule
from robotdsl_compiler.model.shapes import Box, Cylinder, Sphere
from robotdsl_compiler.support.value import value

# The corners of the polygon that stands for a ball in an outline. Its edges touch the circle, and ahead, behind and
# to both sides an edge lies square to the robot, so that the outline stays within the footprint's box.
BALL_CORNERS = 16


@value
class Body:
    """A collision shape: the convex hull of ``points``, or of balls of ``radius`` about them."""

    points: tuple[Vec3, ...]
    radius: float = 0.0

    @property
    def region(self) -> Region:
        """What it covers of the floor."""
        if self.radius > 0.0 and len(self.points) == 1:
            return Disc(flat(self.points[0]), self.radius)
        if self.radius > 0.0:
            return Polygon(convex_hull(c for p in self.points for c in round_corners(flat(p), self.radius)))
        return Polygon(convex_hull(flat(p) for p in self.points))

    @property
    def top(self) -> float:
        return max(p[2] for p in self.points) + self.radius

    @property
    def bottom(self) -> float:
        return min(p[2] for p in self.points) - self.radius


def flat(point: Vec3) -> Vec2:
    return (point[0], point[1])


def round_corners(center: Vec2, radius: float) -> list[Vec2]:
    """The corners of a polygon that encloses the circle and touches it ahead, behind and to both sides."""
    reach = radius / math.cos(math.pi / BALL_CORNERS)
    angles = [(k + 0.5) * 2.0 * math.pi / BALL_CORNERS for k in range(BALL_CORNERS)]
    return [(center[0] + reach * math.cos(a), center[1] + reach * math.sin(a)) for a in angles]


def shape_body(shape: Box | Sphere | Cylinder | Capsule, pose: Pose) -> Body:
    """``shape`` with its centre at ``pose``. A cylinder's rims are polygons that enclose them."""
    if isinstance(shape, Box):
        return Body(tuple(pose.apply(corner) for corner in box_corners(shape.size)))
    if isinstance(shape, Sphere):
        return Body((pose.position,), shape.radius)
    if isinstance(shape, Capsule):
        return Body(tuple(pose.apply((0.0, 0.0, s * shape.length / 2.0)) for s in (-1.0, 1.0)), shape.radius)
    reach = shape.radius / math.cos(math.pi / ELLIPSE_CORNERS)
    angles = [2.0 * math.pi * k / ELLIPSE_CORNERS for k in range(ELLIPSE_CORNERS)]
    rim = [(reach * math.cos(a), reach * math.sin(a)) for a in angles]
    return Body(tuple(pose.apply((x, y, s * shape.height / 2.0)) for x, y in rim for s in (-1.0, 1.0)))
