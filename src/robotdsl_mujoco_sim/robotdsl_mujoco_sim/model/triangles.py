"""Triangles between formats: STL read in both its forms, and written in the one that MuJoCo reads."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Corners = npt.NDArray[np.float64]
_HEADER, _RECORD = 84, 50
_COUNTS = 16


class MeshError(ValueError):
    """The bytes of a mesh are not what their format says."""


def is_binary_stl(data: bytes) -> bool:
    """Whether the length of ``data`` is that of a binary STL with the number of triangles that it states. Text that
    begins with ``solid`` says nothing: binary files begin with it, too.
    """
    return len(data) >= _HEADER and len(data) == _HEADER + _RECORD * int.from_bytes(data[80:84], "little")


def read_stl(data: bytes) -> Corners:
    """The corners (n, 3, 3) of the triangles of an STL, binary or text. Raises ``MeshError``."""
    if is_binary_stl(data):
        records = np.frombuffer(data[_HEADER:], dtype=np.dtype([("v", "<f4", (4, 3)), ("a", "<u2")]))
        return checked(records["v"][:, 1:].astype(np.float64))
    if data[:5].lower() == b"solid":
        return checked(_text(data))
    stated = int.from_bytes(data[80:84], "little") if len(data) >= _HEADER else 0
    raise MeshError(
        f"it is {len(data)} bytes long, and a binary STL of {stated} triangles has {_HEADER + _RECORD * stated}"
    )


def _text(data: bytes) -> Corners:
    # In few large steps: a loop over all words takes ten times as long as MuJoCo reading the same mesh.
    lines = data.lower()
    corners = [part.split(None, 3)[:3] for part in re.split(rb"\svertex\s", lines)[1:]]
    try:
        numbers = np.array([float(word) for corner in corners for word in corner])
        shaped = numbers.reshape(-1, 3, 3)
    except ValueError:
        shaped = np.zeros((0, 3, 3))
    if len(corners) != 3 * len(shaped):
        raise MeshError("its text is not that of an STL: a vertex is not three numbers, or a facet not three vertices")
    if b"endsolid" not in lines[-200 - len(lines.split(b"\n", 1)[0]) :]:
        raise MeshError("its text breaks off before its endsolid")
    return shaped


def checked(corners: Corners) -> Corners:
    """``corners`` as they are. Raises ``MeshError`` when there are none, or a coordinate is not finite."""
    if len(corners) == 0:
        raise MeshError("it holds no triangle")
    if not np.isfinite(corners).all():
        raise MeshError("a coordinate is not a finite number")
    return corners


def write_stl(corners: Corners) -> bytes:
    """A binary STL of ``corners`` (n, 3, 3)."""
    edges = corners[:, 1:] - corners[:, :1]
    normals = np.cross(edges[:, 0], edges[:, 1])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    records = np.zeros(len(corners), dtype=np.dtype([("v", "<f4", (4, 3)), ("a", "<u2")]))
    records["v"][:, 0] = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0.0)
    records["v"][:, 1:] = corners
    return b"binary STL".ljust(80, b"\0") + len(corners).to_bytes(4, "little") + records.tobytes()


@dataclass(frozen=True, eq=False)
class Welded:
    """``vertices`` (n, 3) and ``faces`` (m, 3) between them."""

    vertices: Corners
    faces: npt.NDArray[np.int32]


def welded(corners: Corners) -> Welded:
    """``corners`` with equal ones made one, and the triangles that this leaves without area taken out."""
    points = np.ascontiguousarray(corners.reshape(-1, 3), dtype=np.float32) + np.float32(0.0)
    # Sorting numbers is ten times as fast as sorting rows: each point's bits are mixed into one (a different odd
    # multiplier for each coordinate), and rows are sorted only where two points should ever mix into the same.
    bits = points.view(np.uint32).astype(np.uint64)
    keys = (bits * np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)).sum(axis=1)
    _, first, index = np.unique(keys, return_index=True, return_inverse=True)
    vertices = points[first]
    if not np.array_equal(vertices[index], points):
        vertices, index = np.unique(points, axis=0, return_inverse=True)
    faces = index.reshape(-1, 3).astype(np.int32)
    whole = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 0] != faces[:, 2])
    return Welded(vertices.astype(np.float64), faces[whole])


def write_msh(mesh: Welded) -> bytes:
    """``mesh`` in MuJoCo's own binary format, which has no bound on the number of faces: the numbers of vertices,
    normals, texture coordinates and faces, then the vertices and the faces.
    """
    counts = np.array([len(mesh.vertices), 0, 0, len(mesh.faces)], dtype="<i4")
    return counts.tobytes() + mesh.vertices.astype("<f4").tobytes() + mesh.faces.astype("<i4").tobytes()


def msh_faces(data: bytes) -> int:
    """The number of faces of a mesh in that format. Raises ``MeshError`` where it is none."""
    if len(data) < _COUNTS:
        raise MeshError(f"it is {len(data)} bytes long, and an MSH begins with {_COUNTS} bytes of counts")
    vertices, normals, texture, faces = np.frombuffer(data[:_COUNTS], dtype="<i4").tolist()
    if min(vertices, normals, texture, faces) < 0 or faces == 0:
        raise MeshError("it is named as MSH, and its counts are not those of a mesh")
    size = _COUNTS + 4 * (3 * vertices + 3 * normals + 2 * texture + 3 * faces)
    if len(data) != size:
        raise MeshError(f"it is {len(data)} bytes long, and an MSH of {vertices} vertices and {faces} faces has {size}")
    return int(faces)
