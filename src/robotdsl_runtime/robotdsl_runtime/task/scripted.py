"""Scripted doubles: leaves whose answers are written down, and a robot that fails in any way on request.

For tests of trees and of whatever runs them. The doubles obey the same contracts as the real ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.task.leaves import Leaf
from robotdsl_runtime.task.node import Context, Node, ParameterValue
from robotdsl_runtime.task.robot import ActionState
from robotdsl_runtime.task.status import Status

LETTERS = {"R": Status.RUNNING, "S": Status.SUCCESS, "F": Status.FAILURE, "I": Status.IDLE}
# For ``Plan.stops_after_s``: an action that ignores its cancellation.
NEVER = math.inf


@dataclass(frozen=True)
class Plan:
    """How a `ScriptedAction` goes.

    ``polls`` has a letter for each poll (R, S, F), the last one standing for all later ones; ``stops_after_s`` is
    the time between its cancellation and its standstill. ``raises`` holds what ``poll``, ``cancel`` or ``stopped``
    raise, and, under ``request``, what asking for the action does.
    """

    polls: str = "S"
    message: str = ""
    stops_after_s: float = 0.0
    raises: Mapping[str, Exception] = field(default_factory=dict)


class ScriptedAction:
    """An action that goes as planned and writes its cancellation into the robot's log."""

    def __init__(self, robot: ScriptedRobot, name: str, plan: Plan) -> None:
        self._robot = robot
        self._name = name
        self._plan = plan
        self._polls = 0
        self._ended = False
        self._cancelled_at: float | None = None

    def poll(self) -> ActionState:
        self._raise("poll")
        letter = self._plan.polls[min(self._polls, len(self._plan.polls) - 1)]
        self._polls += 1
        status = LETTERS[letter]
        self._ended = status.completed
        return ActionState(status, self._plan.message if status is Status.FAILURE else "")

    def cancel(self) -> None:
        self._robot.log.append(("cancel", self._name))
        self._raise("cancel")
        if self._cancelled_at is None:
            self._cancelled_at = self._robot.time

    @property
    def stopped(self) -> bool:
        self._raise("stopped")
        if self._ended:
            return True
        return self._cancelled_at is not None and self._robot.time - self._cancelled_at >= self._plan.stops_after_s

    def _raise(self, call: str) -> None:
        if call in self._plan.raises:
            raise self._plan.raises[call]


class ScriptedRobot:
    """A robot of which everything is said beforehand: ``time``, where it believes to be, how far it has driven.

    Its actions follow ``plans``, by verb (navigate, spin, drive), used one after another; the last one is used again,
    and without any an action succeeds at its first poll. ``raises`` holds what a method of the port raises, by name.
    ``log`` lists what was asked of it.
    """

    def __init__(
        self,
        *,
        pose: Pose2 | None = (0.0, 0.0, 0.0),
        tolerance: tuple[float, float] = (0.15, 0.15),
        plans: Mapping[str, list[Plan]] | None = None,
        raises: dict[str, Exception] | None = None,
    ) -> None:
        self.time = 0.0
        self.believed_pose = pose
        self.driven = 0.0
        self.raises = raises if raises is not None else {}
        self.log: list[tuple[object, ...]] = []
        self._tolerance = tolerance
        self._plans = {verb: list(plans) for verb, plans in (plans or {}).items()}

    def now(self) -> float:
        self._raise("now")
        return self.time

    def pose(self) -> Pose2 | None:
        self._raise("pose")
        return self.believed_pose

    def distance(self) -> float:
        self._raise("distance")
        return self.driven

    def goal_tolerance(self) -> tuple[float, float]:
        self._raise("goal_tolerance")
        return self._tolerance

    def navigate(self, goal: Pose2) -> ScriptedAction:
        return self._act("navigate", goal)

    def spin(self, angle_rad: float) -> ScriptedAction:
        return self._act("spin", angle_rad)

    def drive(self, forward_m: float, left_m: float, speed_mps: float | None) -> ScriptedAction:
        return self._act("drive", forward_m, left_m, speed_mps)

    def stop(self) -> None:
        self.log.append(("stop",))
        self._raise("stop")

    def _act(self, verb: str, *arguments: object) -> ScriptedAction:
        self.log.append((verb, *arguments))
        self._raise(verb)
        plans = self._plans.get(verb, [])
        plan = (plans.pop(0) if len(plans) > 1 else plans[0]) if plans else Plan()
        if "request" in plan.raises:
            raise plan.raises["request"]
        return ScriptedAction(self, verb, plan)

    def _raise(self, call: str) -> None:
        if call in self.raises:
            raise self.raises[call]


class ScriptedLeaf(Leaf):
    """A leaf that answers by the letters of ``script``: a word for each execution, a letter for each tick of it.

    ``ScriptedLeaf("a", "RS F")`` runs for a tick and succeeds, then, when it is used again, fails at once. The last
    word stands for all later executions; a halted execution leaves the rest of its word unused. The letter X raises.
    ``log`` collects ``a.begin`` and ``a.halt``.
    """

    kind = "Scripted"

    def __init__(self, name: str, script: str, log: list[str] | None = None) -> None:
        super().__init__()
        self._name = name
        self._words = script.split()
        self._letters = ""
        self._log = log if log is not None else []

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        return {"name": self._name}

    def begin(self, context: Context) -> ActionState:
        self._log.append(f"{self._name}.begin")
        self._letters = self._words.pop(0) if len(self._words) > 1 else self._words[0]
        return self.proceed(context)

    def proceed(self, context: Context) -> ActionState:
        letter, self._letters = self._letters[:1] or "R", self._letters[1:]
        if letter == "X":
            raise RuntimeError(f"{self._name} is scripted to raise")
        return ActionState(LETTERS[letter])

    def release(self, context: Context) -> None:
        self._log.append(f"{self._name}.halt")


def statuses(root: Node) -> str:
    """The tree's statuses now, a letter for each node, parents first, in the order of the tree; I for idle."""
    letters = {status: letter for letter, status in LETTERS.items()}
    return "".join(letters[node.status] for node in root.walk())
