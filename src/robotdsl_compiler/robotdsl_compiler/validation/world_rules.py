"""Advisory rules on the world and on what the task asks of the drive."""

from __future__ import annotations

import math
from collections.abc import Sequence

from robotdsl_compiler.analysis.task_use import walk
from robotdsl_compiler.model.facts import EntityFact, Facts
from robotdsl_compiler.model.geometry import Polygon, Pose, Region, bounding_box, norm
from robotdsl_compiler.model.program import Entity
from robotdsl_compiler.model.shapes import Box
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.support.value import value
from robotdsl_compiler.support.wording import counted
from robotdsl_compiler.validation.answers import (
    failed,
    how_far,
    judged,
    millimetres,
    not_applicable,
    passed,
    undecided,
    waiting,
)
from robotdsl_compiler.validation.assembly_rules import FOOTPRINT_KNOWN, chassis_type
from robotdsl_compiler.validation.base_rules import EVERY_DRIVEN_WHEEL_COMMANDED, MASS_INSIDE_THE_WHEEL_CONTACTS
from robotdsl_compiler.validation.column import column
from robotdsl_compiler.validation.finding import Finding, Problem
from robotdsl_compiler.validation.overlap import MOST_HOLDERS, holding
from robotdsl_compiler.validation.plane import Extent, distance, distance_to, extent_gap, moved
from robotdsl_compiler.validation.reach import Reach, Searches

SPAWN_CLEAR = "world.spawn_clear"
SPAWN_SUPPORTED = "world.spawn_supported"
GOAL_REACHABLE = "world.goal_reachable"
ENTITIES_OVERLAP = "world.entities_overlap"
SPEED_REACHABLE = "drive.speed_reachable"
MOTOR_MARGIN = "power.motor_margin"

# The run's verdict counts an obstacle as touched from this distance on.
TOUCHING = 5e-3
# The robot may start this far below the ground without being thrown up by the physics, and drop from this far above.
SUNK, DROP = 2e-3, 0.1
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
    there = obstacles(facts)
    if not there:
        return not_applicable(SPAWN_CLEAR, "the world has no obstacle")
    shapes = [moved(region, world.spawn) for part in robot.regions.values() for region in part]
    gaps = [(gap, there[i].entity) for i, gap in _gaps(shapes, [e.regions for e in there])]
    problems = [
        Problem(
            f"the robot starts {'in' if gap < 0.0 else 'against'} the obstacle `{entity.name}`",
            world.spawn_span,
            f"overlaps `{entity.name}`" if gap < 0.0 else f"{millimetres(gap)} from `{entity.name}`",
            related=(Label(entity.declared_span, "the obstacle"),),
        )
        for gap, entity in gaps
        if gap <= TOUCHING
    ]
    gap, nearest = min(gaps, key=lambda g: g[0])
    where = "overlaps the robot" if gap < 0.0 else f"is {gap:.3f} m away"
    evidence = f"the nearest obstacle, {nearest.name}, {where}"
    if not problems and robot.shapeless:
        return waiting(SPAWN_CLEAR, evidence, FOOTPRINT_KNOWN)
    return judged(SPAWN_CLEAR, evidence, problems)


def _gaps(shapes: Sequence[Region], things: Sequence[Sequence[Region]]) -> list[tuple[int, float]]:
    """The gap between ``shapes`` and each of the ``things`` that they touch, and the nearest of the others where they
    touch none; and perhaps of some more. Which these are, their bounding boxes tell nearly always.
    """
    whole, boxes = _extent(shapes), [(_extent([shape]), shape) for shape in shapes]
    found: list[tuple[int, float]] = []
    nearest = math.inf
    for bound, i in sorted((extent_gap(whole, _extent(thing)), i) for i, thing in enumerate(things)):
        reach = max(nearest, TOUCHING)
        if bound > reach:
            break
        near = [
            distance(shape, region)
            for region in things[i]
            for region_box in (_extent([region]),)
            for box, shape in boxes
            if extent_gap(box, region_box) <= reach
        ]
        if near:
            found.append((i, min(near)))
            nearest = min(nearest, *near)
    return sorted(found)


