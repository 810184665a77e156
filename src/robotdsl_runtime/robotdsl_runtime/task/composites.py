"""Sequence, Fallback and Parallel, as BehaviorTree.CPP v4 defines them (src/controls/ there)."""

from __future__ import annotations

from collections import abc
from enum import Enum

from robotdsl_runtime.task.node import Context, Node, ParameterValue
from robotdsl_runtime.task.status import Status


class _InOrder(Node):
    """Ticks its children one after another and remembers the one that runs.

    A child that ends with ``goes_on`` hands over to the next within the same tick; any other end is the node's own,
    and so is that of the last child. The next tick after an end, or after a halt, starts at the first child.
    """

    goes_on: Status

    def __init__(self, children: abc.Sequence[Node]) -> None:
        super().__init__(children)
        self._current = 0

    def update(self, context: Context) -> Status:
        self.status = Status.RUNNING
        while self._current < len(self.children):
            status = self.children[self._current].tick(context)
            if status is Status.RUNNING:
                return status
            if status is not self.goes_on:
                self._restart(context)
                return status
            self._current += 1
        self._restart(context)
        return self.goes_on

    def halt(self, context: Context) -> None:
        self._restart(context)

    def _restart(self, context: Context) -> None:
        self._current = 0
        self.reset_children(context)


class Sequence(_InOrder):
    """Succeeds when every child has, fails at the first that fails."""

    kind = "Sequence"
    goes_on = Status.SUCCESS


class Fallback(_InOrder):
    """Succeeds at the first child that does, fails when every child has."""

    kind = "Fallback"
    goes_on = Status.FAILURE


class Policy(Enum):
    """How many children a `Parallel` wants to see succeed."""

    SUCCESS_ON_ALL = "success_on_all"
    SUCCESS_ON_ONE = "success_on_one"


# BehaviorTree.CPP's failure_count, which the language leaves at its default: the first failure fails the node.
FAILURE_COUNT = 1


class Parallel(Node):
    """Ticks all its children in every tick, in their order, but for those that have ended.

    After each child it counts: enough successes (all, or one) end it with success; else a failure ends it with
    failure. The children behind are then not ticked any more, and those that still run are halted. The count and
    the memory of who has ended start afresh after an end and after a halt.
    """

    kind = "Parallel"

    def __init__(self, policy: Policy, children: abc.Sequence[Node]) -> None:
        super().__init__(children)
        self._policy = policy
        self._required = len(self.children) if policy is Policy.SUCCESS_ON_ALL else 1
        self._ended: dict[int, Status] = {}

    @property
    def parameters(self) -> abc.Mapping[str, ParameterValue]:
        return {"policy": self._policy.value}

    def update(self, context: Context) -> Status:
        self.status = Status.RUNNING
        for i, child in enumerate(self.children):
            if i not in self._ended:
                status = child.tick(context)
                if status.completed:
                    self._ended[i] = status
            ends = list(self._ended.values())
            if ends.count(Status.SUCCESS) >= self._required:
                self._restart(context)
                return Status.SUCCESS
            failures = ends.count(Status.FAILURE)
            if failures >= FAILURE_COUNT or len(self.children) - failures < self._required:
                self._restart(context)
                return Status.FAILURE
        return Status.RUNNING

    def halt(self, context: Context) -> None:
        self._restart(context)

    def _restart(self, context: Context) -> None:
        self._ended.clear()
        self.reset_children(context)
