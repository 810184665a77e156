"""The scene stepped: it rests level, drives straight, turns as told, and stops at what it runs into."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

mujoco = pytest.importorskip("mujoco")


class Drive:
    """A compiled output in MuJoCo, driven through drive.json as a base would be."""

    def __init__(self, built: Any) -> None:
        self.model = mujoco.MjModel.from_xml_path(str(built.folder / "scene.xml"))
        self.data = mujoco.MjData(self.model)
        self.wheels = built.json("drive.json")["wheels"]
        self.step(0.5)

    def command(self, v: float, w: float) -> None:
        for wheel in self.wheels:
            speed = (v - w * wheel["y"]) / wheel["radius"]
            self.data.ctrl[self.model.actuator(wheel["actuator"]).id] = speed

    def step(self, seconds: float) -> None:
        mujoco.mj_step(self.model, self.data, round(seconds / self.model.opt.timestep))

    @property
    def pose(self) -> tuple[float, float, float, float]:
        """x, y, z and yaw of base_footprint."""
        x, y, z, qw, qx, qy, qz = self.data.qpos[:7]
        return (x, y, z, math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz)))

    @property
    def tilt(self) -> float:
        """The angle between the robot's up and the world's, radians."""
        return math.acos(min(1.0, self.data.body("base_footprint").xmat[8]))

    def calm(self) -> bool:
        return not any(warning.number for warning in self.data.warning)


@pytest.mark.parametrize("core", ["duo", "quad"])
def test_rests_level_and_still(build: Callable[..., Any], texts: dict[str, str], core: str) -> None:
    drive = Drive(build(core=texts[core]))
    drive.step(1.5)
    x, y, z, yaw = drive.pose
    assert math.hypot(x, y) < 1e-4
    assert abs(z) < 1e-3
    assert abs(yaw) < 1e-6
    assert drive.tilt < math.radians(0.3)
    assert max(abs(drive.data.qvel)) < 1e-3
    assert drive.calm()


@pytest.mark.parametrize("core", ["duo", "quad"])
@pytest.mark.parametrize("speed", [0.3, -0.3])
def test_drives_straight(build: Callable[..., Any], texts: dict[str, str], core: str, speed: float) -> None:
    world = texts["world"].replace("(1.2, 0, 0.25", "(5, 0, 0.25")
    drive = Drive(build(core=texts[core], world=world))
    drive.command(speed, 0.0)
    drive.step(0.5)
    start = drive.pose
    drive.step(2.0)
    x, y, z, yaw = drive.pose
    assert x - start[0] == pytest.approx(2.0 * speed, rel=0.03)
    assert abs(y) < 1e-3
    assert abs(yaw) < 1e-3
    assert abs(z) < 2e-3
    assert drive.calm()


@pytest.mark.parametrize("rate", [1.0, -1.0])
def test_a_two_wheel_base_turns_in_place_as_told(build: Callable[..., Any], texts: dict[str, str], rate: float) -> None:
    drive = Drive(build(core=texts["duo"]))
    drive.command(0.0, rate)
    drive.step(2.0)
    x, y, _, yaw = drive.pose
    assert yaw == pytest.approx(2.0 * rate, rel=0.03)
    assert math.hypot(x, y) < 2e-3


def test_a_two_wheel_base_drives_an_arc(build: Callable[..., Any], texts: dict[str, str]) -> None:
    drive = Drive(build(core=texts["duo"], world=texts["world"].replace("(1.2, 0, 0.25", "(5, 0, 0.25")))
    drive.command(0.2, 0.5)
    drive.step(math.pi)
    x, y, _, yaw = drive.pose
    assert yaw == pytest.approx(math.pi / 2, rel=0.03)
    assert (x, y) == pytest.approx((0.4, 0.4), abs=0.02)


def test_a_skid_steer_base_turns_short_as_it_declares(build: Callable[..., Any], texts: dict[str, str]) -> None:
    built = build(core=texts["quad"])
    drive = Drive(built)
    drive.command(0.0, 1.0)
    drive.step(2.0)
    x, y, _, yaw = drive.pose
    assert 0.1 < yaw / 2.0 < 0.7
    assert math.hypot(x, y) < 0.02
    assert "A skid-steer base" in {a["construct"] for a in built.json("compile.json")["approximations"]}


def test_an_obstacle_stops_it_and_a_mark_does_not(build: Callable[..., Any], texts: dict[str, str]) -> None:
    world = texts["world"].replace("(1.2, 0, 0.25", "(1.0, 0, 0.25").replace("(2.5, 0, 0.01, 0", "(0.4, 0, 0.01, 0")
    drive = Drive(build(core=texts["duo"], world=world))
    drive.command(0.4, 0.0)
    drive.step(4.0)
    # The front of the chassis is 0.15 m ahead; the crate's face at 0.85 m.
    assert drive.pose[0] == pytest.approx(0.70, abs=0.01)
    touching = {
        tuple(sorted(drive.model.geom(g).name for g in drive.data.contact.geom[i])) for i in range(drive.data.ncon)
    }
    assert ("base_link_collision", "crate::link") in touching
    assert not any("flag::link" in pair for pair in touching)


def test_the_robot_does_not_meet_itself(build: Callable[..., Any], texts: dict[str, str]) -> None:
    """The motor of this robot stands in its chassis, and its wheel in the motor's shaft."""
    drive = Drive(build(core=texts["duo"]))
    pairs = {frozenset(drive.model.geom(g).name for g in drive.data.contact.geom[i]) for i in range(drive.data.ncon)}
    assert pairs == {
        frozenset((f"{name}_collision", "ground_plane")) for name in ("left_wheel", "right_wheel", "caster")
    }
