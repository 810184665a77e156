"""Where the links of a URDF are in their parents, for given angles of the joints. Free of ROS."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from robotdsl_runtime.nodes.transforms import Quaternion, Transform, Vector

_TURNS, _SLIDES, _FIXED = ("continuous", "revolute"), ("prismatic",), ("fixed",)


class DescriptionError(ValueError):
    """The robot description cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Joint:
    """``origin`` is where the joint's frame is in the link ``parent`` at position 0; it turns about ``axis`` (rad) or
    slides along it (m), or does neither (``kind`` fixed).
    """

    name: str
    kind: str
    parent: str
    child: str
    origin: Transform
    axis: Vector

    @property
    def moves(self) -> bool:
        return self.kind not in _FIXED

    def at(self, position: float) -> Transform:
        """Where the link ``child`` is in ``parent`` with the joint at ``position``."""
        if self.kind in _SLIDES:
            x, y, z = (position * part for part in self.axis)
            return self.origin @ Transform((x, y, z))
        if self.kind in _TURNS:
            half = math.sin(0.5 * position)
            x, y, z = (half * part for part in self.axis)
            return self.origin @ Transform(rotation=(x, y, z, math.cos(0.5 * position)))
        return self.origin


def read_joints(path: Path) -> tuple[Joint, ...]:
    """The joints of a URDF, in its order. Raises ``DescriptionError``."""
    try:
        root = ElementTree.parse(path).getroot()
        return tuple(_joint(element) for element in root.findall("joint"))
    except (OSError, ElementTree.ParseError, KeyError, ValueError, AttributeError) as error:
        raise DescriptionError(f"{path.name}: {error}") from None


def moving(joints: tuple[Joint, ...], positions: Mapping[str, float]) -> list[tuple[Joint, Transform]]:
    """Each moving joint whose position is known, with where it has its child."""
    return [(joint, joint.at(positions[joint.name])) for joint in joints if joint.moves and joint.name in positions]


def _joint(element: ElementTree.Element) -> Joint:
    name, kind = element.attrib["name"], element.attrib["type"]
    if kind not in (*_TURNS, *_SLIDES, *_FIXED):
        raise ValueError(f"the joint {name} is of the type {kind!r}, which none of an output's joints is")
    origin = element.find("origin")
    place = Transform()
    if origin is not None:
        place = Transform(_vector(origin.get("xyz", "0 0 0")), _rotation(*_vector(origin.get("rpy", "0 0 0"))))
    axis = element.find("axis")
    x, y, z = _vector(axis.get("xyz", "1 0 0")) if axis is not None else (1.0, 0.0, 0.0)
    length = math.sqrt(x * x + y * y + z * z)
    if length < 1e-9:
        raise ValueError(f"the axis of the joint {name} has no direction")
    parent, child = element.find("parent"), element.find("child")
    if parent is None or child is None:
        raise ValueError(f"the joint {name} joins no two links")
    return Joint(name, kind, parent.attrib["link"], child.attrib["link"], place, (x / length, y / length, z / length))


def _vector(text: str) -> Vector:
    x, y, z = (float(part) for part in text.split())
    if not all(map(math.isfinite, (x, y, z))):
        raise ValueError(f"{text!r} are no three numbers")
    return x, y, z


def _rotation(roll: float, pitch: float, yaw: float) -> Quaternion:
    """URDF's: about the fixed axes x, y and z, in this order."""
    cr, sr = math.cos(0.5 * roll), math.sin(0.5 * roll)
    cp, sp = math.cos(0.5 * pitch), math.sin(0.5 * pitch)
    cy, sy = math.cos(0.5 * yaw), math.sin(0.5 * yaw)
    return (
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    )
