"""What the embedded run's navigation stands in for."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.drives import TrackDrive
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.targets.contract import Approximation
from robotdsl_compiler.targets.navigation.base import GOAL_TOLERANCE_M, GOAL_TOLERANCE_RAD, scan_sensor
from robotdsl_compiler.targets.navigation.map import RESOLUTION

# What measures the distance to obstacles, which a navigation stack would look with.
_LOOKERS = ("Lidar", "Lidar3D", "DepthCamera", "RGBD", "Ultrasonic", "Range")
_ONE_SCAN = "The navigator of the runtime's own takes one planar scan"

_MOVES = frozenset({"Navigate", "Spin", "Advance", "BackUp", "Strafe"})


def approximations(facts: Facts) -> tuple[Approximation, ...]:
    return tuple(_navigation(facts)) if facts.task.uses & _MOVES else ()


def _navigation(facts: Facts) -> Iterator[Approximation]:
    task, chassis, drive = facts.program.task.name, facts.program.robot.chassis.name, facts.robot.drive
    assert drive is not None
    heading = f" and {number(GOAL_TOLERANCE_RAD)} rad" if drive.turns_in_place else ", whatever the robot faces there"
    odometry = "The speeds that its belts are given" if isinstance(drive, TrackDrive) else "The turning of its wheels"
    yield Approximation(
        task,
        "The navigation stack that carries out the task's motions",
        "A navigator of the runtime's own: it plans on the drawn map, follows the path, and counts a goal as reached "
        f"within {number(GOAL_TOLERANCE_M)} m{heading}",
        "The run takes one process and no ROS",
    )
    if drive.holonomic and "Navigate" in facts.task.uses:
        yield Approximation(
            chassis,
            "A base that moves in any direction",
            "It drives to goals as one that turns in place and drives ahead and back; only Strafe moves it sideways",
            "The navigator plans curves that a base drives along, facing the way that it goes",
        )
    yield Approximation(
        task,
        "Obstacles on the map",
        f"Cells of {number(RESOLUTION)} m, each taken when an obstacle overlaps it",
        "A planner searches a grid",
    )
    scan = scan_sensor(facts.robot)
    if scan is None:
        yield Approximation(
            chassis,
            "Where the robot believes it is",
            f"{odometry} counted from the spawn, which drifts",
            "No sensor of the robot gives a scan to compare with the map",
        )
    else:
        if scan.type == "Lidar3D":
            yield Approximation(
                scan.component.name,
                "What the robot looks with",
                "The middle ring of its beams: what passes above or below that ring is not seen",
                _ONE_SCAN,
            )
        ring = "the middle ring of its beams" if scan.type == "Lidar3D" else "its scan"
        yield Approximation(
            scan.component.name,
            "Where the robot believes it is",
            f"{odometry} counted from the spawn, corrected by matching {ring} with the map",
            "A localizer of the runtime's own stands in for the navigation stack's",
        )
    for sensor in facts.robot.sensors:
        if sensor.type in _LOOKERS and sensor is not scan:
            yield Approximation(
                sensor.component.name,
                "What the robot looks with",
                "Nothing of this sensor: what it measures keeps the robot off no obstacle",
                _ONE_SCAN,
            )
