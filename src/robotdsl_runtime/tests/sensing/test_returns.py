"""The returns of a scan on the robot's floor."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_runtime.sensing.returns import scan_returns


def turned(yaw: float, pitch: float = 0.0) -> np.ndarray:
    c, s, cp, sp = math.cos(yaw), math.sin(yaw), math.cos(pitch), math.sin(pitch)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ np.array(
        [[cp, 0.0, sp], [0.0, 1.0, 0.0], [-sp, 0.0, cp]]
    )


@settings(deadline=None, max_examples=60, derandomize=True)
@given(
    st.lists(st.floats(0.1, 5.0), min_size=1, max_size=20),
    st.floats(-3.0, 3.0),
    st.floats(0.01, 0.2),
    st.floats(-3.0, 3.0),
    st.floats(-1.0, 1.0),
)
def test_each_return_lies_where_its_beam_ended(
    ranges: list[float], first: float, step: float, yaw: float, x: float
) -> None:
    seen = scan_returns(np.array(ranges), first, step, (0.1, 5.0), (x, 0.2, 0.3), turned(yaw))
    for k, (range_, point) in enumerate(zip(ranges, seen.points.tolist(), strict=True)):
        at = yaw + first + k * step
        assert point == pytest.approx([x + range_ * math.cos(at), 0.2 + range_ * math.sin(at)], abs=1e-9)
    assert seen.origin == (x, 0.2)
    assert seen.field_of_view == pytest.approx(min(step * len(ranges), 2.0 * math.pi))
    middle = yaw + first + 0.5 * step * (len(ranges) - 1)
    assert math.remainder(seen.facing - middle, 2.0 * math.pi) == pytest.approx(0.0, abs=1e-9)


def test_what_is_no_return_is_left_out() -> None:
    ranges = np.array([math.inf, math.nan, 0.05, 6.0, 1.0, -math.inf, 0.0])
    seen = scan_returns(ranges, 0.0, 0.0, (0.1, 5.0), (0.0, 0.0, 0.0), np.eye(3))
    assert seen.points.tolist() == [[1.0, 0.0]]


def test_a_beam_that_dips_reaches_less_far_along_the_floor() -> None:
    seen = scan_returns(np.array([2.0]), 0.0, 0.1, (0.1, 5.0), (0.0, 0.0, 0.5), turned(0.0, 0.5))
    assert seen.points[0].tolist() == pytest.approx([2.0 * math.cos(0.5), 0.0])


def test_a_view_that_is_stated_counts() -> None:
    seen = scan_returns(np.ones(360), -math.pi, math.radians(1.0), (0.1, 5.0), (0.0, 0.0, 0.0), np.eye(3), (1.0, 0.3))
    assert (seen.field_of_view, seen.facing) == (1.0, 0.3)
