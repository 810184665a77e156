"""Holds the command that a base follows, for as long as it is fresh."""

from __future__ import annotations

import math

from robotdsl_runtime.kinematics.actuation import STANDSTILL, Actuation
from robotdsl_runtime.kinematics.drive import Drive

# The contract: a command that nothing has renewed for half a second stops the base.
COMMAND_TIMEOUT_S = 0.5


class DriveController:
    """What a base was told last, for as long as it is fresh.

    A command that is not finite is dropped, as if it had never come. One older than ``timeout`` seconds stops the
    base; its kingpins keep the angles that it had. Time comes in with each call and is only compared, so any clock
    will do.
    """

    def __init__(self, drive: Drive, timeout: float = COMMAND_TIMEOUT_S) -> None:
        self.drive = drive
        self.timeout = timeout
        self._told_at: float | None = None
        self._told = self._stopped = drive.command(STANDSTILL)

    def command(self, time: float, v: float, left: float, w: float) -> bool:
        """Take a motion of ``v`` m/s ahead, ``left`` m/s to the left and ``w`` rad/s to the left at ``time``; ``False``
        when it was dropped as not finite.
        """
        if not (math.isfinite(v) and math.isfinite(left) and math.isfinite(w)):
            return False
        told = self.drive.command((v, left, w), self._told.kingpins)
        # A motion near the end of the numbers makes wheel speeds beyond it.
        if not told.finite:
            return False
        self._told = told
        self._stopped = self.drive.command(STANDSTILL, self._told.kingpins)
        self._told_at = time
        return True

    def actuation(self, time: float) -> Actuation:
        """What the wheels, kingpins and belts are to do at ``time``."""
        # A command from the future is from before a reset of the clock: no more to be trusted than an old one.
        if self._told_at is None or not 0.0 <= time - self._told_at <= self.timeout:
            return self._stopped
        return self._told

    def stop(self) -> None:
        """Forget the command: the base stands, steered as it is, until the next one."""
        self._told_at = None

    def reset(self) -> None:
        """Forget the command: the base stands, steered straight ahead, until the next one."""
        self._told = self._stopped = self.drive.command(STANDSTILL)
        self._told_at = None
