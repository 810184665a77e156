"""The simulation judged by its own ground truth: at rest, driven, reset, and given damaged files."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
import pytest
from handmade_output import BUMPER, HALF_SEPARATION, IMU, LIDAR, RADIUS
from robotdsl_mujoco_sim.engine import require_supported_mujoco
from robotdsl_mujoco_sim.errors import MujocoVersionError, OutputError, SimulationError
from robotdsl_mujoco_sim.sensors.contacts import Bumper
from robotdsl_mujoco_sim.sensors.imu import Imu
from robotdsl_mujoco_sim.sensors.rays import Lidar
from robotdsl_mujoco_sim.simulation import Simulation
from robotdsl_runtime.kinematics.actuation import Actuation
from robotdsl_runtime.kinematics.odometry import Odometry

Loader = Callable[..., Simulation]
Writer = Callable[..., Path]


def yaw(simulation: Simulation) -> float:
    _, _, _, _, _, qz, qw = simulation.pose()
    return 2.0 * math.atan2(qz, qw)


# 25 periods of 20 ms whose shares of the full speed run from 1/25 to 1 stand for 13 of them.
START = 12 * 0.02


def driven(simulation: Simulation, v: float, w: float, seconds: float) -> Odometry:
    """Speed up from rest within half a second and hold the command; the odometry from the measured wheel turns.

    Told at once to go at full speed, the wheels would spin before they grip. The start costs ``START`` of the time.
    """
    drive = simulation.kinematics
    x, y, *_ = simulation.pose()
    odometry = Odometry((x, y, yaw(simulation)))
    before = simulation.wheel_positions()
    for tick in range(round(seconds / 0.02)):
        share = min(1.0, (tick + 1) / 25)
        simulation.command(drive.command((share * v, 0.0, share * w)))
        simulation.advance(0.02)
        after = simulation.wheel_positions()
        speeds = tuple((b - a) / 0.02 for a, b in zip(before, after, strict=True))
        measured_v, left, measured_w = drive.motion(Actuation(speeds))
        odometry.update(measured_v, measured_w, 0.02, left)
        before = after
    return odometry


class TestTime:
    def test_counts_whole_steps(self, simulation: Loader) -> None:
        sim = simulation()
        assert (sim.time, sim.steps, sim.timestep) == (0.0, 0, 0.001)
        sim.advance(0.3)
        sim.step(7)
        assert sim.steps == 307
        assert sim.time == 0.307

    @pytest.mark.parametrize("seconds", [0.0005, 0.02005, -0.02])
    def test_takes_no_part_of_a_step(self, simulation: Loader, seconds: float) -> None:
        with pytest.raises(ValueError, match="whole number of steps"):
            simulation().advance(seconds)

    def test_no_time_is_no_step(self, simulation: Loader) -> None:
        sim = simulation()
        before = sim.pose()
        sim.advance(0.0)
        assert sim.pose() == before and sim.steps == 0


class TestGroundTruth:
    def test_starts_at_the_spawn_pose(self, simulation: Loader) -> None:
        half = math.sqrt(0.5)
        spawn = (1.0, -2.0, 0.05, 0.0, 0.0, half, half)
        assert simulation(spawn=spawn).pose() == pytest.approx(spawn)

    def test_rests_level_on_its_wheels_and_its_caster(self, simulation: Loader) -> None:
        sim = simulation()
        sim.advance(1.0)
        x, y, z, *_ = sim.pose()
        assert abs(x) < 1e-3 and abs(y) < 1e-4
        assert abs(z) < 1e-3
        assert sim.tilt() < 0.01
        twist = sim.twist()
        assert max(map(abs, twist.linear + twist.angular)) < 1e-4
        assert sim.contacts.on_ground() == ("caster_collision", "left_wheel_collision", "right_wheel_collision")

    def test_falls_freely_without_a_floor(self, simulation: Loader) -> None:
        sim = simulation(floor=False)
        sim.advance(1.0)
        # Semi-implicit steps fall g t (t + dt) / 2.
        assert sim.pose()[2] == pytest.approx(0.05 - 9.81 * 1.0 * 1.001 / 2, abs=1e-6)
        assert sim.twist().linear[2] == pytest.approx(-9.81, abs=1e-6)

    def test_the_twist_is_stated_in_the_body(self, simulation: Loader) -> None:
        half = math.sqrt(0.5)
        sim = simulation(spawn=(0.0, -2.0, 0.0, 0.0, 0.0, half, half))
        sim.advance(0.5)
        driven(sim, 0.4, 0.0, 1.5)
        twist = sim.twist()
        assert twist.linear == pytest.approx((0.4, 0.0, 0.0), abs=0.01)
        assert sim.pose()[1] > -1.5

    def test_the_tilt_of_a_leaning_robot(self, simulation: Loader) -> None:
        angle = 0.3
        spawn = (0.0, 0.0, 1.0, math.sin(angle / 2), 0.0, 0.0, math.cos(angle / 2))
        assert simulation(spawn=spawn).tilt() == pytest.approx(angle)


class TestDriving:
    """By ground truth. The bounds leave room for the start from rest and for MuJoCo's soft contacts."""

    def test_straight(self, simulation: Loader) -> None:
        sim = simulation(entities=())
        sim.advance(0.5)
        odometry = driven(sim, 0.5, 0.0, 4.0)
        x, y, *_ = sim.pose()
        assert x == pytest.approx(0.5 * (4.0 - START), rel=0.02)
        assert abs(y) < 0.01 and abs(yaw(sim)) < 0.005
        assert odometry.pose[:2] == pytest.approx((x, y), abs=0.02)
        assert odometry.distance == pytest.approx(x, rel=0.01)

    def test_an_arc(self, simulation: Loader) -> None:
        sim = simulation(entities=())
        sim.advance(0.5)
        odometry = driven(sim, 0.4, 0.8, 3.0)
        x, y, *_ = sim.pose()
        # A circle of 0.5 m about (0, 0.5).
        assert math.hypot(x, y - 0.5) == pytest.approx(0.5, abs=0.02)
        assert yaw(sim) == pytest.approx(0.8 * (3.0 - START), rel=0.03)
        assert odometry.pose == pytest.approx((x, y, yaw(sim)), abs=0.03)

    @pytest.mark.parametrize("w", [1.0, -1.0])
    def test_in_place(self, simulation: Loader, w: float) -> None:
        sim = simulation(entities=())
        sim.advance(0.5)
        odometry = driven(sim, 0.0, w, 3.0)
        x, y, *_ = sim.pose()
        assert yaw(sim) == pytest.approx((3.0 - START) * w, rel=0.03)
        assert math.hypot(x, y) < 0.02
        assert odometry.pose[2] == pytest.approx(yaw(sim), abs=0.05)

    def test_a_command_beyond_the_motor_is_held_at_its_speed(self, simulation: Loader) -> None:
        sim = simulation(entities=(), max_speed=8.0)
        sim.advance(0.3)
        sim.command_wheels((50.0, 50.0))
        sim.advance(2.0)
        assert sim.joint_states().velocity == pytest.approx([8.0, 8.0], abs=0.1)

    def test_one_joint(self, simulation: Loader) -> None:
        sim = simulation(entities=())
        sim.advance(0.3)
        sim.command_joint("right_wheel_joint", 5.0)
        sim.advance(0.3)
        assert sim.wheel_joints == ("left_wheel_joint", "right_wheel_joint")
        assert sim.joint_names == ("left_wheel_joint", "right_wheel_joint")
        assert sim.joint_states().velocity == pytest.approx([0.0, 5.0], abs=0.2)
        assert sim.twist().angular[2] == pytest.approx(5.0 * RADIUS / (2 * HALF_SEPARATION), rel=0.1)
        with pytest.raises(KeyError):
            sim.command_joint("caster_joint", 1.0)
        with pytest.raises(ValueError, match="nan"):
            sim.command_joint("left_wheel_joint", math.nan)

    def test_effort_is_what_the_motor_gives_within_its_limit(self, simulation: Loader) -> None:
        sim = simulation(entities=())
        sim.advance(0.5)
        assert sim.joint_states().effort == pytest.approx([0.0, 0.0], abs=1e-3)
        sim.command_wheels((15.0, 15.0))
        sim.advance(0.005)
        assert sim.joint_states().effort == pytest.approx([1.0, 1.0])


