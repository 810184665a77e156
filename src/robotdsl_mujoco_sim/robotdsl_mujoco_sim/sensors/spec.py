"""What ``sensors.json``, or a world document, states of each sensor, checked once where it is read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from robotdsl_mujoco_sim.errors import OutputError

SENSORS = "sensors.json"


@dataclass(frozen=True, slots=True)
class SensorSpec:
    """One sensor: ``name`` is its component, ``type`` its component type, ``role`` the stem of its topics, ``body``
    the body whose frame is its own (x ahead, z up), ``rate_hz`` how often it measures.

    ``numbers`` holds the fields of its type by their names in the file, ``geoms`` a bumper's own geoms, ``topics`` its
    topics by what they carry, where the file states them. ``where`` is the file, for messages.
    """

    name: str
    type: str
    role: str
    body: str
    rate_hz: float
    numbers: Mapping[str, float] = field(default_factory=dict)
    geoms: tuple[str, ...] = ()
    topics: Mapping[str, str] = field(default_factory=dict)
    where: str = SENSORS

    def number(self, key: str) -> float:
        """A field of the sensor's type; ``OutputError`` where the file does not state it."""
        try:
            return self.numbers[key]
        except KeyError:
            raise OutputError(f"{self.where}: {self.name} ({self.type}) states no {key}") from None

    def count(self, key: str) -> int:
        """A field that counts something: a whole number above 0."""
        value = self.number(key)
        if value != int(value) or value < 1:
            raise OutputError(f"{self.where}: {self.name}: {key} is {value}, not a count")
        return int(value)


_TEXTS = ("name", "type", "role", "body")


def read_sensors(document: Mapping[str, Any], where: str = SENSORS) -> tuple[SensorSpec, ...]:
    """The sensors of a document, the file ``where``, in its order. Raises ``OutputError``."""
    entries = document.get("sensors")
    if not isinstance(entries, list):
        raise OutputError(f"{where}: sensors is not a list")
    specs = tuple(_sensor(entry, where) for entry in entries)
    if len({spec.name for spec in specs}) != len(specs):
        raise OutputError(f"{where}: two sensors have the same name")
    return specs


def _sensor(entry: object, where: str) -> SensorSpec:
    if not isinstance(entry, dict) or not all(isinstance(entry.get(key), str) for key in _TEXTS):
        raise OutputError(f"{where}: a sensor lacks its name, type, role or body")
    name = entry["name"]
    numbers: dict[str, float] = {}
    for key, value in entry.items():
        if key in _TEXTS or key in ("geoms", "topics") or value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise OutputError(f"{where}: {name}: {key} is not a number")
        numbers[key] = float(value)
    rate = numbers.pop("rate_hz", 0.0)
    if rate <= 0:
        raise OutputError(f"{where}: {name} states no rate_hz above 0")
    geoms = entry.get("geoms", [])
    if not isinstance(geoms, list) or not all(isinstance(geom, str) for geom in geoms):
        raise OutputError(f"{where}: {name}: geoms is not a list of names")
    topics = entry.get("topics", {})
    if not isinstance(topics, dict) or not all(isinstance(topic, str) for topic in topics.values()):
        raise OutputError(f"{where}: {name}: topics is not a table of names")
    stated = (name, entry["type"], entry["role"], entry["body"], rate)
    return SensorSpec(*stated, numbers, tuple(geoms), topics, where)
