"""Which links are wheels: the driven ones, those that only support, and what of the base itself touches the ground."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from robotdsl_compiler.convert.markup import Element
from robotdsl_compiler.convert.remarks import Remarks
from robotdsl_compiler.convert.shapes import Meshes, Round, box_about, enclosing, round_shape
from robotdsl_compiler.convert.tree import Tree
from robotdsl_compiler.convert.urdf import UNSUPPORTED, Geometry, Joint, Link
from robotdsl_compiler.model.geometry import Vec3, scale
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import did_you_mean, listing

LEVEL = math.sin(math.radians(5.0))
# Supports that end this near to the wheels' plane, in metres, stand on it.
TOUCHES = 2e-3
SNAP = 10e-3
_CASTER = re.compile(r"caster|castor|swivel|support_wheel|ball_wheel", re.IGNORECASE)
_ROLLERS = re.compile(r"mecanum|omni|swedish", re.IGNORECASE)
# How near to the middle, as a share of the widest wheel's distance, a wheel belongs to no side.
MIDDLE = 0.25
_TWO, _FOUR = "Diff_two_caster", "Diff_drive"


@dataclass(frozen=True, slots=True)
class Wheel:
    """``head`` is the link that everything of the wheel hangs from, ``axis`` level and pointing left."""

    head: str
    joint: Joint
    shape: Round
    axis: Vec3
    mount: str = ""


@dataclass(frozen=True, slots=True)
class Contact:
    """A ball of the chassis that touches the ground, and the shape of the URDF that it stands for."""

    center: Vec3
    radius: float
    geometry: Geometry
    link: str


@dataclass(frozen=True, slots=True)
class Gear:
    """``type`` is the chassis type that the driven wheels make; ``ground`` the height of their plane."""

    type: str
    driven: tuple[Wheel, ...]
    casters: tuple[Wheel, ...]
    contacts: tuple[Contact, ...]
    ground: float


def find_gear(
    tree: Tree, wanted: Sequence[str], meshes: Meshes, remarks: Remarks, diagnostics: Diagnostics
) -> Gear | None:
    """The running gear; ``None`` after reporting why it is none that can be converted."""
    rolling, reasons = _rolling(tree, meshes)
    named = {w.joint.child: w for w in rolling}
    if wanted:
        driven = [named[link] for link in wanted if link in named]
        for link in wanted:
            if link not in named:
                _no_wheel(tree, link, reasons, diagnostics)
        if diagnostics.blocked():
            return None
    else:
        driven = _driven(tree, rolling)
    gear_type, mounted = _arranged(tree, driven, reasons, diagnostics)
    if not mounted:
        return None
    ground = min(w.shape.center[2] - w.shape.radius for w in mounted)
    heads = {w.joint.child for w in mounted}
    casters = [_caster(tree, w) for w in rolling if w.joint.child not in heads]
    casters = [c for c in casters if not any(j.child in heads for j in tree.chain(c.head))]
    standing = tuple(c for w in casters if (c := _on_the_ground(w, ground, remarks)) is not None)
    contacts = _contacts(tree, ground, meshes, remarks)
    return Gear(gear_type, mounted, _each_once(standing), contacts, ground)


def _rolling(tree: Tree, meshes: Meshes) -> tuple[list[Wheel], dict[str, str]]:
    """Every link that a joint without stops turns about a level axis and that is round about it; and why the other
    links that such joints turn are none.
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
        shapes = link.collisions or link.visuals
        seen = [round_shape(g, tree.poses[link.name], axis, tree.poses[link.name].position, meshes) for g in shapes]
        round_ones = [shape for shape in seen if isinstance(shape, Round)]
        if not round_ones:
            reasons[link.name] = next((why for why in seen if isinstance(why, str)), "it has no shape")
            continue
        left = axis if axis[1] > 0.0 else scale(axis, -1.0)
        found.append(Wheel(link.name, joint, max(round_ones, key=lambda shape: shape.radius), left))
    return found, reasons


