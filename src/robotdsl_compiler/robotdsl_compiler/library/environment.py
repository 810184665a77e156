"""``environments/<id>/environment.yaml`` to an ``Environment``. Every fault of a file is reported; an environment is
made only of a file without one. The objects that it places are found when a program takes it: they may lie in another
library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from robotdsl_compiler.library.fields import Fields, File, open_fields
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.heading import check_id, is_supported, open_file, read_provenance
from robotdsl_compiler.library.shapes import read_shape
from robotdsl_compiler.library.yaml_spans import Node, Refused
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.scenery import Environment, EnvironmentEntity
from robotdsl_compiler.model.shapes import Shape
from robotdsl_compiler.model.vocabulary import ENTITY_TYPES
from robotdsl_compiler.support.source import Source

KIND = "environment"
_FIELDS = ("schema_version", "id", "description", "ground_plane", "entities", "provenance")
_ENTITY = ("type", "name", "shape", "ref", "pose", "is_static", "collision")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def read_environment(source: Source, id: str, library: str, directory: Path, findings: Findings) -> Environment | None:
    """The environment ``id`` of ``library``, whose ``environment.yaml`` is ``source``.

    What is wrong goes to ``findings``, and the answer is then ``None``.
    """
    fields = open_file(source, findings, "environment.yaml", _FIELDS)
    if fields is None or not is_supported(fields, required=False):
        return None
    check_id(fields, id, KIND)
    description = fields.text("description")
    floor = fields.required("ground_plane")
    lays_floor = floor is not None and fields.file.boolean("ground_plane", floor.value)
    entities = tuple(_entities(fields))
    provenance = read_provenance(fields)
    stated = fields.optional("id")
    if len(findings) or stated is None:
        return None
    return Environment(
        id=id,
        library=library,
        description=description,
        floor_span=fields.file.span(floor) if lays_floor and floor is not None else None,
        entities=entities,
        provenance=provenance,
        span=fields.file.span(stated.value),
    )


def _entities(fields: Fields) -> Iterator[EnvironmentEntity]:
    file, entry = fields.file, fields.required("entities")
    seen: dict[str, Node] = {}
    nodes = () if entry is None else file.items("entities", entry.value, "a list of entities")
    for i, node in enumerate(nodes):
        if isinstance(node, Refused):
            continue
        inner = open_fields(file, f"entities[{i}]", node, node, _ENTITY)
        entity = None if inner is None else _entity(inner, seen)
        if entity is not None:
            yield entity


def _entity(fields: Fields, seen: dict[str, Node]) -> EnvironmentEntity | None:
    file = fields.file
    before = len(file.findings)
    type = fields.choice("type", ENTITY_TYPES)
    named = fields.required("name")
    name = "" if named is None else _name(file, fields.path_of("name"), named.value, seen)
    stated = fields.required("pose")
    pose = Pose() if stated is None else file.pose(fields.path_of("pose"), stated.value)
    shape, ref = _made_of(fields)
    is_static = fields.optional_boolean("is_static")
    collision = fields.optional_boolean("collision")
    where, made_of = fields.optional("collision"), fields.optional("shape") or fields.optional("ref")
    if not file.sound_since(before) or named is None or made_of is None:
        return None
    return EnvironmentEntity(
        name=name,
        type=type,
        shape=shape,
        ref=ref,
        pose=pose,
        is_static=is_static is not False,
        collision=collision,
        name_span=file.span(named.value),
        made_of_span=file.span(made_of.value),
        collision_span=None if where is None else file.span(where.value),
    )


def _name(file: File, path: str, node: Node, seen: dict[str, Node]) -> str:
    before = len(file.findings)
    name = file.text(path, node)
    if not file.sound_since(before):
        return name
    if not _NAME.fullmatch(name):
        file.report(
            "library.invalid_value",
            f"`{name}` is no name for an entity",
            node,
            help="a name is letters, digits and underscores, and does not begin with a digit",
        )
    elif seen.setdefault(name, node) is not node:
        file.report(
            "library.invalid_value",
            f"two entities are called `{name}`",
            node,
            label="again here",
            related=((seen[name], "first here"),),
        )
    return name


def _made_of(fields: Fields) -> tuple[Shape | None, str | None]:
    """The shape or the object's id; exactly one of the two."""
    file, shape, ref = fields.file, fields.optional("shape"), fields.optional("ref")
    if shape is not None and ref is not None:
        file.report(
            "library.invalid_value",
            "an entity states `shape` or `ref`, not both",
            ref,
            related=((shape, "the other one"),),
            help="an object is as large as its own file says",
        )
    elif shape is None and ref is None:
        file.report(
            "library.missing_field",
            f"`{fields.path}` says neither by `shape` nor by `ref` what stands there",
            fields.anchor,
        )
    found = None if shape is None else read_shape(file, fields.path_of("shape"), shape.value, shape)
    return found, fields.optional_text("ref")
