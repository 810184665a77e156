"""What MuJoCo's reader passes over of a description's joints: limits that make no sense, mimicry, friction."""

from __future__ import annotations

import math
from collections.abc import Iterator
from difflib import get_close_matches
from xml.etree import ElementTree

import mujoco
import numpy as np

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.numbers import real
from robotdsl_mujoco_sim.model.structure import WORLD

Element = ElementTree.Element
# MuJoCo's own ratios of turning and rolling friction to sliding friction.
TURNING, ROLLING = 0.005, 0.0001


def check_limits(root: Element, where: str) -> Iterator[str]:
    """Yields what has to be said of limits. Raises ``DescriptionError`` for a lower one above its upper one."""
    for joint in root.findall("joint"):
        name, kind, limit = joint.attrib.get("name", ""), joint.attrib.get("type"), joint.find("limit")
        if kind not in ("revolute", "prismatic"):
            continue
        if limit is None:
            yield f"joint {name!r} is {kind} and states no limit: it moves without one"
            continue
        who = f"{where}: joint {name!r}: its"
        lower, upper = (real(limit, key, f"{who} {key} limit", 0.0) for key in ("lower", "upper"))
        if lower > upper:
            raise DescriptionError(
                f"{where}: joint {name!r} has its lower limit, {lower:g}, above its upper one, {upper:g}: swap them"
            )
        if lower == upper:
            yield f"joint {name!r} has equal limits, {lower:g}: MuJoCo has no such range, and it moves without one"


def put_continuous(spec: mujoco.MjSpec, root: Element) -> Iterator[str]:
    """Have continuous joints turn without end, as URDF says: MuJoCo's reader holds them to limits that they state."""
    for joint in root.findall("joint"):
        name, limit = joint.attrib.get("name", ""), joint.find("limit")
        if joint.attrib.get("type") != "continuous" or limit is None or not {"lower", "upper"} & set(limit.attrib):
            continue
        made = spec.joint(name)
        if tuple(made.range) != (0.0, 0.0):
            made.limited, made.range = mujoco.mjtLimited.mjLIMITED_FALSE, [0.0, 0.0]
            yield f"joint {name!r} is continuous, and the limits that it states do not hold"


def check_floating(root: Element, root_link: str, where: str) -> None:
    """Raises ``DescriptionError`` for a floating joint that does not hang from the world."""
    for joint in root.findall("joint"):
        parent = joint.find("parent")
        if joint.attrib.get("type") != "floating" or parent is None:
            continue
        link = parent.attrib.get("link")
        if link != root_link or link != WORLD:
            raise DescriptionError(
                f"{where}: joint {joint.attrib.get('name')!r} is floating and hangs from link {link!r}: MuJoCo's free "
                f"joints hang from the world alone; have it hang from a root link {WORLD!r}, or give it another type"
            )


def put_mimics(spec: mujoco.MjSpec, root: Element, where: str) -> Iterator[str]:
    """Keep ``<mimic>`` as an equality between the two joints; newer releases' readers make it themselves. Yields what
    has to be said about it.

    Raises ``DescriptionError`` when the joint that is followed is not there.
    """
    kept = {equality.name1 for equality in spec.equalities}
    followed_by: dict[str, str] = {}
    for joint in root.findall("joint"):
        mimic, name = joint.find("mimic"), joint.attrib.get("name", "")
        if mimic is None or spec.joint(name) is None:
            continue
        followed = mimic.attrib.get("joint", "")
        if spec.joint(followed) is None:
            near = get_close_matches(followed, [each.name for each in spec.joints if each.name != name], 1)
            raise DescriptionError(
                f"{where}: joint {name!r} mimics {followed!r}, and no joint of that name moves: "
                + (f"did you mean {near[0]!r}?" if near else "name one that does, or take the <mimic> out")
            )
        followed_by[name] = followed
        circle = [name]
        while (following := followed_by.get(circle[-1])) is not None and following not in circle:
            circle.append(following)
        if following is not None:
            raise DescriptionError(
                f"{where}: joint {name!r} mimics itself"
                + (f", by way of {', '.join(map(repr, circle[1:]))}" if len(circle) > 1 else "")
                + ": have one of them move by itself"
            )
        who = f"{where}: joint {name!r}: its mimic's"
        multiplier = real(mimic, "multiplier", f"{who} multiplier", 1.0)
        offset = real(mimic, "offset", f"{who} offset", 0.0)
        if name not in kept:
            equality = spec.add_equality(
                name=f"{name}_mimic",
                type=mujoco.mjtEq.mjEQ_JOINT,
                objtype=mujoco.mjtObj.mjOBJ_JOINT,
                name1=name,
                name2=followed,
            )
            # A polynomial of the followed joint's angle; how long the list is differs between releases.
            coefficients = np.array(equality.data)
            coefficients[:5] = offset, multiplier, 0.0, 0.0, 0.0
            equality.data = coefficients
        yield f"joint {name!r} follows {followed!r} by an equality"


def put_friction(spec: mujoco.MjSpec, root: Element) -> Iterator[str]:
    """``<friction ds>`` of a joint as the sliding friction of its child's shapes, with MuJoCo's ratios of turning and
    rolling friction; ``vd``, ``k1`` and ``k2`` have no counterpart. Yields a warning for one without a usable ``ds``.
    """
    for joint in root.findall("joint"):
        friction, child = joint.find("friction"), joint.find("child")
        if friction is None or child is None:
            continue
        try:
            sliding = float(friction.attrib.get("ds", ""))
        except ValueError:
            sliding = math.nan
        if not (math.isfinite(sliding) and sliding >= 0.0):
            yield f"joint {joint.attrib.get('name')!r}: its friction states no usable ds, and is passed over"
            continue
        body = spec.body(child.attrib.get("link", ""))
        for geom in body.geoms if body is not None else ():
            geom.friction = [sliding, sliding * TURNING, sliding * ROLLING]
