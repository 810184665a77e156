"""What the task uses of the robot and of the world."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.facts import TaskFacts
from robotdsl_compiler.model.program import Node, Task
from robotdsl_compiler.model.vocabulary import NODE_TYPES


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, in the order of the text."""
    yield node
    for child in node.children:
        yield from walk(child)


def task_facts(task: Task) -> TaskFacts:
    """The goals that the task's nodes name, in order of first use, and the types of its nodes."""
    nodes = list(walk(task.root))
    goals = [
        str(node.arguments[p.name])
        for node in nodes
        for p in NODE_TYPES[node.type].parameters
        if p.refers_to and p.name in node.arguments
    ]
    return TaskFacts(goals=tuple(dict.fromkeys(goals)), uses=frozenset(node.type for node in nodes))
