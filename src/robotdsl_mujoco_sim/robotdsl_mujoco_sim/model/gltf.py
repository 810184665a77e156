"""Reading glTF 2.0 in its binary form (GLB): triangles where the file's scene places them, with the base colours and
the pictures that are laid on them.

The specification is Khronos' "glTF 2.0". What is left aside: normals, emission, the maps beside the base colour, skins,
morph targets, animation. A file that needs an extension which changes where its triangles are is refused.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.model.triangles import Corners, MeshError

Array = npt.NDArray[np.float64]
_MAGIC, _JSON, _BIN = b"glTF", 0x4E4F534A, 0x004E4942
_COMPONENTS: dict[int, str] = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
# Extensions that a file may require and that change nothing of what is read here, or are read.
_KNOWN = frozenset({"KHR_mesh_quantization", "KHR_materials_unlit", "KHR_materials_emissive_strength"})
_PNG = b"\x89PNG\r\n\x1a\n"
# A file that nests its nodes deeper than this has a cycle.
_DEEPEST = 200


@dataclass(frozen=True, eq=False)
class Piece:
    """A primitive: ``corners`` (n, 3, 3) of its triangles in metres, ``uv`` (n, 3, 2) where its material has a
    picture, from the picture's upper left corner. ``colour`` is the base colour with its opacity, linear, 0 to 1;
    ``picture`` an image file.
    """

    corners: Corners
    uv: Array | None
    colour: tuple[float, float, float, float]
    picture: bytes | None


def read_gltf(data: bytes, folder: Path | None = None) -> tuple[Piece, ...]:
    """The pieces of a GLB, or of glTF text whose files lie in ``folder``, y up as the file has them.

    Raises ``MeshError`` when it is damaged, requires an extension that is not read, or holds no triangle.
    """
    try:
        return _File(*_chunks(data), folder).pieces()
    except (KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, MeshError):
            raise
        raise MeshError(f"it is not sound glTF: {type(error).__name__}: {error}") from None


def is_png(data: bytes) -> bool:
    return data.startswith(_PNG)


def _chunks(data: bytes) -> tuple[dict[str, Any], bytes]:
    if data[:4] != _MAGIC:
        if data.lstrip()[:1] != b"{":
            raise MeshError("it does not begin as a GLB does")
        return json.loads(data), b""
    length = int.from_bytes(data[8:12], "little")
    if length > len(data):
        raise MeshError(f"it is cut off: {len(data)} of {length} bytes are there")
    document: dict[str, Any] | None = None
    binary, at = b"", 12
    while at + 8 <= length:
        size, kind = (int.from_bytes(data[at + i : at + i + 4], "little") for i in (0, 4))
        chunk = data[at + 8 : at + 8 + size]
        if kind == _JSON:
            document = json.loads(chunk)
        elif kind == _BIN and not binary:
            binary = chunk
        at += 8 + size
    if document is None:
        raise MeshError("it has no JSON chunk")
    return document, binary


class _File:
    def __init__(self, document: dict[str, Any], binary: bytes, folder: Path | None) -> None:
        self.document, self.binary, self.folder = document, binary, folder
        needed = set(document.get("extensionsRequired", ())) - _KNOWN
        if needed:
            raise MeshError(f"it requires the extension {', '.join(sorted(needed))}, which is not read here")

    def pieces(self) -> tuple[Piece, ...]:
        scenes = self.document.get("scenes", [])
        if scenes:
            roots = scenes[self.document.get("scene", 0)].get("nodes", [])
        else:
            nested = {child for node in self.document.get("nodes", []) for child in node.get("children", ())}
            roots = [i for i in range(len(self.document.get("nodes", []))) if i not in nested]
        found = tuple(piece for root in roots for piece in self._node(root, np.eye(4), 0))
        if not found:
            raise MeshError("it holds no triangle")
        return found

    def _node(self, index: int, above: Array, depth: int) -> Iterator[Piece]:
        if depth > _DEEPEST:
            raise MeshError("its nodes hang from each other in a circle")
        node = self.document["nodes"][index]
        place = above @ _transform(node)
        if "mesh" in node:
            for primitive in self.document["meshes"][node["mesh"]]["primitives"]:
                piece = self._piece(primitive, place)
                if piece is not None:
                    yield piece
        for child in node.get("children", ()):
            yield from self._node(child, place, depth + 1)

    def _piece(self, primitive: dict[str, Any], place: Array) -> Piece | None:
        points = self._accessor(primitive["attributes"]["POSITION"])
        indices = (
            self._accessor(primitive["indices"])[:, 0].astype(np.int64)
            if "indices" in primitive
            else np.arange(len(points))
        )
        faces = _faces(indices, primitive.get("mode", _TRIANGLES))
        if faces is None or len(faces) == 0:
            return None
        corners = (points @ place[:3, :3].T + place[:3, 3])[faces]
        if np.linalg.det(place[:3, :3]) < 0.0:
            faces, corners = faces[:, ::-1], corners[:, ::-1]
        if not np.isfinite(corners).all():
            raise MeshError("a coordinate is not a finite number")
        material = self.document["materials"][primitive["material"]] if "material" in primitive else {}
        surface = material.get("pbrMetallicRoughness", {})
        r, g, b, a = surface.get("baseColorFactor", (1.0, 1.0, 1.0, 1.0))
        opacity = float(a) if material.get("alphaMode", "OPAQUE") == "BLEND" else 1.0
        texture = surface.get("baseColorTexture")
        picture, uv = None, None
        if texture is not None:
            coordinates = primitive["attributes"].get(f"TEXCOORD_{texture.get('texCoord', 0)}")
            picture = self._picture(texture["index"])
            if coordinates is not None and picture is not None:
                uv = self._accessor(coordinates)[faces]
        return Piece(corners, uv, (float(r), float(g), float(b), opacity), picture if uv is not None else None)

    def _picture(self, texture: int) -> bytes | None:
        source = self.document["textures"][texture].get("source")
        if source is None:
            return None
        image = self.document["images"][source]
        return self._view(image["bufferView"]) if "bufferView" in image else self._uri(image["uri"])

    def _accessor(self, index: int) -> Array:
        """The values (n, k) of an accessor, integers as fractions where it says so."""
        accessor = self.document["accessors"][index]
        kind, width = np.dtype(_COMPONENTS[accessor["componentType"]]), _WIDTHS[accessor["type"]]
        count = int(accessor["count"])
        if "sparse" in accessor:
            raise MeshError("it holds a sparse accessor, which is not read here")
        if "bufferView" not in accessor:
            return np.zeros((count, width))
        view = self.document["bufferViews"][accessor["bufferView"]]
        data = self._view(accessor["bufferView"])[accessor.get("byteOffset", 0) :]
        size = kind.itemsize * width
        stride = view.get("byteStride", size)
        if count and len(data) < stride * (count - 1) + size:
            raise MeshError("it is cut off: an accessor reaches beyond its buffer")
        rows = np.lib.stride_tricks.as_strided(
            np.frombuffer(data, dtype=np.uint8), shape=(count, size), strides=(stride, 1), writeable=False
        )
        values = np.ascontiguousarray(rows).view(kind).reshape(count, width).astype(np.float64)
        if accessor.get("normalized"):
            values = np.maximum(values / np.iinfo(kind).max, -1.0)
        return values

    def _view(self, index: int) -> bytes:
        view = self.document["bufferViews"][index]
        buffer = self.document["buffers"][view["buffer"]]
        data = self._uri(buffer["uri"]) if "uri" in buffer else self.binary
        at = view.get("byteOffset", 0)
        part = data[at : at + view["byteLength"]]
        if len(part) < view["byteLength"]:
            raise MeshError("it is cut off: a view reaches beyond its buffer")
        return part

    def _uri(self, uri: str) -> bytes:
        if uri.startswith("data:"):
            return base64.b64decode(uri.partition(",")[2])
        if self.folder is None:
            raise MeshError(f"it names the file {uri!r}, and it has no folder to look in")
        try:
            return (self.folder / uri).read_bytes()
        except OSError as error:
            raise MeshError(f"it names the file {uri!r}, which cannot be read: {error.strerror or error}") from None


def _faces(indices: npt.NDArray[np.int64], mode: int) -> npt.NDArray[np.int64] | None:
    """The triangles (m, 3) of a primitive; ``None`` for points and lines."""
    if mode == _TRIANGLES:
        return indices[: len(indices) // 3 * 3].reshape(-1, 3)
    if mode == _STRIP:
        faces = np.stack([indices[:-2], indices[1:-1], indices[2:]], axis=1)
        faces[1::2] = faces[1::2, ::-1]
        return faces
    if mode == _FAN:
        return np.stack([np.full(len(indices) - 2, indices[0]), indices[1:-1], indices[2:]], axis=1)
    return None


def _transform(node: dict[str, Any]) -> Array:
    if "matrix" in node:
        return np.array(node["matrix"], dtype=np.float64).reshape(4, 4).T
    place = np.eye(4)
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    place[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    place[:3, :3] *= np.array(node.get("scale", (1.0, 1.0, 1.0)))
    place[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return place
