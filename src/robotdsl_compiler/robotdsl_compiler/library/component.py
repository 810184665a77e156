"""``parts/<id>/component.yaml`` to a ``Part``: the tables of what each category states, and the rules over them.

Every fault of a file is reported; a part is made only of a file without one. Nothing is defaulted: a field that the
file does not state is ``None`` or empty in the record.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from robotdsl_compiler.library.belts import read_track
from robotdsl_compiler.library.fields import Fields, Number, open_fields, record
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.heading import check_id, is_supported, open_file, read_provenance, read_visual
from robotdsl_compiler.library.inertials import read_inertial
from robotdsl_compiler.library.links import read_links
from robotdsl_compiler.library.physical import is_solid
from robotdsl_compiler.library.ports import read_connectors, read_contacts, read_drivelines, read_profiles
from robotdsl_compiler.library.sensing import read_sensing
from robotdsl_compiler.library.yaml_spans import Entry
from robotdsl_compiler.model.geometry import Vec3
from robotdsl_compiler.model.part import (
    Category,
    CollisionBox,
    Foot,
    Hull,
    Link,
    MotorRating,
    Part,
    Profile,
    WheelShape,
)
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.suggest import listing
from robotdsl_compiler.support.value import value

if TYPE_CHECKING:
    from robotdsl_compiler.model.walking import Controller

KIND = "part"

_EVERY = frozenset(Category)
_SHAPED = _EVERY - {Category.WHEEL, Category.TRACK}


@value
class _Rule:
    """Which categories may state a field, and which of them must."""

    who: frozenset[Category] = _EVERY
    must: frozenset[Category] = frozenset()


def _only(*categories: Category) -> frozenset[Category]:
    return frozenset(categories)


_CHASSIS, _LEG = _only(Category.CHASSIS), _only(Category.LEG)

_FIELDS: dict[str, _Rule] = {
    "schema_version": _Rule(must=_EVERY),
    "id": _Rule(must=_EVERY),
    "category": _Rule(must=_EVERY),
    "description": _Rule(must=_EVERY),
    "visual": _Rule(),
    "collision": _Rule(_SHAPED),
    "hull": _Rule(_SHAPED),
    "inertial": _Rule(),
    "wheel": _Rule(_only(Category.WHEEL), _only(Category.WHEEL)),
    "track": _Rule(_only(Category.TRACK), _only(Category.TRACK)),
    "motor": _Rule(_only(Category.MOTOR), _only(Category.MOTOR)),
    "range": _Rule(_only(Category.SENSOR)),
    "sensor": _Rule(_only(Category.SENSOR)),
    "connectors": _Rule(must=_EVERY),
    "drivelines": _Rule(_CHASSIS),
    "contacts": _Rule(_CHASSIS),
    "links": _Rule(must=_LEG),
    "feet": _Rule(_CHASSIS | _LEG, _LEG),
    "controller": _Rule(_CHASSIS),
    "profiles": _Rule(must=_EVERY),
    "provenance": _Rule(),
}
# What the first fields of a file are, which are read before the category is known.
_HEAD = ("schema_version", "id", "description")
# The fields that only a base that walks has.
_WALKING = ("feet", "controller")
_WALKER = "Legged"

_POSITIVE = Number(above=0.0)
_WHEEL = {"radius": _POSITIVE, "width": _POSITIVE}
_MOTOR = {"stall_torque": _POSITIVE, "no_load_speed": _POSITIVE}


def read_component(source: Source, part_id: str, library: str, directory: Path, findings: Findings) -> Part | None:
    """The part ``part_id`` of ``library``, whose ``component.yaml`` is ``source`` and lies in ``directory``.

    What is wrong goes to ``findings``, and the answer is then ``None``.
    """
    fields = open_file(source, findings, "component.yaml", _FIELDS)
    category = None if fields is None else _heading(fields, part_id)
    if fields is None or category is None:
        return None
    return _read(fields, category, part_id, library, directory)


def _heading(fields: Fields, part_id: str) -> Category | None:
    """Check what every file begins with. The category, or ``None`` where the rest cannot be read for want of it."""
    file = fields.file
    if not is_supported(fields):
        return None
    check_id(fields, part_id, KIND)
    fields.text("description")
    entry = fields.required("category")
    if entry is None:
        return None
    before = len(file.findings)
    value = file.choice("category", entry.value, [c.value for c in Category])
    if not file.sound_since(before):
        return None
    category = Category(value)
    _check_fields(fields, category)
    return category


def _check_fields(fields: Fields, category: Category) -> None:
    """Report fields that the category does not have and those that it lacks."""
    for name, rule in _FIELDS.items():
        entry = fields.optional(name)
        if entry is None:
            if category in rule.must and name not in _HEAD:
                fields.required(name)
        elif category not in rule.who:
            owners = listing([c.value for c in Category if c in rule.who])
            fields.file.report(
                "library.unsupported",
                f"a part of category `{category.value}` has no field `{name}`",
                entry,
                label=f"a field of category {owners}",
            )


def _read(fields: Fields, category: Category, part_id: str, library: str, directory: Path) -> Part | None:
    file = fields.file
    before = len(file.findings)
    entry = fields.optional("connectors")
    connectors = read_connectors(file, entry, category) if entry else {}
    connectors_sound = entry is not None and file.sound_since(before)

    before = len(file.findings)
    entry = fields.optional("profiles")
    profiles = read_profiles(file, entry, category, connectors if connectors_sound else None) if entry else {}
    profiles_sound = entry is not None and file.sound_since(before)

    visual, collision, hull = read_visual(fields, directory, KIND), _collision(fields), _hull(fields)
    inertial = read_inertial(fields, fields.optional("inertial"))
    wheel, motor, track = fields.optional("wheel"), fields.optional("motor"), fields.optional("track")
    wheel_numbers = record(file, wheel, _WHEEL) if wheel and category is Category.WHEEL else None
    motor_numbers = record(file, motor, _MOTOR) if motor and category is Category.MOTOR else None
    belt = read_track(file, track) if track and category is Category.TRACK else None
    cone, rating = read_sensing(fields, category, profiles if profiles_sound else None)
    drivelines = fields.optional("drivelines")
    contacts = fields.optional("contacts")
    chassis = category is Category.CHASSIS
    mounts = (
        [m for p in profiles.values() for m in p.mounts] if profiles and profiles_sound and connectors_sound else None
    )
    stated = fields.optional("id")
    provenance = read_provenance(fields)
    driven = read_drivelines(file, drivelines, mounts, connectors) if drivelines and chassis else ()
    touching = read_contacts(file, contacts) if contacts and chassis else ()
    links, feet, controller = _mechanism(fields, category, directory, profiles if profiles_sound else None)
    if len(file.findings) or stated is None:
        return None
    return Part(
        id=part_id,
        library=library,
        category=category,
        description=fields.text("description"),
        directory=directory,
        visual=visual,
        collision=collision,
        hull=hull,
        inertial=inertial,
        wheel=None if wheel_numbers is None else WheelShape(**wheel_numbers),
        track=belt,
        motor=None if motor_numbers is None else MotorRating(**motor_numbers),
        range=cone,
        sensor=rating,
        connectors=connectors,
        drivelines=driven,
        contacts=touching,
        links=links,
        feet=feet,
        controller=controller,
        profiles=profiles,
        provenance=provenance,
        span=file.span(stated.value),
    )


def _mechanism(
    fields: Fields, category: Category, directory: Path, profiles: dict[str, Profile] | None
) -> tuple[dict[str, Link], dict[str, Foot], Controller | None]:
    """The links of the part's own, and what it walks on and by. A chassis walks when it can be used as `Legged`."""
    file = fields.file
    before = len(file.findings)
    entry = fields.optional("links")
    links = read_links(file, entry) if entry else {}
    links_known = links if file.sound_since(before) else None
    stated: dict[str, Entry] = {}
    for name in _WALKING:
        entry = fields.optional(name)
        if entry is None or category not in _FIELDS[name].who:
            continue
        if category is Category.CHASSIS and profiles and _WALKER not in profiles:
            file.report(
                "library.unsupported",
                f"a chassis that is {listing(profiles, 'and')} has no field `{name}`",
                entry,
                label=f"a field of a `{_WALKER}` chassis",
            )
        else:
            stated[name] = entry
    if not stated:
        return links, {}, None
    # What only a walking robot needs, and there is much of it.
    from robotdsl_compiler.library.walking import read_controller, read_feet

    before = len(file.findings)
    feet = read_feet(file, stated["feet"], links_known) if "feet" in stated else {}
    feet_known = feet if links_known is not None and file.sound_since(before) else None
    controller = None
    if "controller" in stated:
        controller = read_controller(file, stated["controller"], directory, links_known, feet_known)
    return links, feet, controller


