"""Reads the entries of a drive document (schema ``robotdsl.mjcf_drive``), with an error that names what is wrong."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from robotdsl_runtime.kinematics.actuation import Belt, DriveError, DrivenWheel, Kingpin

Entry = Mapping[str, Any]


def entries(document: Entry, key: str, what: str) -> list[Entry]:
    """The list of objects under ``key``; ``what`` names one of them. Raises ``DriveError`` where there is none."""
    found = document.get(key)
    if not isinstance(found, list):
        raise DriveError(f"{key} is not a list of {what}s")
    if not found:
        raise DriveError(f"the drive names no {what}")
    for entry in found:
        if not isinstance(entry, Mapping):
            raise DriveError(f"a {what} is not an object of named fields")
    return found


def number(entry: Entry, key: str, what: str) -> float:
    """A finite number."""
    value = _field(entry, key, what)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise DriveError(f"{_named(entry, what)}: {key} is {value!r}, not a number")
    return float(value)


def positive(entry: Entry, key: str, what: str) -> float:
    value = number(entry, key, what)
    if value <= 0.0:
        raise DriveError(f"{_named(entry, what)}: {key} is {value:g}, not above 0")
    return value


def numbers(entry: Entry, key: str, what: str, count: int) -> tuple[float, ...]:
    """A list of ``count`` finite numbers."""
    values = _field(entry, key, what)
    if not isinstance(values, list) or len(values) != count:
        raise DriveError(f"{_named(entry, what)}: {key} is not a list of {count} numbers")
    return tuple(number({"component": entry.get("component"), key: value}, key, what) for value in values)


def wheel(entry: Entry) -> DrivenWheel:
    what = "driven wheel"
    return DrivenWheel(
        component=_text(entry, "component", what),
        joint=_text(entry, "joint", what),
        actuator=_text(entry, "actuator", what),
        radius=positive(entry, "radius", what),
        max_speed=_limit(entry, "max_speed", what),
    )


def kingpin(entry: Entry) -> Kingpin:
    what = "kingpin"
    sign = number(entry, "sign", what)
    if abs(sign) != 1.0:
        raise DriveError(f"{_named(entry, what)}: sign is {sign:g}, neither 1 nor -1")
    return Kingpin(
        component=_text(entry, "component", what),
        joint=_text(entry, "joint", what),
        actuator=_text(entry, "actuator", what),
        x=number(entry, "x", what),
        y=number(entry, "y", what),
        limit=positive(entry, "limit", what),
        sign=sign,
    )


def belt(entry: Entry) -> Belt:
    return Belt(
        component=_text(entry, "component", "belt"),
        body=_text(entry, "body", "belt"),
        max_speed=_limit(entry, "max_speed", "belt"),
    )


def _limit(entry: Entry, key: str, what: str) -> float | None:
    return None if _field(entry, key, what) is None else positive(entry, key, what)


def _text(entry: Entry, key: str, what: str) -> str:
    value = _field(entry, key, what)
    if not isinstance(value, str):
        raise DriveError(f"{_named(entry, what)}: {key} is {value!r}, not a name")
    return value


def _field(entry: Entry, key: str, what: str) -> Any:
    if key not in entry:
        raise DriveError(f"{_named(entry, what)} lacks its {key!r}")
    return entry[key]


def _named(entry: Entry, what: str) -> str:
    name = entry.get("component")
    return f"{what} {name!r}" if isinstance(name, str) else f"the {what}" if what == "drive" else f"a {what}"
