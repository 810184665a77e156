"""A base moved as it is told, whatever its wheels would do: to test navigation without wheel physics."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.plugins.interface import Plugin, PluginContext

Array = npt.NDArray[np.float64]
_KNOWN = ("type", "body", "cmd_vel_topic", "use_stamped_twist", "max_linear_velocity", "max_yaw_rate", "cmd_timeout")
# Of a free joint's six velocities: linear x and y in the world, and the rate about the body's own z axis.
_X, _Y, _YAW = 0, 1, 5


class BaseVelocityPlugin(Plugin):
    """Holds the planar velocity of a body with a free joint to the one that is commanded: ahead and to the left in the
    body's frame, and the rate about its z axis. Vertical motion, roll and pitch are left to the physics.

    After each step the three velocities are the commanded ones exactly, for the orientation that the body has then, and
    the step has moved the body by them: what contacts and forces did to these freedoms within the step is undone.
    Nothing can push the base; what it pushes yields.
    """

    def init(self, context: PluginContext, model: mujoco.MjModel, data: mujoco.MjData) -> bool:
        """Raises ``ValueError`` for a parameter that makes no sense and a body without a free joint."""
        parameters = context.parameters
        unknown = sorted(set(parameters) - set(_KNOWN))
        if unknown:
            raise ValueError(f"no parameter is called {', '.join(unknown)}; they are {', '.join(_KNOWN)}")
        self._options = model.opt
        qpos, dof = _free_joint(model, _text(parameters, "body", None))
        self._qpos: Array = data.qpos[qpos : qpos + 7]
        self._qvel: Array = data.qvel[dof : dof + 6]
        self.max_linear_velocity = _bound(parameters, "max_linear_velocity", math.inf)
        self.max_yaw_rate = _bound(parameters, "max_yaw_rate", math.inf)
        self.cmd_timeout = _bound(parameters, "cmd_timeout", 0.5)
        self._data, self._context = data, context
        self._told: tuple[float, float, float] = (0.0, 0.0, 0.0)
        self._told_at = -math.inf
        self._before: Array = self._qpos.copy()
        self._driven: tuple[float, float, float] = self._told
        stamped = parameters.get("use_stamped_twist", False)
        if not isinstance(stamped, bool):
            raise ValueError(f"use_stamped_twist is true or false, and not {stamped!r}")
        topic = _text(parameters, "cmd_vel_topic", "cmd_vel")
        kind = "geometry_msgs/msg/TwistStamped" if stamped else "geometry_msgs/msg/Twist"
        context.subscribe(kind, topic, lambda message: self._hear(message.twist if stamped else message))
        return True

    def command(self, vx: float, vy: float, yaw_rate: float) -> bool:
        """A velocity in the body's frame, m/s ahead and to the left and rad/s about z, from now on; whether it was
        finite, and not dropped.
        """
        if not all(map(math.isfinite, (vx, vy, yaw_rate))):
            return False
        speed = math.hypot(vx, vy)
        scale = self.max_linear_velocity / speed if speed > self.max_linear_velocity else 1.0
        yaw_rate = max(-self.max_yaw_rate, min(self.max_yaw_rate, yaw_rate))
        self._told, self._told_at = (vx * scale, vy * scale, yaw_rate), self._data.time
        return True

    def pre_step(self, data: mujoco.MjData) -> None:
        fresh = data.time - self._told_at <= self.cmd_timeout
        self._driven = self._told if fresh else (0.0, 0.0, 0.0)
        self._before = self._qpos.copy()
        self._assert()

    def post_step(self, data: mujoco.MjData) -> None:
        step = float(self._options.timestep)
        vx, vy = _in_world(self._before[3:], self._driven)
        self._qpos[0] = self._before[0] + step * vx
        self._qpos[1] = self._before[1] + step * vy
        self._turn(step * self._driven[2])
        self._assert()

    def on_reset(self, data: mujoco.MjData) -> None:
        self._told, self._told_at = (0.0, 0.0, 0.0), -math.inf

    def _hear(self, twist: Any) -> None:
        if not self.command(twist.linear.x, twist.linear.y, twist.angular.z):
            self._context.warn("a velocity that is not finite is dropped")

    def _assert(self) -> None:
        self._qvel[_X], self._qvel[_Y] = _in_world(self._qpos[3:], self._driven)
        self._qvel[_YAW] = self._driven[2]

    def _turn(self, yaw: float) -> None:
        """Have the turn of this step, as a rotation vector in the body's frame before it, be ``yaw`` about z."""
        back, turn, vector = np.empty(4), np.empty(4), np.empty(3)
        mujoco.mju_negQuat(back, self._before[3:])
        mujoco.mju_mulQuat(turn, back, self._qpos[3:])
        mujoco.mju_quat2Vel(vector, turn, 1.0)
        vector[2] = yaw
        turned = self._before[3:].copy()
        mujoco.mju_quatIntegrate(turned, vector, 1.0)
        self._qpos[3:] = turned


def _in_world(orientation: Array, velocity: tuple[float, float, float]) -> tuple[float, float]:
    """The world's x and y of the body's planar ``velocity``."""
    turned = np.empty(3)
    mujoco.mju_rotVecQuat(turned, np.array([velocity[0], velocity[1], 0.0]), orientation)
    return float(turned[0]), float(turned[1])


def _free_joint(model: mujoco.MjModel, name: str) -> tuple[int, int]:
    """Where its position and its velocity begin."""
    body = int(mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, name))
    if body < 0:
        raise ValueError(f"body is {name!r}, and the model has no body of that name")
    joint = int(model.body_jntadr[body])
    if joint < 0 or int(model.jnt_type[joint]) != int(mujoco.mjtJoint.mjJNT_FREE):
        raise ValueError(f"body {name!r} has no free joint, so it has no velocity to be told")
    return int(model.jnt_qposadr[joint]), int(model.jnt_dofadr[joint])


def _text(parameters: Mapping[str, Any], name: str, default: str | None) -> str:
    value = parameters.get(name, default)
    if not isinstance(value, str) or not value:
        raise ValueError(f"{name} is required" if value is None else f"{name} is a text, and not {value!r}")
    return value


def _bound(parameters: Mapping[str, Any], name: str, default: float) -> float:
    value = parameters.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not float(value) >= 0.0:
        raise ValueError(f"{name} is a number of 0 or more, and not {value!r}")
    return float(value)
