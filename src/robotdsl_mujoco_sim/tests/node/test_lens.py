from __future__ import annotations

import math

import numpy as np
import pytest
from robotdsl_mujoco_sim.node.lens import Lens


def lens(depth: bool = True, width: int = 160, height: int = 120, view: float = 1.2) -> Lens:
    return Lens("eye", "eye", width, height, view, 0.2, 5.0, True, depth)


def test_the_matrix_agrees_with_the_field_of_view() -> None:
    f, _, cx, _, same, cy, *_ = lens().matrix
    assert f == same
    # The picture's edges are half a pixel beyond the middles of its first and last columns.
    assert math.atan((cx + 0.5) / f) == pytest.approx(0.6)
    assert math.atan((160 - 0.5 - cx) / f) == pytest.approx(0.6)
    assert 2 * math.atan((cy + 0.5) / f) == pytest.approx(lens().upright_view)
    assert lens().projection[:3] + lens().projection[4:7] + lens().projection[8:11] == lens().matrix


def test_rays_go_through_the_middles_of_pixels() -> None:
    seen = lens()
    (cx, cy), f = seen.center, seen.focal
    assert seen.rays[0, 0] == pytest.approx([1.0, cx / f, cy / f])
    assert seen.rays[119, 159] == pytest.approx([1.0, -cx / f, -cy / f])
    assert seen.rays.shape == (120, 160, 3)


def test_depths_of_a_buffer() -> None:
    """Against the perspective projection's own formula for what a depth z leaves in the buffer."""
    seen, end = lens(), 20.0
    z = np.linspace(0.3, 3.5, 160)[np.newaxis].repeat(120, 0)
    buffer = (end / (end - seen.near) * (1.0 - seen.near / z)).astype(np.float32)
    assert seen.depths(buffer, end) == pytest.approx(z, rel=2e-3)


def test_the_far_end_is_a_distance_from_what_measures_depth_and_one_ahead_of_what_does_not() -> None:
    buffer = np.float32(20.0 / 19.8 * (1.0 - 0.2 / 4.9)) * np.ones((120, 160), dtype=np.float32)
    measured, shown = lens(depth=True).depths(buffer, 20.0), lens(depth=False).depths(buffer, 20.0)
    assert np.isfinite(shown).all()
    assert np.isfinite(measured[60, 80]) and np.isinf(measured[0, 0])
    assert (np.isinf(measured) == (4.9 * np.linalg.norm(lens().rays, axis=2) > 5.0)).mean() > 0.999


def test_points_lie_on_the_rays_and_are_nan_where_nothing_is_seen() -> None:
    seen = lens(width=4, height=2)
    depth = np.full((2, 4), 2.0, dtype=np.float32)
    depth[1, 2] = np.inf
    points = seen.points(depth)
    assert points[0, 1] == pytest.approx(2.0 * seen.rays[0, 1])
    assert np.isnan(points[1, 2]).all()
    assert np.isfinite(points).sum() == 7 * 3
