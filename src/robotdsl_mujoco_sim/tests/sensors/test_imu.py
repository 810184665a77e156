"""The IMU against the mechanics of a rigid body."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from handmade_output import IMU

from robotdsl_mujoco_sim.simulation import Simulation

Loader = Callable[..., Simulation]
G = 9.81


def test_at_rest_it_feels_the_floor(simulation: Loader) -> None:
    sim = simulation()
    sim.advance(1.0)
    reading = sim.sensors["imu"].read()
    tilt = sim.tilt()
    assert reading.linear_acceleration[2] == pytest.approx(G * math.cos(tilt), abs=2e-3)
    assert math.hypot(*reading.linear_acceleration[:2]) == pytest.approx(G * math.sin(tilt), abs=2e-3)
    assert reading.angular_velocity == pytest.approx([0.0, 0.0, 0.0], abs=1e-4)
    assert reading.orientation == pytest.approx(sim.pose()[3:], abs=1e-6)


def test_in_free_fall_it_feels_nothing(simulation: Loader) -> None:
    sim = simulation(floor=False)
    sim.advance(0.2)
    assert sim.sensors["imu"].read().linear_acceleration == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)


def test_gravity_in_the_sensors_own_frame(simulation: Loader) -> None:
    # Rolled by a quarter turn: its y axis points up.
    sim = simulation(mounts={"imu": (0.0, 0.0, 0.02, math.pi / 2, 0.0, 0.0)})
    sim.advance(1.0)
    assert sim.sensors["imu"].read().linear_acceleration == pytest.approx([0.0, G, 0.0], abs=0.05)


def test_it_spins_with_the_body_in_its_own_frame(simulation: Loader) -> None:
    sim = simulation(floor=False, gravity=(0.0, 0.0, 0.0), mounts={"imu": (0.0, 0.0, 0.02, math.pi / 2, 0.0, 0.0)})
    sim.data.qvel[5] = 2.0  # about the body's z axis, which is the sensor's y axis
    assert sim.sensors["imu"].read().angular_velocity == pytest.approx([0.0, 2.0, 0.0], abs=1e-9)


@pytest.mark.parametrize("w", [2.0, -2.0])
def test_a_turn_pulls_it_towards_the_axis(simulation: Loader, w: float) -> None:
    """Spun freely about a symmetric robot's centre of mass, a point at distance d accelerates by w² d inwards."""
    sim = simulation(
        floor=False, gravity=(0.0, 0.0, 0.0), sensors=(IMU,), mounts={"imu": (0.2, 0.0, 0.0)}, ballast=(1e4, (0, 0, 0))
    )
    sim.data.qvel[5] = w
    reading = sim.sensors["imu"].read()
    # The ballast of ten tonnes at the origin holds the centre of mass there.
    assert reading.linear_acceleration == pytest.approx([-(w**2) * 0.2, 0.0, 0.0], abs=2e-3)


def test_a_start_pushes_it_forward(simulation: Loader) -> None:
    sim = simulation(entities=())
    sim.advance(0.5)
    sim.command_wheels((15.0, 15.0))
    sim.advance(0.02)
    before = sim.twist().linear[0]
    felt = []
    for _ in range(20):
        felt.append(sim.sensors["imu"].read().linear_acceleration[0])
        sim.step()
    # What it felt over 20 ms is the speed gained, but for the nose that lifts and lets some gravity in.
    assert sum(felt) * 0.001 == pytest.approx(sim.twist().linear[0] - before, abs=0.02)
    assert sum(felt) / 20 > 2.0
