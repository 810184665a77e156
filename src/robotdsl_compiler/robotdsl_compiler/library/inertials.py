"""How a body weighs: the field ``inertial`` of a part and of each of its links."""

from __future__ import annotations

from robotdsl_compiler.library.fields import Fields, Number, open_fields
from robotdsl_compiler.library.physical import inertia_fault
from robotdsl_compiler.library.yaml_spans import Entry, Scalar
from robotdsl_compiler.model.part import Inertial

_POSITIVE = Number(above=0.0)
_INERTIA = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
_SOURCES = ("measured", "datasheet", "cad_measured", "estimated", "placeholder")
_NEEDS_BASIS = ("estimated", "placeholder")


def read_inertial(fields: Fields, entry: Entry | None) -> Inertial | None:
    """The inertial that ``entry`` of ``fields`` states; ``None`` where it is absent or no mapping."""
    known = ("mass", "origin_xyz", "inertia", "source", "basis")
    path = fields.path_of("inertial")
    inertial = open_fields(fields.file, path, entry.value, entry, known) if entry else None
    if inertial is None:
        return None
    file = fields.file
    mass, origin = inertial.number("mass", _POSITIVE), inertial.vector("origin_xyz")
    tensor = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    stated = inertial.required("inertia")
    before = len(file.findings)
    terms = open_fields(file, f"{path}.inertia", stated.value, stated, _INERTIA) if stated else None
    if terms is not None and stated is not None:
        ixx, iyy, izz, ixy, ixz, iyz = (terms.number(name, Number()) for name in _INERTIA)
        tensor = (ixx, iyy, izz, ixy, ixz, iyz)
        fault = inertia_fault(tensor) if file.sound_since(before) else None
        if fault is not None:
            file.report("library.invalid_value", f"`{path}.inertia` is that of no body", stated, label=fault)
    source = inertial.choice("source", _SOURCES)
    basis = inertial.optional_text("basis")
    if basis is None and source in _NEEDS_BASIS:
        where = inertial.optional("source")
        file.report(
            "library.missing_field",
            f"`{path}.basis` is missing: a value that is `{source}` says what it rests on",
            where.value if where and isinstance(where.value, Scalar) else inertial.anchor,
        )
    return Inertial(mass, origin, tensor, source, basis)
