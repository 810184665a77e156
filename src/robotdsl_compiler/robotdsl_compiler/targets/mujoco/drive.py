"""drive.json: how a motion of the base becomes the command of each actuator of the scene."""

from __future__ import annotations

import math

from robotdsl_compiler.model.drives import DifferentialDrive
from robotdsl_compiler.model.facts import RobotFacts, WheelFact
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.mujoco.actuators import actuator_name, driven_wheels
from robotdsl_compiler.targets.mujoco.robot import ROOT_JOINT
from robotdsl_compiler.targets.names import FOOTPRINT_LINK, joint_name, link_name, placed
from robotdsl_compiler.targets.values import clean, json_file


def drive(robot: RobotFacts, facts: DifferentialDrive) -> File:
    return json_file(
        "drive.json",
        "mjcf_drive",
        {
            "robot": robot.name,
            "root": {"body": FOOTPRINT_LINK, "joint": ROOT_JOINT},
            "bodies": {part.component.name: link_name(part) for part in placed(robot)},
            "kinematics": facts.kinematics,
            "separation": clean(facts.separation),
            "radius": clean(facts.radius),
            "wheels": [_wheel(wheel, facts.separation) for wheel in driven_wheels(robot)],
        },
    )


def _wheel(wheel: WheelFact, separation: float) -> dict[str, object]:
    """A wheel turns at (v - w y) / radius: ``y`` is half the separation on the left and minus it on the right."""
    name = wheel.component.name
    return {
        "component": name,
        "joint": joint_name(name),
        "actuator": actuator_name(name),
        "y": clean(math.copysign(separation / 2.0, wheel.center[1])),
        "radius": clean(wheel.radius),
        "max_speed": wheel.limits.velocity,
        "max_torque": wheel.limits.effort,
    }
