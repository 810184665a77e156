import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_runtime.geometry import (
    Pose2,
    advance,
    compose,
    inverse,
    normalize_angle,
    relative,
    transform_points,
)

coordinates = st.floats(-50.0, 50.0)
angles = st.floats(-20.0, 20.0)
poses = st.tuples(coordinates, coordinates, st.floats(-math.pi + 1e-9, math.pi))


def same(a: Pose2, b: Pose2) -> bool:
    return math.dist(a[:2], b[:2]) < 1e-8 and abs(math.remainder(a[2] - b[2], 2 * math.pi)) < 1e-8


@given(angles)
def test_a_normal_angle_lies_within_a_half_turn_and_points_the_same_way(angle: float) -> None:
    normal = normalize_angle(angle)
    assert -math.pi < normal <= math.pi
    assert math.cos(normal) == pytest.approx(math.cos(angle), abs=1e-9)
    assert math.sin(normal) == pytest.approx(math.sin(angle), abs=1e-9)


def test_a_half_turn_is_positive() -> None:
    assert normalize_angle(-math.pi) == math.pi
    assert normalize_angle(3 * math.pi) == pytest.approx(math.pi)


@given(poses, poses)
def test_relative_undoes_compose(parent: Pose2, child: Pose2) -> None:
    assert same(relative(parent, compose(parent, child)), child)
    assert same(compose(parent, relative(parent, child)), child)


@given(poses)
def test_a_pose_and_its_inverse_cancel(pose: Pose2) -> None:
    assert same(compose(pose, inverse(pose)), (0.0, 0.0, 0.0))
    assert same(compose(inverse(pose), pose), (0.0, 0.0, 0.0))


@given(poses, poses)
def test_points_move_as_the_origins_of_poses_do(parent: Pose2, child: Pose2) -> None:
    moved = transform_points(parent, np.array([child[:2]]))[0]
    assert math.dist(moved, compose(parent, child)[:2]) < 1e-8


@given(poses, st.floats(-2.0, 2.0), st.floats(-3.0, 3.0))
def test_an_arc_is_the_same_in_one_step_and_in_many(start: Pose2, distance: float, turn: float) -> None:
    end = start
    for _ in range(50):
        end = advance(end, distance / 50, turn / 50)
    assert same(end, advance(start, distance, turn))


def test_a_quarter_circle() -> None:
    x, y, yaw = advance((0.0, 0.0, 0.0), math.pi / 2, math.pi / 2)
    assert (x, y, yaw) == pytest.approx((1.0, 1.0, math.pi / 2))
