"""The differential drive, stated as properties and against worked numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_runtime.kinematics.differential import (
    COMMAND_TIMEOUT_S,
    DifferentialDrive,
    DriveController,
    DriveError,
    DrivenWheel,
)

SPEEDS = st.floats(-3.0, 3.0)
TURNS = st.floats(-6.0, 6.0)
RADII = st.floats(0.02, 0.3)
HALVES = st.floats(0.05, 0.8)
LIMITS = st.one_of(st.none(), st.floats(0.5, 60.0))


def wheel(y: float, radius: float = 0.05, max_speed: float | None = None) -> DrivenWheel:
    return DrivenWheel(f"wheel_{y}", f"wheel_{y}_joint", f"wheel_{y}_joint_actuator", y, radius, max_speed)


@st.composite
def drives(draw: st.DrawFn) -> DifferentialDrive:
    """Two or four wheels, in pairs to the two sides, each with a radius and a limit of its own."""
    pairs = draw(st.integers(1, 2))
    wheels = []
    for _ in range(pairs):
        half = draw(HALVES)
        wheels += [wheel(half, draw(RADII), draw(LIMITS)), wheel(-half, draw(RADII), draw(LIMITS))]
    return DifferentialDrive.of(wheels)


def test_a_wheel_rolls_at_its_contact_speed() -> None:
    drive = DifferentialDrive.of([wheel(0.13), wheel(-0.13)])
    left, right = drive.wheel_speeds(0.5, 1.0)
    assert left == pytest.approx((0.5 - 1.0 * 0.13) / 0.05)
    assert right == pytest.approx((0.5 + 1.0 * 0.13) / 0.05)


def test_a_turn_to_the_left_runs_the_left_wheel_backwards() -> None:
    left, right = DifferentialDrive.of([wheel(0.13), wheel(-0.13)]).wheel_speeds(0.0, 1.0)
    assert left < 0 < right
    assert left == -right


@given(drives(), SPEEDS, TURNS)
def test_no_wheel_passes_its_limit(drive: DifferentialDrive, v: float, w: float) -> None:
    for driven, speed in zip(drive.wheels, drive.wheel_speeds(v, w), strict=True):
        assert driven.max_speed is None or abs(speed) <= driven.max_speed


@given(drives(), SPEEDS, TURNS)
def test_a_limited_base_keeps_its_curvature(drive: DifferentialDrive, v: float, w: float) -> None:
    got_v, got_w = drive.body_motion(drive.wheel_speeds(v, w))
    assert got_v * w == pytest.approx(got_w * v, abs=1e-9)
    assert got_v * v >= -1e-12 and got_w * w >= -1e-12
    assert abs(got_v) <= abs(v) + 1e-9 and abs(got_w) <= abs(w) + 1e-9


@given(drives(), SPEEDS, TURNS)
def test_limiting_is_no_more_than_needed(drive: DifferentialDrive, v: float, w: float) -> None:
    speeds = drive.wheel_speeds(v, w)
    full = [(v - w * driven.y) / driven.radius for driven in drive.wheels]
    if speeds != pytest.approx(full):
        assert any(
            driven.max_speed is not None and abs(speed) == pytest.approx(driven.max_speed)
            for driven, speed in zip(drive.wheels, speeds, strict=True)
        )


@given(HALVES, RADII, SPEEDS, TURNS)
def test_the_measured_motion_is_the_commanded_one(half: float, radius: float, v: float, w: float) -> None:
    drive = DifferentialDrive.of([wheel(half, radius), wheel(-half, radius)])
    assert drive.body_motion(drive.wheel_speeds(v, w)) == pytest.approx((v, w), abs=1e-9)


@given(drives(), st.lists(st.floats(-20, 20), min_size=4, max_size=4))
def test_the_measured_motion_is_the_least_squares_fit(drive: DifferentialDrive, measured: list[float]) -> None:
    speeds = measured[: len(drive.wheels)]
    v, w = drive.body_motion(speeds)
    rims = [driven.radius * speed for driven, speed in zip(drive.wheels, speeds, strict=True)]
    errors = [rim - (v - w * driven.y) for driven, rim in zip(drive.wheels, rims, strict=True)]
    # At the minimum the residual is orthogonal to both rows of the model.
    assert math.fsum(errors) == pytest.approx(0.0, abs=1e-8)
    assert math.fsum(e * driven.y for e, driven in zip(errors, drive.wheels, strict=True)) == pytest.approx(0, abs=1e-8)


def test_the_drive_document() -> None:
    entry = {"component": "l", "joint": "l_joint", "actuator": "l_joint_actuator", "radius": 0.05, "max_torque": None}
    drive = DifferentialDrive.from_document(
        {
            "kinematics": "differential",
            "wheels": [{**entry, "y": 0.13, "max_speed": 20.0}, {**entry, "y": -0.13, "max_speed": None}],
        }
    )
    assert [driven.y for driven in drive.wheels] == [0.13, -0.13]
    assert [driven.max_speed for driven in drive.wheels] == [20.0, None]
    assert drive.wheels[0].joint == "l_joint"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"kinematics": "tracks"}, "driven as 'tracks'"),
        ({"kinematics": "differential", "wheels": []}, "names no driven wheel"),
        ({"kinematics": "differential", "wheels": [3]}, "not an object"),
        (
            {"kinematics": "differential", "wheels": [{"component": "l", "max_speed": None, "joint": "j"}]},
            "lacks its 'actuator'",
        ),
        (
            {
                "kinematics": "differential",
                "wheels": [{"component": "l", "joint": "", "actuator": "", "y": "x", "radius": 1, "max_speed": None}],
            },
            "something else than a number",
        ),
    ],
)
def test_a_broken_drive_document(document: dict[str, object], message: str) -> None:
    with pytest.raises(DriveError, match=message):
        DifferentialDrive.from_document(document)


@pytest.mark.parametrize(
    ("wheels", "message"),
    [
        ([wheel(0.1), wheel(0.1)], "two sides"),
        ([wheel(0.1), wheel(-0.1, radius=0.0)], "radius"),
        ([wheel(0.1), wheel(-0.1, max_speed=0.0)], "speed"),
    ],
)
def test_wheels_that_make_no_drive(wheels: list[DrivenWheel], message: str) -> None:
    with pytest.raises(DriveError, match=message):
        DifferentialDrive.of(wheels)


class TestController:
    drive = DifferentialDrive.of([wheel(0.13), wheel(-0.13)])

    def test_stands_until_told(self) -> None:
        assert DriveController(self.drive).wheel_speeds(3.0) == (0.0, 0.0)

    def test_holds_a_fresh_command_and_drops_a_stale_one(self) -> None:
        controller = DriveController(self.drive)
        assert controller.command(1.0, 0.5, 0.0)
        assert controller.wheel_speeds(1.0) == pytest.approx((10.0, 10.0))
        assert controller.wheel_speeds(1.0 + COMMAND_TIMEOUT_S) == pytest.approx((10.0, 10.0))
        assert controller.wheel_speeds(1.001 + COMMAND_TIMEOUT_S) == (0.0, 0.0)

    @pytest.mark.parametrize("bad", [(math.nan, 0.0), (0.0, math.inf), (-math.inf, math.nan)])
    def test_drops_what_is_not_finite(self, bad: tuple[float, float]) -> None:
        controller = DriveController(self.drive)
        controller.command(1.0, 0.5, 0.0)
        assert not controller.command(1.2, *bad)
        assert controller.wheel_speeds(1.3) == pytest.approx((10.0, 10.0))
        # It renewed nothing either: the command before it goes stale on time.
        assert controller.wheel_speeds(1.6) == (0.0, 0.0)

    def test_a_clock_that_went_back_stops_the_base(self) -> None:
        controller = DriveController(self.drive)
        controller.command(5.0, 0.5, 0.0)
        assert controller.wheel_speeds(0.0) == (0.0, 0.0)

    def test_reset(self) -> None:
        controller = DriveController(self.drive)
        controller.command(1.0, 0.5, 0.0)
        controller.reset()
        assert controller.wheel_speeds(1.0) == (0.0, 0.0)
