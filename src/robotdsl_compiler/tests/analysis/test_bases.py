"""The facts of every kind of base against figures worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.model.drives import (
    LeggedDrive,
    MecanumDrive,
    OmniDrive,
    SteeringDrive,
    TrackDrive,
)
from robotdsl_compiler.model.facts import Facts, JointLimits
from robotdsl_compiler.model.geometry import Disc, Polygon
from robotdsl_compiler.model.vocabulary import Role

FactsOf = Callable[..., Facts]
Part = Callable[..., dict[str, Any]]
Fields = dict[str, Any]

BOX = {"type": "box", "size": [0.4, 0.2, 0.08], "origin_xyz": [0, 0, 0]}
FOUR = {
    "front_left_wheel": (0.15, 0.1), "front_right_wheel": (0.15, -0.1),
    "rear_left_wheel": (-0.15, 0.1), "rear_right_wheel": (-0.15, -0.1),
}  # fmt: skip
LEFT_RIGHT = ("left", "right")
S = math.sqrt(0.5)


def chassis(
    part: Part, type: str, mounts: dict[str, Fields], extra: dict[str, Fields] | None = None, **fields: Any
) -> Fields:
    """A chassis of ``type`` whose mounts are connectors of their own names; ``extra`` are mounts beside them."""
    connectors = {**mounts, **(extra or {})} or {"top": {"pos": [0, 0, 0.04], "dir": [0, 0, 1]}}
    return part(
        "frame", "chassis", 6.0, (0.4, 0.2, 0.08), collision=BOX, connectors=connectors,
        profiles={type: {"mounts": {name: name for name in connectors}}}, **fields,
    )  # fmt: skip


def sideways(x: float, y: float, **fields: Any) -> Fields:
    return {"pos": [x, y, 0], "dir": [0, math.copysign(1, y), 0], **fields}


def four(**steering: float) -> dict[str, Fields]:
    """Mounts at the corners; ``steering`` gives mounts a kingpin with that limit."""
    return {
        name: sideways(x, y, **(
            {"steering": {"axis": [0, 0, 1], "max_angle_rad": steering[name]}} if name in steering else {}
        ))
        for name, (x, y) in FOUR.items()
    }  # fmt: skip


def wheel(part: Part, type: str, id: str = "roller") -> Fields:
    return part(
        id, "wheel", 0.3, (0.1, 0.03, 0.1), wheel={"radius": 0.05, "width": 0.04},
        connectors={
            "hub": {"pos": [0, -0.02, 0], "dir": [0, -1, 0], "joint": {"type": "continuous", "axis": [0, 1, 0]}}
        },
        profiles={type: {}},
    )  # fmt: skip


def robot(type: str, wheel_type: str, mounts: list[str], extra: str = "", ref: str = "roller") -> str:
    wheels = "\n".join(f'{wheel_type} {m}(ref = "{ref}", mount = "{m}")' for m in mounts)
    return f'{type} base(ref = "frame")\n{wheels}\n{extra}'


# Mecanum ----------------------------------------------------------------------------------------------------------


def test_mecanum_wheels_have_their_rollers_axes_and_rows(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(
        robot("Mecanum_four_wheel", "Mecanum", list(FOUR)),
        chassis(box_part, "Mecanum_four_wheel", four()), wheel(box_part, "Mecanum"),
    ).robot  # fmt: skip
    assert {w.mount: w.roller_axis for w in facts.wheels} == {
        "front_left_wheel": (S, -S, 0.0), "rear_right_wheel": (S, -S, 0.0),
        "front_right_wheel": (S, S, 0.0), "rear_left_wheel": (S, S, 0.0),
    }  # fmt: skip
    assert all(w.role is Role.DRIVEN for w in facts.wheels)
    drive = facts.drive
    assert isinstance(drive, MecanumDrive)
    # The wheels' middles stand 0.12 m to the sides: half the wheelbase is 0.15, half the track 0.12.
    k = 0.27
    assert (drive.lever_arm, drive.radius) == pytest.approx((k, 0.05))
    assert [tuple(v * 0.05 for v in w.row) for w in drive.wheels] == [
        pytest.approx(row) for row in ((1, -1, -k), (1, 1, k), (1, 1, -k), (1, -1, k))
    ]
    assert (drive.max_speed, drive.max_side_speed, drive.max_turn) == (0.5, 0.5, 1.5)
    assert (drive.holonomic, drive.turns_in_place, drive.assumed_limits) == (True, True, True)


def test_the_motors_bound_a_mecanum_base(facts_of: FactsOf, box_part: Part) -> None:
    slow = box_part(
        "slow", "motor", 0.2, (0.03, 0.03, 0.03), collision={"type": "box", "size": [0.03] * 3, "origin_xyz": [0] * 3},
        motor={"stall_torque": 0.05, "no_load_speed": 4.0},
        connectors={"body": {"pos": [0, 0, 0], "dir": [0, -1, 0]}, "shaft": {"pos": [0, 0, 0], "dir": [0, 1, 0]}},
        profiles={"Motor": {"mounts": {"base": "body", "shaft": "shaft"}}},
    )  # fmt: skip
    motors = "\n".join(
        f'Motor m_{m}(ref = "slow", mount = "{m}")\nMecanum {m}(ref = "roller", mount = "m_{m}.shaft")' for m in FOUR
    )
    drive = facts_of(
        f'Mecanum_four_wheel base(ref = "frame")\n{motors}',
        chassis(box_part, "Mecanum_four_wheel", four()), wheel(box_part, "Mecanum"), slow,
    ).robot.drive  # fmt: skip
    assert isinstance(drive, MecanumDrive)
    assert (drive.max_speed, drive.max_side_speed, drive.motor_speed) == pytest.approx((0.2, 0.2, 0.2))
    assert drive.max_turn == pytest.approx(0.2 / 0.27)
    # Four wheels push with 1 N each; the robot weighs 6 + 4 (0.3 + 0.2) kg.
    assert drive.max_acceleration == pytest.approx(4 * 0.05 / 0.05 / 8.0)


def test_a_mecanum_base_with_a_wheel_that_nothing_turns_has_no_drive(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(
        robot("Mecanum_four_wheel", "Mecanum", list(FOUR)[:3]),
        chassis(box_part, "Mecanum_four_wheel", four()), wheel(box_part, "Mecanum"),
    )  # fmt: skip
    assert facts.robot.drive is None


# Omni -------------------------------------------------------------------------------------------------------------


def ring(names: list[str], angles: list[float], radius: float = 0.15) -> dict[str, Fields]:
    """Mounts round a circle, each looking outward."""
    turned = [math.radians(a) for a in angles]
    return {
        name: {"pos": [radius * math.cos(a), radius * math.sin(a), 0], "dir": [math.cos(a), math.sin(a), 0]}
        for name, a in zip(names, turned, strict=True)
    }


THREE = ["front_wheel", "rear_left_wheel", "rear_right_wheel"]


def test_three_omni_wheels_roll_across_their_axles(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(
        robot("Omni_three_wheel", "Omni_wheel", THREE),
        chassis(box_part, "Omni_three_wheel", ring(THREE, [0, 120, 240])), wheel(box_part, "Omni_wheel"),
    ).robot  # fmt: skip
    front, left, right = facts.wheels
    # Axles point left, or ahead where they lie along the robot; a wheel rolls a quarter clockwise of its axle.
    assert front.axle == pytest.approx((1, 0, 0)) and front.rolling == pytest.approx((0, -1, 0))
    half, long = 0.5, math.sqrt(0.75)
    assert left.axle == pytest.approx((-half, long, 0)) and left.rolling == pytest.approx((long, half, 0))
    assert right.axle == pytest.approx((half, long, 0)) and right.rolling == pytest.approx((long, -half, 0))
    drive = facts.drive
    assert isinstance(drive, OmniDrive)
    arm = 0.15 + 0.02
    assert [tuple(v * 0.05 for v in w.row) for w in drive.wheels] == [
        pytest.approx(row) for row in ((0, -1, -arm), (long, half, -arm), (long, -half, arm))
    ]
    assert drive.wheels[0].center == pytest.approx((arm, 0))


def test_four_omni_wheels_at_the_corners(facts_of: FactsOf, box_part: Part) -> None:
    mounts = ring(list(FOUR), [45, -45, 135, -135])
    facts = facts_of(
        robot("Omni_drive", "Omni_wheel", list(FOUR)),
        chassis(box_part, "Omni_drive", mounts), wheel(box_part, "Omni_wheel"),
    )  # fmt: skip
    drive = facts.robot.drive
    assert isinstance(drive, OmniDrive)
    assert [w.rolling for w in drive.wheels] == [pytest.approx(d) for d in ((S, -S), (S, S), (S, S), (S, -S))]
    # Two rows are a mecanum base's: the wheels in front of it and behind drive it alike.
    assert drive.wheels[0].row == pytest.approx((S / 0.05, -S / 0.05, -0.17 / 0.05))


def test_two_omni_wheels_are_no_drive(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(
        robot("Omni_three_wheel", "Omni_wheel", THREE[1:]),
        chassis(box_part, "Omni_three_wheel", ring(THREE, [0, 120, 240])), wheel(box_part, "Omni_wheel"),
    )  # fmt: skip
    assert facts.robot.drive is None


# Steering ---------------------------------------------------------------------------------------------------------


def test_a_car_turns_about_its_rear_axle(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(
        robot("Ackermann", "Standard", list(FOUR)),
        chassis(box_part, "Ackermann", four(front_left_wheel=0.5, front_right_wheel=0.4)), wheel(box_part, "Standard"),
    ).robot  # fmt: skip
    by_mount = {w.mount: w for w in facts.wheels}
    assert {m for m, w in by_mount.items() if w.role is Role.DRIVEN} == {"rear_left_wheel", "rear_right_wheel"}
    assert {m for m, w in by_mount.items() if w.steered} == {"front_left_wheel", "front_right_wheel"}
    left, right = facts.kingpins
    assert (left.mount, left.component.name, left.limit, left.sign) == (
        "front_left_wheel", "front_left_wheel", 0.5, 1.0
    )  # fmt: skip
    assert left.position == pytest.approx((0.15, 0.1, 0.05)) and left.axis == (0.0, 0.0, 1.0)
    drive = facts.drive
    assert isinstance(drive, SteeringDrive)
    assert drive.axle_x == pytest.approx(-0.15)
    # The right kingpin is the tighter one.
    assert drive.min_turning_radius == pytest.approx(0.3 / math.tan(0.4) + 0.1)
    assert [(w.component.name, w.offset, w.steered) for w in drive.wheels] == [
        ("rear_left_wheel", 0.0, False), ("rear_right_wheel", 0.0, False),
    ]  # fmt: skip
    assert drive.wheels[0].center == pytest.approx((-0.15, 0.12))
    assert drive.max_turn == pytest.approx(0.5 / drive.min_turning_radius)
    assert (drive.turns_in_place, drive.holonomic, drive.turning_center) == (False, False, pytest.approx((-0.15, 0.0)))
    assert right.limit == 0.4


@pytest.mark.parametrize(("drives", "reduction"), [(2, 3.0), (4, 3.0), (4, None)])
def test_a_cars_driveline_says_which_wheels_drive(
    facts_of: FactsOf, box_part: Part, drives: int, reduction: float | None
) -> None:
    turned = [*list(FOUR)[2:], *list(FOUR)[:2]][:drives]
    line = {"motor": "engine", "drives": turned, **({} if reduction is None else {"reduction": reduction})}
    frame = chassis(
        box_part, "Ackermann", four(front_left_wheel=0.5, front_right_wheel=0.5),
        {"engine": {"pos": [0, 0, 0.04], "dir": [0, 0, 1]}}, drivelines=[line],
    )  # fmt: skip
    core = robot("Ackermann", "Standard", list(FOUR))
    alone = facts_of(core, frame, wheel(box_part, "Standard")).robot
    assert {w.mount for w in alone.wheels if w.role is Role.DRIVEN} == set(turned)
    assert all(w.limits == JointLimits(None, None) for w in alone.wheels)


def test_a_motor_on_a_driveline_shares_its_torque_among_a_cars_wheels(facts_of: FactsOf, box_part: Part) -> None:
    frame = chassis(
        box_part, "Ackermann", four(front_left_wheel=0.5, front_right_wheel=0.5),
        {"engine": {"pos": [0, 0, 0.04], "dir": [0, 0, 1]}},
        drivelines=[{"motor": "engine", "drives": list(FOUR), "reduction": 3.0}],
    )  # fmt: skip
    core = robot("Ackermann", "Standard", list(FOUR), 'Motor m(ref = "motor", mount = "engine")')
    facts = facts_of(core, frame, wheel(box_part, "Standard")).robot
    assert all(w.limits == JointLimits(pytest.approx(0.9), pytest.approx(4.0)) for w in facts.wheels)
    drive = facts.drive
    assert isinstance(drive, SteeringDrive)
    assert drive.motor_speed == pytest.approx(0.2)
    # The front wheels drive too, 20 mm beside their kingpins.
    assert {w.component.name: w.offset for w in drive.wheels if w.steered} == {
        "front_left_wheel": pytest.approx(0.02), "front_right_wheel": pytest.approx(-0.02)
    }  # fmt: skip


def test_a_tricycle_is_driven_by_the_wheel_that_steers(facts_of: FactsOf, box_part: Part) -> None:
    mounts = {
        "front_wheel": sideways(0.2, 0.02, steering={"axis": [0, 0, -1], "max_angle_rad": 1.2}),
        "rear_left_wheel": sideways(-0.1, 0.1), "rear_right_wheel": sideways(-0.1, -0.1),
    }  # fmt: skip
    facts = facts_of(
        robot("Tricycle", "Standard", list(mounts)), chassis(box_part, "Tricycle", mounts), wheel(box_part, "Standard")
    ).robot
    assert [w.role for w in facts.wheels] == [Role.DRIVEN, Role.ROLLING, Role.ROLLING]
    (pin,) = facts.kingpins
    # Stated pointing down: told pointing up, with the sign that says so.
    assert (pin.axis, pin.sign) == ((0.0, 0.0, 1.0), -1.0)
    drive = facts.drive
    assert isinstance(drive, SteeringDrive)
    assert drive.min_turning_radius == pytest.approx(0.3 / math.tan(1.2) + 0.02)
    (driven,) = drive.wheels
    assert (driven.steered, driven.offset) == (True, pytest.approx(0.02))
    assert driven.center == pytest.approx((0.2, 0.02))


def test_the_motor_hangs_from_the_kingpin(facts_of: FactsOf, box_part: Part) -> None:
    mounts = {
        "front_wheel": sideways(0.2, 0.001, steering={"axis": [0, 0, 1], "max_angle_rad": 2.0}),
        "rear_left_wheel": sideways(-0.1, 0.1), "rear_right_wheel": sideways(-0.1, -0.1),
    }  # fmt: skip
    core = (
        robot("Tricycle", "Standard", list(mounts)[1:])
        + """
        Motor m(ref = "motor", mount = "front_wheel") Standard f(ref = "roller", mount = "m.shaft")"""
    )
    facts = facts_of(core, chassis(box_part, "Tricycle", mounts), wheel(box_part, "Standard")).robot
    (pin,) = facts.kingpins
    assert pin.component.name == "m"
    front = next(w for w in facts.wheels if w.component.name == "f")
    assert (front.steered, front.motor, front.mount) == (True, "m", "front_wheel")
    drive = facts.drive
    assert isinstance(drive, SteeringDrive)
    # A kingpin that turns more than a quarter is bounded by its distance from the centre line alone.
    assert drive.min_turning_radius == pytest.approx(0.001)
    assert drive.wheels[0].offset == pytest.approx(0.05)


def test_a_car_without_a_kingpin_has_no_drive(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(
        robot("Ackermann", "Standard", list(FOUR)),
        chassis(box_part, "Ackermann", four(front_left_wheel=0.5)), wheel(box_part, "Standard"),
    ).robot  # fmt: skip
    assert facts.drive is None and len(facts.kingpins) == 1


# Tracks -----------------------------------------------------------------------------------------------------------


def track(part: Part, **fields: Any) -> Fields:
    belt = {"run_start": [0.1, 0, -0.04], "run_end": [-0.1, 0, -0.04], "width": 0.03, "travel_per_turn": 0.2, **fields}
    return part(
        "belt", "track", 0.5, (0.25, 0.03, 0.08), track={k: v for k, v in belt.items() if v is not None},
        connectors={"axle": {"pos": [0, -0.015, 0], "dir": [0, -1, 0], "up": [0, 0, 1]}}, profiles={"Track": {}},
    )  # fmt: skip


def tracked(part: Part, **fields: Any) -> Fields:
    mounts = {f"{s}_track": sideways(0.0, y, up=[0, 0, 1]) for s, y in zip(LEFT_RIGHT, (0.1, -0.1), strict=True)}
    engines = {f"{s}_engine": {"pos": [0, y, 0.04], "dir": [0, 0, 1]} for s, y in (("left", 0.05), ("right", -0.05))}
    return chassis(part, "Tracked", mounts, engines, **fields)


TRACKED = robot("Tracked", "Track", ["left_track", "right_track"], ref="belt")
ENGINES = """Motor lm(ref = "motor", mount = "left_engine") Motor rm(ref = "motor", mount = "right_engine")"""
LINES = [{"motor": f"{s}_engine", "drives": [f"{s}_track"], "reduction": 2.0} for s in LEFT_RIGHT]


def test_belts_and_their_runs(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(TRACKED, tracked(box_part), track(box_part)).robot
    left, right = facts.belts
    assert (left.mount, left.role, left.motor, left.max_speed) == ("left_track", Role.DRIVEN, None, None)
    assert facts.base_height == pytest.approx(0.04)
    # The run is told from behind to ahead; the right unit is turned half about, up staying up.
    assert left.start == pytest.approx((-0.1, 0.115, 0.0)) and left.end == pytest.approx((0.1, 0.115, 0.0))
    assert right.start == pytest.approx((-0.1, -0.115, 0.0)) and right.left == pytest.approx((0.0, 1.0, 0.0))
    assert left.height == pytest.approx(0.2 / math.pi)
    drive = facts.drive
    assert isinstance(drive, TrackDrive)
    assert (drive.separation, drive.middle_y) == pytest.approx((0.23, 0.0))
    assert (drive.assumed_limits, drive.max_speed, drive.max_turn) == (True, 0.5, 1.5)
    # They stand on the belts' runs, and cover them.
    assert {(round(x, 6), round(y, 6)) for x, y in facts.support} == {
        (x, y) for x in (0.1, -0.1) for y in (0.13, -0.13)
    }
    (region,) = facts.regions["left_track"]
    assert isinstance(region, Polygon)
    assert {(round(x, 6), round(y, 6)) for x, y in region.points} == {(x, y) for x in (0.1, -0.1) for y in (0.13, 0.1)}
    assert facts.shapeless == () and facts.footprint is not None


def test_motors_on_drivelines_bound_the_belts(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(f"{TRACKED} {ENGINES}", tracked(box_part, drivelines=LINES), track(box_part)).robot
    left, _ = facts.belts
    assert (left.motor, left.limits) == ("lm", JointLimits(2.4, 6.0))
    speed = 6.0 * 0.2 / (2 * math.pi)
    assert left.max_speed == pytest.approx(speed)
    assert facts.drive is not None
    assert (facts.drive.motor_speed, facts.drive.max_speed) == pytest.approx((speed, speed))
    assert facts.drive.max_turn == pytest.approx(1.5)


def test_a_belt_whose_travel_is_not_stated_has_no_speed(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(
        f"{TRACKED} {ENGINES}", tracked(box_part, drivelines=LINES), track(box_part, travel_per_turn=None)
    ).robot
    assert [(b.max_speed, b.height) for b in facts.belts] == [(None, None)] * 2
    assert facts.drive is not None and facts.drive.assumed_limits


def test_a_robot_with_motors_drives_no_belt_that_none_turns(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(f"{TRACKED} {ENGINES}", tracked(box_part, drivelines=LINES[:1]), track(box_part)).robot
    assert [b.role for b in facts.belts] == [Role.DRIVEN, Role.ROLLING]
    assert facts.drive is None


# Legs -------------------------------------------------------------------------------------------------------------


def inertial(mass: float, x: float = 0.0) -> Fields:
    tensor = {"ixx": 0.01, "iyy": 0.01, "izz": 0.01, "ixy": 0, "ixz": 0, "iyz": 0}
    return {"mass": mass, "origin_xyz": [x, 0, 0], "inertia": tensor, "source": "measured"}


def servo(hold: float) -> Fields:
    return {"kp": 20, "effort": 5, "hold": hold, "damping": 0.1, "armature": 0.01, "frictionloss": 0}


def hinge(axis: list[float], hold: float | None) -> Fields:
    joint = {"type": "revolute", "axis": axis, "range": [-3, 3]}
    return joint if hold is None else {**joint, "servo": servo(hold)}


def leg(part: Part) -> Fields:
    """A hip that swings about up, a thigh of 0.2 m held level ahead, and a shin of 0.3 m that hangs from its end."""
    return part(
        "limb", "leg", 0.2, (0.05, 0.05, 0.05),
        connectors={"base": {"pos": [0, 0, 0], "dir": [0, 0, 1], "up": [1, 0, 0]}}, profiles={"Leg": {}},
        links={
            "hip": {"parent": "base", "joint": {"type": "fixed"}, "inertial": inertial(0.1), "xyz": [0, 0, -0.05]},
            "thigh": {
                "parent": "hip", "joint": hinge([0, 1, 0], -math.pi / 2), "inertial": inertial(0.3),
                "shapes": [{"name": "bone", "type": "capsule", "radius": 0.02, "length": 0.16, "xyz": [0, 0, -0.1]}],
            },
            "shin": {
                "parent": "thigh", "xyz": [0, 0, -0.2], "joint": hinge([0, 1, 0], math.pi / 2),
                "inertial": inertial(0.2),
                "shapes": [{"name": "toe", "type": "sphere", "radius": 0.03, "xyz": [0, 0, -0.3]}],
            },
        },
        feet={"tip": {"link": "shin", "shape": "toe", "friction": 0.9}},
    )  # fmt: skip


def legged(part: Part, **fields: Any) -> Fields:
    corners = {
        f"hip_{i}": {"pos": [x, y, -0.04], "dir": [0, 0, -1], "up": [1, 0, 0]}
        for i, (x, y) in enumerate(((0.2, 0.1), (0.2, -0.1), (-0.2, 0.1), (-0.2, -0.1)))
    }
    deck = {"deck": {"pos": [0, 0, 0.04], "dir": [0, 0, 1]}}
    return chassis(part, "Legged", corners | deck, **fields)


LEGS = 'Legged base(ref = "frame")\n' + "\n".join(f'Leg leg_{i}(ref = "limb", mount = "hip_{i}")' for i in range(4))


def test_links_hang_as_their_servos_hold_them(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(LEGS, legged(box_part), leg(box_part)).robot
    hip, thigh, shin = (f for f in facts.links if f.component.name == "leg_0")
    assert (hip.parent, thigh.parent, shin.parent) == (None, "hip", "thigh")
    assert (hip.axis, thigh.angle) == (None, -math.pi / 2)
    assert thigh.axis == pytest.approx((0.0, 1.0, 0.0))
    # The feet's balls stand on the ground: the hips lie 0.33 m above it.
    assert facts.base_height == pytest.approx(0.04 + 0.05 + 0.33)
    assert thigh.pose.position == pytest.approx((0.2, 0.1, 0.33))
    assert shin.pose.position == pytest.approx((0.4, 0.1, 0.33))
    assert shin.pose.turn((0.0, 0.0, 1.0)) == pytest.approx((0.0, 0.0, 1.0))
    foot = facts.feet[0]
    assert foot.center == pytest.approx((0.4, 0.1, 0.03)) and foot.low == pytest.approx(0.0)
    assert foot.joints == ("thigh", "shin")
    assert [f.component.name for f in facts.feet] == [f"leg_{i}" for i in range(4)]


def test_links_weigh_and_cover_and_support(facts_of: FactsOf, box_part: Part) -> None:
    facts = facts_of(LEGS, legged(box_part), leg(box_part)).robot
    assert facts.mass == pytest.approx(6.0 + 4 * (0.2 + 0.1 + 0.3 + 0.2))
    assert facts.center_of_mass is not None
    # Each thigh's and hip's mass lies at its own frame, the shin's 0.2 m ahead of the hip.
    assert facts.center_of_mass[0] == pytest.approx(4 * 0.2 * 0.2 / facts.mass)
    assert {(round(x, 6), round(y, 6)) for x, y in facts.support} == {(x, y) for x in (0.4, 0.0) for y in (0.1, -0.1)}
    bone, toe = facts.regions["leg_0"]
    assert toe == Disc((pytest.approx(0.4), pytest.approx(0.1)), 0.03)
    assert isinstance(bone, Polygon)
    # The capsule lies level: 0.16 m between its ends' centres and 20 mm beyond them.
    xs = [x for x, _ in bone.points]
    assert (min(xs), max(xs)) == pytest.approx((0.2, 0.4))
    assert facts.shapeless == () and facts.footprint is not None
    assert facts.footprint[1] == pytest.approx((0.43, -0.13))


def test_a_base_without_a_controller_stands(facts_of: FactsOf, box_part: Part) -> None:
    drive = facts_of(LEGS, legged(box_part), leg(box_part)).robot.drive
    assert isinstance(drive, LeggedDrive)
    assert (drive.controller, drive.command, drive.max_speed, drive.max_turn) == ("stand", None, 0.0, 0.0)


def test_a_gait_says_how_fast_it_walks(facts_of: FactsOf, box_part: Part) -> None:
    gait = {
        "standing": 0.3, "control": 0.01, "period": 0.5, "duty": 0.6, "step_height": 0.05,
        "command": {"ahead": [-0.1, 0.3], "aside": [-0.1, 0.1], "turn": [-0.6, 0.7]},
        "slew": {"ahead": 0.4, "aside": 0.4, "turn": 0.8}, "settle": {"speed": 0.1, "turn": 0.1},
        "lead": {"distance": 0.05, "yaw": 0.2}, "balance": {"frequency": 3, "damping": 1},
    }  # fmt: skip
    drive = facts_of(LEGS, legged(box_part, controller={"gait": gait}), leg(box_part)).robot.drive
    assert isinstance(drive, LeggedDrive)
    assert (drive.controller, drive.max_speed, drive.max_turn) == ("gait", 0.3, 0.6)
    assert (drive.max_acceleration, drive.max_turn_acceleration) == (0.4, 0.8)
    assert (drive.turns_in_place, drive.holonomic) == (True, False)


def test_a_hull_is_told_as_faces(facts_of: FactsOf, box_part: Part, texts: dict[str, str]) -> None:
    facts = facts_of(f'{texts["duo"]} Attachment w(ref = "wedge", mount = "top_0")').robot
    ((name, mesh),) = facts.hulls.items()
    assert name == "w"
    # A pyramid of 0.1 by 0.1 by 0.08 m.
    assert mesh.volume == pytest.approx(0.01 * 0.08 / 3) and len(mesh.faces) == 6


POLICY: Fields = {
    "file": "trot.onnx", "period": 0.02, "action_scale": 0.5, "observation": ["joint_angles", "phase"],
    "command": {"ahead": [-0.2, 0.4], "aside": [0, 0], "turn": [-0.5, 0.6]},
    "imu": {"link": "base", "xyz": [0, 0, 0], "rpy": [0, 0, 0]},
    "simulator": {"timestep": 0.004, "integrator": "Euler", "iterations": 1, "ls_iterations": 5, "eulerdamp": False},
}  # fmt: skip


def trained(id: str = "trot", corners: tuple[int, ...] = (2, 3, 0, 1), **fields: Any) -> Fields:
    """A walker for ``frame`` on a limb at each of the corners, which it moves in that order."""
    phase = {"frequency": 2, "offsets": {f"l{i}/tip": i / 2 for i in corners}, "still_at": 3, "still_below": 0.1}
    return {
        "schema_version": 1, "id": id, "description": "Trots", "chassis": "frame",
        "legs": {f"l{i}": {"part": "limb", "connector": f"hip_{i}"} for i in corners},
        "joints": [f"l{i}/{link}" for i in corners for link in ("shin", "thigh")],
        "policy": {**POLICY, "hidden": [f"l{corners[0]}/shin"], "phase": phase}, **fields,
    }  # fmt: skip


def test_a_base_walks_by_the_walker_trained_for_its_legs_as_they_are_placed(facts_of: FactsOf, box_part: Part) -> None:
    core = f'{LEGS}\nAttachment load(ref = "wedge", mount = "deck")'
    drive = facts_of(core, legged(box_part), leg(box_part), walkers=(trained(),)).robot.drive
    assert isinstance(drive, LeggedDrive)
    assert (drive.controller, drive.max_speed, drive.max_turn, drive.gait) == ("policy", 0.4, 0.5, None)
    policy = drive.policy
    assert policy is not None and policy.walker is not None
    assert (policy.walker.id, policy.directory.name, policy.record.file) == ("trot", "trot", "trot.onnx")
    assert [(j.component.name, j.link) for j in policy.joints] == [
        (f"leg_{i}", link) for i in (2, 3, 0, 1) for link in ("shin", "thigh")
    ]
    assert [(j.component.name, j.link) for j in policy.hidden] == [("leg_2", "shin")]
    assert [(p.component.name, p.foot, p.offset) for p in policy.phases] == [
        (f"leg_{i}", "tip", i / 2) for i in (2, 3, 0, 1)
    ]


@pytest.mark.parametrize(
    "core",
    [
        LEGS.replace('Leg leg_3(ref = "limb", mount = "hip_3")', ""),
        LEGS.replace('mount = "hip_3"', "glue = (-0.2, -0.1, -0.04, 0, 0, -1, 1.57)"),
        LEGS.replace('leg_3(ref = "limb"', 'leg_3(ref = "other"'),
    ],
    ids=["a leg less", "a leg turned about its connector", "another leg"],
)
def test_a_walker_for_other_legs_is_none(facts_of: FactsOf, box_part: Part, core: str) -> None:
    other = {**leg(box_part), "id": "other"}
    drive = facts_of(core, legged(box_part), leg(box_part), other, walkers=(trained(),)).robot.drive
    assert isinstance(drive, LeggedDrive)
    assert (drive.controller, drive.command, drive.policy) == ("stand", None, None)


def test_of_several_walkers_the_first_that_fits_is_taken(facts_of: FactsOf, box_part: Part) -> None:
    walkers = (trained("front", (0, 1)), trained("pace", (0, 1, 2, 3)), trained())
    drive = facts_of(LEGS, legged(box_part), leg(box_part), walkers=walkers).robot.drive
    assert isinstance(drive, LeggedDrive) and drive.policy is not None and drive.policy.walker is not None
    assert drive.policy.walker.id == "pace"


def test_a_controller_of_the_parts_own_comes_before_a_walker(facts_of: FactsOf, box_part: Part, tmp_path: Path) -> None:
    neck = {"neck": {"parent": "base", "joint": hinge([0, 0, 1], 0.0), "inertial": inertial(0.1)}}
    own = {**POLICY, "observation": ["joint_angles"], "file": "own.onnx"}
    folder = tmp_path / "extra" / "parts" / "frame"
    folder.mkdir(parents=True)
    (folder / "own.onnx").write_bytes(b"onnx")
    base = legged(box_part, links=neck, controller={"policy": own})
    drive = facts_of(LEGS, base, leg(box_part), walkers=(trained(),)).robot.drive
    assert isinstance(drive, LeggedDrive) and drive.policy is not None
    assert (drive.controller, drive.policy.walker, drive.policy.directory) == ("policy", None, folder)
    assert [(j.component.name, j.link) for j in drive.policy.joints] == [("base", "neck")]
    assert (drive.policy.hidden, drive.policy.phases) == ((), ())
