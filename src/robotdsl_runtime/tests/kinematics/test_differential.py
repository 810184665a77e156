"""The differential drive, stated as properties and against worked numbers."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_runtime.kinematics.actuation import Actuation, DriveError
from robotdsl_runtime.kinematics.drive import Drive, drive_of

SPEEDS = st.floats(-3.0, 3.0)
TURNS = st.floats(-6.0, 6.0)
RADII = st.floats(0.02, 0.3)
HALVES = st.floats(0.05, 0.8)
LIMITS = st.one_of(st.none(), st.floats(0.5, 60.0))


def wheel(y: float, radius: float = 0.05, max_speed: float | None = None) -> dict[str, Any]:
    name = f"wheel_{y}"
    joint = f"{name}_joint"
    return {
        "component": name, "joint": joint, "actuator": f"{joint}_actuator", "y": y, "radius": radius,
        "max_speed": max_speed, "max_torque": None,
    }  # fmt: skip


def differential(*wheels: dict[str, Any]) -> Drive:
    return drive_of({"kinematics": "differential", "separation": 0.26, "radius": 0.05, "wheels": list(wheels)})


@st.composite
def drives(draw: st.DrawFn) -> tuple[Drive, list[float]]:
    """Two or four wheels, in pairs to the two sides, each with a radius and a limit of its own; and their places."""
    pairs = draw(st.integers(1, 2))
    wheels = []
    for _ in range(pairs):
        half = draw(HALVES)
        wheels += [wheel(half, draw(RADII), draw(LIMITS)), wheel(-half, draw(RADII), draw(LIMITS))]
    return differential(*wheels), [entry["y"] for entry in wheels]


def test_a_wheel_rolls_at_its_contact_speed() -> None:
    left, right = differential(wheel(0.13), wheel(-0.13)).command((0.5, 0.0, 1.0)).wheels
    assert left == pytest.approx((0.5 - 1.0 * 0.13) / 0.05)
    assert right == pytest.approx((0.5 + 1.0 * 0.13) / 0.05)


def test_a_turn_to_the_left_runs_the_left_wheel_backwards() -> None:
    left, right = differential(wheel(0.13), wheel(-0.13)).command((0.0, 0.0, 1.0)).wheels
    assert left < 0 < right
    assert left == -right


def test_it_does_not_move_sideways() -> None:
    drive = differential(wheel(0.13), wheel(-0.13))
    assert drive.command((0.5, 0.3, 1.0)) == drive.command((0.5, 0.0, 1.0))
    assert drive.motion(Actuation((3.0, 5.0)))[1] == 0.0


@given(drives(), SPEEDS, TURNS)
def test_a_limited_base_keeps_its_curvature(drawn: tuple[Drive, list[float]], v: float, w: float) -> None:
    drive, _ = drawn
    got_v, left, got_w = drive.motion(drive.command((v, 0.0, w)))
    assert left == 0.0
    assert got_v * w == pytest.approx(got_w * v, abs=1e-9)
    assert got_v * v >= -1e-12 and got_w * w >= -1e-12
    assert abs(got_v) <= abs(v) + 1e-9 and abs(got_w) <= abs(w) + 1e-9


@given(drives(), SPEEDS, TURNS)
def test_limiting_is_no_more_than_needed(drawn: tuple[Drive, list[float]], v: float, w: float) -> None:
    drive, places = drawn
    speeds = drive.command((v, 0.0, w)).wheels
    full = [(v - w * y) / driven.radius for driven, y in zip(drive.wheels, places, strict=True)]
    if speeds != pytest.approx(full):
        assert any(
            driven.max_speed is not None and abs(speed) == pytest.approx(driven.max_speed)
            for driven, speed in zip(drive.wheels, speeds, strict=True)
        )


@given(drives(), st.lists(st.floats(-20, 20), min_size=4, max_size=4))
def test_the_measured_motion_is_the_least_squares_fit(drawn: tuple[Drive, list[float]], measured: list[float]) -> None:
    drive, places = drawn
    speeds = tuple(measured[: len(drive.wheels)])
    v, _, w = drive.motion(Actuation(speeds))
    rims = [driven.radius * speed for driven, speed in zip(drive.wheels, speeds, strict=True)]
    errors = [rim - (v - w * y) for y, rim in zip(places, rims, strict=True)]
    # At the minimum the residual is orthogonal to both rows of the model.
    assert math.fsum(errors) == pytest.approx(0.0, abs=1e-8)
    assert math.fsum(e * y for e, y in zip(errors, places, strict=True)) == pytest.approx(0, abs=1e-8)


def test_the_drive_document() -> None:
    drive = differential(wheel(0.13, max_speed=20.0), wheel(-0.13))
    assert [driven.max_speed for driven in drive.wheels] == [20.0, None]
    assert (drive.wheels[0].joint, drive.wheels[0].actuator) == ("wheel_0.13_joint", "wheel_0.13_joint_actuator")
    assert drive.kingpins == () and drive.belts == ()


@pytest.mark.parametrize("wheels", [(wheel(0.1), wheel(0.1)), (wheel(0.1),)])
def test_wheels_on_one_line_make_no_drive(wheels: tuple[dict[str, Any], ...]) -> None:
    with pytest.raises(DriveError, match="two sides"):
        differential(*wheels)
