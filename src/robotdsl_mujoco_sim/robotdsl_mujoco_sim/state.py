"""The model and its data, and what a reader of them needs to know: whether they are of the present moment."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


class State:
    """One physical state. ``model`` and ``data`` are MuJoCo's own.

    A step leaves ``qpos`` and ``qvel`` at the new time but every frame where it was one step before; ``place``
    brings the frames up. Nothing here changes how the state goes on: a run steps the same whoever looks at it.
    """

    def __init__(self, model: mujoco.MjModel) -> None:
        self.model = model
        self.data = mujoco.MjData(model)
        self._placed = False
        self._scratch: mujoco.MjData | None = None
        self._scratch_current = False
        # What is called before and after every single step; without it, steps are taken many at a time.
        self.around: tuple[Callable[[], None], Callable[[], None]] | None = None

    def step(self, count: int) -> None:
        if self.around is None:
            mujoco.mj_step(self.model, self.data, nstep=count)
        else:
            before, after = self.around
            for _ in range(count):
                before()
                mujoco.mj_step(self.model, self.data)
                after()
        self._placed = False
        self._scratch_current = False

    def reset(self) -> None:
        mujoco.mj_resetData(self.model, self.data)
        mujoco.mj_forward(self.model, self.data)
        self._placed = True
        self._scratch_current = False

    def place(self) -> None:
        """Bring the frames of bodies and geoms to ``qpos``."""
        if not self._placed:
            mujoco.mj_kinematics(self.model, self.data)
            self._placed = True

    def accelerations(self) -> mujoco.MjData:
        """The state with its velocities and accelerations worked out at the present moment, on a copy.

        On the data themselves this would change the solver's warm start, and with it the run.
        """
        if self._scratch is None:
            self._scratch = mujoco.MjData(self.model)
        if not self._scratch_current:
            scratch, data = self._scratch, self.data
            scratch.qpos[:] = data.qpos
            scratch.qvel[:] = data.qvel
            scratch.ctrl[:] = data.ctrl
            scratch.xfrc_applied[:] = data.xfrc_applied
            scratch.qacc_warmstart[:] = data.qacc_warmstart
            mujoco.mj_forward(self.model, scratch)
            mujoco.mj_rnePostConstraint(self.model, scratch)
            self._scratch_current = True
        return self._scratch


def selector(addresses: list[int]) -> slice | npt.NDArray[np.intp]:
    """What picks these elements out of an array: a slice, which costs least, where they are neighbours in order."""
    if addresses and addresses == list(range(addresses[0], addresses[0] + len(addresses))):
        return slice(addresses[0], addresses[-1] + 1)
    return np.array(addresses, dtype=np.intp)
