"""The belts' surfaces: they carry the base, and what touches the floor stands still on it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from robotdsl_runtime.kinematics.tracks import BeltSurfaces

CENTERS = np.array([[0.02, 0.15, 0.03], [-0.01, -0.15, 0.03], [0.1, -0.15, 0.05]])
V, W = st.floats(-2.0, 2.0), st.floats(-4.0, 4.0)


def turn(axis: int, angle: float) -> NDArray[np.float64]:
    """The rotation by ``angle`` about one axis."""
    cos, sin = math.cos(angle), math.sin(angle)
    matrix = np.eye(3)
    one, other = (axis + 1) % 3, (axis + 2) % 3
    matrix[one, one] = matrix[other, other] = cos
    matrix[one, other], matrix[other, one] = -sin, sin
    return matrix


# Each shape's own axes, in the base's frame: level, turned, tilted.
AXES = np.array([np.eye(3), turn(2, 0.7), turn(1, 0.4) @ turn(0, -0.3)])
ROTATIONS = np.swapaxes(AXES, 1, 2)


def test_straight_ahead_every_surface_runs_back() -> None:
    surfaces = BeltSurfaces(CENTERS[:2], np.array([np.eye(3)] * 2), [None, None])
    assert surfaces.motion(0.5, 0.0) == pytest.approx(np.array([[-0.5, 0, 0, 0, 0, 0]] * 2))


def test_in_place_by_hand() -> None:
    left, right = BeltSurfaces(CENTERS[:2], np.array([np.eye(3)] * 2), [None, None]).motion(0.0, 2.0)
    # Turning to the left the left belt's surface runs ahead, as the belt runs back.
    assert left == pytest.approx([2.0 * 0.15, -2.0 * 0.02, 0.0, 0.0, 0.0, -2.0])
    assert right == pytest.approx([-2.0 * 0.15, 2.0 * 0.01, 0.0, 0.0, 0.0, -2.0])


@given(V, W, st.integers(0, 2), st.tuples(*[st.floats(-0.2, 0.2)] * 3))
def test_every_point_of_a_surface_stands_still_on_the_floor(
    v: float, w: float, shape: int, offset: tuple[float, float, float]
) -> None:
    """The base's own motion of a point, plus the surface's along it, is none, whatever way the shape lies."""
    motion = BeltSurfaces(CENTERS, ROTATIONS, [None] * 3).motion(v, w)[shape]
    linear, angular = AXES[shape] @ motion[:3], AXES[shape] @ motion[3:]
    point = CENTERS[shape] + np.array(offset)
    carried = np.array([v, 0.0, 0.0]) + np.cross([0.0, 0.0, w], point)
    surface = linear + np.cross(angular, offset)
    assert carried[:2] + surface[:2] == pytest.approx(np.zeros(2), abs=1e-12)


@given(V, W, st.lists(st.one_of(st.none(), st.floats(0.05, 1.0)), min_size=3, max_size=3))
def test_one_factor_holds_every_belt_to_its_speed(v: float, w: float, limits: list[float | None]) -> None:
    held_v, held_w = BeltSurfaces(CENTERS, ROTATIONS, limits).held(v, w)
    shares = [
        limit / abs(v - w * y)
        for (_, y, _), limit in zip(CENTERS, limits, strict=True)
        if limit is not None and abs(v - w * y) > limit
    ]
    share = min(shares, default=1.0)
    assert (held_v, held_w) == pytest.approx((share * v, share * w))
    for (_, y, _), limit in zip(CENTERS, limits, strict=True):
        assert limit is None or abs(held_v - held_w * y) <= limit * (1 + 1e-12)
