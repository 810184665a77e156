"""Rules on how the base stands, moves and senses."""

from __future__ import annotations

import math
from collections.abc import Callable

from robotdsl_compiler.analysis.task_use import walk
from robotdsl_compiler.analysis.wheels import sides_y
from robotdsl_compiler.model.facts import Facts, WheelFact
from robotdsl_compiler.model.geometry import Polygon
from robotdsl_compiler.model.program import Component
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.wording import a_type, counted
from robotdsl_compiler.validation.answers import (
    failed,
    judged,
    millimetres,
    not_applicable,
    passed,
    undecided,
    waiting,
)
from robotdsl_compiler.validation.assembly_rules import (
    chassis_type,
    unfilled_rule,
    unplaced_rule,
)
from robotdsl_compiler.validation.finding import Finding, Problem
from robotdsl_compiler.validation.plane import distance_to

OMNI_WHEELS_SPAN_THE_PLANE = "kinematics.omni_wheels_span_the_plane"
EVERY_DRIVEN_WHEEL_COMMANDED = "kinematics.every_driven_wheel_commanded"
SPIN_SUPPORTED = "kinematics.spin_supported"
STRAFE_SUPPORTED = "kinematics.strafe_supported"
MASS_INSIDE_THE_WHEEL_CONTACTS = "statics.mass_inside_the_wheel_contacts"
RANGE_CLEARS_THE_GROUND = "sensing.range_clears_the_ground"

# A wheel nearer to the middle line than this, in metres, is on no side.
SIDE = 1e-6
# How far an axle may point away from the robot's side.
SIDEWAYS_TOLERANCE = math.radians(5.0)


def omni_wheels_span_the_plane(facts: Facts) -> Finding:
    """Whether two of an omni base's rolling directions differ, so that together they reach every direction."""
    rule, type = OMNI_WHEELS_SPAN_THE_PLANE, chassis_type(facts)
    if type.kinematics != "omni":
        return not_applicable(rule, f"{a_type(type.name)} is no omni base")
    wheels = [w for w in facts.robot.wheels if w.role is Role.DRIVEN]
    if not wheels:
        cause = unplaced_rule(facts) or unfilled_rule(facts) or EVERY_DRIVEN_WHEEL_COMMANDED
        return waiting(rule, "no driven omni wheel is placed", cause)
    rolling = [w.rolling for w in wheels if abs(w.axle[2]) < 1.0 - SIDE]
    widest = max((abs(a[0] * b[1] - a[1] * b[0]) for a in rolling for b in rolling), default=0.0)
    evidence = f"the rolling directions differ by up to {math.degrees(math.asin(min(1.0, widest))):.1f} degrees"
    if widest > math.sin(math.radians(1.0)):
        return passed(rule, evidence)
    chassis = facts.program.robot.chassis
    problem = Problem("all wheels roll along one line, so the base cannot move across it", chassis.name_span)
    return failed(rule, evidence, [problem])


def every_driven_wheel_commanded(facts: Facts) -> Finding:
    """Whether the base's kinematics turns every wheel and belt that is driven, and has what it turns."""
    rule, type, robot = EVERY_DRIVEN_WHEEL_COMMANDED, chassis_type(facts), facts.robot
    wheels = [w for w in robot.wheels if w.role is Role.DRIVEN or w.motor is not None]
    belts = [b for b in robot.belts if b.role is Role.DRIVEN or b.motor is not None]
    if type.kinematics == "legged" and not wheels and not belts:
        return not_applicable(rule, f"{a_type(type.name)} walks, and nothing of it rolls by a motor")
    problems = [p for w in wheels for p in _not_commanded(facts, w)]
    problems += [_on_no_mount(b.component, b.motor) for b in belts if b.role is not Role.DRIVEN]
    lacking = _LACKING[type.kinematics or ""](facts)
    cause = unplaced_rule(facts) or unfilled_rule(facts)
    if lacking and cause is not None:
        return waiting(rule, "not everything that drives has a place yet", cause)
    counts = [counted(len(driven), f"driven {noun}") for driven, noun in ((wheels, "wheel"), (belts, "belt")) if driven]
    return judged(rule, " and ".join(counts) or "nothing is driven", [*problems, *lacking])


