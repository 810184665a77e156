"""Writes a mesh with its materials as a binary glTF 2.0 file (GLB), the same bytes on every machine.

glTF has y up, so the part's frame (x forward, z up) is turned by minus a quarter about x on the way; a library's
``visual`` turns it back by ``rpy: [1.5707963267948966, 0, 0]``.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from solids import Floats, Ints, Mesh, joined
from textures import Picture

# Faces that meet at less than this are shaded as one surface.
CREASE = math.radians(40.0)
# Coordinates are rounded to a tenth of a micrometre: far below what is seen, far above what machines differ by.
_DECIMALS = 7

_FLOAT, _UNSIGNED_SHORT, _UNSIGNED_INT = 5126, 5123, 5125
_VERTICES, _INDICES = 34962, 34963


@dataclass(frozen=True, slots=True)
class Cover:
    """A picture laid on a surface from the side that it faces most: over its front (y across, z up), its side (x
    across, z up) or its top (x across, y up). ``size`` is the width and the height of one picture in metres, repeated;
    ``corner`` the point of the thing's frame at a picture's lower left. ``turned`` lays it a quarter round.
    """

    picture: Picture
    size: tuple[float, float]
    corner: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Material:
    """``color`` as a picture shows it, ``#rrggbb`` (sRGB); ``glow`` is the share of it that the surface gives out. A
    ``cover`` is multiplied with the colour.
    """

    name: str
    color: str
    metallic: float = 0.0
    roughness: float = 0.6
    glow: float = 0.0
    cover: Cover | None = None


def write_glb(name: str, pieces: Sequence[tuple[Material, Mesh]]) -> bytes:
    """One node and one mesh called ``name``, with a primitive for each material."""
    materials = list(dict.fromkeys(material for material, _ in pieces))
    buffer = bytearray()
    views: list[dict[str, Any]] = []
    accessors: list[dict[str, Any]] = []
    primitives = []
    for index, material in enumerate(materials):
        surface = _shaded(joined([mesh for m, mesh in pieces if m == material]), by_side=material.cover is not None)
        positions, triangles = _y_up(surface.points), surface.triangles
        wide = len(positions) > 65535
        attributes = {
            "POSITION": _append(buffer, views, accessors, positions, "VEC3", _FLOAT, bounds=True),
            "NORMAL": _append(buffer, views, accessors, _y_up(surface.normals), "VEC3", _FLOAT),
        }
        if material.cover is not None:
            laid = _laid(surface, material.cover)
            attributes["TEXCOORD_0"] = _append(buffer, views, accessors, laid, "VEC2", _FLOAT)
        primitives.append(
            {
                "attributes": attributes,
                "indices": _append(
                    buffer,
                    views,
                    accessors,
                    triangles.reshape(-1).astype("<u4" if wide else "<u2"),
                    "SCALAR",
                    _UNSIGNED_INT if wide else _UNSIGNED_SHORT,
                ),
                "material": index,
            }
        )
    pictures = list(dict.fromkeys(m.cover.picture for m in materials if m.cover is not None))
    document = {
        "asset": {"version": "2.0", "generator": "robotdsl_libraries make_meshes"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": name, "mesh": 0}],
        "meshes": [{"name": name, "primitives": primitives}],
        "materials": [_material(m, pictures) for m in materials],
        **_pictures(pictures, buffer, views),
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(buffer)}],
    }
    text = json.dumps(document, separators=(",", ":")).encode("ascii")
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<II", len(buffer), 0x004E4942) + bytes(buffer)
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _append(
    buffer: bytearray,
    views: list[dict[str, Any]],
    accessors: list[dict[str, Any]],
    values: NDArray[Any],
    type: str,
    component: int,
    bounds: bool = False,
) -> int:
    """Add an array to the buffer with its view and accessor; the accessor's index."""
    data = values.tobytes()
    target = _INDICES if type == "SCALAR" else _VERTICES
    views.append({"buffer": 0, "byteOffset": len(buffer), "byteLength": len(data), "target": target})
    buffer += data + b"\0" * (-len(data) % 4)
    accessor = {"bufferView": len(views) - 1, "componentType": component, "count": len(values), "type": type}
    if bounds:
        accessor["min"] = [float(v) for v in values.min(axis=0)]
        accessor["max"] = [float(v) for v in values.max(axis=0)]
    accessors.append(accessor)
    return len(accessors) - 1


