"""Nav2's actions, answered by the embedded navigator."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from nav2_msgs.action import BackUp, DriveOnHeading, NavigateToPose, Spin
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.node import Node

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.navigation.motion import FailureReason
from robotdsl_runtime.navigation.pilot import Errand, Outcome, Pilot
from robotdsl_runtime.nodes.messages import MAP, duration, goal_pose, pose_of, seconds
from robotdsl_runtime.nodes.transforms import TransformTree

# How often an action tells how it gets on, s.
_FEEDBACK_S = 0.5
# The codes with which Nav2 Jazzy's planner and controller servers, whose failures become NavigateToPose's, tell of the
# same: ComputePathToPose's NO_VALID_PATH, FollowPath's NO_VALID_CONTROL and FAILED_TO_MAKE_PROGRESS.
_NAVIGATION_CODES = {FailureReason.NO_PATH: 208, FailureReason.BLOCKED: 106, FailureReason.STUCK: 105}
_UNKNOWN, _TIMEOUT, _COLLISION, _INVALID = "UNKNOWN", "TIMEOUT", "COLLISION_AHEAD", "INVALID_INPUT"


class Refusal(Exception):
    """A goal makes no sense; the message says why."""


@dataclass(frozen=True)
class Kind:
    """An action of Nav2: what of a goal begins an errand, which raises ``Refusal``."""

    type: Any
    name: str
    begin: Callable[[Pilot, Any], Errand]


def _spin(pilot: Pilot, goal: Any) -> Errand:
    return pilot.spin(_finite(goal.target_yaw))


def _back_up(pilot: Pilot, goal: Any) -> Errand:
    # As Nav2 has it: back, whatever the signs.
    return pilot.drive(-abs(_straight(goal)), abs(_finite(goal.speed)))


def _drive_on_heading(pilot: Pilot, goal: Any) -> Errand:
    ahead, speed = _straight(goal), _finite(goal.speed)
    if (ahead > 0.0) != (speed > 0.0):
        raise Refusal("the target and the speed point to different sides")
    return pilot.drive(ahead, abs(speed))


MOTIONS = (
    Kind(Spin, "spin", _spin),
    Kind(BackUp, "backup", _back_up),
    Kind(DriveOnHeading, "drive_on_heading", _drive_on_heading),
)


def navigation(tree: TransformTree) -> Kind:
    """navigate_to_pose, for goals in any frame that ``tree`` joins to the map's."""

    def begin(pilot: Pilot, goal: Any) -> Errand:
        return pilot.navigate(_in_map(tree, goal.pose))

    return Kind(NavigateToPose, "navigate_to_pose", begin)


def _in_map(tree: TransformTree, stated: Any) -> Pose2:
    pose = pose_of(stated.pose)
    frame = stated.header.frame_id or MAP
    place = tree.lookup(MAP, frame)
    if place is None:
        raise Refusal(f"nothing says where the frame {frame} is in the map")
    if not all(map(math.isfinite, (*pose.position, *pose.rotation))) or not any(pose.rotation):
        raise Refusal("the goal is no pose")
    return (place @ pose).planar


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise Refusal("the goal is no number")
    return float(value)


def _straight(goal: Any) -> float:
    if goal.target.y or goal.target.z:
        raise Refusal("the target does not lie straight ahead or back")
    return _finite(goal.target.x)


@dataclass
class _Run:
    """A goal that was accepted, begun at ``began`` (s) and due by ``due``."""

    handle: Any
    errand: Errand | None
    began: float
    due: float
    refused: str = ""
    told_at: float = -math.inf


