"""Objects and environments in the embedded target: the scene, the map, what a run is judged by, and what is told."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any

import pytest
from robotdsl_compiler.model.geometry import Pose

Build = Callable[..., Any]
WORLD = """\
World hall {
    spawn(robot = @core/bot, pose = (0, 0, 0.01, 0, 0, 0, 1))
    Scenario room(ref = "den") {
        Obstacle pole(ref = "bollard", pos = (-1, -1, 0, 0, 0, 0.6, 0.8))
        SupportSurface way(ref = "wedge", pos = (-2, 1, 0, 0, 0, 0, 1))
        Marker ghost(ref = "bench", pos = (0, -2, 0, 0, 0, 0, 1))
    }
    Goal there(target = @world/spot)
}
"""


@pytest.fixture
def built(build: Build, texts: dict[str, str]) -> Any:
    return build(core=texts["duo"] + texts["laser"], world=WORLD)


def test_every_shape_stands_where_it_should(built: Any) -> None:
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_path(str(built.folder / "scene.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    seen = 0
    for fact in built.outcome.facts.world.entities:
        entity = fact.entity
        names = (
            [f"{entity.name}::link"]
            if entity.object is None
            else [f"{entity.name}::link_{i}" for i in range(len(entity.shapes))]
        )
        assert data.body(f"{entity.name}::link").xpos == pytest.approx(entity.pose.position)
        for name, placed in zip(names, entity.shapes, strict=True):
            pose = entity.pose @ placed.pose
            geom = data.geom(name)
            assert geom.xpos == pytest.approx(pose.position)
            assert geom.xmat[2::3] == pytest.approx(pose.turn((0.0, 0.0, 1.0)))
            seen += 1
    assert seen == model.ngeom - sum(model.geom(i).name.find("::") < 0 for i in range(model.ngeom))
    assert not any(warning.number for warning in data.warning)


def test_groups_contacts_and_sizes(built: Any) -> None:
    geoms = built.named("geom")
    for name in ("north::link", "seat::link_0", "seat::link_1", "pole::link_0", "pole::link_1", "way::link_0"):
        assert (geoms[name]["group"], geoms[name]["contype"], geoms[name]["conaffinity"]) == ("0", "1", "2"), name
    for name in ("ghost::link_0", "ghost::link_1"):
        assert (geoms[name]["group"], geoms[name]["contype"], geoms[name]["conaffinity"]) == ("2", "0", "0"), name
    assert (geoms["seat::link_0"]["type"], geoms["seat::link_0"]["size"]) == ("box", "0.05 0.2 0.2")
    assert (geoms["pole::link_0"]["type"], geoms["pole::link_0"]["size"]) == ("cylinder", "0.1 0.4")
    assert (geoms["pole::link_1"]["type"], geoms["pole::link_1"]["size"]) == ("sphere", "0.12")
    assert geoms["ground_plane"]["type"] == "plane"
    # The poster has a place and nothing to be seen.
    assert "spot::link" in built.named("body")
    assert not [name for name in geoms if name.startswith("spot")]


def test_a_ray_passes_between_the_legs_and_meets_a_leg(built: Any) -> None:
    mujoco = pytest.importorskip("mujoco")
    np = pytest.importorskip("numpy")
    model = mujoco.MjModel.from_xml_path(str(built.folder / "scene.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    groups = np.array([1, 0, 0, 0, 0, 0], dtype=np.uint8)

    def ray(x: float, y: float) -> tuple[float, str]:
        hit = np.array([-1], dtype=np.int32)
        start, along = np.array([x, y, 0.2]), np.array([0.0, 1.0, 0.0])
        distance = mujoco.mj_ray(model, data, start, along, groups, 1, -1, hit)
        return round(float(distance), 9), model.geom(int(hit[0])).name

    assert ray(2.0, 0.0) == (1.45, "north::link")
    assert ray(1.5, 0.0) == (0.6, "seat::link_0")
    # A mark that is an object does not return.
    assert ray(-0.5, -2.5)[1] != "ghost::link_0"


def test_what_the_run_is_judged_by(built: Any) -> None:
    entities = built.json("task/evaluation.json")["entities"]
    assert list(entities) == ["north", "seat", "pole", "way"]
    assert [list(region) for region in entities["pole"]["regions"]] == [["polygon"], ["disc"]]
    assert entities["seat"]["regions"][0] == {"polygon": [[1.45, 0.6], [1.55, 0.6], [1.55, 1.0], [1.45, 1.0]]}
    mission = built.json("task/mission.json")
    assert list(mission["entities"]) == ["north", "seat", "spot", "pole", "way", "ghost"]
    assert mission["goals"]["there"] == {"pose": [2.0, -0.5, 0.0, 0.0, 0.0, 1.0, 0.0], "target": "spot"}


def test_the_map_shows_the_legs_and_not_what_lies_between(built: Any) -> None:
    yaml = pytest.importorskip("yaml")
    data = (built.folder / "nav" / "map.pgm").read_bytes()
    _, size, _, pixels = data.split(b"\n", 3)
    columns, rows = map(int, size.split())
    x0, y0, _ = yaml.safe_load((built.folder / "nav" / "map.yaml").read_text())["origin"]

    def occupied(x: float, y: float) -> bool:
        row = rows - 1 - math.floor((y - y0) / 0.05)
        return bool(pixels[row * columns + math.floor((x - x0) / 0.05)] == 0)

    assert occupied(1.5, 0.8)
    assert occupied(2.5, 0.8)
    assert not occupied(2.0, 0.8)
    assert not occupied(-2.0, 1.0)  # a support surface is floor
    assert not occupied(0.5, -2.0)  # a mark


def test_where_things_come_from_and_what_stands_in_for_them(built: Any) -> None:
    told = built.json("compile.json")
    assert told["objects"] == [
        {"entity": entity, "library": "test", "id": id}
        for entity, id in (
            ("seat", "bench"), ("spot", "poster"), ("pole", "bollard"), ("way", "wedge"), ("ghost", "bench"),
        )
    ]  # fmt: skip
    assert told["environments"] == [{"scenario": "room", "library": "test", "id": "den"}]
    by_entity: dict[str, list[dict[str, str]]] = {}
    for approximation in told["approximations"]:
        by_entity.setdefault(approximation["component"], []).append(approximation)
    assert by_entity["seat"] == [
        {
            "component": "seat",
            "construct": "How the object `bench` of library `test` looks",
            "emitted": "The 2 shapes that it collides by, in plain grey, in place of its GLB mesh",
            "reason": "MuJoCo reads OBJ and binary STL files, and this GLB file is not one that it reads",
        }
    ]
    assert [a["emitted"] for a in by_entity["spot"]] == [
        "Nothing that is seen: it has no shape beside its DAE mesh; its place is a goal all the same"
    ]
    assert [a["emitted"] for a in by_entity["ghost"]] == [
        "The 2 shapes that it collides by, in plain grey, in place of its GLB mesh",
        "Its shapes in pictures, and nothing of it for rays",
    ]
    assert "north" not in by_entity


def test_an_environment_s_movable_thing_is_refused_where_the_program_takes_it(
    workshop: Any, refused: Callable[..., Any], texts: dict[str, str]
) -> None:
    path = workshop.library / "environments" / "den" / "environment.yaml"
    path.write_text(path.read_text().replace('"name": "seat",', '"name": "seat", "is_static": false,'))
    told = refused(core=texts["duo"] + texts["laser"], world=WORLD)
    message = "Obstacle `seat` is declared movable, and no entity states the mass to move it with"
    assert told == [("target.unsupported", message, '"den"', "target_binding")]


def test_an_object_too_small_to_simulate_is_refused(
    workshop: Any, refused: Callable[..., Any], texts: dict[str, str]
) -> None:
    path = workshop.library / "objects" / "bollard" / "object.yaml"
    path.write_text(path.read_text().replace('"radius": 0.12', '"radius": 1e-9'))
    told = refused(core=texts["duo"] + texts["laser"], world=WORLD)
    message = "Obstacle `pole` has a size outside 1e-06 to 1000000 m, which cannot be simulated"
    span = 'Obstacle pole(ref = "bollard", pos = (-1, -1, 0, 0, 0, 0.6, 0.8))'
    assert told == [("target.unsupported", message, span, "world_realization")]


# Meshes that MuJoCo reads ---------------------------------------------------------------------------------------------

# A tetrahedron with its corner at the origin and edges of 0.5, 1 and 2 along x, y and z.
OBJ = b"""\
mtllib none.mtl
v 0 0 0
v 0.5 0 0
v 0 1 0
v 0 0 2
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
"""


def stl(triangles: int) -> bytes:
    corners = ((0, 0, 0), (0.5, 0, 0), (0, 1, 0), (0, 0, 2))
    faces = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
    data = b"\0" * 80 + struct.pack("<I", triangles)
    for face in faces:
        data += struct.pack("<12f", 0, 0, 0, *(c for k in face for c in corners[k])) + b"\0\0"
    return data


def shown_by(workshop: Any, file: str, data: bytes) -> None:
    """Let the bench and the poster be shown by another file."""
    for id, old in (("bench", "it.glb"), ("poster", "it.dae")):
        folder = workshop.library / "objects" / id
        (folder / file).write_bytes(data)
        path = folder / "object.yaml"
        path.write_text(path.read_text().replace(f'"{old}"', f'"{file}"'))


@pytest.mark.parametrize(("file", "data"), [("a b.OBJ", OBJ), ("mesh.stl", stl(4))], ids=["OBJ", "STL"])
def test_a_mesh_that_mujoco_reads_is_shown_and_not_felt(
    workshop: Any, build: Build, texts: dict[str, str], file: str, data: bytes
) -> None:
    np, mujoco = pytest.importorskip("numpy"), pytest.importorskip("mujoco")
    shown_by(workshop, file, data)
    built = build(core=texts["duo"] + texts["laser"], world=WORLD)
    kind = file[-3:].lower()
    assert sorted(p.name for p in (built.folder / "world" / "meshes").iterdir()) == [f"bench.{kind}", f"poster.{kind}"]
    model = mujoco.MjModel.from_xml_path(str(built.folder / "scene.xml"))
    state = mujoco.MjData(model)
    mujoco.mj_forward(model, state)
    for name in ("seat", "spot", "ghost"):
        visual = model.geom(f"{name}::link_visual")
        assert (visual.group[0], visual.contype[0], visual.conaffinity[0]) == (2, 0, 0)
        # MuJoCo centres a mesh; its points are back where the file has them, turned as the object says.
        mesh = model.mesh(visual.dataid[0])
        first = mesh.vertadr[0]
        points = model.mesh_vert[first : first + mesh.vertnum[0]]
        placed = points @ state.geom(visual.name).xmat.reshape(3, 3).T + state.geom(visual.name).xpos
        (fact,) = [f for f in built.outcome.facts.world.entities if f.entity.name == name]
        thing = fact.entity.object
        pose = fact.entity.pose @ Pose.from_xyz_rpy((0.0, 0.0, 0.0), thing.visual.rpy or (0.0, 0.0, 0.0))
        low = [min(c) for c in zip(*(pose.apply(p) for p in CORNERS), strict=True)]
        high = [max(c) for c in zip(*(pose.apply(p) for p in CORNERS), strict=True)]
        assert placed.min(axis=0) == pytest.approx(low, abs=1e-6)
        assert placed.max(axis=0) == pytest.approx(high, abs=1e-6)
    # What collides is there and not drawn, and rays meet it: they pass through what is wholly transparent.
    shape = model.geom("seat::link_0")
    assert (shape.group[0], shape.contype[0], model.geom("pole::link_0").group[0]) == (3, 1, 0)
    hit, above = np.array([-1], dtype=np.int32), np.add(state.geom(shape.name).xpos, (0.0, 0.0, 5.0))
    groups = np.array([1, 0, 0, 1, 0, 0], dtype=np.uint8)
    mujoco.mj_ray(model, state, above, np.array([0.0, 0.0, -1.0]), groups, 1, -1, hit)
    assert model.geom(hit[0]).name.startswith("seat::link_")
    assert model.geom("ghost::link_0").rgba[3] == 0.0
    told = {
        a["component"]: a["emitted"] for a in built.json("compile.json")["approximations"] if "looks" in a["construct"]
    }
    assert (
        told["seat"] == f"Its {kind.upper()} mesh in plain grey; contact and rays take the 2 shapes that it collides by"
    )
    assert told["spot"] == f"Its {kind.upper()} mesh in plain grey; nothing of it for rays"


CORNERS = ((0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 2.0))


@pytest.mark.parametrize(
    ("file", "data"),
    [("m.stl", b"solid it\nendsolid it\n"), ("m.stl", stl(3)), ("m.stl", b""), ("m.obj", b"v 0 0 0\n")],
    ids=["ASCII", "wrong count", "empty", "no faces"],
)
def test_a_mesh_that_mujoco_would_not_load_gives_way_to_the_shapes(
    workshop: Any, build: Build, texts: dict[str, str], file: str, data: bytes
) -> None:
    mujoco = pytest.importorskip("mujoco")
    shown_by(workshop, file, data)
    built = build(core=texts["duo"] + texts["laser"], world=WORLD)
    assert not (built.folder / "world").exists()
    model = mujoco.MjModel.from_xml_path(str(built.folder / "scene.xml"))
    assert model.geom("seat::link_0").rgba[3] == 1.0
