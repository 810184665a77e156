"""What every simulator's target stands in for in how a base is driven, each named for what triggered it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from robotdsl_compiler.model.drives import SteeringDrive, TrackDrive
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.targets.contract import Approximation
from robotdsl_compiler.targets.values import clean, clean_all

# A point nearer than this to another, in metres, is the same: the rounding of poses.
_NEAR = 1e-6
# What a belt's surface grips with; the contract's.
BELT_GRIP = 1.0


def drivelines(facts: Facts) -> Iterator[Approximation]:
    robot, chassis = facts.robot, facts.program.robot.chassis
    by_mount = {wheel.mount: wheel for wheel in robot.wheels if wheel.role is Role.DRIVEN}
    for driveline in chassis.part.drivelines:
        joined = [by_mount[mount] for mount in driveline.drives if mount in by_mount]
        for wheel in joined:
            # On a motor of its own, whatever the driveline says of its mount.
            if wheel.motor is not None and robot.part(wheel.component.name).parent == wheel.motor:
                continue
            if driveline.reduction is None:
                yield Approximation(
                    wheel.component.name,
                    "A wheel on a driveline that states no reduction",
                    "A joint without bounds on torque and speed",
                    "What the motor can do at the wheel is not known",
                )
            elif len(joined) > 1 and wheel.motor is not None:
                yield Approximation(
                    wheel.component.name,
                    "A wheel that shares its motor with others",
                    f"A joint bounded by an equal share, 1/{len(joined)}, of the motor's torque",
                    "The driveline does not say how its differential shares the torque out",
                )


def car(facts: Facts) -> Iterator[Approximation]:
    chassis = facts.program.robot.chassis
    if isinstance(facts.robot.drive, SteeringDrive) and chassis.type != "Tricycle":
        yield Approximation(
            chassis.name,
            "An Ackermann base",
            "A base whose driven wheels each run at the speed of their own paths about the turning centre, and whose "
            "kingpins each turn to their own angles",
            "The part states what a motor turns and how far a kingpin turns, not the differential and the linkage that "
            "join the two sides",
        )


def tracks(facts: Facts) -> Iterator[Approximation]:
    robot = facts.robot
    for belt in robot.belts:
        name, height = belt.component.name, 0.0 if belt.height is None else belt.height
        yield Approximation(
            name,
            "A track",
            f"A box on its run, {millimetres(belt.width)} wide and {millimetres(height)} tall as a wheel that goes "
            f"as far per turn, with friction {number(BELT_GRIP)}, whose surface moves; the rest of it meets nothing",
            "The part states the belt's run, width and travel, not its shape round its sprockets nor its grip",
        )
        reach = (
            "a belt whose speed nothing bounds"
            if belt.max_speed is None
            else f"a belt of at most {number(clean(belt.max_speed))} m/s, its motor's speed without a load"
        )
        yield Approximation(
            name,
            "The drive of a track",
            f"A surface that runs at the speed that it is told: {reach}",
            "A moving surface takes a speed and no torque: it pulls as hard as it grips, whatever its motor's torque",
        )
    if isinstance(robot.drive, TrackDrive):
        yield Approximation(
            facts.program.robot.chassis.name,
            "A tracked base",
            "A base whose belts carry it about the very centre that its command turns it about, without scrubbing",
            "How far a belt slips sideways in a turn follows from its pressure and grip along its run, which no part "
            "states",
        )


def speed(facts: Facts) -> Iterator[Approximation]:
    drive = facts.robot.drive
    if drive is not None and drive.assumed_limits:
        turned = "belts can run" if isinstance(drive, TrackDrive) else "wheels can turn"
        yield Approximation(
            facts.program.robot.chassis.name,
            "How fast the base goes",
            f"A base that is driven at no more than {number(clean(drive.max_speed))} m/s and "
            f"{number(clean(drive.max_turn))} rad/s",
            f"No part of the robot says how fast its {turned}",
        )


def track_odometry(facts: Facts) -> Iterator[Approximation]:
    if isinstance(facts.robot.drive, TrackDrive):
        yield Approximation(
            facts.program.robot.chassis.name,
            "The odometry of a tracked base",
            "The motion that the speeds given to its belts stand for",
            "No joint turns with a belt whose surface moves, and no part states a sensor on it",
        )


def turning_center(facts: Facts, controller: str) -> Iterator[Approximation]:
    """Of a base that a ``controller`` of ros2_controllers drives, and that turns about a point beside
    ``base_footprint``.
    """
    drive = facts.robot.drive
    if drive is None or math.hypot(*drive.turning_center) < _NEAR:
        return
    places = zip(clean_all(drive.turning_center), (("ahead", "behind"), ("to its left", "to its right")), strict=True)
    lies = " and ".join(f"{millimetres(abs(far))} {ways[far < 0.0]}" for far, ways in places if far)
    off = 2.0 * math.hypot(*drive.turning_center)
    yield Approximation(
        facts.program.robot.chassis.name,
        "A base that turns about a point beside its origin",
        f"A base whose commands and odometry, told as those of base_footprint, are that point's, {lies}: the odometry "
        f"is off by up to {millimetres(off)} as the base turns",
        f"{controller} takes its base frame to lie there",
    )


def millimetres(metres: float) -> str:
    """For a person, to three figures."""
    return f"{number(float(f'{metres * 1000.0:.3g}'))} mm"
