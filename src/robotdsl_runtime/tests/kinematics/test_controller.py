"""The command that a base follows: held while it is fresh, dropped when it is not."""

from __future__ import annotations

import math

import pytest
from drive_documents import car, differential, mecanum, tracks
from robotdsl_runtime.kinematics.controller import COMMAND_TIMEOUT_S, DriveController
from robotdsl_runtime.kinematics.drive import drive_of

STANDING = (0.0, 0.0)


@pytest.fixture
def controller() -> DriveController:
    return DriveController(drive_of(differential(0.13)))


def test_stands_until_told(controller: DriveController) -> None:
    assert controller.actuation(3.0).wheels == STANDING


def test_holds_a_fresh_command_and_drops_a_stale_one(controller: DriveController) -> None:
    assert controller.command(1.0, 0.5, 0.0, 0.0)
    assert controller.actuation(1.0).wheels == pytest.approx((10.0, 10.0))
    assert controller.actuation(1.0 + COMMAND_TIMEOUT_S).wheels == pytest.approx((10.0, 10.0))
    assert controller.actuation(1.001 + COMMAND_TIMEOUT_S).wheels == STANDING


@pytest.mark.parametrize(
    "bad",
    [(math.nan, 0.0, 0.0), (0.0, math.inf, 0.0), (0.0, 0.0, math.inf), (-math.inf, 0.0, math.nan), (1e308, 0.0, 0.0)],
)
def test_drops_what_is_not_finite(controller: DriveController, bad: tuple[float, float, float]) -> None:
    controller.command(1.0, 0.5, 0.0, 0.0)
    assert not controller.command(1.2, *bad)
    assert controller.actuation(1.3).wheels == pytest.approx((10.0, 10.0))
    # It renewed nothing either: the command before it goes stale on time.
    assert controller.actuation(1.6).wheels == STANDING


def test_a_clock_that_went_back_stops_the_base(controller: DriveController) -> None:
    controller.command(5.0, 0.5, 0.0, 0.0)
    assert controller.actuation(0.0).wheels == STANDING


def test_reset(controller: DriveController) -> None:
    controller.command(1.0, 0.5, 0.0, 0.0)
    controller.reset()
    assert controller.actuation(1.0).wheels == STANDING


def test_a_car_that_stops_keeps_its_wheels_turned() -> None:
    controller = DriveController(drive_of(car()))
    controller.command(1.0, 0.5, 0.0, 0.4)
    told = controller.actuation(1.0)
    assert all(angle > 0.05 for angle in told.kingpins)
    stale = controller.actuation(2.0)
    assert stale.kingpins == told.kingpins and not any(stale.wheels)
    controller.command(2.1, 0.0, 0.0, 0.0)
    assert controller.actuation(2.1) == stale
    controller.reset()
    assert controller.actuation(2.1).kingpins == (0.0, 0.0)


def test_sideways() -> None:
    controller = DriveController(drive_of(mecanum()))
    controller.command(1.0, 0.0, 0.3, 0.0)
    front_left, front_right, rear_left, rear_right = controller.actuation(1.0).wheels
    assert front_left == rear_right == pytest.approx(-6.0)
    assert front_right == rear_left == pytest.approx(6.0)


def test_belts() -> None:
    controller = DriveController(drive_of(tracks()))
    controller.command(1.0, 0.2, 0.1, 0.3)
    assert controller.actuation(1.4).belts == (0.2, 0.3)
    assert controller.actuation(1.6).belts == (0.0, 0.0)
