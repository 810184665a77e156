import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kinematic import base_of, rectangle
from robotdsl_runtime.navigation.limits import PLANNED_SHARE, Limits
from robotdsl_runtime.navigation.path import Drive, Path, Turn, blend, merged, straight
from robotdsl_runtime.navigation.profile import NARROW_SPEED, REVERSE_SPEED, longest_time, speed_profile

LIMITS = Limits.of(base_of(rectangle(0.4, 0.3)))


def arc(radius: float, angle: float) -> Drive:
    turned = np.linspace(0.0, angle, 60)
    x, y = radius * np.sin(np.abs(turned)), np.sign(angle) * radius * (1 - np.cos(turned))
    return Drive.through(np.column_stack((x, y, turned)))


def test_a_drive_knows_its_length_and_curvature() -> None:
    drive = arc(0.5, 1.2)
    assert drive.length == pytest.approx(0.6, rel=1e-3)
    assert drive.curvature == pytest.approx(2.0, rel=1e-3)
    assert arc(0.5, -1.2).curvature == pytest.approx(-2.0, rel=1e-3)
    assert drive.end == pytest.approx((0.5 * math.sin(1.2), 0.5 * (1 - math.cos(1.2)), 1.2))


def test_a_turns_poses_stand_still() -> None:
    turn = Turn((1.0, 2.0, 3.0), -4.0)
    poses = turn.poses()
    assert (poses[:, :2] == (1.0, 2.0)).all()
    assert np.abs(np.diff(poses[:, 2])).max() <= 0.1 + 1e-9
    assert turn.end == pytest.approx((1.0, 2.0, -1.0))


@given(st.floats(0.1, 2.5), st.sampled_from([-1.0, 1.0]), st.floats(0.15, 0.8))
def test_a_blend_is_tangent_to_both_sides_and_straight_at_its_ends(angle: float, side: float, reach: float) -> None:
    after = (reach * math.cos(side * angle), reach * math.sin(side * angle))
    curve = blend((-reach, 0.0), (0.0, 0.0), after)
    assert tuple(curve[0]) == pytest.approx((-reach, 0.0, 0.0), abs=1e-9)
    assert tuple(curve[-1]) == pytest.approx((*after, side * angle), abs=1e-6)
    # It bends one way only, and stays within the corner.
    assert (np.diff(curve[:, 2]) * side > -1e-9).all()
    fine = blend((-100 * reach, 0.0), (0.0, 0.0), (100 * after[0], 100 * after[1]))
    curvature = Drive.through(fine).curvature
    assert abs(curvature[0]) < 0.05 * np.abs(curvature).max()


def test_a_blend_round_a_right_angle_is_no_sharper_than_stated() -> None:
    curve = blend((-100.0, 0.0), (0.0, 0.0), (0.0, 100.0))
    assert np.abs(Drive.through(curve).curvature).max() * 100.0 == pytest.approx(1.33, abs=0.01)


def test_legs_that_go_on_alike_become_one() -> None:
    a, b = straight(0.0, 0.0, 1.0, 0.0, 0.0), straight(1.0, 0.0, 2.0, 0.0, 0.0)
    legs = merged([Turn((0.0, 0.0, -0.5), 0.2), Turn((0.0, 0.0, -0.3), 0.3), Drive.through(a), Drive.through(b)])
    assert [type(leg) for leg in legs] == [Turn, Drive]
    assert legs[0].end == pytest.approx((0.0, 0.0, 0.0))
    assert legs[1].length == pytest.approx(2.0)


def test_turns_that_cancel_vanish_and_reversing_stays_apart() -> None:
    ahead = Drive.through(straight(0.0, 0.0, 1.0, 0.0, 0.0))
    back = Drive.through(straight(1.0, 0.0, 0.5, 0.0, 0.0), reverse=True)
    legs = merged([Turn((0.0, 0.0, 0.0), 1.0), Turn((0.0, 0.0, 1.0), -1.0), ahead, back])
    assert legs == [ahead, back]


def test_a_path_adds_up() -> None:
    path = Path((0.0, 0.0, 1.0), (Turn((0.0, 0.0, 1.0), -1.0), Drive.through(straight(0.0, 0.0, 2.0, 0.0, 0.0))))
    assert (path.length, path.turning) == (2.0, 1.0)
    assert path.goal == (2.0, 0.0, 0.0)
    assert Path((1.0, 2.0, 3.0), ()).goal == (1.0, 2.0, 3.0)
    assert longest_time(path, LIMITS, slips=True) > longest_time(path, LIMITS, slips=False) > 2.0 / LIMITS.speed


def profile(drive: Drive, room: float = 9.0, start: float = 0.0) -> np.ndarray:
    return np.array(speed_profile(drive, LIMITS, np.full(len(drive.track), room), start))


@pytest.mark.parametrize("radius", [0.15, 0.5, 3.0])
def test_a_profile_keeps_every_limit(radius: float) -> None:
    speeds = profile(arc(radius, 1.5))
    assert speeds.max() <= LIMITS.speed
    assert (speeds / radius).max() <= LIMITS.turn
    assert (speeds / LIMITS.wheel_speed + speeds / radius / LIMITS.wheel_turn).max() <= 1.0 + 1e-9
    assert speeds[-1] == 0.0
    gains = np.abs(np.diff(speeds**2)) / 2 / np.diff(arc(radius, 1.5).stations)
    assert gains.max() <= PLANNED_SHARE * LIMITS.acceleration + 1e-9


def test_a_profile_starts_from_the_speed_that_there_is() -> None:
    drive = Drive.through(straight(0.0, 0.0, 3.0, 0.0, 0.0))
    assert profile(drive, start=0.3)[0] == pytest.approx(0.3)
    assert profile(drive).max() == LIMITS.speed


def test_narrow_places_and_reversing_are_slow() -> None:
    drive = Drive.through(straight(0.0, 0.0, 3.0, 0.0, 0.0))
    assert profile(drive, room=-0.1).max() == NARROW_SPEED
    assert NARROW_SPEED < profile(drive, room=0.05).max() < LIMITS.speed
    assert profile(Drive(drive.track, drive.stations, drive.curvature, reverse=True)).max() == REVERSE_SPEED
