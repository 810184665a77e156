"""Robots in one world: their names and those of the scene, an MJCF file, and what is saved of it."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.compose import Composed, Robot, Surroundings, compose
from robotdsl_mujoco_sim.model.description import Description, read_description
from robotdsl_mujoco_sim.model.load import Options
from robotdsl_mujoco_sim.model.saving import save_model
from robotdsl_mujoco_sim.model.triangles import write_stl

INERTIAL = '<inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
LIMIT = '<limit lower="-1" upper="2" effort="7" velocity="3"/>'
MATERIAL = '<material name="paint"><color rgba="1 0 0 1"/></material>'
BALL = f'<visual name="{{name}}"><geometry><sphere radius="0.1"/></geometry>{MATERIAL}</visual>'
FOLLOWER = '<joint name="k" type="revolute"><parent link="a"/><child link="c"/><mimic joint="{joint}"/>{limit}</joint>'
TETRAHEDRON = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])[[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]]
CONTROL = '<ros2_control><joint name="j"><command_interface name="position"/></joint></ros2_control>'


def urdf(joint: str = "j", geom: str = "v", block: str = "", shape: str = BALL) -> str:
    links = "".join(f'<link name="{name}">{INERTIAL}{shape.format(name=geom + name)}</link>' for name in "abc")
    moved = f'<joint name="{joint}" type="revolute"><parent link="a"/><child link="b"/>{LIMIT}</joint>'
    follower = FOLLOWER.format(joint=joint, limit=LIMIT)
    return f'<robot name="r">{block}{links}{moved}{follower}</robot>'


def robot(text: str | None = None, prefix: str = "", **more: Any) -> Robot:
    description = Description(urdf() if text is None else text, "the robot")
    return Robot(description, Options(prefix=prefix, actuators=True), **more)


def same_when_saved(composed: Composed, path: Path) -> mujoco.MjModel:
    save_model(composed.spec, composed.model, path)
    saved, own = mujoco.MjModel.from_xml_path(str(path)), composed.model
    for name in ("body_mass", "body_pos", "geom_friction", "geom_rgba", "geom_group", "jnt_range", "eq_data"):
        assert getattr(saved, name) == pytest.approx(getattr(own, name), abs=1e-5), name
    assert [saved.body(k).name for k in range(saved.nbody)] == [own.body(k).name for k in range(own.nbody)]
    assert (saved.nexclude, saved.nu, saved.nmesh) == (own.nexclude, own.nu, own.nmesh)
    return saved


@pytest.mark.parametrize("joint, geom", [("root", "v"), ("j", "floor")])
def test_the_scenes_own_names_give_way_to_those_of_a_description(joint: str, geom: str) -> None:
    text = urdf(joint).replace('name="va"', f'name="{geom}"', 1)
    composed = compose([Robot(Description(text, "r"), floating=True)])
    model = composed.model
    assert model.joint(joint).type[0] == mujoco.mjtJoint.mjJNT_HINGE
    other = "root_2" if joint == "root" else "floor_2"
    if joint == "root":
        assert model.joint("root_2").type[0] == mujoco.mjtJoint.mjJNT_FREE
        assert "the free joint of 'a' is called 'root_2', since there is another 'root'" in composed.notes
    else:
        assert model.geom(other).type[0] == mujoco.mjtGeom.mjGEOM_PLANE
        assert "the floor is called 'floor_2', since there is another 'floor'" in composed.notes


def test_a_free_joint_gives_way_to_one_of_the_world(tmp_path: Path) -> None:
    world = tmp_path / "world.xml"
    world.write_text('<mujoco><worldbody><body><freejoint name="root"/><geom size="1"/></body></worldbody></mujoco>')
    composed = compose([robot(floating=True)], Surroundings(world))
    assert composed.model.joint("root_2").type[0] == mujoco.mjtJoint.mjJNT_FREE
    assert composed.notes[-1] == "the free joint of 'a' is called 'root_2', since there is another 'root'"


@pytest.mark.parametrize("carried", [True, False])
def test_a_floating_root_that_weighs_nothing_is_carried_by_what_is_fixed_to_it_or_given_a_little(carried: bool) -> None:
    base = f'<link name="base">{INERTIAL}</link>' if carried else '<link name="base"/>'
    fixed = '<joint name="f" type="fixed"><parent link="foot"/><child link="base"/></joint>'
    text = f'<robot name="r"><link name="foot"/>{base}{fixed}</robot>'
    composed = compose([Robot(Description(text, "r"), floating=True)])
    data = mujoco.MjData(composed.model)
    mujoco.mj_step(composed.model, data, nstep=100)
    assert not data.warning.number.any() and data.qpos[2] < -0.04
    assert composed.model.body_mass.sum() == pytest.approx(2.0 if carried else 1e-6)
    assert composed.notes == (() if carried else ("link 'foot' floats and weighs nothing: given 1e-06 kg",))


def test_a_floating_point_mass_is_given_a_little_moment() -> None:
    text = f'<robot name="r"><link name="a">{INERTIAL.replace("1", "0")}</link></robot>'
    composed = compose([Robot(Description(text, "r"), floating=True)])
    assert composed.model.body_inertia[1].tolist() == [1e-9] * 3 and composed.model.body_mass[1] == 2.0
    assert composed.notes == ("link 'a' floats and has no moment of inertia: given 1e-09 kg m²",)


def test_of_several_robots_each_note_says_whose_it_is() -> None:
    notes = compose([robot(prefix="x_"), robot(prefix="y_")]).notes
    assert {note.split(":")[0] for note in notes} == {"x_a", "y_a"}


def test_names_that_clash_are_told_with_the_way_to_mend_it() -> None:
    with pytest.raises(
        DescriptionError, match=r"^the robot: its body 'a' has the name of another one in .*attach_prefi"
    ):
        compose([robot(), robot()])


def test_several_robots_are_each_the_same_as_alone(tmp_path: Path) -> None:
    """Their mimicry, their actuators and what their links do not collide with."""
    alone = compose([robot(urdf().replace("</robot>", CONTROL + "</robot>"))]).model
    text = urdf().replace("</robot>", CONTROL + "</robot>")
    composed = compose([robot(text, "x_"), robot(text, "y_", position=(1.0, 0.0, 0.0))])
    model = composed.model
    assert composed.roots == ("x_a", "y_a")
    assert (model.neq, model.nu, model.nexclude) == (2 * alone.neq, 2 * alone.nu, 2 * alone.nexclude)
    assert {model.joint(int(k)).name for k in model.eq_obj2id} == {"x_j", "y_j"}
    assert model.body_mass[1:].tolist() == alone.body_mass[1:].tolist() * 2
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, nstep=100)
    assert not data.warning.number.any()
    same_when_saved(composed, tmp_path / "two.xml")


def world_file(folder: Path) -> Path:
    """A world with a mesh and a picture of its own, and defaults that are nobody's else."""
    (folder / "things").mkdir(parents=True)
    (folder / "things" / "rock.stl").write_bytes(write_stl(TETRAHEDRON))
    (folder / "things" / "grass.png").write_bytes(PICTURE)
    path = folder / "garden.xml"
    path.write_text(
        '<mujoco><compiler meshdir="things" texturedir="things"/><option timestep="0.004" gravity="0 0 -1"/>'
        '<default><geom friction="0.3" rgba="0 1 0 1"/></default><asset><mesh file="rock.stl"/>'
        '<texture name="grass" type="2d" file="grass.png"/><material name="lawn" texture="grass"/></asset>'
        '<worldbody><geom name="ground" type="plane" size="5 5 1" material="lawn"/>'
        '<geom type="mesh" mesh="rock" pos="3 0 0"/></worldbody></mujoco>'
    )
    return path