_BY_MOTORS = ("on a robot with motors, a wheel is driven by the motor that it sits on or is geared to",)


def _lacks_a_side(facts: Facts) -> list[Problem]:
    """Of a differential base: the sides without a driven wheel."""
    line = sides_y(facts.robot.wheels)
    return [
        Problem(
            f"no motor turns a wheel on the {name} side, so the base cannot be driven",
            facts.program.robot.chassis.name_span,
            f"nothing drives its {name} side",
            help=_BY_MOTORS,
        )
        for side, name in ((1.0, "left"), (-1.0, "right"))
        if not any(w.role is Role.DRIVEN and (w.center[1] - line) * side > SIDE for w in facts.robot.wheels)
    ]


def _lacks_a_mount(facts: Facts) -> list[Problem]:
    """Of a base that moves by all its mounts together: the wheels and belts on them that nothing drives."""
    type, chassis = chassis_type(facts), facts.program.robot.chassis
    stock = [(w.component, w.mount, w.role) for w in facts.robot.wheels]
    stock += [(b.component, b.mount, b.role) for b in facts.robot.belts]
    driven = {mount for _, mount, role in stock if role is Role.DRIVEN}
    problems = []
    for mount in type.mounts or {}:
        idle = next((c for c, at, role in stock if at == mount and role is not Role.DRIVEN), None)
        if mount not in driven:
            noun = f"`{idle.name}`" if idle is not None else f"anything on `{mount}`"
            problems.append(
                Problem(
                    f"no motor turns {noun}, and {a_type(type.name)} is driven by all that sits on its mounts",
                    chassis.name_span if idle is None else idle.span,
                    "nothing drives it",
                    related=() if idle is None else (Label(chassis.name_span, "the base"),),
                    help=_BY_MOTORS,
                )
            )
    return problems


def _lacks_a_drive(facts: Facts) -> list[Problem]:
    """Of a steering base: told when nothing drives it."""
    if any(w.role is Role.DRIVEN for w in facts.robot.wheels):
        return []
    chassis = facts.program.robot.chassis
    return [
        Problem(
            "no motor turns a wheel, so the base cannot be driven",
            chassis.name_span,
            "nothing drives it",
            help=_BY_MOTORS,
        )
    ]


_LACKING: dict[str, Callable[[Facts], list[Problem]]] = {
    "differential": _lacks_a_side,
    "holonomic": _lacks_a_mount,
    "omni": _lacks_a_mount,
    "steering": _lacks_a_drive,
    "tracks": _lacks_a_mount,
    "legged": lambda facts: [],
}


def _on_no_mount(component: Component, motor: str | None) -> Problem:
    return Problem(
        f"`{motor}` turns `{component.name}`, which sits on no wheel mount: no base commands it",
        component.span,
        "driven, but not by the base",
    )


def _not_commanded(facts: Facts, wheel: WheelFact) -> list[Problem]:
    component = wheel.component
    part = facts.robot.part(component.name)
    if wheel.role is not Role.DRIVEN:
        return [_on_no_mount(component, wheel.motor)]
    if not part.has_moving_joint:
        return [
            Problem(
                f"the driven wheel `{component.name}` cannot turn: its part is joined rigidly",
                component.span,
                "has no moving joint",
                related=(Label(component.part.span, "the part"),),
                help=("give the connector that it is mated by a joint of type continuous",),
            )
        ]
    if chassis_type(facts).kinematics != "differential":
        return []
    aside = abs(wheel.center[1] - sides_y(facts.robot.wheels))
    if aside <= SIDE or abs(wheel.axle[0]) > math.sin(SIDEWAYS_TOLERANCE):
        where = "sits in the middle" if aside <= SIDE else "does not roll along the robot"
        return [
            Problem(
                f"the driven wheel `{component.name}` {where}, where a differential drive cannot use it",
                component.span,
                where,
            )
        ]
    return []


def spin_supported(facts: Facts) -> Finding:
    return _move_supported(
        facts, SPIN_SUPPORTED, "Spin", chassis_type(facts).turns_in_place, "turns in place", "turn in place"
    )


def strafe_supported(facts: Facts) -> Finding:
    return _move_supported(
        facts, STRAFE_SUPPORTED, "Strafe", chassis_type(facts).holonomic, "moves sideways", "move sideways"
    )


