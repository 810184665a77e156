"""What a driven base really does: its motion by the simulator's ground truth."""

from __future__ import annotations

import math
from dataclasses import dataclass

import mujoco
import numpy as np
from robotdsl_runtime.geometry import Pose2, normalize_angle
from robotdsl_runtime.kinematics.actuation import Motion

from robotdsl_mujoco_sim.driving import Driver

# Between two looks at the pose. In so short a time a base that turns at 10 rad/s turns by 0.1 rad, and taking the
# motion along the direction halfway is right to 2e-4 of it.
_LOOK_S = 0.01


@dataclass(frozen=True, slots=True)
class Measured:
    """``motion``: the mean ``(v, left, w)`` of the point that the base turns about, m/s and rad/s, in the base's frame;
    ``lean``: the greatest angle of its upright to the world's, rad; ``track``: that point in the world at each look,
    (x, y, yaw).
    """

    motion: Motion
    lean: float
    track: tuple[Pose2, ...]


class GroundTruth:
    """The base of one model in ``data``, watched as it moves."""

    def __init__(self, driver: Driver, data: mujoco.MjData) -> None:
        self.driver = driver
        self.data = data
        self.center = turning_center(driver)
        self._model = driver.model
        at = driver.root_qpos
        self._qpos = data.qpos[at : at + 7]
        self._steps = max(1, round(_LOOK_S / float(self._model.opt.timestep)))

    def place(self) -> Pose2:
        """Where the point that the base turns about is in the world, and which way the base faces."""
        x, y, _, qw, qx, qy, qz = self._qpos.tolist()
        center_x, center_y = self.center
        ahead = (1.0 - 2.0 * (qy * qy + qz * qz), 2.0 * (qx * qy + qw * qz))
        yaw = math.atan2(ahead[1], ahead[0])
        cos, sin = math.cos(yaw), math.sin(yaw)
        return x + center_x * ahead[0] - center_y * sin, y + center_x * ahead[1] + center_y * cos, yaw

    def lean(self) -> float:
        """The angle between the base's upright and the world's, rad."""
        _, _, _, _, qx, qy, _ = self._qpos.tolist()
        return math.acos(max(-1.0, min(1.0, 1.0 - 2.0 * (qx * qx + qy * qy))))

    def watch(self, seconds: float) -> Measured:
        """Step through ``seconds`` and tell how the base moved meanwhile."""
        looks = max(1, round(seconds / (self._steps * float(self._model.opt.timestep))))
        track, lean = [self.place()], self.lean()
        sums = [0.0, 0.0, 0.0]
        for _ in range(looks):
            mujoco.mj_step(self._model, self.data, nstep=self._steps)
            before, now = track[-1], self.place()
            turn = normalize_angle(now[2] - before[2])
            cos, sin = math.cos(before[2] + turn / 2.0), math.sin(before[2] + turn / 2.0)
            dx, dy = now[0] - before[0], now[1] - before[1]
            for k, part in enumerate((cos * dx + sin * dy, cos * dy - sin * dx, turn)):
                sums[k] += part
            track.append(now)
            lean = max(lean, self.lean())
        span = looks * self._steps * float(self._model.opt.timestep)
        v, left, w = (part / span for part in sums)
        return Measured((v, left, w), lean, tuple(track))


def turning_center(driver: Driver) -> tuple[float, float]:
    """The point that the base turns about, metres ahead and to the left of its root body: the middle between the wheels
    that do not steer.
    """
    model, wheels = driver.model, driver.drive.wheels
    axle: float | None = getattr(driver.drive, "axle_x", None)
    if axle is not None:
        return axle, 0.0
    if not wheels:
        return 0.0, 0.0
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    root = driver.root_body
    to_root = data.xmat[root].reshape(3, 3).T
    joints = [model.joint(wheel.joint).id for wheel in wheels]
    places = (data.xanchor[joints] - data.xpos[root]) @ to_root.T
    x, y, _ = np.mean(places, axis=0).tolist()
    return x, y
