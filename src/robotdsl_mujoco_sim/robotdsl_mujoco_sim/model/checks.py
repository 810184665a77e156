"""The numbers of a description, held to what they are of before MuJoCo reads them: its own words name no link."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.bundle import PRIMITIVES

Element = ElementTree.Element
_SHAPES = (*PRIMITIVES, "mesh")


def _any(values: Sequence[float]) -> bool:
    return True


def _positive(values: Sequence[float]) -> bool:
    return all(value > 0.0 for value in values)


def _not_negative(values: Sequence[float]) -> bool:
    return all(value >= 0.0 for value in values)


def _nowhere_zero(values: Sequence[float]) -> bool:
    return all(values)


def _somewhere(values: Sequence[float]) -> bool:
    return any(values)


@dataclass(frozen=True, slots=True)
class _Rule:
    """The attribute ``key`` of ``tag``: ``count`` numbers that ``fits``, in words ``what``; ``needed``: always."""

    tag: str
    key: str
    count: int = 1
    fits: Callable[[Sequence[float]], bool] = _any
    what: str = "a number"
    needed: bool = False


_PLACE = (_Rule("origin", "xyz", 3, what="three numbers"), _Rule("origin", "rpy", 3, what="three numbers"))
_INERTIAL = (
    *_PLACE,
    _Rule("mass", "value", needed=True),
    *(_Rule("inertia", key, needed=True) for key in ("ixx", "iyy", "izz")),
    *(_Rule("inertia", key) for key in ("ixy", "ixz", "iyz")),
)
_GEOMETRY = (
    _Rule("box", "size", 3, _positive, "three numbers above 0", needed=True),
    *(_Rule(tag, "radius", 1, _positive, "a number above 0", needed=True) for tag in ("sphere", "cylinder", "capsule")),
    *(_Rule(tag, "length", 1, _positive, "a number above 0", needed=True) for tag in ("cylinder", "capsule")),
    _Rule("mesh", "scale", 3, _nowhere_zero, "three numbers, none of them 0"),
)
_JOINT = (
    *_PLACE,
    _Rule("limit", "lower"),
    _Rule("limit", "upper"),
    *(_Rule("limit", key, 1, _not_negative, "a number of 0 or more") for key in ("effort", "velocity")),
    *(_Rule("dynamics", key, 1, _not_negative, "a number of 0 or more") for key in ("damping", "friction")),
    _Rule("mimic", "multiplier"),
    _Rule("mimic", "offset"),
)
_AXIS = (_Rule("axis", "xyz", 3, _somewhere, "three numbers that are a direction"),)
_COLOUR = (_Rule("color", "rgba", 4, _not_negative, "four numbers from 0 to 1"),)
# Joints that turn or slide about their axis.
_ABOUT_AXIS = ("revolute", "continuous", "prismatic", "planar")


def check_numbers(root: Element, where: str) -> None:
    """Raises ``DescriptionError`` with the link, the joint or the material, the number, and what it should be."""
    for material in root.findall("material"):
        _hold(material, _COLOUR, f"{where}: material {_name(material)!r}")
    for link in root.findall("link"):
        who = f"{where}: link {_name(link)!r}"
        for inertial in link.findall("inertial"):
            _parts(inertial, ("mass", "inertia"), f"{who}: its inertial")
            _hold(inertial, _INERTIAL, f"{who}: its inertial")
        for kind in ("visual", "collision"):
            for shape in link.findall(kind):
                _hold(shape, _PLACE, f"{who}: its {kind}")
                geometry = shape.find("geometry")
                if geometry is None or not any(geometry.find(each) is not None for each in _SHAPES):
                    raise DescriptionError(f"{who}: its {kind} has no shape: state one of {', '.join(_SHAPES)}")
                _hold(geometry, _GEOMETRY, f"{who}: its {kind}")
                for material in shape.findall("material"):
                    _hold(material, _COLOUR, f"{who}: its {kind}")
    for joint in root.findall("joint"):
        rules = (*_JOINT, *(_AXIS if joint.attrib.get("type") in _ABOUT_AXIS else ()))
        _hold(joint, rules, f"{where}: joint {_name(joint)!r}")


def _parts(element: Element, tags: Sequence[str], who: str) -> None:
    for tag in tags:
        if element.find(tag) is None:
            raise DescriptionError(f"{who} states no <{tag}>: state it, or leave the <{element.tag}> out")


def _hold(element: Element, rules: Sequence[_Rule], who: str) -> None:
    for rule in rules:
        for found in element.findall(rule.tag):
            text = found.attrib.get(rule.key)
            if text is None:
                if rule.needed:
                    raise DescriptionError(f"{who}: its <{rule.tag}> states no {rule.key}: state {rule.what}")
                continue
            values = _numbers(text)
            if values is None or len(values) != rule.count or not rule.fits(values):
                raise DescriptionError(
                    f"{who}: {rule.key} of its <{rule.tag}> is {text!r}, not {rule.what}: correct it"
                )


def _numbers(text: str) -> list[float] | None:
    try:
        values = [float(word) for word in text.split()]
    except ValueError:
        return None
    return values if all(map(math.isfinite, values)) else None


def _name(element: Element) -> str:
    return element.attrib.get("name", "")


def without_a_colour(root: Element) -> Iterator[str]:
    """What is said of materials that look like nothing that is stated: each once."""
    coloured = {_name(material) for material in root.iter("material") if material.find("color") is not None}
    said: set[str] = set()
    for link in root.findall("link"):
        for material in link.iterfind("visual/material"):
            name = _name(material)
            if name in coloured or name in said or material.find("color") is not None:
                continue
            said.add(name)
            textured = any(_name(each) == name and each.find("texture") is not None for each in root.iter("material"))
            yield (
                f"material {name!r} is a picture, which is not laid on: it is shown grey"
                if textured
                else f"material {name!r} is given no colour: it is shown grey"
            )
