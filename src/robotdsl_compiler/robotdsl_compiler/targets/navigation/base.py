"""navigation.json: what the planner and the follower know of the base."""

from __future__ import annotations

import math

from robotdsl_compiler.model.drives import DriveFact, MecanumDrive, OmniDrive, SteeringDrive
from robotdsl_compiler.model.facts import RobotFacts, SensorFact
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.values import clean, clean_all, json_file, points_values

# The sensors whose reading is a planar scan, best first: the navigator looks and is localised by one of them.
SCANNERS = ("Lidar", "Lidar3D")

# How near to a goal counts as there. A base that cannot turn in place is not held to a heading: it could not mend one.
GOAL_TOLERANCE_M = 0.15
GOAL_TOLERANCE_RAD = 0.15
# Metres beyond the circle that the footprint turns in within which the planner prefers to keep away from obstacles.
CLEARANCE_M = 0.3

# How a base moves, for the navigator: a tracked base turns in place and drives ahead and back as one on two wheels
# does, and one on omni wheels moves like one on mecanum wheels.
_KINEMATICS = {
    "differential": "differential",
    "tracks": "differential",
    "steering": "steering",
    "holonomic": "holonomic",
    "omni": "holonomic",
}


def scan_sensor(robot: RobotFacts) -> SensorFact | None:
    """The sensor that the robot looks and is localised by: the first laser, without one the first spinning lidar."""
    for kind in SCANNERS:
        for sensor in robot.sensors:
            if sensor.type == kind:
                return sensor
    return None


def _is_skid_steer(chassis_type: str) -> bool:
    """Whether a differential base turns by dragging wheels sideways: one with more than a wheel on each side."""
    type = COMPONENT_TYPES[chassis_type]
    return type.kinematics == "differential" and len(type.mounts or {}) > 2


def odometry_noise(drive: DriveFact, chassis_type: str) -> dict[str, float]:
    """Share of a turn and of a distance that the base's odometry leaves open."""
    if _is_skid_steer(chassis_type):
        return _DRAGGING
    return _STEERED if isinstance(drive, SteeringDrive) else _ROLLING


# Wheels that roll where the base goes, and belts whose surfaces move with it, tell of a motion to a few hundredths: in
# the simulation within 1 % straight ahead, 2 % sideways on mecanum wheels and in turns.
_ROLLING = {"turn": 0.05, "distance": 0.05}
# A wheel that is steered while it drives scrubs, the more so the faster it is steered.
_STEERED = {"turn": 0.1, "distance": 0.05}
# Four wheels that cannot steer drag sideways as the base turns, so that the turn that the wheels report says little of
# the turn that was made.
_DRAGGING = {"turn": 0.7, "distance": 0.1}


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
            "kinematics": _KINEMATICS[drive.kinematics],
            "turns_in_place": drive.turns_in_place,
            "min_turning_radius_m": clean(drive.min_turning_radius) if isinstance(drive, SteeringDrive) else 0.0,
            "max_side_speed_mps": clean(drive.max_side_speed) if isinstance(drive, MecanumDrive | OmniDrive) else 0.0,
            "turning_center_m": list(clean_all(drive.turning_center)),
            "goal_tolerance_m": GOAL_TOLERANCE_M,
            "goal_tolerance_rad": GOAL_TOLERANCE_RAD if drive.turns_in_place else None,
            "inflation_radius_m": inflation_radius(robot),
            "localization": "odometry" if scan is None else "scan",
            "scan": None if scan is None else scan.component.name,
            "odometry_noise": odometry_noise(drive, chassis_type),
        },
    )


def inflation_radius(robot: RobotFacts) -> float:
    """Metres round an obstacle within which passing costs: the footprint's circumscribed radius and a clearance."""
    assert robot.footprint is not None
    return clean(max(math.hypot(x, y) for x, y in robot.footprint) + CLEARANCE_M)
