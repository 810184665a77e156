"""What the files of every entry of a library have in common: how they begin, how a thing looks, whose it is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from robotdsl_compiler.library.assets import check_asset
from robotdsl_compiler.library.fields import Fields, File, Number, open_fields, plain
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.yaml_spans import Mapping, Place, Scalar, read_yaml
from robotdsl_compiler.model.part import Visual
from robotdsl_compiler.support.source import Source

_PROVENANCE = ("name", "manufacturer", "source_url", "license")

SCHEMA_VERSION = 1


def open_file(source: Source, findings: Findings, name: str, known: Iterable[str]) -> Fields | None:
    """The fields of the file called ``name``, or ``None`` after a fault that leaves nothing to read."""
    tree = read_yaml(source, findings)
    if tree is None:
        return None
    file = File(source, findings)
    if not isinstance(tree, Mapping):
        file.wrong_type(name, tree, "a mapping of fields")
        return None
    first = next(iter(tree.entries.values()), Place(0, 0))
    return Fields(file, "", tree, first, known)


def is_supported(fields: Fields, *, required: bool = True) -> bool:
    """Whether the file is of the version that this compiler reads; a fault of the number itself does not count."""
    file = fields.file
    version = fields.required("schema_version") if required else fields.optional("schema_version")
    if version is None:
        return True
    before = len(file.findings)
    number = file.number("schema_version", version.value, Number(whole=True))
    if file.sound_since(before) and number != SCHEMA_VERSION:
        file.report(
            "library.unsupported",
            f"`schema_version` {number:g} is not supported: this compiler reads version {SCHEMA_VERSION}",
            version.value,
        )
        return False
    return True


def check_id(fields: Fields, id: str, kind: str) -> None:
    """Report an ``id`` that is not the name of the folder of the ``kind`` (part, object, environment)."""
    stated = fields.required("id")
    if stated is None:
        return
    name = fields.file.text("id", stated.value)
    if name.strip() and name != id:
        fields.file.report("library.id_mismatch", f"`id` is `{name}`, but the {kind}'s folder is `{id}`", stated.value)


def read_provenance(fields: Fields) -> dict[str, object] | None:
    """Where it comes from. Whatever else a library keeps there is its own business."""
    file, entry = fields.file, fields.optional("provenance")
    if entry is None:
        return None
    if not isinstance(entry.value, Mapping):
        file.wrong_type("provenance", entry.value, "a mapping")
        return None
    for name in _PROVENANCE:
        stated = entry.value.entries.get(name)
        value = stated.value if stated is not None else None
        if value is not None and not (isinstance(value, Scalar) and isinstance(value.value, str | None)):
            file.wrong_type(f"provenance.{name}", value, "a string or null")
    known = plain(entry.value)
    return known if isinstance(known, dict) else None


def read_visual(fields: Fields, directory: Path, kind: str) -> Visual | None:
    """How a ``kind`` of thing, whose folder is ``directory``, looks; ``None`` where it does not say or is at fault."""
    entry = fields.optional("visual")
    visual = open_fields(fields.file, "visual", entry.value, entry, ("file", "xyz", "rpy")) if entry else None
    if visual is None:
        return None
    name = visual.text("file")
    stated = visual.optional("file")
    if name.strip() and stated is not None:
        check_asset(fields.file, "visual.file", stated.value, name, directory, kind)
    return Visual(name, visual.optional_vector("xyz"), visual.optional_vector("rpy"))
