"""``library.yaml``: the name of a library and the ids that it holds. What it does not list does not exist."""

from __future__ import annotations

import re

from robotdsl_compiler.library.fields import Fields, File
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.yaml_spans import Mapping, Node, Place, Refused, read_yaml
from robotdsl_compiler.support.source import Source, Span
from robotdsl_compiler.support.value import value

# An id is a folder's name, in every output too: no separators, no dots that lead upwards or hide.
_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_LISTS = {"parts": "part", "objects": "object", "environments": "environment", "walkers": "walker"}


@value
class Listed:
    """An id and where the manifest lists it."""

    id: str
    span: Span


@value
class Manifest:
    """The ids by kind, in the order of the file, each once."""

    name: str
    parts: tuple[Listed, ...]
    objects: tuple[Listed, ...]
    environments: tuple[Listed, ...]
    walkers: tuple[Listed, ...]


def read_manifest(source: Source, findings: Findings) -> Manifest | None:
    """The manifest as far as it can be read; ``None`` where the file is no mapping. Faults go to ``findings``."""
    tree = read_yaml(source, findings)
    if tree is None:
        return None
    file = File(source, findings)
    if not isinstance(tree, Mapping):
        file.wrong_type("library.yaml", tree, "a mapping of fields")
        return None
    first = next(iter(tree.entries.values()), Place(0, 0))
    fields = Fields(file, "", tree, first, ("name", *_LISTS))
    name = fields.text("name")
    lists = {plural: _ids(fields, plural, single) for plural, single in _LISTS.items()}
    return Manifest(name, **lists)


def _ids(fields: Fields, plural: str, single: str) -> tuple[Listed, ...]:
    file, entry = fields.file, fields.optional(plural)
    if entry is None:
        return ()
    seen: dict[str, Node] = {}
    for i, node in enumerate(file.items(plural, entry.value, "a list of ids")):
        if isinstance(node, Refused):
            continue
        before = len(file.findings)
        name = file.text(f"{plural}[{i}]", node)
        if not file.sound_since(before):
            continue
        if not _ID.fullmatch(name):
            file.report(
                "library.invalid_value",
                f"`{name}` is no id: it must do as the name of a folder",
                node,
                help="an id is letters, digits, underscores, hyphens and dots, and begins with none of the last two",
            )
        elif name in seen:
            file.report(
                "library.duplicate_part",
                f"the {single} `{name}` is listed twice",
                node,
                label="again here",
                related=((seen[name], "first here"),),
            )
        else:
            seen[name] = node
    return tuple(Listed(name, file.span(node)) for name, node in seen.items())
