"""Drives whose wheels each turn at a fixed row times the base's motion: the differential and the holonomic ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from robotdsl_runtime.kinematics.actuation import (
    Actuation,
    Belt,
    DriveError,
    DrivenWheel,
    Kingpin,
    Motion,
    within_limits,
)

Row = tuple[float, float, float]
# Motions that the wheels tell apart by less than this, in metres per metre or radian, they do not tell apart.
_LEAST_EFFECT = 1e-6


@dataclass(frozen=True, slots=True)
class RowDrive:
    """The kinematics of one base: ``rows[i]`` dotted with ``(v, left, w)`` is the speed of ``wheels[i]`` in rad/s.

    ``inverse`` holds, for each term of the motion, the weights that find it from the wheel speeds; ``RowDrive.of``
    works them out.
    """

    wheels: tuple[DrivenWheel, ...]
    rows: tuple[Row, ...]
    inverse: tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
    kingpins: tuple[Kingpin, ...] = ()
    belts: tuple[Belt, ...] = ()

    @classmethod
    def of(cls, wheels: Sequence[DrivenWheel], rows: Sequence[Row], unknown: str) -> RowDrive:
        """The drive over these wheels and rows.

        A term of the motion that no row has is no motion of the base and is always 0. Raises ``DriveError`` with
        ``unknown`` when the wheels cannot tell the other terms apart.
        """
        # In metres per second at the rim, so that wheels of different radii count alike.
        matrix = np.array(rows, dtype=np.float64).reshape(-1, 3) * np.array([[wheel.radius] for wheel in wheels])
        terms = np.flatnonzero(np.any(matrix != 0.0, axis=0))
        if len(terms) == 0 or np.linalg.matrix_rank(matrix[:, terms], tol=_LEAST_EFFECT) < len(terms):
            raise DriveError(unknown)
        inverse = np.zeros((3, len(wheels)))
        inverse[terms] = np.linalg.pinv(matrix[:, terms])
        inverse *= [wheel.radius for wheel in wheels]
        ahead, left, turn = (tuple(weights) for weights in inverse.tolist())
        return cls(tuple(wheels), tuple(rows), (ahead, left, turn))

    def command(self, motion: Motion, kingpins: Sequence[float] = ()) -> Actuation:
        v, left, w = motion
        speeds = [a * v + b * left + c * w for a, b, c in self.rows]
        return Actuation(wheels=within_limits(self.wheels, speeds))

    def motion(self, measured: Actuation) -> Motion:
        """The motion that fits the wheels' speeds best: least squares over what every driven wheel rolls.

        Wheels that disagree (on a skid-steer base they slip apart) are averaged by that fit.
        """
        v = left = w = 0.0
        for to_v, to_left, to_w, speed in zip(*self.inverse, measured.wheels, strict=True):
            v += to_v * speed
            left += to_left * speed
            w += to_w * speed
        return v, left, w
