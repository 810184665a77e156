"""A machine's clock that goes on only as one sleeps by it."""

from __future__ import annotations


class SleptClock:
    """Call it for the time, in seconds; ``slept`` are the sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
