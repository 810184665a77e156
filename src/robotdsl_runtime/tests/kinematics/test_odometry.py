"""Dead reckoning against the circle it drives."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_runtime.kinematics.odometry import Odometry

V = st.floats(-2.0, 2.0)
W = st.floats(-4.0, 4.0)


def same_angle(a: float, b: float) -> bool:
    return abs(math.remainder(a - b, 2 * math.pi)) < 1e-9


def test_straight_ahead() -> None:
    odometry = Odometry((1.0, 2.0, math.pi / 2))
    odometry.update(0.5, 0.0, 2.0)
    assert odometry.pose == pytest.approx((1.0, 3.0, math.pi / 2))
    assert odometry.distance == pytest.approx(1.0)


def test_a_quarter_of_a_circle() -> None:
    odometry = Odometry()
    odometry.update(math.pi / 2, math.pi / 2, 1.0)
    assert odometry.pose == pytest.approx((1.0, 1.0, math.pi / 2))
    assert odometry.distance == pytest.approx(math.pi / 2)


def test_backwards_adds_to_the_path() -> None:
    odometry = Odometry()
    odometry.update(0.5, 0.0, 1.0)
    odometry.update(-0.5, 0.0, 1.0)
    assert odometry.pose == pytest.approx((0.0, 0.0, 0.0))
    assert odometry.distance == pytest.approx(1.0)


def test_a_turn_in_place_drives_no_path() -> None:
    odometry = Odometry()
    for _ in range(100):
        odometry.update(0.0, 1.0, 0.02)
    assert odometry.pose == pytest.approx((0.0, 0.0, 2.0))
    assert odometry.distance == 0.0


def test_sideways() -> None:
    odometry = Odometry((0.0, 0.0, math.pi / 2))
    odometry.update(0.3, 0.0, 1.0, left=0.4)
    assert odometry.pose == pytest.approx((-0.4, 0.3, math.pi / 2))
    assert odometry.distance == pytest.approx(0.5)


@given(V, W, st.floats(0.0, 3.0), st.integers(1, 40))
def test_many_steps_make_one_arc(v: float, w: float, duration: float, steps: int) -> None:
    whole, parts = Odometry((0.3, -0.2, 1.0)), Odometry((0.3, -0.2, 1.0))
    whole.update(v, w, duration)
    for _ in range(steps):
        parts.update(v, w, duration / steps)
    assert parts.pose[:2] == pytest.approx(whole.pose[:2], abs=1e-9)
    assert same_angle(parts.pose[2], whole.pose[2])
    assert parts.distance == pytest.approx(whole.distance, abs=1e-9)


@given(V, W.filter(lambda w: abs(w) > 1e-6), st.floats(0.001, 3.0))
def test_the_arc_lies_on_its_circle(v: float, w: float, duration: float) -> None:
    odometry = Odometry()
    odometry.update(v, w, duration)
    x, y, _ = odometry.pose
    radius = v / w
    # The circle about the turning centre (0, radius), by its chord: 2 r sin(w t / 2).
    assert math.hypot(x, y) == pytest.approx(abs(2 * radius * math.sin(w * duration / 2)), rel=1e-9, abs=1e-12)
    assert math.hypot(x, y - radius) == pytest.approx(abs(radius), rel=1e-6)


@given(V, st.floats(1e-4, 1e-2), st.floats(0.5, 2.0))
def test_the_series_meets_the_closed_form(v: float, w: float, duration: float) -> None:
    odometry = Odometry()
    odometry.update(v, w, duration)
    half = w * duration / 2
    chord = v * duration * math.sin(half) / half
    assert odometry.pose[0] == pytest.approx(chord * math.cos(half), rel=1e-13, abs=1e-300)
    assert odometry.pose[1] == pytest.approx(chord * math.sin(half), rel=1e-13, abs=1e-300)


@given(V, W, st.floats(0.01, 3.0))
def test_there_and_back(v: float, w: float, duration: float) -> None:
    odometry = Odometry((1.0, 2.0, 0.5))
    odometry.update(v, w, duration)
    odometry.update(-v, -w, duration)
    assert odometry.pose == pytest.approx((1.0, 2.0, 0.5), abs=1e-9)
    assert odometry.distance == pytest.approx(2 * abs(v) * duration)


def test_reset() -> None:
    odometry = Odometry()
    odometry.update(1.0, 1.0, 1.0)
    odometry.reset((3.0, 2.0, 1.0))
    assert odometry.pose == (3.0, 2.0, 1.0)
    assert odometry.distance == 0.0
