"""A belt: a box on its run, whose surface the drive moves."""

from __future__ import annotations

from robotdsl_compiler.model.facts import BeltFact, PlacedPart
from robotdsl_compiler.model.geometry import (
    Pose,
    add,
    cross,
    norm,
    quaternion_multiply,
    rotate,
    rotation_between,
    scale,
    sub,
    unit,
)
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.mjcf import mjcf
from robotdsl_compiler.targets.mujoco.place import place
from robotdsl_compiler.targets.mujoco.surfaces import COLOURS, GRIP, Manner
from robotdsl_compiler.targets.names import collision_name, link_name


def belt_geom(part: PlacedPart, belt: BeltFact, to_part: Pose, manner: Manner) -> Element:
    """As long as the run and as wide as the belt, standing on the run, as tall as a wheel that travels as far per turn.
    Its x leads along the run, its y across it.
    """
    assert belt.height is not None
    run = sub(belt.end, belt.start)
    up = cross(unit(run), belt.left)
    middle = add(scale(add(belt.start, belt.end), 0.5), scale(up, belt.height / 2.0))
    along = rotation_between((1.0, 0.0, 0.0), unit(run))
    level = rotation_between(rotate(along, (0.0, 1.0, 0.0)), belt.left)
    return mjcf(
        "geom",
        name=collision_name(link_name(part)),
        type="box",
        size=(norm(run) / 2.0, belt.width / 2.0, belt.height / 2.0),
        friction=GRIP,
        rgba=manner.colour(COLOURS[Category.TRACK]),
        **place(to_part @ Pose(middle, quaternion_multiply(level, along))),
        **manner.meets,
    )