class TestReset:
    def run(self, sim: Simulation, look: bool) -> list[object]:
        seen: list[object] = []
        for turn in range(20):
            sim.command_wheels((3.0 + turn % 5, 6.0))
            sim.step(37)
            if look:
                sim.sensor("lidar", Lidar).read()
                sim.sensor("imu", Imu).read()
                sim.sensor("bumper", Bumper).read()
            seen += [sim.pose(), sim.twist(), sim.joint_states().effort.tolist()]
        return seen

    def test_the_same_run_again(self, simulation: Loader) -> None:
        sim = simulation()
        first = self.run(sim, look=False)
        sim.reset()
        assert (sim.time, sim.steps) == (0.0, 0)
        assert self.run(sim, look=False) == first

    def test_another_instance_runs_the_same(self, simulation: Loader) -> None:
        assert self.run(simulation(), look=False) == self.run(simulation(), look=False)

    def test_looking_changes_nothing(self, simulation: Loader) -> None:
        assert self.run(simulation(), look=True) == self.run(simulation(), look=False)

    def test_commands_are_forgotten(self, simulation: Loader) -> None:
        sim = simulation()
        sim.command_wheels((9.0, 9.0))
        sim.advance(0.5)
        sim.reset()
        sim.advance(0.5)
        assert abs(sim.pose()[0]) < 1e-3

    def test_noise_starts_again(self, simulation: Loader) -> None:
        sim = simulation(sensors=({**LIDAR, "noise_stddev": 0.02},), seed=3)
        first = sim.sensor("lidar", Lidar).read().ranges
        assert not np.array_equal(sim.sensor("lidar", Lidar).read().ranges, first)
        sim.reset()
        assert np.array_equal(sim.sensor("lidar", Lidar).read().ranges, first)
        sim.reset(seed=4)
        assert not np.array_equal(sim.sensor("lidar", Lidar).read().ranges, first)


