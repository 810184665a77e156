"""A part's inertia tensor the way MuJoCo takes it without working on it again.

Given a full tensor, MuJoCo decomposes it and then checks that the largest principal moment is no more than the sum of
the other two. For a thin part, whose moments meet that bound exactly, its rounding alone breaks the check and the
model does not load. The tensor is therefore decomposed here and the bound kept to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from robotdsl_compiler.model.geometry import Quaternion, Vec3

Matrix = list[list[float]]
Tensor = tuple[float, float, float, float, float, float]

# MuJoCo raises a body to these: the boundmass (kg) and boundinertia (kg m²) of the scene's compiler element.
LEAST_MASS = 0.001
LEAST_MOMENT = 1e-6


@dataclass(frozen=True, slots=True)
class Principal:
    """Principal ``moments`` (kg m²) about the axes that ``orientation`` turns the part's frame onto."""

    moments: Vec3
    orientation: Quaternion


def principal_inertia(inertia: Tensor) -> Principal:
    """The principal moments of a tensor given as ixx, iyy, izz, ixy, ixz, iyz, those that were worked out to 12
    significant digits, which their rounding does not reach.
    """
    principal = _decomposed(inertia)
    if not _is_diagonal(inertia):
        principal = Principal(_each(_rounded, principal.moments), principal.orientation)
    return Principal(_balanced(principal.moments), principal.orientation)


def exact_inertia(inertia: Tensor) -> Principal:
    """The same to the last digit, each moment raised to MuJoCo's least."""
    principal = _decomposed(inertia)
    raised = _each(lambda moment: max(moment, LEAST_MOMENT), principal.moments)
    return Principal(_balanced(raised), principal.orientation)


def _is_diagonal(inertia: Tensor) -> bool:
    return not any(inertia[3:])


def _each(change: Callable[[float], float], moments: Vec3) -> Vec3:
    x, y, z = moments
    return (change(x), change(y), change(z))


def _decomposed(inertia: Tensor) -> Principal:
    """A diagonal tensor comes back as it is; any other is turned by cyclic Jacobi rotations, which keep the axes
    perpendicular to machine precision (Golub and Van Loan, Matrix Computations, section 8.5).
    """
    ixx, iyy, izz, ixy, ixz, iyz = inertia
    if _is_diagonal(inertia):
        return Principal((ixx, iyy, izz), (0.0, 0.0, 0.0, 1.0))
    tensor = [[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]]
    axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    size = max(ixx, iyy, izz)
    # Convergence is quadratic; a dozen sweeps is beyond what any 3 x 3 tensor needs.
    for _ in range(12):
        if max(abs(tensor[0][1]), abs(tensor[0][2]), abs(tensor[1][2])) <= 1e-17 * size:
            break
        for p, q in ((0, 1), (0, 2), (1, 2)):
            _rotate(tensor, axes, p, q)
    return Principal((tensor[0][0], tensor[1][1], tensor[2][2]), _quaternion(axes))


def _rounded(moment: float) -> float:
    """To 12 significant digits, which the rounding of the rotations does not reach."""
    return float(f"{moment:.12g}")


def _rotate(a: Matrix, v: Matrix, p: int, q: int) -> None:
    """One Jacobi rotation in the plane of ``p`` and ``q``: zeroes ``a[p][q]`` and gathers the turn in ``v``."""
    if a[p][q] == 0.0:
        return
    theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q])
    t = math.copysign(1.0, theta) / (abs(theta) + math.hypot(theta, 1.0))
    c = 1.0 / math.hypot(t, 1.0)
    s = t * c
    for k in range(3):
        a[k][p], a[k][q] = c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]
    for k in range(3):
        a[p][k], a[q][k] = c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]
    for k in range(3):
        v[k][p], v[k][q] = c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]


def _balanced(moments: Vec3) -> Vec3:
    """``moments`` with the largest held to the sum of the other two, which rounding may have put just above it."""
    ordered = sorted(range(3), key=lambda i: moments[i])
    small, middle, large = ordered
    values = list(moments)
    values[large] = min(values[large], values[small] + values[middle])
    return (values[0], values[1], values[2])


def _quaternion(axes: Matrix) -> Quaternion:
    """The quaternion of a rotation matrix whose columns are ``axes`` (Shepperd's method)."""
    m = axes
    trace = m[0][0] + m[1][1] + m[2][2]
    if trace > 0.0:
        s = 2.0 * math.sqrt(1.0 + trace)
        return ((m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s, s / 4.0)
    i = max(range(3), key=lambda k: m[k][k])
    j, k = (i + 1) % 3, (i + 2) % 3
    s = 2.0 * math.sqrt(1.0 + m[i][i] - m[j][j] - m[k][k])
    vector = [0.0, 0.0, 0.0]
    vector[i] = s / 4.0
    vector[j] = (m[j][i] + m[i][j]) / s
    vector[k] = (m[k][i] + m[i][k]) / s
    return (vector[0], vector[1], vector[2], (m[k][j] - m[j][k]) / s)
