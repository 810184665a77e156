"""Files that an output takes over from the libraries: a mesh, and what lies beside it there, which it may name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.part import Visual
from robotdsl_compiler.targets.contract import File

# What describes a folder of a library is no file of its mesh.
_RECORDS = frozenset({"component.yaml", "object.yaml", "environment.yaml", "library.yaml"})
_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")


def mesh_path(folder: str, id: str, visual: Visual) -> str:
    """Where the mesh of the part or object ``id`` lies in the output, below ``folder``: under its own name where every
    reader of a description or a world takes that as it stands, else under the id.
    """
    name = PurePosixPath(visual.file).name
    return f"{folder}/{id}/{name if _PLAIN.fullmatch(name) else id + PurePosixPath(name).suffix}"


def mesh_pose(visual: Visual) -> Pose:
    """Where the mesh sits in the frame of its part or object."""
    return Pose.from_xyz_rpy(visual.xyz or (0.0, 0.0, 0.0), visual.rpy or (0.0, 0.0, 0.0))


def mesh_files(folder: str, things: Iterable[tuple[str, Path, Visual]]) -> tuple[File, ...]:
    """The files of the meshes of ``things`` (id, library folder, visual): each mesh, and the files below the folder
    that it lies in, by their path from there. Raises ``OSError`` when one cannot be read.
    """
    files: dict[str, File] = {}
    for id, directory, visual in things:
        mesh = directory / visual.file
        home = mesh.parent
        for path in sorted(home.rglob("*"), key=lambda p: p.relative_to(home).parts):
            relative = path.relative_to(home)
            if path.is_file() and path.name not in _RECORDS and not any(p.startswith(".") for p in relative.parts):
                place = mesh_path(folder, id, visual) if path == mesh else f"{folder}/{id}/{relative.as_posix()}"
                files[place] = File(place, path.read_bytes())
    return tuple(files.values())