def _pictures(pictures: Sequence[Picture], buffer: bytearray, views: list[dict[str, Any]]) -> dict[str, Any]:
    """The images, textures and the sampler of a document; nothing without pictures."""
    images = []
    for picture in pictures:
        data = picture.png()
        views.append({"buffer": 0, "byteOffset": len(buffer), "byteLength": len(data)})
        buffer += data + b"\0" * (-len(data) % 4)
        images.append({"name": picture.name, "mimeType": "image/png", "bufferView": len(views) - 1})
    if not images:
        return {}
    return {
        "images": images,
        "samplers": [{"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497}],
        "textures": [{"source": index, "sampler": 0} for index in range(len(images))],
    }


def _material(material: Material, pictures: Sequence[Picture]) -> dict[str, Any]:
    color = [_linear(int(material.color[i : i + 2], 16) / 255.0) for i in (1, 3, 5)]
    out: dict[str, Any] = {
        "name": material.name,
        "pbrMetallicRoughness": {
            "baseColorFactor": [*color, 1.0],
            "metallicFactor": material.metallic,
            "roughnessFactor": material.roughness,
        },
    }
    if material.cover is not None:
        out["pbrMetallicRoughness"]["baseColorTexture"] = {"index": pictures.index(material.cover.picture)}
    if material.glow:
        out["emissiveFactor"] = [round(c * material.glow, 4) for c in color]
    return out


def _linear(value: float) -> float:
    """An sRGB component as linear light (IEC 61966-2-1)."""
    return round(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4, 4)


@dataclass(frozen=True, eq=False)
class _Surface:
    """Points and unit normals in the thing's own frame, triangles of their indices, and the axis that each point's face
    looks along most (0, 1 or 2), where that was asked for.
    """

    points: Floats
    normals: Floats
    triangles: Ints
    sides: Ints


def _laid(surface: _Surface, cover: Cover) -> NDArray[np.float32]:
    """Texture coordinates: to the right and, as glTF has it, downwards in widths and heights of the picture."""
    moved = surface.points - np.array(cover.corner)
    x, y, z = moved.T
    across = np.where(surface.sides == 0, y, x)
    up = np.where(surface.sides == 2, y, z)
    if cover.turned:
        across, up = up, across
    return np.ascontiguousarray(np.column_stack([across / cover.size[0], 1.0 - up / cover.size[1]]), dtype="<f4")


def _shaded(mesh: Mesh, by_side: bool) -> _Surface:
    """Positions, normals and triangles: corners that meet smoothly share a normal, creases keep theirs; with
    ``by_side``, faces that look along different axes share no point.

    Sums are taken term by term, never by a library of linear algebra, so that every machine rounds alike.
    """
    points, index = np.unique(np.round(mesh.vertices, _DECIMALS) + 0.0, axis=0, return_inverse=True)
    triangles = index.reshape(-1)[mesh.triangles]
    a, b, c = (points[triangles[:, k]] for k in range(3))
    areas = np.cross(b - a, c - a)
    doubled = np.sqrt(_dot(areas, areas))
    keep = doubled > 1e-12
    triangles, areas, doubled = triangles[keep], areas[keep], doubled[keep]
    normals: Floats = areas / doubled[:, None]

    # The corners of all faces in the order of their points; each is paired with every corner at the same point.
    vertex = triangles.reshape(-1)
    order = np.argsort(vertex, kind="stable")
    face = order // 3
    counts = np.bincount(vertex, minlength=len(points))
    repeats = counts[vertex[order]]
    first = np.repeat(np.cumsum(counts) - counts, counts)
    one = np.repeat(np.arange(len(order)), repeats)
    other = np.arange(len(one)) - np.repeat(np.cumsum(repeats) - repeats, repeats) + np.repeat(first, repeats)
    smooth = _dot(normals[face[one]], normals[face[other]]) >= math.cos(CREASE)
    shared = areas[face[other]] * smooth[:, None]
    summed: Floats = np.column_stack([np.bincount(one, weights=shared[:, k]) for k in range(3)]).astype(np.float64)
    rounded = np.round(summed / np.sqrt(_dot(summed, summed))[:, None], 4) + 0.0

    # Rounded, so that a face that looks halfway between two axes goes the same way on every machine.
    steepest = np.argmax(np.abs(np.round(normals, 6)), axis=1) if by_side else np.zeros(len(normals), dtype=np.int64)
    rows, numbers = np.unique(np.column_stack([vertex[order], rounded, steepest[face]]), axis=0, return_inverse=True)
    out = np.empty(len(order), dtype=np.int64)
    out[order] = numbers.reshape(-1)
    directions = rows[:, 1:4] / np.sqrt(_dot(rows[:, 1:4], rows[:, 1:4]))[:, None]
    return _Surface(points[rows[:, 0].astype(np.int64)], directions, out.reshape(-1, 3), rows[:, 4].astype(np.int64))


def _dot(a: Floats, b: Floats) -> Floats:
    """The scalar products of the rows."""
    products: Floats = a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1] + a[:, 2] * b[:, 2]
    return products


def _y_up(vectors: Floats) -> NDArray[np.float32]:
    x, y, z = vectors.T
    return np.ascontiguousarray(np.column_stack([x, z, -y]) + 0.0, dtype="<f4")
