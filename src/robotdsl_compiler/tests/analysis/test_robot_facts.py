"""The robot's facts against figures worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from robotdsl_compiler.model.facts import Facts, JointLimits
from robotdsl_compiler.model.geometry import Disc, Polygon
from robotdsl_compiler.model.vocabulary import Role

FactsOf = Callable[..., Facts]
Part = Callable[..., dict[str, Any]]

# Two wheels of radius 0.05 on shafts of motors (1.2 N m, 12 rad/s), which add 30 mm on each side.
MOTORED = """
    Diff_two_caster base(ref = "duo")
    Motor ml(ref = "motor", mount = "left_wheel")
    Motor mr(ref = "motor", mount = "right_wheel")
    Standard l(ref = "wheel", mount = "ml.shaft")
    Standard r(ref = "wheel", mount = "mr.shaft")
    Caster c(ref = "caster", mount = "under")
"""


def rounded(points: Iterable[tuple[float, ...]]) -> set[tuple[float, ...]]:
    return {tuple(round(v, 9) + 0.0 for v in point) for point in points}


def test_the_two_wheel_base(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    robot = facts_of(texts["duo"]).robot
    assert robot.base_height == pytest.approx(0.05)  # the wheels' radius: their axles lie in the chassis' plane
    left, right, caster = robot.wheels
    assert (left.mount, left.role) == ("left_wheel", Role.DRIVEN)
    assert (right.mount, right.role) == ("right_wheel", Role.DRIVEN)
    assert (caster.mount, caster.role) == (None, None)
    assert left.center == pytest.approx((0.0, 0.13, 0.05)) and right.center == pytest.approx((0.0, -0.13, 0.05))
    assert left.axle == pytest.approx((0.0, 1.0, 0.0)) and right.axle == pytest.approx((0.0, 1.0, 0.0))
    # The caster hangs from the chassis' bottom at -0.04 and its middle is 5 mm below its stem.
    assert caster.center == pytest.approx((-0.12, 0.0, 0.005))
    assert (left.radius, left.width, left.limits, left.motor) == (0.05, 0.02, JointLimits(None, None), None)
    assert robot.mass == pytest.approx(3.0 + 2 * 0.2 + 0.0005)
    x = (3.0 * -0.05 + 0.0005 * -0.12) / 3.4005
    assert robot.center_of_mass == pytest.approx((x, 0.0, (3.4 * 0.05 + 0.0005 * 0.005) / 3.4005))
    assert rounded(robot.support) == {(0.0, 0.13), (0.0, -0.13), (-0.12, 0.0)}
    assert robot.height == pytest.approx(0.1)  # the wheels' tops: twice their radius


def test_the_footprint_reaches_around_the_wheels_spheres(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    robot = facts_of(texts["duo"]).robot
    assert robot.footprint is not None and robot.outline is not None
    assert [pytest.approx(p) for p in robot.footprint] == [(-0.15, -0.18), (0.15, -0.18), (0.15, 0.18), (-0.15, 0.18)]
    xs, ys = [p[0] for p in robot.outline], [p[1] for p in robot.outline]
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((-0.15, 0.15, -0.18, 0.18))
    # It cuts the box's corners, and holds the box of the chassis and both discs.
    held = [(sx * 0.15, sy * 0.1) for sx in (-1, 1) for sy in (-1, 1)]
    held += [(0.05 * math.cos(a), s * 0.13 + 0.05 * math.sin(a)) for a in (0.3, 1.2, 2.5, 4.0) for s in (-1, 1)]
    edges = list(zip(robot.outline, (*robot.outline[1:], robot.outline[0]), strict=True))
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in edges) / 2
    assert 0.3 * 0.2 < area < 0.3 * 0.36
    for x, y in held:
        assert all((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= -1e-9 for a, b in edges)


def test_what_each_part_covers(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    robot = facts_of(f'{texts["duo"]} Attachment w(ref = "wedge", mount = "top_0")').robot
    assert robot.regions["left_wheel"] == (Disc((0.0, pytest.approx(0.13)), 0.05),)
    (base,) = robot.regions["base"]
    assert isinstance(base, Polygon)
    assert rounded(base.points) == {(sx * 0.15, sy * 0.1) for sx in (-1, 1) for sy in (-1, 1)}
    (wedge,) = robot.regions["w"]
    # The hull's foot, centred on the connector at x = 0.1; its tip lies within.
    assert isinstance(wedge, Polygon)
    assert rounded(wedge.points) == {(x, y) for x in (0.05, 0.15) for y in (-0.05, 0.05)}
    assert robot.height == pytest.approx(0.05 + 0.05 + 0.08)
    assert robot.shapeless == ()


def test_a_part_without_shape_is_a_point_and_leaves_the_footprint_unknown(
    facts_of: FactsOf, texts: Mapping[str, str]
) -> None:
    robot = facts_of(f'{texts["duo"]} Attachment g(ref = "ghost", mount = "top_0")').robot
    assert robot.regions["g"] == (Disc((pytest.approx(0.1), 0.0), 0.0),)
    assert (robot.footprint, robot.outline, robot.shapeless) == (None, None, ("g",))


def test_declared_contacts_support_and_widen(facts_of: FactsOf) -> None:
    robot = facts_of(
        """Diff_two_caster base(ref = "skid_duo")
        Standard l(ref = "wheel", mount = "left_wheel") Standard r(ref = "wheel", mount = "right_wheel")"""
    ).robot
    rear, front = robot.contacts
    assert (rear.index, front.index, rear.component.name) == (0, 1, "base")
    assert rear.center == pytest.approx((-0.12, 0.0, 0.01)) and rear.radius == 0.01
    assert len(robot.support) == 4
    assert robot.regions["base"][1:] == (Disc((-0.12, 0.0), 0.01), Disc((0.12, 0.0), 0.01))


def test_a_contact_above_the_ground_supports_nothing(facts_of: FactsOf, box_part: Part) -> None:
    hanging = box_part(
        "hanging", "chassis", 3.0, (0.3, 0.2, 0.08),
        collision={"type": "box", "size": [0.3, 0.2, 0.08], "origin_xyz": [0, 0, 0]},
        connectors={"l": {"pos": [0, 0.12, 0], "dir": [0, 1, 0]}, "r": {"pos": [0, -0.12, 0], "dir": [0, -1, 0]}},
        contacts=[{"xyz": [-0.12, 0, -0.035], "radius": 0.01}, {"xyz": [0.12, 0, -0.0385], "radius": 0.01}],
        profiles={"Diff_two_caster": {"mounts": {"left_wheel": "l", "right_wheel": "r"}}},
    )  # fmt: skip
    robot = facts_of(
        """Diff_two_caster base(ref = "hanging")
        Standard l(ref = "wheel", mount = "left_wheel") Standard r(ref = "wheel", mount = "right_wheel")""",
        hanging,
    ).robot
    # The rear one hangs 5 mm too high, the front one is within 2 mm.
    assert len(robot.support) == 3 and max(x for x, _ in robot.support) == pytest.approx(0.12)


def test_the_drive_of_a_base_without_motors_is_bounded_by_the_caps(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    drive = facts_of(texts["duo"]).robot.drive
    assert drive is not None
    assert drive.kinematics == "differential"
    assert (drive.separation, drive.radius) == pytest.approx((0.26, 0.05))
    assert (drive.max_speed, drive.max_turn) == (0.5, 1.5)
    assert (drive.max_acceleration, drive.max_turn_acceleration) == (1.0, 2.5)
    assert (drive.assumed_limits, drive.motor_speed) == (True, None)
    assert (drive.turns_in_place, drive.holonomic) == (True, False)


def test_wheels_on_motors(facts_of: FactsOf) -> None:
    robot = facts_of(MOTORED).robot
    left, right, _ = robot.wheels
    assert (left.mount, left.motor, left.role) == ("left_wheel", "ml", Role.DRIVEN)
    assert (right.mount, right.motor) == ("right_wheel", "mr")
    assert left.limits == JointLimits(1.2, 12.0)
    assert left.center == pytest.approx((0.0, 0.16, 0.05))
    drive = robot.drive
    assert drive is not None
    assert drive.separation == pytest.approx(0.32)
    assert drive.motor_speed == pytest.approx(12.0 * 0.05)
    assert drive.max_speed == 0.5  # 0.6 m/s is more than the cap
    assert drive.max_turn == 1.5  # 0.6 / 0.16 = 3.75 rad/s is more than the cap
    assert not drive.assumed_limits
    # 48 N press 3.7 kg: far more than the caps.
    assert (drive.max_acceleration, drive.max_turn_acceleration) == (1.0, 2.5)


def test_weak_and_slow_motors_bound_the_drive(facts_of: FactsOf, box_part: Part) -> None:
    weak = box_part(
        "weak", "motor", 0.15, (0.03, 0.03, 0.03), motor={"stall_torque": 0.02, "no_load_speed": 4.0},
        collision={"type": "box", "size": [0.03, 0.03, 0.03], "origin_xyz": [0, 0, 0]},
        connectors={
            "body": {"pos": [0, -0.015, 0], "dir": [0, -1, 0]}, "shaft": {"pos": [0, 0.015, 0], "dir": [0, 1, 0]},
        },
        profiles={"Motor": {"mounts": {"base": "body", "shaft": "shaft"}}},
    )  # fmt: skip
    drive = facts_of(MOTORED.replace('"motor"', '"weak"'), weak).robot.drive
    assert drive is not None
    assert drive.max_speed == drive.motor_speed == pytest.approx(0.2)
    assert drive.max_turn == pytest.approx(0.2 / 0.16)
    mass = 3.0 + 2 * 0.2 + 2 * 0.15 + 0.0005
    assert drive.max_acceleration == pytest.approx(2 * 0.02 / 0.05 / mass)
    # About the axle's middle: each part's own moment about the vertical, and its mass times its distance squared.
    inertia = 3.0 * (0.3**2 + 0.2**2) / 12 + 3.0 * 0.05**2
    inertia += 2 * (0.2 * (0.1**2 + 0.02**2) / 12 + 0.2 * 0.16**2)
    inertia += 2 * (0.15 * (0.03**2 + 0.03**2) / 12 + 0.15 * 0.135**2)
    inertia += 0.0005 * (2 * 0.02**2 / 12 + 0.12**2)
    assert drive.max_turn_acceleration == pytest.approx(2 * 0.02 / 0.05 * 0.16 / inertia)


def test_the_four_wheel_base(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    robot = facts_of(texts["quad"]).robot
    assert [w.mount for w in robot.wheels] == [
        "front_left_wheel", "front_right_wheel", "rear_left_wheel", "rear_right_wheel",
    ]  # fmt: skip
    assert all(w.role is Role.DRIVEN for w in robot.wheels)
    assert rounded(w.center for w in robot.wheels) == {(x, y, 0.05) for x in (-0.12, 0.12) for y in (-0.14, 0.14)}
    assert robot.mass == pytest.approx(6.8)
    assert robot.center_of_mass == pytest.approx((0.0, 0.0, 0.05))
    assert len(robot.support) == 4
    assert robot.footprint is not None
    assert [pytest.approx(p) for p in robot.footprint] == [(-0.17, -0.19), (0.17, -0.19), (0.17, 0.19), (-0.17, 0.19)]
    assert robot.drive is not None and robot.drive.separation == pytest.approx(0.28)


GEARED = """
    Diff_drive base(ref = "geared")
    Motor m(ref = "motor", mount = "engine")
    Standard fl(ref = "wheel", mount = "front_left_wheel") Standard fr(ref = "wheel", mount = "front_right_wheel")
    Standard rl(ref = "wheel", mount = "rear_left_wheel") Standard rr(ref = "wheel", mount = "rear_right_wheel")
