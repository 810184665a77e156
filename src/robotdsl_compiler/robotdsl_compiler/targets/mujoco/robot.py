"""The robot as a tree of bodies: a body for each placed part where its mating puts it, its inertial, its shape, and a
hinge where it turns.
"""

from __future__ import annotations

from robotdsl_compiler.model.facts import ContactFact, PlacedPart, RobotFacts, WheelFact
from robotdsl_compiler.model.geometry import Pose, rotation_between, unit
from robotdsl_compiler.model.part import Category, JointType
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.inertia import principal_inertia
from robotdsl_compiler.targets.mujoco.massless import least_inertial
from robotdsl_compiler.targets.mujoco.mjcf import Value, mjcf
from robotdsl_compiler.targets.mujoco.place import place, vector
from robotdsl_compiler.targets.names import FOOTPRINT_LINK, contact_link_name, joint_name, link_name, placed

ROOT_JOINT = "root"
GROUP = 1
# The robot's shapes meet the world's (contype 1, conaffinity 2) and not each other. Of two geoms MuJoCo takes the
# friction of the one with the higher priority, else the larger friction: a caster would grip as the floor does.
_MEETS_WORLD: dict[str, Value] = {"group": GROUP, "contype": 2, "conaffinity": 1, "priority": 1}
_SHOWN_ONLY: dict[str, Value] = {"group": GROUP, "contype": 0, "conaffinity": 0}
# Sliding, torsional and rolling friction: MuJoCo's own last two.
GRIP = (1.0, 0.005, 0.0001)
# What slides has no friction. MuJoCo's contacts give way by the square of their friction, and rise as they slide: with
# a little of it, casters carried all of a base on two wheels and four casters, and its wheels slipped.
_SLIDES: dict[str, Value] = {"condim": 1}
_GRIPS: dict[str, Value] = {"friction": GRIP}
# A motor's turning inertia as its wheel's joint feels it, kg m².
ARMATURE = 1e-4

Colour = tuple[float, float, float, float]
_COLOURS: dict[Category, Colour] = {
    Category.CHASSIS: (0.24, 0.43, 0.66, 1.0),
    Category.WHEEL: (0.13, 0.13, 0.14, 1.0),
    Category.MOTOR: (0.45, 0.45, 0.48, 1.0),
    Category.SENSOR: (0.93, 0.55, 0.13, 1.0),
    Category.ATTACHMENT: (0.62, 0.65, 0.68, 1.0),
}
_UNSEEN: Colour = (0.0, 0.0, 0.0, 0.0)

HINGES = (JointType.CONTINUOUS, JointType.REVOLUTE)


def collision_name(link: str) -> str:
    return f"{link}_collision"


def hull_name(link: str) -> str:
    return f"{link}_hull"


def robot_body(robot: RobotFacts, spawn: Pose) -> Element:
    """``base_footprint`` on its free joint at ``spawn``, and the whole robot in it."""
    children: dict[str | None, list[PlacedPart]] = {}
    for part in placed(robot):
        children.setdefault(part.parent, []).append(part)
    wheels = {wheel.component.name: wheel for wheel in robot.wheels}
    in_footprint = Pose((0.0, 0.0, robot.base_height))
    (chassis,) = children[None]

    def body(part: PlacedPart, parent: Pose) -> Element:
        own = _pose(part)
        link = link_name(part)
        inside = [*_inertial(part)]
        wheel = wheels.get(part.component.name)
        if wheel is not None:
            inside = [*_hinge(part, wheel, in_footprint), *inside, *_wheel_geoms(part, wheel, in_footprint)]
        else:
            inside += _shape_geoms(part)
        inside += [
            _contact_body(link, contact, (in_footprint @ own).inverse())
            for contact in robot.contacts
            if contact.component is part.component
        ]
        inside += [body(child, own) for child in children.get(part.component.name, ())]
        return mjcf("body", inside, name=link, **place(parent.inverse() @ own))

    # The chassis frame is base_link, in which the parts' poses are stated; the footprint lies below it.
    return mjcf(
        "body",
        [mjcf("freejoint", name=ROOT_JOINT), least_inertial(), body(chassis, in_footprint.inverse())],
        name=FOOTPRINT_LINK,
        **place(spawn),
    )


