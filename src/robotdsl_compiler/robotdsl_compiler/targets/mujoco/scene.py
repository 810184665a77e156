"""scene.xml: the robot in its world, or on its floor alone, as one model. It names no file but the meshes of objects
that MuJoCo reads.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Vec3
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.markup import Element, document
from robotdsl_compiler.targets.mujoco.actuators import actuators
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MASS, LEAST_MOMENT
from robotdsl_compiler.targets.mujoco.lighting import sky, sun, visual
from robotdsl_compiler.targets.mujoco.links import foot_pairs, hold_keyframe
from robotdsl_compiler.targets.mujoco.mjcf import mjcf
from robotdsl_compiler.targets.mujoco.robot import hull_meshes, on_feet, robot_body
from robotdsl_compiler.targets.mujoco.visuals import mesh_assets
from robotdsl_compiler.targets.mujoco.world import entities, floor
from robotdsl_compiler.targets.values import clean

# Seconds. Short enough that a wheel's contact does not bounce, and a divisor of every sensor's and loop's period.
TIMESTEP = 0.001
# How high above the floor the sun stands over a robot alone, in metres; its rays are parallel all the same.
SUN_HEIGHT = 3.0


def scene(facts: Facts) -> File:
    """The robot in its world, drawn."""
    world = facts.program.world
    (x, y), (width, depth) = facts.world.map_origin, facts.world.map_size
    center = (x + width / 2.0, y + depth / 2.0)
    radius = math.hypot(width, depth) / 2.0
    robot = robot_body(facts.robot, world.spawn, drawn=True)
    return _model(
        facts,
        drawing=[
            mjcf("statistic", center=(clean(center[0]), clean(center[1]), 0.0), extent=clean(radius)),
            visual(radius),
        ],
        assets=mesh_assets(facts),
        stage=[sun(center, radius), *floor(world), *entities(facts)],
        robot=robot,
    )


def robot_scene(facts: Facts) -> File:
    """The robot alone on the world's floor, by what collides; it names no file."""
    world = facts.program.world
    x, y, _ = world.spawn.position
    robot = robot_body(facts.robot, world.spawn, drawn=False)
    return _model(
        facts,
        drawing=[visual(None)],
        assets=[],
        stage=[sun((x, y), SUN_HEIGHT), *floor(world)],
        robot=robot,
    )


def _model(
    facts: Facts, *, drawing: Iterable[Element], assets: Iterable[Element], stage: Iterable[Element], robot: Element
) -> File:
    moved = actuators(facts.robot)
    pairs = foot_pairs(facts.robot) if on_feet(facts.robot) else []
    root = mjcf(
        "mujoco",
        [
            mjcf(
                "compiler",
                angle="radian",
                autolimits=True,
                inertiafromgeom=False,
                boundmass=LEAST_MASS,
                boundinertia=LEAST_MOMENT,
            ),
            _option(facts.program.world.gravity),
            *drawing,
            mjcf("asset", [sky(), *hull_meshes(facts.robot), *assets]),
            mjcf("worldbody", [*stage, robot]),
            *([mjcf("contact", pairs)] if pairs else []),
            mjcf("actuator", moved),
            *hold_keyframe(facts.robot, robot, moved),
        ],
        model=facts.robot.name,
    )
    return File("scene.xml", document(root))


def _option(gravity: Vec3) -> Element:
    return mjcf("option", timestep=TIMESTEP, integrator="implicitfast", gravity=gravity)
