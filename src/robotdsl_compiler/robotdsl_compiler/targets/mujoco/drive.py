"""drive.json: how a motion of the base becomes the command of each actuator, or the motion of each belt's surface."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from robotdsl_compiler.model.drives import (
    DifferentialDrive,
    DriveFact,
    LeggedDrive,
    MecanumDrive,
    OmniDrive,
    SteeringDrive,
    TrackDrive,
)
from robotdsl_compiler.model.facts import RobotFacts
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.drive_values import (
    Document,
    differential_values,
    holonomic_values,
    steering_values,
    track_values,
)
from robotdsl_compiler.targets.mujoco.links import ServoFact, servos
from robotdsl_compiler.targets.mujoco.naming import (
    KEYFRAME,
    ROOT_JOINT,
    actuator_name,
    part_link_name,
)
from robotdsl_compiler.targets.mujoco.robot import root_link
from robotdsl_compiler.targets.names import link_name, placed
from robotdsl_compiler.targets.values import json_file


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
    return differential_values(robot, drive, actuator_name)


def _steering(robot: RobotFacts, drive: SteeringDrive) -> Document:
    return steering_values(robot, drive, actuator_name, actuator_name)


def _holonomic(robot: RobotFacts, drive: MecanumDrive | OmniDrive) -> Document:
    return holonomic_values(robot, drive, actuator_name)


def _stand(robot: RobotFacts, drive: LeggedDrive) -> Document:
    return {"kinematics": "stand"}


_KINDS: dict[type[DriveFact], Callable[[RobotFacts, Any], Document]] = {
    DifferentialDrive: _differential,
    SteeringDrive: _steering,
    MecanumDrive: _holonomic,
    OmniDrive: _holonomic,
    TrackDrive: track_values,
    LeggedDrive: _stand,
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
