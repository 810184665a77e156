"""When what is due, in whole steps."""

from __future__ import annotations


class Rate:
    """Falls due at the whole steps that come nearest to the multiples of a period: right on average, whatever the rate,
    and exactly even where the period is a whole number of steps.
    """

    __slots__ = ("_next", "_period", "_start", "due")

    def __init__(self, rate_hz: float, steps_per_second: float) -> None:
        """``ValueError`` for a rate that is not above 0."""
        if not rate_hz > 0.0:
            raise ValueError(f"a rate is above 0 Hz, and not {rate_hz}")
        # No more than once a step.
        self._period = max(1.0, steps_per_second / rate_hz)
        self.restart(0)

    def restart(self, step: int) -> None:
        """The first one falls due a period after ``step``."""
        self._start, self._next = step, 1
        self.due = step + round(self._period)

    def falls_on(self, step: int) -> bool:
        """Whether it has fallen due by ``step`` since it was last asked for."""
        if step < self.due:
            return False
        self._next = max(self._next + 1, int((step - self._start) / self._period))
        while self._start + round(self._next * self._period) <= step:
            self._next += 1
        self.due = self._start + round(self._next * self._period)
        return True
