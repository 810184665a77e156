"""What every node that follows the robot listens to: transforms and odometry."""

from __future__ import annotations

import math
from typing import Any

from nav_msgs.msg import Odometry
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from tf2_msgs.msg import TFMessage

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.nodes.messages import ODOMETRY_TOPIC, pose_of, seconds, transform_of
from robotdsl_runtime.nodes.transforms import TransformTree

# Of many publishers, each of which tells again and again; who falls behind is not to work through what was.
_MOVING = QoSProfile(depth=20)
# As tf2 has it.
_STATIC = QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL)

# A warning that comes again and again is given now and then, and not the first time: most things come late once.
REPEATED: dict[str, Any] = {"throttle_duration_sec": 5.0, "skip_first": True}


class Transforms:
    """/tf_static, and with ``moving`` /tf, as a tree of the latest transforms. What moves is told of some hundred times
    a second: who has no use for it does well not to listen.
    """

    def __init__(self, node: Node, moving: bool = False) -> None:
        self.tree = TransformTree()
        if moving:
            node.create_subscription(TFMessage, "/tf", self._take, _MOVING)
        node.create_subscription(TFMessage, "/tf_static", self._take, _STATIC)

    def _take(self, message: Any) -> None:
        for item in message.transforms:
            stamp = seconds(item.header.stamp)
            self.tree.set(item.header.frame_id, item.child_frame_id, transform_of(item.transform), stamp)


class OdometryListener:
    """The drive's odometry: ``pose`` in the odom frame, ``None`` before the first message, and the length of the path
    in metres since then.
    """

    def __init__(self, node: Node) -> None:
        self.pose: Pose2 | None = None
        self.distance = 0.0
        node.create_subscription(Odometry, ODOMETRY_TOPIC, self._take, 10)

    def _take(self, message: Any) -> None:
        pose = pose_of(message.pose.pose).planar
        if not all(map(math.isfinite, pose)):
            return
        if self.pose is not None:
            self.distance += math.dist(pose[:2], self.pose[:2])
        self.pose = pose
