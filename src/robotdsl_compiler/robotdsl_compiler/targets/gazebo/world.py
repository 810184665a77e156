"""world/world.sdf and the meshes that it names: the physics, the light, the floor and each entity as a model."""

from __future__ import annotations

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.program import Entity
from robotdsl_compiler.model.shapes import Box, Cylinder, Shape, Sphere
from robotdsl_compiler.targets import light
from robotdsl_compiler.targets.carried import mesh_files, mesh_path, mesh_pose
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.gazebo.sdf import holder, leaf, root, system
from robotdsl_compiler.targets.markup import Element, document
from robotdsl_compiler.targets.names import GROUND_PLANE
from robotdsl_compiler.targets.values import clean, clean_all, rpy_values

PATH = "world/world.sdf"
# Named from the world's file; the folder in the output lies beside it.
_MESHES = "meshes"
# Seconds: a control period of 20 ms is five of them.
TIMESTEP = 0.004
# Gazebo's DART engine gives a contact the smaller of its two surfaces' coefficients, so what a wheel stands on has the
# highest one that any wheel states.
SUPPORT_FRICTION = 3.0
_LINK = "link"
# Metres of the floor that are drawn to each side; what collides has no end.
_FLOOR_SIZE = 200.0


def world_file(facts: Facts) -> File:
    world = facts.program.world
    inside = [
        holder(
            "physics",
            [leaf("max_step_size", TIMESTEP), leaf("real_time_factor", 1.0)],
            name="dart",
            type="dart",
        ),
        *_systems(),
        leaf("gravity", clean_all(world.gravity)),
        *_light(),
        *([_floor()] if world.floor else []),
        *(_entity(fact.entity) for fact in facts.world.entities),
    ]
    return File(PATH, document(root([holder("world", inside, name=world.name)]), declaration=True))


def object_meshes(facts: Facts) -> tuple[File, ...]:
    """The meshes of the objects that the world places. Raises ``OSError`` when one cannot be read."""
    placed = {e.entity.object.id: e.entity.object for e in facts.world.entities if e.entity.object is not None}
    return mesh_files(f"world/{_MESHES}", [(thing.id, thing.directory, thing.visual) for thing in placed.values()])


def pose(at: Pose) -> list[Element]:
    """Nothing for the frame itself."""
    numbers = (*clean_all(at.position), *rpy_values(at.orientation))
    return [leaf("pose", numbers)] if any(numbers) else []


def friction(mu: float, mu2: float, along: Element | None = None) -> Element:
    """The surface of a collision: ``mu`` along the first direction, ``mu2`` across it."""
    told = [leaf("mu", mu), leaf("mu2", mu2), *([] if along is None else [along])]
    return holder("surface", [holder("friction", [holder("ode", told)])])


def _systems() -> list[Element]:
    return [
        system("physics", "Physics"),
        system("user-commands", "UserCommands"),
        system("scene-broadcaster", "SceneBroadcaster"),
        system("sensors", "Sensors", [leaf("render_engine", "ogre2")]),
        system("imu", "Imu"),
        system("contact", "Contact"),
    ]


def _light() -> list[Element]:
    scene = holder(
        "scene",
        [leaf("ambient", _grey(light.AMBIENT)), leaf("background", (*light.SKY, 1.0)), leaf("shadows", True)],
    )
    sun = holder(
        "light",
        [
            leaf("cast_shadows", True),
            leaf("pose", (0.0, 0.0, 10.0, 0.0, 0.0, 0.0)),
            leaf("diffuse", _grey(light.SUN)),
            leaf("specular", _grey(0.0)),
            leaf("direction", light.SUN_DIRECTION),
        ],
        type="directional",
        # No entity can have this name.
        name="sun-light",
    )
    return [scene, sun]


def _grey(value: float) -> tuple[float, float, float, float]:
    return (value, value, value, 1.0)


def _material(value: float) -> Element:
    return holder(
        "material", [leaf("ambient", _grey(value)), leaf("diffuse", _grey(value)), leaf("specular", _grey(0.0))]
    )


def _floor() -> Element:
    plane = holder(
        "geometry",
        [holder("plane", [leaf("normal", (0.0, 0.0, 1.0)), leaf("size", (_FLOOR_SIZE, _FLOOR_SIZE))])],
    )
    collision = holder("collision", [plane, friction(SUPPORT_FRICTION, SUPPORT_FRICTION)], name="collision")
    visual = holder("visual", [plane, _material(light.FLOOR)], name="visual")
    return holder("model", [leaf("static", True), holder("link", [collision, visual], name=_LINK)], name=GROUND_PLANE)


def _entity(entity: Entity) -> Element:
    """What only shows has no collision; an object is shown by its mesh and collides by its shapes."""
    inside: list[Element] = []
    surface = [friction(SUPPORT_FRICTION, SUPPORT_FRICTION)] if entity.type == "SupportSurface" else []
    for index, placed in enumerate(entity.shapes):
        tail = "" if len(entity.shapes) == 1 else f"_{index}"
        shape = [*pose(placed.pose), holder("geometry", [_shape(placed.shape)])]
        if entity.collision:
            inside.append(holder("collision", [*shape, *surface], name=f"collision{tail}"))
        if entity.object is None:
            inside.append(holder("visual", [*shape, _material(light.SHAPE)], name=f"visual{tail}"))
    if entity.object is not None:
        visual = entity.object.visual
        mesh = holder("mesh", [leaf("uri", mesh_path(_MESHES, entity.object.id, visual))])
        inside.append(holder("visual", [*pose(mesh_pose(visual)), holder("geometry", [mesh])], name="visual"))
    link = holder("link", inside, name=_LINK)
    return holder("model", [leaf("static", True), *pose(entity.pose), link], name=entity.name)


def _shape(shape: Shape) -> Element:
    match shape:
        case Box(size=size):
            return holder("box", [leaf("size", clean_all(size))])
        case Sphere(radius=radius):
            return holder("sphere", [leaf("radius", clean(radius))])
        case Cylinder(radius=radius, height=height):
            return holder("cylinder", [leaf("radius", clean(radius)), leaf("length", clean(height))])
