"""The latest transform between frames, from what /tf and /tf_static say. Free of ROS; the nodes feed it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2
from robotdsl_runtime.task.mission import planar

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

_AXES: tuple[Vector, Vector, Vector] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Transform:
    """Where a frame is in its parent: ``position`` in metres and the unit ``rotation`` (x, y, z, w)."""

    position: Vector = (0.0, 0.0, 0.0)
    rotation: Quaternion = (0.0, 0.0, 0.0, 1.0)

    def __matmul__(self, inner: Transform) -> Transform:
        """``inner``, stated in this frame, in this frame's parent."""
        x, y, z = _turned(self.rotation, inner.position)
        px, py, pz = self.position
        return Transform((px + x, py + y, pz + z), _product(self.rotation, inner.rotation))

    def inverse(self) -> Transform:
        x, y, z, w = self.rotation
        back = (-x, -y, -z, w)
        px, py, pz = _turned(back, self.position)
        return Transform((-px, -py, -pz), back)

    @property
    def matrix(self) -> Floats:
        """The rotation ``(3, 3)``: what it takes a direction of this frame to is that direction in the parent."""
        return np.array([_turned(self.rotation, axis) for axis in _AXES]).T

    def apply(self, points: Floats) -> Floats:
        """``points`` ``(n, 3)`` of this frame in its parent, metres."""
        moved: Floats = points @ self.matrix.T + self.position
        return moved

    @property
    def planar(self) -> Pose2:
        """Seen from above: x, y and the direction of the frame's x axis."""
        return planar((*self.position, *self.rotation))


class TransformTree:
    """The last transform of every frame to its parent, and when it was stated (seconds)."""

    def __init__(self) -> None:
        self._parents: dict[str, tuple[str, Transform, float]] = {}

    def set(self, parent: str, child: str, transform: Transform, time: float = 0.0) -> None:
        """Take one transform. What is not a finite, turned pose is dropped, as if it had never come."""
        numbers = (*transform.position, *transform.rotation)
        length = math.sqrt(sum(v * v for v in transform.rotation))
        if not all(map(math.isfinite, numbers)) or length < 1e-6 or parent == child:
            return
        x, y, z, w = (v / length for v in transform.rotation)
        self._parents[child] = (parent, Transform(transform.position, (x, y, z, w)), time)

    def lookup(self, target: str, source: str) -> Transform | None:
        """Where the frame ``source`` is in ``target``; ``None`` while nothing joins the two."""
        from_source, from_target = self._chain(source), self._chain(target)
        common = next((frame for frame in from_source if frame in from_target), None)
        if common is None:
            return None
        return from_target[common].inverse() @ from_source[common]

    def time(self, child: str) -> float | None:
        """When the transform of ``child`` to its parent was stated last."""
        found = self._parents.get(child)
        return None if found is None else found[2]

    def _chain(self, frame: str) -> dict[str, Transform]:
        """``frame`` in itself and in each of its ancestors, the nearest first."""
        chain = {frame: Transform()}
        here, total = frame, Transform()
        while here in self._parents:
            here, transform, _ = self._parents[here]
            if here in chain:
                # Frames in a ring have no root; what was gathered so far is as good as any of it.
                break
            total = transform @ total
            chain[here] = total
        return chain


def _product(a: Quaternion, b: Quaternion) -> Quaternion:
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def _turned(q: Quaternion, v: Vector) -> Vector:
    """``v`` turned by ``q``: v + 2 w (u x v) + 2 u x (u x v) with u the vector part of ``q``."""
    x, y, z, w = q
    cx, cy, cz = y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]
    return (
        v[0] + 2.0 * (w * cx + y * cz - z * cy),
        v[1] + 2.0 * (w * cy + z * cx - x * cz),
        v[2] + 2.0 * (w * cz + x * cy - y * cx),
    )
