"""Shapes as library files state them: ``{type: box, size}``, ``{type: sphere, radius}``, ``{type: cylinder, radius,
height}``; those of an object also say where they sit, by ``xyz`` and ``rpy``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from robotdsl_compiler.library.fields import Fields, File, Number, open_fields
from robotdsl_compiler.library.yaml_spans import Entry, Mapping, Node
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.shapes import Box, Cylinder, PlacedShape, Shape, Sphere
from robotdsl_compiler.model.vocabulary import SHAPE_TYPES
from robotdsl_compiler.support.value import value

_POSITIVE = Number(above=0.0)
_PLACE = ("xyz", "rpy")


_S = TypeVar("_S", covariant=True)


@value
class Kind(Generic[_S]):
    """The fields that tell how large a shape of a type is, and how they are read."""

    fields: tuple[str, ...]
    read: Callable[[Fields], _S]


KINDS: dict[str, Kind[Shape]] = {
    "box": Kind(("size",), lambda f: Box(f.vector("size", _POSITIVE))),
    "sphere": Kind(("radius",), lambda f: Sphere(f.number("radius", _POSITIVE))),
    "cylinder": Kind(
        ("radius", "height"), lambda f: Cylinder(f.number("radius", _POSITIVE), f.number("height", _POSITIVE))
    ),
}
assert tuple(KINDS) == SHAPE_TYPES


def read_shape(file: File, path: str, node: Node, anchor: Node | Entry) -> Shape | None:
    """A shape without a place of its own; ``None`` after a fault."""
    found = _open(file, path, node, anchor, ())
    return None if found is None else found[1]


def read_placed_shape(file: File, path: str, node: Node) -> PlacedShape | None:
    """A shape and where it sits, at the origin where it does not say; ``None`` after a fault."""
    found = _open(file, path, node, node, _PLACE)
    if found is None:
        return None
    fields, shape = found
    xyz, rpy = fields.optional_vector("xyz"), fields.optional_vector("rpy")
    return PlacedShape(shape, Pose.from_xyz_rpy(xyz or (0.0, 0.0, 0.0), rpy or (0.0, 0.0, 0.0)))


def _open(
    file: File, path: str, node: Node, anchor: Node | Entry, places: tuple[str, ...]
) -> tuple[Fields, Shape] | None:
    before = len(file.findings)
    # Only the type says which other fields there are.
    stated = node.entries.get("type") if isinstance(node, Mapping) else None
    kind = KINDS["box"]
    if stated is not None:
        name = file.choice(f"{path}.type", stated.value, KINDS)
        if not file.sound_since(before):
            return None
        kind = KINDS[name]
    elif isinstance(node, Mapping):
        file.report("library.missing_field", f"`{path}.type` is missing", anchor)
        return None
    fields = open_fields(file, path, node, anchor, ("type", *kind.fields, *places))
    if fields is None:
        return None
    shape = kind.read(fields)
    return (fields, shape)