def test_a_sensor_is_asked_for_by_its_kind(simulation: Loader) -> None:
    sim = simulation()
    assert sim.sensor("imu", Imu) is sim.sensors["imu"]
    with pytest.raises(TypeError, match="imu is of kind Imu, not Lidar"):
        sim.sensor("imu", Lidar)
    with pytest.raises(KeyError):
        sim.sensor("radar", Lidar)


class TestBreakdown:
    def test_an_unstable_state_is_an_error_and_leaves_no_log(
        self, simulation: Loader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        sim = simulation()
        sim.advance(0.1)
        sim.data.qvel[0] = math.inf
        with pytest.raises(SimulationError, match=r"MuJoCo warned at 0\.120 s: Nan, Inf or huge value in QVEL"):
            sim.step(20)
        assert not list(tmp_path.glob("MUJOCO_LOG*"))

    def test_a_reset_clears_it(self, simulation: Loader) -> None:
        sim = simulation()
        sim.data.qvel[0] = math.nan
        with pytest.raises(SimulationError):
            sim.step()
        sim.reset()
        sim.step(10)
        assert sim.pose()[2] == pytest.approx(0.05, abs=0.01)

    @pytest.mark.parametrize("version", ["3.10.2", "2.3.7", "4.0.0", "unknown"])
    def test_another_mujoco_is_refused(self, version: str) -> None:
        with pytest.raises(MujocoVersionError, match=rf"MuJoCo {version} is installed.*mujoco>=3.11,<4"):
            require_supported_mujoco(version)

    @pytest.mark.parametrize("version", ["3.11.0", "3.17.0", "3.20.1rc1", None])
    def test_a_later_one_serves(self, version: str | None) -> None:
        require_supported_mujoco(version)

    def test_a_handler_of_the_process_stays(self, simulation: Loader) -> None:
        heard: list[str] = []
        former = mujoco.get_mju_user_warning()
        try:
            mujoco.set_mju_user_warning(heard.append)
            sim = simulation()
            sim.data.qvel[0] = math.nan
            with pytest.raises(SimulationError):
                sim.step()
            assert len(heard) == 1
        finally:
            mujoco.set_mju_user_warning(former)


def damaged(output: Path, file: str, change: Callable[[dict[str, object]], object]) -> Path:
    document = json.loads((output / file).read_text())
    change(document)
    (output / file).write_text(json.dumps(document))
    return output


class TestDamage:
    @pytest.mark.parametrize("file", ["scene.xml", "drive.json", "sensors.json"])
    def test_a_missing_file(self, output: Writer, file: str) -> None:
        out = output()
        (out / file).unlink()
        with pytest.raises(OutputError, match=f"{file} is missing from"):
            Simulation.load(out)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("{", "drive.json is not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
            ("[]", "drive.json is not a robotdsl.mjcf_drive document"),
            ('{"schema": "robotdsl.mjcf_drive", "version": 2}', "drive.json is of version 2, and this runtime reads 1"),
            ("[" * 100_000, "nested too deep"),
            ('{"schema": "robotdsl.mjcf_drive", "version": 1}', "drive.json: no root body and joint"),
        ],
    )
    def test_a_broken_document(self, output: Writer, text: str, message: str) -> None:
        out = output()
        (out / "drive.json").write_text(text)
        with pytest.raises(OutputError, match=message):
            Simulation.load(out)

    def test_bytes_that_are_no_text(self, output: Writer) -> None:
        out = output()
        (out / "drive.json").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(OutputError, match=r"drive\.json cannot be read"):
            Simulation.load(out)

    def test_a_broken_scene(self, output: Writer) -> None:
        out = output()
        (out / "scene.xml").write_text("<mujoco><worldbody><geom type='ball'/></worldbody></mujoco>")
        with pytest.raises(OutputError, match=r"scene\.xml is not a model that MuJoCo reads"):
            Simulation.load(out)

    @pytest.mark.parametrize(
        ("file", "change", "message"),
        [
            ("drive.json", lambda d: d["root"].update(joint="left_wheel_joint"), "is not the free joint of"),
            ("drive.json", lambda d: d["root"].update(body="hull"), "scene.xml holds no body 'hull'"),
            ("drive.json", lambda d: d["wheels"][0].update(joint="x"), "scene.xml holds no joint 'x'"),
            ("drive.json", lambda d: d["wheels"][0].update(actuator="x"), "scene.xml holds no actuator 'x'"),
            (
                "drive.json",
                lambda d: d["wheels"][0].update(actuator="right_wheel_joint_actuator"),
                "'right_wheel_joint_actuator' does not turn 'left_wheel_joint'",
            ),
            ("drive.json", lambda d: d.update(wheels=3), "wheels is not a list"),
            ("sensors.json", lambda d: d.update(sensors=3), "sensors is not a list"),
            ("sensors.json", lambda d: d["sensors"][0].pop("body"), "lacks its name, type, role or body"),
            ("sensors.json", lambda d: d["sensors"][0].pop("samples"), r"lidar \(Lidar\) states no samples"),
            ("sensors.json", lambda d: d["sensors"][0].update(samples=2.5), "samples is 2.5, not a count"),
            ("sensors.json", lambda d: d["sensors"][0].update(samples=True), "samples is not a number"),
            ("sensors.json", lambda d: d["sensors"][0].update(rate_hz=0), "states no rate_hz above 0"),
            ("sensors.json", lambda d: d["sensors"][0].update(name="imu"), "two sensors have the same name"),
            ("sensors.json", lambda d: d["sensors"][0].update(body="mast"), "lidar: scene.xml holds no body 'mast'"),
            ("sensors.json", lambda d: d["sensors"][2].update(geoms=["g"]), "bumper: the model holds no geom 'g'"),
            ("sensors.json", lambda d: d["sensors"][2].update(geoms="g"), "geoms is not a list of names"),
        ],
    )
    def test_documents_that_do_not_fit(
        self, output: Writer, file: str, change: Callable[[dict[str, object]], object], message: str
    ) -> None:
        out = damaged(output(sensors=(LIDAR, IMU, BUMPER)), file, change)
        with pytest.raises(OutputError, match=message):
            Simulation.load(out)


def test_a_copy_elsewhere_runs_the_same(output: Writer, tmp_path: Path) -> None:
    one, other = output(), output("elsewhere")
    sims = [Simulation.load(path) for path in (one, other)]
    for sim in sims:
        sim.advance(0.5)
    assert sims[0].pose() == sims[1].pose()
