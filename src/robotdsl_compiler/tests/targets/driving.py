"""A compiled model driven by its drive.json as the output contract words it, and measured by MuJoCo's own state."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import mujoco
import numpy as np


class Driven:
    """The model of an output directory; ``said`` are MuJoCo's warnings while it loaded."""

    def __init__(self, output: Path) -> None:
        self.said: list[str] = []
        mujoco.set_mju_user_warning(self.said.append)
        try:
            self.model = mujoco.MjModel.from_xml_path(str(output / "scene.xml"))
        finally:
            mujoco.set_mju_user_warning(None)
        self.data = mujoco.MjData(self.model)
        self.drive = json.loads((output / "drive.json").read_text(encoding="utf-8"))
        if "keyframe" in self.drive:
            mujoco.mj_resetDataKeyframe(self.model, self.data, self.model.key(self.drive["keyframe"]).id)
        mujoco.mj_forward(self.model, self.data)
        self.root = self.model.body(self.drive["root"]["body"]).id
        self.belts = self._belts() if self.kinematics == "tracks" else []

    @property
    def kinematics(self) -> str:
        return str(self.drive["kinematics"])

    # Driving

    def command(self, v: float, left: float, w: float) -> None:
        """A motion of base_footprint in m/s and rad/s; of a base that steers, of the middle of its unsteered axle."""
        getattr(self, f"_{self.kinematics}")(v, left, w)

    def _stand(self, v: float, left: float, w: float) -> None:
        pass

    def _set(self, wheel: dict[str, Any], value: float) -> None:
        self.data.ctrl[self.model.actuator(wheel["actuator"]).id] = value

    def _differential(self, v: float, left: float, w: float) -> None:
        for wheel in self.drive["wheels"]:
            self._set(wheel, (v - w * wheel["y"]) / wheel["radius"])

    def _holonomic(self, v: float, left: float, w: float) -> None:
        for wheel in self.drive["wheels"]:
            self._set(wheel, float(np.dot(wheel["row"], (v, left, w))))

    def _steering(self, v: float, left: float, w: float) -> None:
        """Each wheel along its own circle about the turning centre on the unsteered axle."""
        for pin in self.drive["kingpins"]:
            self._set(pin, pin["sign"] * self._angle(pin, v, w))
        for wheel in self.drive["wheels"]:
            ahead, aside = self._motion(wheel, v, w)
            along = math.copysign(math.hypot(ahead, aside), ahead if ahead else v)
            self._set(wheel, (along - w * wheel["offset"]) / wheel["radius"])

    def _motion(self, thing: dict[str, Any], v: float, w: float) -> tuple[float, float]:
        return v - w * thing["y"], w * (thing["x"] - self.drive["axle_x"])

    def _angle(self, pin: dict[str, Any], v: float, w: float) -> float:
        ahead, aside = self._motion(pin, v, w)
        angle = math.atan2(math.copysign(1.0, v) * aside, math.copysign(1.0, v) * ahead) if ahead or aside else 0.0
        return max(-pin["limit"], min(pin["limit"], angle))

    def _belts(self) -> list[tuple[int, Any, Any, float | None]]:
        model, data = self.model, self.data
        model.flg_surfacevel = True
        turn, place = data.xmat[self.root].reshape(3, 3), data.xpos[self.root]
        found = []
        for belt in self.drive["belts"]:
            body = model.body(belt["body"])
            for geom in range(body.geomadr[0], body.geomadr[0] + body.geomnum[0]):
                center = turn.T @ (data.geom_xpos[geom] - place)
                found.append((geom, center, data.geom_xmat[geom].reshape(3, 3).T @ turn, belt["max_speed"]))
        return found

    def _tracks(self, v: float, left: float, w: float) -> None:
        share = 1.0
        for _, center, _, most in self.belts:
            speed = abs(v - w * center[1])
            if most is not None and speed > 0.0:
                share = min(share, most / speed)
        v, w = share * v, share * w
        for geom, center, into, _ in self.belts:
            self.model.geom_surfacevel[geom, :3] = into @ np.array([-v + w * center[1], -w * center[0], 0.0])
            self.model.geom_surfacevel[geom, 3:] = into @ np.array([0.0, 0.0, -w])

    # Measuring

    def step(self, seconds: float) -> None:
        mujoco.mj_step(self.model, self.data, round(seconds / self.model.opt.timestep))

    @property
    def pose(self) -> tuple[float, float, float, float]:
        """x, y, z and yaw of the root body."""
        x, y, z, qw, qx, qy, qz = self.data.qpos[:7].tolist()
        return x, y, z, math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz))

    @property
    def tilt(self) -> float:
        """The angle between the robot's up and the world's, in degrees."""
        _, _, _, _, qx, qy, _ = self.data.qpos[:7].tolist()
        return math.degrees(math.acos(max(-1.0, min(1.0, 1.0 - 2.0 * (qx * qx + qy * qy)))))

    def velocity(self, seconds: float = 1.0, pieces: int = 40) -> tuple[float, float, float]:
        """The mean motion over the next seconds in the robot's own frame: ahead and to the left in m/s, the turn in
        rad/s."""
        total = np.zeros(3)
        x, y, _, yaw = self.pose
        for _ in range(pieces):
            self.step(seconds / pieces)
            after_x, after_y, _, after_yaw = self.pose
            turned = math.remainder(after_yaw - yaw, 2.0 * math.pi)
            c, s = math.cos(yaw + turned / 2.0), math.sin(yaw + turned / 2.0)
            dx, dy = after_x - x, after_y - y
            total += (c * dx + s * dy, c * dy - s * dx, turned)
            x, y, yaw = after_x, after_y, after_yaw
        ahead, left, turn = (total / seconds).tolist()
        return ahead, left, turn

    @property
    def calm(self) -> bool:
        return not self.said and not any(warning.number for warning in self.data.warning)
