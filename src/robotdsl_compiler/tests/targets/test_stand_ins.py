"""What the models say that they stand in for: a row for each component that triggers it, and none that is not so."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from . import undercarriages as bases

Told = Callable[..., dict[tuple[str, str], str]]
TARGETS = pytest.mark.parametrize("target", ["embedded", "mjcf"])
REAR = ("rear_left_wheel", "rear_right_wheel")
SHARED, UNGEARED = "A wheel that shares its motor with others", "A wheel on a driveline that states no reduction"


@pytest.fixture
def told(build: Any, workshop: Any) -> Told:
    """What the target says that it emits, by component and construct."""

    def ask(target: str, robot: bases.Robot, more: str = "", **texts: str) -> dict[tuple[str, str], str]:
        parts, core = robot
        workshop.stock(*parts)
        said = build(target=target, core=core + more, **texts).json("compile.json")["approximations"]
        return {(a["component"], a["construct"]): a["emitted"] for a in said}

    return ask


def geared(motor: bool, **driveline: Any) -> bases.Robot:
    """A car whose rear axle a driveline turns, with or without the motor on it."""
    parts, core = copy.deepcopy(bases.car())
    frame = parts[0]
    frame["connectors"]["engine"] = {"pos": [0, 0, 0.03], "dir": [0, 0, 1]}
    frame["profiles"]["Ackermann"]["mounts"]["engine"] = "engine"
    frame["drivelines"] = [{"motor": "engine", "drives": [*REAR], **driveline}]
    return parts, core + '    Motor unit(ref = "motor", mount = "engine")\n' * motor


@TARGETS
def test_wheels_share_the_motor_that_there_is(told: Told, target: str) -> None:
    shared = {(wheel, SHARED) for wheel in REAR}
    with_motor, without = told(target, geared(True, reduction=2.0)), told(target, geared(False, reduction=2.0))
    assert shared <= with_motor.keys()
    assert not shared & without.keys()
    assert not {(wheel, UNGEARED) for wheel in REAR} & (with_motor.keys() | without.keys())


@TARGETS
def test_a_driveline_that_states_no_reduction_bounds_nothing(told: Told, target: str) -> None:
    said = told(target, geared(True))
    assert {(wheel, UNGEARED) for wheel in REAR} <= said.keys()
    assert not {(wheel, SHARED) for wheel in REAR} & said.keys()


@TARGETS
def test_a_wheel_on_its_own_motor_has_it_to_itself(told: Told, target: str) -> None:
    """Whatever a driveline of the chassis says of the mount."""
    parts, core = geared(False, reduction=2.0)
    for wheel in REAR:
        core = core.replace(f'mount = "{wheel}"', f'mount = "{wheel}_motor.shaft"')
        core += f'    Motor {wheel}_motor(ref = "motor", mount = "{wheel}")\n'
    said = told(target, (parts, core))
    assert not {(wheel, SHARED) for wheel in REAR} & said.keys()
    assert "its torque to 1.2 N m" in said["rear_left_wheel", "The drive of a wheel"]


def test_the_robot_alone_is_held_to_no_speed(told: Told, texts: dict[str, str]) -> None:
    """Nothing of its output holds it to one; the embedded run drives no faster than it says."""
    row = ("base", "How fast the base goes")
    assert row in told("embedded", ([], texts["duo"]))
    assert row not in told("mjcf", ([], texts["duo"]))


@TARGETS
def test_a_part_that_states_no_mass(told: Told, texts: dict[str, str], box_part: Any, target: str) -> None:
    box = box_part("crate", "attachment", 0.3, (0.1, 0.1, 0.1), profiles={"Attachment": {}})
    box["collision"] = {"type": "box", "size": [0.1, 0.1, 0.1], "origin_xyz": [0, 0, 0]}
    box["connectors"] = {"base": {"pos": [0, 0, -0.05], "dir": [0, 0, -1]}}
    del box["inertial"]
    said = told(target, ([box], texts["duo"] + '    Attachment load(ref = "crate", mount = "top_1")\n'))
    assert said["load", "A part that states no mass"] == "A body of 0.001 kg and 1e-06 kg m² about each axis"


def test_nothing_of_a_legged_base_slides_over_the_floor(told: Told) -> None:
    """Its feet alone meet it; a ground contact or a caster that it has as well meets nothing."""
    parts, core = copy.deepcopy(bases.legged())
    low = -0.05 - 0.1 - 0.05
    parts[0]["contacts"] = [{"xyz": [0, 0, low], "radius": 0.01}]
    said = told("mjcf", (parts, core))
    assert ("base", "What of a legged base meets the floor") in said
    assert not [key for key in said if key[1] in ("A caster", "A wheel", "Ground contact 0")]


def test_a_foot_of_a_base_on_wheels_grips_as_any_shape(told: Told, texts: dict[str, str]) -> None:
    """Its own friction counts in the contact of a foot, which only a base that walks has."""
    core = texts["duo"] + '    Leg kick(ref = "limb", mount = "top_1")\n'
    said = told("mjcf", ([bases.leg()], core))
    assert said["kick", "Foot tip of a base that does not walk"] == "MuJoCo's own friction, 1, in place of 0.7"
    walks = told("mjcf", bases.legged())
    assert not [key for key in walks if key[1].startswith("Foot ")]
