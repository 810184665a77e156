"""Rigid bodies by mass, centre and inertia, added up exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from robotdsl_compiler.model.geometry import Pose, Vec3, add, dot, scale, sub

Tensor = tuple[float, float, float, float, float, float]
_AXES: tuple[Vec3, Vec3, Vec3] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
# Where ixx, iyy, izz, ixy, ixz, iyz stand in the matrix.
_PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


@dataclass(frozen=True, slots=True)
class Body:
    """``mass`` in kg, ``center`` of mass in metres, ``inertia`` about it as ixx, iyy, izz, ixy, ixz, iyz in kg m²,
    all along the axes of one frame.
    """

    mass: float
    center: Vec3
    inertia: Tensor


def turned(tensor: Tensor, pose: Pose) -> Tensor:
    """The tensor along the axes of the frame in which ``pose`` is stated: R I Rᵀ."""
    xx, yy, zz, xy, xz, yz = tensor
    rows = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    back = pose.inverse()
    # The row of R that belongs to an axis of the outer frame is that axis seen from the inner one.
    r = [back.turn(axis) for axis in _AXES]
    applied = [(dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)) for v in r]
    values = [dot(r[i], applied[j]) for i, j in _PLACES]
    return (values[0], values[1], values[2], values[3], values[4], values[5])


def moved(body: Body, pose: Pose) -> Body:
    """The body whose frame stands at ``pose``, in the frame in which that is stated."""
    return Body(body.mass, pose.apply(body.center), turned(body.inertia, pose))


def together(bodies: Iterable[Body]) -> Body:
    """The one rigid body of several, by the parallel-axis theorem; one of negative mass is taken out again. Raises
    ``ZeroDivisionError`` where the masses add up to nothing.
    """
    parts = list(bodies)
    mass = sum(b.mass for b in parts)
    moment: Vec3 = (0.0, 0.0, 0.0)
    for body in parts:
        moment = add(moment, scale(body.center, body.mass))
    center = scale(moment, 1.0 / mass)
    total = [0.0] * 6
    for body in parts:
        d = sub(body.center, center)
        square = dot(d, d)
        for k, (i, j) in enumerate(_PLACES):
            total[k] += body.inertia[k] + body.mass * ((square if i == j else 0.0) - d[i] * d[j])
    return Body(mass, center, (total[0], total[1], total[2], total[3], total[4], total[5]))


def ball(mass: float, radius: float, center: Vec3 = (0.0, 0.0, 0.0)) -> Body:
    """A uniform ball: 2/5 m r²."""
    moment = 0.4 * mass * radius * radius
    return Body(mass, center, (moment, moment, moment, 0.0, 0.0, 0.0))


def box_inertia(mass: float, size: Vec3) -> Tensor:
    """Of a uniform box about its centre: m (a² + b²) / 12."""
    x, y, z = (side * side * mass / 12.0 for side in size)
    return (y + z, x + z, x + y, 0.0, 0.0, 0.0)
