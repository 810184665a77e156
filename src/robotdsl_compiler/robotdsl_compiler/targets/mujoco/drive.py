"""drive.json: how a motion of the base becomes the command of each actuator, or the motion of each belt's surface."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from robotdsl_compiler.model.drives import (
    DifferentialDrive,
    DriveFact,
    KingpinFact,
    LeggedDrive,
    MecanumDrive,
    OmniDrive,
    PathWheel,
    SteeringDrive,
    TrackDrive,
)
from robotdsl_compiler.model.facts import RobotFacts, WheelFact
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.mujoco.actuators import driven_wheels
from robotdsl_compiler.targets.mujoco.links import ServoFact, servos
from robotdsl_compiler.targets.mujoco.naming import (
    KEYFRAME,
    ROOT_JOINT,
    actuator_name,
    part_link_name,
    wheel_actuator_name,
)
from robotdsl_compiler.targets.mujoco.robot import root_link
from robotdsl_compiler.targets.mujoco.steering import steer_joint_name
from robotdsl_compiler.targets.names import joint_name, link_name, placed
from robotdsl_compiler.targets.values import clean, clean_all, json_file

Document = dict[str, object]


def drive(robot: RobotFacts) -> File:
    assert robot.drive is not None
    return json_file(
        "drive.json",
        "mjcf_drive",
        {
            "robot": robot.name,
            "root": {"body": root_link(robot), "joint": ROOT_JOINT},
            "bodies": {part.component.name: link_name(part) for part in placed(robot)},
            **_KINDS[type(robot.drive)](robot, robot.drive),
            **_mechanism(robot),
        },
    )


def _differential(robot: RobotFacts, drive: DifferentialDrive) -> Document:
    """A wheel turns at (v - w y) / radius: ``y`` is half the separation on the left and minus it on the right."""
    return {
        "kinematics": "differential",
        "separation": clean(drive.separation),
        "radius": clean(drive.radius),
        "wheels": [
            _wheel(wheel, y=clean(math.copysign(drive.separation / 2.0, wheel.center[1])), radius=clean(wheel.radius))
            for wheel in driven_wheels(robot)
        ],
    }


def _steering(robot: RobotFacts, drive: SteeringDrive) -> Document:
    by_name = _by_name(robot)
    return {
        "kinematics": "steering",
        "axle_x": clean(drive.axle_x),
        "min_turning_radius": clean(drive.min_turning_radius),
        "wheels": [_path_wheel(by_name[wheel.component.name], wheel) for wheel in drive.wheels],
        "kingpins": [_kingpin(pin) for pin in drive.kingpins],
    }


def _path_wheel(fact: WheelFact, wheel: PathWheel) -> Document:
    x, y = clean_all(wheel.center)
    return _wheel(fact, x=x, y=y, offset=clean(wheel.offset), radius=clean(wheel.radius))


def _kingpin(pin: KingpinFact) -> Document:
    x, y, _ = clean_all(pin.position)
    joint = steer_joint_name(pin)
    return {
        "component": pin.component.name,
        "joint": joint,
        "actuator": actuator_name(joint),
        "x": x,
        "y": y,
        "limit": pin.limit,
        "sign": pin.sign,
    }


def _holonomic(robot: RobotFacts, drive: MecanumDrive | OmniDrive) -> Document:
    """A wheel turns at its row times (v, v_left, w)."""
    by_name = _by_name(robot)
    return {
        "kinematics": "holonomic",
        "wheels": [
            _wheel(by_name[w.component.name], radius=clean(w.radius), row=list(clean_all(w.row))) for w in drive.wheels
        ],
    }


def _tracks(robot: RobotFacts, drive: TrackDrive) -> Document:
    by_name = {part.component.name: part for part in robot.parts}
    return {
        "kinematics": "tracks",
        "separation": clean(drive.separation),
        "belts": [
            {
                "component": belt.component.name,
                "body": link_name(by_name[belt.component.name]),
                "max_speed": belt.max_speed,
            }
            for belt in robot.belts
            if belt.role is Role.DRIVEN
        ],
    }


def _stand(robot: RobotFacts, drive: LeggedDrive) -> Document:
    return {"kinematics": "stand"}


_KINDS: dict[type[DriveFact], Callable[[RobotFacts, Any], Document]] = {
    DifferentialDrive: _differential,
    SteeringDrive: _steering,
    MecanumDrive: _holonomic,
    OmniDrive: _holonomic,
    TrackDrive: _tracks,
    LeggedDrive: _stand,
}


def _by_name(robot: RobotFacts) -> dict[str, WheelFact]:
    return {wheel.component.name: wheel for wheel in robot.wheels}


def _wheel(wheel: WheelFact, **fields: object) -> Document:
    name = wheel.component.name
    return {
        "component": name,
        "joint": joint_name(name),
        "actuator": wheel_actuator_name(name),
        **fields,
        "max_speed": wheel.limits.velocity,
        "max_torque": wheel.limits.effort,
    }


def _mechanism(robot: RobotFacts) -> Document:
    """The bodies of parts' own links, and the servos that turn some of them."""
    links = {
        part.component.name: {link: part_link_name(part.component.name, link) for link in part.component.part.links}
        for part in placed(robot)
        if part.component.part.links
    }
    if not links:
        return {}
    found = servos(robot)
    return {"links": links, **({"servos": _servos(found), "keyframe": KEYFRAME} if found else {})}


def _servos(found: Iterable[ServoFact]) -> list[Document]:
    return [
        {
            "component": fact.component.name,
            "link": fact.link.name,
            "joint": fact.joint,
            "actuator": fact.actuator,
            "hold": fact.servo.hold,
            "range": list(fact.hinge.range),
        }
        for fact in found
    ]
