"""What a rigid body's numbers must satisfy to be those of a body: an inertia tensor, and the corners of a solid."""

from __future__ import annotations

import math
from collections.abc import Sequence

from robotdsl_compiler.model.geometry import Vec3, cross, dot, norm, sub

# Rounding allowed in the triangle inequality, as a share of the largest moment: a flat plate meets it exactly.
_ROUNDING = 1e-9
# How thin a solid's corners may lie, as a share of its largest extent.
_FLATNESS = 1e-6


def principal_moments(inertia: Sequence[float]) -> tuple[float, float, float]:
    """The principal moments, in ascending order, of an inertia tensor ixx, iyy, izz, ixy, ixz, iyz in kg m².

    Cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, 8.5), exact for a diagonal tensor.
    """
    ixx, iyy, izz, ixy, ixz, iyz = inertia
    a = [[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]]
    for _ in range(32):
        if max(abs(a[0][1]), abs(a[0][2]), abs(a[1][2])) <= 1e-18 * max(abs(a[i][i]) for i in range(3)):
            break
        for p, q in ((0, 1), (0, 2), (1, 2)):
            if a[p][q] == 0.0:
                continue
            tau = (a[q][q] - a[p][p]) / (2.0 * a[p][q])
            t = math.copysign(1.0, tau) / (abs(tau) + math.hypot(1.0, tau))
            c = 1.0 / math.hypot(1.0, t)
            s = t * c
            for k in range(3):
                a[k][p], a[k][q] = c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]
            for k in range(3):
                a[p][k], a[q][k] = c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]
    first, second, third = sorted(a[i][i] for i in range(3))
    return (first, second, third)


def inertia_fault(inertia: Sequence[float]) -> str | None:
    """What is wrong with an inertia tensor, or ``None`` when a body can have it."""
    low, middle, high = principal_moments(inertia)
    if not low > 0.0:
        return f"the least principal moment is {low:.4g}, which is not above zero"
    if high > (low + middle) * (1.0 + _ROUNDING):
        return f"the largest principal moment, {high:.4g}, is more than the sum of the other two, {low + middle:.4g}"
    return None


def is_solid(corners: Sequence[Vec3]) -> bool:
    """Whether the points span space: four of them at least, not all in one plane."""
    if len(corners) < 4:
        return False
    origin = corners[0]
    along = max((sub(p, origin) for p in corners), key=norm)
    extent = norm(along)
    if extent == 0.0:
        return False
    normal = max((cross(along, sub(p, origin)) for p in corners), key=norm)
    area = norm(normal)
    if area <= _FLATNESS * extent * extent:
        return False
    height = max(abs(dot(normal, sub(p, origin))) for p in corners) / area
    return height > _FLATNESS * extent
