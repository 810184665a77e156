"""ROS messages from and to the values that the rest of the runtime takes."""

from __future__ import annotations

import math
from typing import Any

from builtin_interfaces.msg import Duration
from geometry_msgs.msg import PoseStamped, TransformStamped, TwistStamped
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.time import Time
from sensor_msgs.msg import PointField

from robotdsl_runtime.geometry import Floats, Pose2
from robotdsl_runtime.nodes.transforms import Transform
from robotdsl_runtime.sensing.cloud import cloud_points

FOOTPRINT, ODOM, MAP = "base_footprint", "odom", "map"
COMMAND_TOPIC, ODOMETRY_TOPIC, JOINT_STATES = "/cmd_vel", "/odom", "/joint_states"
# How long a command lives, s.
COMMAND_LIFETIME_S = 0.5
# How a loop of control listens: one that falls behind, on a busy machine or a simulation faster than it, acts on what
# is so now instead of working through what was.
NEWEST = QoSProfile(depth=2)
NEWEST_SEEN = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)


def seconds(stamp: Any) -> float:
    """A message's stamp in seconds."""
    return float(stamp.sec) + 1e-9 * float(stamp.nanosec)


def points_of(cloud: Any) -> Floats:
    """The finite points ``(n, 3)`` of a sensor_msgs PointCloud2, in its frame. Raises ``CloudError``."""
    return cloud_points(
        cloud.data,
        cloud.width,
        cloud.height,
        cloud.point_step,
        cloud.row_step,
        {field.name: field.offset for field in cloud.fields if field.datatype == PointField.FLOAT32},
        cloud.is_bigendian,
    )


def duration(value: float) -> Duration:
    whole = math.floor(value)
    return Duration(sec=whole, nanosec=round((value - whole) * 1e9) % 1_000_000_000)


def transform_of(message: Any) -> Transform:
    """Of a geometry_msgs Transform."""
    t, r = message.translation, message.rotation
    return Transform((t.x, t.y, t.z), (r.x, r.y, r.z, r.w))


def pose_of(message: Any) -> Transform:
    """Of a geometry_msgs Pose."""
    p, r = message.position, message.orientation
    return Transform((p.x, p.y, p.z), (r.x, r.y, r.z, r.w))


def planar_transform(pose: Pose2) -> Transform:
    x, y, yaw = pose
    return Transform((x, y, 0.0), (0.0, 0.0, math.sin(0.5 * yaw), math.cos(0.5 * yaw)))


def transform_message(parent: str, child: str, stamp: Any, place: Transform) -> TransformStamped:
    """Where ``child`` is in ``parent``, as /tf tells it."""
    message = TransformStamped(child_frame_id=child)
    message.header.frame_id, message.header.stamp = parent, stamp
    to, turn = message.transform.translation, message.transform.rotation
    to.x, to.y, to.z = place.position
    turn.x, turn.y, turn.z, turn.w = place.rotation
    return message


def goal_pose(frame: str, now: Time, pose: Pose2) -> PoseStamped:
    message = PoseStamped()
    message.header.frame_id = frame
    message.header.stamp = now.to_msg()
    message.pose.position.x, message.pose.position.y = float(pose[0]), float(pose[1])
    message.pose.orientation.z = math.sin(0.5 * pose[2])
    message.pose.orientation.w = math.cos(0.5 * pose[2])
    return message


def command(now: Time, v: float, left: float, w: float) -> TwistStamped:
    """A command to the base, in base_footprint: m/s ahead and to the left, rad/s to the left."""
    message = TwistStamped()
    message.header.frame_id = FOOTPRINT
    message.header.stamp = now.to_msg()
    message.twist.linear.x, message.twist.linear.y, message.twist.angular.z = float(v), float(left), float(w)
    return message
