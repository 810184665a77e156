"""Retry, Repeat, Timeout and Inverter, as BehaviorTree.CPP v4 defines them (src/decorators/ there; its
RetryUntilSuccessful, Repeat, Timeout and Inverter).
"""

from __future__ import annotations

from collections.abc import Mapping

from robotdsl_runtime.task.node import Context, Node, ParameterValue
from robotdsl_runtime.task.status import Status


class Decorator(Node):
    """A node about one child."""

    def __init__(self, child: Node) -> None:
        super().__init__((child,))

    @property
    def child(self) -> Node:
        return self.children[0]


class _Loop(Decorator):
    """Runs its child up to ``count`` times; an end with ``goes_on`` starts the next time, the other ends the node.

    At most one time begins in a tick. A child that ran over several ticks may end and begin anew in one tick; one
    that begins and ends within a tick leaves the node RUNNING until the next, so that a loop about children that end
    at once can still be halted. The count starts afresh after an end and after a halt.
    """

    goes_on: Status

    def __init__(self, count: int, child: Node) -> None:
        super().__init__(child)
        self._count = count
        self._done = 0

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        return {"count": self._count}

    def update(self, context: Context) -> Status:
        self.status = Status.RUNNING
        while self._done < self._count:
            began = self.child.status is Status.IDLE
            status = self.child.tick(context)
            if status is Status.RUNNING:
                return status
            self.child.reset(context)
            if status is not self.goes_on:
                self._done = 0
                return status
            self._done += 1
            if began and self._done < self._count:
                return Status.RUNNING
        self._done = 0
        return self.goes_on

    def halt(self, context: Context) -> None:
        self._done = 0
        self.reset_children(context)


class Retry(_Loop):
    """Tries its child until it succeeds, ``count`` attempts in all; fails when the last has failed."""

    kind = "Retry"
    goes_on = Status.FAILURE


class Repeat(_Loop):
    """Has its child succeed ``count`` times; fails at its first failure."""

    kind = "Repeat"
    goes_on = Status.SUCCESS


class Timeout(Decorator):
    """Fails, and halts its child, when it still runs ``timeout_s`` seconds after it was first ticked.

    The child is not ticked any more once its time is over, and the time counts from the first tick of each run.
    """

    kind = "Timeout"

    def __init__(self, timeout_s: float, child: Node) -> None:
        super().__init__(child)
        self._timeout_s = timeout_s
        self._started_at = 0.0

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        return {"timeout_s": self._timeout_s}

    def update(self, context: Context) -> Status:
        if self.status is not Status.RUNNING:
            self._started_at = context.robot.now()
            self.status = Status.RUNNING
        elif context.due(self._started_at, self._timeout_s):
            self.child.reset(context)
            context.reason = f"{self.label} ran out of time"
            return Status.FAILURE
        status = self.child.tick(context)
        if status.completed:
            self.child.reset(context)
        return status


class Inverter(Decorator):
    """Turns its child's success into failure and its failure into success."""

    kind = "Inverter"

    def update(self, context: Context) -> Status:
        self.status = Status.RUNNING
        status = self.child.tick(context)
        if status is Status.RUNNING:
            return status
        self.child.reset(context)
        if status is Status.FAILURE:
            return Status.SUCCESS
        context.reason = f"{self.label} failed because its child {self.child.label} succeeded"
        return Status.FAILURE