"""


@pytest.mark.parametrize(
    ("drivelines", "limits"),
    [
        ([{"drives": 4, "reduction": 3.0}], JointLimits(1.2 * 3.0 / 4, 12.0 / 3.0)),
        ([{"drives": 2, "reduction": 2.0}], JointLimits(1.2, 6.0)),
        ([{"drives": 4}], JointLimits(None, None)),
    ],
)
def test_a_driveline_shares_its_motors_torque(
    facts_of: FactsOf, box_part: Part, drivelines: list[dict[str, float]], limits: JointLimits
) -> None:
    mounts = {
        f"{end}_{side}_wheel": ([x, y, 0], [0, math.copysign(1, y), 0])
        for end, x in (("rear", -0.12), ("front", 0.12))
        for side, y in (("left", 0.13), ("right", -0.13))
    }
    connectors = {name: {"pos": pos, "dir": dir} for name, (pos, dir) in mounts.items()}
    geared = box_part(
        "geared", "chassis", 6.0, (0.3, 0.2, 0.08),
        collision={"type": "box", "size": [0.3, 0.2, 0.08], "origin_xyz": [0, 0, 0]},
        connectors={**connectors, "block": {"pos": [0, 0, 0.04], "dir": [0, 0, 1]}},
        drivelines=[
            {"motor": "engine", "drives": list(mounts)[: int(d["drives"])]}
            | ({"reduction": d["reduction"]} if "reduction" in d else {})
            for d in drivelines
        ],
        profiles={"Diff_drive": {"mounts": {**{name: name for name in mounts}, "engine": "block"}}},
    )  # fmt: skip
    robot = facts_of(GEARED, geared).robot
    driven = [w for w in robot.wheels if w.role is Role.DRIVEN]
    assert [w.mount for w in driven] == [
        w.mount for w in robot.wheels if w.mount in list(mounts)[: int(drivelines[0]["drives"])]
    ]
    assert len(driven) == drivelines[0]["drives"]
    for wheel in driven:
        assert (wheel.motor, wheel.limits) == ("m", limits)
    # On a robot with motors, a wheel that none turns only rolls.
    assert all(w.role is Role.ROLLING and w.motor is None for w in robot.wheels if w not in driven)
    assert robot.drive is not None
    assert robot.drive.assumed_limits is (limits.velocity is None)


def test_a_base_with_a_side_that_nothing_drives_has_no_drive(facts_of: FactsOf) -> None:
    facts = facts_of(
        """Diff_two_caster base(ref = "duo") Motor ml(ref = "motor", mount = "left_wheel")
        Standard l(ref = "wheel", mount = "ml.shaft") Standard r(ref = "wheel", mount = "right_wheel")"""
    )
    assert facts.robot.drive is None
    assert [w.role for w in facts.robot.wheels] == [Role.DRIVEN, Role.ROLLING]


def test_a_base_without_wheels(facts_of: FactsOf) -> None:
    robot = facts_of('Diff_two_caster base(ref = "duo")').robot
    assert (robot.base_height, robot.support, robot.drive, robot.wheels) == (0.0, (), None, ())
    assert robot.mass == 3.0


def test_the_lowest_contact_carries_a_base_without_wheels(facts_of: FactsOf) -> None:
    assert facts_of('Diff_two_caster base(ref = "skid_duo")').robot.base_height == pytest.approx(0.05)


def test_mass_is_turned_with_its_part(facts_of: FactsOf, texts: Mapping[str, str], box_part: Part) -> None:
    """A part whose centre of mass is off its frame, mounted on the nose and so turned by a quarter."""
    lopsided = box_part(
        "lopsided", "attachment", 1.0, (0.02, 0.02, 0.02), center_x=0.1,
        collision={"type": "box", "size": [0.02, 0.02, 0.02], "origin_xyz": [0, 0, 0]},
        connectors={"base": {"pos": [0, 0, 0], "dir": [0, 0, -1], "up": [1, 0, 0]}}, profiles={"Attachment": {}},
    )  # fmt: skip
    bare = facts_of(texts["duo"]).robot
    robot = facts_of(f'{texts["duo"]} Attachment a(ref = "lopsided", mount = "nose")', lopsided).robot
    part = robot.part("a")
    assert part.pose is not None and part.pose.position == pytest.approx((0.15, 0.0, 0.0))
    x, y, z = part.pose.apply((0.1, 0.0, 0.0))
    assert bare.mass is not None and bare.center_of_mass is not None and robot.center_of_mass is not None
    expected = [
        (bare.mass * before + 1.0 * added) / (bare.mass + 1.0)
        for before, added in zip(bare.center_of_mass, (x, y, z + 0.05), strict=True)
    ]
    assert robot.center_of_mass == pytest.approx(tuple(expected))
