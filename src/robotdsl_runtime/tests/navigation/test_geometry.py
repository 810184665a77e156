"""Poses of the floor, stated as properties and against worked numbers."""

from __future__ import annotations

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

ANGLES = st.floats(-50.0, 50.0)
POSES = st.tuples(st.floats(-20.0, 20.0), st.floats(-20.0, 20.0), st.floats(-math.pi, math.pi, exclude_min=True))


def close(a: Pose2, b: Pose2) -> bool:
    return math.dist(a[:2], b[:2]) < 1e-9 and abs(math.remainder(a[2] - b[2], 2.0 * math.pi)) < 1e-9


@given(ANGLES)
def test_a_normal_angle_is_the_same_direction_within_half_a_turn(angle: float) -> None:
    normal = normalize_angle(angle)
    assert -math.pi < normal <= math.pi
    assert math.cos(normal) == pytest.approx(math.cos(angle), abs=1e-9)
    assert math.sin(normal) == pytest.approx(math.sin(angle), abs=1e-9)


@pytest.mark.parametrize(
    ("angle", "normal"),
    [(math.pi, math.pi), (-math.pi, math.pi), (3.0 * math.pi, math.pi), (0.0, 0.0), (4.0, 4.0 - 2.0 * math.pi)],
)
def test_half_a_turn_is_positive(angle: float, normal: float) -> None:
    assert normalize_angle(angle) == pytest.approx(normal, abs=1e-12)


def test_a_child_a_metre_ahead_of_a_parent_that_looks_along_y() -> None:
    assert compose((1.0, 2.0, math.pi / 2.0), (1.0, 0.5, math.pi)) == pytest.approx((0.5, 3.0, -math.pi / 2.0))


@given(POSES, POSES, POSES)
def test_composition_is_associative(a: Pose2, b: Pose2, c: Pose2) -> None:
    assert close(compose(compose(a, b), c), compose(a, compose(b, c)))


@given(POSES)
def test_a_pose_and_its_inverse_cancel(pose: Pose2) -> None:
    assert close(compose(pose, inverse(pose)), (0.0, 0.0, 0.0))
    assert close(compose(inverse(pose), pose), (0.0, 0.0, 0.0))


@given(POSES, POSES)
def test_a_relative_pose_leads_back(reference: Pose2, pose: Pose2) -> None:
    assert close(compose(reference, relative(reference, pose)), pose)
    assert close(relative(reference, pose), compose(inverse(reference), pose))


@given(POSES, st.lists(st.tuples(st.floats(-5.0, 5.0), st.floats(-5.0, 5.0)), min_size=1, max_size=5))
def test_points_move_as_poses_do(pose: Pose2, points: list[tuple[float, float]]) -> None:
    expected = [compose(pose, (x, y, 0.0))[:2] for x, y in points]
    assert transform_points(pose, np.array(points)) == pytest.approx(np.array(expected), abs=1e-9)


def test_a_quarter_of_a_circle() -> None:
    radius = 2.0
    end = advance((1.0, 1.0, 0.0), radius * math.pi / 2.0, math.pi / 2.0)
    assert end == pytest.approx((3.0, 3.0, math.pi / 2.0))


@given(POSES, st.floats(-2.0, 2.0), st.floats(-3.0, 3.0))
def test_an_arc_is_the_limit_of_short_straight_steps(pose: Pose2, distance: float, turn: float) -> None:
    count = 400
    x, y, yaw = pose
    for k in range(count):
        middle = yaw + turn * (k + 0.5) / count
        x, y = x + distance / count * math.cos(middle), y + distance / count * math.sin(middle)
    end = advance(pose, distance, turn)
    assert math.dist(end[:2], (x, y)) < 1e-4
    assert abs(normalize_angle(end[2] - yaw - turn)) < 1e-9


@given(POSES, st.floats(-2.0, 2.0), st.floats(-3.0, 3.0))
def test_two_halves_of_an_arc_make_the_whole(pose: Pose2, distance: float, turn: float) -> None:
    halves = advance(advance(pose, distance / 2.0, turn / 2.0), distance / 2.0, turn / 2.0)
    assert close(halves, advance(pose, distance, turn))
