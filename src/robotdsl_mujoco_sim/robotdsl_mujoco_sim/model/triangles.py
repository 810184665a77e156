"""Triangles between formats: STL read in both its forms, and written in the one that MuJoCo reads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Corners = npt.NDArray[np.float64]
_HEADER, _RECORD = 84, 50


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
    words = data.decode("utf-8", "replace").lower().split()
    values: list[list[float]] = []
    try:
        for at, word in enumerate(words):
            if word == "vertex":
                values.append([float(each) for each in words[at + 1 : at + 4]])
        corners = np.array(values, dtype=np.float64).reshape(-1, 3, 3)
    except ValueError:
        raise MeshError(
            "its text is not that of an STL: a vertex is not three numbers, or a facet not three vertices"
        ) from None
    if "endsolid" not in words:
        raise MeshError("its text breaks off before its endsolid")
    return corners


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
