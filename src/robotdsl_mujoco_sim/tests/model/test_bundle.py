"""Description bundles. Each test is called after the sentence that it holds: how a URDF that anyone wrote, and the
meshes that it names, come to MuJoCo.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path

import mujoco
import numpy as np
import numpy.typing as npt
import pytest
import trimesh
from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.description import Description, read_description
from robotdsl_mujoco_sim.model.load import Loaded, load_description
from robotdsl_mujoco_sim.model.triangles import read_stl, welded, write_msh, write_stl

Array = npt.NDArray[np.float64]
INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'


def link(name: str, inside: str = INERTIAL) -> str:
    return f'<link name="{name}">{inside}</link>'


def joint(name: str, parent: str, child: str, kind: str = "fixed", inside: str = "") -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{inside}</joint>'


def robot(*elements: str) -> str:
    return f'<robot name="r">{"".join(elements)}</robot>'


def shape(tag: str, geometry: str) -> str:
    return f"<{tag}><geometry>{geometry}</geometry></{tag}>"


def mesh(uri: str, scale: str = "1 1 1") -> str:
    return f'<mesh filename="{uri}" scale="{scale}"/>'


def text(urdf: str, folder: Path | None = None, packages: Sequence[Path] = ()) -> Loaded:
    return load_description(Description(urdf, "the robot", folder, packages))


def tetrahedron(size: float = 0.1) -> Array:
    """Four triangles wound outward."""
    o, x, y, z = np.zeros(3), np.array([size, 0, 0]), np.array([0, size, 0]), np.array([0, 0, size])
    return np.array([(o, y, x), (o, x, z), (o, z, y), (x, y, z)])


def ascii_stl(corners: Array) -> bytes:
    facets = [
        "facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {x} {y} {z}\n" for x, y, z in each) + "endloop\nendfacet"
        for each in corners.tolist()
    ]
    return ("solid it\n" + "\n".join(facets) + "\nendsolid it\n").encode()


def corners_of(model: mujoco.MjModel, geom: int = 0) -> Array:
    """The corners of a mesh geom in its body's frame, each once."""
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    at = int(model.geom_dataid[geom])
    first, count = int(model.mesh_vertadr[at]), int(model.mesh_vertnum[at])
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, model.geom_quat[geom])
    placed = model.mesh_vert[first : first + count] @ turn.reshape(3, 3).T + model.geom_pos[geom]
    return np.unique(np.round(placed, 6) + 0.0, axis=0)


def expected(corners: Array) -> Array:
    return np.unique(np.round(corners.reshape(-1, 3), 6) + 0.0, axis=0)


def with_mesh(folder: Path, name: str, data: bytes, uri: str | None = None, tag: str = "visual") -> mujoco.MjModel:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    return text(robot(link("a", INERTIAL + shape(tag, mesh(uri or name)))), folder).model()


# The root, and primitive visuals


def test_the_root_link_is_inferred_and_not_looked_for_by_a_conventional_name() -> None:
    loaded = text(robot(link("arm"), link("chassis"), joint("j", "chassis", "arm", "continuous")))
    assert loaded.root == "chassis"
    assert loaded.model().body("arm").parentid[0] == loaded.model().body("chassis").id


def test_primitive_visuals_are_mirrored_into_collisions_where_a_link_has_none() -> None:
    visuals = shape("visual", '<box size="1 2 3"/>') + (
        '<visual><origin xyz="0 0 1"/><geometry><cylinder radius="0.5" length="2"/></geometry></visual>'
    )
    loaded = text(robot(link("a", INERTIAL + visuals)))
    model = loaded.model()
    collides = [i for i in range(model.ngeom) if model.geom_contype[i]]
    assert [int(model.geom_type[i]) for i in collides] == [
        int(mujoco.mjtGeom.mjGEOM_BOX), int(mujoco.mjtGeom.mjGEOM_CYLINDER),
    ]  # fmt: skip
    assert model.geom_pos[collides[1]].tolist() == [0.0, 0.0, 1.0]
    assert model.ngeom == 4
    assert any("'a' collides by its visual primitives" in note for note in loaded.notes)


