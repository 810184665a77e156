"""Every object of the example library: it loads, is textured, stands on the floor, and its shapes fit its mesh.
Exemptions are the named sets below.
"""

from __future__ import annotations

import io
import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import make_objects
import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from PIL import Image
from robotdsl_compiler.library import Libraries
from robotdsl_compiler.model.geometry import Pose, Vec3, box_corners
from robotdsl_compiler.model.scenery import LibraryObject
from robotdsl_compiler.model.shapes import Box, Cylinder, PlacedShape

LIBRARY = Path(__file__).resolve().parents[1] / "libraries" / "example"
OBJECTS = sorted(path.name for path in (LIBRARY / "objects").iterdir() if path.is_dir())

# What a person paints on the floor, and nothing collides with.
ONLY_SHOWN = {"floor_disc"}
# A slab whose top is the slope: at the toe it reaches into the floor.
SUNK = {"ramp_10deg": 0.021}
# How far out of its shapes a mesh may reach, and out of the mesh a shape: metres.
OUT, IN = 0.012, 0.006

# The least and the greatest extent along x, y and z that such a thing has in a storeroom.
SIZES: dict[str, tuple[Vec3, Vec3]] = {
    "pallet_rack": ((1.0, 0.8, 1.5), (3.0, 1.3, 3.0)),
    "work_table": ((1.0, 0.6, 0.7), (2.0, 1.0, 1.0)),
    "pallet_jack": ((1.4, 0.5, 1.0), (1.7, 0.7, 1.3)),
    "cardboard_box": ((0.2, 0.2, 0.2), (0.6, 0.6, 0.6)),
    "traffic_cone": ((0.25, 0.25, 0.4), (0.4, 0.4, 0.8)),
    "pallet": ((1.2, 0.8, 0.144), (1.2, 0.8, 0.144)),
    "ramp_10deg": ((0.9, 0.7, 0.15), (1.1, 1.0, 0.2)),
    "floor_disc": ((0.4, 0.4, 0.0005), (0.8, 0.8, 0.005)),
}


@pytest.fixture(params=OBJECTS)
def thing(request: pytest.FixtureRequest, example: Libraries) -> LibraryObject:
    (found,) = example.objects.find(request.param)
    return found


def document(thing: LibraryObject) -> tuple[dict[str, Any], bytes]:
    """The JSON of the mesh's file, and its buffer."""
    data = (thing.directory / thing.visual.file).read_bytes()
    length = int.from_bytes(data[12:16], "little")
    return json.loads(data[20 : 20 + length]), data[28 + length :]


@cache
def vertices(thing: LibraryObject) -> NDArray[np.float64]:
    """The points of the mesh in the object's frame."""
    scene = trimesh.load_scene(thing.directory / thing.visual.file)
    points = np.concatenate(
        [
            trimesh.transform_points(scene.geometry[name].vertices, turn)
            for turn, name in (scene.graph[node] for node in scene.graph.nodes_geometry)
        ]
    )
    visual = Pose.from_xyz_rpy(thing.visual.xyz or (0.0, 0.0, 0.0), thing.visual.rpy or (0.0, 0.0, 0.0))
    turn = np.array([visual.turn(axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))])
    placed: NDArray[np.float64] = points @ turn + np.array(visual.position)
    return placed


