"""The steering drive: every wheel on its own circle about one point of the unsteered axle."""

from __future__ import annotations

import math

import pytest
from drive_documents import car, tricycle
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_runtime.kinematics.actuation import STANDSTILL, Actuation
from robotdsl_runtime.kinematics.drive import drive_of

BASE, HALF, RADIUS, AXLE, OFFSET = 0.3, 0.1, 0.05, -0.05, 0.02
CAR = drive_of(car(BASE, HALF, RADIUS, limit=0.5, offset=OFFSET, axle_x=AXLE))
# Rear left, rear right, front left, front right.
LEAST = BASE / math.tan(0.5) + HALF


def test_straight_ahead() -> None:
    told = CAR.command((0.5, 0.0, 0.0))
    assert told.wheels == pytest.approx((10.0,) * 4)
    assert told.kingpins == (0.0, 0.0)


def test_a_curve_to_the_left_by_hand() -> None:
    """About the turning centre (axle_x, 1): the places of the wheels and kingpins by plain geometry."""
    told = CAR.command((0.5, 0.0, 0.5))
    left, right = (math.atan2(BASE, 1.0 - y) for y in (HALF, -HALF))
    assert told.kingpins == pytest.approx((left, right))
    assert left > right > 0.0
    # A front wheel stands off its kingpin along its axle, so nearer to the centre on the left.
    reach = [1.0 - HALF - OFFSET, 1.0 + HALF + OFFSET, math.hypot(BASE, 1 - HALF) - OFFSET, math.hypot(BASE, 1 + HALF)]
    reach[3] += OFFSET
    assert told.wheels == pytest.approx([0.5 * distance / RADIUS for distance in reach])


def test_backwards_the_kingpins_stand_the_same() -> None:
    ahead, back = CAR.command((0.5, 0.0, 0.5)), CAR.command((-0.5, 0.0, -0.5))
    assert back.kingpins == pytest.approx(ahead.kingpins)
    assert back.wheels == pytest.approx([-speed for speed in ahead.wheels])
    # Backwards and turning to the left, the front swings to the right.
    assert all(angle < 0.0 for angle in CAR.command((-0.5, 0.0, 0.5)).kingpins)


@given(st.floats(0.01, 2.0), st.floats(1.0, 50.0), st.sampled_from([1.0, -1.0]))
def test_a_turn_is_held_to_the_tightest_circle(v: float, beyond: float, hand: float) -> None:
    told = CAR.command((v, 0.0, hand * beyond * v / LEAST))
    got_v, _, w = CAR.motion(told)
    # It drives on at its speed, round the circle that its inner kingpin's limit allows.
    assert (got_v, w) == pytest.approx((v, hand * v / LEAST))
    assert max(map(abs, told.kingpins)) == pytest.approx(0.5)


def test_a_turn_without_a_speed_is_no_motion() -> None:
    told = CAR.command((0.0, 0.3, 1.0), (0.2, 0.1))
    assert told == CAR.command(STANDSTILL, (0.2, 0.1))
    assert told == Actuation((0.0,) * 4, (0.2, 0.1))


def test_a_kingpin_whose_axis_points_down_turns_the_other_way() -> None:
    turned = drive_of(car(BASE, HALF, RADIUS, limit=0.5, offset=OFFSET, axle_x=AXLE, signs=(-1.0, 1.0)))
    plain, told = CAR.command((0.5, 0.0, 0.5)), turned.command((0.5, 0.0, 0.5))
    assert told.kingpins == pytest.approx((-plain.kingpins[0], plain.kingpins[1]))
    assert told.wheels == plain.wheels
    assert turned.motion(told) == pytest.approx(CAR.motion(plain))


def test_a_tricycle_that_steers_by_a_quarter_turns_in_place() -> None:
    drive = drive_of(tricycle(base=0.3, radius=0.05, limit=math.pi / 2))
    for w in (1.0, -1.0):
        told = drive.command((0.0, 0.0, w))
        assert told.kingpins == pytest.approx((math.copysign(math.pi / 2, w),))
        assert told.wheels == pytest.approx((0.3 / 0.05,))
        assert drive.motion(told) == pytest.approx((0.0, 0.0, w), abs=1e-12)


def test_a_tricycle_whose_wheel_stands_beside_its_kingpin() -> None:
    """About (0, 1): the kingpin runs on a circle of hypot(base, 1), the wheel, left of it, on one smaller by that."""
    (speed,) = drive_of(tricycle(base=0.3, radius=0.05, offset=0.02)).command((0.5, 0.0, 0.5)).wheels
    assert speed == pytest.approx(0.5 * (math.hypot(0.3, 1.0) - 0.02) / 0.05)


def test_wheels_that_cannot_roll_report_no_motion() -> None:
    """One wheel on the middle of the axle, and a kingpin turned across: no speed of the wheel means anything."""
    document = tricycle(base=0.3, limit=2.0)
    document["wheels"] = [{**document["wheels"][0], "x": 0.0, "y": 0.0}]
    assert drive_of(document).motion(Actuation((3.0,), (math.pi / 2,))) == STANDSTILL


def test_wheels_that_disagree_are_averaged() -> None:
    drive = drive_of(car(BASE, HALF, RADIUS, four=False, offset=0.0))
    v, left, w = drive.motion(Actuation((9.0, 11.0), (0.0, 0.0)))
    # The wheels tell of a turn, the kingpins of none: something between.
    assert (v, left) == pytest.approx((0.5, 0.0))
    assert 0.0 < w < 0.05 * 2.0 / 0.2
