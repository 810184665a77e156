"""A pose as the attributes that place an MJCF element in its parent."""

from __future__ import annotations

from robotdsl_compiler.model.geometry import Pose, Quaternion, Vec3, quaternion_from_rpy
from robotdsl_compiler.targets.values import clean, clean_all, rpy_values


def vector(value: Vec3) -> Vec3:
    x, y, z = value
    return (clean(x), clean(y), clean(z))


def quaternion(value: Quaternion) -> tuple[float, float, float, float]:
    """In MuJoCo's order, the real part first. Of the two that mean one turn it is the one that MuJoCo makes of the
    turn's roll, pitch and yaw, so that a model read from a robot description has the same.
    """
    made = quaternion_from_rpy(rpy_values(value))
    sign = -1.0 if sum(a * b for a, b in zip(made, value, strict=True)) < 0.0 else 1.0
    x, y, z, w = clean_all(sign * part for part in value)
    return (w, x, y, z)


def place(pose: Pose) -> dict[str, tuple[float, ...] | None]:
    """``pos`` and ``quat``, each left out where it is MuJoCo's default."""
    pos, quat = vector(pose.position), quaternion(pose.orientation)
    return {
        "pos": None if pos == (0.0, 0.0, 0.0) else pos,
        "quat": None if quat == (1.0, 0.0, 0.0, 0.0) else quat,
    }


def exact_place(pose: Pose) -> dict[str, tuple[float, ...] | None]:
    """The same to the last digit: how a library places its own links."""
    (x, y, z, w), pos = pose.orientation, pose.position
    quat = (w, x, y, z)
    return {
        "pos": None if pos == (0.0, 0.0, 0.0) else pos,
        "quat": None if quat == (1.0, 0.0, 0.0, 0.0) else quat,
    }