def _collision(fields: Fields) -> CollisionBox | None:
    entry = fields.optional("collision")
    box = open_fields(fields.file, "collision", entry.value, entry, ("type", "size", "origin_xyz")) if entry else None
    if box is None:
        return None
    box.choice("type", ("box",))
    return CollisionBox(box.vector("size", _POSITIVE), box.vector("origin_xyz"))


def _hull(fields: Fields) -> Hull | None:
    file, entry, box = fields.file, fields.optional("hull"), fields.optional("collision")
    if entry is not None and box is not None:
        file.report(
            "library.invalid_value",
            "a part states `collision` or `hull`, not both",
            entry,
            related=((box, "the other one"),),
        )
    hull = open_fields(file, "hull", entry.value, entry, ("vertices",)) if entry else None
    stated = hull.required("vertices") if hull else None
    if stated is None:
        return None
    before = len(file.findings)
    nodes = file.items("hull.vertices", stated.value, "a list of points [x, y, z]")
    vertices: tuple[Vec3, ...] = tuple(file.vector(f"hull.vertices[{i}]", node) for i, node in enumerate(nodes))
    if file.sound_since(before) and not is_solid(vertices):
        file.report(
            "library.invalid_value",
            "`hull.vertices` must be four or more points that are not all in one plane",
            stated,
            label=f"{len(vertices)} points" if len(vertices) < 4 else "these lie in one plane",
        )
    return Hull(vertices)
