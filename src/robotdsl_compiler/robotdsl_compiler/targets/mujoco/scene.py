"""scene.xml: the robot in its world, as one model. It names no file but the meshes of objects that MuJoCo reads."""

from __future__ import annotations

import math

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.markup import document
from robotdsl_compiler.targets.mujoco.actuators import actuators
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MASS, LEAST_MOMENT
from robotdsl_compiler.targets.mujoco.lighting import sky, sun, visual
from robotdsl_compiler.targets.mujoco.mjcf import mjcf
from robotdsl_compiler.targets.mujoco.robot import hull_meshes, robot_body
from robotdsl_compiler.targets.mujoco.visuals import mesh_assets
from robotdsl_compiler.targets.mujoco.world import entities, floor
from robotdsl_compiler.targets.values import clean

# Seconds. Short enough that a wheel's contact does not bounce, and a divisor of every sensor's and loop's period.
TIMESTEP = 0.001


def scene(facts: Facts) -> File:
    world = facts.program.world
    (x, y), (width, depth) = facts.world.map_origin, facts.world.map_size
    center = (x + width / 2.0, y + depth / 2.0)
    radius = math.hypot(width, depth) / 2.0
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
            mjcf("option", timestep=TIMESTEP, integrator="implicitfast", gravity=world.gravity),
            mjcf("statistic", center=(clean(center[0]), clean(center[1]), 0.0), extent=clean(radius)),
            visual(radius),
            mjcf("asset", [sky(), *hull_meshes(facts.robot), *mesh_assets(facts)]),
            mjcf(
                "worldbody",
                [
                    sun(center, radius),
                    *floor(world),
                    *entities(facts),
                    robot_body(facts.robot, world.spawn),
                ],
            ),
            mjcf("actuator", actuators(facts.robot)),
        ],
        model=facts.robot.name,
    )
    return File("scene.xml", document(root))
