"""Runs a task tree to its end and says how it went. Ticked by its caller, ten times a second; never waits itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from typing import Any

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.task.mission import Mission
from robotdsl_runtime.task.node import TIME_TOLERANCE_S, Context, HaltedAction, Node, TreeError, describe, number
from robotdsl_runtime.task.robot import Robot
from robotdsl_runtime.task.status import Status

SCHEMA = "robotdsl.task_result"
VERSION = 1

# How often the caller ticks, in Hz.
TICK_RATE_HZ = 10.0
# How long the end of a task waits for its halted actions to stop, in s.
STOPPING_TIME_S = 5.0


class Phase(Enum):
    """Where a run is. While ``FINISHING`` the task has ended and its halted actions are given time to stop."""

    READY = "ready"
    RUNNING = "running"
    FINISHING = "finishing"
    DONE = "done"


# What a task can end with; the first two are the tree's own answers.
SUCCESS = "success"
FAILURE = "failure"
TIMEOUT = "timeout"
ERROR = "error"
NOT_STARTED = "not_started"
INTERRUPTED = "interrupted"
# Those that come from outside the tree, through ``abort``.
ABORT_STATUSES = (ERROR, NOT_STARTED, INTERRUPTED)


class TaskRunner:
    """One execution of ``tree`` on ``robot``.

    ``start``, then ``tick`` until ``done``, then ``result``. ``abort`` ends it from outside at any time, before the
    start too. Whatever the port or a leaf raises ends the task with status error; neither ``tick`` nor ``abort``
    raises for it. However the task ends, all that runs is halted and the robot is commanded to stop.
    """

    def __init__(self, tree: Node, robot: Robot, mission: Mission) -> None:
        number(tree)
        self._tree = tree
        self._robot = robot
        self._mission = mission
        self._context = Context(robot, mission.places)
        self._phase = Phase.READY
        self._status = ""
        self._message = ""
        # The last time that the port told: what an end is dated by when the port fails.
        self._now: float | None = None
        # Where the clock went when it ran backwards, which ends the task.
        self._set_back_to: float | None = None
        self._started_at: float | None = None
        self._ended_at: float | None = None
        self._final_pose: Pose2 | None = None
        self._final_distance = 0.0

    @property
    def phase(self) -> Phase:
        return self._phase

    @property
    def finishing(self) -> bool:
        """The task has ended, but an action that was halted has not stopped yet: tick on."""
        return self._phase is Phase.FINISHING

    @property
    def done(self) -> bool:
        return self._phase is Phase.DONE

    @property
    def status(self) -> str | None:
        """What the task ended with, one of the statuses above; ``None`` until it has."""
        return self._status or None

    @property
    def active(self) -> tuple[str, ...]:
        """The leaves that run now, ``Navigate(goal=dock) at 0.1``."""
        return tuple(node.label for node in self._tree.walk() if not node.children and node.status is Status.RUNNING)

    def start(self) -> None:
        """The task's time and its odometry distance count from here. Raises ``RuntimeError`` when it has started."""
        if self._phase is not Phase.READY:
            raise RuntimeError("the task has started already")
        self._phase = Phase.RUNNING
        try:
            self._now = self._robot.now()
            self._started_at = self._context.started_at = self._now
            self._context.start_distance = self._robot.distance()
        except Exception as error:
            self._end(ERROR, f"the task could not start: {describe(error)}")

    def tick(self) -> Status:
        """One step. RUNNING until ``done``; then SUCCESS for a task that succeeded, FAILURE for any other.

        Raises ``RuntimeError`` when the task was never started.
        """
        if self._phase is Phase.READY:
            raise RuntimeError("start the task before ticking it")
        if self._phase is Phase.RUNNING:
            self._tick_tree()
        elif self._phase is Phase.FINISHING:
            self._tick_stopping()
        if self._phase is not Phase.DONE:
            return Status.RUNNING
        return Status.SUCCESS if self._status == SUCCESS else Status.FAILURE

    def abort(self, status: str, message: str) -> None:
        """End the task from outside: ``not_started``, ``error`` (the robot tipped over) or ``interrupted``.

        The tree is halted; tick on while ``finishing`` to see its actions stop, or ask for the ``result`` at once.
        A task that has ended keeps its status. Raises ``ValueError`` for any other status.
        """
        if status not in ABORT_STATUSES:
            raise ValueError(f"a task is not aborted with {status!r}")
        if self._phase in (Phase.READY, Phase.RUNNING):
            self._end(status, message)

    def result(self) -> dict[str, Any]:
        """The document of task_result.json: the robot's own account. Raises ``RuntimeError`` before the task's end."""
        if self._phase in (Phase.READY, Phase.RUNNING):
            raise RuntimeError("the task has not ended")
        context = self._context
        self._drop_stopped()
        faults = [fault for fault in context.faults if fault != self._message]
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "task": self._mission.task,
            "status": self._status,
            "message": "; ".join(dict.fromkeys([self._message, *faults] if self._message else faults)),
            "started_at": self._started_at,
            "ended_at": self._ended_at,
            "events": [
                {
                    "node": event.node,
                    "path": event.path,
                    "parameters": dict(event.parameters),
                    "outcome": event.outcome,
                    "message": event.message,
                    "started_at": event.started_at,
                    "ended_at": event.ended_at,
                }
                for event in context.events
            ],
            "final_pose": None if self._final_pose is None else list(self._final_pose),
            "odometry_distance_m": self._final_distance,
            "unstopped_actions": [halted.leaf for halted in context.halted],
        }

    def _tick_tree(self) -> None:
        context, budget = self._context, self._mission.timeout_s
        try:
            self._read_clock()
            self._drop_stopped()
            if self._set_back_to is not None:
                self._end(ERROR, f"the clock was set back from {self._now:.3f} s to {self._set_back_to:.3f} s")
                return
            if budget is not None and context.due(context.started_at, budget):
                self._end(TIMEOUT, f"the task was still running after its {budget:g} s")
                return
            status = self._tree.tick(context)
        except TreeError as error:
            self._end(ERROR, str(error))
        except Exception as error:
            self._end(ERROR, f"the task could not go on: {describe(error)}")
        else:
            if context.faults:
                self._end(ERROR, context.faults[0])
            elif status is Status.SUCCESS:
                self._end(SUCCESS, "")
            elif status is Status.FAILURE:
                self._end(FAILURE, context.reason)

    def _end(self, status: str, message: str) -> None:
        self._phase = Phase.FINISHING
        self._status, self._message = status, message
        self._guard("the clock", self._read_clock)
        self._ended_at = self._now
        self._guard("halting the tree", lambda: self._tree.reset(self._context))
        self._tick_stopping()

    def _tick_stopping(self) -> None:
        """Keep the robot still, and see whether what was halted has stopped or has had its time."""
        self._guard("stopping the robot", self._robot.stop)
        self._guard("the robot's account", self._take_account)
        self._drop_stopped()
        ticking = self._guard("the clock", self._read_clock) and self._set_back_to is None
        if self._context.faults and self._status in (SUCCESS, FAILURE, TIMEOUT):
            self._status, self._message = ERROR, self._context.faults[0]
        # A run whose clock fails cannot wait for anything.
        if not self._context.halted or not ticking or self._stopping_time() >= STOPPING_TIME_S - TIME_TOLERANCE_S:
            self._phase = Phase.DONE

    def _stopping_time(self) -> float:
        if self._now is None or self._ended_at is None:
            return math.inf
        return self._now - self._ended_at

    def _guard(self, name: str, call: Callable[[], None]) -> bool:
        """Whether ``call`` went well; what it raises is kept, since the rest has to be done all the same."""
        try:
            call()
        except Exception as error:
            self._context.faults.append(f"{name} raised {describe(error)}")
            return False
        return True

    def _read_clock(self) -> None:
        now = self._robot.now()
        if self._now is not None and now < self._now - TIME_TOLERANCE_S:
            # By such a clock nothing can be told that happens from now on.
            self._set_back_to = now
        else:
            self._now = now

    def _take_account(self) -> None:
        self._final_distance = (
            self._robot.distance() - self._context.start_distance if self._started_at is not None else 0.0
        )
        self._final_pose = self._robot.pose()

    def _drop_stopped(self) -> None:
        self._context.halted = [halted for halted in self._context.halted if not _stopped(halted)]


def _stopped(halted: HaltedAction) -> bool:
    try:
        return halted.action.stopped
    except Exception:  # what cannot say that it has stopped has not
        return False
