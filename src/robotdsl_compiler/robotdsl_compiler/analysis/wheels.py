"""What the robot rolls and stands on: its wheels, their kingpins, its belts and its declared contacts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from robotdsl_compiler.analysis.drivetrain import motor_of, mount_of, mounted_part, role_of
from robotdsl_compiler.model.drives import KingpinFact
from robotdsl_compiler.model.facts import BeltFact, ContactFact, FootFact, PlacedPart, WheelFact
from robotdsl_compiler.model.geometry import Pose, Vec3, cross, dot, scale, sub, unit
from robotdsl_compiler.model.program import Robot
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES

_DIAGONAL = math.sqrt(0.5)
# The axis of the roller under a mecanum wheel's hub, as the output contract states it for each mount.
ROLLER_AXES: dict[str, Vec3] = {
    "front_left_wheel": (_DIAGONAL, -_DIAGONAL, 0.0),
    "front_right_wheel": (_DIAGONAL, _DIAGONAL, 0.0),
    "rear_left_wheel": (_DIAGONAL, _DIAGONAL, 0.0),
    "rear_right_wheel": (_DIAGONAL, -_DIAGONAL, 0.0),
}


def base_height(parts: tuple[PlacedPart, ...], feet: Iterable[FootFact] = ()) -> float:
    """The height in metres of ``base_link`` above the ground on which the lowest wheel or belt stands; without any,
    the lowest of ``feet`` (stated in ``base_link``); without one, the lowest declared contact; without that, 0.
    """
    lows: list[float] = []
    for part in parts:
        record = part.component.part
        if part.pose is None:
            continue
        if record.wheel is not None:
            lows.append(part.pose.position[2] - record.wheel.radius)
        if record.track is not None:
            lows += [part.pose.apply(end)[2] for end in (record.track.run_start, record.track.run_end)]
    lows = lows or [foot.low for foot in feet]
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


def belt_facts(robot: Robot, parts: tuple[PlacedPart, ...], footprint: Pose) -> tuple[BeltFact, ...]:
    """The belts of the placed tracks in the program's order. A belt is told by its run whichever way the part states
    it: ``start`` is its end behind.
    """
    by_name = {p.component.name: p for p in parts}
    return tuple(
        _belt(robot, by_name, p, footprint @ p.pose)
        for p in parts
        if p.pose is not None and p.component.part.track is not None
    )


def kingpin_facts(robot: Robot, parts: tuple[PlacedPart, ...], footprint: Pose) -> tuple[KingpinFact, ...]:
    """The kingpins of the chassis type's steered mounts that the part declares and on which something sits, in the
    order of the mounts.
    """
    chassis, found = robot.chassis, []
    for mount in COMPONENT_TYPES[chassis.type].steered:
        connector = chassis.part.connectors.get(chassis.profile.mounts.get(mount, ""))
        part = next((p for p in parts if p.parent == chassis.name and p.base_connector is connector), None)
        if connector is None or connector.steering is None or part is None:
            continue
        axis = footprint.turn(connector.steering.axis)
        sign = -1.0 if axis[2] < 0.0 else 1.0
        found.append(
            KingpinFact(
                component=part.component,
                mount=mount,
                position=footprint.apply(connector.pos),
                axis=scale(axis, sign),
                limit=connector.steering.max_angle_rad,
                sign=sign,
            )
        )
    return tuple(found)


def sides_y(wheels: Iterable[WheelFact]) -> float:
    """Where a base has its left on the one side and its right on the other, whichever of its wheels are driven: the
    middle of those on its mounts, in m to the left of ``base_footprint``.
    """
    places = [wheel.center[1] for wheel in wheels if wheel.mount is not None]
    return sum(places) / len(places) if places else 0.0


def _rolls(part: PlacedPart) -> bool:
    return part.component.part.wheel is not None


def _wheel(robot: Robot, parts: Mapping[str, PlacedPart], part: PlacedPart, pose: Pose) -> WheelFact:
    component = part.component
    shape, own = component.part.wheel, part.own_connector
    assert shape is not None and own is not None
    mount = None if component.type == "Caster" else mount_of(robot, parts, part)
    motor, limits = motor_of(robot, parts, part, mount)
    base = mounted_part(robot, parts, part).base_connector
    return WheelFact(
        component=component,
        mount=mount,
        role=role_of(robot, mount, motor),
        center=pose.position,
        axle=_axle(pose, part.joint_axis or own.dir),
        radius=shape.radius,
        width=shape.width,
        limits=limits,
        motor=motor,
        roller_axis=ROLLER_AXES.get(mount or "") if component.type == "Mecanum" else None,
        steered=mount in COMPONENT_TYPES[robot.chassis.type].steered and base is not None and base.steering is not None,
    )


def _axle(pose: Pose, axis: Vec3) -> Vec3:
    axle = pose.turn(axis)
    backwards = next((value < 0.0 for value in (axle[1], axle[0], axle[2]) if abs(value) > 1e-6), False)
    return scale(axle, -1.0) if backwards else axle


def _belt(robot: Robot, parts: Mapping[str, PlacedPart], part: PlacedPart, pose: Pose) -> BeltFact:
    component = part.component
    shape = component.part.track
    assert shape is not None
    mount = mount_of(robot, parts, part)
    motor, limits = motor_of(robot, parts, part, mount)
    start, end = sorted((pose.apply(shape.run_start), pose.apply(shape.run_end)))
    # Turned and not taken from the two places, which may lie too far off to tell them apart.
    run = pose.turn(sub(shape.run_end, shape.run_start))
    ahead = run if dot(run, sub(end, start)) >= 0.0 else scale(run, -1.0)
    travel, speed = shape.travel_per_turn, limits.velocity
    return BeltFact(
        component=component,
        mount=mount,
        role=role_of(robot, mount, motor),
        start=start,
        end=end,
        left=unit(cross(pose.turn((0.0, 0.0, 1.0)), ahead)),
        width=shape.width,
        travel_per_turn=travel,
        height=None if travel is None else travel / math.pi,
        limits=limits,
        motor=motor,
        max_speed=None if travel is None or speed is None else speed * travel / (2.0 * math.pi),
    )
