"""Advisory rules on the world and on what the task asks of the drive."""

from __future__ import annotations

import math

from robotdsl_compiler.analysis.task_use import walk
from robotdsl_compiler.model.facts import EntityFact, Facts
from robotdsl_compiler.model.geometry import Polygon, norm
from robotdsl_compiler.model.program import Box, Cylinder, Entity
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.validation.answers import (
    counted,
    failed,
    judged,
    millimetres,
    not_applicable,
    passed,
    undecided,
    waiting,
)
from robotdsl_compiler.validation.finding import Finding, Problem
from robotdsl_compiler.validation.plane import distance, distance_to, moved
from robotdsl_compiler.validation.reach import Reach, reachable

SPAWN_CLEAR = "world.spawn_clear"
GOAL_REACHABLE = "world.goal_reachable"
ENTITIES_OVERLAP = "world.entities_overlap"
SPEED_REACHABLE = "drive.speed_reachable"
MOTOR_MARGIN = "power.motor_margin"

# The run's verdict counts an obstacle as touched from this distance on.
TOUCHING = 5e-3
# An entity's centre this deep inside another one is no matter of rounding.
DEPTH = 1e-3
# A motor works well up to half its stall torque.
MARGIN = 2.0
# The slope that any floor may have, and the share of the weight that resists rolling (rubber on a hard floor).
LEAST_SLOPE = math.radians(5.0)
ROLLING_RESISTANCE = 0.02


def obstacles(facts: Facts) -> list[EntityFact]:
    """What the map is drawn from: the obstacles that collide."""
    return [e for e in facts.world.entities if e.entity.type == "Obstacle" and e.regions]


def spawn_clear(facts: Facts) -> Finding:
    """Whether the robot starts free of every obstacle, seen from above as the run is judged."""
    world, robot = facts.program.world, facts.robot
    shapes = [moved(region, world.spawn) for part in robot.regions.values() for region in part]
    gaps = [(min(distance(s, r) for s in shapes for r in e.regions), e.entity) for e in obstacles(facts)]
    if not gaps:
        return not_applicable(SPAWN_CLEAR, "the world has no obstacle")
    problems = [
        Problem(
            f"the robot starts {'in' if gap < 0.0 else 'against'} the obstacle `{entity.name}`",
            world.spawn_span,
            f"{millimetres(max(gap, 0.0))} from `{entity.name}`",
            related=(Label(entity.name_span, "the obstacle"),),
        )
        for gap, entity in gaps
        if gap <= TOUCHING
    ]
    gap, nearest = min(gaps, key=lambda g: g[0])
    evidence = f"the nearest obstacle, {nearest.name}, is {max(gap, 0.0):.3f} m away"
    if not problems and robot.shapeless:
        return undecided(SPAWN_CLEAR, evidence, [f"a collision shape of {name}" for name in robot.shapeless])
    return judged(SPAWN_CLEAR, evidence, problems)


def goal_reachable(facts: Facts) -> Finding:
    """Whether a way leads from the spawn to every goal that the task drives to, for the largest disc about the
    robot's middle that its outline encloses.

    A fail is certain but for the height of things: where that disc does not fit, the robot does not. A pass is not: a
    long robot may still not turn where the disc does.
    """
    rule, outline = GOAL_REACHABLE, facts.robot.outline
    nodes = [n for n in walk(facts.program.task.root) if n.type == "Navigate"]
    if not nodes:
        return not_applicable(rule, "the task drives to no goal")
    if outline is None or len(outline) < 3:
        return undecided(rule, "the outline is not known", [f"a collision shape of {n}" for n in facts.robot.shapeless])
    if spawn_clear(facts).problems:
        return waiting(rule, "the robot starts in an obstacle", SPAWN_CLEAR)
    radius = max(0.0, -distance_to((0.0, 0.0), Polygon(outline)))
    world = facts.program.world
    places = {goal.name: goal.pose for goal in world.goals} | {e.name: e.pose for e in world.entities}
    regions = [region for e in obstacles(facts) for region in e.regions]
    answers: dict[str, Reach] = {}
    problems = []
    for node in nodes:
        goal = str(node.arguments["goal"])
        if goal not in answers:
            start, end = world.spawn.position, places[goal].position
            answers[goal] = reachable(start[:2], end[:2], radius, regions, facts.world.map_origin, facts.world.map_size)
        if answers[goal] in (Reach.NO_PATH, Reach.GOAL_BLOCKED):
            why = "an obstacle is there" if answers[goal] is Reach.GOAL_BLOCKED else "no gap on the way is wide enough"
            problems.append(
                Problem(
                    f"the robot cannot reach `{goal}`: {why}",
                    node.argument_spans["goal"],
                    why,
                    help=(f"a disc of radius {radius:.3f} m, which the robot's outline encloses, does not get there",),
                )
            )
    evidence = f"{counted(len(answers), 'goal')} tried with a disc of radius {radius:.3f} m"
    if not problems and Reach.GAVE_UP in answers.values():
        return undecided(rule, "the world is too large to search here", ("a search of the whole map",))
    return judged(rule, evidence, problems)


