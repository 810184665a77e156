"""The simulation held to the wall clock. Of the node's modules this one alone reads it."""

from __future__ import annotations

import time
from collections.abc import Callable

WallClock = Callable[[], float]
# So much lateness, s, is caught up with: what a sleep takes too long. More is forgotten, or the robot would be hurried.
FORGIVEN_S = 0.005
# How long, in s of the wall clock, the factor that was reached is taken over.
WINDOW_S = 2.0
# A factor below this share of the one asked for is worth saying.
SLOW = 0.95
# At most so long, s of the wall clock, is waited before it is looked whether something else was asked for.
PATIENCE_S = 0.1


class Pacer:
    """Holds simulated time to ``factor`` times the wall clock; 0 holds nothing back.

    A simulation that falls behind goes on at the asked pace from where it is: it never runs faster to catch up.
    """

    def __init__(
        self, factor: float, clock: WallClock = time.perf_counter, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._factor = factor
        self._zero: tuple[float, float] | None = None
        self._window: tuple[float, float] | None = None
        # How late the last step was, s of the wall clock.
        self.lateness = 0.0

    @property
    def factor(self) -> float:
        return self._factor

    @factor.setter
    def factor(self, factor: float) -> None:
        self._factor = factor
        self.rest()

    def rest(self) -> None:
        """Begin anew: simulated time has stood still, or was set back."""
        self._zero = self._window = None

    def hold(self, simulated: float) -> bool:
        """Wait until the wall clock reaches ``simulated`` seconds, ``PATIENCE_S`` at most; whether it has."""
        if self._factor == 0.0:
            self._zero = None
            return True
        now = self._clock()
        if self._zero is None:
            self._zero = (now, simulated)
        wall, start = self._zero
        due = wall + (simulated - start) / self._factor
        if due - now > PATIENCE_S:
            self._sleep(PATIENCE_S)
            return False
        if due > now:
            self._sleep(due - now)
            now = self._clock()
        self.lateness = max(0.0, now - due)
        if self.lateness > FORGIVEN_S:
            self._zero = (now - FORGIVEN_S, simulated)
        return True

    def reached(self, simulated: float) -> float | None:
        """The factor reached over the window that has just gone by; ``None`` while it lasts."""
        now = self._clock()
        if self._window is None:
            self._window = (now, simulated)
        wall, start = self._window
        if now - wall < WINDOW_S:
            return None
        self._window = (now, simulated)
        return (simulated - start) / (now - wall)
