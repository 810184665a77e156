"""The nodes' common ground: statuses, halting, and what one execution of a tree shares.

The rules of a node's life are those of BehaviorTree.CPP v4 (tree_node.cpp, control_node.cpp, decorator_node.cpp):

- ``tick`` answers RUNNING, SUCCESS or FAILURE and keeps the answer as the node's status;
- a node that has children resets them when it ends and when it is halted: those that still run are halted, in the
  order of the tree, and all are IDLE again, so that the next tick starts afresh;
- halting a node that does not run does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from robotdsl_runtime.geometry import Pose2
from robotdsl_runtime.task.robot import Action, Robot
from robotdsl_runtime.task.status import Status

ParameterValue = str | float | int

# Ticks come at multiples of a period, which are not exact in binary: a time that is due by less than this is due.
TIME_TOLERANCE_S = 1e-9


class TreeError(Exception):
    """A leaf raised, or a node broke the rules above; the message names it and its place in the tree."""


@dataclass(slots=True)
class Event:
    """One execution of a leaf. ``outcome`` is success, failure or halted; ``None`` while it runs."""

    node: str
    path: str
    parameters: Mapping[str, ParameterValue]
    started_at: float
    outcome: str | None = None
    message: str = ""
    ended_at: float | None = None

    def close(self, outcome: str, message: str, time: float) -> None:
        self.outcome, self.message, self.ended_at = outcome, message, time


@dataclass(frozen=True, slots=True)
class HaltedAction:
    """An action that was asked to stop, by the leaf that asked."""

    leaf: str
    action: Action


@dataclass(slots=True)
class Context:
    """What the nodes of one execution share.

    ``places`` are the goals and entities by name, (x, y, yaw) in the map frame. ``started_at`` (s) and
    ``start_distance`` (m) are the task's own. ``halted`` are the actions that were cancelled, ``faults`` what went
    wrong where it could not be raised, since the rest had to be halted all the same. ``reason`` is the last cause of
    a failure, for the task's message.
    """

    robot: Robot
    places: Mapping[str, Pose2] = field(default_factory=dict)
    started_at: float = 0.0
    start_distance: float = 0.0
    events: list[Event] = field(default_factory=list)
    halted: list[HaltedAction] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    reason: str = ""

    def due(self, since: float, duration: float) -> bool:
        """Whether ``duration`` seconds have passed since the time ``since``."""
        return self.robot.now() - since >= duration - TIME_TOLERANCE_S


class Node:
    """A node of the tree. ``kind`` is its tag, ``path`` its place: the root is 0, its second child 0.1."""

    kind = "Node"

    def __init__(self, children: Sequence[Node] = ()) -> None:
        self.children = tuple(children)
        self.path = "0"
        self.status = Status.IDLE

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        """The parameters as the tree states them, and the defaults that apply."""
        return {}

    @property
    def label(self) -> str:
        """``Navigate(goal=dock) at 0.1``"""
        arguments = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
        return f"{self.kind}({arguments}) at {self.path}"

    def walk(self) -> Iterator[Node]:
        """The node and all below it, parents first, in the order of the tree."""
        yield self
        for child in self.children:
            yield from child.walk()

    def tick(self, context: Context) -> Status:
        """One step; the answer is the node's status until it is ticked or reset again.

        Raises `TreeError` when a leaf below raised; the node is then still to be reset.
        """
        status = self.update(context)
        if status is Status.IDLE:
            raise TreeError(f"{self.label} answered a tick with idle")
        self.status = status
        return status

    def reset(self, context: Context) -> None:
        """Halt the node when it runs; idle in any case."""
        if self.status is Status.RUNNING:
            self.halt(context)
        self.status = Status.IDLE

    def update(self, context: Context) -> Status:
        """What a tick does: for the kinds of nodes to say."""
        raise NotImplementedError

    def halt(self, context: Context) -> None:
        """What ending a running node takes: for the kinds of nodes to say. Never raises."""
        self.reset_children(context)

    def reset_children(self, context: Context) -> None:
        for child in self.children:
            child.reset(context)


def number(root: Node) -> None:
    """Give every node its path."""
    root.path = "0"
    for node in root.walk():
        for i, child in enumerate(node.children):
            child.path = f"{node.path}.{i}"


def describe(error: Exception) -> str:
    """An exception in one line of a message."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
