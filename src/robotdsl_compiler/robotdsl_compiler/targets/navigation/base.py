"""navigation.json: what the planner and the follower know of the base."""

from __future__ import annotations

import math

from robotdsl_compiler.model.drives import DriveFact
from robotdsl_compiler.model.facts import RobotFacts, SensorFact
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.values import clean, json_file, points_values

# The sensors whose reading is a planar scan, best first: the navigator looks and is localised by one of them.
SCANNERS = ("Lidar", "Lidar3D")

# How near to a goal counts as there.
GOAL_TOLERANCE_M = 0.15
GOAL_TOLERANCE_RAD = 0.15
# Metres beyond the circle that the footprint turns in within which the planner prefers to keep away from obstacles.
CLEARANCE_M = 0.3

# Share of a motion that wheel odometry leaves open. Four wheels that cannot steer drag sideways as the base turns, so
# that the turn that the wheels report says little of the turn that was made.
_NOISE = {2: {"turn": 0.05, "distance": 0.05}, 4: {"turn": 0.7, "distance": 0.1}}


def scan_sensor(robot: RobotFacts) -> SensorFact | None:
    """The sensor that the robot looks and is localised by: the first laser, without one the first spinning lidar."""
    for kind in SCANNERS:
        for sensor in robot.sensors:
            if sensor.type == kind:
                return sensor
    return None


def is_skid_steer(chassis_type: str) -> bool:
    """Whether a differential base turns by dragging wheels sideways: one with more than a wheel on each side."""
    mounts = COMPONENT_TYPES[chassis_type].mounts or {}
    return len(mounts) > 2


def navigation(robot: RobotFacts, drive: DriveFact, chassis_type: str) -> File:
    assert robot.outline is not None and robot.footprint is not None
    scan = scan_sensor(robot)
    return json_file(
        "nav/navigation.json",
        "navigation",
        {
            "map": "map.yaml",
            "outline": points_values(robot.outline),
            "footprint": points_values(robot.footprint),
            "max_speed_mps": clean(drive.max_speed),
            "max_turn_radps": clean(drive.max_turn),
            "max_acceleration_mps2": clean(drive.max_acceleration),
            "max_turn_acceleration_radps2": clean(drive.max_turn_acceleration),
            "turns_in_place": drive.turns_in_place,
            "turning_center_x_m": clean(drive.turning_center_x),
            "goal_tolerance_m": GOAL_TOLERANCE_M,
            "goal_tolerance_rad": GOAL_TOLERANCE_RAD,
            "inflation_radius_m": inflation_radius(robot),
            "localization": "odometry" if scan is None else "scan",
            "scan": None if scan is None else scan.component.name,
            "odometry_noise": _NOISE[4 if is_skid_steer(chassis_type) else 2],
        },
    )


def inflation_radius(robot: RobotFacts) -> float:
    """Metres round an obstacle within which passing costs: the footprint's circumscribed radius and a clearance."""
    assert robot.footprint is not None
    return clean(max(math.hypot(x, y) for x, y in robot.footprint) + CLEARANCE_M)
