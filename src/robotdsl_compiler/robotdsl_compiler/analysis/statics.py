"""Mass, balance and support."""

from __future__ import annotations

from robotdsl_compiler.model.facts import ContactFact, PlacedPart, WheelFact
from robotdsl_compiler.model.geometry import Pose, Vec2, Vec3, add, convex_hull, dot, scale
from robotdsl_compiler.model.part import Inertial

# A declared contact supports the robot when it reaches this near to the wheels' plane, in metres.
SUPPORT_TOLERANCE = 2e-3


def mass_and_center(parts: tuple[PlacedPart, ...], footprint: Pose) -> tuple[float | None, Vec3 | None]:
    """The mass in kg of all placed parts and their common centre in ``base_footprint``; ``None`` for both where a
    part states no inertial.
    """
    mass, moment = 0.0, (0.0, 0.0, 0.0)
    for part in parts:
        if part.pose is None:
            continue
        inertial = part.component.part.inertial
        if inertial is None:
            return None, None
        mass += inertial.mass
        moment = add(moment, scale((footprint @ part.pose).apply(inertial.origin), inertial.mass))
    return mass, scale(moment, 1.0 / mass)


def yaw_inertia(parts: tuple[PlacedPart, ...], footprint: Pose, about: Vec2) -> float | None:
    """The moment of inertia in kg m² of all placed parts about the vertical through ``about`` (x, y in
    ``base_footprint``); ``None`` where a part states no inertial. Each part by the parallel-axis theorem.
    """
    total = 0.0
    for part in parts:
        if part.pose is None:
            continue
        inertial = part.component.part.inertial
        if inertial is None:
            return None
        pose = footprint @ part.pose
        x, y, _ = pose.apply(inertial.origin)
        # The vertical, seen from the part's frame.
        total += _about(inertial, pose.inverse().turn((0.0, 0.0, 1.0)))
        total += inertial.mass * ((x - about[0]) ** 2 + (y - about[1]) ** 2)
    return total


def _about(inertial: Inertial, axis: Vec3) -> float:
    """The moment about a unit ``axis`` through the centre of mass: the tensor applied to the axis, along it."""
    ixx, iyy, izz, ixy, ixz, iyz = inertial.inertia
    x, y, z = axis
    return dot(axis, (ixx * x + ixy * y + ixz * z, ixy * x + iyy * y + iyz * z, ixz * x + iyz * y + izz * z))


def support_polygon(wheels: tuple[WheelFact, ...], contacts: tuple[ContactFact, ...]) -> tuple[Vec2, ...]:
    """The hull of the points at which wheels and declared contacts touch the ground; a contact that hangs above the
    wheels' plane carries nothing.
    """
    points = [w.center for w in wheels]
    points += [c.center for c in contacts if not wheels or c.center[2] - c.radius <= SUPPORT_TOLERANCE]
    return convex_hull((x, y) for x, y, _ in points)
