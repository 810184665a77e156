"""What the robot description says to Gazebo: the blocks under <robot> that other readers pass over."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.drives import TrackDrive
from robotdsl_compiler.model.facts import BeltFact, Facts, RobotFacts
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.targets.gazebo.sdf import holder, leaf, system
from robotdsl_compiler.targets.gazebo.sensors import own_link, sensor_blocks, unseen_blocks
from robotdsl_compiler.targets.gazebo.surfaces import slip_block, surface_blocks
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.names import FOOTPRINT_LINK, link_name
from robotdsl_compiler.targets.topics import TRACK_COMMAND
from robotdsl_compiler.targets.values import clean, rpy_values

# Seconds after which a belt stops when it is told nothing; the contract's.
COMMAND_TIMEOUT = 0.5
# Of the robot's true pose, Hz.
POSE_RATE = 50.0


def gazebo_blocks(facts: Facts, parameters: str | None, remappings: tuple[tuple[str, str], ...]) -> tuple[Element, ...]:
    """``parameters`` is the file of the controllers, ``None`` for a base without; ``remappings`` give the controllers'
    topics the names that every base's have.
    """
    robot = facts.robot
    return (
        *surface_blocks(facts),
        *slip_block(facts),
        *sensor_blocks(robot),
        *unseen_blocks(robot),
        *(() if parameters is None else (_controllers(parameters, remappings),)),
        *_tracks(robot),
        _true_pose(),
    )


def _controllers(parameters: str, remappings: tuple[tuple[str, str], ...]) -> Element:
    inside = [leaf("parameters", parameters)]
    if remappings:
        inside.append(holder("ros", [leaf("remapping", f"{told}:={heard}") for told, heard in remappings]))
    plugin = "gz_ros2_control::GazeboSimROS2ControlPlugin"
    return holder("gazebo", [holder("plugin", inside, filename="gz_ros2_control-system", name=plugin)])


def _true_pose() -> Element:
    told = [
        leaf("publish_link_pose", False),
        leaf("publish_model_pose", True),
        leaf("use_pose_vector_msg", True),
        leaf("update_frequency", POSE_RATE),
    ]
    return holder("gazebo", [system("pose-publisher", "PosePublisher", told)])


def _tracks(robot: RobotFacts) -> Iterator[Element]:
    """The system that shares the base's motion out to the belts, and the one that moves each belt's surface."""
    if not isinstance(robot.drive, TrackDrive):
        return
    sides: list[Element] = []
    for belt in robot.belts:
        side = "left" if (belt.start[1] + belt.end[1]) / 2.0 > robot.drive.middle_y else "right"
        sides.append(holder(f"{side}_track", [leaf("link", _link(robot, belt))]))
        yield own_link(belt.component.name)
    told = [
        leaf("body_link", FOOTPRINT_LINK),
        leaf("tracks_separation", clean(robot.drive.separation)),
        # The system wants it for an odometry of its own, which nothing here reads.
        leaf("track_height", clean(max(belt.height or 0.0 for belt in robot.belts))),
        # Belts carry the base at the speeds of their sides.
        leaf("steering_efficiency", 1.0),
        leaf("topic", TRACK_COMMAND),
    ]
    yield holder("gazebo", [system("tracked-vehicle", "TrackedVehicle", [*sides, *told])])
    for belt in robot.belts:
        yield holder("gazebo", [system("track-controller", "TrackController", _belt(robot, belt))])


def _belt(robot: RobotFacts, belt: BeltFact) -> list[Element]:
    told = [leaf("link", _link(robot, belt))]
    # The system reads roll, pitch and yaw of the direction in which the belt runs, in its link.
    turned = rpy_values(_of_base(robot, belt).inverse().orientation)
    if any(turned):
        told.append(leaf("track_orientation", turned))
    if belt.max_speed is not None:
        told += [leaf("min_velocity", clean(-belt.max_speed)), leaf("max_velocity", clean(belt.max_speed))]
    return [*told, leaf("max_command_age", COMMAND_TIMEOUT)]


def _of_base(robot: RobotFacts, belt: BeltFact) -> Pose:
    return robot.part(belt.component.name).pose or Pose()


def _link(robot: RobotFacts, belt: BeltFact) -> str:
    return link_name(robot.part(belt.component.name))
