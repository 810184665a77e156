"""Rules on how the parts sit together."""

from __future__ import annotations

import math
from collections.abc import Iterator

from robotdsl_compiler.analysis.footprint import bodies
from robotdsl_compiler.model.facts import Facts, PlacedPart, WheelFact
from robotdsl_compiler.model.geometry import Pose, Vec3, angle_between, norm, sub
from robotdsl_compiler.model.part import Category, Connector
from robotdsl_compiler.model.program import Component, Glue
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES, ComponentType
from robotdsl_compiler.support.diagnostic import Edit, Label
from robotdsl_compiler.support.suggest import listing
from robotdsl_compiler.validation.answers import (
    counted,
    glue_text,
    judged,
    millimetres,
    not_applicable,
    undecided,
    waiting,
)
from robotdsl_compiler.validation.finding import Finding, Problem

GLUE_ON_CONNECTOR = "assembly.glue_on_connector"
ONE_PART_PER_CONNECTOR = "assembly.one_part_per_connector"
WHEEL_MOUNTS_FILLED = "assembly.wheel_mounts_filled"
WHEEL_TYPE_MATCHES_CHASSIS = "assembly.wheel_type_matches_chassis"
STEERING_DECLARED = "assembly.steering_declared"
AXLES_HORIZONTAL = "assembly.axles_horizontal"
WHEELS_TOUCH_ONE_PLANE = "assembly.wheels_touch_one_plane"
TRACKS_PARALLEL = "assembly.tracks_parallel"
FOOTPRINT_KNOWN = "assembly.footprint_known"

# A misplaced glue is surely meant for a connector this near, when every other one is three times as far and not right
# beside it, and the direction agrees or the point does.
SURE_DISTANCE = 0.02
SURE_ANGLE = math.radians(5.0)
SAME_POINT = 1e-3
PLANE_TOLERANCE = 2e-3
LEVEL_TOLERANCE = math.radians(1.0)


def chassis_type(facts: Facts) -> ComponentType:
    return COMPONENT_TYPES[facts.program.robot.chassis.type]


def glue_on_connector(facts: Facts) -> Finding:
    """Whether every part found a connector. A part that waits for a misplaced one is not told of."""
    placed = [p for p in facts.robot.parts if p.parent is not None]
    problems = [
        _misplaced(facts, p) for p in facts.robot.parts if p.pose is None and not p.taken_by and not p.waits_for
    ]
    problems += _circles(facts)
    return judged(GLUE_ON_CONNECTOR, f"{counted(len(placed), 'part')} on a connector", problems)


def _misplaced(facts: Facts, part: PlacedPart) -> Problem:
    component, glue = part.component, part.component.placement
    assert isinstance(glue, Glue)
    message = f"the glue of `{component.name}` meets no free connector"
    if part.nearest is None:
        return Problem(message, glue.span, "no connector is free", help=("every connector of the robot is taken",))
    free = sorted(free_connectors(facts), key=lambda c: norm(sub(c[2], glue.point)))
    owner, connector, point, direction = next(c for c in free if (c[0], c[1].name) == part.nearest[:2])
    away, turned = part.nearest[2], angle_between(direction, glue.direction)
    text = glue_text(point, direction, glue.roll)
    others = [norm(sub(c[2], glue.point)) for c in free if (c[0], c[1].name) != part.nearest[:2]]
    alone = all(other >= max(3.0 * away, SURE_DISTANCE) for other in others)
    sure = alone and away <= SURE_DISTANCE and (turned <= SURE_ANGLE or away <= SAME_POINT)
    return Problem(
        f"{message}; the nearest is `{connector.name}` of `{owner}`, {millimetres(away)} away"
        + (f" and turned by {math.degrees(turned):.1f} degrees" if turned > math.radians(0.1) else ""),
        glue.span,
        "meets no connector",
        help=(f"for `{connector.name}` of `{owner}` write glue = {text}",),
        edits=(Edit(glue.span, text),) if sure else (),
    )


def free_connectors(facts: Facts) -> Iterator[tuple[str, Connector, Vec3, Vec3]]:
    """Every connector of a placed part on which nothing sits, with its owner, point and direction in ``base_link``."""
    taken = {(p.parent, p.base_connector.name) for p in facts.robot.parts if p.base_connector is not None}
    for part in facts.robot.parts:
        if part.pose is None:
            continue
        own = part.own_connector
        for connector in part.component.part.connectors.values():
            if (own is None or connector.name != own.name) and (part.component.name, connector.name) not in taken:
                yield part.component.name, connector, part.pose.apply(connector.pos), part.pose.turn(connector.dir)


