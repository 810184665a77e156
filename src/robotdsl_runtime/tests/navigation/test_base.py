import json
import math
from pathlib import Path
from typing import Any

import pytest
from robotdsl_runtime.navigation.base import Base, BaseError
from robotdsl_runtime.navigation.limits import TOP_SPEED, TOP_TURN, Limits, toward

FIELDS: dict[str, Any] = {
    "schema": "robotdsl.navigation",
    "version": 1,
    "map": "map.yaml",
    "outline": [[-0.2, -0.15], [0.2, -0.15], [0.2, 0.15], [-0.2, 0.15]],
    "footprint": [[-0.2, -0.15], [0.2, -0.15], [0.2, 0.15], [-0.2, 0.15]],
    "max_speed_mps": 0.5,
    "max_turn_radps": 1.5,
    "max_acceleration_mps2": 1.0,
    "max_turn_acceleration_radps2": 2.5,
    "kinematics": "differential",
    "turns_in_place": True,
    "min_turning_radius_m": 0.0,
    "max_side_speed_mps": 0.0,
    "goal_tolerance_m": 0.15,
    "goal_tolerance_rad": 0.1,
    "inflation_radius_m": 0.55,
    "localization": "scan",
    "scan": "lidar",
    "odometry_noise": {"turn": 0.05, "distance": 0.04},
}


def loaded(folder: Path, **changes: Any) -> Base:
    fields = {key: value for key, value in {**FIELDS, **changes}.items() if value is not ...}
    (folder / "navigation.json").write_text(json.dumps(fields))
    return Base.load(folder / "navigation.json")


def test_every_field_is_read(tmp_path: Path) -> None:
    base = loaded(tmp_path)
    assert base.outline.circumscribed == pytest.approx(0.25)
    assert (base.max_speed, base.max_turn, base.max_acceleration, base.max_turn_acceleration) == (0.5, 1.5, 1.0, 2.5)
    assert (base.goal_tolerance_m, base.goal_tolerance_rad, base.inflation_radius) == (0.15, 0.1, 0.55)
    assert (base.localization, base.scan) == ("scan", "lidar")
    assert (base.odometry_turn_noise, base.odometry_distance_noise) == (0.05, 0.04)
    assert base.map_file == tmp_path / "map.yaml"
    assert base.center == (0.0, 0.0)
    assert not base.slips


def test_the_outline_is_stated_about_where_the_base_turns(tmp_path: Path) -> None:
    base = loaded(tmp_path, turning_center_m=[0.1, 0.05])
    assert base.outline.circumscribed == pytest.approx(math.hypot(0.3, 0.2))
    center = base.turning_center((1.0, 2.0, math.pi / 2))
    assert center == pytest.approx((0.95, 2.1, math.pi / 2))
    assert base.footprint(center) == pytest.approx((1.0, 2.0, math.pi / 2))


def test_a_steering_base_turns_only_as_it_drives(tmp_path: Path) -> None:
    base = loaded(
        tmp_path, kinematics="steering", turns_in_place=False, min_turning_radius_m=0.5, goal_tolerance_rad=None
    )
    assert (base.steers, base.holonomic, base.min_turning_radius) == (True, False, 0.5)
    assert base.goal_tolerance_rad == math.inf
    limits = Limits.of(base)
    assert limits.steers
    # Its way is bent by 2 per metre at the most, and no turn takes of its speed.
    assert limits.shared(0.2, 0.0, 1.0) == pytest.approx((0.2, 0.0, 0.4))
    assert limits.shared(0.5, 0.0, 1.0) == pytest.approx((0.5, 0.0, 1.0))
    assert limits.shared(0.0, 0.0, 1.0) == (0.0, 0.0, 0.0)
    # It is steered no faster than it may turn faster, and from standing to where it is to go at once.
    v, _, w = limits.ramped((0.4, 0.0, 0.8), (0.4, 0.0, 0.0), 0.05)
    assert (v, w) == pytest.approx((0.4, limits.turn_acceleration * 0.05))
    v, _, w = limits.ramped((0.4, 0.0, 0.8), (0.0, 0.0, 0.0), 0.05)
    assert w / v == pytest.approx(2.0)
    # It brakes on the circle that it is on.
    v, _, w = limits.ramped((0.0, 0.0, 0.0), (-0.4, 0.0, 0.3), 0.1)
    assert (v, w) == pytest.approx((-0.3, 0.225))