def _extent(regions: Sequence[Region]) -> Extent:
    box = bounding_box(regions)
    assert box is not None
    return box


def spawn_supported(facts: Facts) -> Finding:
    """Whether there is ground under the robot's middle where it starts, the floor or the top of what collides, and
    gravity holds the robot on it: a wheel grips by no more than what presses it down.
    """
    rule, world = SPAWN_SUPPORTED, facts.program.world
    x, y, z = world.spawn.position
    gx, gy, gz = world.gravity
    if not gz < -math.hypot(gx, gy):
        stated = f"({', '.join(number(value) for value in world.gravity)}) m/s²"
        problem = Problem(
            f"gravity of {stated} does not hold the robot on the ground",
            world.gravity_span or world.name_span,
            "pulls no more down than sideways",
            help=("leave physics out, or state gravity = (0, 0, -9.81)",),
        )
        return failed(rule, f"gravity is {stated}", [problem])
    held: list[tuple[float, float, Entity | None]] = [
        (*span, entity)
        for entity in (fact.entity for fact in facts.world.entities)
        if entity.collision
        for placed in entity.shapes
        if (span := column(placed.shape, entity.pose @ placed.pose, (x, y))) is not None
    ]
    if world.floor:
        held.append((-math.inf, 0.0, None))
    # What the robot starts inside of, else what it falls onto; the highest of each.
    around = [h for h in held if h[0] < z < h[1] - SUNK]
    below = [h for h in held if h[1] <= z + SUNK]
    if not around and not below:
        problem = Problem(
            "there is no ground under the robot where it starts",
            world.spawn_span,
            "nothing is below",
            help=("give a Scenario ground_plane = true, or put a SupportSurface there",),
        )
        return failed(rule, "nothing collides on the line down from its middle", [problem])
    _, top, entity = max(around or below, key=lambda h: h[1])
    if around and entity is not None and entity.type == "Obstacle":
        return waiting(rule, "the robot starts in an obstacle", SPAWN_CLEAR)
    what = "the floor" if entity is None else f"`{entity.name}`"
    evidence = f"the top of {what} is at {top:.3f} m, and the robot starts at {z:.3f} m"
    if not around and z - top <= DROP:
        return passed(rule, evidence)
    message = (
        f"the robot starts {how_far(top - z)} below the top of {what}"
        if around
        else f"the robot starts {how_far(z - top)} above {what} and drops onto it"
    )
    problem = Problem(
        message,
        world.spawn_span,
        "too low" if around else "too high",
        related=() if entity is None else (Label(entity.declared_span, "the ground there"),),
    )
    return failed(rule, evidence, [problem])


def goal_reachable(facts: Facts) -> Finding:
    """Whether a way leads from the spawn to every goal that the task drives to, for the largest disc about the
    robot's middle that its outline encloses.

    A fail is certain but for the height of things: where that disc does not fit, the robot does not, whatever it faces
    and however it turns. A pass is not: a long robot may still not turn where the disc does, and one that turns only as
    it drives may not get round a corner that the disc does.
    """
    rule, outline = GOAL_REACHABLE, facts.robot.outline
    nodes = [n for n in walk(facts.program.task.root) if n.type == "Navigate"]
    if not nodes:
        return not_applicable(rule, "the task drives to no goal")
    if outline is None or len(outline) < 3:
        return waiting(rule, "the outline is not known", FOOTPRINT_KNOWN)
    if spawn_clear(facts).problems:
        return waiting(rule, "the robot starts in an obstacle", SPAWN_CLEAR)
    radius = max(0.0, -distance_to((0.0, 0.0), Polygon(outline)))
    world = facts.program.world
    places = {goal.name: goal.pose for goal in world.goals} | {e.name: e.pose for e in world.entities}
    regions = [region for e in obstacles(facts) for region in e.regions]
    search = Searches(world.spawn.position[:2], radius, regions, facts.world.map_origin, facts.world.map_size)
    answers: dict[str, Reach] = {}
    problems = []
    for node in nodes:
        goal = str(node.arguments["goal"])
        if goal not in answers:
            answers[goal] = search.to(places[goal].position[:2])
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
        far = [n for n in nodes if answers[str(n.arguments["goal"])] is Reach.GAVE_UP]
        unknown = [
            Problem(
                f"whether the robot can reach `{n.arguments['goal']}` was not found out: the world is too large",
                n.argument_spans["goal"],
                "too far to search",
            )
            for n in far
        ]
        return undecided(rule, "the world is too large to search here", ("a search of the whole map",), unknown)
    return judged(rule, evidence, problems)