def _move_supported(facts: Facts, rule: str, node: str, supported: bool, does: str, verb: str) -> Finding:
    nodes = [n for n in walk(facts.program.task.root) if n.type == node]
    if not nodes:
        return not_applicable(rule, f"the task has no `{node}`")
    chassis = facts.program.robot.chassis
    if supported:
        return passed(rule, f"{a_type(chassis.type)} {does}")
    problems = [
        Problem(
            f"{a_type(chassis.type)} cannot {verb}, and the task asks for it",
            n.span,
            f"the base cannot {verb}",
            related=(Label(chassis.name_span, "the base"),),
        )
        for n in nodes
    ]
    return failed(rule, f"{a_type(chassis.type)} does not {verb}", problems)


def mass_inside_the_wheel_contacts(facts: Facts) -> Finding:
    """Whether the centre of mass stands strictly inside the polygon of wheels, belts, feet and declared contacts."""
    rule, robot, chassis = MASS_INSIDE_THE_WHEEL_CONTACTS, facts.robot, facts.program.robot.chassis
    cause = unplaced_rule(facts)
    if cause is not None:
        return waiting(rule, "not every part has a place", cause)
    if robot.center_of_mass is None:
        parts = [p.component for p in robot.parts if p.component.part.inertial is None]
        problems = [Problem(f"the part `{c.part.id}` of `{c.name}` states no mass", c.span, "no mass") for c in parts]
        return undecided(rule, "the mass is not known", [f"the inertial of {c.name}" for c in parts], problems)
    unfilled = unfilled_rule(facts)
    if unfilled is not None:
        return waiting(rule, "not every mount of the chassis has its wheel or track", unfilled)
    if len(robot.support) < 3:
        touching = {0: "nothing touches the ground", 1: "it stands on one point"}
        why = touching.get(len(robot.support), "all that touches the ground lies on one line")
        problem = Problem(
            f"whether the robot stands cannot be told: {why}",
            chassis.name_span,
            "no area to stand on",
            help=("a `Caster`, or a ground contact of the chassis, makes the wheels' line an area",),
        )
        return undecided(rule, why, ("a third point of support",), [problem])
    x, y, _ = robot.center_of_mass
    outside = distance_to((x, y), Polygon(robot.support))
    evidence = f"centre of mass at x = {x:.4f}, y = {y:.4f} m, {millimetres(abs(outside))} " + (
        "inside" if outside < 0.0 else "outside"
    )
    if outside < 0.0:
        return passed(rule, evidence)
    problem = Problem(
        f"the robot tips: its centre of mass lies {millimetres(outside)} outside the area that it stands on",
        chassis.name_span,
        f"centre of mass at x = {x:.3f}, y = {y:.3f} m",
        help=("move a heavy part, or add a support on that side",),
    )
    return failed(rule, evidence, [problem])


def range_clears_the_ground(facts: Facts) -> Finding:
    """Whether each light range finder's cone stays off the floor within its range, which it would report as met."""
    rule = RANGE_CLEARS_THE_GROUND
    sensors = [s for s in facts.robot.sensors if s.type == "Range"]
    if not sensors:
        return not_applicable(rule, "no range finder that measures with light")
    problems, evidence = [], []
    for sensor in sensors:
        # A library file of a range finder states its cone.
        reach, cone = sensor.rating.range_max_m or 0.0, sensor.rating.horizontal_fov_rad or 0.0
        height = sensor.pose.position[2]
        ahead = sensor.pose.turn((1.0, 0.0, 0.0))
        # How far below the horizon the lowest beam of the cone looks.
        down = math.asin(max(-1.0, min(1.0, -ahead[2]))) + cone / 2.0
        meets = height / math.sin(min(down, math.pi / 2.0)) if down > 1e-9 else math.inf
        name = sensor.component.name
        evidence.append(f"{name} meets the floor at {meets:.2f} m" if meets < math.inf else f"{name} never looks down")
        if meets < reach:
            problems.append(
                Problem(
                    f"the lowest beam of `{name}` meets the floor at {meets:.2f} m, within its range of {reach:g} m",
                    sensor.component.span,
                    "sees the floor",
                    help=("mount it higher or level; what it sees of the floor counts as an obstacle",),
                )
            )
    return judged(rule, "; ".join(evidence), problems)
