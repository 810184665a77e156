"""``parts/<id>/component.yaml`` to a ``Part``: the tables of what each category states, and the rules over them.

Every fault of a file is reported; a part is made only of a file without one. Nothing is defaulted: a field that the
file does not state is ``None`` or empty in the record.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from robotdsl_compiler.library.fields import Fields, Number, open_fields, record
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.heading import check_id, is_supported, open_file, read_provenance, read_visual
from robotdsl_compiler.library.physical import inertia_fault, is_solid
from robotdsl_compiler.library.ports import read_connectors, read_contacts, read_drivelines, read_profiles
from robotdsl_compiler.library.sensing import read_sensing
from robotdsl_compiler.library.yaml_spans import Scalar
from robotdsl_compiler.model.geometry import Vec3
from robotdsl_compiler.model.part import (
    Category,
    CollisionBox,
    Hull,
    Inertial,
    MotorRating,
    Part,
    WheelShape,
)
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.suggest import listing

KIND = "part"

_EVERY = frozenset(Category)
_SHAPED = _EVERY - {Category.WHEEL, Category.TRACK}


@dataclass(frozen=True, slots=True)
class _Rule:
    """Which categories may state a field, and whether those must; ``built`` is false while no target uses it."""

    who: frozenset[Category] = _EVERY
    required: bool = False
    built: bool = True


def _only(*categories: Category) -> frozenset[Category]:
    return frozenset(categories)


_FIELDS: dict[str, _Rule] = {
    "schema_version": _Rule(required=True),
    "id": _Rule(required=True),
    "category": _Rule(required=True),
    "description": _Rule(required=True),
    "visual": _Rule(),
    "collision": _Rule(_SHAPED),
    "hull": _Rule(_SHAPED),
    "inertial": _Rule(),
    "wheel": _Rule(_only(Category.WHEEL), required=True),
    "track": _Rule(_only(Category.TRACK), required=True, built=False),
    "motor": _Rule(_only(Category.MOTOR), required=True),
    "range": _Rule(_only(Category.SENSOR)),
    "sensor": _Rule(_only(Category.SENSOR)),
    "connectors": _Rule(required=True),
    "drivelines": _Rule(_only(Category.CHASSIS)),
    "contacts": _Rule(_only(Category.CHASSIS)),
    "links": _Rule(built=False),
    "feet": _Rule(_only(Category.CHASSIS, Category.LEG), built=False),
    "controller": _Rule(_only(Category.CHASSIS), built=False),
    "profiles": _Rule(required=True),
    "provenance": _Rule(),
}
_CATEGORIES_NOT_BUILT = (Category.TRACK, Category.LEG)

_POSITIVE = Number(above=0.0)
_WHEEL = {"radius": _POSITIVE, "width": _POSITIVE}
_MOTOR = {"stall_torque": _POSITIVE, "no_load_speed": _POSITIVE}
_INERTIA = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
_SOURCES = ("measured", "datasheet", "cad_measured", "estimated", "placeholder")
_NEEDS_BASIS = ("estimated", "placeholder")


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
    if category in _CATEGORIES_NOT_BUILT:
        file.report("library.unsupported", f"parts of category `{value}` are not supported yet", entry.value)
        return None
    _check_fields(fields, category)
    return category


def _check_fields(fields: Fields, category: Category) -> None:
    """Report fields that the category does not have, that it lacks, or that nothing is built for yet."""
    for name, rule in _FIELDS.items():
        entry = fields.optional(name)
        if entry is None:
            if rule.required and category in rule.who and name not in ("schema_version", "id", "description"):
                fields.required(name)
        elif category not in rule.who:
            owners = listing([c.value for c in Category if c in rule.who])
            fields.file.report(
                "library.unsupported",
                f"a part of category `{category.value}` has no field `{name}`",
                entry,
                label=f"a field of category {owners}",
            )
        elif not rule.built:
            fields.file.report("library.unsupported", f"the field `{name}` is not supported yet", entry)


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
    inertial = _inertial(fields)
    wheel, motor = fields.optional("wheel"), fields.optional("motor")
    wheel_numbers = record(file, wheel, _WHEEL) if wheel and category is Category.WHEEL else None
    motor_numbers = record(file, motor, _MOTOR) if motor and category is Category.MOTOR else None
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
        motor=None if motor_numbers is None else MotorRating(**motor_numbers),
        range=cone,
        sensor=rating,
        connectors=connectors,
        drivelines=driven,
        contacts=touching,
        profiles=profiles,
        provenance=provenance,
        span=file.span(stated.value),
    )


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


def _inertial(fields: Fields) -> Inertial | None:
    entry = fields.optional("inertial")
    known = ("mass", "origin_xyz", "inertia", "source", "basis")
    inertial = open_fields(fields.file, "inertial", entry.value, entry, known) if entry else None
    if inertial is None:
        return None
    file = fields.file
    mass, origin = inertial.number("mass", _POSITIVE), inertial.vector("origin_xyz")
    tensor = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    stated = inertial.required("inertia")
    before = len(file.findings)
    terms = open_fields(file, "inertial.inertia", stated.value, stated, _INERTIA) if stated else None
    if terms is not None and stated is not None:
        ixx, iyy, izz, ixy, ixz, iyz = (terms.number(name, Number()) for name in _INERTIA)
        tensor = (ixx, iyy, izz, ixy, ixz, iyz)
        fault = inertia_fault(tensor) if file.sound_since(before) else None
        if fault is not None:
            file.report("library.invalid_value", "`inertial.inertia` is that of no body", stated, label=fault)
    source = inertial.choice("source", _SOURCES)
    basis = inertial.optional_text("basis")
    if basis is None and source in _NEEDS_BASIS:
        where = inertial.optional("source")
        file.report(
            "library.missing_field",
            f"`inertial.basis` is missing: a value that is `{source}` says what it rests on",
            where.value if where and isinstance(where.value, Scalar) else inertial.anchor,
        )
    return Inertial(mass, origin, tensor, source, basis)
