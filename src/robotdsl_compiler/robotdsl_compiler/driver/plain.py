"""Values of the model as plain JSON values, for people and tools to look at.

A record becomes an object of its fields. Where the program is read from (spans, sources, folders) is left out; an
entry of a library is told by the library and its id, and what has a name of its own in the program by that name.
"""

from __future__ import annotations

import dataclasses
from enum import Enum
from pathlib import Path
from typing import Any

from robotdsl_compiler.model.geometry import Disc, Polygon, Pose
from robotdsl_compiler.model.part import Part
from robotdsl_compiler.model.program import Component, Entity, Goal, Program
from robotdsl_compiler.model.scenery import Environment, LibraryObject
from robotdsl_compiler.model.walker import Walker
from robotdsl_compiler.support.json_form import Json
from robotdsl_compiler.support.source import Source, Span
from robotdsl_compiler.targets.values import clean, pose_values, region_value

_LEFT_OUT = (Span, Source, Path)
# Fields that say again what another field of the same record says.
_AGAIN = {("Robot", "chassis"), ("Facts", "program"), ("Program", "sources")}


def plain(value: object, *, by_name: tuple[type, ...] = (Component, Entity, Goal)) -> Json:
    """``value`` as JSON; records of the types ``by_name`` become their names. Raises ``TypeError`` for a value that
    no record of the model holds.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return clean(value)
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, Pose):
        return list[Json](pose_values(value))
    if isinstance(value, (Disc, Polygon)):
        return plain(region_value(value))
    if isinstance(value, (Part, LibraryObject, Environment, Walker)):
        return {"library": value.library, "id": value.id}
    if isinstance(value, by_name):
        return str(getattr(value, "name"))  # noqa: B009  every type of by_name has one
    if isinstance(value, frozenset):
        return [plain(item, by_name=by_name) for item in sorted(value)]
    if isinstance(value, (list, tuple)):
        return [plain(item, by_name=by_name) for item in value if not isinstance(item, _LEFT_OUT)]
    if isinstance(value, dict):
        return {
            str(key): plain(item, by_name=by_name) for key, item in value.items() if not isinstance(item, _LEFT_OUT)
        }
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _record(value, by_name)
    raise TypeError(f"{type(value).__name__} has no plain form")


def program_value(program: Program) -> Json:
    return plain(program, by_name=())


def _record(value: Any, by_name: tuple[type, ...]) -> Json:
    kind = type(value).__name__
    return {
        field.name: plain(item, by_name=by_name)
        for field in dataclasses.fields(value)
        if (kind, field.name) not in _AGAIN
        and not field.name.endswith(("span", "spans"))
        and not isinstance(item := getattr(value, field.name), _LEFT_OUT)
    }
