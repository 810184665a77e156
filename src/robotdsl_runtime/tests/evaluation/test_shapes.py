"""Distances of regions by hand, against brute force, and against each other."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_runtime.evaluation.shapes import (
    Approach,
    Array,
    Region,
    ShapeError,
    closest_approach,
    disc,
    distances,
    planar_poses,
    polygon,
    read_region,
    touching,
)

SQUARE = polygon([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
POINT = disc((0.0, 0.0))
SEGMENT = polygon([(-1.0, 0.0), (1.0, 0.0)])
ROOT2 = math.sqrt(2.0)


def at(x: float, y: float, yaw: float = 0.0) -> Array:
    return np.array([[x, y, yaw]])


@pytest.mark.parametrize(
    ("moving", "pose", "fixed", "expected"),
    [
        (POINT, (3.0, 4.0, 0.0), POINT, 5.0),
        (POINT, (0.0, 0.0, 0.0), POINT, 0.0),
        (disc((0.0, 0.0), 1.0), (3.0, 4.0, 1.0), disc((0.0, 0.0), 2.0), 2.0),
        (disc((0.0, 0.0), 1.0), (1.0, 0.0, 0.0), disc((0.0, 0.0), 2.0), 0.0),
        # A disc off the frame's origin turns with it.
        (disc((1.0, 0.0), 0.1), (0.0, 0.0, math.pi / 2), disc((0.0, 3.0), 0.4), 1.5),
        (SQUARE, (2.0, 0.0, 0.0), SQUARE, 1.0),
        (SQUARE, (1.0, 0.0, 0.0), SQUARE, 0.0),
        (SQUARE, (2.0, 2.0, 0.0), SQUARE, ROOT2),
        (SQUARE, (0.0, 0.0, 0.0), SQUARE, 0.0),
        # One within the other, no edges crossing.
        (polygon([(-3, -3), (3, -3), (3, 3), (-3, 3)]), (0.3, 0.2, 0.7), SQUARE, 0.0),
        (POINT, (0.2, 0.1, 0.0), SQUARE, 0.0),
        (SQUARE, (0.2, 0.1, 0.0), POINT, 0.0),
        (POINT, (0.5, 0.0, 0.0), SQUARE, 0.0),
        (POINT, (1.5, 0.2, 0.0), SQUARE, 1.0),
        # A corner of the turned square against the side of the other, and the other way round.
        (SQUARE, (2.0, 0.0, math.pi / 4), SQUARE, 1.5 - ROOT2 / 2),
        (SQUARE, (2.0, 0.0, -math.pi / 4), disc((0.0, 0.0), 0.25), 1.75 - ROOT2 / 2),
        # Crossing with no corner in the other.
        (polygon([(-3, -0.1), (3, -0.1), (3, 0.1), (-3, 0.1)]), (0.0, 0.0, math.pi / 2), SQUARE, 0.0),
        (SEGMENT, (0.0, 0.0, math.pi / 2), SEGMENT, 0.0),
        (SEGMENT, (3.0, 0.0, 0.0), SEGMENT, 1.0),
        (SEGMENT, (1.0, 0.0, 0.3), SEGMENT, 0.0),
        (SEGMENT, (0.0, 1.5, math.pi / 2), SEGMENT, 0.5),
        (SEGMENT, (0.0, 0.0, 0.0), SQUARE, 0.0),
        (SEGMENT, (0.0, 0.75, 0.0), SQUARE, 0.25),
        (POINT, (0.5, 0.0, 0.0), SEGMENT, 0.0),
        (POINT, (1.5, 0.0, 0.0), SEGMENT, 0.5),
    ],
)
def test_distances_by_hand(moving: Region, pose: tuple[float, float, float], fixed: Region, expected: float) -> None:
    assert distances(at(*pose), moving, fixed)[0] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("yaw", "half"),
    # Where rounding puts each segment's ends on both sides of the other's line.
    [
        (-1.2078232030864644, 1.376790268117083),
        (-1.08191018230401, 0.4562646598827913),
        (-2.6083775015322517, 1.686477587520961),
    ],
)
def test_segments_in_one_line_do_not_overlap_by_rounding(yaw: float, half: float) -> None:
    x, y = math.cos(yaw), math.sin(yaw)
    moving, fixed = polygon([(-0.5, 0.0), (0.5, 0.0)]), polygon([(-half * x, -half * y), (half * x, half * y)])
    assert distances(at(3.0 * x, 3.0 * y, yaw), moving, fixed)[0] == pytest.approx(2.5 - half)


def corners(region: Region, pose: Sequence[float]) -> Array:
    x, y, yaw = pose
    turn = np.array([[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]])
    moved: Array = region.corners @ turn.T + (x, y)
    return moved


def samples(region: Region, pose: Sequence[float], n: int) -> Array:
    """Points all over a region's core: convex combinations of its corners on a fan of triangles."""
    points = corners(region, pose)
    if len(points) == 1:
        return points
    u, v = (g.ravel() for g in np.meshgrid(np.linspace(0.0, 1.0, n), np.linspace(0.0, 1.0, n)))
    if len(points) == 2:
        line: Array = points[0] + u[:, None] * (points[1] - points[0])
        return line
    fans = [
        points[0] + u[:, None] * ((1 - v)[:, None] * (points[i] - points[0]) + v[:, None] * (points[i + 1] - points[0]))
        for i in range(1, len(points) - 1)
    ]
    return np.concatenate(fans)


