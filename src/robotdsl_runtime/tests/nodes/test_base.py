"""A base over ROS, without ROS: what its joints are told, and what its odometry makes of what they did."""

from __future__ import annotations

import math
from typing import Any

import pytest
from robotdsl_runtime.kinematics.actuation import DriveError
from robotdsl_runtime.nodes.base import BaseDriver

CAR: dict[str, Any] = {
    "kinematics": "steering", "axle_x": -0.2, "min_turning_radius": 0.5,
    "wheels": [
        {"component": f"rear_{side}", "joint": f"rear_{side}_joint", "actuator": "a", "x": -0.2, "y": y, "offset": 0.0,
         "radius": 0.05, "max_speed": None}
        for side, y in (("left", 0.1), ("right", -0.1))
    ],
    "kingpins": [
        {"component": f"front_{side}", "joint": f"front_{side}_steer_joint", "actuator": "b", "x": 0.1, "y": y,
         "limit": 0.6, "sign": 1.0}
        for side, y in (("left", 0.1), ("right", -0.1))
    ],
}  # fmt: skip
DIFF: dict[str, Any] = {
    "kinematics": "differential", "separation": 0.3, "radius": 0.05,
    "wheels": [
        {"component": side, "joint": f"{side}_joint", "actuator": "a", "y": y, "radius": 0.05, "max_speed": 20.0}
        for side, y in (("left", 0.15), ("right", -0.15))
    ],
}  # fmt: skip


def tracks(left: float | None, right: float | None) -> dict[str, Any]:
    belts = [
        {"component": name, "body": name, "max_speed": limit, "y": y}
        for name, limit, y in (("left", left, 0.2), ("right", right, -0.2))
    ]
    return {"kinematics": "tracks", "separation": 0.4, "belts": belts}


def roll(driver: BaseDriver, seconds: float, v: float, w: float, period: float = 0.02) -> None:
    """Tell the base a motion and let its joints do as they are told."""
    turned = dict.fromkeys(driver.joints, 0.0)
    driver.measure(0.0, turned)
    for step in range(1, round(seconds / period) + 1):
        time = step * period
        driver.command(time, v, 0.0, w)
        told = driver.actuation(time)
        wheels = len(driver.drive.wheels)
        for joint, speed in zip(driver.joints[:wheels], told.wheels, strict=True):
            turned[joint] += speed * period
        turned |= dict(zip(driver.joints[wheels:], told.kingpins, strict=True))
        driver.measure(time, turned)


def test_odometry_goes_where_the_joints_carry_the_base() -> None:
    driver = BaseDriver.from_document(DIFF)
    roll(driver, 2.0, 0.3, 0.4)
    x, y, yaw = driver.state.pose
    assert yaw == pytest.approx(0.8, abs=1e-6)
    assert (x, y) == pytest.approx((0.75 * math.sin(0.8), 0.75 * (1.0 - math.cos(0.8))), abs=1e-6)
    assert driver.state.motion == pytest.approx((0.3, 0.0, 0.4))


def test_a_car_turns_about_its_rear_axle_and_is_told_of_its_own_frame() -> None:
    driver = BaseDriver.from_document(CAR)
    roll(driver, 1.0, 0.4, 0.5)
    x, y, yaw = driver.state.pose
    # The middle of the axle, 0.2 m behind base_footprint, goes round a circle of 0.8 m.
    axle = (x - 0.2 * math.cos(yaw), y - 0.2 * math.sin(yaw))
    assert yaw == pytest.approx(0.5, abs=1e-6)
    assert axle == pytest.approx((-0.2 + 0.8 * math.sin(0.5), 0.8 * (1.0 - math.cos(0.5))), abs=1e-6)
    # base_footprint itself is carried to the left as the car turns.
    assert driver.state.motion == pytest.approx((0.4, 0.1, 0.5))


def test_a_base_whose_wheels_lie_beside_its_origin_is_told_of_its_own_frame() -> None:
    """The middle between its wheels lies 0.1 m ahead and 0.2 m to the left of base_footprint."""
    driver = BaseDriver.from_document({**DIFF, "turning_center": [0.1, 0.2]})
    assert driver.motion_of(driver.drive.command((0.3, 0.0, 0.5))) == pytest.approx((0.4, -0.05, 0.5))
    roll(driver, 2.0, 0.0, 0.5)
    x, y, yaw = driver.state.pose
    # It turns on the spot, and base_footprint goes round it.
    assert yaw == pytest.approx(1.0, abs=1e-6)
    c, s = math.cos(1.0), math.sin(1.0)
    assert (x + 0.1 * c - 0.2 * s, y + 0.1 * s + 0.2 * c) == pytest.approx((0.1, 0.2), abs=1e-6)
    assert driver.state.motion == pytest.approx((0.1, -0.05, 0.5))


