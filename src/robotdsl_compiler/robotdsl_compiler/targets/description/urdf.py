"""A typed builder of URDF elements: every tag and attribute that the description uses, with what it takes."""

from __future__ import annotations

from collections.abc import Iterable

from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.schema import Schema, Value, choice, element, name, real, vector

_NAMED = {"name": name}
_V3 = vector(3)

# The URDF XML specification of ROS 2 (wiki.ros.org/urdf/XML).
_SCHEMA: Schema = {
    "robot": _NAMED,
    "link": _NAMED,
    "joint": {**_NAMED, "type": choice("fixed", "continuous", "revolute")},
    "parent": {"link": name},
    "child": {"link": name},
    "origin": {"xyz": _V3, "rpy": _V3},
    "axis": {"xyz": _V3},
    "limit": {"lower": real, "upper": real, "effort": real, "velocity": real},
    "inertial": {},
    "mass": {"value": real},
    "inertia": {"ixx": real, "ixy": real, "ixz": real, "iyy": real, "iyz": real, "izz": real},
    "visual": _NAMED,
    "collision": _NAMED,
    "geometry": {},
    "box": {"size": _V3},
    "sphere": {"radius": real},
    "mesh": {"filename": name},
}


def urdf(tag: str, children: Iterable[Element] = (), /, **attributes: Value) -> Element:
    """An element of URDF. A name that is not declared or a value of the wrong kind raises ``ValueError``."""
    return element(_SCHEMA, tag, children, attributes)