def entities_overlap(facts: Facts) -> Finding:
    """Whether two colliding entities stand in one another: the centre of a shape of one lies inside a shape of the
    other. Walls that meet in a corner, and things that stand on one another, do not.
    """
    colliding = [e.entity for e in facts.world.entities if e.regions]
    if len(colliding) < 2:
        return not_applicable(ENTITIES_OVERLAP, "fewer than two entities collide")
    held = holding(colliding)
    partners: dict[int, list[int]] = {}
    for i, j in sorted({(min(pair), max(pair)) for pair in held}):
        partners.setdefault(j, []).append(i)
    problems = [_crowded(colliding, j, others, held) for j, others in sorted(partners.items())]
    pairs = counted(sum(map(len, partners.values())), "pair")
    evidence = f"{pairs} in one another, of {len(colliding)} colliding entities"
    if any(len(others) >= MOST_HOLDERS for others in partners.values()):
        evidence = f"at least {evidence}"
    return judged(ENTITIES_OVERLAP, evidence, problems)


def _crowded(entities: Sequence[Entity], j: int, others: Sequence[int], held: set[tuple[int, int]]) -> Problem:
    """That entity ``j`` and ``others``, which the program declares before it, stand in one another."""
    shown = [entities[i] for i in others[:3]]
    if len(others) == 1:
        message = f"`{shown[0].name}` and `{entities[j].name}` stand in one another"
    else:
        named = [f"`{entity.name}`" for entity in shown] + ["others"] * (len(others) > len(shown))
        message = f"`{entities[j].name}` stands in or around {', '.join(named[:-1])} and {named[-1]}"
    return Problem(
        message,
        entities[j].name_span,
        f"{'inside' if (others[0], j) in held else 'around'} `{shown[0].name}`",
        related=tuple(
            Label(entity.declared_span, "the other one" if len(others) == 1 else "one of them") for entity in shown
        ),
    )


def speed_reachable(facts: Facts) -> Finding:
    """Whether the motors reach the speeds that the task states."""
    nodes = [n for n in walk(facts.program.task.root) if "speed_mps" in n.arguments]
    if not nodes:
        return not_applicable(SPEED_REACHABLE, "the task states no speed")
    if not _motored(facts):
        return not_applicable(SPEED_REACHABLE, "the robot has no motors")
    if facts.robot.drive is None:
        return waiting(SPEED_REACHABLE, "how the base is driven is not known", EVERY_DRIVEN_WHEEL_COMMANDED)
    reach = facts.robot.drive.motor_speed
    if reach is None:
        # A belt whose motor's turns are known lacks its travel.
        still = any(b.role is Role.DRIVEN and b.limits.velocity is not None for b in facts.robot.belts)
        lack, missing = (
            ("no track states how far its belt travels per turn", "the travel of the belts")
            if still
            else ("no driveline states its reduction", "the reduction of the drivelines")
        )
        unknown = [
            Problem(
                f"whether the motors reach {n.arguments['speed_mps']:g} m/s cannot be told: {lack}",
                n.argument_spans["speed_mps"],
                "not known to be reached",
            )
            for n in nodes
        ]
        return undecided(SPEED_REACHABLE, "the speed of what they turn is not known", (missing,), unknown)
    problems = [
        Problem(
            f"`{n.type}` asks for {n.arguments['speed_mps']:g} m/s, and the motors reach {reach:.2f} m/s unloaded",
            n.argument_spans["speed_mps"],
            f"more than {reach:.2f} m/s",
        )
        for n in nodes
        if float(n.arguments["speed_mps"]) > reach
    ]
    return judged(SPEED_REACHABLE, f"the motors reach {reach:.2f} m/s", problems)


