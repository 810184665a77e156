"""A link's inertia tensor by its principal moments and axes.

Given a full tensor, MuJoCo decomposes it and then checks that the largest principal moment is no more than the sum of
the other two. For a thin link, whose moments meet that bound exactly, its rounding alone breaks the check and the
model does not load. The tensor is therefore decomposed here and the bound kept to the last bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from robotdsl_compiler.model.geometry import Quaternion, Vec3, dot, quaternion_multiply, rotate

Tensor = tuple[float, float, float, float, float, float]

# MuJoCo raises a body to these: the boundmass (kg) and boundinertia (kg m²) of the scene's compiler element.
LEAST_MASS = 0.001
LEAST_MOMENT = 1e-6

_AXES: tuple[Vec3, Vec3, Vec3] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Principal:
    """Principal ``moments`` (kg m²) about the axes that ``orientation`` turns the part's frame onto."""

    moments: Vec3
    orientation: Quaternion


def principal_moments(inertia: Tensor) -> Vec3:
    """The principal moments of a tensor given as ixx, iyy, izz, ixy, ixz, iyz, in the order of the axes."""
    return _decomposed(inertia).moments


def exact_inertia(inertia: Tensor) -> Principal:
    """The moments and axes of such a tensor, each moment raised to MuJoCo's least."""
    found = _decomposed(inertia)
    x, y, z = found.moments
    return Principal(_balanced((_raised(x), _raised(y), _raised(z))), found.orientation)


def _raised(moment: float) -> float:
    return max(moment, LEAST_MOMENT)


def _decomposed(inertia: Tensor) -> Principal:
    """Jacobi rotations, each in the plane of the largest product of inertia (Golub and Van Loan, Matrix Computations,
    section 8.5), gathered in a quaternion. A diagonal tensor comes back as it is.
    """
    ixx, iyy, izz, ixy, ixz, iyz = inertia
    rows: tuple[Vec3, Vec3, Vec3] = ((ixx, ixy, ixz), (ixy, iyy, iyz), (ixz, iyz, izz))
    turn: Quaternion = (0.0, 0.0, 0.0, 1.0)
    size = max(ixx, iyy, izz)
    # Convergence is quadratic; fifty rotations are beyond what any 3 x 3 tensor needs.
    for _ in range(50):
        p, q = _largest(rows)
        if abs(rows[p][q]) <= 1e-17 * size:
            break
        turn = _unit(quaternion_multiply(turn, _rotation(rows, p, q)))
        rows = _in_frame(inertia, turn)
    return Principal((rows[0][0], rows[1][1], rows[2][2]), turn)


def _largest(rows: tuple[Vec3, Vec3, Vec3]) -> tuple[int, int]:
    """The place of the largest product of inertia; of equal ones the last."""
    return max(((1, 2), (0, 2), (0, 1)), key=lambda place: abs(rows[place[0]][place[1]]))


def _rotation(rows: tuple[Vec3, Vec3, Vec3], p: int, q: int) -> Quaternion:
    """The turn about the third axis, by at most 45 degrees, that makes the product of ``p`` and ``q`` zero."""
    tau = (rows[q][q] - rows[p][p]) / (2.0 * rows[p][q])
    tangent = math.copysign(1.0, tau) / (abs(tau) + math.sqrt(1.0 + tau * tau))
    cosine = 1.0 / math.sqrt(1.0 + tangent * tangent)
    half = tangent * cosine / math.sqrt(2.0 * (1.0 + cosine))
    third = 3 - p - q
    # The axes p and q follow each other about the first and the third axis, and about the second the other way round.
    x, y, z = _AXES[third]
    sign = half if third == 1 else -half
    return (sign * x, sign * y, sign * z, math.sqrt((1.0 + cosine) / 2.0))


def _unit(turn: Quaternion) -> Quaternion:
    x, y, z, w = turn
    length = math.sqrt(x * x + y * y + z * z + w * w)
    return (x / length, y / length, z / length, w / length)


def _in_frame(inertia: Tensor, turn: Quaternion) -> tuple[Vec3, Vec3, Vec3]:
    """The tensor about the axes that ``turn`` turns the part's onto."""
    ixx, iyy, izz, ixy, ixz, iyz = inertia
    stated: tuple[Vec3, Vec3, Vec3] = ((ixx, ixy, ixz), (ixy, iyy, iyz), (ixz, iyz, izz))
    axes = [rotate(turn, axis) for axis in _AXES]
    images: list[Vec3] = [(dot(stated[0], axis), dot(stated[1], axis), dot(stated[2], axis)) for axis in axes]
    x, y, z = ((dot(axis, images[0]), dot(axis, images[1]), dot(axis, images[2])) for axis in axes)
    return (x, y, z)


def _balanced(moments: Vec3) -> Vec3:
    """``moments`` with the largest held to the sum of the other two, which rounding may have put just above it."""
    ordered = sorted(range(3), key=lambda i: moments[i])
    small, middle, large = ordered
    values = list(moments)
    values[large] = min(values[large], values[small] + values[middle])
    return (values[0], values[1], values[2])
