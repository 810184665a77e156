"""The events of a task as rows of a timeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from robotdsl_runtime.evaluation.drawing.regions import finite_numbers
from robotdsl_runtime.evaluation.drawing.scene import mapping
from robotdsl_runtime.evaluation.numbers import short

# The units that parameter names end in.
_UNITS = {"_s": "s", "_m": "m", "_rad": "rad", "_mps": "m/s"}
OUTCOMES = ("success", "failure", "halted")


@dataclass(frozen=True, slots=True)
class Stretch:
    """One time that a leaf ran, in seconds; ``end`` is ``None`` for one that the record does not end."""

    start: float
    end: float | None
    outcome: str
    message: str


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf of the tree by its place in it, and each time that it ran."""

    path: str
    label: str
    stretches: tuple[Stretch, ...]


def value_text(name: str, value: Any) -> str:
    """A parameter's value with the unit that its name ends in: ``duration_s`` 2 as ``2 s``."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    unit = next((u for end, u in _UNITS.items() if name.endswith(end)), "")
    return f"{short(float(value), 4)} {unit}".rstrip()


def leaf_label(event: Mapping[str, Any]) -> str:
    """A leaf as one would say it: ``Navigate dock``, ``Advance 0.5 m, 0.2 m/s``."""
    values = ", ".join(value_text(str(n), v) for n, v in mapping(event.get("parameters")).items())
    return f"{event.get('node', 'leaf')} {values}".rstrip()


def events_of(task_result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    stated = task_result.get("events")
    return [e for e in stated if isinstance(e, Mapping)] if isinstance(stated, Sequence) else []


def time_of(document: Mapping[str, Any], name: str) -> float | None:
    numbers = finite_numbers([document.get(name)], 1)
    return None if numbers is None else numbers[0]


def leaves_of(task_result: Mapping[str, Any]) -> tuple[Leaf, ...]:
    """The leaves in the order in which they first ran; an event without a start is left out."""
    found: dict[tuple[str, str], list[Stretch]] = {}
    for event in events_of(task_result):
        start = time_of(event, "started_at")
        if start is not None:
            stretch = Stretch(
                start, time_of(event, "ended_at"), str(event.get("outcome") or ""), str(event.get("message") or "")
            )
            found.setdefault((str(event.get("path", "")), leaf_label(event)), []).append(stretch)
    return tuple(Leaf(path, label, tuple(stretches)) for (path, label), stretches in found.items())