def test_a_link_that_has_a_collision_is_left_as_it_is() -> None:
    shapes = shape("visual", '<box size="1 2 3"/>') + shape("collision", '<sphere radius="1"/>')
    model = text(robot(link("a", INERTIAL + shapes))).model()
    assert [int(t) for t in model.geom_type[model.geom_contype > 0]] == [int(mujoco.mjtGeom.mjGEOM_SPHERE)]


# URIs by kind


@pytest.mark.parametrize("kind", ["file", "absolute", "package", "relative"])
def test_a_mesh_uri_is_resolved_by_kind(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "ws" / "my_robot" / "meshes"
    folder.mkdir(parents=True)
    (folder / "foo.stl").write_bytes(write_stl(tetrahedron()))
    uri = {
        "file": f"file://{folder}/foo.stl",
        "absolute": f"{folder}/foo.stl",
        "package": "package://my_robot/meshes/foo.stl",
        "relative": "meshes/foo.stl",
    }[kind]
    model = text(
        robot(link("a", INERTIAL + shape("collision", mesh(uri)))), folder.parent, [tmp_path / "none", tmp_path / "ws"]
    ).model()
    assert corners_of(model) == pytest.approx(expected(tetrahedron()))


def test_package_uris_resolve_via_the_package_share_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    share = tmp_path / "install" / "share" / "my_robot"
    share.mkdir(parents=True)
    (share / "foo.stl").write_bytes(write_stl(tetrahedron()))
    (share / "robot.urdf").write_text(robot(link("a", INERTIAL + shape("visual", mesh("package://my_robot/foo.stl")))))
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"{tmp_path / 'none'}:{tmp_path / 'install'}")
    monkeypatch.delenv("ROS_PACKAGE_PATH", raising=False)
    assert load_description(read_description(share / "robot.urdf")).model().nmesh == 1


def test_relative_paths_are_only_legal_for_file_backed_descriptions() -> None:
    with pytest.raises(DescriptionError, match=r"'a' names the mesh .*, a relative path, .* use package://"):
        text(robot(link("a", shape("visual", mesh("meshes/foo.stl")))))


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        ("foo.stl", "there is no file .*foo.stl"),
        ("package://nowhere/foo.stl", "no package 'nowhere'"),
        ("http://somewhere/foo.stl", "kind is not known"),
    ],
)
def test_a_mesh_that_cannot_be_found_is_named_with_its_link(uri: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DescriptionError, match=f"link 'a' names the mesh '{uri}'.*{message}"):
        text(robot(link("a", shape("visual", mesh(uri)))), tmp_path)


def test_spaces_and_letters_beyond_ascii_may_stand_in_names(tmp_path: Path) -> None:
    name = "two words/gr\N{LATIN SMALL LETTER U WITH DIAERESIS}n 1.stl"
    assert with_mesh(tmp_path, name, write_stl(tetrahedron())).nmesh == 1
    encoded = "file://" + str(tmp_path / name).replace(" ", "%20")
    assert with_mesh(tmp_path, name, write_stl(tetrahedron()), encoded).nmesh == 1


# Formats


def glb(corners: Array) -> bytes:
    """A GLB of the triangles, its node moved by 1 m along x."""
    binary = corners.astype("<f4").tobytes()
    points = corners.reshape(-1, 3)
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "translation": [1, 0, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(points), "type": "VEC3",
                       "min": points.min(0).tolist(), "max": points.max(0).tolist()}],
        "bufferViews": [{"buffer": 0, "byteLength": len(binary)}], "buffers": [{"byteLength": len(binary)}],
    }  # fmt: skip
    told = json.dumps(document).encode()
    told += b" " * (-len(told) % 4)
    chunks = struct.pack("<II", len(told), 0x4E4F534A) + told + struct.pack("<II", len(binary), 0x004E4942) + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def test_glb_visuals_are_rewritten_in_memory(tmp_path: Path) -> None:
    model = with_mesh(tmp_path, "it.glb", glb(tetrahedron()))
    assert corners_of(model) == pytest.approx(expected(tetrahedron() + np.array([1.0, 0.0, 0.0])))


