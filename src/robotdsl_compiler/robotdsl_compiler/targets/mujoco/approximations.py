"""What the scene stands in for, each named for what triggered it."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.facts import Facts, RobotFacts, SensorFact, WheelFact
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.support.wording import a
from robotdsl_compiler.targets.contract import Approximation
from robotdsl_compiler.targets.mujoco.actuators import LEAST_GAIN, TIME_CONSTANT, driven_wheels, gain
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MASS, LEAST_MOMENT, principal_inertia
from robotdsl_compiler.targets.mujoco.robot import ARMATURE, GRIP, rolls
from robotdsl_compiler.targets.mujoco.sensors import read_ratings
from robotdsl_compiler.targets.mujoco.visuals import drawn, mesh_format
from robotdsl_compiler.targets.names import placed
from robotdsl_compiler.targets.values import clean

_CAMERAS = ("Camera", "DepthCamera", "RGBD")


def approximations(facts: Facts) -> tuple[Approximation, ...]:
    robot = facts.robot
    return (
        *_wheels(robot),
        *_contacts(robot),
        *_drive(facts),
        *_bodies(robot),
        *(found for sensor in robot.sensors for found in _sensor(sensor)),
        *_objects(facts),
        *_marks(facts),
    )


def _wheels(robot: RobotFacts) -> Iterator[Approximation]:
    for wheel in robot.wheels:
        radius = f"{number(clean(wheel.radius))} m"
        if not rolls(robot.part(wheel.component.name)):
            yield Approximation(
                wheel.component.name,
                "A caster",
                f"A sphere of {radius} that slides over the floor without friction",
                "It gives way in every direction, and its part states no friction of its swivel or of its tyre",
            )
        else:
            yield Approximation(
                wheel.component.name,
                "A wheel",
                f"A sphere of {radius} on the wheel's hinge, with friction {number(GRIP[0])} in every direction; the "
                "wheel's own width is only drawn",
                "A sphere meets the floor in one point, so that the track width is exact; MuJoCo's friction knows no "
                "direction",
            )


def _contacts(robot: RobotFacts) -> Iterator[Approximation]:
    for contact in robot.contacts:
        yield Approximation(
            contact.component.name,
            f"Ground contact {contact.index}",
            f"A sphere of {number(clean(contact.radius))} m that slides without friction",
            "A skid or a ball slides in every direction, and its part states no friction",
        )


def _drive(facts: Facts) -> Iterator[Approximation]:
    robot, chassis = facts.robot, facts.program.robot.chassis
    wheels = driven_wheels(robot)
    for wheel in wheels:
        yield Approximation(
            wheel.component.name,
            "The drive of a wheel",
            f"A velocity servo of {number(gain(robot, wheel))} N m s/rad on its joint, which carries "
            f"{number(ARMATURE)} kg m² of turning inertia; {_bounds(wheel)}",
            "Parts state a motor's ratings but neither its driver's loop gain nor its rotor's inertia; the gain is "
            f"{number(LEAST_GAIN)}, or what brings the wheel's share of the base to speed in "
            f"{number(TIME_CONSTANT * 1000)} ms where that is more",
        )
    if robot.drive is not None and robot.drive.assumed_limits:
        yield Approximation(
            chassis.name,
            "How fast the base goes",
            f"A base that is driven at no more than {number(clean(robot.drive.max_speed))} m/s and "
            f"{number(clean(robot.drive.max_turn))} rad/s",
            "No part of the robot says how fast its wheels can turn",
        )
    yield from _drivelines(facts, wheels)
    if len(wheels) > 2:
        yield Approximation(
            chassis.name,
            "A skid-steer base",
            "A base that turns slower than it is told: the example library's in place, and ahead as well, at 0.1 to "
            "0.2 of rates from 0.25 to 1.5 rad/s, its wheels reporting more than it turns and less than was told",
            "A wheel that is dragged sideways is held back as much as it grips along its rolling direction, and its "
            "servo gives way to that",
        )


def _bounds(wheel: WheelFact) -> str:
    effort, velocity = wheel.limits.effort, wheel.limits.velocity
    torque = None if effort is None else f"its torque to {number(clean(effort))} N m"
    speed = None if velocity is None else f"its command to {number(clean(velocity))} rad/s"
    held = [bound for bound in (torque, speed) if bound is not None]
    return f"it holds {' and '.join(held)}" if held else "nothing bounds its torque or its command"


def _drivelines(facts: Facts, wheels: tuple[WheelFact, ...]) -> Iterator[Approximation]:
    chassis = facts.program.robot.chassis
    by_mount = {wheel.mount: wheel for wheel in wheels}
    for driveline in chassis.part.drivelines:
        turned = [by_mount[mount] for mount in driveline.drives if mount in by_mount]
        for wheel in turned:
            if driveline.reduction is None:
                yield Approximation(
                    wheel.component.name,
                    "A wheel on a driveline that states no reduction",
                    "A joint without bounds on torque and speed",
                    "What the motor can do at the wheel is not known",
                )
            elif len(turned) > 1:
                yield Approximation(
                    wheel.component.name,
                    "A wheel that shares its motor with others",
                    f"A joint bounded by an equal share, 1/{len(turned)}, of the motor's torque",
                    "The driveline does not say how its differential shares the torque out",
                )


def _bodies(robot: RobotFacts) -> Iterator[Approximation]:
    for part in placed(robot):
        record, name = part.component.part, part.component.name
        if record.visual is not None:
            yield Approximation(
                name,
                "How a part looks",
                "The shape that it collides by, in a colour of its kind",
                "Shapes suffice to see what a run does, and MuJoCo reads few of the formats that parts are drawn in",
            )
        inertial = record.inertial
        if inertial is None:
            continue
        light = inertial.mass < LEAST_MASS
        thin = min(principal_inertia(inertial.inertia).moments) < LEAST_MOMENT
        if light or thin:
            yield Approximation(
                name,
                "A part lighter than MuJoCo steps well" if light else "A part with a very small moment of inertia",
                f"Its mass raised to {number(LEAST_MASS)} kg and each principal moment to {number(LEAST_MOMENT)} "
                "kg m², where they are less",
                "A body that weighs next to nothing makes the simulation stiff",
            )


def _sensor(sensor: SensorFact) -> Iterator[Approximation]:
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
    if kind in _CAMERAS:
        yield Approximation(
            name,
            construct,
            "Its body, mass and shape; it gives no images in the embedded run",
            "Nothing in the run looks at images, and drawing them would take longer than all the rest",
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
