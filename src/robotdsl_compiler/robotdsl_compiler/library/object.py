"""``objects/<id>/object.yaml`` to a ``LibraryObject``. Every fault of a file is reported; an object is made only of a
file without one.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from robotdsl_compiler.library.fields import Fields
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.heading import check_id, is_supported, open_file, read_provenance, read_visual
from robotdsl_compiler.library.shapes import read_placed_shape
from robotdsl_compiler.model.part import Visual
from robotdsl_compiler.model.scenery import LibraryObject
from robotdsl_compiler.model.shapes import PlacedShape
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.suggest import listing

KIND = "object"
FORMATS = (".glb", ".obj", ".stl", ".dae")
_FIELDS = ("schema_version", "id", "description", "visual", "collision", "provenance")


def read_object(source: Source, id: str, library: str, directory: Path, findings: Findings) -> LibraryObject | None:
    """The object ``id`` of ``library``, whose ``object.yaml`` is ``source`` and lies in ``directory``.

    What is wrong goes to ``findings``, and the answer is then ``None``.
    """
    fields = open_file(source, findings, "object.yaml", _FIELDS)
    if fields is None or not is_supported(fields):
        return None
    check_id(fields, id, KIND)
    description = fields.text("description")
    visual = _visual(fields, directory)
    shapes = _collision(fields)
    provenance = read_provenance(fields)
    stated = fields.optional("id")
    if len(findings) or visual is None or stated is None:
        return None
    return LibraryObject(
        id=id,
        library=library,
        description=description,
        directory=directory,
        visual=visual,
        shapes=shapes,
        provenance=provenance,
        span=fields.file.span(stated.value),
    )


def _visual(fields: Fields, directory: Path) -> Visual | None:
    entry = fields.required("visual")
    before = len(fields.file.findings)
    visual = read_visual(fields, directory, KIND)
    if visual is None or entry is None or not fields.file.sound_since(before):
        return visual
    if PurePosixPath(visual.file).suffix.lower() not in FORMATS:
        fields.file.report(
            "library.unsupported",
            f"an object cannot be shown by `{visual.file}`",
            entry,
            help=f"a mesh of an object ends in {listing(FORMATS)}",
        )
    return visual


def _collision(fields: Fields) -> tuple[PlacedShape, ...]:
    entry = fields.required("collision")
    if entry is None:
        return ()
    file = fields.file
    nodes = file.items("collision", entry.value, "a list of shapes; an empty one for an object that is only shown")
    read = (read_placed_shape(file, f"collision[{i}]", node) for i, node in enumerate(nodes))
    return tuple(shape for shape in read if shape is not None)
