"""robot/base_drive.json: the base as the runtime drives it where there is no ros2_control, whatever kind it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from robotdsl_compiler.model.drives import (
    DifferentialDrive,
    DriveFact,
    MecanumDrive,
    OmniDrive,
    SteeringDrive,
    TrackDrive,
)
from robotdsl_compiler.model.facts import RobotFacts
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.control.plan import tracked_layout
from robotdsl_compiler.targets.drive_values import (
    Document,
    differential_values,
    holonomic_values,
    rear_axle_values,
    steering_values,
)
from robotdsl_compiler.targets.values import clean_all, json_file

BASE_DRIVE = "robot/base_drive.json"


def base_drive(robot: RobotFacts) -> File:
    """The document of a robot on wheels or tracks. An actuator is called as the joint that it turns: the simulator
    takes commands by joints. ``turning_center`` is where in base_footprint the point lies that the base turns about,
    metres.
    """
    assert robot.drive is not None
    values = _KINDS[type(robot.drive)](robot, robot.drive)
    center = list(clean_all(robot.drive.turning_center))
    return json_file(BASE_DRIVE, "base_drive", {**values, "turning_center": center})


def _differential(robot: RobotFacts, drive: DifferentialDrive) -> Document:
    return differential_values(robot, drive, _same)


def _holonomic(robot: RobotFacts, drive: MecanumDrive | OmniDrive) -> Document:
    return holonomic_values(robot, drive, _same)


def _steering(robot: RobotFacts, drive: SteeringDrive) -> Document:
    return {**steering_values(robot, drive, _same, _same), **rear_axle_values(robot)}


_KINDS: dict[type[DriveFact], Callable[[RobotFacts, Any], Document]] = {
    DifferentialDrive: _differential,
    MecanumDrive: _holonomic,
    OmniDrive: _holonomic,
    SteeringDrive: _steering,
    TrackDrive: tracked_layout,
}


def _same(joint: str) -> str:
    return joint
