"""Those who look on while a run goes by: progress for a person, and what holds it to the wall clock.

Wall time is read here and in the window alone: nothing of it gets into the run or its files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from robotdsl_runtime.evaluation.progress import Progress

WallClock = Callable[[], float]
# The leaves that run, worked out when they are asked for.
Active = Callable[[], Sequence[str]]

# Seconds of simulated time between two looks at whether there is progress to show.
_SHOWN_EVERY_S = 0.1


class Monitor(Protocol):
    """Follows a run from outside. Called once each control period; must not change anything of the simulation."""

    def update(self, simulated: float, active: Active) -> None:
        """``simulated`` seconds have gone by since the start; ``active`` tells the leaves that run."""

    def close(self) -> None:
        """The run is over."""


class ProgressMonitor:
    """Shows simulated time, speed and the active leaves as the run goes."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._next = 0.0

    def update(self, simulated: float, active: Active) -> None:
        if simulated >= self._next - 1e-9:
            self._next = simulated + _SHOWN_EVERY_S
            self._progress.update(simulated, active())

    def close(self) -> None:
        self._progress.finish()


class Pacer:
    """Holds a run back to the wall clock. One that falls behind is not hurried to catch up."""

    def __init__(self, clock: WallClock = time.perf_counter, sleep: Callable[[float], None] = time.sleep) -> None:
        self._clock = clock
        self._sleep = sleep
        self._zero: float | None = None

    def update(self, simulated: float, active: Active) -> None:
        now = self._clock()
        if self._zero is None:
            self._zero = now - simulated
        ahead = self._zero + simulated - now
        if ahead > 0.0:
            self._sleep(ahead)
        else:
            self._zero -= ahead

    def close(self) -> None:
        return None
