"""Numbers of a description that make no sense: each is named with the link or the joint that it stands in."""

from __future__ import annotations

import pytest
from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.description import Description
from robotdsl_mujoco_sim.model.load import Loaded, load_description

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
SHAPES = "state one of box, cylinder, sphere, capsule, mesh"


def load(elements: str) -> Loaded:
    return load_description(Description(f'<robot name="r">{elements}</robot>', "the robot"))


def shown(geometry: str) -> str:
    return f"<visual><geometry>{geometry}</geometry></visual>"


def jointed(inside: str, kind: str = "continuous") -> str:
    """Two links, and a joint that holds ``inside``."""
    links = "".join(f'<link name="{name}">{INERTIAL}</link>' for name in "ab")
    return f'{links}<joint name="j" type="{kind}"><parent link="a"/><child link="b"/>{inside}</joint>'


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (shown('<box size="1 -1 1"/>'), "its visual: size of its <box> is '1 -1 1', not three numbers above 0"),
        ('<collision><geometry><box size="1 1"/></geometry></collision>', "its collision: size of its <box> is '1 1'"),
        (shown("<sphere/>"), "its visual: its <sphere> states no radius: state a number above 0"),
        (shown('<cylinder radius="1" length="0"/>'), "its visual: length of its <cylinder> is '0', not a number above"),
        (shown('<mesh filename="a.stl" scale="1 0 1"/>'), "scale of its <mesh> is '1 0 1', not three numbers, none of"),
        (shown(""), f"its visual has no shape: {SHAPES}"),
        ("<collision/>", f"its collision has no shape: {SHAPES}"),
        ('<visual><origin xyz="1 2"/></visual>', "its visual: xyz of its <origin> is '1 2', not three numbers"),
        ('<inertial><mass value="x"/><inertia/></inertial>', "its inertial: value of its <mass> is 'x', not a number"),
        (
            '<inertial><mass value="1"/></inertial>',
            "its inertial states no <inertia>: state it, or leave the <inertial>",
        ),
        ('<inertial><mass value="1"/><inertia ixx="1"/></inertial>', "its <inertia> states no iyy: state a number"),
        ('<inertial><mass value="nan"/><inertia/></inertial>', "value of its <mass> is 'nan'"),
    ],
)
def test_of_a_link(inside: str, message: str) -> None:
    with pytest.raises(DescriptionError, match=f"^the robot: link 'a': .*{message}"):
        load(f'<link name="a">{inside}</link>')


def test_a_mesh_without_a_file() -> None:
    with pytest.raises(
        DescriptionError, match=r"^the robot: link 'a' has a mesh that names no file: state its filename"
    ):
        load(f'<link name="a">{shown("<mesh/>")}</link>')


@pytest.mark.parametrize(
    ("kind", "inside", "message"),
    [
        ("continuous", '<axis xyz="0 0 0"/>', ": xyz of its <axis> is '0 0 0', not three numbers that are a direction"),
        ("continuous", '<axis xyz="a b c"/>', ": xyz of its <axis> is 'a b c'"),
        ("fixed", '<origin rpy="0 0"/>', ": rpy of its <origin> is '0 0', not three numbers: correct it"),
        ("continuous", '<dynamics damping="-1"/>', ": damping of its <dynamics> is '-1', not a number of 0 or more"),
        ("revolute", '<limit effort="-1"/>', ": effort of its <limit> is '-1', not a number of 0 or more"),
        ("revolute", '<limit lower="-inf" upper="1"/>', ": lower of its <limit> is '-inf'"),
        ("floating", "", " is floating and hangs from link 'a': .* a root link 'world', or give it another type"),
        ("continuous", '<mimic joint="j"/>', " mimics itself: have one of them move by itself"),
        ("continuous", '<mimic joint="j" multiplier="two"/>', ": multiplier of its <mimic> is 'two', not a number"),
    ],
)
def test_of_a_joint(kind: str, inside: str, message: str) -> None:
    with pytest.raises(DescriptionError, match=f"^the robot: joint 'j'{message}"):
        load(jointed(inside, kind))


def test_joints_that_mimic_each_other() -> None:
    third = f'<link name="c">{INERTIAL}</link><joint name="k" type="continuous"><parent link="a"/><child link="c"/>'
    with pytest.raises(
        DescriptionError, match="joint 'k' mimics itself, by way of 'j': have one of them move by itself"
    ):
        load(jointed('<mimic joint="k"/>') + third + '<mimic joint="j"/></joint>')


def test_of_a_material() -> None:
    with pytest.raises(DescriptionError, match=r"^the robot: material 'm': rgba of its <color> is '1 1 1', not four"):
        load('<material name="m"><color rgba="1 1 1"/></material><link name="a"/>')


def test_an_axis_of_a_fixed_joint_is_nobodys() -> None:
    assert load(jointed('<axis xyz="0 0 0"/>', "fixed")).model().nbody == 3


def test_a_link_called_world_is_the_root_or_renamed() -> None:
    text = jointed("", "fixed").replace('"b"', '"world"')
    with pytest.raises(DescriptionError, match=r"link 'world' hangs from 'a', .*: rename the link"):
        load(text)
    assert load(jointed("", "floating").replace('"a"', '"world"')).model().nv == 6
