"""How a base is driven, as the runtime's kinematics reads it, whatever the document is that states it.

``WheelName`` and ``PinName`` say what a document calls the actuator of a wheel's or a kingpin's joint.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from robotdsl_compiler.model.drives import (
    DifferentialDrive,
    KingpinFact,
    MecanumDrive,
    OmniDrive,
    SteeringDrive,
    TrackDrive,
)
from robotdsl_compiler.model.facts import RobotFacts, WheelFact
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.targets.names import joint_name, knuckle_name, link_name
from robotdsl_compiler.targets.values import clean, clean_all

Document = dict[str, object]
# From a joint's name to its actuator's.
ActuatorName = Callable[[str], str]


def differential_values(robot: RobotFacts, drive: DifferentialDrive, wheel: ActuatorName) -> Document:
    """A wheel turns at (v - w y) / radius: ``y`` is half the separation on the left and minus it on the right."""
    return {
        "kinematics": "differential",
        "separation": clean(drive.separation),
        "radius": clean(drive.radius),
        "wheels": [
            wheel_values(
                each,
                wheel,
                y=clean(math.copysign(drive.separation / 2.0, each.center[1] - drive.turning_center[1])),
                radius=clean(each.radius),
            )
            for each in robot.wheels
            if each.role is Role.DRIVEN
        ],
    }


def steering_values(robot: RobotFacts, drive: SteeringDrive, wheel: ActuatorName, pin: ActuatorName) -> Document:
    """Each driven wheel at the speed of its own path about the turning centre, each kingpin at its own angle."""
    by_name = _by_name(robot)
    return {
        "kinematics": "steering",
        "axle_x": clean(drive.axle_x),
        "min_turning_radius": clean(drive.min_turning_radius),
        "wheels": [
            wheel_values(
                by_name[each.component.name],
                wheel,
                x=clean(each.center[0]),
                y=clean(each.center[1]),
                offset=clean(each.offset),
                radius=clean(each.radius),
            )
            for each in drive.wheels
        ],
        "kingpins": [_kingpin(each, pin) for each in drive.kingpins],
    }


def rear_axle_values(robot: RobotFacts) -> Document:
    """The wheels on the unsteered axle of a steering base as what its odometry is read from: they roll where the base
    goes, driven or not, while a wheel that is steered scrubs. They are those of a differential base.
    """
    rear = [wheel for wheel in robot.wheels if wheel.mount is not None and not wheel.steered]
    wheels = [
        wheel_values(each, lambda joint: joint, y=clean(each.center[1]), radius=clean(each.radius)) for each in rear
    ]
    return {"odometry": {"kinematics": "differential", "wheels": wheels}}


def holonomic_values(robot: RobotFacts, drive: MecanumDrive | OmniDrive, wheel: ActuatorName) -> Document:
    """A wheel turns at its row times (v, v_left, w)."""
    by_name = _by_name(robot)
    return {
        "kinematics": "holonomic",
        "wheels": [
            wheel_values(by_name[w.component.name], wheel, radius=clean(w.radius), row=list(clean_all(w.row)))
            for w in drive.wheels
        ],
    }


def track_values(robot: RobotFacts, drive: TrackDrive) -> Document:
    """Each belt's surface as the motion requires at every point of it."""
    return {"kinematics": "tracks", "separation": clean(drive.separation), "belts": belt_values(robot)}


def belt_values(robot: RobotFacts) -> list[Document]:
    by_name = {part.component.name: part for part in robot.parts}
    return [
        {
            "component": belt.component.name,
            "body": link_name(by_name[belt.component.name]),
            "max_speed": belt.max_speed,
        }
        for belt in robot.belts
        if belt.role is Role.DRIVEN
    ]


def wheel_values(wheel: WheelFact, actuator: ActuatorName, **fields: object) -> Document:
    joint = joint_name(wheel.component.name)
    return {
        "component": wheel.component.name,
        "joint": joint,
        "actuator": actuator(joint),
        **fields,
        "max_speed": wheel.limits.velocity,
        "max_torque": wheel.limits.effort,
    }


def _kingpin(pin: KingpinFact, actuator: ActuatorName) -> Document:
    joint = joint_name(knuckle_name(pin.component.name))
    return {
        "component": pin.component.name,
        "joint": joint,
        "actuator": actuator(joint),
        "x": clean(pin.position[0]),
        "y": clean(pin.position[1]),
        "limit": pin.limit,
        "sign": pin.sign,
    }


def _by_name(robot: RobotFacts) -> dict[str, WheelFact]:
    return {wheel.component.name: wheel for wheel in robot.wheels}
