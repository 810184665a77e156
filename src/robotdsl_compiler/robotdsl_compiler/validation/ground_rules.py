"""Rules on how wheels and belts stand on the ground and how they steer."""

from __future__ import annotations

import math

from robotdsl_compiler.analysis.bodies import shape_body
from robotdsl_compiler.analysis.footprint import bodies
from robotdsl_compiler.model.facts import Facts, PlacedPart, WheelFact
from robotdsl_compiler.model.geometry import Pose, Vec3, angle_between, sub, unit
from robotdsl_compiler.model.program import Component
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
    WHEEL_MOUNTS_FILLED,
    WHEEL_TYPE_MATCHES_CHASSIS,
    chassis_type,
    unfilled_rule,
    unplaced_rule,
    wheel_type_matches_chassis,
)
from robotdsl_compiler.validation.finding import Finding, Problem

STEERING_DECLARED = "assembly.steering_declared"
AXLES_HORIZONTAL = "assembly.axles_horizontal"
WHEELS_TOUCH_ONE_PLANE = "assembly.wheels_touch_one_plane"
SHAPES_CLEAR_THE_GROUND = "assembly.shapes_clear_the_ground"
TRACKS_PARALLEL = "assembly.tracks_parallel"

PLANE_TOLERANCE = 2e-3
LEVEL_TOLERANCE = math.radians(1.0)
_AHEAD: Vec3 = (1.0, 0.0, 0.0)
_ALLOWED = f"where {math.degrees(LEVEL_TOLERANCE):.2f} is allowed"


def steering_declared(facts: Facts) -> Finding:
    """Whether each steered mount of the chassis declares an upright kingpin."""
    type, chassis = chassis_type(facts), facts.program.robot.chassis
    if not type.steered:
        return not_applicable(STEERING_DECLARED, f"no mount of {a_type(type.name)} steers")
    problems = []
    for mount in type.steered:
        connector = chassis.connector(mount)
        steering = connector.steering if connector is not None else None
        upright = steering is not None and abs(steering.axis[2]) >= math.cos(LEVEL_TOLERANCE)
        if not upright:
            what = "declares no kingpin" if steering is None else "declares a kingpin that does not stand upright"
            problems.append(
                Problem(
                    f"the steered mount `{mount}` of the part `{chassis.part.id}` {what}",
                    chassis.ref_span,
                    f"`{mount}` cannot steer",
                    related=(Label(chassis.part.span, "the part"),),
                )
            )
    upright_ones = len(type.steered) - len(problems)
    evidence = f"an upright kingpin at {upright_ones} of {counted(len(type.steered), 'steered mount')}"
    return judged(STEERING_DECLARED, evidence, problems)


def axles_horizontal(facts: Facts) -> Finding:
    wheels = _mounted(facts)
    if not wheels:
        return not_applicable(AXLES_HORIZONTAL, "no wheel sits on a mount of the chassis")
    tilts = [(w, math.asin(min(1.0, abs(w.axle[2])))) for w in wheels]
    problems = [
        Problem(
            f"the axle of `{w.component.name}` is tilted by {math.degrees(tilt):.1f} degrees",
            w.component.span,
            "its axle is not level",
        )
        for w, tilt in tilts
        if tilt > LEVEL_TOLERANCE
    ]
    worst = max(tilt for _, tilt in tilts)
    evidence = f"the most tilted axle is {math.degrees(worst):.2f} degrees off level, {_ALLOWED}"
    return judged(AXLES_HORIZONTAL, evidence, problems)


def _mounted(facts: Facts) -> list[WheelFact]:
    return [w for w in facts.robot.wheels if w.mount is not None]


def wheels_touch_one_plane(facts: Facts) -> Finding:
    """Whether every wheel and both ends of every belt's run reach the plane of the lowest, and no declared contact
    reaches below it.
    """
    wheels, belts = facts.robot.wheels, facts.robot.belts
    if not wheels and not belts:
        return not_applicable(WHEELS_TOUCH_ONE_PLANE, "the robot has no wheels and no belts")
    heights: list[tuple[Component, float]] = [(w.component, w.center[2] - w.radius) for w in wheels]
    heights += [(b.component, max(b.start[2], b.end[2])) for b in belts]
    problems = [
        Problem(
            f"`{component.name}` hangs {millimetres(height)} above the ground on which the lowest wheel stands",
            component.span,
            f"{millimetres(height)} too high",
            help=(f"all wheels have to reach one plane within {millimetres(PLANE_TOLERANCE)}",),
        )
        for component, height in heights
        if height > PLANE_TOLERANCE
    ]
    for contact in facts.robot.contacts:
        depth = contact.radius - contact.center[2]
        if depth > PLANE_TOLERANCE:
            problems.append(
                Problem(
                    f"the ground contact {contact.index} of `{contact.component.name}` reaches {millimetres(depth)} "
                    "below the wheels",
                    contact.component.span,
                    f"lifts the wheels by {millimetres(depth)}",
                    related=(Label(contact.component.part.span, "declared by this part"),),
                )
            )
    spread = max(height for _, height in heights)
    counts = [counted(len(stock), noun) for stock, noun in ((wheels, "wheel"), (belts, "belt")) if stock]
    allowed = f"where {millimetres(PLANE_TOLERANCE)} are allowed"
    evidence = f"{' and '.join(counts)}, at most {millimetres(spread)} above the lowest, {allowed}"
    if problems and wheel_type_matches_chassis(facts).problems:
        return waiting(WHEELS_TOUCH_ONE_PLANE, evidence, WHEEL_TYPE_MATCHES_CHASSIS)
    return judged(WHEELS_TOUCH_ONE_PLANE, evidence, problems)


