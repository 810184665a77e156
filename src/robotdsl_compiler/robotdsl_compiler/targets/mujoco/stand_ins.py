"""What a model of the robot stands in for, whatever world it is in, each named for what triggered it."""

from __future__ import annotations

from collections.abc import Iterator

from robotdsl_compiler.model.drives import SteeringDrive
from robotdsl_compiler.model.facts import Facts, PlacedPart, RobotFacts, WheelFact
from robotdsl_compiler.model.part import Inertial
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.targets import knuckle
from robotdsl_compiler.targets import stand_ins as drive_stand_ins
from robotdsl_compiler.targets.contract import Approximation
from robotdsl_compiler.targets.mujoco.actuators import LEAST_GAIN, TIME_CONSTANT, driven_wheels, gain
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MASS, LEAST_MOMENT, principal_moments
from robotdsl_compiler.targets.mujoco.rollers import (
    CONTACT,
    OVERLAP,
    ROLLER_MASS,
    ROLLER_MOMENT,
    SPAN,
    SPHERES,
    Rollers,
    has_rollers,
    rollers,
)
from robotdsl_compiler.targets.mujoco.steering import (
    STEERING_DAMPING,
    STEERING_GAIN,
)
from robotdsl_compiler.targets.mujoco.surfaces import GRIP, SLIDE
from robotdsl_compiler.targets.mujoco.wheels import ARMATURE, rolls
from robotdsl_compiler.targets.names import placed
from robotdsl_compiler.targets.stand_ins import millimetres
from robotdsl_compiler.targets.values import clean


def carried(facts: Facts, always: bool) -> Iterator[Approximation]:
    """Of a base that the simulation carries, ``always`` or where the launch asks for it."""
    yield Approximation(
        facts.program.robot.chassis.name,
        "How the base moves" if always else "How the base moves, with drive:=kinematic",
        "A base that the simulation carries in the motion that its wheels or belts are told, whatever they would do: "
        "nothing slips, nothing pushes it, no wall stops it, and it goes up and down and tilts by its contacts alone",
        "It tests navigation without wheel physics; its results say nothing of the wheels",
    )


def wheels(robot: RobotFacts, *, drawn: bool, carried: bool = False) -> Iterator[Approximation]:
    for wheel in robot.wheels:
        radius = f"{number(clean(wheel.radius))} m"
        if not rolls(robot.part(wheel.component.name)):
            yield Approximation(
                wheel.component.name,
                "A caster",
                f"A sphere of {radius} that slides over the floor {_friction(drawn)}",
                "It gives way in every direction, and its part states no friction of its swivel or of its tyre",
            )
        elif has_rollers(wheel) and carried:
            yield Approximation(
                wheel.component.name,
                "A mecanum wheel" if wheel.component.type == "Mecanum" else "An omni wheel",
                f"A sphere of {radius} that turns as it is told and slides over the floor {_friction(drawn)}",
                "The base is carried, and MuJoCo's friction knows no direction: a sphere that gripped would tilt it",
            )
        elif has_rollers(wheel):
            yield _on_rollers(wheel)
        else:
            yield Approximation(
                wheel.component.name,
                "A wheel",
                f"A sphere of {radius} on the wheel's hinge, with friction {number(GRIP[0])} in every direction"
                + ("; the wheel's own width is only drawn" if drawn else ""),
                "A sphere meets the floor in one point, so that the track width is exact; MuJoCo's friction knows no "
                "direction",
            )


def _on_rollers(wheel: WheelFact) -> Approximation:
    shape = rollers(wheel)
    assert isinstance(shape, Rollers)
    mecanum = wheel.component.type == "Mecanum"
    barrel = (
        f"each a barrel of {SPHERES} spheres, {millimetres(shape.middle_radius)} in radius at its middle and "
        f"{millimetres(shape.end_radius)} at its ends, that reach the wheel's radius from the axle"
    )
    lying = (
        f"at 45 degrees to the axle, the one under the hub along {_along(wheel)} seen from above, which span "
        f"{number(SPAN * 100)} % of the wheel's width"
        if mecanum
        else f"along the rim, so that the wheel slides along its axle, as many as keep their ends at least half as "
        f"thick as their middles while they overlap by {number(OVERLAP * 100)} %"
    )
    return Approximation(
        wheel.component.name,
        "A mecanum wheel" if mecanum else "An omni wheel",
        f"A hub without a shape and {shape.count} rollers on free hinges {lying}; {barrel}; friction "
        f"{number(GRIP[0])} and contacts of {number(CONTACT[0] * 1000)} ms; {number(ROLLER_MASS * 1000)} g and "
        f"{number(ROLLER_MOMENT)} kg m² each, out of the wheel's mass, the hub keeping the part's inertia",
        "MuJoCo's friction knows no direction, so what slides along one line and grips along the other has to roll; "
        "the part states neither the number nor the shape of its rollers",
    )


def _along(wheel: WheelFact) -> str:
    axis = wheel.roller_axis
    return "(1, -1)" if axis is not None and axis[0] * axis[1] < 0.0 else "(1, 1)"


def _friction(drawn: bool) -> str:
    return "without friction" if drawn else f"with friction {number(SLIDE[0])}"


