"""Extended parameters: what an SRDF says of single joints beyond URDF.

    <robot name="...">
      <extended_params name="<joint>">
        <mujoco_actuator kp="..." kv="..." armature="..."/>
        <mujoco_gravcomp value="..."/>
        <anything_else .../>
      </extended_params>
    </robot>

The first two are read here. Any other child is a custom tag: it is kept as it stands and handed to the handler that a
package has registered for it, from Python or as an entry point of the group ``HANDLERS`` named after the tag.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from typing import Any
from xml.etree import ElementTree

import mujoco

from robotdsl_mujoco_sim.errors import DescriptionError

Element = ElementTree.Element
# The attributes of the tags that are read here.
_KNOWN = {"mujoco_actuator": ("kp", "kv", "armature"), "mujoco_gravcomp": ("value",)}
HANDLERS = "robotdsl_mujoco_sim.extended_params"


@dataclass(frozen=True, slots=True)
class Extended:
    """Of one joint: overrides of a generated actuator's gains and of the joint's armature, ``gravcomp`` of the body
    that the joint hangs from, and the custom tags; ``None`` for what is not stated.
    """

    kp: float | None = None
    kv: float | None = None
    armature: float | None = None
    gravcomp: float | None = None
    custom: tuple[Element, ...] = ()


@dataclass(frozen=True, eq=False)
class Context:
    """What a handler may look at and change: the specification before it is compiled, and the description's root."""

    spec: mujoco.MjSpec
    urdf: Element


# Called with the joint's name, the tag, the element and the context.
Handler = Callable[[str, str, Element, Context], None]
_registered: dict[str, Handler] = {}


def register_extended_params_handler(tag: str, handler: Handler) -> None:
    """Have ``handler`` called for every custom ``tag``. The last one registered for a tag counts."""
    _registered[tag] = handler


def read_extended(text: str, name: str, joints: frozenset[str]) -> dict[str, Extended]:
    """The extended parameters of an SRDF by joint; ``joints`` are those of the description.

    Raises ``DescriptionError`` for a text that is no SRDF, a joint that is not there or stated twice, and a built-in
    value that is missing or out of bounds.
    """
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise DescriptionError(f"{name} is not XML: {error}") from None
    if root.tag != "robot":
        raise DescriptionError(f"{name} is no SRDF: its root is <{root.tag}>; extended_params stand in a <robot>")
    found: dict[str, Extended] = {}
    for element in root.findall("extended_params"):
        joint = element.attrib.get("name", "")
        if joint not in joints:
            raise DescriptionError(f"{name}: extended_params for {joint!r}, and the description has no such joint")
        if joint in found:
            raise DescriptionError(f"{name}: two extended_params for joint {joint!r}")
        found[joint] = _joint(element, f"{name}: extended_params of {joint!r}")
    return found


def _joint(element: Element, where: str) -> Extended:
    made = Extended()
    for child in element:
        unknown = sorted(set(child.attrib) - set(_KNOWN.get(child.tag, child.attrib)))
        if unknown:
            raise DescriptionError(
                f"{where}: <{child.tag}> has no attribute {unknown[0]!r}, only {', '.join(_KNOWN[child.tag])}; ranges "
                "are those of the joint's own <limit>"
            )
        if child.tag == "mujoco_actuator":
            kp, kv, armature = (_at_least_zero(child, key, where) for key in ("kp", "kv", "armature"))
            made = replace(made, kp=kp, kv=kv, armature=armature)
        elif child.tag == "mujoco_gravcomp":
            made = replace(made, gravcomp=_finite(child, "value", where))
        else:
            made = replace(made, custom=(*made.custom, child))
    return made


def _finite(element: Element, key: str, where: str) -> float:
    text = element.attrib.get(key)
    try:
        value = float(text) if text is not None else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise DescriptionError(f"{where}: {key} of <{element.tag}> is {text!r}, not a finite number")
    return value


def _at_least_zero(element: Element, key: str, where: str) -> float | None:
    if key not in element.attrib:
        return None
    value = _finite(element, key, where)
    if value < 0.0:
        raise DescriptionError(f"{where}: {key} of <{element.tag}> is {value:g}, which is less than 0")
    return value


def put_extended(context: Context, extended: Mapping[str, Extended]) -> Iterator[str]:
    """Apply gravity compensation and call the handlers. Yields a warning for each custom tag that has none."""
    parents = {
        joint.attrib["name"]: parent.attrib["link"]
        for joint in context.urdf.findall("joint")
        if (parent := joint.find("parent")) is not None
    }
    for joint, stated in extended.items():
        body: Any = context.spec.body(parents[joint])
        if stated.gravcomp is not None and body is not None:
            body.gravcomp = stated.gravcomp
        for element in stated.custom:
            handler = _handler(element.tag)
            if handler is None:
                yield f"joint {joint!r}: nothing handles <{element.tag}>, and it is passed over"
            else:
                handler(joint, element.tag, element, context)


def _handler(tag: str) -> Handler | None:
    if tag not in _registered:
        for point in entry_points(group=HANDLERS, name=tag):
            _registered[tag] = point.load()
    return _registered.get(tag)