def hull_meshes(robot: RobotFacts) -> list[Element]:
    """A mesh asset for each declared hull: its points alone, round which MuJoCo makes the convex hull."""
    return [
        mjcf(
            "mesh",
            name=hull_name(link_name(part)),
            inertia="convex",
            vertex=[c for vertex in part.component.part.hull.vertices for c in vertex],
        )
        for part in placed(robot)
        if part.component.part.hull is not None
    ]


def rolls(part: PlacedPart) -> bool:
    """Whether a wheel rolls and therefore grips; a caster, and a wheel that is held fixed, slides every way."""
    return part.component.type != "Caster" and part.joint in HINGES


def _pose(part: PlacedPart) -> Pose:
    return part.pose if part.pose is not None else Pose()


def _inertial(part: PlacedPart) -> list[Element]:
    inertial = part.component.part.inertial
    if inertial is None:
        return [least_inertial()]
    principal = principal_inertia(inertial.inertia)
    where = place(Pose(inertial.origin, principal.orientation))
    where["pos"] = vector(inertial.origin)
    return [mjcf("inertial", mass=inertial.mass, diaginertia=principal.moments, **where)]


def _hinge(part: PlacedPart, wheel: WheelFact, in_footprint: Pose) -> list[Element]:
    if part.joint not in HINGES:
        return []
    effort = wheel.limits.effort
    axis = (in_footprint @ _pose(part)).inverse().turn(wheel.axle)
    return [
        mjcf(
            "joint",
            name=joint_name(part.component.name),
            type="hinge",
            axis=vector(axis),
            armature=ARMATURE if wheel.role is Role.DRIVEN else None,
            actuatorfrcrange=None if effort is None else (-effort, effort),
        )
    ]


def _wheel_geoms(part: PlacedPart, wheel: WheelFact, in_footprint: Pose) -> list[Element]:
    """The sphere that rolls or slides, not drawn, and a cylinder of the wheel's own shape that is only drawn."""
    to_part = (in_footprint @ _pose(part)).inverse()
    link = link_name(part)
    center = to_part.apply(wheel.center)
    axle = unit(to_part.turn(wheel.axle))
    return [
        mjcf(
            "geom",
            name=collision_name(link),
            type="sphere",
            size=(wheel.radius,),
            rgba=_UNSEEN,
            **place(Pose(center)),
            **(_GRIPS if rolls(part) else _SLIDES),
            **_MEETS_WORLD,
        ),
        mjcf(
            "geom",
            name=f"{part.component.name}_visual",
            type="cylinder",
            size=(wheel.radius, wheel.width / 2.0),
            rgba=_COLOURS[Category.WHEEL],
            **place(Pose(center, rotation_between((0.0, 0.0, 1.0), axle))),
            **_SHOWN_ONLY,
        ),
    ]


def _shape_geoms(part: PlacedPart) -> list[Element]:
    record = part.component.part
    link = link_name(part)
    colour = _COLOURS[record.category]
    if record.hull is not None:
        return [mjcf("geom", name=collision_name(link), type="mesh", mesh=hull_name(link), rgba=colour, **_MEETS_WORLD)]
    if record.collision is not None:
        box = record.collision
        x, y, z = box.size
        return [
            mjcf(
                "geom",
                name=collision_name(link),
                type="box",
                size=(x / 2.0, y / 2.0, z / 2.0),
                rgba=colour,
                **place(Pose(box.origin)),
                **_MEETS_WORLD,
            )
        ]
    return []


def _contact_body(link: str, contact: ContactFact, to_part: Pose) -> Element:
    name = contact_link_name(link, contact.index)
    sphere = mjcf(
        "geom",
        name=collision_name(name),
        type="sphere",
        size=(contact.radius,),
        rgba=_UNSEEN,
        **_MEETS_WORLD,
        **_SLIDES,
    )
    return mjcf("body", [least_inertial(), sphere], name=name, **place(Pose(to_part.apply(contact.center))))
