"""The motions of a task that Nav2 carries out. Only a task that asks for one needs Nav2's interfaces."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from nav2_msgs.action import BackUp, DriveOnHeading, NavigateToPose, Spin
from rclpy.node import Node

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.nodes.actions import Clients
from robotdsl_runtime.nodes.messages import MAP, duration, goal_pose
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
_LEAVES = {"Navigate": _NAVIGATE, "Spin": _SPIN, "Advance": _ADVANCE, "BackUp": _BACK_UP}
# Nav2 ends a motion that takes longer than it is allowed; a task has a Timeout of its own for that.
_NO_LIMIT = duration(0.0)


class Nav2Motions:
    """``leaves`` are the kinds of leaves in the task; ``now`` the run's clock, s."""

    def __init__(self, node: Node, leaves: Collection[str], now: Callable[[], float]) -> None:
        self._node = node
        self._clients = Clients(node, now)
        for leaf, bound in _LEAVES.items():
            # A client finds its server in its own time: the sooner it is made the better.
            if leaf in leaves:
                self._clients.prepare(bound.type, bound.name)

    def navigate(self, goal: Pose2) -> Action:
        request = NavigateToPose.Goal()
        request.pose = goal_pose(MAP, self._node.get_clock().now(), goal)
        return self._clients.send(_NAVIGATE.type, _NAVIGATE.name, request)

    def spin(self, angle_rad: float) -> Action:
        request = Spin.Goal(target_yaw=float(angle_rad), time_allowance=_NO_LIMIT)
        return self._clients.send(_SPIN.type, _SPIN.name, request)

    def straight(self, ahead_m: float, speed_mps: float) -> Action:
        bound = _ADVANCE if ahead_m >= 0.0 else _BACK_UP
        request = bound.type.Goal(speed=float(speed_mps), time_allowance=_NO_LIMIT)  # type: ignore[attr-defined]
        request.target.x = abs(float(ahead_m))
        return self._clients.send(bound.type, bound.name, request)
