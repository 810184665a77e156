"""Where parts end up: mating by glue and by mount, in any order, chains, and parts without a place."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from robotdsl_compiler.analysis import assembly
from robotdsl_compiler.model.facts import Facts, PlacedPart
from robotdsl_compiler.model.geometry import Vec3, norm, sub
from robotdsl_compiler.model.part import JointType

BASE = 'Diff_two_caster base(ref = "duo")'
FactsOf = Callable[..., Facts]


def near(a: Vec3, b: Vec3, tolerance: float = 1e-9) -> bool:
    return norm(sub(a, b)) <= tolerance


def part(facts: Facts, name: str) -> PlacedPart:
    return facts.robot.part(name)


def test_a_wheel_by_mount_and_by_glue_sits_alike(facts_of: FactsOf) -> None:
    facts = facts_of(
        f'{BASE} Standard l(ref = "wheel", mount = "left_wheel") '
        'Standard r(ref = "wheel", glue = (0, -0.12, 0, 0, -1, 0))'
    )
    left, right = part(facts, "l"), part(facts, "r")
    # The hub is 10 mm inside the wheel's middle and looks back at the chassis.
    assert left.pose is not None and near(left.pose.position, (0.0, 0.13, 0.0))
    assert right.pose is not None and near(right.pose.position, (0.0, -0.13, 0.0))
    assert near(left.pose.turn((0.0, 1.0, 0.0)), (0.0, 1.0, 0.0))
    assert near(right.pose.turn((0.0, 1.0, 0.0)), (0.0, -1.0, 0.0))
    assert (left.parent, left.base_connector.name, left.own_connector.name) == ("base", "left", "hub")
    assert (right.parent, right.base_connector.name) == ("base", "right")
    assert left.joint is JointType.CONTINUOUS and left.has_moving_joint
    # Both axes point left of the robot, each in its own wheel's frame.
    for placed in (left, right):
        assert placed.joint_axis is not None and placed.pose is not None
        assert near(placed.pose.turn(placed.joint_axis), (0.0, 1.0, 0.0))


def test_the_chassis_is_where_its_frame_is(facts_of: FactsOf) -> None:
    base = part(facts_of(BASE), "base")
    assert base.pose is not None and base.pose.numbers == (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    assert (base.parent, base.own_connector, base.base_connector, base.joint) == (None, None, None, JointType.FIXED)
    assert not base.has_moving_joint


CHAIN = (
    'Standard w(ref = "wheel", mount = "m.shaft")',
    'Motor m(ref = "motor", mount = "left_wheel")',
    BASE,
    'IMU i(ref = "imu", mount = "top_0")',
)
# The motor reaches 30 mm out from the chassis' flank at 0.12; the wheel's hub is 10 mm inside its middle.
GLUED = ('Standard w(ref = "wheel", glue = (0, 0.15, 0, 0, 1, 0))', *CHAIN[1:])


@pytest.mark.parametrize("order", list(itertools.permutations(range(4)))[::3])
@pytest.mark.parametrize("components", [CHAIN, GLUED], ids=["mount", "glue"])
def test_a_chain_is_placed_in_any_order(facts_of: FactsOf, components: tuple[str, ...], order: tuple[int, ...]) -> None:
    facts = facts_of("\n".join(components[i] for i in order))
    wheel, motor = part(facts, "w"), part(facts, "m")
    assert (wheel.parent, wheel.base_connector.name, motor.parent) == ("m", "shaft", "base")
    assert motor.pose is not None and near(motor.pose.position, (0.0, 0.135, 0.0))
    assert wheel.pose is not None and near(wheel.pose.position, (0.0, 0.16, 0.0))
    assert [p.component.name for p in facts.robot.parts] == [["w", "m", "base", "i"][i] for i in order]


def test_a_glues_roll_turns_the_part_about_the_connector(facts_of: FactsOf) -> None:
    facts = facts_of(f'{BASE} IMU i(ref = "imu", glue = (0.1, 0, 0.05, 0, 0, 1, {math.pi / 2:.12f}))')
    pose = part(facts, "i").pose
    assert pose is not None
    # Its connector looks down, so it stands upright on the top; a quarter turn left points its x to the left.
    assert near(pose.position, (0.1, 0.0, 0.07))
    assert near(pose.turn((1.0, 0.0, 0.0)), (0.0, 1.0, 0.0))
    assert near(pose.turn((0.0, 0.0, 1.0)), (0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("glue", "placed"),
    [
        ("(0.1009, 0, 0.05, 0, 0, 1)", True),
        ("(0.1, 0.0007, 0.0507, 0, 0, 1)", True),
        ("(0.1011, 0, 0.05, 0, 0, 1)", False),
        ("(0.1, 0, 0.05, 0, 0.0017, 0.9999986)", True),
        ("(0.1, 0, 0.05, 0, 0.0019, 0.9999982)", False),
        ("(0.1, 0, 0.05, 0, 0, -1)", False),
    ],
)
def test_a_glue_matches_within_a_millimetre_and_a_tenth_of_a_degree(facts_of: FactsOf, glue: str, placed: bool) -> None:
    found = part(facts_of(f'{BASE} IMU i(ref = "imu", glue = {glue})'), "i")
    assert (found.pose is not None) is placed
    if placed:
        # The part sits on the connector itself, not where the glue was a little off.
        assert found.pose is not None and near(found.pose.position, (0.1, 0.0, 0.07))
    else:
        assert found.nearest is not None and found.nearest[:2] == ("base", "top_0")
        assert not found.has_moving_joint


def test_an_unplaced_part_knows_the_nearest_free_connector(facts_of: FactsOf) -> None:
    found = part(facts_of(f'{BASE} IMU i(ref = "imu", glue = (0.09, 0, 0.05, 0, 0, 1))'), "i")
    assert (found.pose, found.taken_by, found.waits_for) == (None, None, None)
    assert found.nearest is not None
    assert found.nearest[:2] == ("base", "top_0") and found.nearest[2] == pytest.approx(0.01)
    taken = facts_of(f'{BASE} IMU j(ref = "imu", mount = "top_0") IMU i(ref = "imu", glue = (0.09, 0, 0.05, 0, 0, 1))')
    nearest = part(taken, "i").nearest
    assert nearest is not None and nearest[:2] == ("base", "top_1") and nearest[2] == pytest.approx(0.04)


def test_direction_counts_for_the_nearest(facts_of: FactsOf) -> None:
    """Between the top and the nose, a glue that looks ahead is nearer to the nose."""
    ahead = part(facts_of(f'{BASE} IMU i(ref = "imu", glue = (0.13, 0, 0.03, 1, 0, 0))'), "i")
    up = part(facts_of(f'{BASE} IMU i(ref = "imu", glue = (0.13, 0, 0.03, 0, 0, 1))'), "i")
    assert ahead.nearest is not None and up.nearest is not None
    assert (ahead.nearest[1], up.nearest[1]) == ("nose", "top_0")


def test_two_claims_on_one_connector(facts_of: FactsOf) -> None:
    facts = facts_of(
        f'{BASE} IMU a(ref = "imu", mount = "top_0") IMU b(ref = "imu", glue = (0.1, 0, 0.05, 0, 0, 1)) '
        'IMU c(ref = "imu", mount = "base.top_0")'
    )
    assert part(facts, "a").pose is not None
    for name in ("b", "c"):
        found = part(facts, name)
        assert (found.pose, found.taken_by, found.nearest) == (None, "a", ("base", "top_0", 0.0))


def test_the_first_in_the_text_takes_a_connector_that_two_claim(facts_of: FactsOf) -> None:
    """Also where the connector comes with a part that is written between the two."""
    facts = facts_of(
        f'{BASE} Standard a(ref = "wheel", mount = "m.shaft") Motor m(ref = "motor", mount = "left_wheel") '
        'Standard b(ref = "wheel", glue = (0, 0.15, 0, 0, 1, 0))'
    )
    assert part(facts, "a").pose is not None
    assert (part(facts, "b").pose, part(facts, "b").taken_by) == (None, "a")


def test_a_part_on_a_misplaced_part_waits(facts_of: FactsOf) -> None:
    """By mount, and by a glue that fits where the misplaced part was meant to be."""
    motor = 'Motor m(ref = "motor", glue = (0.004, 0.12, 0, 0, 1, 0))'
    for wheel in ('Standard w(ref = "wheel", mount = "m.shaft")', GLUED[0]):
        facts = facts_of(f"{BASE} {wheel} {motor}")
        assert part(facts, "w").waits_for == "m"
        assert (part(facts, "m").waits_for, part(facts, "m").taken_by) == (None, None)


def test_parts_mounted_on_each_other_wait_for_each_other(facts_of: FactsOf) -> None:
    facts = facts_of(f'{BASE} Motor a(ref = "motor", mount = "b.shaft") Motor b(ref = "motor", mount = "a.shaft")')
    assert (part(facts, "a").waits_for, part(facts, "b").waits_for) == ("b", "a")


def test_the_connector_that_a_part_mates_by_is_not_free(facts_of: FactsOf) -> None:
    facts = facts_of(f'{BASE} Motor m(ref = "motor", mount = "left_wheel") Standard w(ref = "wheel", mount = "m.body")')
    assert (part(facts, "w").pose, part(facts, "w").taken_by) == (None, "base")


def test_a_joint_on_the_base_connector_is_told_in_the_parts_frame(
    facts_of: FactsOf,
) -> None:
    facts = facts_of('Diff_two_caster base(ref = "swivel_duo") IMU i(ref = "imu", mount = "mast")')
    imu = part(facts, "i")
    assert imu.joint is JointType.REVOLUTE and imu.has_moving_joint
    assert imu.joint_axis is not None and imu.pose is not None
    assert near(imu.pose.turn(imu.joint_axis), (0.0, 0.0, 1.0))


def test_ups_line_up(facts_of: FactsOf, box_part: Callable[..., dict[str, Any]]) -> None:
    box = {"type": "box", "size": [0.3, 0.2, 0.08], "origin_xyz": [0, 0, 0]}
    deck = box_part(
        "deck", "chassis", 3.0, (0.3, 0.2, 0.08), collision=box,
        profiles={"Diff_two_caster": {"mounts": {"left_wheel": "l", "right_wheel": "r"}}},
        connectors={
            "l": {"pos": [0.1, 0.1, 0], "dir": [0, 1, 0]}, "r": {"pos": [0.1, -0.1, 0], "dir": [0, -1, 0]},
            "side": {"pos": [0, 0.1, 0], "dir": [0, 1, 0], "up": [0, 0, 1]},
        },
    )  # fmt: skip
    eye = box_part(
        "side_eye", "sensor", 0.1, (0.02, 0.02, 0.02), collision={**box, "size": [0.02, 0.02, 0.02]},
        profiles={"Camera": {}}, connectors={"back": {"pos": [-0.01, 0, 0], "dir": [-1, 0, 0], "up": [0, 1, 0]}},
    )  # fmt: skip
    facts = facts_of('Diff_two_caster base(ref = "deck") Camera c(ref = "side_eye", mount = "side")', deck, eye)
    pose = part(facts, "c").pose
    assert pose is not None
    # It looks to the left, lying on its side: its y is up.
    assert near(pose.turn((1.0, 0.0, 0.0)), (0.0, 1.0, 0.0)) and near(pose.turn((0.0, 1.0, 0.0)), (0.0, 0.0, 1.0))
    assert near(pose.position, (0.0, 0.11, 0.0))


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(range(4)), st.floats(-3.0, 3.0))
def test_every_placed_part_meets_its_connector(facts_of: FactsOf, order: list[int], roll: float) -> None:
    parts = [*GLUED[:3], f'IMU i(ref = "imu", glue = (0.1, 0, 0.05, 0, 0, 1, {roll:.6f}))']
    facts = facts_of("\n".join(parts[i] for i in order))
    for placed in facts.robot.parts:
        if placed.parent is None:
            continue
        base = part(facts, placed.parent)
        onto, own = placed.base_connector, placed.own_connector
        assert placed.pose is not None and base.pose is not None and onto is not None and own is not None
        assert near(placed.pose.apply(own.pos), base.pose.apply(onto.pos))
        facing = base.pose.turn(onto.dir)
        assert near(placed.pose.turn(own.dir), (-facing[0], -facing[1], -facing[2]))


# Effort ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [1, -1])
def test_a_tower_is_built_in_steps_that_grow_with_its_height(
    facts_of: FactsOf, box_part: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch, order: int
) -> None:
    asked: list[str] = []
    sites = assembly._Assembly._mount_sites
    monkeypatch.setattr(
        assembly._Assembly, "_mount_sites", lambda self, mount: asked.append(mount.logical) or sites(self, mount)
    )
    floor = {
        **box_part("floor", "attachment", 0.1, (0.1, 0.1, 0.05)),
        "connectors": {"foot": {"pos": [0, 0, 0], "dir": [0, 0, -1]}, "top": {"pos": [0, 0, 0.05], "dir": [0, 0, 1]}},
        "profiles": {"Attachment": {"mounts": {"foot": "foot"}}},
    }
    floors = [f'Attachment f{i}(ref = "floor", mount = "f{i - 1}.top")' for i in range(1, 200)]
    tower = "\n".join(['Attachment f0(ref = "floor", mount = "top_0")', *floors][::order])
    found = facts_of(f"{BASE}\n{tower}", floor).robot.parts
    assert all(placed.pose is not None for placed in found)
    assert len(asked) == len(found) - 1


def test_a_misplaced_part_is_held_against_few_connectors(
    facts_of: FactsOf, box_part: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    offset = assembly._offset
    monkeypatch.setattr(assembly, "_offset", lambda glue, site: tried.append(site.connector.name) or offset(glue, site))
    slots = {f"slot_{i}": {"pos": [0.02 * i, 0, 0.05], "dir": [0, 0, 1]} for i in range(300)}
    rail = {
        **box_part("rail", "attachment", 0.1, (0.1, 0.1, 0.05)),
        "connectors": {"foot": {"pos": [0, 0, 0], "dir": [0, 0, -1]}, **slots},
        "profiles": {"Attachment": {"mounts": {"foot": "foot"}}},
    }
    x, y, z = part(facts_of(BASE), "base").component.part.connectors["top_0"].pos
    facts = facts_of(
        f'{BASE} Attachment rail(ref = "rail", mount = "top_0") '
        f'Attachment lost(ref = "rail", glue = ({x + 3.004}, {y}, {z + 0.05}, 0, 0, 1))',
        rail,
    )
    nearest = part(facts, "lost").nearest
    assert nearest is not None and nearest[:2] == ("rail", "slot_150")
    assert 0 < len(tried) < 10
