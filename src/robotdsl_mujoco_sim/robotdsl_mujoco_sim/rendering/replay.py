"""A run from its record: the model put where the robot was at any moment."""

from __future__ import annotations

import mujoco
import numpy as np
import numpy.typing as npt
from robotdsl_runtime.evaluation.drawing.motion import Motion, motion_of
from robotdsl_runtime.evaluation.record import Evidence

Array = npt.NDArray[np.float64]


class Replay:
    """``evidence`` on ``model``. ``root_joint`` names the robot's free joint; joints that the model lacks are left as
    they are. Raises ``ValueError`` when the root is no free joint or the record holds no usable pose.
    """

    def __init__(self, model: mujoco.MjModel, evidence: Evidence, root_joint: str = "root") -> None:
        root = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, root_joint)
        if root < 0 or model.jnt_type[root] != mujoco.mjtJoint.mjJNT_FREE:
            raise ValueError(f"the model has no free joint {root_joint!r}")
        usable = np.isfinite(evidence.time) & np.isfinite(evidence.pose).all(axis=1)
        usable[1:] &= np.diff(evidence.time) > 0.0
        if not usable.any():
            raise ValueError("no pose was recorded")
        self.model = model
        self.data = mujoco.MjData(model)
        self.motion: Motion = motion_of(evidence)
        self.root_body = int(model.jnt_bodyid[root])
        self.has_floor = bool((model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE).any())
        self._root = int(model.jnt_qposadr[root])
        self._time: Array = evidence.time[usable]
        self._pose: Array = evidence.pose[usable]
        self._joints: list[tuple[int, Array]] = []
        for k, name in enumerate(evidence.joint_names):
            joint = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name)
            if joint >= 0 and joint != root:
                angles = np.nan_to_num(evidence.position[:, k], posinf=0.0, neginf=0.0)
                # Where the joints are told of at other times than the poses, as they were at those of the poses.
                at = np.interp(self._time, evidence.joint_times, angles) if len(angles) else np.zeros(len(self._time))
                self._joints.append((int(model.jnt_qposadr[joint]), at))
        # Neighbouring quaternions on the same side, so that the way between two of them is the short one.
        turns = self._pose[:, 3:7].copy()
        flips = np.cumprod(np.where(np.sum(turns[1:] * turns[:-1], axis=1) < 0.0, -1.0, 1.0))
        turns[1:] *= flips[:, np.newaxis]
        self._turns: Array = turns

    @property
    def start(self) -> float:
        """The first moment, in seconds of simulated time."""
        return float(self._time[0])

    @property
    def end(self) -> float:
        return float(self._time[-1])

    def show(self, time: float) -> None:
        """Put ``data`` to the moment ``time``, between two samples in proportion, with every frame worked out."""
        after = int(np.clip(np.searchsorted(self._time, time), 1, max(1, len(self._time) - 1)))
        before = after - 1
        after = min(after, len(self._time) - 1)
        span = self._time[after] - self._time[before]
        share = float(np.clip((time - self._time[before]) / span, 0.0, 1.0)) if span > 0.0 else 0.0
        qpos = self.data.qpos
        qpos[self._root : self._root + 3] = _between(self._pose[:, :3], before, after, share)
        x, y, z, w = _between(self._turns, before, after, share)
        qpos[self._root + 3 : self._root + 7] = (w, x, y, z)  # MuJoCo brings it to length 1
        for address, angles in self._joints:
            qpos[address] = angles[before] + share * (angles[after] - angles[before])
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_comPos(self.model, self.data)
        mujoco.mj_camlight(self.model, self.data)


def _between(values: Array, before: int, after: int, share: float) -> Array:
    mixed: Array = values[before] + share * (values[after] - values[before])
    return mixed
