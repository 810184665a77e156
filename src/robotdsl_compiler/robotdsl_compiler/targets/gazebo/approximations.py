"""What Gazebo's target stands in for, each named for what triggered it."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.drives import TrackDrive
from robotdsl_compiler.model.facts import Facts, RobotFacts, SensorFact, WheelFact
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.support.wording import a
from robotdsl_compiler.targets import knuckle, stand_ins
from robotdsl_compiler.targets.contract import Approximation
from robotdsl_compiler.targets.gazebo.sensors import CONE_BEAMS, NOISY, looks_past_its_robot, rate, second_cameras
from robotdsl_compiler.targets.gazebo.surfaces import SLIDE, rolls, slip, wheel_surface
from robotdsl_compiler.targets.gazebo.world import SUPPORT_FRICTION
from robotdsl_compiler.targets.names import placed
from robotdsl_compiler.targets.values import clean

_OWN_SHAPE = (Category.WHEEL, Category.TRACK)
_UNSTATED = "The part does not state it"


def approximations(facts: Facts) -> tuple[Approximation, ...]:
    robot = facts.robot
    return (
        *(_wheel(facts, wheel) for wheel in robot.wheels),
        *_contacts(robot),
        *stand_ins.drivelines(facts),
        *_kingpins(robot),
        *stand_ins.car(facts),
        *stand_ins.tracks(facts),
        *stand_ins.speed(facts),
        *stand_ins.track_odometry(facts),
        *_turning_tracks(facts),
        *(found for sensor in robot.sensors for found in _sensor(sensor)),
        *_second_cameras(robot),
        *_unseen(robot),
        *_shapeless(robot),
        *_ground(facts),
    )


def _wheel(facts: Facts, wheel: WheelFact) -> Approximation:
    robot, name = facts.robot, wheel.component.name
    surface = wheel_surface(robot, facts.program.robot.chassis.type, wheel)
    sphere = f"A sphere of {number(clean(wheel.radius))} m"
    if not rolls(robot.part(name)):
        return Approximation(
            name,
            "A caster",
            f"{sphere} with mu = mu2 = {number(SLIDE)}",
            "It gives way in every direction, and its part states no friction of its swivel or of its tyre",
        )
    found = slip(facts)
    if surface.along is None:
        return Approximation(
            name,
            "A wheel",
            f"{sphere} with mu = mu2 = {number(surface.mu)}",
            "One contact point keeps the track width exact; a base that turns by its wheels needs sideways grip",
        )
    along = " ".join(number(value) for value in surface.along)
    directed = f"{sphere} with mu = {number(surface.mu)} along ({along}) of base_footprint and mu2 = "
    if wheel.component.type == "Mecanum":
        return Approximation(
            name,
            "A mecanum wheel",
            f"{directed}{number(surface.mu2)} across it",
            "Gazebo's physics has no rollers; one contact point that grips along the axis of the roller under the hub "
            "and slides across it turns as the roller does",
        )
    if wheel.component.type == "Omni_wheel":
        return Approximation(
            name,
            "An omni wheel",
            f"{directed}{number(surface.mu2)} along its axle",
            "The rollers along its rim let it slide along its axle; a sphere meets the floor in one point",
        )
    slipping = "" if found is None else f", and a sideways slip compliance of {number(found.compliance)} at "
    return Approximation(
        name,
        "A wheel of a skid-steer base",
        f"{directed}{number(surface.mu2)} along its rolling direction{slipping}"
        + ("" if found is None else f"{number(found.force)} N"),
        "A skid-steer base turns by dragging its wheels sideways; a sideways force that grows with the slip lets it "
        "turn about its middle",
    )


def _contacts(robot: RobotFacts) -> Iterator[Approximation]:
    for contact in robot.contacts:
        yield Approximation(
            contact.component.name,
            f"Ground contact {contact.index}",
            f"A sphere of {number(clean(contact.radius))} m on a link of its own, with mu = mu2 = {number(SLIDE)}",
            "A skid or a ball slides in every direction, and its part states no friction",
        )


def _kingpins(robot: RobotFacts) -> Iterator[Approximation]:
    for pin in robot.kingpins:
        yield Approximation(
            pin.component.name,
            "A steered wheel",
            f"A knuckle of {number(knuckle.MASS * 1000)} g between it and the chassis, with up to "
            f"{number(knuckle.EFFORT)} N m and {number(knuckle.SPEED)} rad/s",
            "The part states where the kingpin is and how far it turns, and neither its knuckle nor what turns it",
        )


def _turning_tracks(facts: Facts) -> Iterator[Approximation]:
    if isinstance(facts.robot.drive, TrackDrive):
        yield Approximation(
            facts.program.robot.chassis.name,
            "A tracked base, in Gazebo",
            "A base that turns in place short of its command when its tracks' runs are long for the distance between "
            "them: 0.83 of it with runs of 0.15 m that lie 0.16 m apart, 1.02 with runs of 0.10 m",
            "Gazebo's TrackController moves every contact of a belt at the belt's one speed about the centre of "
            "rotation, so a contact further from it than the middle of its belt drags",
        )


def _sensor(sensor: SensorFact) -> Iterator[Approximation]:
    name, kind = sensor.component.name, sensor.type
    noisy = kind in NOISY
    assumed = [field for field in sensor.assumed if noisy or field != "noise_stddev"]
    if assumed:
        figures = ", ".join(f"{field} {_value(getattr(sensor.rating, field))}" for field in assumed)
        yield Approximation(
            name,
            f"{'A' + a(kind)[1:]} whose part does not state all of its figures",
            f"A sensor with {figures}",
            "The figures stand in until the library states the datasheet's",
        )
    if sensor.rating.noise_stddev and not noisy:
        yield Approximation(
            name,
            f"The noise of {a(kind)}",
            "None",
            "The library does not say of which of its readings it is",
        )
    stated = sensor.rating.rate_hz
    if stated is not None and rate(sensor) != stated:
        yield Approximation(
            name,
            f"A rate of {number(stated)} Hz",
            f"A sensor that is read at {number(rate(sensor))} Hz",
            "Gazebo reads a sensor once in a step of its physics at most, and counts its period in milliseconds",
        )
    told = _SENSORS.get(kind)
    if told is not None:
        yield Approximation(name, *told)
    if kind == "Ultrasonic":
        yield Approximation(
            name,
            "An ultrasonic range finder's reading",
            "Made at run time from the cone's returns more than 0.05 m above the ground",
            "A pulse that glances off the floor does not come back; every simulated beam does",
        )


_CONE = f"A gpu_lidar of {CONE_BEAMS} by {CONE_BEAMS} beams that fill its cone, whose nearest return is the reading"
_SENSORS = {
    "IMU": ("An IMU", "An ideal imu sensor, without noise and without drift", _UNSTATED),
    "Ultrasonic": ("An ultrasonic range finder", _CONE, "The simulator has no range finder"),
    "Range": ("A range finder that measures with light", _CONE, "The simulator has no range finder"),
    "Bumper": (
        "A bumper",
        "An ideal contact sensor over its collision shape, on a link of its own",
        "The library states no force that presses it",
    ),
}


def _second_cameras(robot: RobotFacts) -> Iterator[Approximation]:
    for sensor in second_cameras(robot):
        if sensor.component.part.inertial is None:
            yield Approximation(
                sensor.component.name,
                "A second camera without mass",
                "A camera whose camera info is that of the right eye of a pair",
                "Gazebo takes two cameras of one link for a stereo pair, and gives no link to what weighs nothing",
            )


def _unseen(robot: RobotFacts) -> Iterator[Approximation]:
    for sensor in robot.sensors:
        if looks_past_its_robot(sensor):
            yield Approximation(
                sensor.component.name,
                "What a sensor sees of its own robot",
                "Nothing",
                "What is always in view would be taken for an obstacle, and the sensors of the MuJoCo targets do not "
                "see it either",
            )


def _shapeless(robot: RobotFacts) -> Iterator[Approximation]:
    for part in placed(robot):
        record = part.component.part
        if record.category in _OWN_SHAPE or record.collision is not None or record.hull is not None:
            continue
        shown = record.visual is not None
        yield Approximation(
            part.component.name,
            "A part without a collision shape",
            f"{'Its visual mesh' if shown else 'Nothing'} to collide by; the footprint reaches to its frame",
            "Nothing else of its shape is known" if shown else "Nothing of its shape is known",
        )


def _ground(facts: Facts) -> Iterator[Approximation]:
    world = facts.program.world
    emitted = f"A collision with mu = mu2 = {number(SUPPORT_FRICTION)}"
    reason = "Of two surfaces in contact Gazebo's physics takes the smaller coefficient, and this is the largest stated"
    if world.floor:
        yield Approximation(world.name, "The ground plane", emitted, reason)
    for entity in world.entities:
        if entity.type == "SupportSurface":
            yield Approximation(entity.name, "A SupportSurface", emitted, reason)


def _value(value: object) -> str:
    return number(clean(value)) if isinstance(value, float) else str(value)
