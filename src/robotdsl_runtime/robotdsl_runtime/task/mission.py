"""task/mission.json: where the robot starts, the places of the world by name, and the time that the task may take."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from robotdsl_runtime.geometry import Pose2

Pose7 = tuple[float, float, float, float, float, float, float]

SCHEMA = "robotdsl.mission"
VERSION = 1

_T = TypeVar("_T")


class TaskError(Exception):
    """A task that cannot be read; the message names the file and the place in it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A goal or an entity: its pose in the world, (x, y, z, qx, qy, qz, qw), and its planar form."""

    pose: Pose7
    # Of an entity: Obstacle, SupportSurface or Marker. Of a goal: ``None``.
    type: str | None = None
    # Of a goal that stands where an entity does: that entity.
    target: str | None = None

    @property
    def planar(self) -> Pose2:
        return planar(self.pose)


@dataclass(frozen=True)
class Mission:
    """What the task needs to know of the world; ``timeout_s`` is ``None`` for a task without a time budget."""

    robot: str
    world: str
    task: str
    timeout_s: float | None
    spawn: Pose7
    goals: Mapping[str, Place]
    entities: Mapping[str, Place]

    @property
    def places(self) -> dict[str, Pose2]:
        """Every goal and entity, (x, y, yaw) in the world."""
        return {name: place.planar for name, place in {**self.entities, **self.goals}.items()}


def planar(pose: Pose7) -> Pose2:
    """Seen from above: (x, y) and the direction of the frame's x axis."""
    x, y, _, qx, qy, qz, qw = pose
    return (x, y, math.atan2(2.0 * (qx * qy + qw * qz), 1.0 - 2.0 * (qy * qy + qz * qz)))


class _Object:
    """Takes the members out of a JSON object one by one; what is left over is an error."""

    def __init__(self, value: object, place: str) -> None:
        if not isinstance(value, dict):
            raise TaskError(f"{place}: not an object")
        self._members: dict[str, object] = dict(value)
        self._place = place

    def take(self, name: str, convert: Callable[[object, str], _T]) -> _T:
        if name not in self._members:
            raise TaskError(f"{self._place}: {name!r} is missing")
        return convert(self._members.pop(name), f"{self._place}: {name}")

    def end(self) -> None:
        if self._members:
            raise TaskError(f"{self._place}: unknown {', '.join(repr(name) for name in self._members)}")


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise TaskError(f"{place}: not a string")
    return value


def _text_or_none(value: object, place: str) -> str | None:
    return None if value is None else _text(value, place)


def _number(value: object, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TaskError(f"{place}: not a finite number")
    return float(value)


def _budget(value: object, place: str) -> float | None:
    if value is None:
        return None
    seconds = _number(value, place)
    if seconds <= 0.0:
        raise TaskError(f"{place}: not above zero")
    return seconds


def _pose(value: object, place: str) -> Pose7:
    if not isinstance(value, list) or len(value) != 7:
        raise TaskError(f"{place}: not a pose of 7 numbers")
    x, y, z, qx, qy, qz, qw = (_number(item, place) for item in value)
    length = math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw)
    if length < 1e-9:
        raise TaskError(f"{place}: its quaternion has no length")
    return (x, y, z, qx / length, qy / length, qz / length, qw / length)


def _spawn(value: object, place: str) -> Pose7:
    reader = _Object(value, place)
    pose = reader.take("pose", _pose)
    reader.end()
    return pose


def _goal(value: object, place: str) -> Place:
    reader = _Object(value, place)
    goal = Place(reader.take("pose", _pose), target=reader.take("target", _text_or_none))
    reader.end()
    return goal


def _entity(value: object, place: str) -> Place:
    reader = _Object(value, place)
    kind = reader.take("type", _text)
    entity = Place(reader.take("pose", _pose), type=kind)
    reader.end()
    return entity


def _named(convert: Callable[[object, str], _T]) -> Callable[[object, str], dict[str, _T]]:
    def read(value: object, place: str) -> dict[str, _T]:
        if not isinstance(value, dict):
            raise TaskError(f"{place}: not an object")
        return {name: convert(item, f"{place}: {name}") for name, item in value.items()}

    return read


def decode_mission(document: object, place: str) -> Mission:
    """The mission that a parsed mission.json states; ``place`` names the file in the messages of a `TaskError`."""
    reader = _Object(document, place)
    schema, version = reader.take("schema", _text), reader.take("version", _number)
    if (schema, version) != (SCHEMA, VERSION):
        raise TaskError(f"{place}: {schema!r} version {version:g}, where {SCHEMA!r} version {VERSION} is read")
    mission = Mission(
        robot=reader.take("robot", _text),
        world=reader.take("world", _text),
        task=reader.take("task", _text),
        timeout_s=reader.take("timeout_s", _budget),
        spawn=reader.take("spawn", _spawn),
        goals=reader.take("goals", _named(_goal)),
        entities=reader.take("entities", _named(_entity)),
    )
    reader.end()
    return mission


def read_mission(path: Path) -> Mission:
    """Read mission.json. Raises `TaskError` for a file that cannot be read or is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise TaskError(f"{path}: {error}") from error
    return decode_mission(document, str(path))
