"""runtime/run_state_publisher.py: the frames of the robot's links, where no robot_state_publisher is installed.

It reads robot/robot.urdf and publishes its fixed joints on /tf_static and, as /joint_states tells of them, its moving
ones on /tf. Like robot_state_publisher it makes no transform of a state without a stamp.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from geometry_msgs.msg import TransformStamped
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage

from robotdsl_runtime.nodes.links import DescriptionError, Joint, moving, read_joints
from robotdsl_runtime.nodes.messages import JOINT_STATES, seconds, transform_message
from robotdsl_runtime.nodes.process import NodeFault, run_node, take_no_arguments

ENTRY = "run_state_publisher.py"
# Transforms of the moving links are told no more often than so, s of the simulation (50 Hz).
_PERIOD_S = 0.02
_STATIC = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


class StatePublisher:
    def __init__(self, node: Node, joints: tuple[Joint, ...]) -> None:
        self._joints = joints
        self._told_at = -math.inf
        self._static = node.create_publisher(TFMessage, "/tf_static", _STATIC)
        now = node.get_clock().now().to_msg()
        self._static.publish(TFMessage(transforms=[_told(j, now, j.origin) for j in joints if not j.moves]))
        if any(joint.moves for joint in joints):
            self._moving = node.create_publisher(TFMessage, "/tf", QoSProfile(depth=100))
            node.create_subscription(JointState, JOINT_STATES, self._take, QoSProfile(depth=10))

    def _take(self, message: Any) -> None:
        time = seconds(message.header.stamp)
        # A time that runs backwards is that of a simulation set back.
        if time == 0.0 or self._told_at <= time < self._told_at + 0.99 * _PERIOD_S:
            return
        self._told_at = time
        positions = {
            name: float(value)
            for name, value in zip(message.name, message.position, strict=False)
            if math.isfinite(value)
        }
        told = [_told(joint, message.header.stamp, place) for joint, place in moving(self._joints, positions)]
        if told:
            self._moving.publish(TFMessage(transforms=told))


def _told(joint: Joint, stamp: Any, place: Any) -> TransformStamped:
    return transform_message(joint.parent, joint.child, stamp, place)


def main(output: Path, argv: Sequence[str]) -> int:
    take_no_arguments(ENTRY, argv)

    def build(node: Node) -> StatePublisher:
        try:
            return StatePublisher(node, read_joints(output / "robot" / "robot.urdf"))
        except DescriptionError as error:
            raise NodeFault(str(error)) from None

    return run_node(ENTRY, argv, "robotdsl_state_publisher", build)
