"""Which links move as one: each link belongs to the nearest wheel, caster or sensor above it, else to the base."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from robotdsl_compiler.convert.mass import Body, ball, box_inertia, moved, together
from robotdsl_compiler.convert.meshes import Mesh, scaled
from robotdsl_compiler.convert.remarks import Remarks
from robotdsl_compiler.convert.shapes import Meshes, box_about, enclosing
from robotdsl_compiler.convert.tree import Tree
from robotdsl_compiler.convert.urdf import Geometry, Link
from robotdsl_compiler.library.physical import inertia_fault
from robotdsl_compiler.model.geometry import Pose, Vec3, sub

# What a part without a mass of its own weighs, in kg, and how large the ball is that it is taken for, in metres.
LEAST_MASS = 1e-3
LEAST_RADIUS = 0.01


@dataclass(frozen=True, eq=False)
class Group:
    """Links that move as one, the head first. ``body`` in the frame of the chassis; ``None`` where none has a mass."""

    head: Link
    links: tuple[Link, ...]
    body: Body | None


def find_groups(tree: Tree, heads: Iterable[str], base: str) -> dict[str, Group]:
    """The groups by the name of their head; that of the base by ``base``."""
    heads = set(heads)
    members: dict[str, list[Link]] = {head: [] for head in (base, *heads)}
    for link in tree.urdf.links.values():
        above = [link.name, *(joint.parent for joint in tree.chain(link.name))]
        members[next((name for name in above if name in heads), base)].append(link)
    return {name: _group(tree, name, links) for name, links in members.items()}


def _group(tree: Tree, name: str, links: list[Link]) -> Group:
    head = tree.link(name)
    return Group(head, (head, *(link for link in links if link is not head)), _body(tree, links))


def _body(tree: Tree, links: Iterable[Link]) -> Body | None:
    bodies = [
        moved(Body(i.mass, (0.0, 0.0, 0.0), i.inertia), tree.poses[link.name] @ i.pose)
        for link in links
        if (i := link.inertial) is not None and i.mass > 0.0
    ]
    return together(bodies) if bodies else None


def sound_body(body: Body, points: list[Vec3], line: int, name: str, remarks: Remarks) -> Body:
    """The body with an inertia that one can have: what it states, else that of a uniform box about its shapes."""
    fault = inertia_fault(body.inertia)
    if fault is None:
        return body
    low, high = box_about(points) if points else ((-0.05,) * 3, (0.05,) * 3)
    size = sub((high[0], high[1], high[2]), (low[0], low[1], low[2]))
    sides = (max(size[0], 1e-3), max(size[1], 1e-3), max(size[2], 1e-3))
    remarks.add(line, f"the inertia of `{name}` is that of no body: {fault}", "that of a uniform box about its shapes")
    return Body(body.mass, body.center, box_inertia(body.mass, sides))


def light_body(center: Vec3) -> Body:
    return ball(LEAST_MASS, LEAST_RADIUS, center)


def hull_points(
    tree: Tree, group: Group, left_out: Iterable[Geometry], meshes: Meshes, remarks: Remarks
) -> list[tuple[Geometry, list[Vec3]]]:
    """The shapes of a group with points that enclose each, in the frame of the chassis: what collides, else what is
    drawn.
    """
    skipped = set(map(id, left_out))
    drawn = not any(link.collisions for link in group.links)
    found = []
    for link in group.links:
        for geometry in link.visuals if drawn else link.collisions:
            if id(geometry) in skipped:
                continue
            points = enclosing(geometry, tree.poses[link.name], meshes)
            if isinstance(points, str):
                remarks.add(geometry.line, f"the shape of `{link.name}`: {points}", "left out")
                continue
            if drawn:
                remarks.add(geometry.line, f"`{link.name}` states no collision", "what is drawn stands for it")
            found.append((geometry, points))
    return found


@dataclass(frozen=True, slots=True)
class Look:
    """The mesh that shows a part, and where it stands in the part's frame."""

    mesh: Mesh
    pose: Pose


def look(tree: Tree, group: Group, frame: Pose, meshes: Meshes, remarks: Remarks) -> Look | None:
    """The first mesh of a group that can be carried; every other thing that is drawn is left behind."""
    found: Look | None = None
    for link in group.links:
        for visual in link.visuals:
            what = f"the drawn {visual.kind} of `{link.name}`"
            if visual.kind != "mesh":
                remarks.add(visual.line, what, "not carried: a part shows one mesh")
                continue
            mesh = meshes.find(visual.file)
            if isinstance(mesh, str):
                remarks.add(visual.line, what, f"not carried: {mesh}")
                continue
            if found is not None:
                remarks.add(visual.line, what, "not carried: a part shows one mesh")
                continue
            fx, fy, fz = visual.size
            sized = scaled(mesh, (fx, fy, fz))
            if sized is None:
                remarks.add(visual.line, what, f"not carried: {mesh.name} cannot be scaled here")
                continue
            if mesh.kind in (".dae", ".obj"):
                remarks.add(visual.line, f"the textures and materials beside {mesh.name}", "not carried")
            found = Look(sized, frame.inverse() @ tree.poses[link.name] @ visual.pose)
    return found
