"""The differential drive: two wheels or two rows of them, turned at the speeds that carry the base as told.

A driven wheel whose contact lies ``y`` metres to the left of the base's origin (minus: to the right) rolls at

    (v - w * y) / radius                                                                                (1)

for a base that moves ahead at ``v`` and turns to the left at ``w``: its contact's own speed over the wheel's radius.
This is the rule of ros2_controllers' ``diff_drive_controller``, as the output contract words it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# The contract: a command that nothing has renewed for half a second stops the base.
COMMAND_TIMEOUT_S = 0.5
# Wheels closer together than this cannot tell a turn from a straight motion.
_LEAST_SEPARATION_M = 1e-6


class DriveError(ValueError):
    """The drive document describes no differential drive; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class DrivenWheel:
    """A wheel that the drive turns.

    ``y`` is where it runs, metres to the left of the base's origin; ``radius`` in metres; ``max_speed`` its motor's
    speed without load at the wheel's joint, rad/s, ``None`` where nothing bounds it; ``joint`` and ``actuator`` are
    their names in the model.
    """

    component: str
    joint: str
    actuator: str
    y: float
    radius: float
    max_speed: float | None


@dataclass(frozen=True, slots=True)
class DifferentialDrive:
    """The kinematics of one base; wheel speeds come and go in the order of ``wheels``.

    ``inverse_v`` and ``inverse_w`` are the rows of the pseudo-inverse of (1), so that a base motion is two dot
    products; ``DifferentialDrive.of`` works them out.
    """

    wheels: tuple[DrivenWheel, ...]
    inverse_v: tuple[float, ...]
    inverse_w: tuple[float, ...]

    @classmethod
    def of(cls, wheels: Sequence[DrivenWheel]) -> DifferentialDrive:
        """The drive over these wheels.

        Raises ``DriveError`` when they cannot tell a turn from a straight motion, all running on one line.
        """
        if any(not (wheel.radius > 0 and math.isfinite(wheel.radius)) for wheel in wheels):
            raise DriveError("a driven wheel has no radius above 0")
        if any(wheel.max_speed is not None and not wheel.max_speed > 0 for wheel in wheels):
            raise DriveError("a driven wheel has no speed above 0")
        if not wheels or max(wheel.y for wheel in wheels) - min(wheel.y for wheel in wheels) < _LEAST_SEPARATION_M:
            raise DriveError("a differential drive needs driven wheels on two sides")
        # Least squares over the rows (1, -y) of the contact speeds: the normal equations are two by two.
        count = len(wheels)
        total = math.fsum(wheel.y for wheel in wheels)
        squares = math.fsum(wheel.y * wheel.y for wheel in wheels)
        determinant = count * squares - total * total
        return cls(
            wheels=tuple(wheels),
            inverse_v=tuple(wheel.radius * (squares - total * wheel.y) / determinant for wheel in wheels),
            inverse_w=tuple(wheel.radius * (total - count * wheel.y) / determinant for wheel in wheels),
        )

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> DifferentialDrive:
        """The drive that a ``drive.json`` (schema ``robotdsl.mjcf_drive``) states.

        Raises ``DriveError`` for another kind of base or a wheel that lacks one of its fields.
        """
        kinematics = document.get("kinematics")
        if kinematics != "differential":
            raise DriveError(f"the base is driven as {kinematics!r}, not as a differential drive")
        wheels = document.get("wheels")
        if not isinstance(wheels, list) or not wheels:
            raise DriveError("the drive names no driven wheel")
        return cls.of([_wheel(wheel) for wheel in wheels])

    def wheel_speeds(self, v: float, w: float) -> tuple[float, ...]:
        """Wheel speeds in rad/s for a motion of ``v`` m/s ahead and ``w`` rad/s to the left.

        Where a wheel would pass its ``max_speed``, all are slowed by one factor: the base goes slower round the same
        circle instead of leaving its path.
        """
        speeds = [(v - w * wheel.y) / wheel.radius for wheel in self.wheels]
        scale = 1.0
        for wheel, speed in zip(self.wheels, speeds, strict=True):
            if wheel.max_speed is not None and abs(speed) * scale > wheel.max_speed:
                scale = wheel.max_speed / abs(speed)
        if scale == 1.0:
            return tuple(speeds)
        return tuple(
            speed * scale if wheel.max_speed is None else _held(speed * scale, wheel.max_speed)
            for wheel, speed in zip(self.wheels, speeds, strict=True)
        )

    def body_motion(self, wheel_speeds: Sequence[float]) -> tuple[float, float]:
        """The motion ``(v, w)`` that fits these wheel speeds (rad/s) best: least squares over every driven wheel.

        Wheels that disagree (a skid-steer base whose wheels slip apart) are averaged by that fit; two wheels are
        met exactly.
        """
        v = w = 0.0
        for to_v, to_w, speed in zip(self.inverse_v, self.inverse_w, wheel_speeds, strict=True):
            v += to_v * speed
            w += to_w * speed
        return v, w


class DriveController:
    """Holds the command that the base follows: what was told last, for as long as it is fresh.

    A command that is not finite is dropped, as if it had never come. One older than ``timeout`` seconds stops the
    base. Time comes in with each call and is only compared, so any clock will do.
    """

    def __init__(self, drive: DifferentialDrive, timeout: float = COMMAND_TIMEOUT_S) -> None:
        self.drive = drive
        self.timeout = timeout
        self._stopped = (0.0,) * len(drive.wheels)
        self._speeds = self._stopped
        self._told_at: float | None = None

    def command(self, time: float, v: float, w: float) -> bool:
        """Take a motion of ``v`` m/s and ``w`` rad/s at ``time``; ``False`` when it was dropped as not finite."""
        if not (math.isfinite(v) and math.isfinite(w)):
            return False
        self._speeds = self.drive.wheel_speeds(v, w)
        self._told_at = time
        return True

    def wheel_speeds(self, time: float) -> tuple[float, ...]:
        """The wheel speeds to hold at ``time``, rad/s in the order of ``drive.wheels``."""
        # A command from the future is from before a reset of the clock: no more to be trusted than an old one.
        if self._told_at is None or not 0.0 <= time - self._told_at <= self.timeout:
            return self._stopped
        return self._speeds

    def reset(self) -> None:
        """Forget the command: the base stands until the next one."""
        self._speeds = self._stopped
        self._told_at = None


def _held(value: float, limit: float) -> float:
    """``value`` within ±``limit``; rounding in the common factor may leave it a hair outside."""
    return max(-limit, min(limit, value))


def _wheel(entry: object) -> DrivenWheel:
    if not isinstance(entry, Mapping):
        raise DriveError("a driven wheel is not an object of named fields")
    try:
        limit = entry["max_speed"]
        return DrivenWheel(
            component=str(entry["component"]),
            joint=str(entry["joint"]),
            actuator=str(entry["actuator"]),
            y=float(entry["y"]),
            radius=float(entry["radius"]),
            max_speed=None if limit is None else float(limit),
        )
    except KeyError as missing:
        raise DriveError(f"a driven wheel lacks its {missing.args[0]!r}") from None
    except (TypeError, ValueError):
        raise DriveError(f"driven wheel {entry.get('component')!r} states something else than a number") from None
