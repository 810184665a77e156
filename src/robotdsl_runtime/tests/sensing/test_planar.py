"""The planar scan of a cloud."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from robotdsl_runtime.sensing.planar import ANGLE_INCREMENT, ANGLE_MIN, BEAMS, planar_scan

clouds = arrays.arrays(
    np.float64, st.tuples(st.integers(0, 40), st.just(3)), elements=st.floats(-6.0, 6.0, allow_nan=False)
)


def slow(points: np.ndarray, reach: float) -> list[float]:
    """Beam by beam, point by point."""
    scan = [math.inf] * BEAMS
    for x, y, z in points.tolist():
        distance = math.hypot(x, y)
        if not 0.05 <= z <= 2.0 or distance > reach:
            continue
        for beam in range(BEAMS):
            off = math.remainder(math.atan2(y, x) - (ANGLE_MIN + beam * ANGLE_INCREMENT), 2.0 * math.pi)
            if abs(off) < 0.5 * ANGLE_INCREMENT - 1e-9:
                scan[beam] = min(scan[beam], distance)
    return scan


@settings(deadline=None, max_examples=40, derandomize=True)
@given(clouds, st.sampled_from([1.0, 5.0]))
def test_each_beam_has_the_nearest_of_its_points(points: np.ndarray, reach: float) -> None:
    found, expected = planar_scan(points, reach), slow(points, reach)
    for beam, (a, b) in enumerate(zip(found.tolist(), expected, strict=True)):
        # Points right between two beams belong to either.
        if a != pytest.approx(b):
            here = [p for p in points.tolist() if math.hypot(p[0], p[1]) == pytest.approx(a)]
            off = [
                abs(math.remainder(math.atan2(y, x) - (ANGLE_MIN + beam * ANGLE_INCREMENT), 2.0 * math.pi))
                for x, y, _ in here
            ]
            assert any(o == pytest.approx(0.5 * ANGLE_INCREMENT, abs=1e-6) for o in off)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(clouds)
def test_a_scan_is_no_nearer_than_its_points_and_no_farther_than_it_reaches(points: np.ndarray) -> None:
    scan = planar_scan(points)
    seen = scan[np.isfinite(scan)]
    assert len(scan) == BEAMS
    if len(seen):
        assert seen.max() <= 5.0
        assert seen.min() >= np.hypot(points[:, 0], points[:, 1]).min()


@pytest.mark.parametrize(
    ("point", "seen"),
    [
        ((2.0, 0.0, 0.05), True),
        ((2.0, 0.0, 0.049), False),
        ((2.0, 0.0, 2.0), True),
        ((2.0, 0.0, 2.01), False),
        ((5.0, 0.0, 1.0), True),
        ((5.01, 0.0, 1.0), False),
        # How far it is along the ground counts, not through the air.
        ((4.9, 0.0, 1.9), True),
    ],
)
def test_what_is_low_high_or_far_is_not_seen(point: tuple[float, float, float], seen: bool) -> None:
    assert bool(np.isfinite(planar_scan(np.array([point]))).any()) is seen


def test_a_wall_ahead_is_where_it_stands_and_nothing_is_elsewhere() -> None:
    y, z = np.meshgrid(np.linspace(-1.5, 1.5, 600), np.linspace(0.0, 2.5, 20))
    wall = np.stack([np.full(y.size, 2.0), y.ravel(), z.ravel()], axis=1)
    scan = planar_scan(wall)
    angles = ANGLE_MIN + np.arange(BEAMS) * ANGLE_INCREMENT
    ahead = np.abs(angles) < 0.6
    assert scan[ahead] == pytest.approx(2.0 / np.cos(angles[ahead]), abs=0.02)
    assert np.isinf(scan[np.abs(angles) > 0.7]).all()
    # The first beam looks back, the middle one ahead.
    assert planar_scan(np.array([[-1.0, 0.0, 0.5]]))[0] == 1.0
    assert planar_scan(np.array([[1.0, 0.0, 0.5]]))[BEAMS // 2] == 1.0