def test_ascii_stl_gives_way_to_a_collision_obj_beside_it(tmp_path: Path) -> None:
    obj = "v 0 0 0\nv 0.2 0 0\nv 0 0.2 0\nv 0 0 0.2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (tmp_path / "it.obj").write_text(obj)
    model = with_mesh(tmp_path, "it.stl", ascii_stl(tetrahedron(0.1)))
    assert corners_of(model) == pytest.approx(expected(tetrahedron(0.2)))


def test_ascii_stl_is_converted_in_process_where_there_is_no_obj(tmp_path: Path) -> None:
    assert corners_of(with_mesh(tmp_path, "it.stl", ascii_stl(tetrahedron()))) == pytest.approx(expected(tetrahedron()))


def test_a_binary_stl_that_begins_with_solid_is_read_as_binary(tmp_path: Path) -> None:
    data = b"solid it".ljust(80, b" ") + write_stl(tetrahedron())[80:]
    assert corners_of(with_mesh(tmp_path, "it.stl", data)) == pytest.approx(expected(tetrahedron()))


COLLADA = """<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="f" count="12">0 0 0 10 0 0 0 10 0 0 0 10</float_array>
<technique_common><accessor source="#f" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#s" offset="1"/>
<p>0 0 2 0 1 0 0 0 1 0 3 0</p></triangles>
<polylist count="2"><input semantic="VERTEX" source="#v" offset="0"/><vcount>3 3</vcount><p>0 3 2 1 2 3</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene"><node><translate>100 0 0</translate>
<rotate>0 0 1 90</rotate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>"""


def test_collada_is_converted_with_its_unit_and_its_nodes(tmp_path: Path) -> None:
    turned = tetrahedron() @ np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]) + np.array([1.0, 0.0, 0.0])
    assert corners_of(with_mesh(tmp_path, "it.dae", COLLADA.encode())) == pytest.approx(expected(turned))


def test_an_stl_of_more_triangles_than_mujoco_reads_is_seen_whole_and_simplified_for_collision(tmp_path: Path) -> None:
    """The hull that it collides by leaves the whole one by half a millimetre at the most."""
    ball = trimesh.creation.icosphere(subdivisions=7, radius=0.5)
    assert len(ball.faces) > 200_000
    (tmp_path / "it.stl").write_bytes(write_stl(np.asarray(ball.triangles)))
    both = shape("visual", mesh("it.stl")) + shape("collision", mesh("it.stl"))
    loaded = text(robot(link("a", INERTIAL + both)), tmp_path)
    assert any("all 327680 triangles as MSH" in note for note in loaded.notes)
    assert any("its 327680 faces simplified to a hull of 4000 corners" in note for note in loaded.notes)
    model = loaded.model()
    assert int(model.mesh_facenum[0]) == len(ball.faces)
    count = int(model.mesh_graph[0])
    assert count <= 4000
    hull = model.mesh_vert[model.mesh_graph[2 + count : 2 + 2 * count]]
    directions = np.random.default_rng(0).normal(size=(200, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    assert (0.5 - (hull @ directions.T).max(axis=0)).max() < 5e-4


def test_a_mesh_of_fewer_triangles_collides_by_its_whole_hull(tmp_path: Path) -> None:
    (tmp_path / "it.stl").write_bytes(write_stl(tetrahedron()))
    loaded = text(robot(link("a", INERTIAL + shape("collision", mesh("it.stl")))), tmp_path)
    assert loaded.notes == () and loaded.spec.meshes[0].maxhullvert == -1


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("it.stl", b"", "it is empty"),
        ("it.stl", write_stl(tetrahedron())[:-20], "it is 264 bytes long, and a binary STL of 4 triangles has 284"),
        ("it.stl", ascii_stl(tetrahedron())[:-20], "breaks off"),
        ("it.stl", b"solid it\nendsolid it\n", "it holds no triangle"),
        ("it.stl", glb(tetrahedron()), "bytes long, and a binary STL"),
        ("it.glb", write_stl(tetrahedron()), "does not begin as a GLB does"),
        ("it.glb", glb(tetrahedron())[:-8], "it is cut off"),
        ("it.dae", b"<COLLADA><asset>", "it is not Collada"),
        ("it.dae", write_stl(tetrahedron()), "it is not Collada"),
        ("it.obj", b"v 0 0 0\n", "holds no face"),
        ("it.obj", write_stl(tetrahedron()), "holds no face"),
        ("it.msh", write_stl(tetrahedron()), "its counts are not those of a mesh"),
        ("it.msh", write_msh(welded(tetrahedron()))[:-4], "it is 108 bytes long, and an MSH of 4 vertices and 4 faces"),
        ("it.msh", b"MSH", "begins with 16 bytes of counts"),
        ("it.ply", b"ply", "no format that is read"),
    ],
)  # fmt: skip
def test_every_stage_fails_loudly_with_the_file_and_the_link(
    name: str, data: bytes, message: str, tmp_path: Path
) -> None:
    with pytest.raises(DescriptionError, match=f"the mesh .*{name} of link 'a': .*{message}"):
        with_mesh(tmp_path, name, data)


