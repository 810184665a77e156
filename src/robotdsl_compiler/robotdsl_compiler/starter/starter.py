"""The entry of the starter: a chassis type and sensor types in, four sources that compile clean out.

The choice is the same every time: libraries and what they list are gone through in their order, and the first robot
wins that every validation rule passes without a warning.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from robotdsl_compiler.library.loader import Libraries
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Polygon
from robotdsl_compiler.model.part import Category, Part
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.starter.choice import Choice, Design
from robotdsl_compiler.starter.gear import Gear, gears
from robotdsl_compiler.starter.sensors import SENSOR_TYPES, arrangements, unplaced, wanted, words
from robotdsl_compiler.starter.shelf import parts_for, places_of
from robotdsl_compiler.starter.texts import Texts, bare, texts
from robotdsl_compiler.starter.trial import tried
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.suggest import did_you_mean, listing
from robotdsl_compiler.support.wording import a, a_type
from robotdsl_compiler.validation.plane import distance_to

# The component that is the chassis.
CHASSIS = "base"
# How many arrangements of the sensors, on each running gear that stands, are put before the rules.
MOST_ARRANGEMENTS = 24
# How many running gears that stand are worth trying with the sensors.
MOST_GEARS = 8


@dataclass(frozen=True, slots=True)
class Wish:
    """What a starter is asked to be: ``name`` of the robot, an identifier; ``chassis`` the id of a part, or ``None``
    for the first that will do.
    """

    type: str
    sensors: tuple[str, ...]
    name: str
    chassis: str | None = None


def make_starter(wish: Wish, libraries: Libraries, diagnostics: Diagnostics) -> Texts | None:
    """The sources by form; ``None`` after reporting as ``name.*`` what cannot be had, and what could."""
    if not _known_types(wish, diagnostics):
        return None
    candidates = _chassis(wish, libraries, diagnostics)
    for sensor in dict.fromkeys(wish.sensors):
        if not parts_for(libraries, sensor):
            _report(
                diagnostics, "name.unknown_part", f"no part of the given libraries can be {a_type(sensor)}",
                help=_held(libraries, Category.SENSOR),
            )  # fmt: skip
    if diagnostics.blocked():
        return None
    reasons: list[str] = []
    for part in candidates:
        made = _on(part, [p.id for p in candidates if p is not part], wish, libraries, reasons)
        if made is not None:
            return made
    _report(
        diagnostics, "name.unknown_part",
        f"the given libraries hold no parts that make a sound {wish.type}"
        + (f" with {listing(wish.sensors, 'and')}" if wish.sensors else ""),
        notes=reasons,
    )  # fmt: skip
    return None


def _report(
    diagnostics: Diagnostics, code: str, message: str, help: Sequence[str] = (), notes: Sequence[str] = ()
) -> None:
    diagnostics.report(code, Phase.NAME_RESOLUTION, message, help=help, notes=notes)


def _known_types(wish: Wish, diagnostics: Diagnostics) -> bool:
    chassis = [t.name for t in COMPONENT_TYPES.values() if t.category is Category.CHASSIS]
    asked = [(wish.type, "chassis", chassis), *((s, "sensor", list(SENSOR_TYPES)) for s in dict.fromkeys(wish.sensors))]
    for name, kind, known in asked:
        if name not in known:
            _report(
                diagnostics, "name.unknown_component_type", f"`{name}` is no {kind} type",
                help=did_you_mean(name, known) or (f"the {kind} types are {listing(known, 'and')}",),
            )  # fmt: skip
    return not diagnostics.blocked()


def _chassis(wish: Wish, libraries: Libraries, diagnostics: Diagnostics) -> list[Part]:
    found = parts_for(libraries, wish.type)
    if wish.chassis is None:
        if not found:
            _report(
                diagnostics, "name.unknown_part", f"no part of the given libraries can be {a_type(wish.type)}",
                help=_held(libraries, Category.CHASSIS),
            )  # fmt: skip
        return found
    named = [part for part in found if part.id == wish.chassis]
    if not named:
        holders = libraries.find(wish.chassis)
        if len(holders) > 1:
            message = f"`{wish.chassis}` is a part of more than one of the given libraries"
        elif holders:
            message = f"the part `{wish.chassis}` cannot be {a_type(wish.type)}"
        else:
            message = f"no given library holds a part `{wish.chassis}`"
        fitting = [part.id for part in found]
        hint = (f"{a_type(wish.type)} can be {listing(fitting)}",) if fitting else _held(libraries, Category.CHASSIS)
        _report(diagnostics, "name.unknown_part", message, help=did_you_mean(wish.chassis, fitting) or hint)
    return named


def _held(libraries: Libraries, category: Category) -> tuple[str, ...]:
    """What the libraries hold of a category, with the types that each part can be."""
    parts = [part for id in libraries.ids() for part in libraries.find(id) if part.category is category]
    held = [f"`{part.id}` ({', '.join(part.profiles) or 'of no type'})" for part in parts]
    if not held:
        return (f"they hold no part of category {category.value}; name a library with --library DIR",)
    return (f"they hold {', '.join(held)}",)


def _on(part: Part, others: Sequence[str], wish: Wish, libraries: Libraries, reasons: list[str]) -> Texts | None:
    """A starter on one chassis part; ``None`` after saying in ``reasons`` why there is none."""
    chassis = Choice(wish.type, CHASSIS, part, None, tuple(others))
    failed = ""
    stood = False
    for gear in itertools.islice(_sound_gears(chassis, wish, libraries, reasons), MOST_GEARS):
        stood = True
        taken = {choice.mount for choice in gear}
        free = [place for place in places_of(part, wish.type) if place.mount not in taken]
        sensors = wanted(libraries, wish.sensors, free)
        lost = unplaced(sensors)
        if lost is not None:
            failed = failed or (
                f"on `{part.id}` no free mount is left that lets {a(lost.type)} {words(lost.type)}"
                if lost.options
                else f"`{part.id}` has no free mount that lets {a(lost.type)} {words(lost.type)}"
            ) + (f"; without sensors, free are {listing([p.mount for p in free], 'and')}" if free else "")
            continue
        for chosen in itertools.islice(arrangements(sensors), MOST_ARRANGEMENTS):
            made, why = _finished(Design(chassis, gear, chosen), wish.name, libraries)
            if made is not None:
                return made
            failed = failed or f"on `{part.id}`, {why}"
    if stood:
        reasons.append(failed)
    return None


def _finished(design: Design, name: str, libraries: Libraries) -> tuple[Texts | None, str]:
    """The texts with a course that is laid out for the robot; ``None`` with the reason where something is said."""
    facts, said = tried(bare(name, design), libraries)
    if facts is None or len(said):
        return None, _first(said)
    made = texts(name, _verified(design, name, libraries), facts.robot)
    _, said = tried(made, libraries)
    return (None, _first(said)) if len(said) else (made, "")


def _verified(design: Design, name: str, libraries: Libraries) -> Design:
    """``design`` with only those alternatives that hold as well: each is put in its place and tried."""

    def holds(changed: Sequence[Choice]) -> bool:
        gear, sensors = tuple(changed[: len(design.gear)]), tuple(changed[len(design.gear) :])
        facts, said = tried(bare(name, Design(design.chassis, gear, sensors)), libraries)
        return facts is not None and not len(said)

    everything = (*design.gear, *design.sensors)

    @functools.cache
    def other_gear(type: str, old: str, new: str) -> bool:
        """Whether the part ``new`` would do for every component of the type whose part is ``old``."""
        (part,) = libraries.find(new)
        return holds([replace(c, part=part) if (c.type, c.part.id) == (type, old) else c for c in everything])

    def other(choice: Choice, id: str) -> bool:
        if choice in design.gear:
            return other_gear(choice.type, choice.part.id, id)
        (part,) = libraries.find(id)
        return holds([replace(c, part=part) if c is choice else c for c in everything])

    def verified(choice: Choice) -> Choice:
        others = tuple(id for id in choice.others if other(choice, id))
        places = tuple(
            mount
            for mount in choice.places
            if holds([replace(c, mount=mount) if c is choice else c for c in everything])
        )  # fmt: skip
        return replace(choice, others=others, places=places)

    return Design(design.chassis, tuple(map(verified, design.gear)), tuple(map(verified, design.sensors)))


def _first(said: Diagnostics) -> str:
    return next((d.message for d in said), "the program does not hold")


def _sound_gears(chassis: Choice, wish: Wish, libraries: Libraries, reasons: list[str]) -> Iterator[Gear]:
    """The running gears on which the bare robot stands. Of those with the same wheels and as many casters only the
    one that stands safest, its centre of mass deepest inside what it stands on.
    """
    part, failed, any_gear, any_sound = chassis.part, "", False, False
    groups = itertools.groupby(gears(libraries, part, wish.type), key=_wheels_and_number)
    for _, group in groups:
        best: tuple[float, Gear] | None = None
        for gear in group:
            any_gear = True
            facts, said = tried(bare(wish.name, Design(chassis, gear)), libraries)
            if facts is None or len(said):
                failed = failed or _first(said)
                continue
            margin = _margin(facts)
            if best is None or margin > best[0] + 1e-9:
                best = (margin, gear)
        if best is not None:
            any_sound = True
            yield _with_other_casters(best[1])
    if any_sound:
        return
    type = COMPONENT_TYPES[wish.type]
    missing = type.wheel_type if type.wheel_type and not parts_for(libraries, type.wheel_type) else None
    if missing is not None:
        reasons.append(f"`{part.id}` needs {a(missing)} on each mount, and no part of the libraries can be one")
    elif any_gear:
        reasons.append(f"on `{part.id}`, {failed}")
    else:
        reasons.append(f"no {type.wheel_type} of the libraries turns on the mounts of `{part.id}`, all on one plane")


def _wheels_and_number(gear: Gear) -> tuple[tuple[str, ...], int]:
    return tuple(choice.part.id for choice in gear if choice.type != "Caster"), len(gear)


def _with_other_casters(gear: Gear) -> Gear:
    """A lone caster is simply called so."""
    casters = [choice for choice in gear if choice.type == "Caster"]
    if len(casters) != 1:
        return gear
    return tuple(replace(choice, name="caster") if choice is casters[0] else choice for choice in gear)


def _margin(facts: Facts) -> float:
    """How deep the centre of mass lies inside what the robot stands on, in metres."""
    center, support = facts.robot.center_of_mass, facts.robot.support
    if center is None or len(support) < 3:
        return 0.0
    return -distance_to(center[:2], Polygon(support))