def entities_overlap(facts: Facts) -> Finding:
    """Whether two colliding entities stand in one another: the centre of one lies inside the other. Walls that meet
    in a corner, and things that stand on one another, do not.
    """
    colliding = [e.entity for e in facts.world.entities if e.regions]
    if len(colliding) < 2:
        return not_applicable(ENTITIES_OVERLAP, "fewer than two entities collide")
    problems = [
        Problem(
            f"`{a.name}` and `{b.name}` stand in one another",
            b.name_span,
            f"inside `{a.name}`" if _holds(a, b) else f"around `{a.name}`",
            related=(Label(a.name_span, "the other one"),),
        )
        for i, a in enumerate(colliding)
        for b in colliding[i + 1 :]
        if _holds(a, b) or _holds(b, a)
    ]
    return judged(
        ENTITIES_OVERLAP,
        f"{counted(len(problems), 'pair')} in one another, of {len(colliding)} colliding entities",
        problems,
    )


def _holds(outer: Entity, inner: Entity) -> bool:
    """Whether the centre of ``inner`` lies inside ``outer``."""
    x, y, z = outer.pose.inverse().apply(inner.pose.position)
    shape = outer.shape
    if isinstance(shape, Box):
        return all(abs(v) < s / 2.0 - DEPTH for v, s in zip((x, y, z), shape.size, strict=True))
    if isinstance(shape, Cylinder):
        return math.hypot(x, y) < shape.radius - DEPTH and abs(z) < shape.height / 2.0 - DEPTH
    return norm((x, y, z)) < shape.radius - DEPTH


def speed_reachable(facts: Facts) -> Finding:
    """Whether the motors reach the speeds that the task states."""
    nodes = [n for n in walk(facts.program.task.root) if "speed_mps" in n.arguments]
    if not nodes:
        return not_applicable(SPEED_REACHABLE, "the task states no speed")
    reach = facts.robot.drive.motor_speed if facts.robot.drive is not None else None
    if reach is None:
        return undecided(SPEED_REACHABLE, "no motor states its speed", ("the no-load speed of the motors",))
    problems = [
        Problem(
            f"{n.type} asks for {n.arguments['speed_mps']:g} m/s, and the motors reach {reach:.2f} m/s unloaded",
            n.argument_spans["speed_mps"],
            f"more than {reach:.2f} m/s",
        )
        for n in nodes
        if float(n.arguments["speed_mps"]) > reach
    ]
    return judged(SPEED_REACHABLE, f"the motors reach {reach:.2f} m/s", problems)


def motor_margin(facts: Facts) -> Finding:
    """Whether the motors' stall torque moves the robot's weight with room to spare: on the steepest support surface of
    the world, or on the least slope that any floor may have, against rolling resistance.
    """
    rule, robot, program = MOTOR_MARGIN, facts.robot, facts.program
    if not any(c.type == "Motor" for c in program.robot.components):
        return not_applicable(rule, "the robot has no motors")
    driven = [(w.component.name, w.limits.effort, w.radius) for w in robot.wheels if w.role is Role.DRIVEN]
    # A belt is pulled at the radius of the wheel that travels as far per turn.
    driven += [
        (b.component.name, b.limits.effort if b.height else None, (b.height or 0.0) / 2.0)
        for b in robot.belts
        if b.role is Role.DRIVEN
    ]
    unknown = [name for name, effort, _ in driven if effort is None]
    if not driven or unknown or robot.mass is None:
        missing = [f"the torque at {name}" for name in unknown] or ["the robot's mass and a driven wheel"]
        return undecided(rule, "what the wheels push with is not known", missing)
    slope, surface = max([(LEAST_SLOPE, "a floor's own slope"), *_slopes(facts)])
    force = sum(effort / radius for _, effort, radius in driven if effort is not None)
    weight = robot.mass * norm(program.world.gravity)
    needed = weight * (math.sin(slope) + ROLLING_RESISTANCE * math.cos(slope))
    climb = f"{needed:.1f} N move {robot.mass:.2f} kg up {math.degrees(slope):.0f} degrees ({surface})"
    evidence = f"{force:.1f} N at stall; {climb}"
    if force >= MARGIN * needed:
        return passed(rule, evidence)
    chassis = program.robot.chassis
    problem = Problem(
        f"the motors push with {force:.1f} N at stall, and {needed:.1f} N are needed on a slope of "
        f"{math.degrees(slope):.0f} degrees",
        chassis.name_span,
        f"{force / needed:.1f} times what it needs" if needed > 0.0 else "",
        help=(f"a motor should need less than 1/{MARGIN:g} of its stall torque",),
    )
    return failed(rule, evidence, [problem])


def _slopes(facts: Facts) -> list[tuple[float, str]]:
    """The tilt of each support surface's top below 45 degrees; a steeper one is no surface to drive on."""
    found = []
    for fact in facts.world.entities:
        if fact.entity.type != "SupportSurface" or not isinstance(fact.entity.shape, Box):
            continue
        # The top is the face that is widest seen from above; of a box turned on its side that is not its z face.
        x, y, z = fact.entity.shape.size
        faces = (((1.0, 0.0, 0.0), y * z), ((0.0, 1.0, 0.0), x * z), ((0.0, 0.0, 1.0), x * y))
        ups = [(abs(fact.entity.pose.turn(axis)[2]), area) for axis, area in faces]
        up, _ = max(ups, key=lambda face: face[0] * face[1])
        found.append((math.acos(min(1.0, up)), fact.entity.name))
    return [(slope, name) for slope, name in found if slope < math.radians(45.0)]