def test_nothing_on_disk_is_modified(tmp_path: Path) -> None:
    (tmp_path / "robot.urdf").write_text(robot(link("a", INERTIAL + shape("visual", mesh("it.glb")))))
    (tmp_path / "it.glb").write_bytes(glb(tetrahedron()))
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.rglob("*")}
    load_description(read_description(tmp_path / "robot.urdf")).model()
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.rglob("*")} == before


def test_meshes_that_are_called_alike_do_not_replace_each_other(tmp_path: Path) -> None:
    for folder, size in (("visual", 0.1), ("collision", 0.3)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "foo.stl").write_bytes(write_stl(tetrahedron(size)))
    # MuJoCo names a mesh by its file without the suffix.
    (tmp_path / "foo.obj").write_text("v 0 0 0\nv 0.5 0 0\nv 0 0.5 0\nv 0 0 0.5\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    shapes = [shape("visual", mesh("visual/foo.stl")), shape("collision", mesh("collision/foo.stl"))]
    shapes.append(shape("collision", mesh("foo.obj")))
    model = text(robot(link("a", INERTIAL + "".join(shapes))), tmp_path).model()
    assert model.nmesh == 3
    for geom, size in enumerate((0.1, 0.3, 0.5)):
        assert corners_of(model, geom) == pytest.approx(expected(tetrahedron(size)))


def test_one_file_is_handed_over_once_however_it_is_spelled(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "foo.stl").write_bytes(write_stl(tetrahedron()))
    shapes = [shape("visual", mesh(uri)) for uri in ("m/foo.stl", "m/../m/foo.stl", f"file://{tmp_path}/m/foo.stl")]
    model = text(robot(link("a", INERTIAL + "".join(shapes))), tmp_path).model()
    assert (model.nmesh, model.ngeom) == (1, 3)


@pytest.mark.parametrize("scale", ["-1 1 1", "1 2 3", "-1 -2 0.5"])
def test_a_mesh_may_be_mirrored_and_stretched(scale: str, tmp_path: Path) -> None:
    (tmp_path / "it.stl").write_bytes(write_stl(tetrahedron()))
    model = text(robot(link("a", INERTIAL + shape("collision", mesh("it.stl", scale)))), tmp_path).model()
    factors = np.array([float(each) for each in scale.split()])
    assert corners_of(model) == pytest.approx(expected(tetrahedron() * factors))
    # Seen from outside, its faces stay outside.
    at = int(model.mesh_faceadr[0])
    faces = model.mesh_face[at : at + int(model.mesh_facenum[0])]
    a, b, c = (model.mesh_vert[faces[:, i]].astype(float) for i in range(3))
    assert float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) > 0.0


