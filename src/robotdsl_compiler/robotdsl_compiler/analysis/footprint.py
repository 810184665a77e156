"""What the robot covers: its parts' collision shapes in ``base_footprint``, seen from above and from the side."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from robotdsl_compiler.model.facts import PlacedPart
from robotdsl_compiler.model.geometry import (
    Disc,
    Polygon,
    Pose,
    Region,
    Vec2,
    Vec3,
    add,
    bounding_box,
    box_corners,
    convex_hull,
)

# The corners of the polygon that stands for a wheel's sphere in the outline. Its edges touch the circle, and ahead,
# behind and to both sides an edge lies square to the robot, so that the outline stays within the footprint's box.
WHEEL_CORNERS = 16


@dataclass(frozen=True, slots=True)
class Body:
    """A collision shape: the convex hull of ``points``, or a sphere of ``radius`` about the one point."""

    points: tuple[Vec3, ...]
    radius: float = 0.0

    @property
    def region(self) -> Region:
        """What it covers of the floor."""
        if self.radius > 0.0:
            return Disc(_flat(self.points[0]), self.radius)
        return Polygon(convex_hull(_flat(p) for p in self.points))

    @property
    def top(self) -> float:
        return max(p[2] for p in self.points) + self.radius


def _flat(point: Vec3) -> Vec2:
    return (point[0], point[1])


def bodies(part: PlacedPart, footprint: Pose) -> tuple[Body, ...]:
    """The shapes that a placed part collides by: a wheel's sphere, its box or hull, then its declared contacts."""
    assert part.pose is not None
    record, pose = part.component.part, footprint @ part.pose
    found: list[Body] = []
    if record.wheel is not None:
        found.append(Body((pose.position,), record.wheel.radius))
    elif record.collision is not None:
        box = record.collision
        found.append(Body(tuple(pose.apply(add(box.origin, corner)) for corner in box_corners(box.size))))
    elif record.hull is not None:
        found.append(Body(tuple(pose.apply(v) for v in record.hull.vertices)))
    return (*found, *(Body((pose.apply(c.xyz),), c.radius) for c in record.contacts))


def is_shapeless(part: PlacedPart) -> bool:
    """Whether the part declares nothing that it collides by; a ground contact beneath it is no outline of it."""
    record = part.component.part
    return record.wheel is None and record.collision is None and record.hull is None


def regions(part: PlacedPart, footprint: Pose) -> tuple[Region, ...]:
    """What a placed part covers of the floor; a part without any shape is the point of its own frame."""
    found = tuple(body.region for body in bodies(part, footprint))
    assert part.pose is not None
    return found or (Disc(_flat((footprint @ part.pose).position), 0.0),)


def footprint_box(covered: Iterable[Region]) -> tuple[Vec2, ...]:
    """The box about all regions along the robot's axes, counter-clockwise from its rear right corner."""
    box = bounding_box(covered)
    if box is None:
        return ()
    x0, y0, x1, y1 = box
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def outline(covered: Iterable[Region]) -> tuple[Vec2, ...]:
    """The convex hull of all regions; it encloses every disc."""
    points: list[Vec2] = []
    for region in covered:
        if isinstance(region, Polygon):
            points += region.points
            continue
        (x, y), reach = region.center, region.radius / math.cos(math.pi / WHEEL_CORNERS)
        angles = [(k + 0.5) * 2.0 * math.pi / WHEEL_CORNERS for k in range(WHEEL_CORNERS)]
        points += [(x + reach * math.cos(a), y + reach * math.sin(a)) for a in angles]
    return convex_hull(points)
