"""Which wheels drive, and what base they make."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from robotdsl_compiler.convert.markup import Element
from robotdsl_compiler.convert.tree import Tree
from robotdsl_compiler.convert.urdf import UNSUPPORTED, Joint
from robotdsl_compiler.convert.wheels import LEVEL, Wheel
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import listing

CASTER_NAME = re.compile(r"caster|castor|swivel|support_wheel|ball_wheel", re.IGNORECASE)
_ROLLERS = re.compile(r"mecanum|omni|swedish", re.IGNORECASE)
# Plugins of the simulation that move a base sideways, too.
_SIDEWAYS = re.compile(r"mecanum|omni|planar_move", re.IGNORECASE)
# How near to the middle, as a share of the widest wheel's distance, a wheel belongs to no side.
MIDDLE = 0.25
# How far a suspension swings, in radians, end to end; an arm or a leg swings further.
SWING = 1.0
TWO, FOUR, MECANUM = "Diff_two_caster", "Diff_drive", "Mecanum_four_wheel"


def driven_wheels(tree: Tree, rolling: Sequence[Wheel]) -> list[Wheel]:
    """Those that a plugin of the simulation drives, where it says so for two or four; else every one on the base
    itself, or on a suspension of it, that is no caster by its name, its place or its company.
    """
    carried = [w for w in rolling if all(_suspends(tree, joint) for joint in tree.chain(w.joint.parent))]
    commanded = _commanded(tree.urdf.others)
    by_plugin = [w for w in carried if w.joint.name in commanded]
    if len(by_plugin) in (2, 4):
        return by_plugin
    sides = [w for w in carried if not CASTER_NAME.search(w.joint.child)]
    widest = max((abs(w.shape.center[1]) for w in sides), default=0.0)
    sides = [w for w in sides if abs(w.shape.center[1]) > MIDDLE * widest]
    flat = [w for w in sides if w.shape.kind != "sphere"]
    # Two wheels that grip beside others that roll every way: these support.
    gripping = [w for w in flat if not _names_rollers(tree, w)]
    for kept in (gripping if len(gripping) == 2 else [], flat):
        if len(kept) in (2, 4):
            return kept
    return sides


def _suspends(tree: Tree, joint: Joint) -> bool:
    """Whether a wheel below the joint still turns about an axle that stands where it stood: nothing moves, or a
    suspension slides upright or rocks about a level axis between stops that are near.
    """
    if not joint.moves:
        return True
    up = abs(tree.axis(joint)[2])
    if joint.type == "prismatic":
        return up > 1.0 - LEVEL
    limit = joint.element.first("limit")
    if joint.type != "revolute" or up > LEVEL or limit is None:
        return False
    try:
        swing = float(limit.attributes.get("upper", "0")) - float(limit.attributes.get("lower", "0"))
    except ValueError:
        return False
    return 0.0 <= swing <= SWING


def _commanded(others: Sequence[Element]) -> set[str]:
    """The joints that the plugins of gazebo elements call their left and right ones."""
    found = set()
    for element in others:
        if element.tag == "gazebo":
            for inner in element.walk():
                tag = inner.tag.lower()
                if "joint" in tag and ("left" in tag or "right" in tag):
                    found.add(inner.text.strip())
    return found


def arranged(
    tree: Tree, rolling: Sequence[Wheel], driven: Sequence[Wheel], reasons: dict[str, str], diagnostics: Diagnostics
) -> tuple[str, tuple[Wheel, ...]]:
    """The chassis type and the wheels with their mounts; nothing after reporting why there is none."""

    def refuse(message: str, span: Span | None, help: str = "", notes: Sequence[str] = ()) -> tuple[str, tuple[()]]:
        diagnostics.report(UNSUPPORTED, Phase.PARSE, message, span, help=(help,) if help else (), notes=notes)
        return "", ()

    steered = next(_steered(tree, rolling), None)
    if steered is not None:
        return refuse(
            f"the joint `{steered.name}` steers a wheel: a base that steers cannot be converted yet",
            steered.element.span,
        )
    rollers = next((w for w in driven if _names_rollers(tree, w) or _moves_sideways(tree.urdf.others)), None)
    across = next((w for w in driven if abs(w.axis[1]) < math.cos(math.radians(5.0))), None)
    if across is not None and rollers is not None:
        return refuse(
            f"the wheel `{across.joint.child}` stands across: a base on omni wheels cannot be converted yet",
            across.joint.element.span,
        )
    if across is not None:
        return refuse(
            f"the wheel `{across.joint.child}` does not roll along x, which is ahead", across.joint.element.span
        )
    left, right = ([w for w in driven if w.shape.center[1] * side > 0.0] for side in (1.0, -1.0))
    if (len(left), len(right)) == (2, 2):
        return FOUR if rollers is None else MECANUM, _at_four_corners(left, right)
    if rollers is not None:
        return refuse(
            f"`{rollers.joint.child}` is a wheel with rollers: of such bases one with two wheels on each side can be "
            f"converted, not one with {len(left)} on the left and {len(right)} on the right",
            tree.link(rollers.joint.child).element.span,
        )  # fmt: skip
    if (len(left), len(right)) == (1, 1):
        return TWO, (replace(left[0], mount="left_wheel"), replace(right[0], mount="right_wheel"))
    names = [w.joint.child for w in driven]
    notes = [f"`{link}` is no wheel: {why}" for link, why in reasons.items()]
    if not names:
        return refuse(
            "no wheels were found: a wheel is a cylinder, a sphere or a round mesh that a joint of type continuous "
            "turns about a level axis",
            tree.urdf.root.span, notes=notes,
        )  # fmt: skip
    return refuse(
        f"a base with {len(left)} driven wheels on the left and {len(right)} on the right cannot be converted yet: "
        "one on each side can, and two",
        tree.link(names[0]).element.span, help="name the driven ones with --wheel",
        notes=[f"taken for driven: {listing(names, 'and')}", *notes],
    )  # fmt: skip


def _at_four_corners(left: Sequence[Wheel], right: Sequence[Wheel]) -> tuple[Wheel, ...]:
    """Two wheels on each side, on their mounts, in the order of the chassis type's."""
    mounted = {}
    for side, pair in (("left", left), ("right", right)):
        for end, wheel in zip(("rear", "front"), sorted(pair, key=lambda w: w.shape.center[0]), strict=True):
            mounted[f"{end}_{side}_wheel"] = wheel
    return tuple(replace(mounted[mount], mount=mount) for mount in COMPONENT_TYPES[FOUR].mounts or ())