# Geom groups


def test_visuals_are_in_group_1_and_collisions_in_group_2() -> None:
    shapes = shape("visual", '<box size="1 1 1"/>') + shape("collision", '<sphere radius="1"/>')
    model = text(robot(link("a", INERTIAL + shapes))).model()
    for geom in range(model.ngeom):
        collides = bool(model.geom_contype[geom] or model.geom_conaffinity[geom])
        assert model.geom_group[geom] == (2 if collides else 1)
    assert (model.geom_contype[model.geom_group == 1] == 0).all()
    assert (model.geom_group == 2).sum() == 1


def test_a_robot_without_visuals_shows_what_it_collides_by() -> None:
    model = text(robot(link("a", INERTIAL + shape("collision", '<sphere radius="1"/>')))).model()
    assert model.geom_group.tolist() == [1]


# Friction


def test_ds_scales_mujocos_ratio_of_sliding_turning_and_rolling() -> None:
    ball = INERTIAL + shape("collision", '<sphere radius="1"/>')
    loaded = text(
        robot(
            link("a"), link("b", ball), link("c", ball), link("d", ball),
            joint("ab", "a", "b", inside='<friction ds="0.4" vd="9" k1="9" k2="9"/>'),
            joint("ac", "a", "c", inside='<friction vd="9"/>'), joint("ad", "a", "d", inside='<friction ds="-1"/>'),
        )
    )  # fmt: skip
    model = loaded.model()
    assert model.geom_friction.tolist() == [
        pytest.approx([0.4, 0.4 * 0.005, 0.4 * 0.0001]), [1.0, 0.005, 0.0001], [1.0, 0.005, 0.0001],
    ]  # fmt: skip
    assert [note.split(":")[0] for note in loaded.notes if "ds" in note] == ["joint 'ac'", "joint 'ad'"]


# Weights


def tensor(model: mujoco.MjModel, body: str) -> Array:
    at = model.body(body).id
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, model.body_iquat[at])
    axes = turn.reshape(3, 3)
    return np.asarray(axes @ np.diag(model.body_inertia[at]) @ axes.T)


def inertial(mass: float, six: Sequence[float], origin: str = "") -> str:
    keys = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    terms = " ".join(f'{key}="{float(value)!r}"' for key, value in zip(keys, six, strict=True))
    return f'<inertial>{origin}<mass value="{mass}"/><inertia {terms}/></inertial>'


def test_an_inertial_may_stand_in_a_turned_frame() -> None:
    turned = inertial(2.0, (1.0, 2.0, 2.5, 0.1, 0.0, 0.0), '<origin xyz="1 2 3" rpy="0.3 -0.2 1.1"/>')
    model = text(robot(link("a"), link("b", turned), joint("j", "a", "b", "continuous"))).model()
    turn = trimesh.transformations.euler_matrix(0.3, -0.2, 1.1, "sxyz")[:3, :3]
    stated = np.array([[1.0, 0.1, 0.0], [0.1, 2.0, 0.0], [0.0, 0.0, 2.5]])
    assert tensor(model, "b") == pytest.approx(turn @ stated @ turn.T, abs=1e-9)
    assert model.body("b").ipos.tolist() == [1.0, 2.0, 3.0]


def test_a_thin_plate_is_taken_however_it_is_turned() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        t = turn @ np.diag([0.1, 0.2, 0.3]) @ turn.T
        six = (t[0, 0], t[1, 1], t[2, 2], t[0, 1], t[0, 2], t[1, 2])
        model = text(robot(link("a"), link("b", inertial(1, six)), joint("j", "a", "b", "continuous"))).model()
        assert tensor(model, "b") == pytest.approx(t, abs=1e-9)


