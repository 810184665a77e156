"""Distances of regions in the plane."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_compiler.model.geometry import Disc, Polygon, Pose, Vec2, convex_hull, quaternion_about
from robotdsl_compiler.validation.plane import distance, distance_to, moved

quick = settings(max_examples=60)

coordinates = st.floats(-2.0, 2.0).map(lambda v: round(v, 3))
clouds = (
    st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=8).map(convex_hull).filter(lambda h: len(h) > 2)
)
regions = st.one_of(
    clouds.map(Polygon),
    st.builds(Disc, st.tuples(coordinates, coordinates), st.floats(0.0, 1.0).map(lambda v: round(v, 3))),
)


def samples(region: Disc | Polygon) -> list[Vec2]:
    """Points on the region's rim."""
    if isinstance(region, Disc):
        turns = [2.0 * math.pi * k / 90 for k in range(90)]
        return [
            (region.center[0] + region.radius * math.cos(a), region.center[1] + region.radius * math.sin(a))
            for a in turns
        ]
    edges = zip(region.points, (*region.points[1:], region.points[0]), strict=True)
    return [(a[0] + (b[0] - a[0]) * k / 30, a[1] + (b[1] - a[1]) * k / 30) for a, b in edges for k in range(30)]


@quick
@given(regions, regions)
def test_the_distance_of_regions_is_that_of_their_nearest_points(a: Disc | Polygon, b: Disc | Polygon) -> None:
    found = distance(a, b)
    assert distance(b, a) == pytest.approx(found, abs=1e-9)
    sampled = min(math.dist(p, q) for p in samples(a) for q in samples(b))
    if found > 0.0:
        # Samples lie up to a step apart, so that they can only be farther.
        assert found <= sampled + 1e-9
        assert sampled <= found + 0.2
    else:
        overlap = any(distance_to(p, b) <= 1e-9 for p in samples(a)) or any(
            distance_to(q, a) <= 1e-9 for q in samples(b)
        )
        assert overlap or sampled < 0.2


@quick
@given(regions, coordinates, coordinates, st.floats(-3.0, 3.0))
def test_moving_a_region_keeps_its_distances(region: Disc | Polygon, x: float, y: float, yaw: float) -> None:
    pose = Pose((x, y, 0.3), quaternion_about((0.0, 0.0, 1.0), yaw))
    point = (0.7, -0.4)
    there = pose.apply((point[0], point[1], 0.0))
    assert distance_to((there[0], there[1]), moved(region, pose)) == pytest.approx(distance_to(point, region), abs=1e-9)


def test_distances_by_hand() -> None:
    square = Polygon(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
    assert distance_to((0.5, 0.75), square) == pytest.approx(-0.25)
    assert distance_to((2.0, 2.0), square) == pytest.approx(math.sqrt(2.0))
    other = Polygon(((2.0, 2.0), (3.0, 2.0), (3.0, 3.0), (2.0, 3.0)))
    assert distance(square, other) == pytest.approx(math.sqrt(2.0))
    assert distance(Disc((3.0, 0.5), 0.5), square) == pytest.approx(1.5)
    assert distance(Disc((0.0, 0.0), 1.0), Disc((1.5, 0.0), 0.25)) == pytest.approx(0.25)
    assert distance(square, Polygon(((0.9, 0.2), (2.0, 0.2), (2.0, 0.4), (0.9, 0.4)))) == pytest.approx(-0.1)
