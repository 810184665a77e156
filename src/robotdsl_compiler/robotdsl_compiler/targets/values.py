"""Poses and regions as plain numbers, the way every file of every target writes them.

Coordinates that come out of chains of poses carry the rounding of each step, whose last digits differ between maths
libraries. Lengths and turns are therefore written to 1e-12 (m, or of a unit quaternion), far below anything that a
simulator or a planner tells apart, which makes the bytes of an output the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from robotdsl_compiler.model.geometry import Disc, Pose, Quaternion, Region, rpy_from_quaternion
from robotdsl_compiler.support.numbers import json_text
from robotdsl_compiler.targets.contract import File

DIGITS = 12


def clean(value: float) -> float:
    """``value`` to 12 decimals, never a negative zero."""
    return round(value, DIGITS) + 0.0


def clean_all(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(clean(v) for v in values)


def pose_values(pose: Pose) -> list[float]:
    """``[x, y, z, qx, qy, qz, qw]``."""
    return list(clean_all(pose.numbers))


def rpy_values(turn: Quaternion) -> tuple[float, float, float]:
    """Roll, pitch and yaw; half a turn is positive, whichever way rounding has left it."""
    roll, pitch, yaw = (math.pi if clean(a + math.pi) == 0.0 else a for a in rpy_from_quaternion(turn))
    return (clean(roll), clean(pitch), clean(yaw))


def points_values(points: Iterable[Iterable[float]]) -> list[list[float]]:
    return [list(clean_all(p)) for p in points]


def region_value(region: Region) -> dict[str, object]:
    """``{"disc": {"center": [x, y], "radius": r}}`` or ``{"polygon": [[x, y], …]}``, counter-clockwise."""
    if isinstance(region, Disc):
        return {"disc": {"center": list(clean_all(region.center)), "radius": clean(region.radius)}}
    return {"polygon": points_values(region.points)}


def json_file(path: str, schema: str, body: Mapping[str, object]) -> File:
    """A JSON document of the output: it names its ``robotdsl.`` schema and version first.

    A byte of a file's name that is no UTF-8 stands in it as the escape of the lone surrogate that Python reads it as.
    """
    text = json_text({"schema": f"robotdsl.{schema}", "version": 1, **body})
    return File(path, text.encode("utf-8", "backslashreplace"))
