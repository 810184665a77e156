"""Links of a description and where their joints have them."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_runtime.nodes.links import DescriptionError, moving, read_joints

ROBOT = """<robot name="bot">
  <link name="base_footprint"/><link name="base_link"/><link name="wheel"/><link name="lift"/>
  <joint name="base_joint" type="fixed">
    <parent link="base_footprint"/><child link="base_link"/><origin xyz="0.1 0 0.2" rpy="0.1 0.2 0.3"/>
  </joint>
  <joint name="wheel_joint" type="continuous">
    <parent link="base_link"/><child link="wheel"/><origin xyz="0 0.3 0"/><axis xyz="0 2 0"/>
  </joint>
  <joint name="lift_joint" type="prismatic">
    <parent link="base_link"/><child link="lift"/><axis xyz="0 0 1"/>
  </joint>
</robot>
"""
angle = st.floats(-3.0, 3.0)


def turn(axis: int, by: float) -> np.ndarray:
    c, s = math.cos(by), math.sin(by)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    matrix = np.eye(3)
    matrix[i, i], matrix[j, j], matrix[i, j], matrix[j, i] = c, c, -s, s
    return matrix


@settings(deadline=None, max_examples=60, derandomize=True)
@given(angle, angle, angle)
def test_roll_pitch_and_yaw_turn_about_fixed_axes(tmp_path_factory: object, r: float, p: float, y: float) -> None:
    path = tmp_path_factory.getbasetemp() / "turned.urdf"
    path.write_text(ROBOT.replace("0.1 0.2 0.3", f"{r!r} {p!r} {y!r}"))
    place = read_joints(path)[0].origin
    assert place.position == (0.1, 0.0, 0.2)
    assert place.matrix == pytest.approx(turn(2, y) @ turn(1, p) @ turn(0, r), abs=1e-9)


def test_joints_carry_their_links(tmp_path: Path) -> None:
    (tmp_path / "robot.urdf").write_text(ROBOT)
    joints = read_joints(tmp_path / "robot.urdf")
    assert [joint.moves for joint in joints] == [False, True, True]
    told = {joint.child: place for joint, place in moving(joints, {"wheel_joint": 0.7, "other": 1.0})}
    assert list(told) == ["wheel"]
    assert told["wheel"].position == pytest.approx((0.0, 0.3, 0.0))
    assert told["wheel"].matrix == pytest.approx(turn(1, 0.7), abs=1e-12)
    assert joints[2].at(0.25).position == pytest.approx((0.0, 0.0, 0.25))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<robot", "robot.urdf"),
        (ROBOT.replace("continuous", "floating"), "floating"),
        (ROBOT.replace("0 2 0", "0 0 0"), "no direction"),
        (ROBOT.replace('<parent link="base_footprint"/>', ""), "joins no two"),
        (ROBOT.replace("0.1 0 0.2", "0.1 0"), "robot.urdf"),
        (ROBOT.replace("0.1 0 0.2", "0.1 0 nan"), "three numbers"),
    ],
)
def test_a_description_that_cannot_be_read_is_told(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "robot.urdf").write_text(text)
    with pytest.raises(DescriptionError, match=says):
        read_joints(tmp_path / "robot.urdf")
    with pytest.raises(DescriptionError, match="missing"):
        read_joints(tmp_path / "missing.urdf")
