"""task/behavior_tree.xml → a tree of nodes. What the file says beyond what is understood is an error."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from robotdsl_runtime.task import composites, decorators, leaves
from robotdsl_runtime.task.mission import Mission, TaskError, read_mission
from robotdsl_runtime.task.node import Node, ParameterValue, number

FORMAT = "4"
# What editors know the tree's node types by; whoever runs it knows them himself.
_MODELS = "TreeNodesModel"


@dataclass(frozen=True, slots=True)
class _Scope:
    """What values are read against: the mission's places, and the words that open an error's message."""

    mission: Mission
    place: str

    def error(self, message: str) -> TaskError:
        return TaskError(f"{self.place}: {message}")


def _number(text: str, scope: _Scope) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise scope.error(f"{text!r} is not a finite number")
    return value


def _positive(text: str, scope: _Scope) -> float:
    value = _number(text, scope)
    if value <= 0.0:
        raise scope.error(f"{text!r} is not above zero")
    return value


def _non_zero(text: str, scope: _Scope) -> float:
    value = _number(text, scope)
    if value == 0.0:
        raise scope.error("zero is no motion")
    return value


def _count(text: str, scope: _Scope) -> int:
    value = _number(text, scope)
    if value != int(value) or value < 1:
        raise scope.error(f"{text!r} is not a whole number above zero")
    return int(value)


def _policy(text: str, scope: _Scope) -> composites.Policy:
    try:
        return composites.Policy(text)
    except ValueError:
        raise scope.error(f"{text!r} is none of {', '.join(p.value for p in composites.Policy)}") from None


def _goal(text: str, scope: _Scope) -> str:
    if text not in scope.mission.goals and text not in scope.mission.entities:
        raise scope.error(f"the mission has no goal and no entity {text!r}")
    return text


@dataclass(frozen=True, slots=True)
class _Attribute:
    read: Callable[[str, _Scope], Any]
    required: bool = True


@dataclass(frozen=True, slots=True)
class _Tag:
    """How an element becomes a node: ``make`` is called with the attributes by name, and with ``child`` or
    ``children`` where the node takes one or several.
    """

    make: Callable[..., Node]
    attributes: Mapping[str, _Attribute]
    children: str = ""


_GOAL = {"goal": _Attribute(_goal)}
_DURATION = {"duration_s": _Attribute(_positive)}
_COUNT = {"count": _Attribute(_count)}
_SPEED = {"speed_mps": _Attribute(_positive, required=False)}
_AHEAD = {"distance_m": _Attribute(_positive), **_SPEED}
_MANY, _ONE = "children", "child"

_TAGS: Mapping[str, _Tag] = {
    "Sequence": _Tag(composites.Sequence, {}, _MANY),
    "Fallback": _Tag(composites.Fallback, {}, _MANY),
    "Parallel": _Tag(composites.Parallel, {"policy": _Attribute(_policy)}, _MANY),
    "Retry": _Tag(decorators.Retry, _COUNT, _ONE),
    "Repeat": _Tag(decorators.Repeat, _COUNT, _ONE),
    "Timeout": _Tag(decorators.Timeout, {"timeout_s": _Attribute(_positive)}, _ONE),
    "Inverter": _Tag(decorators.Inverter, {}, _ONE),
    "Navigate": _Tag(leaves.Navigate, _GOAL),
    "Spin": _Tag(leaves.Spin, {"angle_rad": _Attribute(_non_zero)}),
    "Advance": _Tag(leaves.Advance, _AHEAD),
    "BackUp": _Tag(leaves.BackUp, _AHEAD),
    "Strafe": _Tag(leaves.Strafe, {"distance_m": _Attribute(_non_zero), **_SPEED}),
    "Wait": _Tag(leaves.Wait, _DURATION),
    "Stop": _Tag(leaves.Stop, {}),
    "GoalReached": _Tag(leaves.GoalReached, _GOAL),
    "DistanceTraveled": _Tag(leaves.DistanceTraveled, {"distance_m": _Attribute(_positive)}),
    "TimeExpired": _Tag(leaves.TimeExpired, _DURATION),
}


def _node(element: ElementTree.Element, path: str, file: str, mission: Mission) -> Node:
    place = f"{file}: {element.tag} at {path}"
    tag = _TAGS.get(element.tag)
    if tag is None:
        raise TaskError(f"{place}: no such node")
    values: dict[str, ParameterValue] = {}
    attributes = dict(element.attrib)
    for name, attribute in tag.attributes.items():
        text = attributes.pop(name, None)
        if text is not None:
            values[name] = attribute.read(text, _Scope(mission, f"{place}: {name}"))
        elif attribute.required:
            raise TaskError(f"{place}: {name!r} is missing")
    if attributes:
        raise TaskError(f"{place}: unknown {', '.join(repr(name) for name in attributes)}")
    _no_text(element, place)
    children = tuple(_node(child, f"{path}.{i}", file, mission) for i, child in enumerate(element))
    if not tag.children:
        if children:
            raise TaskError(f"{place}: takes no children")
        return tag.make(**values)
    if tag.children == _ONE:
        if len(children) != 1:
            raise TaskError(f"{place}: takes one child, not {len(children)}")
        return tag.make(**values, child=children[0])
    if not children:
        raise TaskError(f"{place}: has no children")
    return tag.make(**values, children=children)


def _no_text(element: ElementTree.Element, place: str) -> None:
    for text in (element.text, *(child.tail for child in element)):
        if text is not None and text.strip():
            raise TaskError(f"{place}: unexpected text {text.strip()!r}")


def _only(element: ElementTree.Element, attributes: Mapping[str, str], place: str) -> None:
    if dict(element.attrib) != attributes:
        wanted = " ".join(f'{name}="{value}"' for name, value in attributes.items())
        found = " ".join(f'{name}="{value}"' for name, value in element.attrib.items())
        raise TaskError(f"{place}: has the attributes {found or 'none'}, where {wanted} are read")


def parse_tree(text: str | bytes, mission: Mission, file: str = "behavior_tree.xml") -> Node:
    """The tree of a document in BehaviorTree.CPP's layout, its nodes numbered; ``file`` names it in messages.

    Raises `TaskError` for text that is not XML, for any element, attribute, value or goal that is not known, and for
    a tree that is not the mission's task.
    """
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise TaskError(f"{file}: not well-formed XML: {error}") from error
    if root.tag != "root":
        raise TaskError(f"{file}: its outermost element is {root.tag}, not root")
    place = f"{file}: root"
    _no_text(root, place)
    _only(root, {"BTCPP_format": FORMAT, "main_tree_to_execute": mission.task}, place)
    held = [child.tag for child in root]
    if held not in (["BehaviorTree"], ["BehaviorTree", _MODELS]):
        raise TaskError(f"{place}: holds {', '.join(held) or 'nothing'}, not one BehaviorTree")
    tree = root[0]
    place = f"{file}: BehaviorTree"
    _no_text(tree, place)
    _only(tree, {"ID": mission.task}, place)
    if len(tree) != 1:
        raise TaskError(f"{place}: takes one node, not {len(tree)}")
    node = _node(tree[0], "0", file, mission)
    number(node)
    return node


def read_task(folder: Path) -> tuple[Node, Mission]:
    """Read behavior_tree.xml and mission.json of an output's task/ folder. Raises `TaskError`."""
    mission = read_mission(folder / "mission.json")
    path = folder / "behavior_tree.xml"
    try:
        text = path.read_bytes()
    except OSError as error:
        raise TaskError(f"{path}: {error}") from error
    return parse_tree(text, mission, str(path)), mission
