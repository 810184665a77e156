"""Distances between regions of the floor."""

from __future__ import annotations

import math
from collections.abc import Iterator

from robotdsl_compiler.model.geometry import Disc, Polygon, Pose, Region, Vec2

# The smallest and the greatest x and y of something: (x_min, y_min, x_max, y_max).
Extent = tuple[float, float, float, float]


def distance(a: Region, b: Region) -> float:
    """The gap in metres between two regions; zero or below where they touch or overlap."""
    if isinstance(a, Disc):
        if isinstance(b, Disc):
            return math.dist(a.center, b.center) - a.radius - b.radius
        return distance_to(a.center, b) - a.radius
    if isinstance(b, Disc):
        return distance_to(b.center, a) - b.radius
    apart = max(_separation(a, b), _separation(b, a))
    if apart <= 0.0:
        return apart
    return min(
        *(distance_to(p, b) for p in a.points),
        *(distance_to(p, a) for p in b.points),
    )


def distance_to(point: Vec2, region: Region) -> float:
    """The distance in metres of a point to a region; below zero inside, there minus the way out."""
    if isinstance(region, Disc):
        return math.dist(point, region.center) - region.radius
    inside = max((point[0] - a[0]) * normal[0] + (point[1] - a[1]) * normal[1] for a, _, normal in _edges(region))
    if inside <= 0.0:
        return inside
    return min(_to_segment(point, a, b) for a, b, _ in _edges(region))


def extent_gap(a: Extent, b: Extent) -> float:
    """The gap between two extents, which no gap between what they hold is less than; 0 where they overlap."""
    return math.hypot(max(0.0, a[0] - b[2], b[0] - a[2]), max(0.0, a[1] - b[3], b[1] - a[3]))


def moved(region: Region, pose: Pose) -> Region:
    """A region of ``base_footprint`` where the robot stands at ``pose``, by its place and its turn seen from above."""
    c, s = math.cos(pose.yaw), math.sin(pose.yaw)
    x, y, _ = pose.position

    def place(p: Vec2) -> Vec2:
        return (x + c * p[0] - s * p[1], y + s * p[0] + c * p[1])

    if isinstance(region, Disc):
        return Disc(place(region.center), region.radius)
    return Polygon(tuple(place(p) for p in region.points))


def _edges(polygon: Polygon) -> Iterator[tuple[Vec2, Vec2, Vec2]]:
    """Each edge with its outward unit normal; of a counter-clockwise polygon."""
    points = polygon.points
    for a, b in zip(points, (*points[1:], points[0]), strict=True):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dy) or 1.0
        yield a, b, (dy / length, -dx / length)


def _separation(a: Polygon, b: Polygon) -> float:
    """The widest gap between two polygons along the outward normals of ``a`` (separating axes)."""
    return max(min((p[0] - e[0]) * n[0] + (p[1] - e[1]) * n[1] for p in b.points) for e, _, n in _edges(a))


def _to_segment(point: Vec2, a: Vec2, b: Vec2) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = 0.0 if square == 0.0 else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square
    along = max(0.0, min(1.0, along))
    return math.hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy)