def test_odometry_is_told_by_the_wheels_that_the_layout_names_for_it() -> None:
    """A base that drives and steers in front: its odometry is that of the rear wheels, which only roll, whatever the
    front ones do.
    """
    front, rear = ("front_left_joint", "front_right_joint"), ("rear_left_joint", "rear_right_joint")
    driven = [{**wheel, "joint": joint} for wheel, joint in zip(CAR["wheels"], front, strict=True)]
    told = {"kinematics": "differential", "wheels": CAR["wheels"]}
    driver = BaseDriver.from_document({**CAR, "wheels": driven, "odometry": told})
    assert driver.joints[:2] == front
    assert driver.measure(0.0, dict.fromkeys((*front, "front_left_steer_joint"), 1.0)) is None
    driver.measure(0.0, dict.fromkeys(rear, 0.0))
    # The left wheel at 5 rad/s and the right at 7: 0.3 m/s and 0.5 rad/s about the middle of the axle.
    state = driver.measure(0.2, {**dict(zip(rear, (1.0, 1.4), strict=True)), **dict.fromkeys(front, 99.0)})
    assert state is not None
    assert state.motion == pytest.approx((0.3, 0.1, 0.5))
    assert state.pose[2] == pytest.approx(0.1)


def test_a_stale_command_stops_the_base_and_nonsense_changes_nothing() -> None:
    driver = BaseDriver.from_document(DIFF)
    assert driver.command(1.0, 0.3, 0.0, 0.0)
    assert not driver.command(1.1, math.nan, 0.0, 0.0)
    assert driver.actuation(1.5).wheels == pytest.approx((6.0, 6.0))
    assert driver.actuation(1.51).wheels == (0.0, 0.0)


def test_odometry_waits_for_every_joint_and_survives_a_clock_set_back() -> None:
    driver = BaseDriver.from_document(DIFF)
    assert driver.measure(1.0, {"left_joint": 3.0}) is None
    first = driver.measure(1.0, {"left_joint": 3.0, "right_joint": 3.0})
    assert first is not None and first.pose == (0.0, 0.0, 0.0)
    assert driver.measure(1.0, {"left_joint": 4.0, "right_joint": 4.0}) is None
    second = driver.measure(1.1, {"left_joint": 5.0, "right_joint": 5.0})
    assert second is not None and second.motion[0] == pytest.approx(0.05 * 2.0 / 0.1, rel=0.6)
    back = driver.measure(0.2, {"left_joint": 0.0, "right_joint": 0.0})
    assert back is not None and back.motion == (0.0, 0.0, 0.0)
    assert back.pose == second.pose


@pytest.mark.parametrize(
    ("left", "right", "v", "w", "held"),
    [
        (None, None, 3.0, 2.0, (3.0, 2.0)),
        (0.5, 0.5, 1.0, 0.0, (0.5, 0.0)),
        # The right belt runs at v + 0.2 w, which is 0.6 of 0.5.
        (0.5, 0.5, 0.4, 1.0, (0.4 * 0.5 / 0.6, 0.5 / 0.6)),
        # The left one, which is slower by itself, is not asked for more than it reaches.
        (0.3, 0.5, 0.4, 0.5, (0.4, 0.5)),
        (0.3, 0.5, 0.4, -0.5, (0.4 * 0.3 / 0.5, -0.5 * 0.3 / 0.5)),
    ],
)
def test_belts_are_held_to_what_the_motor_of_each_reaches(
    left: float | None, right: float | None, v: float, w: float, held: tuple[float, float]
) -> None:
    driver = BaseDriver.from_document(tracks(left, right))
    driver.command(0.0, v, 0.0, w)
    assert driver.actuation(0.1).belts == pytest.approx(held)


def test_a_tracked_base_is_where_it_was_told_to_go() -> None:
    driver = BaseDriver.from_document(tracks(None, None))
    driver.follow(0.0)
    for step in range(1, 51):
        driver.command(step * 0.02, 0.2, 0.0, 0.0)
        driver.follow(step * 0.02)
    assert driver.state.pose == pytest.approx((0.2, 0.0, 0.0))
    # Nothing renews the command: it runs on for half a second and stands.
    for step in range(51, 151):
        driver.follow(step * 0.02)
    assert driver.state.pose[0] == pytest.approx(0.3)
    assert driver.state.motion == (0.0, 0.0, 0.0)


def test_a_layout_that_lacks_its_numbers_is_refused() -> None:
    with pytest.raises(DriveError, match="separation"):
        BaseDriver.from_document({**tracks(None, None), "separation": "wide"})
    with pytest.raises(DriveError, match="none of"):
        BaseDriver.from_document({"kinematics": "hover"})
