"""The ideal inertial sensor."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from robotdsl_mujoco_sim.sensors.spec import SensorSpec
from robotdsl_mujoco_sim.state import Array, State


@dataclass(frozen=True, eq=False)
class ImuReading:
    """``orientation`` (4,) of the sensor in the world, (x, y, z, w); ``angular_velocity`` (3,) in rad/s and
    ``linear_acceleration`` (3,) in m/s², both in the sensor's frame.

    The acceleration is the proper one, as an accelerometer feels it: the sensor's own less gravity, so that a sensor
    at rest and level reads +9.81 along z and one in free fall reads nothing.
    """

    orientation: Array
    angular_velocity: Array
    linear_acceleration: Array


class Imu:
    """An IMU without noise or bias, as the output contract has it."""

    def __init__(self, state: State, body: int, spec: SensorSpec) -> None:
        self.spec = spec
        self._state = state
        self._body = body

    def read(self) -> ImuReading:
        """The motion of the sensor's body at the present moment.

        MuJoCo works out body accelerations with the world accelerating against gravity, which makes them proper
        ones; ``mj_objectAcceleration`` adds what a turning frame feels (the angular cross the linear velocity).
        """
        data = self._state.accelerations()
        velocity, acceleration = np.empty(6), np.empty(6)
        # XBODY is the body's own frame; BODY would be that of its inertia.
        kind = mujoco.mjtObj.mjOBJ_XBODY
        mujoco.mj_objectVelocity(self._state.model, data, kind, self._body, velocity, 1)
        mujoco.mj_objectAcceleration(self._state.model, data, kind, self._body, acceleration, 1)
        w, x, y, z = data.xquat[self._body].tolist()
        return ImuReading(np.array([x, y, z, w]), velocity[:3].copy(), acceleration[3:].copy())
