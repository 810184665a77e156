"""world/bridge.yaml: what crosses between Gazebo and ROS, as ros_gz_bridge reads it.

Each entry goes one way: Gazebo tells and ROS hears, but for the motion that a tracked base's belts are told.
"""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.facts import RobotFacts
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.gazebo.sensors import gazebo_topics
from robotdsl_compiler.targets.topics import CLOCK, TRACK_COMMAND, pose_topic, sensor_topics
from robotdsl_compiler.targets.yaml_text import yaml_text

PATH = "world/bridge.yaml"
_TO_ROS, _TO_GAZEBO = "GZ_TO_ROS", "ROS_TO_GZ"
_CLOCK = ("rosgraph_msgs/msg/Clock", "gz.msgs.Clock")
_POSES = ("tf2_msgs/msg/TFMessage", "gz.msgs.Pose_V")
_MOTION = ("geometry_msgs/msg/Twist", "gz.msgs.Twist")
_IMAGE = ("sensor_msgs/msg/Image", "gz.msgs.Image")
# The types of what a sensor tells, in ROS and in Gazebo.
_TYPES: dict[str, tuple[str, str]] = {
    "scan": ("sensor_msgs/msg/LaserScan", "gz.msgs.LaserScan"),
    "points": ("sensor_msgs/msg/PointCloud2", "gz.msgs.PointCloudPacked"),
    "imu": ("sensor_msgs/msg/Imu", "gz.msgs.IMU"),
    "image": _IMAGE,
    "depth": _IMAGE,
    "camera_info": ("sensor_msgs/msg/CameraInfo", "gz.msgs.CameraInfo"),
    "contacts": ("ros_gz_interfaces/msg/Contacts", "gz.msgs.Contacts"),
}


def bridge(robot: RobotFacts) -> File:
    entries = [line for entry in _entries(robot) for line in _item(entry)]
    return File(PATH, ("\n".join(entries) + "\n").encode())


def _entries(robot: RobotFacts) -> Iterator[dict[str, str]]:
    yield _entry(CLOCK, CLOCK, _CLOCK)
    pose = pose_topic(robot.name)
    yield _entry(pose, pose, _POSES)
    for sensor in robot.sensors:
        heard = sensor_topics(sensor)
        for carried, told in gazebo_topics(sensor).items():
            yield _entry(heard[carried], told, _TYPES[carried])
    if robot.belts:
        yield _entry(TRACK_COMMAND, TRACK_COMMAND, _MOTION, _TO_GAZEBO)


def _entry(ros: str, gazebo: str, types: tuple[str, str], direction: str = _TO_ROS) -> dict[str, str]:
    return {
        "ros_topic_name": ros,
        "gz_topic_name": gazebo,
        "ros_type_name": types[0],
        "gz_type_name": types[1],
        "direction": direction,
    }


def _item(entry: dict[str, str]) -> list[str]:
    """One item of a YAML list."""
    first, *rest = yaml_text(entry).splitlines()
    return [f"- {first}", *(f"  {line}" for line in rest)]
