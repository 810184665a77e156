"""Nav2's actions, and the one motion that Nav2 has no action for, as the task's port wants them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient
from rclpy.node import Node

from robotdsl_runtime.geometry import Pose2, relative
from robotdsl_runtime.task.robot import ActionState
from robotdsl_runtime.task.status import Status

_RUNNING = ActionState(Status.RUNNING)
_ENDINGS = {
    GoalStatus.STATUS_SUCCEEDED: "",
    GoalStatus.STATUS_CANCELED: "cancelled",
    GoalStatus.STATUS_ABORTED: "given up",
}


# How long a goal waits for its server to be found, s of the run: Nav2's are up when a task starts, but not everyone has
# found them yet.
PATIENCE_S = 10.0


class Nav2Action:
    """One goal of an action server, from its sending on. Nothing here waits: the node's executor brings the answers.

    ``now`` is the run's clock, s.
    """

    def __init__(self, client: ActionClient, name: str, goal: Any, now: Callable[[], float]) -> None:
        self._name, self._client, self._goal, self._now = name, client, goal, now
        self._asked_at = now()
        self._sent = False
        self._handle: Any = None
        self._state = _RUNNING
        self._wanted = True
        self._cancelling = False
        self._send()

    def _send(self) -> None:
        # A goal of a server that is not there is never answered.
        if self._client.server_is_ready():
            self._sent = True
            self._client.send_goal_async(self._goal).add_done_callback(self._answered)

    def poll(self) -> ActionState:
        if self._state is not _RUNNING:
            return self._state
        if not self._sent:
            self._send()
            if not self._sent and self._now() - self._asked_at >= PATIENCE_S:
                self._state = ActionState(Status.FAILURE, f"nothing answers {self._name}")
        elif not self._client.server_is_ready():
            self._state = ActionState(Status.FAILURE, f"what answers {self._name} has gone")
        return self._state

    def cancel(self) -> None:
        self._wanted = False
        if self._state is not _RUNNING:
            return
        if not self._sent:
            self._state = ActionState(Status.FAILURE, "cancelled")
        elif self._handle is not None and not self._cancelling:
            self._cancelling = True
            self._handle.cancel_goal_async()

    @property
    def stopped(self) -> bool:
        # One whose server has gone moves nothing any more.
        return self.poll().status is not Status.RUNNING

    def _answered(self, future: Any) -> None:
        handle = future.result()
        if not handle.accepted:
            self._state = ActionState(Status.FAILURE, f"{self._name} refused the goal")
            return
        self._handle = handle
        handle.get_result_async().add_done_callback(self._ended)
        if not self._wanted:
            # It was cancelled while it was still on its way.
            self.cancel()

    def _ended(self, future: Any) -> None:
        answer = future.result()
        if answer.status == GoalStatus.STATUS_SUCCEEDED:
            self._state = ActionState(Status.SUCCESS)
            return
        ending = _ENDINGS.get(answer.status, f"ended with status {answer.status}")
        code = int(getattr(answer.result, "error_code", 0))
        told = str(getattr(answer.result, "error_msg", ""))
        detail = ", ".join(part for part in (f"error {code}" if code else "", told) if part)
        self._state = ActionState(Status.FAILURE, f"{ending} ({detail})" if detail else ending)


class Clients:
    """An action client for each action of Nav2 that the task may ask for, made when it first does."""

    def __init__(self, node: Node, now: Callable[[], float]) -> None:
        self._node, self._now = node, now
        self._clients: dict[str, ActionClient] = {}

    def prepare(self, type: Any, name: str) -> ActionClient:
        if name not in self._clients:
            self._clients[name] = ActionClient(self._node, type, name)
        return self._clients[name]

    def send(self, type: Any, name: str, goal: Any) -> Nav2Action:
        return Nav2Action(self.prepare(type, name), name, goal, self._now)


class StrafeAction:
    """A straight motion to the side, led by odometry: each poll looks how far the base has come and commands the rest.

    ``command`` takes speeds ahead, to the left and to the left in turn; ``pose`` is the odometry's.
    """

    # How the speed falls off towards the end (1/s) and to the side (1/s), and the least speed that still moves a base.
    _GAIN, _HOLD, _LEAST = 2.0, 1.5, 0.02
    _THERE_M = 0.01
    # It is over too when the base has come no nearer for so long, in s of the run.
    _PATIENCE_S = 10.0

    def __init__(
        self,
        left_m: float,
        speed_mps: float,
        pose: Callable[[], Pose2 | None],
        now: Callable[[], float],
        command: Callable[[float, float, float], None],
    ) -> None:
        self._left, self._speed = left_m, speed_mps
        self._pose, self._now, self._command = pose, now, command
        self._start = pose()
        self._nearest, self._nearest_at = math.inf, now()
        self._state = _RUNNING if self._start is not None else ActionState(Status.FAILURE, "no odometry has arrived")

    def poll(self) -> ActionState:
        pose = self._pose()
        if self._state is not _RUNNING or pose is None or self._start is None:
            return self._state
        ahead, left, turned = relative(self._start, pose)
        rest = self._left - left
        if abs(rest) <= self._THERE_M:
            self._end(ActionState(Status.SUCCESS))
        elif self._stuck(abs(rest)):
            self._end(ActionState(Status.FAILURE, f"the base came no nearer than {self._nearest:.2f} m"))
        else:
            pace = max(self._LEAST, min(self._speed, self._GAIN * abs(rest)))
            # Held on its line: what it has slipped ahead and turned is led back.
            self._command(-self._HOLD * ahead, math.copysign(pace, rest), -self._HOLD * turned)
        return self._state

    def _stuck(self, rest: float) -> bool:
        if rest < self._nearest - 0.5 * self._THERE_M:
            self._nearest, self._nearest_at = rest, self._now()
        return self._now() - self._nearest_at > self._PATIENCE_S

    def cancel(self) -> None:
        if self._state is _RUNNING:
            self._end(ActionState(Status.FAILURE, "cancelled"))

    @property
    def stopped(self) -> bool:
        return self._state is not _RUNNING

    def _end(self, state: ActionState) -> None:
        self._state = state
        self._command(0.0, 0.0, 0.0)
