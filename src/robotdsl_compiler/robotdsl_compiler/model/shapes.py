"""The primitive shapes that things in a world are made of. Metres; each about its own centre."""

from __future__ import annotations

from robotdsl_compiler.model.geometry import (
    Disc,
    Pose,
    Region,
    Vec3,
    box_corners,
    norm,
    region_of_cylinder,
    region_of_points,
)
from robotdsl_compiler.support.value import value


@value
class Box:
    size: Vec3


@value
class Sphere:
    radius: float


@value
class Cylinder:
    """Along its own z: ``radius`` and ``height`` in metres."""

    radius: float
    height: float


Shape = Box | Sphere | Cylinder


@value
class PlacedShape:
    """A shape where it stands: ``pose`` of its centre in the frame of what it belongs to."""

    shape: Shape
    pose: Pose


def seen_from_above(shape: Shape, pose: Pose) -> Region:
    """The region of the floor that ``shape``, its centre at ``pose``, covers."""
    if isinstance(shape, Box):
        return region_of_points(pose, box_corners(shape.size))
    if isinstance(shape, Cylinder):
        return region_of_cylinder(pose, shape.radius, shape.height)
    return Disc((pose.position[0], pose.position[1]), shape.radius)


def reach(shape: Shape) -> float:
    """The radius of the ball about the shape's centre that just holds it."""
    if isinstance(shape, Box):
        return norm(shape.size) / 2.0
    if isinstance(shape, Cylinder):
        return norm((shape.radius, 0.0, shape.height / 2.0))
    return shape.radius
