"""The mesh files of a description in forms that MuJoCo reads, in memory; the files themselves stay as they are.

MuJoCo 3.11 to 3.17 read binary STL of at most 200,000 triangles, OBJ and MSH.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from robotdsl_mujoco_sim.model.collada import read_collada
from robotdsl_mujoco_sim.model.gltf import read_gltf
from robotdsl_mujoco_sim.model.triangles import (
    Corners,
    MeshError,
    is_binary_stl,
    msh_faces,
    read_stl,
    welded,
    write_msh,
    write_stl,
)

MOST_STL_TRIANGLES = 200_000
# A mesh of more triangles than this collides by a hull of so many corners at the most: of a body of 1 m, the hull of
# 4000 stays within 0.5 mm of the whole one, which takes MuJoCo up to six times as long to make.
MANY_TRIANGLES, MOST_CORNERS = 200_000, 4000


@dataclass(frozen=True, slots=True)
class Asset:
    """What MuJoCo is handed in place of a mesh file: ``suffix`` says its format, ``faces`` how many it has. ``said`` is
    what was done to it.
    """

    suffix: str
    data: bytes
    faces: int
    said: str | None = None


def asset(path: Path, beside: Path | None = None) -> Asset:
    """The mesh in ``path``. A text STL gives way to ``beside``, a collision OBJ, where there is one.

    Raises ``MeshError`` with what is wrong with the file.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MeshError(f"it cannot be read: {error.strerror or error}") from None
    if not data:
        raise MeshError("it is empty")
    suffix = path.suffix.lower()
    if suffix == ".stl":
        return _stl(data, beside)
    if suffix in (".glb", ".gltf"):
        corners = np.concatenate([piece.corners for piece in read_gltf(data, path.parent)])
        return _triangles(corners, f"its triangles, read from {suffix[1:].upper()}")
    if suffix == ".dae":
        return _triangles(read_collada(data), "its triangles, read from Collada")
    if suffix == ".obj":
        return _obj(data)
    if suffix == ".msh":
        return Asset(suffix, data, msh_faces(data))
    raise MeshError(
        f"{path.suffix or 'a file without a suffix'} is no format that is read: use STL, OBJ, GLB or Collada"
    )


def _obj(data: bytes, said: str | None = None) -> Asset:
    faces = data.count(b"\nf ") + data.startswith(b"f ")
    if not faces:
        raise MeshError("it is named as OBJ and holds no face")
    return Asset(".obj", data, faces, said)


def _stl(data: bytes, beside: Path | None) -> Asset:
    if not is_binary_stl(data) and beside is not None:
        return _obj(beside.read_bytes(), f"{beside.name}, which lies beside it, in place of STL text")
    corners = read_stl(data)
    if is_binary_stl(data) and len(corners) <= MOST_STL_TRIANGLES:
        return Asset(".stl", data, len(corners))
    return _triangles(corners, "its triangles, read from STL text" if not is_binary_stl(data) else None)


def _triangles(corners: Corners, said: str | None) -> Asset:
    if len(corners) <= MOST_STL_TRIANGLES:
        return Asset(".stl", write_stl(corners), len(corners), said)
    many = f"all {len(corners)} triangles as MSH, since MuJoCo reads no STL of more than {MOST_STL_TRIANGLES}"
    return Asset(".msh", write_msh(welded(corners)), len(corners), many if said is None else f"{said}; {many}")
