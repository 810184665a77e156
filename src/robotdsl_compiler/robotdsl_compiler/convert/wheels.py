"""Which links are wheels: those that a joint without stops turns about a level axis, and that are round about it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from robotdsl_compiler.convert.remarks import Remarks
from robotdsl_compiler.convert.shapes import Meshes, Round, round_shape
from robotdsl_compiler.convert.tree import Tree
from robotdsl_compiler.convert.urdf import Geometry, Joint
from robotdsl_compiler.model.geometry import Vec3, scale

# The sine of how far an axis may be turned from level, or from upright.
LEVEL = math.sin(math.radians(5.0))


@dataclass(frozen=True, slots=True)
class Wheel:
    """``head`` is the link that everything of the wheel hangs from, ``axis`` level and pointing left."""

    head: str
    joint: Joint
    shape: Round
    axis: Vec3
    mount: str = ""


def rolling_links(tree: Tree, meshes: Meshes, remarks: Remarks) -> tuple[list[Wheel], dict[str, str]]:
    """The wheels, and why the other links that such joints turn are none. What collides tells a wheel's shape, and
    what is drawn where that is not round.
    """
    found: list[Wheel] = []
    reasons: dict[str, str] = {}
    for joint in tree.urdf.joints:
        if joint.type != "continuous":
            continue
        link, axis = tree.link(joint.child), tree.axis(joint)
        if abs(axis[2]) > LEVEL:
            reasons[link.name] = "its axis is not level"
            continue
        seen: list[str] = []
        shape = _roundest(tree, joint, link.collisions, axis, meshes, seen)
        if shape is None:
            shape = _roundest(tree, joint, link.visuals, axis, meshes, seen)
            if shape is not None and link.collisions:
                what = f"what `{link.name}` collides by is not round about its axle"
                remarks.add(link.collisions[0].line, what, f"a wheel as it is drawn, of radius {shape.radius:.4g} m")
        if shape is None:
            reasons[link.name] = seen[0] if seen else "it has no shape"
            continue
        left = axis if axis[1] > 0.0 else scale(axis, -1.0)
        found.append(Wheel(link.name, joint, shape, left))
    return found, reasons


def _roundest(
    tree: Tree, joint: Joint, shapes: Sequence[Geometry], axis: Vec3, meshes: Meshes, seen: list[str]
) -> Round | None:
    """The largest shape that rolls about the axis; what is in the way of the others is added to ``seen``."""
    frame = tree.poses[joint.child]
    tried = [round_shape(geometry, frame, axis, frame.position, meshes) for geometry in shapes]
    seen += [why for why in tried if isinstance(why, str)]
    return max((r for r in tried if isinstance(r, Round)), key=lambda r: r.radius, default=None)
