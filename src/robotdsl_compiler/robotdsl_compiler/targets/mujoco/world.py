"""The world as MuJoCo has it: its floor, and each entity as a body of its own."""

from __future__ import annotations

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.program import Entity, World
from robotdsl_compiler.targets.carried import mesh_pose
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.geoms import geom_shape
from robotdsl_compiler.targets.mujoco.inertials import least_inertial
from robotdsl_compiler.targets.mujoco.lighting import FLOOR_COLOUR, SHAPE_COLOUR, UNSEEN
from robotdsl_compiler.targets.mujoco.mjcf import Value, mjcf
from robotdsl_compiler.targets.mujoco.place import place
from robotdsl_compiler.targets.mujoco.visuals import drawn, mesh_name
from robotdsl_compiler.targets.names import GROUND_PLANE

# What rays meet: what is drawn by its own shapes, and what is not, since a mesh shows it. MuJoCo's rays pass through a
# geom that is wholly transparent. Group 1 is the robot, group 2 the floor and what is only shown.
SEEN_GROUP, SHOWN_GROUP, BEHIND_A_MESH_GROUP = 0, 2, 3
_MEETS_ROBOT: dict[str, Value] = {"contype": 1, "conaffinity": 2}
_MEETS_NOTHING: dict[str, Value] = {"contype": 0, "conaffinity": 0}


def entity_link(name: str) -> str:
    """The name of an entity's body: two colons, which no component's name can hold."""
    return f"{name}::link"


def floor(world: World) -> list[Element]:
    if not world.floor:
        return []
    # A plane's first two sizes are 0 for one without end; the third spaces the grid that a viewer may draw on it.
    return [
        mjcf(
            "geom",
            name=GROUND_PLANE,
            type="plane",
            size=(0.0, 0.0, 1.0),
            group=SHOWN_GROUP,
            rgba=FLOOR_COLOUR,
            **_MEETS_ROBOT,
        )
    ]


def entities(facts: Facts) -> list[Element]:
    shown_by_mesh = drawn(facts)
    return [
        _entity(fact.entity, fact.entity.object is not None and fact.entity.object.id in shown_by_mesh)
        for fact in facts.world.entities
    ]


def shape_link(entity: Entity, index: int) -> str:
    """The name of the geom of one of an entity's shapes: the body's own for a shape that the program states."""
    link = entity_link(entity.name)
    return link if entity.object is None else f"{link}_{index}"


def _entity(entity: Entity, by_mesh: bool) -> Element:
    """The body of an entity. One that is shown by its mesh is not drawn by its shapes as well."""
    contact = _MEETS_ROBOT if entity.collision else _MEETS_NOTHING
    behind = by_mesh and entity.collision
    geoms = [
        mjcf(
            "geom",
            name=shape_link(entity, index),
            group=BEHIND_A_MESH_GROUP if behind else SEEN_GROUP if entity.collision else SHOWN_GROUP,
            rgba=UNSEEN if by_mesh and not behind else SHAPE_COLOUR,
            **geom_shape(placed.shape),
            **place(placed.pose),
            **contact,
        )
        for index, placed in enumerate(entity.shapes)
    ]
    if by_mesh and entity.object is not None:
        geoms.append(
            mjcf(
                "geom",
                name=f"{entity_link(entity.name)}_visual",
                type="mesh",
                mesh=mesh_name(entity.object),
                group=SHOWN_GROUP,
                rgba=SHAPE_COLOUR,
                **place(mesh_pose(entity.object.visual)),
                **_MEETS_NOTHING,
            )
        )
    return mjcf("body", [least_inertial(), *geoms], name=entity_link(entity.name), **place(entity.pose))
