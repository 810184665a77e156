"""The reading of a cone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from robotdsl_runtime.sensing.cone import FLOOR_M, Cone

SONAR, LIGHT = Cone(0.02, 4.0, drops_floor=True), Cone(0.1, 4.0, drops_floor=False)
clouds = arrays.arrays(
    np.float64, st.tuples(st.integers(0, 30), st.just(3)), elements=st.floats(-5.0, 5.0, allow_nan=False)
)


@settings(deadline=None, max_examples=80, derandomize=True)
@given(clouds, st.sampled_from([SONAR, LIGHT]))
def test_a_reading_is_the_nearest_return_within_the_limits(points: np.ndarray, cone: Cone) -> None:
    # The sensor looks along x, 0.3 m above the ground.
    heights = points[:, 2] + 0.3
    heard = [
        math.dist(p, (0.0, 0.0, 0.0))
        for p, h in zip(points.tolist(), heights.tolist(), strict=True)
        if h >= FLOOR_M or not cone.drops_floor
    ]
    expected = min(heard, default=math.inf)
    reading = cone.reading(points, heights)
    assert cone.range_min <= reading <= cone.range_max
    assert reading == pytest.approx(min(max(expected, cone.range_min), cone.range_max))


@settings(deadline=None, max_examples=60, derandomize=True)
@given(clouds)
def test_more_returns_read_no_farther(points: np.ndarray) -> None:
    heights = points[:, 2] + 0.3
    half = len(points) // 2
    assert SONAR.reading(points, heights) <= SONAR.reading(points[:half], heights[:half])


def test_the_floor_is_not_heard_but_seen() -> None:
    floor, box = np.array([[1.0, 0.0, -0.29]]), np.array([[2.0, 0.0, 0.0]])
    both = np.concatenate((floor, box))
    assert SONAR.reading(both, both[:, 2] + 0.3) == pytest.approx(2.0)
    assert LIGHT.reading(both, both[:, 2] + 0.3) == pytest.approx(math.hypot(1.0, 0.29))


def test_nothing_reads_as_the_maximum_which_clears() -> None:
    nothing = np.zeros((0, 3))
    assert SONAR.reading(nothing, np.zeros(0)) == 4.0
    far = np.array([[4.5, 0.0, 0.0]])
    assert SONAR.reading(far, np.array([0.3])) == 4.0
    # Too near for the sensor is told as near as it can tell.
    assert LIGHT.reading(np.array([[0.03, 0.0, 0.0]]), np.array([0.3])) == 0.1


@pytest.mark.parametrize(("distance", "told"), [(0.2, -math.inf), (0.8, -math.inf), (0.81, math.inf)])
def test_a_sensor_of_fixed_distance_says_whether_something_is_within_it(distance: float, told: float) -> None:
    cone = Cone(0.8, 0.8, drops_floor=False)
    assert cone.fixed
    assert cone.reading(np.array([[distance, 0.0, 0.0]]), np.array([0.1])) == told
    assert cone.reading(np.zeros((0, 3)), np.zeros(0)) == math.inf
