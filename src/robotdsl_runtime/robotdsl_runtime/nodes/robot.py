"""The task's port over ROS: Nav2's actions, the base's command topic, odometry and transforms."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from geometry_msgs.msg import TwistStamped
from nav2_msgs.action import BackUp, DriveOnHeading, NavigateToPose, Spin
from rclpy.node import Node

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.nodes.actions import Clients, StrafeAction
from robotdsl_runtime.nodes.listening import OdometryListener, Transforms
from robotdsl_runtime.nodes.messages import COMMAND_TOPIC, FOOTPRINT, MAP, command, duration, goal_pose
from robotdsl_runtime.task.leaves import DEFAULT_SPEED_MPS
from robotdsl_runtime.task.robot import Action


@dataclass(frozen=True, slots=True)
class _Bound:
    """The action server that a kind of leaf is bound to."""

    type: type
    name: str


_NAVIGATE = _Bound(NavigateToPose, "navigate_to_pose")
_SPIN = _Bound(Spin, "spin")
_ADVANCE = _Bound(DriveOnHeading, "drive_on_heading")
_BACK_UP = _Bound(BackUp, "backup")
# Which of them each leaf of a task takes.
BOUND_LEAVES: dict[str, _Bound] = {
    "Navigate": _NAVIGATE,
    "Spin": _SPIN,
    "Advance": _ADVANCE,
    "BackUp": _BACK_UP,
}
# Nav2 ends a motion that takes longer than it is allowed; a task has a Timeout of its own for that.
_NO_LIMIT = duration(0.0)


class RosRobot:
    """``robotdsl_runtime.task.robot.Robot`` on a node. ``tolerance`` is that of the output's navigation, metres and
    radians; ``leaves`` are the kinds of leaves in the task.
    """

    def __init__(self, node: Node, tolerance: tuple[float, float], leaves: Collection[str]) -> None:
        self._node = node
        self._tolerance = tolerance
        self.transforms = Transforms(node)
        self.odometry = OdometryListener(node)
        self._clients = Clients(node)
        self._commands = node.create_publisher(TwistStamped, COMMAND_TOPIC, 10)
        for leaf, bound in BOUND_LEAVES.items():
            # A client finds its server in its own time: the sooner it is made the better.
            if leaf in leaves:
                self._clients.prepare(bound.type, bound.name)

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
        request = NavigateToPose.Goal()
        request.pose = goal_pose(MAP, self._node.get_clock().now(), goal)
        return self._clients.send(_NAVIGATE.type, _NAVIGATE.name, request)

    def spin(self, angle_rad: float) -> Action:
        request = Spin.Goal(target_yaw=float(angle_rad), time_allowance=_NO_LIMIT)
        return self._clients.send(_SPIN.type, _SPIN.name, request)

    def drive(self, forward_m: float, left_m: float, speed_mps: float | None) -> Action:
        speed = DEFAULT_SPEED_MPS if speed_mps is None else speed_mps
        if left_m:
            return StrafeAction(left_m, speed, lambda: self.odometry.pose, self.now, self.command)
        bound = _ADVANCE if forward_m >= 0.0 else _BACK_UP
        request = bound.type.Goal(speed=float(speed), time_allowance=_NO_LIMIT)  # type: ignore[attr-defined]
        request.target.x = abs(float(forward_m))
        return self._clients.send(bound.type, bound.name, request)

    def stop(self) -> None:
        self.command(0.0, 0.0, 0.0)

    def command(self, v: float, left: float, w: float) -> None:
        self._commands.publish(command(self._node.get_clock().now(), v, left, w))