def _circles(facts: Facts) -> list[Problem]:
    """Parts that are mounted on each other in a circle, each circle told at its first part."""
    waits = {p.component.name: p.waits_for for p in facts.robot.parts if p.waits_for}
    told: set[str] = set()
    problems = []
    for part in facts.robot.parts:
        chain = [part.component.name]
        while waits.get(chain[-1]) and waits[chain[-1]] not in chain:
            chain.append(waits[chain[-1]] or "")
        placement = part.component.placement
        if waits.get(chain[-1]) != chain[0] or told & set(chain) or placement is None:
            continue
        told.update(chain)
        problems.append(
            Problem(
                f"{listing(chain, 'and')} are mounted on each other, and none of them on the chassis",
                placement.span,
                "waits for itself",
                help=("mount one of them on the chassis, or on a part that sits there",),
            )
        )
    return problems


def one_part_per_connector(facts: Facts) -> Finding:
    problems = []
    for part in facts.robot.parts:
        placement = part.component.placement
        if part.taken_by is None or placement is None:
            continue
        holder = facts.robot.part(part.taken_by).component
        where = f"`{part.nearest[1]}` of `{part.nearest[0]}`" if part.nearest else "the connector"
        there = holder.placement.span if holder.placement is not None else holder.name_span
        problems.append(
            Problem(
                f"`{part.component.name}` takes {where}, where `{holder.name}` already sits",
                placement.span,
                "already taken",
                related=(Label(there, f"`{holder.name}` sits here"),),
                help=("a connector holds one part: give one of the two another place",),
            )
        )
    used = sum(p.base_connector is not None for p in facts.robot.parts)
    return judged(ONE_PART_PER_CONNECTOR, f"{counted(used, 'connector')} in use, by one part each", problems)


def unplaced_rule(facts: Facts) -> str | None:
    """The rule that reports why a part has no place; ``None`` where every part has one."""
    unplaced = [p for p in facts.robot.parts if p.pose is None]
    if not unplaced:
        return None
    return ONE_PART_PER_CONNECTOR if all(p.taken_by or p.waits_for for p in unplaced) else GLUE_ON_CONNECTOR


def wheel_mounts_filled(facts: Facts) -> Finding:
    """Whether each mount of the chassis type carries exactly one wheel, and no such wheel sits elsewhere."""
    rule, chassis, type = WHEEL_MOUNTS_FILLED, facts.program.robot.chassis, chassis_type(facts)
    if not type.mounts:
        return not_applicable(rule, f"a {type.name} chassis has no wheel mounts")
    wheels = [w for w in facts.robot.wheels if w.component.type != "Caster"]
    empty = [m for m in type.mounts if not any(w.mount == m for w in wheels)]
    evidence = f"{len(type.mounts) - len(empty)} of {len(type.mounts)} wheel mounts carry a wheel"
    lost = [p for p in facts.robot.parts if p.pose is None and _is_drive_wheel(p.component)]
    cause = unplaced_rule(facts)
    if empty and cause is not None and len(lost) >= len(empty):
        return waiting(rule, f"{evidence}; {counted(len(lost), 'wheel')} without a place", cause)
    problems = [_empty_mount(facts, chassis, mount) for mount in empty]
    for wheel in wheels:
        same = [w for w in wheels if w.mount == wheel.mount]
        if wheel.mount is None:
            problems.append(
                Problem(
                    f"the wheel `{wheel.component.name}` sits on no wheel mount of the chassis",
                    wheel.component.name_span,
                    "not on a wheel mount",
                    help=(f"its wheel mounts are {listing(type.mounts, 'and')}; support without a drive is a Caster",),
                )
            )
        elif same[0] is not wheel:
            problems.append(
                Problem(
                    f"the mount `{wheel.mount}` carries a second wheel, `{wheel.component.name}`",
                    wheel.component.name_span,
                    "a second wheel",
                    related=(Label(same[0].component.name_span, "the first wheel"),),
                )
            )
    return judged(rule, evidence, problems)


def _is_drive_wheel(component: Component) -> bool:
    return component.part.category is Category.WHEEL and component.type != "Caster"


def _empty_mount(facts: Facts, chassis: Component, mount: str) -> Problem:
    connector = chassis.part.connectors.get(chassis.profile.mounts.get(mount, ""))
    wheel_type = chassis_type(facts).wheel_type
    if connector is None:
        return Problem(
            f"the part `{chassis.part.id}` says of no connector that it is the mount `{mount}` of a {chassis.type}",
            chassis.ref_span,
            f"no mount `{mount}`",
            related=(Label(chassis.part.span, "the part"),),
        )
    sits = next((p for p in facts.robot.parts if p.base_connector is connector), None)
    if sits is not None:
        return Problem(
            f"the mount `{mount}` carries `{sits.component.name}`, and no wheel",
            sits.component.name_span,
            "carries no wheel",
            help=(f"a {chassis.type} takes a {wheel_type} wheel there",),
        )
    return Problem(
        f"the mount `{mount}` of the chassis carries no wheel",
        chassis.span,
        f"nothing on `{mount}`",
        help=(f'add a {wheel_type} wheel with mount = "{mount}", or glue = {glue_text(connector.pos, connector.dir)}',),
    )