class GoalServer:
    """The server of one kind of action. ``update`` carries its goals on; nothing waits."""

    def __init__(self, node: Node, kind: Kind, pilot: Callable[[], Pilot | None], now: Callable[[], float]) -> None:
        self._node, self._kind, self._pilot, self._now = node, kind, pilot, now
        self._runs: list[_Run] = []
        self._server = ActionServer(
            node,
            kind.type,
            kind.name,
            execute_callback=self._never,
            goal_callback=self._asked,
            handle_accepted_callback=self._accepted,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )

    def _asked(self, goal: Any) -> Any:
        # Nav2's servers refuse a goal before they are active.
        if self._pilot() is None:
            self._node.get_logger().warning(f"{self._kind.name} is not active: the goal is refused")
            return GoalResponse.REJECT
        return GoalResponse.ACCEPT

    def _accepted(self, handle: Any) -> None:
        pilot, now = self._pilot(), self._now()
        allowance = seconds(getattr(handle.request, "time_allowance", duration(0.0)))
        run = _Run(handle, None, now, now + allowance if allowance > 0.0 else math.inf)
        try:
            run.errand = None if pilot is None else self._kind.begin(pilot, handle.request)
        except (Refusal, ValueError) as error:
            run.refused = str(error)
        self._runs.append(run)

    def update(self) -> None:
        """Once a control period, after the pilot has steered."""
        now = self._now()
        self._runs = [run for run in self._runs if not self._finished(run, now)]

    def _finished(self, run: _Run, now: float) -> bool:
        errand = run.errand
        if errand is None:
            self._end(run, now, _INVALID if run.refused else _UNKNOWN, run.refused or "navigation is not active")
            return True
        if errand.outcome is None:
            if run.handle.is_cancel_requested:
                errand.cancel()
            elif now > run.due:
                errand.end(Outcome.FAILED, "it took longer than it was allowed")
                errand.motion.cancel()
            elif now - run.told_at >= _FEEDBACK_S:
                run.told_at = now
                self._tell(run, now)
        if not errand.over:
            return False
        code: str | int = 0
        if errand.outcome is not Outcome.REACHED:
            code = self._code(errand, now > run.due)
        self._end(run, now, code, "" if code == 0 else _words(errand))
        return True

    def _code(self, errand: Errand, late: bool) -> str | int:
        if errand.reason is None:
            return _TIMEOUT if late and errand.outcome is Outcome.FAILED else _UNKNOWN
        if self._kind.type is NavigateToPose:
            return _NAVIGATION_CODES[errand.reason]
        return _COLLISION if errand.reason is FailureReason.BLOCKED else _UNKNOWN

    def _end(self, run: _Run, now: float, code: str | int, message: str) -> None:
        result = self._kind.type.Result()
        # Not every release of Nav2 has every one of these.
        values: Mapping[str, Any] = {
            "error_code": getattr(self._kind.type.Result, code, 0) if isinstance(code, str) else code,
            "error_msg": message,
            "total_elapsed_time": duration(now - run.began),
        }
        for name, value in values.items():
            if hasattr(result, name):
                setattr(result, name, value)
        errand = run.errand
        if message:
            self._node.get_logger().info(f"{self._kind.name}: {message}")

        def conclude(handle: Any) -> Any:
            if errand is not None and errand.outcome is Outcome.REACHED:
                handle.succeed()
            elif handle.is_cancel_requested:
                handle.canceled()
            else:
                handle.abort()
            return result

        run.handle.execute(conclude)

    def _tell(self, run: _Run, now: float) -> None:
        pilot = self._pilot()
        if self._kind.type is not NavigateToPose or pilot is None or pilot.pose is None:
            return
        feedback = NavigateToPose.Feedback(navigation_time=duration(now - run.began))
        feedback.current_pose = goal_pose(MAP, self._node.get_clock().now(), pilot.pose)
        to = run.handle.request.pose.pose.position
        feedback.distance_remaining = math.dist((to.x, to.y), pilot.pose[:2])
        run.handle.publish_feedback(feedback)

    def _never(self, handle: Any) -> Any:
        raise RuntimeError("a goal is concluded when its errand is over")


def _words(errand: Errand) -> str:
    return errand.message if errand.reason is None else f"{errand.reason.value}: {errand.message}"