def _no_wheel(tree: Tree, link: str, reasons: dict[str, str], diagnostics: Diagnostics) -> None:
    if link not in tree.urdf.links:
        diagnostics.report(
            UNSUPPORTED,
            Phase.PARSE,
            f"there is no link `{link}` to be a wheel",
            help=did_you_mean(link, tree.urdf.links),
        )
        return
    why = reasons.get(link, "no joint of type continuous turns it")
    diagnostics.report(
        UNSUPPORTED, Phase.PARSE, f"the link `{link}` cannot be a driven wheel: {why}", tree.link(link).element.span
    )


def _driven(tree: Tree, rolling: Sequence[Wheel]) -> list[Wheel]:
    """Those that a plugin of the simulation drives, where it says so for two or four; else every one on the base
    itself that is no caster by its name, its place or its company.
    """
    direct = [w for w in rolling if not any(j.moves for j in tree.chain(w.joint.parent))]
    commanded = _commanded(tree.urdf.others)
    by_plugin = [w for w in direct if w.joint.name in commanded]
    if len(by_plugin) in (2, 4):
        return by_plugin
    sides = [w for w in direct if not _CASTER.search(w.joint.child)]
    widest = max((abs(w.shape.center[1]) for w in sides), default=0.0)
    sides = [w for w in sides if abs(w.shape.center[1]) > MIDDLE * widest]
    flat = [w for w in sides if w.shape.kind != "sphere"]
    return flat if len(flat) in (2, 4) else sides


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


def _arranged(
    tree: Tree, driven: Sequence[Wheel], reasons: dict[str, str], diagnostics: Diagnostics
) -> tuple[str, tuple[Wheel, ...]]:
    """The chassis type and the wheels with their mounts; nothing after reporting why there is none."""

    def refuse(message: str, span: Span | None = None, help: str = "", notes: Sequence[str] = ()) -> None:
        diagnostics.report(UNSUPPORTED, Phase.PARSE, message, span, help=(help,) if help else (), notes=notes)

    rollers = next((w for w in driven if _has_rollers(tree, w)), None)
    if rollers is not None:
        refuse(
            f"`{rollers.joint.child}` is a wheel with rollers: a holonomic base cannot be converted yet",
            tree.link(rollers.joint.child).element.span,
        )
        return "", ()
    steered = next((w for w in _steered(tree)), None)
    if steered is not None:
        refuse(
            f"the joint `{steered.name}` steers a wheel: a base that steers cannot be converted yet",
            steered.element.span,
        )
        return "", ()
    across = next((w for w in driven if abs(w.axis[1]) < math.cos(math.radians(5.0))), None)
    if across is not None:
        refuse(
            f"the wheel `{across.joint.child}` does not roll along x, which is ahead",
            across.joint.element.span,
        )
        return "", ()
    left, right = ([w for w in driven if w.shape.center[1] * side > 0.0] for side in (1.0, -1.0))
    if (len(left), len(right)) == (1, 1):
        return _TWO, (replace(left[0], mount="left_wheel"), replace(right[0], mount="right_wheel"))
    if (len(left), len(right)) == (2, 2):
        wheels = []
        for side, pair in (("left", left), ("right", right)):
            for end, wheel in zip(("rear", "front"), sorted(pair, key=lambda w: w.shape.center[0]), strict=True):
                wheels.append(replace(wheel, mount=f"{end}_{side}_wheel"))
        order = ("front_left_wheel", "front_right_wheel", "rear_left_wheel", "rear_right_wheel")
        return _FOUR, tuple(sorted(wheels, key=lambda w: order.index(w.mount)))
    names = [w.joint.child for w in driven]
    notes = [f"`{link}` is no wheel: {why}" for link, why in reasons.items()]
    if not names:
        refuse(
            "no wheels were found: a wheel is a cylinder, a sphere or a round mesh that a joint of type continuous "
            "turns about a level axis",
            tree.urdf.root.span, notes=notes,
        )  # fmt: skip
    else:
        refuse(
            f"a base with {len(left)} driven wheels on the left and {len(right)} on the right cannot be converted yet: "
            "one on each side can, and two",
            tree.link(names[0]).element.span, help="name the driven ones with --wheel",
            notes=[f"taken for driven: {listing(names, 'and')}", *notes],
        )  # fmt: skip
    return "", ()