@value
class _Gap:
    """What a part leaves unsaid of how it passes on what a motor gives: ``lack`` in words, ``whose`` part it is."""

    lack: str
    whose: str


_NO_REDUCTION = _Gap("its driveline states no reduction", "the driveline is this part's")
_NO_TRAVEL = _Gap("its part does not state how far the belt travels per turn", "the belt is this part's")


def _motored(facts: Facts) -> bool:
    """Whether the base moves by motors that are parts of the program; one that walks moves by its servos."""
    return chassis_type(facts).kinematics != "legged" and any(c.type == "Motor" for c in facts.program.robot.components)


def motor_margin(facts: Facts) -> Finding:
    """Whether the motors' stall torque moves the robot's weight with room to spare: on the steepest support surface of
    the world, or on the least slope that any floor may have, against rolling resistance.
    """
    rule, robot, program = MOTOR_MARGIN, facts.robot, facts.program
    if not _motored(facts):
        return not_applicable(rule, "the robot has no motors")
    driven = [(w.component, w.limits.effort, w.radius, _NO_REDUCTION) for w in robot.wheels if w.role is Role.DRIVEN]
    # A belt is pulled at the radius of the wheel that travels as far per turn.
    driven += [
        (b.component, b.limits.effort, b.height / 2.0, _NO_REDUCTION)
        if b.height is not None
        else (b.component, None, 0.0, _NO_TRAVEL)
        for b in robot.belts
        if b.role is Role.DRIVEN
    ]
    if not driven:
        return waiting(rule, "how the base is driven is not known", EVERY_DRIVEN_WHEEL_COMMANDED)
    unknown = [(component, why) for component, effort, _, why in driven if effort is None]
    if unknown:
        unclear = [
            Problem(
                f"what torque reaches `{c.name}` is not known: {why.lack}",
                c.span,
                "its torque is not known",
                related=(Label((c if why is _NO_TRAVEL else program.robot.chassis).part.span, why.whose),),
            )
            for c, why in unknown
        ]
        missing = [f"the torque at {c.name}" for c, _ in unknown]
        return undecided(rule, "what the wheels push with is not known", missing, unclear)
    if robot.mass is None:
        return waiting(rule, "the mass is not known", MASS_INSIDE_THE_WHEEL_CONTACTS)
    slope, surface = max([(LEAST_SLOPE, "a floor's own slope"), *_slopes(facts)])
    force = sum(effort / radius for _, effort, radius, _ in driven if effort is not None)
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
    """The tilt of the top of each box of a support surface below 45 degrees; a steeper one is nothing to drive on."""
    found = []
    for fact in facts.world.entities:
        entity = fact.entity
        if entity.type != "SupportSurface":
            continue
        for placed in entity.shapes:
            if isinstance(placed.shape, Box):
                found.append((_tilt(placed.shape, entity.pose @ placed.pose), entity.name))
    return [(slope, name) for slope, name in found if slope < math.radians(45.0)]


def _tilt(box: Box, pose: Pose) -> float:
    # The top is the face that is widest seen from above; of a box turned on its side that is not its z face.
    x, y, z = box.size
    faces = (((1.0, 0.0, 0.0), y * z), ((0.0, 1.0, 0.0), x * z), ((0.0, 0.0, 1.0), x * y))
    ups = [(abs(pose.turn(axis)[2]), area) for axis, area in faces]
    up, _ = max(ups, key=lambda face: face[0] * face[1])
    return math.acos(min(1.0, up))