def shapes_clear_the_ground(facts: Facts) -> Finding:
    """Whether every shape that is no wheel, belt, foot or declared contact ends above the plane that these touch: one
    that reaches below it by more than the tolerance lifts the robot off it, and one that ends within the tolerance of
    it may drag on the floor, which nobody can tell from the program.
    """
    rule, robot = SHAPES_CLEAR_THE_GROUND, facts.robot
    stock = {"wheels": robot.wheels, "belts": robot.belts, "feet": robot.feet, "ground contacts": robot.contacts}
    standing = next((noun for noun, found in stock.items() if found), None)
    if standing is None:
        return not_applicable(rule, "the robot has nothing to stand on")
    ends = [(part.component, low) for part in robot.parts if (low := _lowest(facts, part)) is not None]
    if not ends:
        return not_applicable(rule, f"the {standing} are the only shapes of the robot")
    component, least = min(ends, key=lambda end: end[1])
    where = f"{millimetres(abs(least))} {'above' if least >= 0.0 else 'below'} the {standing}' plane"
    evidence = f"the lowest shape, that of `{component.name}`, ends {where}"
    below = [end for end in ends if end[1] < -PLANE_TOLERANCE]
    # A legged robot's feet alone meet the floor, and a shin may end as low as its foot.
    near = [end for end in ends if standing != "feet" and abs(end[1]) <= PLANE_TOLERANCE]
    if not below and not near:
        return passed(rule, evidence)
    cause = unplaced_rule(facts) or unfilled_rule(facts)
    if cause is None and wheel_type_matches_chassis(facts).problems:
        cause = WHEEL_TYPE_MATCHES_CHASSIS
    if cause is not None:
        return waiting(rule, evidence, cause)
    if below:
        return failed(rule, evidence, [_belly(component, -end, standing) for component, end in below])
    return undecided(
        rule, evidence, ["a shape that is clear of the floor or not"], [_scrape(c, standing) for c, _ in near]
    )


def _lowest(facts: Facts, part: PlacedPart) -> float | None:
    """The height above the ground at which the lowest shape of a part ends; ``None`` where it has none but those that
    it stands on.
    """
    record, robot = part.component.part, facts.robot
    if part.pose is None or record.wheel is not None:
        return None
    # The part's own box or hull; the balls among its bodies are the declared contacts.
    shapes = [body for body in bodies(part, Pose((0.0, 0.0, robot.base_height))) if body.radius == 0.0]
    feet = {(foot.link, foot.shape) for foot in record.feet.values()}
    shapes += [
        shape_body(shape.shape, link.pose @ shape.pose)
        for link in robot.links
        if link.component is part.component
        for shape in link.link.shapes
        if (link.link.name, shape.name) not in feet
    ]
    return min((body.bottom for body in shapes), default=None)


_RAISE = "raise the lower face of its collision box or hull, or mount it higher"


def _belly(component: Component, depth: float, standing: str) -> Problem:
    return Problem(
        f"the shape of `{component.name}` reaches {millimetres(depth)} below the {standing}",
        component.span,
        f"lifts the {standing} by {millimetres(depth)}",
        related=(Label(component.part.span, "the part"),),
        help=(_RAISE,),
    )


def _scrape(component: Component, standing: str) -> Problem:
    return Problem(
        f"the shape of `{component.name}` ends at the {standing}' plane, within {millimetres(PLANE_TOLERANCE)}",
        component.span,
        "may drag on the floor",
        related=(Label(component.part.span, "the part"),),
        help=(_RAISE,),
    )


def tracks_parallel(facts: Facts) -> Finding:
    """Whether every belt's run lies along the robot, level, and so side by side with the other one's."""
    rule, type, belts = TRACKS_PARALLEL, chassis_type(facts), facts.robot.belts
    if type.kinematics != "tracks":
        return not_applicable(rule, f"{a_type(type.name)} has no tracks")
    if not belts:
        return waiting(rule, "no track is placed", unplaced_rule(facts) or unfilled_rule(facts) or WHEEL_MOUNTS_FILLED)
    turned = [(b, angle_between(unit(sub(b.end, b.start)), _AHEAD)) for b in belts]
    problems = [
        Problem(
            f"the belt of `{b.component.name}` runs {math.degrees(angle):.1f} degrees off the way ahead",
            b.component.span,
            "does not run along the robot",
            related=(Label(b.component.part.span, "the part states its run"),),
            help=("both belts have to run level along x of the chassis",),
        )
        for b, angle in turned
        if angle > LEVEL_TOLERANCE
    ]
    worst = max(angle for _, angle in turned)
    evidence = f"{counted(len(belts), 'belt')}, at most {math.degrees(worst):.2f} degrees off the way ahead, {_ALLOWED}"
    return judged(rule, evidence, problems)
