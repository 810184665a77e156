import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinematic import box, clearance, placed, rectangle
from robotdsl_runtime.navigation.outline import Outline

points = st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))


@given(st.lists(points, min_size=3, max_size=12))
def test_an_outline_is_convex_and_holds_its_points(corners: list[tuple[float, float]]) -> None:
    try:
        outline = Outline.of(corners)
    except ValueError:
        return
    reach = outline.normals @ np.array(corners).T - outline.offsets[:, None]
    assert reach.max() < 1e-6
    assert outline.circumscribed == pytest.approx(max(math.hypot(*p) for p in outline.vertices))


def test_radii_of_a_box_about_a_point_ahead_of_its_middle() -> None:
    outline = rectangle(0.4, 0.3, ahead=-0.1)
    assert outline.inscribed == pytest.approx(0.1)
    assert outline.circumscribed == pytest.approx(math.hypot(0.3, 0.15))
    assert rectangle(0.4, 0.3, ahead=0.5).inscribed == 0.0


def test_points_on_one_line_are_no_outline() -> None:
    with pytest.raises(ValueError, match="three corners"):
        Outline.of([(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)])


@given(st.sampled_from([0.005, 0.02, 0.1]), st.floats(0.0, 2 * math.pi))
def test_a_grown_outline_reaches_the_margin_beyond_every_point(margin: float, bearing: float) -> None:
    outline, direction = rectangle(0.4, 0.3), np.array((math.cos(bearing), math.sin(bearing)))
    grown = outline.grown(margin)
    before = float((outline.vertices @ direction).max())
    assert 0.92 * margin - 1e-9 <= float((grown.vertices @ direction).max()) - before <= margin + 1e-9


def test_a_shrunk_outline_lies_the_margin_within() -> None:
    shrunk = rectangle(0.4, 0.3).grown(-0.05)
    assert shrunk.inscribed == pytest.approx(0.1)
    assert sorted(map(tuple, shrunk.vertices.round(6))) == sorted(
        [(-0.15, -0.1), (-0.15, 0.1), (0.15, -0.1), (0.15, 0.1)]
    )
    assert rectangle(0.4, 0.3).grown(-0.2).inscribed == pytest.approx(0.075)


def test_samples_lie_on_the_outline_no_further_apart_than_asked() -> None:
    outline = rectangle(0.4, 0.3)
    samples = outline.samples(0.03)
    assert np.abs((outline.normals @ samples.T - outline.offsets[:, None]).max(axis=0)).max() < 1e-9
    steps = np.hypot(*(np.roll(samples, -1, axis=0) - samples).T)
    assert steps.max() <= 0.03 + 1e-9
    for vertex in outline.vertices:
        assert np.hypot(*(samples - vertex).T).min() < 1e-9


@settings(max_examples=150)
@given(st.floats(-0.6, 0.6), st.floats(-0.6, 0.6), st.floats(-math.pi, math.pi), st.sampled_from([0.0, 0.025]))
def test_gaps_tell_overlap_exactly_and_never_more_than_the_distance(
    x: float, y: float, yaw: float, half: float
) -> None:
    outline = rectangle(0.4, 0.3)
    gap = float(outline.separation(np.array([(x, y, yaw)]), np.zeros((1, 2)), half)[0])
    square = box(0.0, 0.0, 2 * max(half, 1e-9), 2 * max(half, 1e-9))
    away = clearance(outline.vertices, (x, y, yaw), [square], within=9.0)
    assert gap <= away + 1e-6
    assert (gap < -1e-6) <= (away == 0.0)
    assert (away < 1e-9) <= (gap < 1e-6)


def test_gaps_are_of_each_point_at_each_pose() -> None:
    outline = rectangle(0.4, 0.3)
    gaps = outline.gaps(
        np.array([(0.0, 0.0, 0.0), (1.0, 0.0, math.pi / 2)]), np.array([(0.5, 0.0), (1.0, 0.3), (0.0, 0.0)])
    )
    assert gaps == pytest.approx(np.array([[0.3, 0.35], [0.8, 0.1], [-0.15, 0.85]]))
    assert outline.separation(np.zeros((2, 3)), np.zeros((0, 2))).tolist() == [math.inf, math.inf]


def test_placing_agrees_with_the_test_worlds_own_corners() -> None:
    outline = rectangle(0.4, 0.3)
    corners = placed(outline.vertices, (1.0, 2.0, math.pi / 2))
    assert corners.min(axis=0) == pytest.approx((0.85, 1.8))
    assert corners.max(axis=0) == pytest.approx((1.15, 2.2))
