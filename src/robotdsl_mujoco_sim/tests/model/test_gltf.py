"""Reading GLB: against trimesh, an independent reader, over the example library, and what is refused."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from robotdsl_mujoco_sim.model.gltf import is_png, read_gltf
from robotdsl_mujoco_sim.model.triangles import MeshError

LIBRARY = Path(__file__).parents[3] / "robotdsl_libraries" / "libraries" / "example"
FILES = sorted(LIBRARY.rglob("*.glb"))


def glb(document: dict[str, Any], binary: bytes = b"") -> bytes:
    told = json.dumps({"asset": {"version": "2.0"}, **document}).encode()
    told += b" " * (-len(told) % 4)
    chunks = struct.pack("<II", len(told), 0x4E4F534A) + told
    if binary:
        chunks += struct.pack("<II", len(binary), 0x004E4942) + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_reads_what_trimesh_reads(path: Path) -> None:
    pieces = read_gltf(path.read_bytes())
    scene = trimesh.load_scene(path)
    theirs = np.concatenate([mesh.triangles for mesh in scene.dump()])
    ours = np.concatenate([piece.corners for piece in pieces])
    assert ours.shape == theirs.shape

    def in_order(corners: Any) -> Any:
        rows = np.round(corners.reshape(len(corners), 9), 5) + 0.0
        return rows[np.lexsort(rows.T)]

    assert in_order(ours) == pytest.approx(in_order(theirs), abs=2e-5)
    textured = [piece for piece in pieces if piece.picture is not None]
    assert all(piece.uv is not None and piece.picture is not None and is_png(piece.picture) for piece in textured)


SQUARE = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype="<f4")


def square(indices: list[int], mode: int, node: dict[str, Any] | None = None, **primitive: Any) -> bytes:
    """A square drawn by ``indices`` in ``mode``."""
    points, order = SQUARE.tobytes(), np.array(indices, dtype="<u2").tobytes()
    stated = {"attributes": {"POSITION": 0}, "indices": 1, "mode": mode, **primitive}
    return glb(
        {
            "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, **(node or {})}],
            "meshes": [{"primitives": [stated]}],
            "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0.25, 0.5]}, "alphaMode": "BLEND"}],
            "accessors": [
                {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                {"bufferView": 1, "componentType": 5123, "count": len(indices), "type": "SCALAR"},
            ],
            "bufferViews": [
                {"buffer": 0, "byteLength": len(points)},
                {"buffer": 0, "byteOffset": len(points), "byteLength": len(order)},
            ],
            "buffers": [{"byteLength": len(points) + len(order)}],
        },
        points + order,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("indices", "mode"), [([0, 1, 2, 0, 2, 3], 4), ([0, 1, 3, 2], 5), ([0, 1, 2, 3], 6)], ids=["list", "strip", "fan"]
)
def test_lists_strips_and_fans_face_the_same_way(indices: list[int], mode: int) -> None:
    (piece,) = read_gltf(square(indices, mode))
    assert len(piece.corners) == 2
    normals = np.cross(piece.corners[:, 1] - piece.corners[:, 0], piece.corners[:, 2] - piece.corners[:, 0])
    assert normals.tolist() == [[0.0, 0.0, 1.0]] * 2


def test_a_mirroring_node_keeps_its_faces_outward() -> None:
    (piece,) = read_gltf(square([0, 1, 2], 4, {"scale": [-1, 1, 1], "translation": [0, 0, 2]}))
    normal = np.cross(piece.corners[0, 1] - piece.corners[0, 0], piece.corners[0, 2] - piece.corners[0, 0])
    assert normal[2] > 0.0
    assert piece.corners[0, :, 0].min() == -1.0
    assert (piece.corners[0, :, 2] == 2.0).all()


def test_the_colour_is_the_materials_and_opaque_without_one() -> None:
    (plain,) = read_gltf(square([0, 1, 2], 4))
    (coloured,) = read_gltf(square([0, 1, 2], 4, material=0))
    assert plain.colour == (1.0, 1.0, 1.0, 1.0)
    assert coloured.colour == (1.0, 0.5, 0.25, 0.5)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"glTF", "cut off|JSON"),
        (glb({"extensionsRequired": ["KHR_draco_mesh_compression"]}), "requires the extension KHR_draco"),
        (glb({}), "no triangle"),
        (glb({"scenes": [{"nodes": [3]}], "nodes": []}), "not sound glTF: IndexError"),
        (glb({"scenes": [{"nodes": [0]}], "nodes": [{"children": [0]}]}), "circle"),
        (square([0, 1, 9], 4), "not sound glTF"),
        (square([0, 1], 1), "no triangle"),
    ],
)  # fmt: skip
def test_what_is_damaged_is_told(data: bytes, message: str) -> None:
    with pytest.raises(MeshError, match=message):
        read_gltf(data)