def test_a_holonomic_base_moves_sideways(tmp_path: Path) -> None:
    base = loaded(tmp_path, kinematics="holonomic", max_side_speed_mps=0.4)
    assert (base.steers, base.holonomic) == (False, True)
    limits = Limits.of(base)
    assert limits.side == 0.4
    # Speeds change on the straight way from one to the other.
    assert limits.ramped((0.2, -0.2, 0.0), (0.0, 0.2, 0.0), 0.05 * math.sqrt(20.0)) == pytest.approx((0.1, 0.0, 0.0))
    # Its wheels share what they can do: half of the speed to the side leaves half of that ahead.
    assert limits.shared(0.5, 0.4, 0.0) == pytest.approx((0.25, 0.2, 0.0))


def test_uncertain_turns_mean_a_base_that_slips(tmp_path: Path) -> None:
    assert loaded(tmp_path, odometry_noise={"turn": 0.7, "distance": 0.1}).slips


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"schema": "robotdsl.sensors"}, "navigation.json: is no robotdsl.navigation document of version 1"),
        ({"version": 2}, "navigation.json: is no robotdsl.navigation document of version 1"),
        ({"outline": ...}, "navigation.json: has no 'outline'"),
        ({"outline": [[0, 0], [1, 1]]}, "navigation.json: an outline needs three corners"),
        ({"max_speed_mps": "fast"}, "navigation.json: could not convert"),
        ({"max_turn_radps": 0.0}, "navigation.json: speeds and accelerations must be greater than 0"),
        ({"odometry_noise": {"turn": 0.1}}, "navigation.json: has no 'distance'"),
        ({"turns_in_place": False}, "navigation.json: 'turns_in_place' contradicts 'kinematics'"),
        ({"kinematics": "legged"}, "navigation.json: no base moves as 'legged'"),
        ({"kinematics": "holonomic"}, "navigation.json: a holonomic base needs a speed to the side"),
        ({"min_turning_radius_m": -0.1}, "navigation.json: a turning radius and a speed to the side must not be less"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BaseError) as caught:
        loaded(tmp_path, **changes)
    assert str(caught.value).startswith(complaint)


def test_a_file_that_is_no_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "navigation.json").write_text("{")
    with pytest.raises(BaseError, match=r"navigation.json: cannot be read"):
        Base.load(tmp_path / "navigation.json")


def test_limits_are_the_bases_own_or_what_navigation_can_use(tmp_path: Path) -> None:
    slow = Limits.of(loaded(tmp_path))
    assert (slow.speed, slow.turn, slow.acceleration, slow.turn_acceleration) == (0.5, 1.5, 1.0, 2.5)
    fast = Limits.of(loaded(tmp_path, max_speed_mps=3.0, max_turn_radps=9.0))
    assert (fast.speed, fast.turn) == (TOP_SPEED, TOP_TURN)
    assert (fast.wheel_speed, fast.wheel_turn) == (3.0, 9.0)


def test_driving_and_turning_share_the_wheels_and_keep_the_arc(tmp_path: Path) -> None:
    limits = Limits.of(loaded(tmp_path))
    v, _, w = limits.shared(0.5, 0.0, 1.5)
    assert v / 0.5 + w / 1.5 == pytest.approx(1.0)
    assert w / v == pytest.approx(3.0)
    assert limits.shared(0.2, 0.0, -0.3) == (0.2, 0.0, -0.3)


def test_steps_toward_a_target() -> None:
    assert toward(0.0, 1.0, 0.1) == 0.1
    assert toward(0.0, -1.0, 0.1) == -0.1
    assert toward(0.95, 1.0, 0.1) == 1.0
