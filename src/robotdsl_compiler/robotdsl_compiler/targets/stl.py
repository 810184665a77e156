"""Binary STL: triangles and nothing else."""

from __future__ import annotations

import struct

from robotdsl_compiler.model.geometry import Vec3, cross, norm, scale, sub
from robotdsl_compiler.model.hull import HullMesh

# Readers take a header that begins with "solid" for the text form.
_HEADER = b"binary STL, metres".ljust(80, b"\0")


def stl(mesh: HullMesh) -> bytes:
    """``mesh`` in single precision, its faces in their order and wound as they are."""
    chunks = [_HEADER, struct.pack("<I", len(mesh.faces))]
    for face in mesh.faces:
        a, b, c = (mesh.vertices[i] for i in face)
        chunks.append(struct.pack("<12fH", *_normal(a, b, c), *a, *b, *c, 0))
    return b"".join(chunks)


def _normal(a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    normal = cross(sub(b, a), sub(c, a))
    length = norm(normal)
    return scale(normal, 1.0 / length) if length > 0.0 else (0.0, 0.0, 0.0)
