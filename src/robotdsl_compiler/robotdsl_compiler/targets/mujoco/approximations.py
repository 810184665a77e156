"""What the scene stands in for, each named for what triggered it."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.drives import LeggedDrive
from robotdsl_compiler.model.facts import Facts, SensorFact
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.support.wording import a
from robotdsl_compiler.targets import stand_ins as drive_stand_ins
from robotdsl_compiler.targets.contract import Approximation
from robotdsl_compiler.targets.mujoco import stand_ins
from robotdsl_compiler.targets.mujoco.robot import on_feet
from robotdsl_compiler.targets.mujoco.sensors import read_ratings
from robotdsl_compiler.targets.mujoco.visuals import GLTF, drawn, mesh_format
from robotdsl_compiler.targets.values import clean

_CAMERAS = ("Camera", "DepthCamera", "RGBD")


def in_world(facts: Facts) -> tuple[Approximation, ...]:
    """Of the robot in its world."""
    robot = facts.robot
    return (
        *stand_ins.wheels(robot, drawn=True),
        *stand_ins.contacts(robot, drawn=True),
        *stand_ins.drive(facts),
        *drive_stand_ins.speed(facts),
        *drive_stand_ins.track_odometry(facts),
        *stand_ins.bodies(robot, drawn=True),
        *(found for sensor in robot.sensors for found in _sensor(sensor)),
        *_objects(facts),
        *_marks(facts),
    )


def of_node(facts: Facts, kinematic: bool = False) -> tuple[Approximation, ...]:
    """Of the robot in its world, as the simulation node of a ROS target has it; ``kinematic``: its base is carried."""
    robot = facts.robot
    return (
        *stand_ins.carried(facts, kinematic),
        *stand_ins.wheels(robot, drawn=False, carried=kinematic),
        *stand_ins.contacts(robot, drawn=False),
        *stand_ins.drive(facts, controllers=not kinematic, carried=kinematic),
        *drive_stand_ins.speed(facts),
        *drive_stand_ins.track_odometry(facts),
        *stand_ins.light_parts(robot),
        *(found for sensor in robot.sensors for found in _sensor(sensor, images=True)),
        *_unseen_robot(facts),
        *_shown_objects(facts),
        *_marks(facts),
    )


def alone(facts: Facts) -> tuple[Approximation, ...]:
    """Of the robot on its floor."""
    robot = facts.robot
    return (
        # Of a base on feet nothing else meets the floor.
        *(() if on_feet(robot) else (*stand_ins.wheels(robot, drawn=False), *stand_ins.contacts(robot, drawn=False))),
        *stand_ins.drive(facts),
        *stand_ins.bodies(robot, drawn=False),
        *stand_ins.links(robot, on_feet=on_feet(robot)),
        *_walking(facts),
        *(
            Approximation(
                sensor.component.name,
                "A" + a(sensor.type)[1:],
                "Its body, mass and shape, without what it senses",
                "The model is the robot to drive by hand, which reads no sensor",
            )
            for sensor in robot.sensors
        ),
        Approximation(
            facts.program.world.name,
            "A world",
            "Its floor and its gravity, and nothing that stands in it",
            "The model is the robot to drive by hand",
        ),
    )


# What a base on feet is built to do so far, by what its chassis' part states.
_WALKERS = {
    "stand": (
        "A legged base without a walking controller",
        "It stands as its servos hold it",
        "Nothing says how it walks",
    ),
    "gait": (
        "A legged base that walks by a gait",
        "It stands as its servos hold it; its gait is not run",
        "This target runs no walking controller yet; its model is the one that the gait will walk",
    ),
    "policy": (
        "A legged base that walks by a policy",
        "It stands as its servos hold it, stepped as every base is and not as its policy was trained; its policy is "
        "not run",
        "This target runs no walking controller yet",
    ),
}


def _walking(facts: Facts) -> Iterator[Approximation]:
    drive, name = facts.robot.drive, facts.program.robot.chassis.name
    if not isinstance(drive, LeggedDrive):
        return
    construct, emitted, reason = _WALKERS[drive.controller]
    yield Approximation(name, construct, emitted, reason)
    yield Approximation(
        name,
        "What of a legged base meets the floor",
        "Its feet alone, each with its own friction; no other shape of the robot meets the floor or another one",
        "It stands on its feet, as the models do that walking controllers are trained on",
    )


def _sensor(sensor: SensorFact, *, images: bool = False) -> Iterator[Approximation]:
    name, kind = sensor.component.name, sensor.type
    construct = "A" + a(kind)[1:]
    assumed = tuple(field for field in sensor.assumed if field in read_ratings(kind))
    if assumed:
        rating = ", ".join(f"{field} {_value(getattr(sensor.rating, field))}" for field in assumed)
        yield Approximation(
            name,
            f"{construct} whose part does not state {_listed(assumed)}",
            f"A sensor with {rating}",
            "The figures stand in until the library states the datasheet's",
        )
    if kind in _CAMERAS and not images:
        yield Approximation(
            name,
            construct,
            "Its body, mass and shape; it gives no images in the embedded run",
            "Nothing in the run looks at images, and drawing them would take longer than all the rest",
        )
    elif kind in _CAMERAS and sensor.rating.noise_stddev:
        yield Approximation(
            name,
            f"The noise of {a(kind)}",
            "None",
            "The library does not say whether it is that of its colours or of its depths",
        )
    elif kind == "IMU":
        yield Approximation(
            name,
            "An IMU",
            "The exact motion of its body, without noise and without drift",
            "The motion is read from the physics as it is",
        )
    elif kind == "Bumper":
        yield Approximation(
            name,
            "A bumper",
            "A contact of its shape with an entity, however light",
            "The library states no force that presses it",
        )
    elif kind == "Ultrasonic":
        yield Approximation(
            name,
            "An ultrasonic range finder",
            "The nearest return of a cone of rays, without noise, the floor never returning",
            "A pulse that glances off the floor does not come back; a simulated ray would",
        )
    elif kind == "Range":
        yield Approximation(
            name,
            "A range finder that measures with light",
            "The nearest return of a cone of rays, without noise, the floor returning",
            "The simulator has rays and no beam with a width",
        )


def _objects(facts: Facts) -> Iterator[Approximation]:
    shown_by_mesh = drawn(facts)
    for fact in facts.world.entities:
        entity, thing = fact.entity, fact.entity.object
        if thing is None:
            continue
        kind, shapes = mesh_format(thing), _shape_count(len(thing.shapes))
        if thing.id in shown_by_mesh:
            felt = (
                f"contact and rays take the {shapes} that it collides by" if thing.shapes else "nothing of it for rays"
            )
            emitted = f"Its {kind} mesh in plain grey; {felt}"
            reason = (
                f"MuJoCo reads the triangles of {'an' if kind == 'OBJ' else 'a binary'} {kind} file and no materials"
            )
        else:
            emitted = f"The {shapes} that it collides by, in plain grey, in place of its {kind} mesh"
            if not thing.shapes:
                emitted = (
                    f"Nothing that is seen: it has no shape beside its {kind} mesh; its place is a goal all the same"
                )
            reason = f"MuJoCo reads OBJ and binary STL files, and this {kind} file is not one that it reads"
        yield Approximation(
            entity.name, f"How the object `{thing.id}` of library `{thing.library}` looks", emitted, reason
        )


def _unseen_robot(facts: Facts) -> Iterator[Approximation]:
    for sensor in facts.robot.sensors:
        if sensor.type in _CAMERAS:
            yield Approximation(
                sensor.component.name,
                "What a camera sees of its own robot",
                "Nothing: neither the robot's meshes nor the shapes that it collides by",
                "The simulator has the robot's shapes to collide by and not as they look",
            )


def _shown_objects(facts: Facts) -> Iterator[Approximation]:
    for fact in facts.world.entities:
        entity, thing = fact.entity, fact.entity.object
        if thing is None:
            continue
        kind, shapes = mesh_format(thing), _shape_count(len(thing.shapes))
        if kind in GLTF:
            felt = f"contact and rays take the {shapes} that it collides by" if thing.shapes else "nothing for rays"
            emitted = (
                "Its mesh for the cameras, in its materials' base colours and the pictures laid on them, without their "
                f"emission and their other maps; {felt}"
            )
            reason = "The simulator draws triangles with one colour and one picture, and casts rays at what collides"
        else:
            emitted = f"The {shapes} that it collides by, shown in place of its {kind} mesh"
            reason = f"The simulation node reads glTF, and this mesh is {kind}"
        yield Approximation(entity.name, f"The object `{thing.id}` of library `{thing.library}`", emitted, reason)


def _marks(facts: Facts) -> Iterator[Approximation]:
    for fact in facts.world.entities:
        entity = fact.entity
        if entity.collision or not entity.shapes:
            continue
        yield Approximation(
            entity.name,
            f"A {entity.type} that does not collide",
            f"{'Its shape' if len(entity.shapes) == 1 else 'Its shapes'} in pictures, and nothing of it for rays",
            "Rays are cast at what collides",
        )


def _shape_count(number: int) -> str:
    return "shape" if number == 1 else f"{number} shapes"


def _value(value: object) -> str:
    if value is None:
        return "none"
    return number(clean(value)) if isinstance(value, float) else str(value)


def _listed(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
