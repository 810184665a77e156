"""The files that lie beside a library file and that it names."""

from __future__ import annotations

from pathlib import Path

from robotdsl_compiler.library.fields import File
from robotdsl_compiler.library.yaml_spans import Node


def check_asset(file: File, path: str, place: Node, name: str, directory: Path, kind: str = "part") -> None:
    """Report a ``name``, stated in the field ``path``, that is no file inside the folder of its ``kind``, however the
    name and the links on the way there are put.
    """
    if Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name:
        file.report("library.invalid_value", f"`{path}` must be a path inside the {kind}'s folder, not `{name}`", place)
        return
    try:
        target = (directory / name).resolve()
        exists = target.is_file()
        # An installation may link every file of the folder, the description among them, to where it was made; what
        # lies beside the description there is as good as inside the folder.
        homes = (directory.resolve(), Path(file.source.name).resolve().parent)
    except (OSError, RuntimeError):  # a name too long, or a circle of links
        exists = False
    if not exists:
        file.report("library.asset_missing", f"the {kind}'s folder has no file `{name}`", place)
    elif not any(target.is_relative_to(home) for home in homes):
        file.report(
            "library.asset_missing",
            f"`{name}` is a link out of the {kind}'s folder",
            place,
            help="put the file itself into the folder",
        )