def _has_rollers(tree: Tree, wheel: Wheel) -> bool:
    """Whether a wheel's own joints, its name or the file that shows it tell that it has rollers."""
    link = tree.link(wheel.joint.child)
    words = [link.name, *(geometry.file for geometry in (*link.collisions, *link.visuals))]
    turning = sum(joint.type == "continuous" for joint in tree.below[link.name])
    return turning >= 3 or any(_ROLLERS.search(word) for word in words)


def _steered(tree: Tree) -> list[Joint]:
    """Joints with stops about an upright axis, from which a joint without stops about a level one hangs."""
    found = []
    for joint in tree.urdf.joints:
        if joint.type != "continuous" or abs(tree.axis(joint)[2]) > LEVEL:
            continue
        above = tree.above.get(joint.parent)
        if above is not None and above.type == "revolute" and abs(tree.axis(above)[2]) > 1.0 - LEVEL:
            found.append(above)
    return found


def _caster(tree: Tree, wheel: Wheel) -> Wheel:
    """The wheel with what swivels above it: its head is the first link below the base that moves."""
    moving = [joint for joint in tree.chain(wheel.joint.child) if joint.moves]
    return replace(wheel, head=moving[-1].child)


def _each_once(casters: Sequence[Wheel]) -> tuple[Wheel, ...]:
    """Of several wheels on one fork the largest."""
    best: dict[str, Wheel] = {}
    for caster in casters:
        if caster.head not in best or caster.shape.radius > best[caster.head].shape.radius:
            best[caster.head] = caster
    return tuple(best.values())


def _on_the_ground(caster: Wheel, ground: float, remarks: Remarks) -> Wheel | None:
    shape = caster.shape
    gap = shape.center[2] - shape.radius - ground
    what = f"the wheel `{caster.joint.child}`"
    if gap > SNAP:
        remarks.add(shape.line, f"{what} hangs {gap * 1000:.1f} mm above the ground", "held fixed, as part of the base")
        return None
    if abs(gap) > TOUCHES and gap > -SNAP:
        remarks.add(shape.line, f"{what} ends {_off(gap)} the driven wheels' plane", "moved onto that plane")
        shape = replace(shape, center=(shape.center[0], shape.center[1], ground + shape.radius))
    elif gap <= -SNAP:
        remarks.add(shape.line, f"{what} reaches {-gap * 1000:.1f} mm below the driven wheels", "kept as it is")
    remarks.add(caster.joint.line, what, "a caster: it slides on the ground and does not turn")
    return replace(caster, shape=shape)


def _off(gap: float) -> str:
    return f"{abs(gap) * 1000:.1f} mm {'above' if gap > 0.0 else 'below'}"


def _contacts(tree: Tree, ground: float, meshes: Meshes, remarks: Remarks) -> tuple[Contact, ...]:
    """What of the base touches the ground: its spheres that reach it, and any shape of a caster by name."""
    found = []
    for link in tree.urdf.links.values():
        if any(joint.moves for joint in tree.chain(link.name)):
            continue
        for geometry in link.collisions:
            contact = _contact(tree, link, geometry, ground, meshes, remarks)
            if contact is not None:
                found.append(contact)
    return tuple(found)


def _contact(
    tree: Tree, link: Link, geometry: Geometry, ground: float, meshes: Meshes, remarks: Remarks
) -> Contact | None:
    is_ball = geometry.kind == "sphere"
    if not is_ball and not _CASTER.search(link.name):
        return None
    points = enclosing(geometry, tree.poses[link.name], meshes)
    if isinstance(points, str):
        return None
    low, high = box_about(points)
    gap = low[2] - ground
    if abs(gap) > SNAP:
        return None
    what = f"the {geometry.kind} of `{link.name}`"
    if is_ball:
        center, radius = tree.poses[link.name].apply(geometry.pose.position), geometry.size[0]
    else:
        radius = max(1e-3, min(high[k] - low[k] for k in range(3)) / 2.0)
        center = ((low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0, ground + radius)
        remarks.add(geometry.line, what, f"a ball of radius {radius:.4g} m that touches the ground")
    if abs(gap) > TOUCHES:
        remarks.add(geometry.line, f"{what} ends {_off(gap)} the driven wheels' plane", "moved onto that plane")
        center = (center[0], center[1], ground + radius)
    return Contact(center, radius, geometry, link.name)
