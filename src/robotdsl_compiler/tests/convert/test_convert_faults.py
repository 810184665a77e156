"""What is wrong with a URDF is told with its place, and what cannot be made is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_compiler.cli.main import main
from robotdsl_compiler.convert.convert import Options, convert
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source

from .making import line, made
from .robots import BODY, FL, FOUR, LASER, ROVER, SCOUT, TRIKE, cube_stl, robot, swapped, wheel, without

LOOP = '\n<joint name="back" type="fixed"><parent link="laser"/><child link="base_link"/></joint></robot>'
VALUE, TYPE, MISSING = "library.invalid_value", "library.wrong_type", "library.missing_field"
UNSUPPORTED, SYNTAX, TWICE = "library.unsupported", "syntax.invalid", "library.duplicate_key"
FAULTS: list[tuple[str, str, str, str]] = [
    (ROVER[:400], SYNTAX, "no well-formed XML", ""),
    (swapped("<link name", "<link link name"), SYNTAX, "no well-formed XML", "<link link name"),
    ('<!DOCTYPE robot [<!ENTITY x "y">]>\n<robot name="r"/>', SYNTAX, "a document type", "<!DOCTYPE"),
    ("<sdf version='1.7'><model name='m'/></sdf>", SYNTAX, "not a <sdf>", "<sdf"),
    ("<a>" * 100 + "</a>" * 100, SYNTAX, "nested more than 64 deep", ""),
    (swapped("</robot>", '<xacro:wheel side="left"/></robot>'), UNSUPPORTED, "xacro macros", "<xacro:wheel"),
    (swapped('mass value="12"', 'mass value="${m}"'), UNSUPPORTED, "xacro macros", '<mass value="${m}"'),
    (swapped('mass value="12"', 'mass value="-1"'), VALUE, "must not be negative", '<mass value="-1"'),
    (swapped('mass value="12"', 'mass value="lots"'), TYPE, "a number, not `lots`", '<mass value="lots'),
    (swapped('mass value="12"', 'mass value="nan"'), TYPE, "a number, not `nan`", '<mass value="nan'),
    (swapped('mass value="12"', 'mass value="1e300"'), TYPE, "number of at most 1e+09, not `1e300`", '<mass value="1e'),
    (without('<mass value="12"/>'), MISSING, "<inertial> has no <mass>", "<inertial>"),
    (swapped('ixx="0.2"', 'ixx="-0.2"'), VALUE, "`ixx` of <inertia>", '<inertia ixx="-0.2"'),
    (swapped('ixx="0.2" ', ""), MISSING, "<inertia> has no `ixx`", '<inertia iyy="0.4"'),
    (swapped('size="0.5 0.3 0.12"', 'size="0.5 0.3"'), TYPE, "must be 3 numbers", '<box size="0.5 0.3"'),
    (swapped('size="0.5 0.3 0.12"', 'size="0.5 0 1"'), VALUE, "must be above 0", '<box size="0.5 0 1"'),
    (swapped('<box size="0.5 0.3 0.12"/>', "<bax/>"), UNSUPPORTED, "<bax> is not known", "<bax/>"),
    (swapped('link name="fl"', 'link name="fr"'), TWICE, "two links are called `fr`", ""),
    (swapped(FL, FL.replace("base_link", "bass_link")), VALUE, "which does not exist", "<joint name=\"fl"),
    (swapped(FL, FL.replace('link="fl"', 'link="fr"')), VALUE, "hangs from two joints", ""),
    (swapped(FL, FL.replace('<child link="fl"/>', "")), MISSING, "has no <child>", '<joint name="fl'),
    (swapped(FL, FL.replace("continuous", "continous")), VALUE, "no type of joint", '<joint name="fl'),
    (swapped("</robot>", LOOP), VALUE, "in a circle", ""),
    (swapped("</robot>", '<link name="lost"/></robot>'), VALUE, "do not hang together", '<link name="lost'),
    (robot(BODY, LASER), UNSUPPORTED, "no wheels were found", "<robot"),
    (robot(BODY, wheel("a", 0, 0.2), LASER), UNSUPPORTED, "1 driven wheels on the left and 0", '<link name="a"'),
    (robot(BODY, *(wheel(f"w{i}{s}", 0.2 * i, s * 0.2) for i in (0, 1, 2) for s in (1, -1))), UNSUPPORTED,
     "3 driven wheels on the left and 3", ""),
    (robot(BODY, wheel("omni_l", 0, 0.2), wheel("r", 0, -0.2)), UNSUPPORTED,
     "not one with 1 on the left and 1 on the right", '<link name="omni_l"'),
    (swapped('xyz="0.12 0.2 0"', 'xyz="0.12 0.2 0" rpy="0 0 -0.8"', ROVER.replace('"fl"', '"omni_fl"')), UNSUPPORTED,
     "a base on omni wheels cannot be converted", '<joint name="fl_joint"'),
    (swapped('xyz="0 1 0"', 'xyz="0 0 0"'), VALUE, "has no direction", '<axis xyz="0 0 0"'),
    (re.sub(r"(?s)<inertial>.*?</inertial>", "", ROVER), MISSING, "states no mass", '<link name="base_link"'),
    ("", SYNTAX, "no well-formed XML", ""),
    ('<robot name="empty"/>', MISSING, "the robot has no link", "<robot"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "message", "at"), FAULTS, ids=[f"{f[1]}: {f[2]}" for f in FAULTS])
def test_faults(
    text: str, code: str, message: str, at: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.urdf").write_text(text)
    said = Diagnostics()
    assert convert(Source("r.urdf", text.encode()), tmp_path / "r.urdf", Options(), said) is None
    found = [d for d in said if d.code.name == code and message in d.message]
    assert len(found) == 1, [(d.code.name, d.message) for d in said]
    assert found[0].primary is not None
    if at:
        assert found[0].primary.span.source.position(found[0].primary.span.start)[0] == line(text, at)
    assert main(["convert", str(tmp_path / "r.urdf"), "--output", str(tmp_path / "out")]) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_every_fault_is_told_at_once() -> None:
    text = swapped('mass value="12"', 'mass value="-1"', swapped('size="0.5 0.3 0.12"', 'size="0 0"'))
    said = Diagnostics()
    assert convert(Source("r.urdf", text.encode()), Path("r.urdf"), Options(), said) is None
    assert [d.code.name for d in said] == ["library.invalid_value", "library.wrong_type"]


@pytest.mark.parametrize(
    ("link", "why"),
    [("laser", "no joint of type continuous turns it"), ("flo", "did you mean `fl`?"), ("x" * 9, "there is no link")],
)
def test_a_named_wheel_that_is_none(link: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "r.urdf").write_text(ROVER)
    words = ["convert", str(tmp_path / "r.urdf"), "--output", str(tmp_path / "out"), "--wheel", link]
    assert main(words) == 1
    assert why in capsys.readouterr().err


def test_a_base_that_steers_is_refused() -> None:
    knuckle = """
  <link name="knuckle"/>
  <joint name="steer" type="revolute">
    <parent link="base_link"/><child link="knuckle"/><origin xyz="0.2 0.2 0"/><axis xyz="0 0 1"/>
    <limit lower="-0.5" upper="0.5" effort="1" velocity="1"/>
  </joint>""" + wheel("steered", 0, 0).replace('parent link="base_link"', 'parent link="knuckle"')
    said = Diagnostics()
    text = robot(BODY, wheel("l", -0.1, 0.2), wheel("r", -0.1, -0.2), knuckle)
    assert convert(Source("r.urdf", text.encode()), Path("r.urdf"), Options(), said) is None
    assert [d.message for d in said] == ["the joint `steer` steers a wheel: a base that steers cannot be converted yet"]


def test_a_sensor_that_lies_in_the_floor_is_none(tmp_path: Path) -> None:
    frame = """
  <link name="virtual_laser"/>
  <joint name="virtual" type="fixed">
    <parent link="base_link"/><child link="virtual_laser"/><origin xyz="0 0 -0.08"/>
  </joint>"""
    result = made(robot(BODY, *(wheel(*w) for w in FOUR), LASER, frame), tmp_path)
    assert result.said("`virtual_laser`")[0][1] == "no Lidar, for it lies in the floor"
    assert "virtual_laser" in result.report["components"]["base"]


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = made(ROVER, tmp_path)
    before = {p: p.read_bytes() for p in result.folder.rglob("*") if p.is_file()}
    (tmp_path / "robot.urdf").write_text(SCOUT)
    assert main(["convert", str(tmp_path / "robot.urdf"), "--output", str(result.folder)]) == 1
    assert "conversion.json exists already" in capsys.readouterr().err
    assert {p: p.read_bytes() for p in result.folder.rglob("*") if p.is_file()} == before


def test_a_mesh_address_never_leads_out_of_its_package(tmp_path: Path) -> None:
    (tmp_path / "secret.stl").write_bytes(cube_stl(1.0))
    (tmp_path / "scout_description").mkdir()
    text = SCOUT.replace("scout_description/meshes/base.stl", "scout_description/../secret.stl")
    result = made(text, tmp_path)
    assert result.said("drawn mesh of `base_link`")[0][1].startswith("not carried")


@given(
    st.sampled_from([SCOUT, ROVER, TRIKE]),
    st.integers(0, 4000),
    st.integers(0, 300),
    st.sampled_from(["", "<", '"', "0", "-1", "1e308", "\0", "<link name='x'/>", "é", "fixed"]),
)
@settings(max_examples=150)
def test_any_damage_gives_a_robot_or_a_diagnostic(text: str, at: int, length: int, put: str) -> None:
    damaged = text[:at] + put + text[at + length :]
    said = Diagnostics()
    result = convert(Source("r.urdf", damaged.encode()), Path("r.urdf"), Options(), said)
    assert (result is None) == bool(said.blocked())
    assert (result is None) == (len(said) > 0)
