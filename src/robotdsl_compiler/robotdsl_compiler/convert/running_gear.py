"""The running gear: the driven wheels, those that only support, and what of the base itself touches the ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from robotdsl_compiler.convert.arrangement import CASTER_NAME, MECANUM, arranged, driven_wheels
from robotdsl_compiler.convert.remarks import Remarks
from robotdsl_compiler.convert.shapes import Meshes, box_about, enclosing
from robotdsl_compiler.convert.tree import Tree
from robotdsl_compiler.convert.urdf import UNSUPPORTED, Geometry, Link
from robotdsl_compiler.convert.wheels import Wheel, rolling_links
from robotdsl_compiler.model.geometry import Vec3
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.suggest import did_you_mean

# Supports that end this near to the wheels' plane, in metres, stand on it.
TOUCHES = 2e-3
SNAP = 10e-3


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
    rolling, reasons = rolling_links(tree, meshes, remarks)
    named = {w.joint.child: w for w in rolling}
    if wanted:
        driven = [named[link] for link in wanted if link in named]
        for link in wanted:
            if link not in named:
                _no_wheel(tree, link, reasons, diagnostics)
        if diagnostics.blocked():
            return None
    else:
        driven = driven_wheels(tree, rolling)
    gear_type, mounted = arranged(tree, rolling, driven, reasons, diagnostics)
    if not mounted:
        return None
    if gear_type == MECANUM:
        what = "the wheels' rollers, of which a URDF does not tell how they lie"
        remarks.add(mounted[0].joint.line, what, f"as those of a `{MECANUM}` do")
    ground = min(w.shape.center[2] - w.shape.radius for w in mounted)
    heads = {w.joint.child for w in mounted}
    casters = [_caster(tree, w) for w in rolling if w.joint.child not in heads]
    casters = [c for c in casters if not any(j.child in heads for j in tree.chain(c.head))]
    standing = tuple(c for w in casters if (c := _on_the_ground(w, ground, remarks)) is not None)
    contacts = _contacts(tree, ground, meshes, remarks)
    return Gear(gear_type, mounted, _each_once(standing), contacts, ground)


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
    if not is_ball and not CASTER_NAME.search(link.name):
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
