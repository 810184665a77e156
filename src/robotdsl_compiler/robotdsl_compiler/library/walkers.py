"""``walkers/<id>/walker.yaml`` to a ``Walker``: a policy for one chassis of the library on its legs as they are placed.

Every fault of a file is reported; a walker is made only of a file without one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from robotdsl_compiler.library.fields import Fields, open_fields
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.heading import check_id, is_supported, open_file, read_provenance
from robotdsl_compiler.library.walking import Body, read_policy, servo_links
from robotdsl_compiler.library.yaml_spans import Entry, Node
from robotdsl_compiler.model.part import Category, Foot, Part
from robotdsl_compiler.model.walker import Walker, WalkerLeg
from robotdsl_compiler.support.source import Source

KIND = "walker"
_FIELDS = ("schema_version", "id", "description", "chassis", "legs", "joints", "policy", "provenance")
_LEGGED = "Legged"

Thing = TypeVar("Thing")
# The sound part of an id in the walker's own library; ``None`` where there is none.
PartOf = Callable[[str], Part | None]
WalkerReader = Callable[[Source, str, str, Path, Findings], Walker | None]


def walker_reader(part_of: PartOf) -> WalkerReader:
    """A reader of the walkers of a library whose parts ``part_of`` gives."""

    def read_walker(source: Source, id: str, library: str, directory: Path, findings: Findings) -> Walker | None:
        fields = open_file(source, findings, "walker.yaml", _FIELDS)
        if fields is None or not is_supported(fields):
            return None
        return _read(fields, id, library, directory, part_of)

    return read_walker


def _read(fields: Fields, id: str, library: str, directory: Path, part_of: PartOf) -> Walker | None:
    file = fields.file
    check_id(fields, id, KIND)
    description, provenance = fields.text("description"), read_provenance(fields)
    chassis = _part(fields, "chassis", Category.CHASSIS, part_of)
    if chassis is not None and _LEGGED not in chassis.profiles:
        file.report(
            "library.invalid_value", f"the part `{chassis.id}` cannot be a `{_LEGGED}` base", _value(fields, "chassis")
        )
    legs = _legs(fields, chassis, part_of)
    parts: dict[str, Part] | None = None
    if chassis is not None and legs is not None and len(file.findings) == 0:
        parts = {"": chassis, **{name: part for name, (_, part) in legs.items()}}
    turning = None if parts is None else _named(parts, lambda part: dict.fromkeys(servo_links(part.links)))
    feet: dict[str, Foot] | None = None if parts is None else _named(parts, lambda part: part.feet)
    joints = _joints(fields, None if turning is None else list(turning))
    entry = fields.required("policy")
    body = Body(
        KIND, directory, None if turning is None else list(turning), None if chassis is None else chassis.links, feet
    )
    policy = read_policy(file, entry, "policy", body) if entry is not None else None
    stated = fields.optional("id")
    if len(file.findings) or chassis is None or legs is None or policy is None or stated is None:
        return None
    return Walker(
        id=id,
        library=library,
        description=description,
        directory=directory,
        chassis=chassis.id,
        legs={name: leg for name, (leg, _) in legs.items()},
        joints=joints,
        policy=policy,
        provenance=provenance,
        span=file.span(stated.value),
    )


def _value(fields: Fields, name: str) -> Node | Entry:
    entry = fields.optional(name)
    assert entry is not None
    return entry.value


def _part(fields: Fields, name: str, category: Category, part_of: PartOf) -> Part | None:
    """The part that a field names; ``None`` after a fault."""
    before = len(fields.file.findings)
    id = fields.text(name)
    if not fields.file.sound_since(before):
        return None
    part = part_of(id)
    path = fields.path_of(name)
    if part is None:
        message = f"`{path}` names the part `{id}`, and the library holds no sound one"
        fields.file.report("library.invalid_value", message, _value(fields, name))
    elif part.category is not category:
        message = f"`{path}` names the part `{id}`, a {part.category.value} and no {category.value}"
        fields.file.report("library.invalid_value", message, _value(fields, name))
        return None
    return part


def _legs(fields: Fields, chassis: Part | None, part_of: PartOf) -> dict[str, tuple[WalkerLeg, Part]] | None:
    """The legs by name, each with its part; ``None`` after a fault. A chassis that has legs of its own needs none."""
    entry = fields.optional("legs")
    if entry is None:
        return {}
    file = fields.file
    before = len(file.findings)
    legs: dict[str, tuple[WalkerLeg, Part]] = {}
    taken: dict[str, Entry] = {}
    for each in file.names("legs", entry.value, "a mapping from names to legs"):
        if not file.is_identifier(each, "a leg"):
            continue
        inner = open_fields(file, f"legs.{each.key}", each.value, each, ("part", "connector"))
        if inner is None:
            continue
        part = _part(inner, "part", Category.LEG, part_of)
        connector = inner.text("connector") if chassis is None else inner.choice("connector", chassis.connectors)
        if connector in taken and file.sound_since(before):
            file.report(
                "library.invalid_value",
                f"two legs sit on the connector `{connector}`",
                _value(inner, "connector"),
                related=((taken[connector], "the other one"),),
            )
        taken.setdefault(connector, each)
        if part is not None:
            legs[each.key] = (WalkerLeg(part.id, connector), part)
    return legs if file.sound_since(before) else None


def _named(parts: dict[str, Part], things: Callable[[Part], dict[str, Thing]]) -> dict[str, Thing]:
    """The things of all parts by the names that a walker has for them."""
    return {
        f"{leg}/{name}" if leg else name: thing for leg, part in parts.items() for name, thing in things(part).items()
    }


def _joints(fields: Fields, turning: Sequence[str] | None) -> tuple[str, ...]:
    entry = fields.required("joints")
    if entry is None:
        return ()
    file = fields.file
    nodes = file.items("joints", entry.value, "a list of links that servos turn")
    found: dict[str, Node] = {}
    for i, node in enumerate(nodes):
        before = len(file.findings)
        name = file.choice(f"joints[{i}]", node, turning) if turning else file.text(f"joints[{i}]", node)
        if name in found and file.sound_since(before):
            file.report("library.invalid_value", f"`joints` has `{name}` twice", node, related=((found[name], "here"),))
        found.setdefault(name, node)
    if not nodes and turning:
        file.report("library.invalid_value", "`joints` must name what the policy moves", entry.value)
    return tuple(found)
