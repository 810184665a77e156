"""The steering drive: a car or a tricycle, whose wheels run on circles about one point of its unsteered axle.

With the base moving ahead at ``v`` and turning to the left at ``w``, measured at the middle of the unsteered axle, the
point (x, y) of the base moves at

    (v - w y,  w (x - axle_x))                                                                          (1)

A kingpin there turns to that direction, and a wheel there rolls at that speed; a wheel that stands ``offset`` to the
left of its kingpin along its axle rolls slower by ``w offset``. So every wheel follows its own circle about the turning
centre, as the output contract words it. A base cannot turn tighter than its kingpins reach: ``|w|`` is held to
``|v| / min_turning_radius``, so that it drives on at its speed along its tightest circle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from robotdsl_runtime.kinematics.actuation import (
    STANDSTILL,
    Actuation,
    Belt,
    DriveError,
    DrivenWheel,
    Kingpin,
    Motion,
    within_limits,
)
from robotdsl_runtime.kinematics.fields import Entry, entries, kingpin, number, wheel

# A radius below this is none: the kingpins turn by a quarter, and the base can turn about its axle's middle.
_NO_RADIUS_M = 1e-9
# A kingpin nearer to the axle than this steers nothing; a wheel nearer to a kingpin's place is that kingpin's.
_NEAR_M = 1e-6


@dataclass(frozen=True, slots=True)
class PathWheel:
    """Where a driven wheel runs: ``x`` and ``y`` (m, in the base's frame) are its kingpin's place when it steers, else
    its own; ``kingpin`` is the index of that kingpin.
    """

    x: float
    y: float
    offset: float
    kingpin: int | None


@dataclass(frozen=True, slots=True)
class SteeringDrive:
    """The kinematics of one base; ``paths`` in the order of ``wheels``, ``axle_x`` and the radius in metres."""

    axle_x: float
    min_turning_radius: float
    wheels: tuple[DrivenWheel, ...]
    paths: tuple[PathWheel, ...]
    kingpins: tuple[Kingpin, ...]
    belts: tuple[Belt, ...] = ()

    def command(self, motion: Motion, kingpins: Sequence[float] = ()) -> Actuation:
        """``left`` of the motion is nothing that the base can do, and a turn without a speed is none either, unless
        its kingpins turn by a quarter. At a standstill the kingpins keep their angles.
        """
        v, _, w = motion
        if self.min_turning_radius > _NO_RADIUS_M:
            tightest = abs(v) / self.min_turning_radius
            w = max(-tightest, min(tightest, w))
        if v == 0.0 and w == 0.0:
            held = tuple(kingpins) or (0.0,) * len(self.kingpins)
            return Actuation((0.0,) * len(self.wheels), held)
        angles = [
            pin.sign * max(-pin.limit, min(pin.limit, self._heading(v, w, pin.x, pin.y)[0])) for pin in self.kingpins
        ]
        speeds = [
            (self._heading(v, w, path.x, path.y)[1] - w * path.offset) / driven.radius
            for driven, path in zip(self.wheels, self.paths, strict=True)
        ]
        return Actuation(within_limits(self.wheels, speeds), tuple(angles))

    def motion(self, measured: Actuation) -> Motion:
        """The motion that fits best, by least squares: each driven wheel rolls along the way that it points, and no
        kingpin's wheel moves across it.
        """
        headings = [pin.sign * angle for pin, angle in zip(self.kingpins, measured.kingpins, strict=True)]
        # Rows a v + b w = c, in m/s; the normal equations are two by two.
        aa = ab = bb = ac = bc = 0.0
        for driven, path, speed in zip(self.wheels, self.paths, measured.wheels, strict=True):
            heading = 0.0 if path.kingpin is None else headings[path.kingpin]
            a = math.cos(heading)
            b = (path.x - self.axle_x) * math.sin(heading) - path.y * a - path.offset
            c = driven.radius * speed
            aa, ab, bb, ac, bc = aa + a * a, ab + a * b, bb + b * b, ac + a * c, bc + b * c
        for pin, heading in zip(self.kingpins, headings, strict=True):
            a = -math.sin(heading)
            b = (pin.x - self.axle_x) * math.cos(heading) - pin.y * a
            aa, ab, bb = aa + a * a, ab + a * b, bb + b * b
        determinant = aa * bb - ab * ab
        # Wheels that can roll no way at all, each pointing across the others' circles.
        if determinant <= _NEAR_M * _NEAR_M:
            return STANDSTILL
        return (ac * bb - bc * ab) / determinant, 0.0, (bc * aa - ac * ab) / determinant

    def _heading(self, v: float, w: float, x: float, y: float) -> tuple[float, float]:
        """The direction of the motion (1) within a quarter turn of straight ahead, rad, and the speed along it, m/s:
        negative where the point moves backwards.
        """
        along, across = v - w * y, w * (x - self.axle_x)
        speed = math.hypot(along, across)
        if along < 0.0:
            return math.atan2(-across, -along), -speed
        return math.atan2(across, along), speed


def steering_drive(document: Entry) -> SteeringDrive:
    """Raises ``DriveError`` for a field that is missing or no number, and a kingpin that steers nothing."""
    axle_x = number(document, "axle_x", "drive")
    radius = number(document, "min_turning_radius", "drive")
    if radius < 0.0:
        raise DriveError(f"the drive: min_turning_radius is {radius:g}, below 0")
    kingpins = tuple(kingpin(entry) for entry in entries(document, "kingpins", "kingpin"))
    for pin in kingpins:
        if abs(pin.x - axle_x) < _NEAR_M:
            raise DriveError(f"kingpin {pin.component!r} stands on the unsteered axle and steers nothing")
    found = entries(document, "wheels", "driven wheel")
    return SteeringDrive(
        axle_x=axle_x,
        min_turning_radius=radius,
        wheels=tuple(wheel(entry) for entry in found),
        paths=tuple(_path(entry, kingpins) for entry in found),
        kingpins=kingpins,
    )


def _path(entry: Entry, kingpins: Sequence[Kingpin]) -> PathWheel:
    x, y, offset = (number(entry, key, "driven wheel") for key in ("x", "y", "offset"))
    steered = (index for index, pin in enumerate(kingpins) if math.hypot(pin.x - x, pin.y - y) < _NEAR_M)
    return PathWheel(x, y, offset, next(steered, None))
