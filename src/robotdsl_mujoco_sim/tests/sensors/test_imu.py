"""The IMU against the mechanics of a rigid body."""

from __future__ import annotations

import math
from collections.abc import Callable

import mujoco
import numpy as np
import pytest
from handmade_output import IMU
from robotdsl_mujoco_sim.sensors.imu import Imu
from robotdsl_mujoco_sim.simulation import Simulation

Loader = Callable[..., Simulation]
G = 9.81


def test_at_rest_it_feels_the_floor(simulation: Loader) -> None:
    sim = simulation()
    sim.advance(1.0)
    reading = sim.sensor("imu", Imu).read()
    tilt = sim.tilt()
    assert reading.linear_acceleration[2] == pytest.approx(G * math.cos(tilt), abs=2e-3)
    assert math.hypot(*reading.linear_acceleration[:2]) == pytest.approx(G * math.sin(tilt), abs=2e-3)
    assert reading.angular_velocity == pytest.approx([0.0, 0.0, 0.0], abs=1e-4)
    assert reading.orientation == pytest.approx(sim.pose()[3:], abs=1e-6)


def test_in_free_fall_it_feels_nothing(simulation: Loader) -> None:
    sim = simulation(floor=False)
    sim.advance(0.2)
    assert sim.sensor("imu", Imu).read().linear_acceleration == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)


def test_a_push_from_outside_is_felt(simulation: Loader) -> None:
    sim = simulation(floor=False)
    sim.data.xfrc_applied[:, 1] = 2.0 * sim.model.body_mass
    sim.advance(0.1)
    assert sim.sensor("imu", Imu).read().linear_acceleration == pytest.approx([0.0, 2.0, 0.0], abs=1e-6)


def test_gravity_in_the_sensors_own_frame(simulation: Loader) -> None:
    # Rolled by a quarter turn: its y axis points up.
    sim = simulation(mounts={"imu": (0.0, 0.0, 0.02, math.pi / 2, 0.0, 0.0)})
    sim.advance(1.0)
    assert sim.sensor("imu", Imu).read().linear_acceleration == pytest.approx([0.0, G, 0.0], abs=0.05)


def test_it_spins_with_the_body_in_its_own_frame(simulation: Loader) -> None:
    sim = simulation(floor=False, gravity=(0.0, 0.0, 0.0), mounts={"imu": (0.0, 0.0, 0.02, math.pi / 2, 0.0, 0.0)})
    sim.data.qvel[5] = 2.0  # about the body's z axis, which is the sensor's y axis
    assert sim.sensor("imu", Imu).read().angular_velocity == pytest.approx([0.0, 2.0, 0.0], abs=1e-9)


@pytest.mark.parametrize("w", [2.0, -2.0])
def test_a_turn_pulls_it_towards_the_axis(simulation: Loader, w: float) -> None:
    """Spun freely about a symmetric robot's centre of mass, a point at distance d accelerates by w² d inwards."""
    sim = simulation(
        floor=False, gravity=(0.0, 0.0, 0.0), sensors=(IMU,), mounts={"imu": (0.2, 0.0, 0.0)}, ballast=(1e4, (0, 0, 0))
    )
    sim.data.qvel[5] = w
    reading = sim.sensor("imu", Imu).read()
    # The ballast of ten tonnes at the origin holds the centre of mass there.
    assert reading.linear_acceleration == pytest.approx([-(w**2) * 0.2, 0.0, 0.0], abs=2e-3)


def test_what_it_feels_adds_up_to_the_speed_gained(simulation: Loader) -> None:
    """Through a hard start: its own velocity in the world changes by what it felt, turned into the world, and by
    gravity."""
    sim = simulation(entities=())
    sim.advance(0.5)
    imu = sim.sensor("imu", Imu)
    body = sim.model.body("imu").id

    def velocity() -> np.ndarray:
        moved = np.empty(6)
        mujoco.mj_forward(sim.model, sim.data)
        mujoco.mj_objectVelocity(sim.model, sim.data, mujoco.mjtObj.mjOBJ_XBODY, body, moved, 0)
        return moved[3:].copy()

    before = velocity()
    sim.command_wheels((10.0, 10.0))
    gained = np.zeros(3)
    for _ in range(200):
        felt = imu.read().linear_acceleration
        gained += (sim.data.xmat[body].reshape(3, 3) @ felt + (0.0, 0.0, -G)) * sim.timestep
        sim.step()
    change = velocity() - before
    assert change[0] > 0.3
    assert gained == pytest.approx(change, abs=0.01)