@pytest.mark.parametrize(
    ("six", "message"),
    [
        (
            (0.1, 0.2, 0.5, 0, 0, 0),
            "0.1, 0.2 and 0.5 kg m²: no body's largest is more than the other two",
        ),
        ((0.1, 0.2, -0.1, 0, 0, 0), "a principal moment of inertia of -0.1 kg m²"),
    ],
)
def test_an_inertia_that_is_no_bodys_is_named_with_its_link_and_its_numbers(six: Sequence[float], message: str) -> None:
    with pytest.raises(DescriptionError, match=f"link 'b' has .*{message}"):
        text(robot(link("a"), link("b", inertial(1, six)), joint("j", "a", "b", "continuous")))


def test_a_link_whose_inertia_is_no_bodys_is_carried_by_the_heavier_link_that_it_is_fixed_to() -> None:
    sensor = inertial(0.05, (0.001, 0.001, 0.01, 0, 0, 0))
    place = '<origin xyz="0.2 0 0.1" rpy="0 0 1"/>'
    loaded = text(
        robot(
            link("world_link"), link("arm"), link("sensor", sensor), joint("j", "world_link", "arm", "continuous"),
            joint("f", "arm", "sensor", inside=place),
        )
    )  # fmt: skip
    model = loaded.model()
    assert model.body("arm").mass[0] == pytest.approx(1.05)
    assert model.body("sensor").mass[0] == 0.0
    center = 0.05 * np.array([0.2, 0.0, 0.1]) / 1.05
    assert model.body("arm").ipos == pytest.approx(center)
    away = np.array([0.2, 0.0, 0.1])
    both = np.eye(3) + np.diag([0.001, 0.001, 0.01]) + 0.05 / 1.05 * (away @ away * np.eye(3) - np.outer(away, away))
    assert tensor(model, "arm") == pytest.approx(both)
    assert any("'sensor': its weight, which is no body's alone, is carried by 'arm'" in note for note in loaded.notes)


@pytest.mark.parametrize(("far", "holds"), [(0.3, True), (0.001, False)])
def test_a_link_whose_inertia_is_no_bodys_may_be_the_heavier_one_of_what_is_one_body_together(
    far: float, holds: bool
) -> None:
    """A tip that reaches far enough makes a body of the two; one that does not leaves a link that no body has."""
    finger, tip = inertial(0.04, (0.001, 0.001, 0.003, 0, 0, 0)), inertial(0.02, (1e-5, 1e-5, 1e-5, 0, 0, 0))
    urdf = robot(
        link("a"), link("finger", finger), link("tip", tip), joint("j", "a", "finger", "continuous"),
        joint("f", "finger", "tip", inside=f'<origin xyz="0 0 {far}"/>'),
    )  # fmt: skip
    if not holds:
        with pytest.raises(
            DescriptionError, match=r"link 'finger' has principal moments of inertia of 0.001, 0.001 and"
        ):
            text(urdf)
        return
    loaded = text(urdf)
    model = loaded.model()
    assert (model.body("finger").mass[0], model.body("tip").mass[0]) == (0.0, pytest.approx(0.06))
    away = 0.04 * 0.02 / 0.06 * far**2
    assert tensor(model, "tip") == pytest.approx(np.diag([0.00101 + away, 0.00101 + away, 0.00301]))
    assert model.body("tip").ipos == pytest.approx([0.0, 0.0, -far * 0.04 / 0.06])
    assert any("'finger': its weight, which is no body's alone, is carried by 'tip'" in note for note in loaded.notes)


def test_a_fixed_base_link_keeps_its_mass_and_its_body() -> None:
    model = text(robot(link("world_link", ""), link("base"), joint("f", "world_link", "base"))).model()
    assert model.body("base").mass[0] == 1.0
    assert model.body_mass.sum() == 1.0


def test_a_link_without_an_inertial_weighs_nothing_by_its_shapes() -> None:
    shapes = shape("collision", '<box size="1 1 1"/>')
    loaded = text(
        robot(link("a"), link("b", shapes), link("c"), joint("j", "a", "b", "continuous"), joint("f", "b", "c"))
    )
    assert loaded.model().body_mass.sum() == 2.0
    moves = text(robot(link("a"), link("b", shapes), joint("j", "a", "b", "continuous")))
    assert moves.model().body_mass.sum() == pytest.approx(1.0, abs=1e-5)
    assert any("link 'b' moves and weighs nothing" in note for note in moves.notes)


