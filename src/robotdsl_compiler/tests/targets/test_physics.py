"""The scene stepped: it rests level, drives straight, turns as told, and stops at what it runs into."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np
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

    def carried(self) -> dict[str, float]:
        """What each of the robot's shapes that touch something presses on it with, N."""
        found: dict[str, float] = {}
        force = np.zeros(6)
        for index, contact in enumerate(self.data.contact[: self.data.ncon]):
            mujoco.mj_contactForce(self.model, self.data, index, force)
            name = self.model.geom(max(contact.geom1, contact.geom2)).name
            found[name] = found.get(name, 0.0) + float(force[0])
        return found

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


def test_wheels_carry_their_share_beside_four_balls(
    build: Callable[..., Any], workshop: Any, texts: dict[str, str]
) -> None:
    """Two wheels and a ball at each corner, all as stiff as each other: each carries about a sixth. What the wheels'
    turning tells is then what the base does.
    """
    path = workshop.library / "parts" / "skid_duo" / "component.yaml"
    balls = [{"xyz": [x, y, -0.03], "radius": 0.02} for x in (-0.12, 0.12) for y in (-0.08, 0.08)]
    path.write_text(json.dumps(json.loads(path.read_text()) | {"contacts": balls}))
    drive = Drive(build(core=texts["skid"], world=texts["world"].replace("(1.2, 0, 0.25", "(5, 0, 0.25")))
    carried = drive.carried()
    weight = sum(carried.values())
    assert weight == pytest.approx(9.81 * drive.model.body_subtreemass[0], rel=0.01)
    assert all(0.1 < carried[f"{side}_wheel_collision"] / weight < 0.25 for side in ("left", "right"))
    wheels = [drive.data.joint(wheel["joint"]) for wheel in drive.wheels]
    start = [float(wheel.qpos[0]) for wheel in wheels]
    drive.command(0.3, 0.0)
    drive.step(3.0)
    drive.command(0.0, 1.0)
    drive.step(2.0)
    drive.command(0.0, 0.0)
    drive.step(0.5)
    x, y, _, yaw = drive.pose
    left, right = (float(w.qpos[0]) - s for w, s in zip(wheels, start, strict=True))
    radius, separation = drive.wheels[0]["radius"], drive.wheels[0]["y"] - drive.wheels[1]["y"]
    assert x == pytest.approx((left + right) / 2.0 * radius, rel=0.01)
    assert yaw == pytest.approx((right - left) * radius / separation, rel=0.02)
    assert abs(y) < 5e-3


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
