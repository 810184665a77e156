"""The reference driver on models made by hand, judged by ground truth."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest
from handmade_bases import STANDING_DRIVE, TRACKED, TRACKED_DRIVE, TRICYCLE, TRICYCLE_DRIVE, standing
from robotdsl_mujoco_sim.driving import Driver, drive
from robotdsl_mujoco_sim.errors import OutputError
from robotdsl_mujoco_sim.measure import GroundTruth, turning_center
from robotdsl_mujoco_sim.simulation import Simulation

Loader = Callable[..., Simulation]


def started(xml: str, document: dict[str, Any]) -> tuple[Driver, mujoco.MjData, GroundTruth]:
    driver = Driver(mujoco.MjModel.from_xml_string(xml), document)
    data = mujoco.MjData(driver.model)
    driver.start(data)
    truth = GroundTruth(driver, data)
    truth.watch(0.5)
    return driver, data, truth


class TestTracks:
    @pytest.mark.parametrize("told", [(0.3, 0.0), (-0.3, 0.0), (0.0, 1.0), (0.0, -1.0), (0.2, 0.8), (-0.2, 0.8)])
    def test_the_belts_carry_the_base_as_told(self, told: tuple[float, float]) -> None:
        driver, data, truth = started(TRACKED, TRACKED_DRIVE)
        driver.command(data, told[0], 0.0, told[1])
        truth.watch(0.5)
        v, left, w = truth.watch(0.5).motion
        assert (v, w) == pytest.approx(told, abs=0.01)
        assert abs(left) < 0.005

    def test_a_belt_is_held_to_its_speed_and_the_base_to_its_circle(self) -> None:
        driver, data, _ = started(TRACKED, TRACKED_DRIVE)
        driver.command(data, 0.5, 0.0, 1.0)
        # The right belt would run at 0.6 m/s.
        assert driver.belt_motion == pytest.approx((0.5 / 1.2, 1.0 / 1.2))
        assert driver.measured(data).belts == driver.belt_motion

    def test_a_start_stops_them(self) -> None:
        driver, data, truth = started(TRACKED, TRACKED_DRIVE)
        driver.command(data, 0.3, 0.0, 0.0)
        assert np.any(driver.model.geom_surfacevel)
        driver.start(data)
        assert not np.any(driver.model.geom_surfacevel)
        assert math.hypot(*truth.watch(0.5).motion[:2]) < 1e-3

    def test_they_move_only_while_mujoco_is_told_so(self) -> None:
        model = mujoco.MjModel.from_xml_string(TRACKED)
        assert not model.flg_surfacevel
        Driver(model, TRACKED_DRIVE)
        assert model.flg_surfacevel


class TestSteering:
    @pytest.mark.parametrize("told", [(0.3, 0.0), (0.3, 0.6), (-0.3, 0.6), (0.2, -0.9)])
    def test_a_tricycle_drives_as_told(self, told: tuple[float, float]) -> None:
        driver, data, truth = started(TRICYCLE, TRICYCLE_DRIVE)
        driver.command(data, told[0], 0.0, told[1])
        truth.watch(1.0)
        v, left, w = truth.watch(0.5).motion
        assert (v, w) == pytest.approx(told, rel=0.03, abs=0.005)
        assert abs(left) < 0.01
        # What the wheel and the kingpin tell is the same.
        assert driver.drive.motion(driver.measured(data)) == pytest.approx((v, 0.0, w), abs=0.02)

    def test_its_kingpin_keeps_its_angle_when_it_stops(self) -> None:
        driver, data, truth = started(TRICYCLE, TRICYCLE_DRIVE)
        driver.command(data, 0.3, 0.0, 0.6)
        truth.watch(0.5)
        told = data.ctrl.tolist()
        driver.command(data, 0.0, 0.0, 0.9)
        assert data.ctrl.tolist() == [0.0, told[1]]
        assert told[1] == pytest.approx(-math.atan2(0.25, 0.5))
        truth.watch(0.5)
        assert driver.kingpin_angles(data) == pytest.approx((told[1],), abs=0.01)

    def test_where_it_turns(self) -> None:
        document = copy.deepcopy(TRICYCLE_DRIVE)
        driver = Driver(mujoco.MjModel.from_xml_string(TRICYCLE), document)
        assert turning_center(driver) == (0.0, 0.0)


class TestStand:
    def test_it_starts_as_its_servos_hold_it_and_takes_no_command(self) -> None:
        model = standing(0.4)
        driver, data = Driver(model, STANDING_DRIVE), mujoco.MjData(model)
        driver.start(data)
        assert data.qpos[7] == 0.4
        driver.command(data, 1.0, 1.0, 1.0)
        assert data.ctrl.tolist() == [0.4]
        truth = GroundTruth(driver, data)
        assert truth.watch(1.0).motion == pytest.approx((0.0, 0.0, 0.0), abs=1e-3)
        assert data.qpos[7] == pytest.approx(0.4, abs=0.02)


class TestDifferential:
    def test_the_function_does_what_the_driver_does(self, simulation: Loader) -> None:
        sim = simulation(axle_x=0.05)
        drive(sim.model, sim.data, sim.drive, 0.2, 0.1, 0.5)
        told = sim.data.ctrl.copy()
        assert told == pytest.approx([(0.2 - 0.5 * 0.13) / 0.05, (0.2 + 0.5 * 0.13) / 0.05])
        Driver(sim.model, sim.drive).command(sim.data, 0.2, 0.0, 0.5)
        assert np.array_equal(sim.data.ctrl, told)
        assert turning_center(sim.driver) == pytest.approx((0.05, 0.0), abs=1e-12)

    @pytest.mark.parametrize("bad", [(math.nan, 0, 0), (0, math.inf, 0), (0, 0, -math.inf), (1e308, 0, 0)])
    def test_what_is_not_finite_is_dropped(self, simulation: Loader, bad: tuple[float, float, float]) -> None:
        sim = simulation()
        assert sim.driver.command(sim.data, 0.2, 0.0, 0.0)
        told = sim.data.ctrl.copy()
        assert not sim.driver.command(sim.data, *bad)
        assert np.array_equal(sim.data.ctrl, told)

    def test_the_simulation_commands_and_measures(self, simulation: Loader) -> None:
        sim = simulation(entities=())
        sim.advance(0.3)
        sim.command(sim.kinematics.command((0.3, 0.0, 0.4)))
        sim.advance(1.0)
        assert sim.kinematics.motion(sim.driver.measured(sim.data)) == pytest.approx((0.3, 0.0, 0.4), abs=0.01)
        assert sim.kingpin_angles() == () and sim.belt_motion() == (0.0, 0.0)


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("xml", "document", "change", "message"),
    [
        (TRACKED, TRACKED_DRIVE, lambda d: d["belts"][0].update(body="x"), "holds no body 'x'"),
        (TRACKED, TRACKED_DRIVE, lambda d: d.update(kinematics="hover"), r"drive\.json: the base is driven as 'hover'"),
        (TRACKED, TRACKED_DRIVE, lambda d: d.update(keyframe="up"), "holds no key 'up'"),
        (TRICYCLE, TRICYCLE_DRIVE, lambda d: d["kingpins"][0].update(joint="x"), "holds no joint 'x'"),
        (
            TRICYCLE,
            TRICYCLE_DRIVE,
            lambda d: d["kingpins"][0].update(actuator="front_joint_actuator"),
            "'front_joint_actuator' does not turn 'front_steer_joint'",
        ),
    ],
)
def test_documents_that_do_not_fit(xml: str, document: dict[str, Any], change: Change, message: str) -> None:
    damaged = copy.deepcopy(document)
    change(damaged)
    with pytest.raises(OutputError, match=message):
        Driver(mujoco.MjModel.from_xml_string(xml), damaged)
