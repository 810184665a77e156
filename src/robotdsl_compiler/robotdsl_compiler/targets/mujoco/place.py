"""A pose as the attributes that place an MJCF element in its parent."""

from __future__ import annotations

from robotdsl_compiler.model.geometry import Pose, Quaternion, Vec3
from robotdsl_compiler.targets.values import clean, clean_all


def vector(value: Vec3) -> Vec3:
    x, y, z = value
    return (clean(x), clean(y), clean(z))


def quaternion(value: Quaternion) -> tuple[float, float, float, float]:
    """In MuJoCo's order, the real part first."""
    x, y, z, w = clean_all(value)
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
