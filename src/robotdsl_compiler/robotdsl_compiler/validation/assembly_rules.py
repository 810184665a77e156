"""Rules on how the parts sit together."""

from __future__ import annotations

import math
from collections.abc import Iterator

from robotdsl_compiler.model.along import Along
from robotdsl_compiler.model.facts import Facts, PlacedPart
from robotdsl_compiler.model.geometry import Vec3, angle_between, norm, sub
from robotdsl_compiler.model.part import Category, Connector
from robotdsl_compiler.model.program import Component, Glue
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES, ComponentType
from robotdsl_compiler.support.diagnostic import Edit, Label
from robotdsl_compiler.support.suggest import listing
from robotdsl_compiler.support.wording import a_type, counted
from robotdsl_compiler.validation.answers import (
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
FOOTPRINT_KNOWN = "assembly.footprint_known"

# A misplaced glue is surely meant for a connector this near, when every other one is three times as far and not right
# beside it, and the direction agrees or the point does.
SURE_DISTANCE = 0.02
SURE_ANGLE = math.radians(5.0)
SAME_POINT = 1e-3


def chassis_type(facts: Facts) -> ComponentType:
    return COMPONENT_TYPES[facts.program.robot.chassis.type]


def glue_on_connector(facts: Facts) -> Finding:
    """Whether every part found a connector. A part that waits for a misplaced one is not told of."""
    placed = [p for p in facts.robot.parts if p.parent is not None]
    mounted = [p for p in facts.robot.parts if p.component.placement is not None]
    lost = [p for p in facts.robot.parts if p.pose is None and not p.taken_by and not p.waits_for]
    free = Free(facts) if lost else None
    problems = [] if free is None else [_misplaced(p, free) for p in lost]
    problems += _circles(facts)
    return judged(GLUE_ON_CONNECTOR, f"{len(placed)} of {counted(len(mounted), 'part')} on a connector", problems)


def _misplaced(part: PlacedPart, free: Free) -> Problem:
    component, glue = part.component, part.component.placement
    assert isinstance(glue, Glue)
    message = f"the glue of `{component.name}` meets no free connector"
    if part.nearest is None:
        return Problem(message, glue.span, "no connector is free", help=("every connector of the robot is taken",))
    key, away = part.nearest[:2], part.nearest[2]
    connector, point, direction = free.at[key]
    owner, turned = key[0], angle_between(direction, glue.direction)
    text = glue_text(point, direction, glue.roll)
    clear = max(3.0 * away, SURE_DISTANCE)
    alone = all(other == key or norm(sub(at, glue.point)) >= clear for at, other in free.along.near(glue.point, clear))
    sure = alone and away <= SURE_DISTANCE and (turned <= SURE_ANGLE or away <= SAME_POINT)
    return Problem(
        f"{message}; the nearest is `{connector.name}` of `{owner}`, {millimetres(away)} away"
        + (f" and turned by {math.degrees(turned):.1f} degrees" if turned > math.radians(0.1) else ""),
        glue.span,
        "meets no connector",
        help=() if sure else (f"for `{connector.name}` of `{owner}` write `glue = {text}`",),
        edits=(Edit(glue.span, text),) if sure else (),
    )


class Free:
    """The connectors of placed parts on which nothing sits."""

    def __init__(self, facts: Facts) -> None:
        # (owner, connector) -> the connector, its point and direction in ``base_link``.
        self.at = {
            (owner, connector.name): (connector, point, direction)
            for owner, connector, point, direction in free_connectors(facts)
        }
        self.along = Along((point, key) for key, (_, point, _) in self.at.items())


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
    shared = len({p.nearest[:2] if p.nearest else p.taken_by for p in facts.robot.parts if p.taken_by})
    evidence = f"{counted(used, 'connector')} in use, {shared or 'none'} by more than one part"
    return judged(ONE_PART_PER_CONNECTOR, evidence, problems)


def unplaced_rule(facts: Facts) -> str | None:
    """The rule that reports why a part has no place; ``None`` where every part has one."""
    unplaced = [p for p in facts.robot.parts if p.pose is None]
    if not unplaced:
        return None
    return ONE_PART_PER_CONNECTOR if all(p.taken_by or p.waits_for for p in unplaced) else GLUE_ON_CONNECTOR


def rolling_stock(facts: Facts) -> list[tuple[Component, str | None]]:
    """Each placed wheel that is no Caster, and each placed track, with the mount that it fills."""
    wheels = [(w.component, w.mount) for w in facts.robot.wheels if w.component.type != "Caster"]
    return wheels + [(b.component, b.mount) for b in facts.robot.belts]


def _noun(type: ComponentType) -> str:
    return "track" if type.wheel_type == "Track" else "wheel"


def _a_fitting_one(type: ComponentType) -> str:
    """What goes onto a mount of the chassis type: ``a `Standard` wheel``, ``an `Omni_wheel` ``."""
    return f"{a_type(type.wheel_type)} wheel" if type.wheel_type in ("Standard", "Mecanum") else a_type(type.wheel_type)


def wheel_mounts_filled(facts: Facts) -> Finding:
    """Whether each mount of the chassis type carries exactly one wheel or track, and none of them sits elsewhere."""
    rule, chassis, type = WHEEL_MOUNTS_FILLED, facts.program.robot.chassis, chassis_type(facts)
    if not type.mounts:
        return not_applicable(rule, f"{a_type(type.name)} chassis has no wheel mounts")
    noun, stock = _noun(type), rolling_stock(facts)
    empty = [m for m in type.mounts if not any(mount == m for _, mount in stock)]
    evidence = f"{len(type.mounts) - len(empty)} of {len(type.mounts)} {noun} mounts carry a {noun}"
    lost = [p for p in facts.robot.parts if p.pose is None and _goes_on_a_mount(p.component)]
    cause = unplaced_rule(facts)
    if empty and cause is not None and len(lost) >= len(empty):
        return waiting(rule, f"{evidence}; {counted(len(lost), noun)} without a place", cause)
    told = [mount for mount in empty if _wrong_wheel_on(facts, mount) is not None]
    problems = [_empty_mount(facts, chassis, mount) for mount in empty if mount not in told]
    for component, mount in stock:
        first = next(c for c, other in stock if other == mount)
        own = "track" if component.part.category is Category.TRACK else "wheel"
        if mount is None:
            help = f"its {noun} mounts are {listing(type.mounts, 'and')}"
            problems.append(
                Problem(
                    f"the {own} `{component.name}` sits on no {noun} mount of the chassis",
                    component.name_span,
                    f"not on a {noun} mount",
                    help=(f"{help}; support without a drive is a `Caster`",) if own == "wheel" else (help,),
                )
            )
        elif first is not component:
            problems.append(
                Problem(
                    f"the mount `{mount}` carries a second {own}, `{component.name}`",
                    component.name_span,
                    f"a second {own}",
                    related=(Label(first.name_span, f"the first {own}"),),
                )
            )
    if told and not problems:
        return waiting(rule, f"{evidence}; {listing(told, 'and')} of another type", WHEEL_TYPE_MATCHES_CHASSIS)
    return judged(rule, evidence, problems)


def _wrong_wheel_on(facts: Facts, mount: str) -> Component | None:
    """What can roll on a mount that carries nothing which the chassis commands: a Caster, told of by its type."""
    chassis = facts.program.robot.chassis
    connector = chassis.part.connectors.get(chassis.profile.mounts.get(mount, ""))
    on_it = [w.component for w in facts.robot.wheels if connector is not None and w.component.type == "Caster"]
    return next((c for c in on_it if facts.robot.part(c.name).base_connector is connector), None)


def unfilled_rule(facts: Facts) -> str | None:
    """The rule that reports a mount of the chassis without its wheel or track; ``None`` where every mount has one."""
    filled = {mount for _, mount in rolling_stock(facts)}
    empty = [mount for mount in chassis_type(facts).mounts or {} if mount not in filled]
    if not empty:
        return None
    wrong = all(_wrong_wheel_on(facts, mount) is not None for mount in empty)
    return WHEEL_TYPE_MATCHES_CHASSIS if wrong else WHEEL_MOUNTS_FILLED


def _goes_on_a_mount(component: Component) -> bool:
    return component.part.category in (Category.WHEEL, Category.TRACK) and component.type != "Caster"


def _empty_mount(facts: Facts, chassis: Component, mount: str) -> Problem:
    connector = chassis.part.connectors.get(chassis.profile.mounts.get(mount, ""))
    type = chassis_type(facts)
    noun, fitting = _noun(type), _a_fitting_one(type)
    if connector is None:
        return Problem(
            f"the part `{chassis.part.id}` says of no connector that it is the mount `{mount}` of "
            f"{a_type(chassis.type)}",
            chassis.ref_span,
            f"no mount `{mount}`",
            related=(Label(chassis.part.span, "the part"),),
        )
    sits = next((p for p in facts.robot.parts if p.base_connector is connector), None)
    if sits is not None:
        return Problem(
            f"the mount `{mount}` carries `{sits.component.name}`, and no {noun}",
            sits.component.name_span,
            f"carries no {noun}",
            help=(f"{a_type(chassis.type)} takes {fitting} there",),
        )
    return Problem(
        f"the mount `{mount}` of the chassis carries no {noun}",
        chassis.span,
        f"nothing on `{mount}`",
        help=(f'add {fitting} with `mount = "{mount}"`, or `glue = {glue_text(connector.pos, connector.dir)}`',),
    )


def wheel_type_matches_chassis(facts: Facts) -> Finding:
    """Whether the mounts carry the wheel or track type that the chassis type takes; a Caster belongs on none."""
    type, chassis = chassis_type(facts), facts.program.robot.chassis
    mounts = {chassis.profile.mounts.get(m): m for m in type.mounts or {}}
    problems = []
    mounted = 0
    placed: list[tuple[Component, str | None]] = [(w.component, w.mount) for w in facts.robot.wheels]
    for component, filled in [*placed, *((b.component, b.mount) for b in facts.robot.belts)]:
        part, mount = facts.robot.part(component.name), filled
        if mount is None and part.parent == chassis.name and part.base_connector is not None:
            mount = mounts.get(part.base_connector.name)
        if mount is None:
            continue
        mounted += 1
        if component.type != type.wheel_type:
            problems.append(
                Problem(
                    f"the mount `{mount}` of {a_type(type.name)} takes {_a_fitting_one(type)}, not "
                    f"{a_type(component.type)}",
                    component.span,
                    a_type(component.type),
                    related=(Label(chassis.name_span, "the chassis"),),
                )
            )
    if not mounted:
        return not_applicable(WHEEL_TYPE_MATCHES_CHASSIS, f"no {_noun(type)} sits on a mount of the chassis")
    return judged(
        WHEEL_TYPE_MATCHES_CHASSIS,
        f"{mounted - len(problems)} of {counted(mounted, f'mounted {_noun(type)}')} of the type `{type.wheel_type}`",
        problems,
    )


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