# Joints


def test_mimic_is_kept_as_an_equality() -> None:
    loaded = text(
        robot(
            link("a"), link("b"), link("c"), joint("one", "a", "b", "continuous"),
            joint("two", "a", "c", "continuous", '<mimic joint="one" multiplier="-2" offset="0.1"/>'),
        )
    )  # fmt: skip
    model = loaded.model()
    assert model.neq == 1
    assert model.eq_data[0, :2].tolist() == [0.1, -2.0]
    assert (model.joint(int(model.eq_obj1id[0])).name, model.joint(int(model.eq_obj2id[0])).name) == ("two", "one")
    model.opt.gravity[:] = 0.0
    data = mujoco.MjData(model)
    data.qvel[model.joint("one").dofadr[0]] = 0.5
    mujoco.mj_step(model, data, nstep=2000)
    one, two = (float(data.qpos[model.joint(name).qposadr[0]]) for name in ("one", "two"))
    assert two == pytest.approx(0.1 - 2.0 * one, abs=0.01)


def test_a_mimic_of_a_joint_that_is_not_there_is_named() -> None:
    with pytest.raises(DescriptionError, match="joint 'two' mimics 'one', and no joint of that name moves"):
        text(robot(link("a"), link("b"), joint("two", "a", "b", "continuous", '<mimic joint="one"/>')))


def test_a_revolute_joint_without_a_limit_moves_without_one_and_says_so() -> None:
    loaded = text(robot(link("a"), link("b"), joint("j", "a", "b", "revolute")))
    assert loaded.model().jnt_limited.tolist() == [0]
    assert loaded.notes == ("joint 'j' is revolute and states no limit: it moves without one",)


def test_a_lower_limit_above_the_upper_one_is_named_with_both() -> None:
    limit = '<limit lower="1.5" upper="-0.5" effort="1" velocity="1"/>'
    with pytest.raises(DescriptionError, match=r"joint 'j' has its lower limit, 1\.5, above its upper one, -0\.5"):
        text(robot(link("a"), link("b"), joint("j", "a", "b", "revolute", limit)))


def test_a_continuous_joint_turns_past_limits_that_it_states() -> None:
    limit = '<limit lower="-1" upper="1" effort="4" velocity="1"/>'
    loaded = text(robot(link("a"), link("b"), joint("j", "a", "b", "continuous", limit)))
    assert loaded.model().jnt_limited.tolist() == [0]
    assert loaded.model().jnt_actfrcrange.tolist() == [[-4.0, 4.0]]
    assert loaded.notes == ("joint 'j' is continuous, and the limits that it states do not hold",)


def test_links_that_are_to_fuse_keep_their_names_and_their_mass() -> None:
    block = '<mujoco><compiler fusestatic="true"/></mujoco>'
    parts = [link("a"), link("b"), link("c"), joint("f", "a", "b"), joint("j", "b", "c", "continuous")]
    loaded = text(robot(block, *parts))
    assert loaded.model().body_mass.tolist() == [0.0, 1.0, 1.0, 1.0]
    assert any("each stays a body" in note for note in loaded.notes)


def test_names_of_links_and_joints_may_hold_spaces_and_any_letters() -> None:
    first, second, moved = (
        "gr\N{LATIN SMALL LETTER O WITH DIAERESIS}ße 1",
        "ns/b &amp; c",
        "j \N{GREEK SMALL LETTER ALPHA}",
    )
    model = text(robot(link(first), link(second), joint(moved, first, second, "continuous"))).model()
    assert [model.body(k).name for k in range(3)] == ["world", first, "ns/b & c"]
    assert model.joint(0).name == moved


