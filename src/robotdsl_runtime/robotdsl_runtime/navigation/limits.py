"""How fast the navigator lets a base move: its own limits, held to what a run at 20 commands a second follows."""

from __future__ import annotations

from dataclasses import dataclass

from robotdsl_runtime.navigation.base import Base

# Beyond these the navigator has no use for a fast base: indoors, with a scan every 0.1 s and a command every 0.05 s, a
# turn of 1.8 rad/s moves the world by 10 degrees between two scans.
TOP_SPEED = 1.0
TOP_TURN = 1.8
TOP_ACCELERATION = 1.0
TOP_TURN_ACCELERATION = 4.0
# The share of the accelerations that plans use; the rest is left to steering.
PLANNED_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Limits:
    """Speeds in m/s and rad/s, accelerations per second more. Driving and turning share the wheels' speed: together
    ``|v| / speed + |w| / turn`` stays within 1 where both are the wheels' own limits.
    """

    speed: float
    turn: float
    acceleration: float
    turn_acceleration: float
    wheel_speed: float
    wheel_turn: float

    @staticmethod
    def of(base: Base) -> Limits:
        return Limits(
            min(base.max_speed, TOP_SPEED),
            min(base.max_turn, TOP_TURN),
            min(base.max_acceleration, TOP_ACCELERATION),
            min(base.max_turn_acceleration, TOP_TURN_ACCELERATION),
            base.max_speed,
            base.max_turn,
        )

    def shared(self, v: float, w: float) -> tuple[float, float]:
        """``(v, w)`` on the same arc, slowed until every limit is kept."""
        share = max(
            abs(v) / self.speed,
            abs(w) / self.turn,
            abs(v) / self.wheel_speed + abs(w) / self.wheel_turn,
            1.0,
        )
        return v / share, w / share


@dataclass(frozen=True, slots=True)
class Command:
    """What the base is told: ``v`` ahead and ``left`` to the left in m/s, ``w`` to the left in rad/s."""

    v: float
    w: float
    left: float = 0.0


STAND = Command(0.0, 0.0)


def toward(now: float, target: float, step: float) -> float:
    """``target``, or as near to it as ``step`` from ``now`` allows."""
    return min(max(target, now - step), now + step)
