"""Mass, balance and support."""

from __future__ import annotations

from collections.abc import Iterable

from robotdsl_compiler.model.facts import BeltFact, ContactFact, FootFact, LinkFact, PlacedPart, WheelFact
from robotdsl_compiler.model.geometry import Pose, Vec2, Vec3, add, convex_hull, dot, scale, sub
from robotdsl_compiler.model.part import Inertial

# A declared contact or a foot supports the robot when it reaches this near to the ground, in metres.
SUPPORT_TOLERANCE = 2e-3

# A body's inertial and the pose of the frame that it is stated in.
Weight = tuple[Inertial, Pose]


def weights(
    parts: tuple[PlacedPart, ...], footprint: Pose, links: tuple[LinkFact, ...] = ()
) -> tuple[Weight, ...] | None:
    """The inertials of all placed parts and of their links, in ``base_footprint``; ``None`` where a part states none.
    A part's own is that of its base, without its links.
    """
    found: list[Weight] = []
    for part in parts:
        if part.pose is None:
            continue
        inertial = part.component.part.inertial
        if inertial is None:
            return None
        found.append((inertial, footprint @ part.pose))
    return (*found, *((fact.link.inertial, fact.pose) for fact in links))


def mass_and_center(bodies: tuple[Weight, ...] | None) -> tuple[float | None, Vec3 | None]:
    """The mass in kg of all bodies and their common centre; ``None`` for both where they are not known."""
    if bodies is None:
        return None, None
    mass, moment = 0.0, (0.0, 0.0, 0.0)
    for inertial, pose in bodies:
        mass += inertial.mass
        moment = add(moment, scale(pose.apply(inertial.origin), inertial.mass))
    return mass, scale(moment, 1.0 / mass)


def yaw_inertia(bodies: tuple[Weight, ...] | None, about: Vec2) -> float | None:
    """The moment of inertia in kg m² of all bodies about the vertical through ``about`` (x, y in ``base_footprint``);
    ``None`` where they are not known. Each body by the parallel-axis theorem.
    """
    if bodies is None:
        return None
    total = 0.0
    for inertial, pose in bodies:
        x, y, _ = pose.apply(inertial.origin)
        # The vertical, seen from the body's frame.
        total += _about(inertial, pose.inverse().turn((0.0, 0.0, 1.0)))
        total += inertial.mass * ((x - about[0]) ** 2 + (y - about[1]) ** 2)
    return total


def _about(inertial: Inertial, axis: Vec3) -> float:
    """The moment about a unit ``axis`` through the centre of mass: the tensor applied to the axis, along it."""
    ixx, iyy, izz, ixy, ixz, iyz = inertial.inertia
    x, y, z = axis
    return dot(axis, (ixx * x + ixy * y + ixz * z, ixy * x + iyy * y + iyz * z, ixz * x + iyz * y + izz * z))


def support_polygon(
    wheels: tuple[WheelFact, ...],
    contacts: tuple[ContactFact, ...],
    belts: Iterable[BeltFact] = (),
    feet: Iterable[FootFact] = (),
) -> tuple[Vec2, ...]:
    """The hull of the points at which wheels, belts, feet and declared contacts touch the ground; a contact or a foot
    that hangs above the ground carries nothing.
    """
    points = [w.center for w in wheels]
    for belt in belts:
        half = scale(belt.left, belt.width / 2.0)
        points += [move(end, half) for end in (belt.start, belt.end) for move in (add, sub)]
    points += [f.center for f in feet if f.low <= SUPPORT_TOLERANCE]
    grounded = bool(points)
    points += [c.center for c in contacts if not grounded or c.center[2] - c.radius <= SUPPORT_TOLERANCE]
    return convex_hull((x, y) for x, y, _ in points)