def test_a_material_that_cannot_be_shown_is_said_once() -> None:
    ball = '<visual><geometry><sphere radius="1"/></geometry><material name="{}"/></visual>'
    pictured = '<material name="p"><texture filename="a.png"/></material>'
    coloured = '<material name="c"><color rgba="0 0 1 1"/></material>'
    shown = INERTIAL + "".join(ball.format(name) for name in ("c", "p", "n", "n"))
    loaded = text(robot(pictured, coloured, link("a", shown)))
    assert loaded.model().geom_rgba[0].tolist() == [0.0, 0.0, 1.0, 1.0]
    assert [note for note in loaded.notes if note.startswith("material")] == [
        "material 'p' is a picture, which is not laid on: it is shown grey",
        "material 'n' is given no colour: it is shown grey",
    ]


def test_limits_and_frames_are_those_of_the_description() -> None:
    limit = '<limit lower="-1" upper="2" effort="7" velocity="1"/>'
    inside = f'<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><axis xyz="0 0 1"/>{limit}'
    model = text(robot(link("a"), link("b"), joint("j", "a", "b", "revolute", inside))).model()
    assert model.jnt_range.tolist() == [[-1.0, 2.0]]
    assert model.jnt_actfrcrange.tolist() == [[-7.0, 7.0]]
    assert model.body("b").pos.tolist() == [1.0, 2.0, 3.0]
    assert model.body("b").quat == pytest.approx(trimesh.transformations.quaternion_from_euler(0.1, 0.2, 0.3, "sxyz"))


# Structure


@pytest.mark.parametrize(
    ("elements", "message"),
    [
        ([], "has no link"),
        ([link("a"), link("a")], "2 links are called 'a'"),
        (
            [link("a"), link("b"), link("c"), joint("j", "a", "b"), joint("j", "a", "c")],
            "2 joints are called 'j': give each its own name",
        ),
        ([link("a"), link("b")], "2 links hang from no other, 'a', 'b'"),
        ([link("a"), joint("j", "a", "b")], "joint 'j' names the child 'b', and there is no such link"),
        (
            [link("a"), link("b"), link("c"), joint("j", "a", "c"), joint("k", "b", "c")],
            "link 'c' hangs from both 'a' and 'b'",
        ),
        (
            [link("r"), link("a"), link("b"), joint("j", "a", "b"), joint("k", "b", "a")],
            "the links .* hang from each other in a circle",
        ),
        ([link("a"), link("b"), joint("j", "a", "b", "hinge")], "joint 'j' is of type 'hinge'"),
    ],
)  # fmt: skip
def test_links_and_joints_that_make_no_tree_are_named(elements: list[str], message: str) -> None:
    with pytest.raises(DescriptionError, match=message):
        text(robot(*elements))


@pytest.mark.parametrize(("urdf", "message"), [("<robot", "is not XML"), ("<sdf/>", "is no URDF: its root is <sdf>")])
def test_a_text_that_is_no_urdf(urdf: str, message: str) -> None:
    with pytest.raises(DescriptionError, match=message):
        text(urdf)


def test_a_chain_of_300_links() -> None:
    chain = [link(f"l{i}") for i in range(300)]
    chain += [joint(f"j{i}", f"l{i}", f"l{i + 1}", "continuous", '<origin xyz="0 0 0.1"/>') for i in range(299)]
    model = text(robot(*chain)).model()
    assert (model.nbody, model.njnt) == (301, 299)
    assert model.body_mass.sum() == pytest.approx(300.0)


def test_shapes_that_are_called_alike_are_kept(capfd: pytest.CaptureFixture[str]) -> None:
    named = '<visual name="v"><geometry><sphere radius="1"/></geometry></visual>'
    model = text(robot(link("a", INERTIAL + named + named + shape("collision", '<sphere radius="1"/>')))).model()
    assert model.ngeom == 3
    assert "WARNING" not in capfd.readouterr().err


def test_stl_is_written_as_it_is_read() -> None:
    assert read_stl(write_stl(tetrahedron())) == pytest.approx(tetrahedron())