# One red pixel.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc000000301"
    "0100c9fe92ef0000000049454e44ae426082"
)


@pytest.mark.parametrize("prefix", ["", "r0_"])
def test_a_robot_in_the_world_of_an_mjcf_file(tmp_path: Path, prefix: str) -> None:
    world = world_file(tmp_path / "from")
    block = '<mujoco><option timestep="0.003"/></mujoco>'
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        composed = compose([robot(urdf(block=block), prefix, position=(0.0, 0.0, 1.0))], Surroundings(world))
        model = composed.model
        # The world's own time and weight of things, and none of its defaults on the robot.
        assert (model.opt.timestep, model.opt.gravity.tolist()) == (0.004, [0.0, 0.0, -1.0])
        shape = next(k for k in range(model.ngeom) if model.geom_bodyid[k] == model.body(f"{prefix}a").id)
        assert model.geom_friction[shape, 0] == 1.0 and model.geom("ground").friction[0] == 0.3
        assert mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, "floor") == -1
        (tmp_path / "to").mkdir()
        saved = same_when_saved(composed, tmp_path / "to" / "all.xml")
    assert saved.ntex == 1 and saved.nmesh == 1
    assert sorted(each.name for each in (tmp_path / "to" / "all_meshes").iterdir()) == ["grass.png", "rock.stl"]