def brute_force(moving: Region, pose: Sequence[float], fixed: Region, n: int) -> float:
    a, b = samples(moving, pose, n), samples(fixed, (0.0, 0.0, 0.0), n)
    gaps = np.sqrt(((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2))
    return max(0.0, float(gaps.min()) - moving.radius - fixed.radius)


numbers = st.floats(-2.0, 2.0, allow_nan=False)


@st.composite
def regions(draw: st.DrawFn) -> Region:
    """Discs, points, segments, and polygons with their corners on an ellipse, so that they are convex."""
    if draw(st.booleans()):
        return disc((draw(numbers), draw(numbers)), draw(st.sampled_from([0.0, 0.1, 0.7])))
    count = draw(st.integers(2, 6))
    steps = [draw(st.floats(0.3, 1.0)) for _ in range(count)]
    angles = np.cumsum(steps) / sum(steps) * 2.0 * math.pi
    cx, cy, a, b = draw(numbers), draw(numbers), draw(st.floats(0.05, 1.5)), draw(st.floats(0.05, 1.5))
    return polygon([(cx + a * math.cos(t), cy + b * math.sin(t)) for t in angles])


poses_ = st.tuples(numbers, numbers, st.floats(-math.pi, math.pi, allow_nan=False))


@settings(max_examples=150)
@given(regions(), poses_, regions())
def test_distances_against_brute_force(moving: Region, pose: tuple[float, float, float], fixed: Region) -> None:
    n = 13
    exact = float(distances(np.array([pose]), moving, fixed)[0])
    sampled = brute_force(moving, pose, fixed, n)
    # The nearest samples are never nearer than the regions, and at most a grid cell of each away from the nearest.
    spread = sum(2.0 * (r.reach - r.radius) / (n - 1) for r in (moving, fixed)) * 1.5
    assert exact - 1e-9 <= sampled <= exact + spread + 1e-9


@settings(max_examples=100)
@given(regions(), poses_, regions())
def test_the_distance_is_the_same_both_ways_round(
    moving: Region, pose: tuple[float, float, float], fixed: Region
) -> None:
    x, y, yaw = pose
    c, s = math.cos(yaw), math.sin(yaw)
    back = at(-c * x - s * y, s * x - c * y, -yaw)
    assert distances(np.array([pose]), moving, fixed)[0] == pytest.approx(distances(back, fixed, moving)[0], abs=1e-9)


@settings(max_examples=60)
@given(
    st.lists(poses_, min_size=1, max_size=12),
    st.lists(regions(), min_size=1, max_size=3),
    st.lists(regions(), min_size=1, max_size=3),
)
def test_the_closest_approach_is_the_least_distance(
    path: list[tuple[float, float, float]], moving: list[Region], fixed: list[Region]
) -> None:
    poses = np.array(path)
    every = np.min([distances(poses, a, b) for a in moving for b in fixed], axis=0)
    assert closest_approach(poses, moving, fixed) == Approach(float(every.min()), int(np.argmin(every)))
    for within in (0.0, 0.005, 0.5):
        np.testing.assert_array_equal(touching(poses, moving, fixed, within), every <= within)


def test_a_long_run_of_many_shapes_gives_what_every_distance_gives() -> None:
    rng = np.random.default_rng(7)
    turns = np.cumsum(rng.normal(0.0, 0.02, 5_000))
    poses = np.stack((np.cumsum(0.01 * np.cos(turns)), np.cumsum(0.01 * np.sin(turns)), turns), axis=1)
    moving = [SQUARE, disc((0.3, 0.2), 0.05), disc((0.3, -0.2), 0.05)]
    fixed = [disc(tuple(center), 0.3) for center in rng.uniform(-60.0, 60.0, (20, 2))]
    every = np.min([distances(poses, a, b) for a in moving for b in fixed], axis=0)
    assert closest_approach(poses, moving, fixed) == Approach(float(every.min()), int(np.argmin(every)))


def test_poses_that_are_not_numbers() -> None:
    poses = np.array([[3.0, 0.0, 0.0], [math.nan, 0.0, 0.0], [2.0, 0.0, math.inf], [2.0, 0.0, 0.0]])
    gaps = distances(poses, SQUARE, SQUARE)
    np.testing.assert_array_equal(gaps, [2.0, math.nan, math.nan, 1.0])
    assert closest_approach(poses, [SQUARE], [SQUARE]) == Approach(1.0, 3)
    assert touching(poses, [SQUARE], [SQUARE], 1.0).tolist() == [False, False, False, True]


def test_nothing_to_measure() -> None:
    none = np.empty((0, 3))
    assert distances(none, SQUARE, SQUARE).shape == (0,)
    assert closest_approach(none, [SQUARE], [SQUARE]) is None
    assert closest_approach(at(0.0, 0.0), [], [SQUARE]) is None
    assert closest_approach(at(0.0, 0.0), [SQUARE], []) is None
    assert touching(at(0.0, 0.0), [SQUARE], [], 1.0).tolist() == [False]


def test_the_first_of_equal_approaches_is_named() -> None:
    poses = np.array([[5.0, 0.0, 0.0], [2.0, 0.0, 0.0], [5.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    assert closest_approach(poses, [SQUARE], [SQUARE]) == Approach(1.0, 1)


def test_poses_are_seen_from_above() -> None:
    h = ROOT2 / 2
    poses = np.array(
        [
            [1.0, 2.0, 3.0, 0.0, 0.0, h, h],
            # Rolled onto its side, it still looks along x; pitched by a right angle it looks straight up.
            [1.0, 2.0, 3.0, h, 0.0, 0.0, h],
            [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        ]
    )
    np.testing.assert_allclose(
        planar_poses(poses), [[1.0, 2.0, math.pi / 2], [1.0, 2.0, 0.0], [0.0, 0.0, math.pi]], atol=1e-12
    )


def test_regions_are_read() -> None:
    region = read_region({"disc": {"center": [1.0, 2], "radius": 0.5}})
    assert (region.corners.tolist(), region.radius) == ([[1.0, 2.0]], 0.5)
    region = read_region({"polygon": [[0, 0], [1, 0], [0, 1]]})
    assert (region.corners.tolist(), region.radius) == ([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 0.0)


def test_the_order_of_the_corners_and_their_repetition_do_not_matter() -> None:
    clockwise = polygon([(0, 0), (0, 0), (0, 1), (1, 1), (1, 0), (0, 0)])
    assert len(clockwise.corners) == 4
    for pose in ((2.0, 0.5, 0.0), (0.5, 0.5, 0.0), (-1.0, -1.0, 0.4)):
        same = polygon([(0, 0), (1, 0), (1, 1), (0, 1)])
        assert distances(at(*pose), POINT, clockwise) == pytest.approx(distances(at(*pose), POINT, same))


def test_corners_in_line_are_allowed() -> None:
    region = polygon([(0, 0), (1, 0), (2, 0), (2, 2), (0, 2)])
    assert distances(at(1.0, -1.0), POINT, region)[0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"polygon": [[0, 0], [2, 0], [0.2, 0.2], [0, 2]]}, "a polygon that is not convex"),
        ({"polygon": []}, "points of the floor are pairs of numbers"),
        ({"polygon": [[0, 0, 0]]}, "points of the floor are pairs of numbers"),
        ({"polygon": [[0, math.nan], [1, 0], [1, 1]]}, "points of the floor are pairs of numbers"),
        ({"polygon": "far"}, "points of the floor are pairs of numbers"),
        ({"disc": {"center": [0, 0], "radius": -1}}, "a radius is a number from 0"),
        ({"disc": {"center": [0, 0], "radius": "1"}}, "a radius is a number from 0"),
        ({"disc": {"center": [0, 0]}}, "a region is a disc or a polygon"),
        ({"disc": {"center": [0, 0], "radius": 1, "hue": 2}}, "a region is a disc or a polygon"),
        ({"blob": 1}, "a region is a disc or a polygon"),
        (None, "a region is a disc or a polygon"),
    ],
)
def test_what_is_no_region_is_refused(value: object, message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        read_region(value)
