"""world/mujoco.json: what surrounds the robot description in the simulation of a ROS target, and what moves it.

It states numbers and names and no element of MJCF: the simulation builds the model from it. Places are
``[x, y, z, qx, qy, qz, qw]``; metres, radians, kilograms, seconds.
"""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.facts import EntityFact, Facts, RobotFacts, SensorFact
from robotdsl_compiler.model.scenery import LibraryObject
from robotdsl_compiler.model.shapes import Box, Cylinder, PlacedShape, Sphere
from robotdsl_compiler.targets.carried import mesh_files, mesh_path, mesh_pose
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.mujoco import lighting
from robotdsl_compiler.targets.mujoco.actuators import driven_wheels, gain
from robotdsl_compiler.targets.mujoco.naming import actuator_name, wheel_actuator_name
from robotdsl_compiler.targets.mujoco.rollers import has_rollers
from robotdsl_compiler.targets.mujoco.scene import SUN_HEIGHT, TIMESTEP
from robotdsl_compiler.targets.mujoco.sensors import sensor_values
from robotdsl_compiler.targets.mujoco.steering import STEERING_DAMPING, STEERING_GAIN, steer_joint_name
from robotdsl_compiler.targets.mujoco.surfaces import GRIP, SLIDE
from robotdsl_compiler.targets.mujoco.visuals import GLTF, mesh_format
from robotdsl_compiler.targets.mujoco.wheels import ARMATURE, rolls
from robotdsl_compiler.targets.mujoco.world import entity_link, shape_link
from robotdsl_compiler.targets.names import (
    FOOTPRINT_LINK,
    GROUND_PLANE,
    contact_link_name,
    joint_name,
    link_name,
)
from robotdsl_compiler.targets.topics import TRACK_COMMAND, pose_topic, sensor_topics
from robotdsl_compiler.targets.values import clean, clean_all, json_file, pose_values

PATH = "world/mujoco.json"
MESHES = "world/meshes"


def mujoco_document(facts: Facts, kinematic: bool = False) -> File:
    """``kinematic``: the base is carried, and wheels that turn on rollers slide under it."""
    robot, world = facts.robot, facts.program.world
    return json_file(
        PATH,
        "mujoco_world",
        {
            "robot": robot.name,
            "world": world.name,
            "root": FOOTPRINT_LINK,
            "pose_topic": pose_topic(robot.name),
            "spawn": pose_values(world.spawn),
            "gravity": list(clean_all(world.gravity)),
            "timestep": TIMESTEP,
            "ground": {"name": GROUND_PLANE} if world.floor else None,
            "light": _light(facts),
            "friction": dict(_frictions(robot, kinematic)),
            "actuators": [*_wheel_servos(robot), *_kingpin_servos(robot)],
            "tracks": _tracks(robot),
            "sensors": [_sensor(sensor, robot) for sensor in robot.sensors],
            "entities": [_entity(fact) for fact in facts.world.entities],
        },
    )


def object_meshes(facts: Facts) -> tuple[File, ...]:
    """The meshes of the objects that are shown by theirs. Raises ``OSError`` when one cannot be read."""
    shown = {thing.id: thing for fact in facts.world.entities if (thing := _gltf(fact)) is not None}
    return mesh_files(MESHES, [(thing.id, thing.directory, thing.visual) for thing in shown.values()])


def _light(facts: Facts) -> dict[str, object]:
    x, y, _ = facts.program.world.spawn.position
    return {
        "ambient": lighting.AMBIENT,
        "sun": lighting.SUN,
        "direction": list(lighting.SUN_DIRECTION),
        "position": list(lighting.sun_position((x, y), SUN_HEIGHT)),
        "background": list(lighting.SKY_COLOUR),
        "ground": list(lighting.FLOOR_COLOUR[:3]),
        "shape": list(lighting.SHAPE_COLOUR[:3]),
        "gamma": lighting.GAMMA,
        "shadow_size": lighting.SHADOW_SIZE,
        "shadow_reach": lighting.SHADOW_REACH,
    }


def _frictions(robot: RobotFacts, kinematic: bool) -> Iterator[tuple[str, list[float]]]:
    """By link: what rolls, drives or slides on the floor."""
    by_component = {part.component.name: part for part in robot.parts}
    for wheel in robot.wheels:
        part = by_component[wheel.component.name]
        grips = rolls(part) and not (kinematic and has_rollers(wheel))
        yield link_name(part), list(GRIP if grips else SLIDE)
    for belt in robot.belts:
        yield link_name(by_component[belt.component.name]), list(GRIP)
    for contact in robot.contacts:
        yield contact_link_name(link_name(by_component[contact.component.name]), contact.index), list(SLIDE)


def _wheel_servos(robot: RobotFacts) -> Iterator[dict[str, object]]:
    for wheel in driven_wheels(robot):
        name = wheel.component.name
        yield {
            "name": wheel_actuator_name(name),
            "joint": joint_name(name),
            "type": "velocity",
            "gain": gain(robot, wheel),
            "command_limit": wheel.limits.velocity,
            "force_limit": wheel.limits.effort,
            "armature": ARMATURE,
        }


def _kingpin_servos(robot: RobotFacts) -> Iterator[dict[str, object]]:
    for kingpin in robot.kingpins:
        joint = steer_joint_name(kingpin)
        yield {
            "name": actuator_name(joint),
            "joint": joint,
            "type": "position",
            "gain": STEERING_GAIN,
            "damping": STEERING_DAMPING,
            "command_limit": kingpin.limit,
            "force_limit": None,
            "armature": None,
        }


def _tracks(robot: RobotFacts) -> dict[str, object] | None:
    if not robot.belts:
        return None
    belts = [(belt, link_name(robot.part(belt.component.name))) for belt in robot.belts]
    return {
        "topic": TRACK_COMMAND,
        "belts": [
            {
                "component": belt.component.name,
                "body": link,
                "max_speed": None if belt.max_speed is None else clean(belt.max_speed),
            }
            for belt, link in belts
        ],
    }


def _sensor(sensor: SensorFact, robot: RobotFacts) -> dict[str, object]:
    return {**sensor_values(sensor, robot.part(sensor.component.name)), "topics": sensor_topics(sensor)}


def _entity(fact: EntityFact) -> dict[str, object]:
    entity, mesh = fact.entity, _gltf(fact)
    return {
        "name": entity.name,
        "type": entity.type,
        "body": entity_link(entity.name),
        "pose": pose_values(entity.pose),
        "collision": entity.collision,
        "shapes": [{"name": shape_link(entity, i), **_shape(each)} for i, each in enumerate(entity.shapes)],
        "visual": None
        if mesh is None
        else {"file": mesh_path(MESHES, mesh.id, mesh.visual), "pose": pose_values(mesh_pose(mesh.visual))},
    }


def _gltf(fact: EntityFact) -> LibraryObject | None:
    """The object that an entity is, where it is drawn in glTF."""
    thing = fact.entity.object
    return thing if thing is not None and mesh_format(thing) in GLTF else None


def _shape(placed: PlacedShape) -> dict[str, object]:
    shape, pose = placed.shape, pose_values(placed.pose)
    match shape:
        case Box(size=size):
            return {"type": "box", "size": list(clean_all(size)), "pose": pose}
        case Sphere(radius=radius):
            return {"type": "sphere", "radius": clean(radius), "pose": pose}
        case Cylinder(radius=radius, height=height):
            return {"type": "cylinder", "radius": clean(radius), "height": clean(height), "pose": pose}