def test_a_timestep_that_is_asked_for_goes_before_the_worlds(tmp_path: Path) -> None:
    world = world_file(tmp_path / "from")
    assert compose([robot()], Surroundings(world, timestep=0.002)).model.opt.timestep == 0.002


def test_a_world_may_hold_no_described_robot(tmp_path: Path) -> None:
    assert compose([], Surroundings(world_file(tmp_path / "from"))).model.ngeom == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, r"world.xml cannot be read: there is no such file"),
        ("<mujoco", r"world.xml is not XML"),
        ("<mujoco><nothing/></mujoco>", r"world.xml: XML Error: Schema violation"),
        (urdf(), r"world.xml is no MJCF: its root is <robot>, not <mujoco>: a robot is described by description\.path"),
        ('<mujoco><asset><mesh file="no.stl"/></asset></mujoco>', r"world.xml names .*no.stl, which cannot be read"),
    ],
)
def test_a_world_that_cannot_be_read_is_named(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "world.xml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(DescriptionError, match=message):
        compose([robot()], Surroundings(path))


@pytest.mark.parametrize("name", ["world.mjcf", "world.XML", "world"])
def test_a_world_whose_name_mujoco_does_not_know_is_told_how_to_be_called(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("<mujoco/>")
    with pytest.raises(DescriptionError, match=rf"{name} cannot be read: .* files called \.xml alone: rename it"):
        compose([robot()], Surroundings(tmp_path / name))


def test_an_own_option_block_of_a_single_robot_holds(tmp_path: Path) -> None:
    block = '<mujoco><option gravity="0 0 -2"/></mujoco>'
    for prefix in ("", "r0_"):
        assert compose([robot(urdf(block=block), prefix)]).model.opt.gravity[2] == -2.0


def test_two_files_of_one_name_in_two_worlds_folders_are_two_assets(tmp_path: Path) -> None:
    """The robot's mesh is called as the world's is; under a prefix neither replaces the other."""
    world = world_file(tmp_path / "from")
    (tmp_path / "rock.stl").write_bytes(write_stl(0.1 * TETRAHEDRON))
    shape = '<visual name="{name}"><geometry><mesh filename="rock.stl"/></geometry></visual>'
    (tmp_path / "robot.urdf").write_text(urdf(shape=shape))
    description = read_description(tmp_path / "robot.urdf")
    model = compose([Robot(description, Options(prefix="r0_"))], Surroundings(world)).model
    reach = sorted(
        float(np.ptp(model.mesh_vert[at : at + count]))
        for at, count in zip(model.mesh_vertadr, model.mesh_vertnum, strict=True)
    )
    assert reach[1] == pytest.approx(10.0 * reach[0], rel=1e-4)
    with pytest.raises(DescriptionError, match=r"its mesh 'rock' has the name of another one in garden\.xml"):
        compose([Robot(description)], Surroundings(world))
