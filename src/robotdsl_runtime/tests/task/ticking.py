"""A tree, tick by tick."""

from __future__ import annotations

from robotdsl_runtime.task.node import Context, Node, number
from robotdsl_runtime.task.scripted import ScriptedRobot, statuses


def table(root: Node, ticks: int, context: Context | None = None) -> list[str]:
    """A row for each tick, with a letter for each node, parents first."""
    number(root)
    context = context or Context(ScriptedRobot())
    rows = []
    for _ in range(ticks):
        root.tick(context)
        rows.append(statuses(root))
    return rows
