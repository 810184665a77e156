"""A model that is stepped: its state, its time and its joints, whatever it is a model of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import mujoco

from robotdsl_mujoco_sim.engine import Watch, keep_warnings_off_the_disk, require_supported_mujoco
from robotdsl_mujoco_sim.state import Array, State, selector

_TURNING = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))


@dataclass(frozen=True, eq=False)
class JointStates:
    """Each joint of ``Stepped.joint_names``, in that order: ``position`` (k,) in rad or m, ``velocity`` (k,) in rad/s
    or m/s and ``effort`` (k,) in N m or N, what the joint's actuator gave in the last step, within all its limits.
    """

    position: Array
    velocity: Array
    effort: Array


class Stepped:
    """``model`` and ``data`` are MuJoCo's own, for those who draw or inspect; whoever writes to ``data`` answers for
    it.
    """

    def __init__(self, model: mujoco.MjModel) -> None:
        """Raises ``MujocoVersionError`` on a MuJoCo that this does not run on."""
        require_supported_mujoco()
        keep_warnings_off_the_disk()
        self.model = model
        self._state = State(model)
        self.data: mujoco.MjData = self._state.data
        self._watch = Watch(self.data)
        self._steps = 0
        self._timestep = float(model.opt.timestep)
        # A step of 0.001 s is no binary fraction, a thousand of them is: 11040 / 1000 is 11.04, 11040 * 0.001 is not.
        self._steps_per_second = _whole_if_close(1.0 / self._timestep)
        joints = [joint for joint in range(model.njnt) if int(model.jnt_type[joint]) in _TURNING]
        self.joint_names: tuple[str, ...] = tuple(model.joint(joint).name for joint in joints)
        self._joint_qpos = selector([int(model.jnt_qposadr[joint]) for joint in joints])
        self._joint_dof = selector([int(model.jnt_dofadr[joint]) for joint in joints])
        self._qpos: Array = self.data.qpos
        self._qvel: Array = self.data.qvel
        self._effort: Array = self.data.qfrc_actuator
        # Where the joints are neighbours in the state, their views into it stay good too.
        self._live: JointStates | None = None
        if isinstance(self._joint_qpos, slice) and isinstance(self._joint_dof, slice):
            self._live = self.live_joint_states()

    @property
    def timestep(self) -> float:
        """The length of one step in seconds."""
        return self._timestep

    @property
    def steps(self) -> int:
        """Steps taken since the start or the last reset."""
        return self._steps

    @property
    def time(self) -> float:
        """Simulated seconds since the start or the last reset, from the number of steps, so that no sum drifts."""
        return self._steps / self._steps_per_second

    def step(self, count: int = 1) -> None:
        """Take ``count`` steps. Raises ``SimulationError`` when the physics break down within them."""
        if count > 0:
            self._state.step(count)
            self._steps += count
            self._watch.check(self.time)

    def call_around_steps(self, before: Callable[[], None], after: Callable[[], None]) -> None:
        """Have these two called before and after every single step."""
        self._state.around = (before, after)

    def reset(self) -> None:
        """Back to the start: no commands, time 0."""
        self._state.reset()
        self._steps = 0

    def joint_states(self) -> JointStates:
        live = self.live_joint_states()
        return JointStates(live.position.copy(), live.velocity.copy(), live.effort.copy())

    def live_joint_states(self) -> JointStates:
        """The same for a reader that keeps nothing: the arrays may change with the next step."""
        if self._live is not None:
            return self._live
        return JointStates(self._qpos[self._joint_qpos], self._qvel[self._joint_dof], self._effort[self._joint_dof])


def _whole_if_close(value: float) -> float:
    whole = round(value)
    return float(whole) if abs(value - whole) < 1e-9 * whole else value
