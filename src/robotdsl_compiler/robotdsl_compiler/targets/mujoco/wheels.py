"""A wheel: the hinge that it turns on, and the sphere or the rollers that it meets the floor with."""

from __future__ import annotations

from robotdsl_compiler.model.facts import PlacedPart, RobotFacts, WheelFact
from robotdsl_compiler.model.geometry import Pose, rotation_between, unit
from robotdsl_compiler.model.part import Category, JointType
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.inertials import ball_inertial, part_inertial
from robotdsl_compiler.targets.mujoco.mjcf import mjcf
from robotdsl_compiler.targets.mujoco.naming import roller_name, visual_name
from robotdsl_compiler.targets.mujoco.place import place, vector
from robotdsl_compiler.targets.mujoco.rollers import (
    CONTACT,
    ROLLER_MASS,
    ROLLER_MOMENT,
    Rollers,
    has_rollers,
    roller_places,
    rollers,
)
from robotdsl_compiler.targets.mujoco.surfaces import COLOURS, GRIP, ROLLER_COLOUR, Manner
from robotdsl_compiler.targets.names import collision_name, joint_name, link_name

# A motor's turning inertia as its wheel's joint feels it, kg m².
ARMATURE = 1e-4
HINGES = (JointType.CONTINUOUS, JointType.REVOLUTE)


def rolls(part: PlacedPart) -> bool:
    """Whether a wheel rolls and therefore grips; a caster, and a wheel that is held fixed, slides every way."""
    return part.component.type != "Caster" and part.joint in HINGES


def roller_wheels(robot: RobotFacts) -> tuple[WheelFact, ...]:
    """The wheels that turn on rollers round their rims."""
    return tuple(w for w in robot.wheels if has_rollers(w) and rolls(robot.part(w.component.name)))


def wheel_elements(part: PlacedPart, wheel: WheelFact, to_part: Pose, manner: Manner) -> list[Element]:
    """What the body of a wheel holds. ``to_part`` is the pose of ``base_footprint`` in its frame."""
    shape = rollers(wheel) if has_rollers(wheel) and rolls(part) else None
    if not isinstance(shape, Rollers):
        inertial = part_inertial(part.component.part.inertial)
        return [*_hinge(part, wheel, to_part), inertial, *_sphere(part, wheel, to_part, manner)]
    return [
        *_hinge(part, wheel, to_part),
        part_inertial(part.component.part.inertial, without=shape.mass),
        *_tread(part, wheel, wheel.radius - 2.0 * shape.middle_radius, to_part, manner),
        *_rollers(part, wheel, shape, to_part, manner),
    ]


def _hinge(part: PlacedPart, wheel: WheelFact, to_part: Pose) -> list[Element]:
    if part.joint not in HINGES:
        return []
    effort = wheel.limits.effort
    return [
        mjcf(
            "joint",
            name=joint_name(part.component.name),
            type="hinge",
            axis=vector(to_part.turn(wheel.axle)),
            armature=ARMATURE if wheel.role is Role.DRIVEN else None,
            actuatorfrcrange=None if effort is None else (-effort, effort),
        )
    ]


def _sphere(part: PlacedPart, wheel: WheelFact, to_part: Pose, manner: Manner) -> list[Element]:
    """The sphere that rolls or slides, not drawn, and what is drawn in its place."""
    sphere = mjcf(
        "geom",
        name=collision_name(link_name(part)),
        type="sphere",
        size=(wheel.radius,),
        rgba=manner.unseen,
        **place(Pose(to_part.apply(wheel.center))),
        **manner.meets,
        **({"friction": GRIP} if rolls(part) else manner.slides),
    )
    return [sphere, *_tread(part, wheel, wheel.radius, to_part, manner)]


def _tread(part: PlacedPart, wheel: WheelFact, radius: float, to_part: Pose, manner: Manner) -> list[Element]:
    """A cylinder as wide as the wheel, which is only drawn."""
    if not manner.drawn or radius <= 0.0:
        return []
    upright = rotation_between((0.0, 0.0, 1.0), unit(to_part.turn(wheel.axle)))
    return [
        mjcf(
            "geom",
            name=visual_name(link_name(part)),
            type="cylinder",
            size=(radius, wheel.width / 2.0),
            rgba=COLOURS[Category.WHEEL],
            **place(Pose(to_part.apply(wheel.center), upright)),
            **manner.shown_only,
        )
    ]


def _rollers(part: PlacedPart, wheel: WheelFact, shape: Rollers, to_part: Pose, manner: Manner) -> list[Element]:
    """A body for each roller, its z along the roller's axis, about which it turns freely."""
    bodies = []
    for index, (middle, axis) in enumerate(roller_places(wheel, shape)):
        name = roller_name(link_name(part), index)
        lying = rotation_between((0.0, 0.0, 1.0), unit(to_part.turn(axis)))
        balls = [
            mjcf(
                "geom",
                name=collision_name(f"{name}/{number}"),
                type="sphere",
                size=(radius,),
                friction=GRIP,
                solref=CONTACT,
                rgba=manner.colour(ROLLER_COLOUR),
                **place(Pose((0.0, 0.0, along))),
                **manner.meets,
            )
            for number, (along, radius) in enumerate(shape.balls)
        ]
        hinge = mjcf("joint", name=name, type="hinge", axis=(0.0, 0.0, 1.0))
        inside = [hinge, ball_inertial(ROLLER_MASS, ROLLER_MOMENT), *balls]
        bodies.append(mjcf("body", inside, name=name, **place(Pose(to_part.apply(middle), lying))))
    return bodies
