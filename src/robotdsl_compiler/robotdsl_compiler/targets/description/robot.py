"""robot.urdf and the meshes that it names.

What a simulator or a controller wants to say in the description as well stands in blocks of its own under <robot>,
which the composition of a target hands over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from robotdsl_compiler.model.facts import RobotFacts
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.hull import HullMesh
from robotdsl_compiler.model.part import Inertial, Part, Visual
from robotdsl_compiler.model.shapes import Box
from robotdsl_compiler.targets.carried import mesh_files, mesh_path, mesh_pose
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.description.references import check_references
from robotdsl_compiler.targets.description.tree import Collision, Joint, Link, links
from robotdsl_compiler.targets.description.urdf import urdf
from robotdsl_compiler.targets.markup import Element, document
from robotdsl_compiler.targets.names import collision_name, placed
from robotdsl_compiler.targets.stl import stl
from robotdsl_compiler.targets.tensor import settled
from robotdsl_compiler.targets.values import clean, clean_all, rpy_values

PATH = "robot/robot.urdf"
MESHES, HULLS = "robot/meshes", "robot/hulls"
# What the launch puts the output's absolute path in place of.
OUTPUT_DIR = "${OUTPUT_DIR}"


def description(
    robot: RobotFacts,
    blocks: Iterable[Element] = (),
    *,
    visual_collisions: bool = False,
    namespace: tuple[str, str] | None = None,
) -> File:
    """The description of ``robot`` with ``blocks`` at its end. With ``visual_collisions`` a part that declares no
    shape collides by its visual mesh; without, by nothing. ``namespace`` is the prefix and the name of an XML namespace
    that blocks use. A block that names a link, a joint or a shape which is not there raises ``ValueError``.
    """
    parts: list[Element] = []
    for link in links(robot):
        parts.append(_link(link, visual_collisions))
        if link.joint is not None:
            parts.append(_joint(link.joint, link.name))
    blocks = tuple(blocks)
    check_references(parts, blocks)
    root = urdf("robot", [*parts, *blocks], name=robot.name)
    if namespace is not None:
        prefix, uri = namespace
        root = replace(root, attributes=(*root.attributes, (f"xmlns:{prefix}", uri)))
    return File(PATH, document(root, declaration=True))


def description_meshes(robot: RobotFacts) -> tuple[File, ...]:
    """The visual meshes and the hulls of the placed parts. Raises ``OSError`` when a mesh cannot be read."""
    parts = {part.component.part.id: part.component.part for part in placed(robot)}
    shown = [(part.id, part.directory, part.visual) for part in parts.values() if part.visual is not None]
    hulls = {hull_path(part.component.part): robot.hulls.get(part.component.name) for part in placed(robot)}
    return (
        *mesh_files(MESHES, shown),
        *(File(path, stl(hull)) for path, hull in hulls.items() if hull is not None),
    )


def hull_path(part: Part) -> str:
    return f"{HULLS}/{part.id}_hull.stl"


def _link(link: Link, visual_collisions: bool) -> Element:
    inside: list[Element] = []
    if link.inertial is not None:
        inside.append(_inertial(link.inertial))
    mesh = None if link.visual is None or link.part is None else _visual_mesh(link.part.component.part, link.visual)
    if mesh is not None:
        inside.append(urdf("visual", mesh, name=f"{link.name}_visual"))
    if link.collision is not None:
        inside.append(urdf("collision", _collision(link, link.collision), name=collision_name(link.name)))
    elif mesh is not None and visual_collisions:
        inside.append(urdf("collision", mesh, name=collision_name(link.name)))
    return urdf("link", inside, name=link.name)


def _inertial(inertial: Inertial) -> Element:
    ixx, iyy, izz, ixy, ixz, iyz = settled(inertial.inertia)
    return urdf(
        "inertial",
        [
            *_origin(Pose(inertial.origin)),
            urdf("mass", value=inertial.mass),
            urdf("inertia", ixx=ixx, ixy=ixy, ixz=ixz, iyy=iyy, iyz=iyz, izz=izz),
        ],
    )


def _visual_mesh(part: Part, visual: Visual) -> list[Element]:
    return [*_origin(mesh_pose(visual)), _mesh(mesh_path(MESHES, part.id, visual))]


def _collision(link: Link, collision: Collision) -> list[Element]:
    shape = collision.shape
    if isinstance(shape, HullMesh):
        assert link.part is not None
        geometry = _mesh(hull_path(link.part.component.part))
    elif isinstance(shape, Box):
        geometry = urdf("geometry", [urdf("box", size=clean_all(shape.size))])
    else:
        geometry = urdf("geometry", [urdf("sphere", radius=clean(shape.radius))])
    return [*_origin(collision.pose), geometry]


def _mesh(path: str) -> Element:
    return urdf("geometry", [urdf("mesh", filename=f"file://{OUTPUT_DIR}/{path}")])


def _origin(pose: Pose) -> list[Element]:
    """Nothing for the frame itself, which is what a missing origin means."""
    xyz, rpy = clean_all(pose.position), rpy_values(pose.orientation)
    if not any(xyz) and not any(rpy):
        return []
    return [urdf("origin", xyz=xyz, rpy=rpy if any(rpy) else None)]


def _joint(joint: Joint, child: str) -> Element:
    limit = joint.limit
    turning = "continuous" if limit is None or limit.range is None else "revolute"
    inside = [*_origin(joint.origin), urdf("parent", link=joint.parent), urdf("child", link=child)]
    if joint.axis is not None:
        inside.append(urdf("axis", xyz=clean_all(joint.axis)))
    if limit is not None:
        lower, upper = limit.range or (None, None)
        inside.append(urdf("limit", lower=lower, upper=upper, effort=limit.effort, velocity=limit.velocity))
    return urdf("joint", inside, name=joint.name, type="fixed" if joint.axis is None else turning)
