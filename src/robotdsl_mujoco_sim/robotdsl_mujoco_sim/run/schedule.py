"""When what is due: rates as whole numbers of simulation steps, so that nothing drifts."""

from __future__ import annotations


class Periodic:
    """Falls due every ``period`` steps, first at ``start``. Whoever asks less often than that finds it due once."""

    __slots__ = ("due", "period")

    def __init__(self, period: int, start: int) -> None:
        self.period = period
        self.due = start

    @classmethod
    def at_rate(cls, rate_hz: float, timestep: float, start: int) -> Periodic:
        """The whole number of steps that comes nearest to ``rate_hz``, one at least."""
        return cls(max(1, round(1.0 / (rate_hz * timestep))), start)

    def falls_on(self, step: int) -> bool:
        """Whether it has fallen due by ``step`` since it was last asked for."""
        if step < self.due:
            return False
        self.due += (step - self.due) // self.period * self.period + self.period
        return True