def outside(placed: PlacedShape, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each point lies outside a shape, along the axis on which it lies out the most; below zero inside."""
    back = placed.pose.inverse()
    turn = np.array([back.turn(axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))])
    x, y, z = (points @ turn + np.array(back.position)).T
    shape = placed.shape
    if isinstance(shape, Box):
        sides = [np.abs(v) - size / 2.0 for v, size in zip((x, y, z), shape.size, strict=True)]
        return np.max(sides, axis=0)
    if isinstance(shape, Cylinder):
        return np.maximum(np.hypot(x, y) - shape.radius, np.abs(z) - shape.height / 2.0)
    return np.asarray(np.sqrt(x * x + y * y + z * z) - shape.radius)


def extent(placed: PlacedShape) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The corners of the box about a shape in the object's frame."""
    shape = placed.shape
    if isinstance(shape, Box):
        corners = np.array([placed.pose.apply(corner) for corner in box_corners(shape.size)])
        return corners.min(axis=0), corners.max(axis=0)
    assert isinstance(shape, Cylinder)
    axis = np.array(placed.pose.turn((0.0, 0.0, 1.0)))
    reach = np.abs(axis) * shape.height / 2.0 + shape.radius * np.sqrt(np.maximum(0.0, 1.0 - axis**2))
    center = np.array(placed.pose.position)
    return center - reach, center + reach


def test_every_folder_is_listed_and_has_its_recipe(example: Libraries) -> None:
    assert sorted(example.objects.ids()) == OBJECTS == sorted(make_objects.OBJECTS) == sorted(SIZES)


def test_a_mesh_is_what_the_script_makes(thing: LibraryObject) -> None:
    assert make_objects.mesh_file(thing.id).read_bytes() == make_objects.make(thing.id), "run tools/make_objects.py"


def test_the_check_finds_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert make_objects.main(["--check"]) == 0
    assert capsys.readouterr().out == ""


def test_an_object_says_whose_it_is_and_where_its_size_comes_from(thing: LibraryObject) -> None:
    assert thing.provenance is not None
    assert thing.provenance["license"] == "Apache-2.0"
    assert str(thing.provenance["dimensions"]).startswith("an estimate")
    assert not thing.description.endswith(".")


def test_a_folder_holds_the_object_and_its_mesh_only(thing: LibraryObject) -> None:
    assert {path.name for path in thing.directory.iterdir()} == {"object.yaml", f"{thing.id}.glb"}


def test_a_mesh_is_textured_and_read_by_others(thing: LibraryObject) -> None:
    path = thing.directory / thing.visual.file
    # A picture is 49 kB as it is stored, and a thing shows three at the most.
    assert path.stat().st_size < 350_000
    gltf, buffer = document(thing)
    assert gltf["asset"]["version"] == "2.0"
    assert len(gltf["images"]) >= 1
    for image in gltf["images"]:
        view = gltf["bufferViews"][image["bufferView"]]
        assert view["byteOffset"] % 4 == 0
        data = buffer[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
        picture = Image.open(io.BytesIO(data))
        picture.load()
        assert (picture.format, picture.size) == ("PNG", (128, 128))
        assert len(picture.convert("RGB").getcolors() or []) > 2
    for primitive in gltf["meshes"][0]["primitives"]:
        material = gltf["materials"][primitive["material"]]
        covered = "baseColorTexture" in material["pbrMetallicRoughness"]
        assert covered == ("TEXCOORD_0" in primitive["attributes"])
        counts = {gltf["accessors"][index]["count"] for index in primitive["attributes"].values()}
        assert len(counts) == 1
    scene = trimesh.load_scene(path)
    for mesh in scene.geometry.values():
        assert np.isfinite(mesh.vertices).all()
        closed = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
        closed.merge_vertices(merge_norm=True, merge_tex=True, digits_vertex=6)
        closed.update_faces(closed.nondegenerate_faces())
        assert closed.volume > 0.0
        if mesh.visual.uv is not None and getattr(mesh.visual.material, "baseColorTexture", None) is not None:
            assert np.isfinite(mesh.visual.uv).all()
            assert np.ptp(mesh.visual.uv, axis=0).min() > 0.0


def test_an_object_stands_on_the_floor_about_its_own_middle(thing: LibraryObject) -> None:
    low, high = vertices(thing).min(axis=0), vertices(thing).max(axis=0)
    assert low[2] == pytest.approx(0.0, abs=2e-3)
    assert (low + high)[:2] / 2.0 == pytest.approx((0.0, 0.0), abs=0.02)


def test_an_object_is_as_large_as_such_a_thing_is(thing: LibraryObject) -> None:
    size = np.ptp(vertices(thing), axis=0)
    least, most = SIZES[thing.id]
    assert (size >= np.array(least) - 1e-3).all()
    assert (size <= np.array(most) + 1e-3).all()


def test_the_shapes_enclose_the_mesh(thing: LibraryObject) -> None:
    if thing.id in ONLY_SHOWN:
        assert thing.shapes == ()
        return
    gaps = np.min([outside(placed, vertices(thing)) for placed in thing.shapes], axis=0)
    worst = int(np.argmax(gaps))
    assert gaps[worst] <= OUT, f"{vertices(thing)[worst]} lies {gaps[worst]:.3f} m out of every shape"


def test_no_shape_reaches_out_of_the_mesh(thing: LibraryObject) -> None:
    low, high = vertices(thing).min(axis=0), vertices(thing).max(axis=0)
    for placed in thing.shapes:
        below, above = extent(placed)
        sunk = np.array([0.0, 0.0, SUNK.get(thing.id, 0.0)])
        assert (below >= low - IN - sunk).all(), placed
        assert (above <= high + IN).all(), placed


def test_no_shape_stands_apart_from_the_mesh(thing: LibraryObject) -> None:
    """Some of the mesh's surface lies in every shape, so that none is where there is nothing to be seen."""
    scene = trimesh.load_scene(thing.directory / thing.visual.file)
    points = np.concatenate([trimesh.sample.sample_surface(m, 4000, seed=1)[0] for m in scene.geometry.values()])
    x, y, z = points.T
    points = np.column_stack([x, -z, y])
    for placed in thing.shapes:
        assert outside(placed, points).min() < 0.0, placed


def test_the_ramp_rises_by_ten_degrees(example: Libraries) -> None:
    (ramp,) = example.objects.find("ramp_10deg")
    slab = ramp.shapes[0]
    assert isinstance(slab.shape, Box)
    up = slab.pose.turn((0.0, 0.0, 1.0))
    assert math.degrees(math.acos(up[2])) == pytest.approx(10.0, abs=1e-3)
    # Its top begins on the floor and ends above the far edge.
    half = slab.shape.size[0] / 2.0
    assert slab.pose.apply((-half, 0.0, 0.01)) == pytest.approx((-0.5, 0.0, 0.0), abs=1e-3)
    assert slab.pose.apply((half, 0.0, 0.01)) == pytest.approx((0.5, 0.0, math.tan(math.radians(10.0))), abs=1e-3)


def test_forks_go_under_the_pallet(example: Libraries) -> None:
    """The fork of the jack passes between the blocks of the pallet and under its deck."""
    (pallet,), (jack,) = example.objects.find("pallet"), example.objects.find("pallet_jack")
    forks = [p for p in jack.shapes if isinstance(p.shape, Box) and p.shape.size[0] > 1.0]
    assert len(forks) == 2
    for fork in forks:
        assert isinstance(fork.shape, Box)
        corners = np.array([fork.pose.apply(corner) for corner in box_corners(fork.shape.size)])
        corners[:, 0] *= 0.5  # wholly inside the pallet's length
        assert all(outside(placed, corners).min() > 0.0 for placed in pallet.shapes)