def _names_rollers(tree: Tree, wheel: Wheel) -> bool:
    """Whether a wheel's own joints, its name or the file that shows it, in its package, tell that it has rollers."""
    link = tree.link(wheel.joint.child)
    files = [re.sub(r"^\w+://[^/]*/", "", geometry.file) for geometry in (*link.collisions, *link.visuals)]
    turning = sum(joint.type == "continuous" for joint in tree.below[link.name])
    return turning >= 3 or any(_ROLLERS.search(word) for word in (link.name, *files))


def _moves_sideways(others: Sequence[Element]) -> bool:
    plugins = (inner for element in others if element.tag == "gazebo" for inner in element.all("plugin"))
    return any(_SIDEWAYS.search(plugin.attributes.get("filename", "")) for plugin in plugins)


def _steered(tree: Tree, rolling: Sequence[Wheel]) -> Iterator[Joint]:
    """Joints with stops about an upright axis, from which a wheel that reaches the ground hangs."""
    ground = min((w.shape.center[2] - w.shape.radius for w in rolling), default=0.0)
    for wheel in rolling:
        above = tree.above.get(wheel.joint.parent)
        if above is None or above.type != "revolute" or abs(tree.axis(above)[2]) <= 1.0 - LEVEL:
            continue
        if wheel.shape.center[2] - wheel.shape.radius - ground <= wheel.shape.radius:
            yield above
