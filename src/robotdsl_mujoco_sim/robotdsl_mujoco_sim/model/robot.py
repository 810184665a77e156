"""What a world document adds to the robot that MuJoCo's URDF reader made: its place, how its shapes meet the world,
and what turns its joints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mujoco

from robotdsl_mujoco_sim.documents import Document
from robotdsl_mujoco_sim.errors import OutputError

ROOT_JOINT = "root"
ROBOT_GROUP = 1
# The robot's shapes meet the world's and not each other. Of two geoms MuJoCo takes the friction of the one with the
# higher priority, else the larger one: a caster would grip as the floor does.
_CONTYPE, _CONAFFINITY, _PRIORITY = 2, 1, 1
# A body that states no inertial weighs MuJoCo's least at its own frame; left to itself, MuJoCo puts the mass elsewhere.
_LEAST_MASS, _LEAST_MOMENT = 1e-3, 1e-6


def pose(numbers: Sequence[float]) -> dict[str, list[float]]:
    """``[x, y, z, qx, qy, qz, qw]`` as MuJoCo's ``pos`` and ``quat`` (w first)."""
    x, y, z, qx, qy, qz, qw = numbers
    return {"pos": [x, y, z], "quat": [qw, qx, qy, qz]}


def put_robot(spec: mujoco.MjSpec, world: Document) -> None:
    """Raises ``OutputError`` when the document names what the description lacks."""
    root = _named(spec.body(world["root"]), "link", world["root"])
    spawn = pose(world["spawn"])
    root.pos, root.quat = spawn["pos"], spawn["quat"]
    root.add_freejoint(name=ROOT_JOINT)
    for body in spec.bodies[1:]:
        if body.mass <= 0.0:
            weigh_least(body)
        for geom in body.geoms:
            geom.group, geom.contype, geom.conaffinity = ROBOT_GROUP, _CONTYPE, _CONAFFINITY
            geom.priority = _PRIORITY
    for mesh in spec.meshes:
        mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX
    for link, friction in world["friction"].items():
        for geom in _named(spec.body(link), "link", link).geoms:
            geom.friction = friction
    for actuator in world["actuators"]:
        _put_actuator(spec, actuator)


def weigh_least(body: Any) -> None:
    """MuJoCo's least mass at the body's own frame."""
    body.explicitinertial = True
    body.mass, body.inertia = _LEAST_MASS, [_LEAST_MOMENT] * 3
    body.ipos, body.iquat = [0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]


def _put_actuator(spec: mujoco.MjSpec, stated: Document) -> None:
    joint = _named(spec.joint(stated["joint"]), "joint", stated["joint"])
    if stated["armature"] is not None:
        joint.armature = stated["armature"]
    actuator = spec.add_actuator(name=stated["name"], target=stated["joint"], trntype=mujoco.mjtTrn.mjTRN_JOINT)
    if stated["type"] == "velocity":
        actuator.set_to_velocity(kv=stated["gain"])
    elif stated["type"] == "position":
        actuator.set_to_position(kp=stated["gain"], kv=stated["damping"])
    else:
        raise OutputError(f"actuator {stated['name']!r} is of no known type: {stated['type']!r}")
    for limit, key in (("command_limit", "ctrlrange"), ("force_limit", "forcerange")):
        if stated[limit] is not None:
            setattr(actuator, key, [-stated[limit], stated[limit]])


def _named(found: Any, kind: str, name: str) -> Any:
    if found is None:
        raise OutputError(f"robot/robot.urdf has no {kind} {name!r}, which world/mujoco.json names")
    return found
