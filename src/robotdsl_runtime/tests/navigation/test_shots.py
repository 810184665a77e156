"""Ways of segments: where they lead, what they cost, and the drives that they become."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_runtime.geometry import Pose2, compose, normalize_angle
from robotdsl_runtime.navigation.path import SPACING
from robotdsl_runtime.navigation.shots import (
    BACK_FACTOR,
    BENT_FACTOR,
    CHANGE,
    Segment,
    drives,
    ends,
    to_point,
    to_pose,
    track,
    way_cost,
)

POSES = st.tuples(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0), st.floats(-math.pi, math.pi))


@settings(max_examples=150)
@given(POSES, st.tuples(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0)), st.sampled_from((0.0, 0.13, -0.1)))
def test_shots_at_a_point_bring_the_place_on_the_axis_there(
    start: Pose2, point: tuple[float, float], offset: float
) -> None:
    found = list(to_point(start, point, 0.5, offset))
    for way in found:
        end = [start, *ends(start, way)][-1]
        # Segments of less than a micrometre are left out.
        assert math.dist(compose(end, (offset, 0.0, 0.0))[:2], point) < 2e-5
        assert all(segment.bend in (0.0, 2.0, -2.0) for segment in way)
    # Only points within both of the circles beside the base are out of reach ahead.
    away = math.dist(start[:2], point)
    if away > 1.2:
        assert len({way[-1].length > 0.0 for way in found}) == 2


@settings(max_examples=100)
@given(POSES, POSES)
def test_shots_at_a_pose_end_there(start: Pose2, goal: Pose2) -> None:
    found = to_pose(start, goal, 0.5)
    assert found
    for way in found:
        end = [start, *ends(start, way)][-1]
        assert math.dist(end[:2], goal[:2]) < 1e-5
        assert abs(normalize_angle(end[2] - goal[2])) < 1e-5


def test_a_point_right_ahead_or_behind_is_driven_to_straight() -> None:
    for start, point, length in (((0.0, 0.0, 0.0), (1.5, 0.0), 1.5), ((1.5, 0.0, 0.0), (0.0, 0.0), -1.5)):
        least = min(to_point(start, point, 0.5, 0.0), key=way_cost)
        assert [(segment.bend, segment.length) for segment in least] == [(0.0, pytest.approx(length))]


def test_backing_up_curves_and_changes_cost_more() -> None:
    ahead, back, bent = Segment(0.0, 1.0), Segment(0.0, -1.0), Segment(2.0, 1.0)
    assert way_cost([ahead]) == 1.0
    assert way_cost([back]) == BACK_FACTOR
    assert way_cost([bent]) == BENT_FACTOR
    assert way_cost([ahead, back]) == pytest.approx(1.0 + BACK_FACTOR + CHANGE)
    assert way_cost([back], ahead=1.0) == pytest.approx(BACK_FACTOR + CHANGE)
    assert way_cost([ahead], ahead=1.0) == 1.0


def test_a_way_is_a_drive_for_each_direction() -> None:
    start = (1.0, -0.5, 0.7)
    way = [Segment(2.0, 0.6), Segment(0.0, 0.3), Segment(-2.0, -0.5), Segment(2.0, 0.4)]
    legs = drives(start, way)
    assert [leg.reverse for leg in legs] == [False, True, False]
    assert [leg.length for leg in legs] == pytest.approx([0.9, 0.5, 0.4], abs=2e-3)
    at = start
    for leg in legs:
        assert leg.track[0] == pytest.approx(at, abs=1e-9)
        at = leg.end
    assert at == pytest.approx(ends(start, way)[-1], abs=1e-9)
    poses = track(start, way)
    assert np.hypot(*np.diff(poses[:, :2], axis=0).T).max() <= SPACING + 1e-9


def test_the_steering_of_a_drive_does_not_jump() -> None:
    """Its curvature changes over some of the way, within that of the arcs, and turns as far in the whole."""
    (leg,) = drives((0.0, 0.0, 0.0), [Segment(2.0, 0.8), Segment(-2.0, 0.8)])
    assert np.abs(leg.curvature).max() <= 2.0 + 1e-3
    assert np.abs(np.diff(leg.curvature)).max() < 0.6
    assert leg.curvature[5] == pytest.approx(2.0, abs=1e-3)
    assert leg.curvature[-5] == pytest.approx(-2.0, abs=1e-3)
    short = drives((0.0, 0.0, 0.0), [Segment(2.0, 0.03)])
    assert short[0].curvature == pytest.approx(np.full(len(short[0].track), 2.0), abs=1e-3)
