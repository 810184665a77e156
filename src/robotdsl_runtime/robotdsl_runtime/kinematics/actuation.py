"""What a base moves by and what is said of it: wheels, kingpins and belts, their commands, and the base's motion.

A base's motion is ``(v, left, w)``: m/s ahead, m/s to the left and rad/s to the left, of the point that the base turns
about (the middle of a car's unsteered axle, the middle between the wheels of other wheeled bases), in the base's frame.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Motion = tuple[float, float, float]
STANDSTILL: Motion = (0.0, 0.0, 0.0)


class DriveError(ValueError):
    """The drive document describes no drive; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class DrivenWheel:
    """A wheel that the drive turns.

    ``radius`` in metres; ``max_speed`` its motor's speed without load at the wheel's joint, rad/s, ``None`` where
    nothing bounds it; ``joint`` and ``actuator`` are their names in the model.
    """

    component: str
    joint: str
    actuator: str
    radius: float
    max_speed: float | None


@dataclass(frozen=True, slots=True)
class Kingpin:
    """An upright joint that steers by at most ``limit`` rad to each side; ``x`` and ``y`` in the base's frame, metres.

    ``sign`` is -1 where the joint's axis points down, so that a positive angle of the joint steers to the right.
    """

    component: str
    joint: str
    actuator: str
    x: float
    y: float
    limit: float
    sign: float


@dataclass(frozen=True, slots=True)
class Belt:
    """A track's belt: the surface of ``body``'s shapes moves, at ``max_speed`` m/s at most (``None``: unbounded)."""

    component: str
    body: str
    max_speed: float | None


@dataclass(frozen=True, slots=True)
class Actuation:
    """What a base's wheels, kingpins and belts do, told or measured, each in the order of its drive.

    ``wheels``: rad/s; ``kingpins``: the angles of their joints, rad; ``belts``: the motion ``(v, w)``, m/s and rad/s,
    that the surfaces of the belts carry the base in.
    """

    wheels: tuple[float, ...] = ()
    kingpins: tuple[float, ...] = ()
    belts: tuple[float, float] = (0.0, 0.0)

    @property
    def finite(self) -> bool:
        return all(map(math.isfinite, (*self.wheels, *self.kingpins, *self.belts)))


def within_limits(wheels: Sequence[DrivenWheel], speeds: Sequence[float]) -> tuple[float, ...]:
    """``speeds`` (rad/s), all slowed by one factor where a wheel would pass its ``max_speed``.

    One factor for all keeps the base on its path: it goes slower round the same circle.
    """
    scale = 1.0
    for wheel, speed in zip(wheels, speeds, strict=True):
        if wheel.max_speed is not None and abs(speed) * scale > wheel.max_speed:
            scale = wheel.max_speed / abs(speed)
    # A speed without bounds cannot be slowed by a factor: it stays for whoever takes the command to drop.
    if scale in (1.0, 0.0):
        return tuple(speeds)
    # Rounding in the common factor may leave one a hair outside.
    return tuple(
        speed * scale if wheel.max_speed is None else max(-wheel.max_speed, min(wheel.max_speed, speed * scale))
        for wheel, speed in zip(wheels, speeds, strict=True)
    )
