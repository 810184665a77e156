"""How the base moved, from the recorded ground truth, ready to be drawn."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robotdsl_runtime.evaluation.record import POSE_NUMBERS, Evidence
from robotdsl_runtime.evaluation.shapes import planar_poses

Floats = NDArray[np.float64]

# A speed is the mean over this long, in seconds: short against a base's acceleration, long against a sample's noise.
SPEED_WINDOW = 0.1


@dataclass(frozen=True, eq=False)
class Motion:
    """The base's plane motion, all arrays ``(n,)``: ``time`` (s, rising), ``x`` and ``y`` (m) and ``yaw`` (rad,
    unwrapped) of base_footprint in the world, ``ahead`` (m/s, along the robot's own x) and ``turn`` (rad/s, to the
    left). Samples that are not finite, or not later than the one before, are left out.
    """

    time: Floats
    x: Floats
    y: Floats
    yaw: Floats
    ahead: Floats
    turn: Floats

    def __len__(self) -> int:
        return len(self.time)

    @property
    def speed(self) -> Floats:
        """Metres per second along the path, (n,)."""
        return np.abs(self.ahead)

    def pose_at(self, time: float) -> tuple[float, float, float]:
        """x, y, yaw at ``time``, between samples in proportion; the first or last pose outside of the record. Raises
        ``ValueError`` for a motion without samples.
        """
        if not len(self):
            raise ValueError("nothing was recorded")
        return (
            float(np.interp(time, self.time, self.x)),
            float(np.interp(time, self.time, self.y)),
            float(np.interp(time, self.time, self.yaw)),
        )

    @property
    def travelled(self) -> Floats:
        """Path length up to each sample, (n,), in metres."""
        steps = np.hypot(np.diff(self.x), np.diff(self.y))
        return np.concatenate(([0.0], np.cumsum(steps)))[: len(self)]


def motion_of(evidence: Evidence) -> Motion:
    """The motion in ``evidence``; empty when it holds no usable sample."""
    time = np.asarray(evidence.time, dtype=np.float64).reshape(-1)
    pose = np.asarray(evidence.pose, dtype=np.float64).reshape(len(time), POSE_NUMBERS)
    usable = np.isfinite(time) & np.isfinite(pose).all(axis=1)
    time, pose = time[usable], pose[usable]
    if len(time):
        # Rising times only: each later than every one before it.
        rising = np.concatenate(([True], time[1:] > np.maximum.accumulate(time)[:-1]))
        time, pose = time[rising], pose[rising]
    if not len(time):
        none: Floats = np.empty(0)
        return Motion(none, none, none, none, none, none)
    x, y, yaw = planar_poses(pose).T
    yaw = np.unwrap(yaw)
    before = np.maximum(time - SPEED_WINDOW / 2.0, time[0])
    after = np.minimum(time + SPEED_WINDOW / 2.0, time[-1])
    span = np.maximum(after - before, 1e-9)
    still = after - before <= 1e-9
    dx, dy, turned = (np.interp(after, time, q) - np.interp(before, time, q) for q in (x, y, yaw))
    ahead = np.where(still, 0.0, (dx * np.cos(yaw) + dy * np.sin(yaw)) / span)
    turn = np.where(still, 0.0, turned / span)
    return Motion(time, x, y, yaw, ahead, turn)


def keep_extremes(time: Floats, values: Floats, most: int) -> tuple[Floats, Floats]:
    """At most ``most`` of the samples, peaks kept: the least and the greatest of each of ``most // 2`` equal groups,
    and the first and the last sample. Samples that are not finite stay, one a group, so that a line breaks there.
    """
    if len(time) <= most:
        return time, values
    edges = np.linspace(0, len(time), max(1, most // 2 - 1) + 1).astype(int)
    chosen = {0, len(time) - 1}
    for begin, end in itertools.pairwise(edges):
        part = values[begin:end]
        finite = np.flatnonzero(np.isfinite(part))
        if len(finite) < len(part):
            chosen.add(int(begin + np.flatnonzero(~np.isfinite(part))[0]))
        if len(finite):
            chosen.add(int(begin + finite[np.argmin(part[finite])]))
            chosen.add(int(begin + finite[np.argmax(part[finite])]))
    order = sorted(chosen)
    return time[order], values[order]
