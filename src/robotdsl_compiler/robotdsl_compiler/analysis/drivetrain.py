"""What turns a wheel or a belt: the mount that it fills, the motor behind it, and what that motor can do there."""

from __future__ import annotations

from collections.abc import Mapping

from robotdsl_compiler.model.facts import JointLimits, PlacedPart
from robotdsl_compiler.model.program import Component, Robot
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES, Role

UNKNOWN_LIMITS = JointLimits(None, None)


def mounted_part(robot: Robot, parts: Mapping[str, PlacedPart], part: PlacedPart) -> PlacedPart:
    """The part that sits on the chassis and carries ``part``: the motor of a wheel on its shaft, else itself."""
    while part.parent is not None and part.parent != robot.chassis.name:
        part = parts[part.parent]
    return part


def mount_of(robot: Robot, parts: Mapping[str, PlacedPart], part: PlacedPart) -> str | None:
    """The mount of the chassis type that ``part`` fills, directly or through the parts that it is mated onto (a wheel
    on its motor's shaft).
    """
    chassis = robot.chassis
    part = mounted_part(robot, parts, part)
    mounts = COMPONENT_TYPES[chassis.type].mounts or {}
    for mount in mounts:
        if part.base_connector is not None and chassis.profile.mounts.get(mount) == part.base_connector.name:
            return mount
    return None


def role_of(robot: Robot, mount: str | None, motor: str | None) -> Role | None:
    """Driven when a motor turns it or, on a robot without motors, when the chassis type says so: by its table, or by
    the driveline that the part states of a type whose driveline decides.
    """
    if mount is None:
        return None
    if motor is not None:
        return Role.DRIVEN
    if any(c.type == "Motor" for c in robot.components):
        return Role.ROLLING
    type, drivelines = COMPONENT_TYPES[robot.chassis.type], robot.chassis.part.drivelines
    if type.geared and drivelines:
        return Role.DRIVEN if any(mount in line.drives for line in drivelines) else Role.ROLLING
    return (type.mounts or {})[mount]


def motor_of(
    robot: Robot, parts: Mapping[str, PlacedPart], part: PlacedPart, mount: str | None
) -> tuple[str | None, JointLimits]:
    """The motor that turns ``part`` and what it can do there: the motor whose shaft it sits on, or the one that a
    driveline of the chassis joins to its mount.
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


def _ratings(motor: Component, reduction: float, shared: int) -> JointLimits:
    """Where it turns ``reduction`` times slower than the shaft and its torque is ``shared`` by so many."""
    rating = motor.part.motor
    if rating is None:
        return UNKNOWN_LIMITS
    return JointLimits(rating.stall_torque * reduction / shared, rating.no_load_speed / reduction)