def contacts(robot: RobotFacts, *, drawn: bool) -> Iterator[Approximation]:
    for contact in robot.contacts:
        yield Approximation(
            contact.component.name,
            f"Ground contact {contact.index}",
            f"A sphere of {number(clean(contact.radius))} m that slides {_friction(drawn)}",
            "A skid or a ball slides in every direction, and its part states no friction",
        )


def drive(facts: Facts, *, controllers: bool = False, carried: bool = False) -> Iterator[Approximation]:
    """With ``controllers`` those of ros2_controllers drive the bases that they model; ``carried``: whatever a base's
    wheels do, it goes as they are told.
    """
    robot, chassis = facts.robot, facts.program.robot.chassis
    turned = driven_wheels(robot)
    for wheel in turned:
        yield Approximation(
            wheel.component.name,
            "The drive of a wheel",
            f"A velocity servo of {number(gain(robot, wheel))} N m s/rad on its joint, which carries "
            f"{number(ARMATURE)} kg m² of turning inertia; {_bounds(wheel)}",
            "Parts state a motor's ratings but neither its driver's loop gain nor its rotor's inertia; the gain is "
            f"{number(LEAST_GAIN)}, or what brings the wheel's share of the base to speed in "
            f"{number(TIME_CONSTANT * 1000)} ms where that is more",
        )
    yield from drive_stand_ins.drivelines(facts)
    yield from _kingpins(robot)
    yield from _steering(facts, controllers)
    yield from drive_stand_ins.car(facts)
    yield from drive_stand_ins.tracks(facts)
    if chassis.type == "Diff_drive" and not carried:
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


def _kingpins(robot: RobotFacts) -> Iterator[Approximation]:
    for pin in robot.kingpins:
        yield Approximation(
            pin.component.name,
            "A steered wheel",
            f"A knuckle of {number(knuckle.MASS * 1000)} g between it and the chassis, held by a position servo of "
            f"{number(STEERING_GAIN)} N m/rad and {number(STEERING_DAMPING)} N m s/rad up to {number(knuckle.EFFORT)} "
            "N m; nothing bounds how fast it steers",
            "The part states where the kingpin is and how far it turns, and neither its knuckle nor what turns it",
        )


def _steering(facts: Facts, controllers: bool) -> Iterator[Approximation]:
    robot, chassis = facts.robot, facts.program.robot.chassis
    if not isinstance(robot.drive, SteeringDrive):
        return
    if chassis.type == "Tricycle":
        yield Approximation(
            chassis.name,
            "A tricycle",
            "A base driven by tricycle_controller, which takes its front wheel on the axis of its kingpin; with "
            "control:=embedded, and where the kingpin's part states it pointing down, as a car is driven"
            if controllers
            else "A base driven as a car is: its front wheel at the speed of its own path about the turning centre on "
            "the rear axle, its kingpin at its own angle",
            "The wheel may stand beside its kingpin, which a tricycle's own kinematics leaves out",
        )


def bodies(robot: RobotFacts, *, drawn: bool) -> Iterator[Approximation]:
    for part in placed(robot):
        record, name = part.component.part, part.component.name
        if record.visual is not None:
            yield Approximation(
                name,
                "How a part looks",
                "The shape that it collides by" + (", in a colour of its kind" if drawn else ""),
                "Shapes suffice to see what a run does, and MuJoCo reads few of the formats that parts are drawn in",
            )
        yield from _light_part(part)


def light_parts(robot: RobotFacts) -> Iterator[Approximation]:
    for part in placed(robot):
        yield from _light_part(part)


def _light_part(part: PlacedPart) -> Iterator[Approximation]:
    name, stated = part.component.name, part.component.part.inertial
    if stated is not None:
        yield from _light(name, "A part", stated)
        return
    yield Approximation(
        name,
        "A part that states no mass",
        f"A body of {number(LEAST_MASS)} kg and {number(LEAST_MOMENT)} kg m² about each axis",
        "What moves has to weigh something: the least that the model takes",
    )


def links(robot: RobotFacts, *, on_feet: bool) -> Iterator[Approximation]:
    for part in placed(robot):
        component, stated = part.component, part.component.part.links
        for foot in component.part.feet.values() if not on_feet else ():
            yield Approximation(
                component.name,
                f"Foot {foot.name} of a base that does not walk",
                f"MuJoCo's own friction, 1, in place of {number(foot.friction)}",
                "A foot's friction is that of its contact with the floor, which a base has that stands on its feet",
            )
        if any(link.shapes for link in stated.values()) and not on_feet:
            yield Approximation(
                component.name,
                "A part with links of its own that have shapes",
                "Its links' shapes with MuJoCo's own friction, 1 in every direction",
                "The part states no friction of them",
            )
        for link in stated.values():
            yield from _light(f"{component.name}/{link.name}", "A link", link.inertial)


def _light(name: str, what: str, inertial: Inertial) -> Iterator[Approximation]:
    light = inertial.mass < LEAST_MASS
    if light or min(principal_moments(inertial.inertia)) < LEAST_MOMENT:
        yield Approximation(
            name,
            f"{what} lighter than MuJoCo steps well" if light else f"{what} with a very small moment of inertia",
            f"Its mass raised to {number(LEAST_MASS)} kg and each principal moment to {number(LEAST_MOMENT)} kg m², "
            "where they are less",
            "A body that weighs next to nothing makes the simulation stiff",
        )
