"""The task's port over ROS: Nav2's actions, the base's command topic, odometry and transforms."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from geometry_msgs.msg import TwistStamped
from rclpy.node import Node

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.nodes.actions import StrafeAction
from robotdsl_runtime.nodes.listening import OdometryListener, Transforms
from robotdsl_runtime.nodes.messages import COMMAND_TOPIC, FOOTPRINT, MAP, command
from robotdsl_runtime.task.leaves import DEFAULT_SPEED_MPS
from robotdsl_runtime.task.robot import Action

if TYPE_CHECKING:
    from robotdsl_runtime.nodes.nav2 import Nav2Motions

# The leaves of a task that Nav2 carries out.
NAV2_LEAVES = frozenset({"Navigate", "Spin", "Advance", "BackUp"})


class RosRobot:
    """``robotdsl_runtime.task.robot.Robot`` on a node. ``tolerance`` is that of the output's navigation, metres and
    radians; ``leaves`` are the kinds of leaves in the task.
    """

    def __init__(self, node: Node, tolerance: tuple[float, float], leaves: Collection[str]) -> None:
        self._node = node
        self._tolerance = tolerance
        self.transforms = Transforms(node, moving=True)
        self.odometry = OdometryListener(node)
        self._commands = node.create_publisher(TwistStamped, COMMAND_TOPIC, 10)
        self._leaves = frozenset(leaves)
        # Made at once where the task asks for it: a client finds its server in its own time.
        self._motions = self._made() if NAV2_LEAVES & self._leaves else None

    def _made(self) -> Nav2Motions:
        # Nav2's interfaces may be missing where no task asks for its motions.
        from robotdsl_runtime.nodes.nav2 import Nav2Motions

        return Nav2Motions(self._node, self._leaves, self.now)

    @property
    def _nav2(self) -> Nav2Motions:
        if self._motions is None:
            self._motions = self._made()
        return self._motions

    def now(self) -> float:
        return float(self._node.get_clock().now().nanoseconds) * 1e-9

    def pose(self) -> Pose2 | None:
        found = self.transforms.tree.lookup(MAP, FOOTPRINT)
        return None if found is None else found.planar

    def distance(self) -> float:
        return self.odometry.distance

    def goal_tolerance(self) -> tuple[float, float]:
        return self._tolerance

    def navigate(self, goal: Pose2) -> Action:
        return self._nav2.navigate(goal)

    def spin(self, angle_rad: float) -> Action:
        return self._nav2.spin(angle_rad)

    def drive(self, forward_m: float, left_m: float, speed_mps: float | None) -> Action:
        speed = DEFAULT_SPEED_MPS if speed_mps is None else speed_mps
        if left_m:
            return StrafeAction(left_m, speed, lambda: self.odometry.pose, self.now, self.command)
        return self._nav2.straight(forward_m, speed)

    def stop(self) -> None:
        self.command(0.0, 0.0, 0.0)

    def command(self, v: float, left: float, w: float) -> None:
        self._commands.publish(command(self._node.get_clock().now(), v, left, w))