def wheel_type_matches_chassis(facts: Facts) -> Finding:
    """Whether the mounts carry the wheel type that the chassis type takes; a Caster belongs on none of them."""
    type, chassis = chassis_type(facts), facts.program.robot.chassis
    mounts = {chassis.profile.mounts.get(m): m for m in type.mounts or {}}
    problems = []
    mounted = 0
    for wheel in facts.robot.wheels:
        part = facts.robot.part(wheel.component.name)
        mount = wheel.mount
        if mount is None and part.parent == chassis.name and part.base_connector is not None:
            mount = mounts.get(part.base_connector.name)
        if mount is None:
            continue
        mounted += 1
        if wheel.component.type != type.wheel_type:
            problems.append(
                Problem(
                    f"the mount `{mount}` of a {type.name} takes a {type.wheel_type} wheel, not a "
                    f"{wheel.component.type}",
                    wheel.component.span,
                    f"a {wheel.component.type}",
                    related=(Label(chassis.name_span, "the chassis"),),
                )
            )
    if not mounted:
        return not_applicable(WHEEL_TYPE_MATCHES_CHASSIS, "no wheel sits on a mount of the chassis")
    return judged(
        WHEEL_TYPE_MATCHES_CHASSIS, f"{counted(mounted, 'wheel')} on mounts that take {type.wheel_type}", problems
    )


def steering_declared(facts: Facts) -> Finding:
    """Whether each steered mount of the chassis declares an upright kingpin."""
    type, chassis = chassis_type(facts), facts.program.robot.chassis
    if not type.steered:
        return not_applicable(STEERING_DECLARED, f"no mount of a {type.name} steers")
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
    return judged(STEERING_DECLARED, counted(len(type.steered), "steered mount"), problems)


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
    return judged(AXLES_HORIZONTAL, f"the axles are level within {math.degrees(worst):.2f} degrees", problems)


def _mounted(facts: Facts) -> list[WheelFact]:
    return [w for w in facts.robot.wheels if w.mount is not None]


def wheels_touch_one_plane(facts: Facts) -> Finding:
    """Whether every wheel reaches the plane of the lowest, and neither a declared contact nor a shape reaches below
    it.
    """
    wheels = facts.robot.wheels
    if not wheels:
        return not_applicable(WHEELS_TOUCH_ONE_PLANE, "the robot has no wheels")
    heights = [(w.component, w.center[2] - w.radius) for w in wheels]
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
    problems += _bellies(facts)
    spread = max(height for _, height in heights)
    return judged(
        WHEELS_TOUCH_ONE_PLANE, f"{counted(len(wheels), 'wheel')} within {millimetres(spread)} of one plane", problems
    )


def _bellies(facts: Facts) -> list[Problem]:
    """The parts whose shapes, but for wheels and declared contacts, reach below the plane that the wheels stand on."""
    base = Pose((0.0, 0.0, facts.robot.base_height))
    problems = []
    for part in facts.robot.parts:
        if part.pose is None or part.component.part.wheel is not None:
            continue
        # A shape's corners; the spheres among the bodies are the declared contacts.
        corners = [point for body in bodies(part, base) if body.radius == 0.0 for point in body.points]
        depth = -min((z for _, _, z in corners), default=0.0)
        if depth > PLANE_TOLERANCE:
            component = part.component
            problems.append(
                Problem(
                    f"the shape of `{component.name}` reaches {millimetres(depth)} below the wheels",
                    component.span,
                    f"lifts the wheels by {millimetres(depth)}",
                    related=(Label(component.part.span, "the part"),),
                    help=("raise the lower face of its collision box or hull, or mount it higher",),
                )
            )
    return problems


def tracks_parallel(facts: Facts) -> Finding:
    type = chassis_type(facts)
    if type.kinematics != "tracks":
        return not_applicable(TRACKS_PARALLEL, f"a {type.name} has no tracks")
    return undecided(TRACKS_PARALLEL, "the belts' runs are not read", ("where each belt runs on the ground",))


def footprint_known(facts: Facts) -> Finding:
    """Whether every placed part declares a shape, so that the robot's outline is known."""
    robot = facts.robot
    if robot.footprint is not None:
        (x0, y0), _, (x1, y1), _ = robot.footprint
        return judged(FOOTPRINT_KNOWN, f"x from {x0:.3f} to {x1:.3f} m, y from {y0:.3f} to {y1:.3f} m", [])
    parts = [robot.part(name).component for name in robot.shapeless]
    problems = [
        Problem(
            f"the part `{c.part.id}` of `{c.name}` declares no collision shape, so the robot's outline is not known",
            c.span,
            "has no shape",
            related=(Label(c.part.span, "the part"),),
            help=("state `collision` or `hull` in its component.yaml",),
        )
        for c in parts
    ]
    missing = tuple(f"a collision shape of {c.name}" for c in parts)
    return undecided(FOOTPRINT_KNOWN, f"{counted(len(parts), 'placed part')} without a shape", missing, problems)
