"""Descriptions with macros: expanded by xacro where it is installed, refused plainly where it is not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.load import load_description
from robotdsl_mujoco_sim.model.xacro import of_text, read_any

ROBOT = """<?xml version="1.0"?>
<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="mass" default="2"/>
  <xacro:macro name="ball" params="name">
    <link name="${name}"><inertial><mass value="$(arg mass)"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  </xacro:macro>
  <xacro:ball name="chassis"/>
</robot>
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robot.urdf.xacro"
    path.write_text(ROBOT)
    return path


@pytest.mark.parametrize(("arguments", "mass"), [({}, 2.0), ({"mass": "3.5"}, 3.5)])
def test_xacro_is_expanded(file: Path, arguments: dict[str, str], mass: float) -> None:
    pytest.importorskip("xacro", reason="the package xacro is not installed")
    description = read_any(file, arguments)
    assert description.folder == file.parent
    assert load_description(description).model().body("chassis").mass[0] == mass


def test_what_xacro_says_is_told(file: Path) -> None:
    pytest.importorskip("xacro", reason="the package xacro is not installed")
    file.write_text(ROBOT.replace("$(arg mass)", "${nothing}"))
    with pytest.raises(DescriptionError, match=r"robot\.urdf\.xacro: xacro says .*nothing"):
        read_any(file, {})


def test_without_xacro_it_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(DescriptionError, match="is written with xacro, and the package xacro is not installed"):
        read_any(file, {})


def test_macros_left_in_a_text_are_refused() -> None:
    with pytest.raises(DescriptionError, match="robot_description has macros of xacro left in it"):
        of_text(ROBOT, "robot_description")


def test_a_text_that_xacro_has_expanded_is_taken() -> None:
    """Its namespace often stays."""
    text = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="a"/></robot>'
    assert of_text(text, "robot_description").text == text
