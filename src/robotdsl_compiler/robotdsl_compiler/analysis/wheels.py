"""The wheels: where they stand, what each does, and what its motor can do at its joint."""

from __future__ import annotations

from collections.abc import Mapping

from robotdsl_compiler.model.facts import ContactFact, JointLimits, PlacedPart, WheelFact
from robotdsl_compiler.model.geometry import Pose, Vec3, scale
from robotdsl_compiler.model.program import Component, Robot
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES, Role

UNKNOWN_LIMITS = JointLimits(None, None)


def base_height(parts: tuple[PlacedPart, ...]) -> float:
    """The height in metres of ``base_link`` above the ground on which the lowest wheel stands; without a wheel, the
    lowest declared contact; without either, 0.
    """
    lows = [
        p.pose.position[2] - p.component.part.wheel.radius
        for p in parts
        if p.pose is not None and p.component.part.wheel is not None
    ]
    lows = lows or [
        p.pose.apply(c.xyz)[2] - c.radius for p in parts if p.pose is not None for c in p.component.part.contacts
    ]
    return -min(lows, default=0.0) + 0.0


def wheel_facts(robot: Robot, parts: tuple[PlacedPart, ...], footprint: Pose) -> tuple[WheelFact, ...]:
    """The placed wheels in the program's order. ``footprint`` is the pose of ``base_link`` in ``base_footprint``."""
    by_name = {p.component.name: p for p in parts}
    return tuple(_wheel(robot, by_name, p, footprint @ p.pose) for p in parts if p.pose is not None and _rolls(p))


def contact_facts(parts: tuple[PlacedPart, ...], footprint: Pose) -> tuple[ContactFact, ...]:
    """The ground contacts that placed parts declare, in ``base_footprint``."""
    return tuple(
        ContactFact(p.component, index, (footprint @ p.pose).apply(contact.xyz), contact.radius)
        for p in parts
        if p.pose is not None
        for index, contact in enumerate(p.component.part.contacts)
    )


def _rolls(part: PlacedPart) -> bool:
    return part.component.part.wheel is not None


def _wheel(robot: Robot, parts: Mapping[str, PlacedPart], part: PlacedPart, pose: Pose) -> WheelFact:
    component = part.component
    shape, own = component.part.wheel, part.own_connector
    assert shape is not None and own is not None
    mount = None if component.type == "Caster" else mount_of(robot, parts, part)
    motor, limits = _motor_of(robot, parts, part, mount)
    return WheelFact(
        component=component,
        mount=mount,
        role=_role(robot, mount, motor),
        center=pose.position,
        axle=_axle(pose, part.joint_axis or own.dir),
        radius=shape.radius,
        width=shape.width,
        limits=limits,
        motor=motor,
    )


def _axle(pose: Pose, axis: Vec3) -> Vec3:
    axle = pose.turn(axis)
    backwards = next((value < 0.0 for value in (axle[1], axle[0], axle[2]) if abs(value) > 1e-6), False)
    return scale(axle, -1.0) if backwards else axle


def mount_of(robot: Robot, parts: Mapping[str, PlacedPart], part: PlacedPart) -> str | None:
    """The wheel mount of the chassis type that ``part`` fills, directly or through the parts that it is mated onto
    (a wheel on its motor's shaft).
    """
    chassis = robot.chassis
    while part.parent is not None and part.parent != chassis.name:
        part = parts[part.parent]
    mounts = COMPONENT_TYPES[chassis.type].mounts or {}
    for mount in mounts:
        if part.base_connector is not None and chassis.profile.mounts.get(mount) == part.base_connector.name:
            return mount
    return None


def _role(robot: Robot, mount: str | None, motor: str | None) -> Role | None:
    """Driven when a motor turns the wheel or, on a robot without motors, when the chassis type says so."""
    if mount is None:
        return None
    if motor is not None:
        return Role.DRIVEN
    if any(c.type == "Motor" for c in robot.components):
        return Role.ROLLING
    return (COMPONENT_TYPES[robot.chassis.type].mounts or {})[mount]


def _motor_of(
    robot: Robot, parts: Mapping[str, PlacedPart], part: PlacedPart, mount: str | None
) -> tuple[str | None, JointLimits]:
    """The motor that turns a wheel and what it can do at the wheel's joint: the motor whose shaft the wheel sits on,
    or the one that a driveline of the chassis joins to the wheel's mount.
    """
    base = parts[part.parent].component if part.parent is not None else None
    if base is not None and base.type == "Motor":
        return base.name, _ratings(base, 1.0, 1)
    if mount is None:
        return None, UNKNOWN_LIMITS
    for driveline in robot.chassis.part.drivelines:
        if mount not in driveline.drives:
            continue
        motor = _motor_on(robot, parts, driveline.motor)
        if motor is not None:
            reduction = driveline.reduction
            limits = UNKNOWN_LIMITS if reduction is None else _ratings(motor, reduction, len(driveline.drives))
            return motor.name, limits
    return None, UNKNOWN_LIMITS


def _motor_on(robot: Robot, parts: Mapping[str, PlacedPart], mount: str) -> Component | None:
    connector = robot.chassis.connector(mount)
    for part in parts.values():
        if part.component.type == "Motor" and part.parent == robot.chassis.name and part.base_connector is connector:
            return part.component
    return None


def _ratings(motor: Component, reduction: float, wheels: int) -> JointLimits:
    """At a joint that turns ``reduction`` times slower than the shaft and shares its torque among ``wheels``."""
    rating = motor.part.motor
    if rating is None:
        return UNKNOWN_LIMITS
    return JointLimits(rating.stall_torque * reduction / wheels, rating.no_load_speed / reduction)
