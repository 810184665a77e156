"""How fast the navigator lets a base move: its own limits, held to what a run at 20 commands a second follows."""

from __future__ import annotations

import math
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
# A base that steers by a quarter turn could turn in place; it is driven round circles of this radius at the least, m.
_LEAST_RADIUS = 0.1
# Slower than this, m/s, a base is steered as quickly as at this speed.
_STEERED_AT = 0.1


# How a base moves: m/s ahead, m/s to the left, rad/s to the left.
Velocity = tuple[float, float, float]
STANDING: Velocity = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Limits:
    """Speeds in m/s and rad/s, accelerations per second more. Driving, moving sideways and turning share the wheels'
    speed: together ``|v| / wheel_speed + |left| / side + |w| / wheel_turn`` stays within 1 where these are the wheels'
    own limits. A steering base turns by ``curvature`` per metre of its way at the most (1/m); of any other base the
    curvature is infinite. ``side`` is 0 for a base that does not move sideways.
    """

    speed: float
    turn: float
    acceleration: float
    turn_acceleration: float
    wheel_speed: float
    wheel_turn: float
    side: float = 0.0
    curvature: float = math.inf

    @staticmethod
    def of(base: Base) -> Limits:
        return Limits(
            min(base.max_speed, TOP_SPEED),
            min(base.max_turn, TOP_TURN),
            min(base.max_acceleration, TOP_ACCELERATION),
            min(base.max_turn_acceleration, TOP_TURN_ACCELERATION),
            base.max_speed,
            # The wheels of a steering base roll along its way: a turn takes none of their speed.
            math.inf if base.steers else base.max_turn,
            base.max_side_speed if base.holonomic else 0.0,
            1.0 / max(base.min_turning_radius, _LEAST_RADIUS) if base.steers else math.inf,
        )

    @property
    def steers(self) -> bool:
        return self.curvature < math.inf

    def shared(self, v: float, left: float, w: float) -> Velocity:
        """The motion on the same path, slowed until every limit is kept; of a steering base, on a path that it can
        steer.
        """
        if self.steers:
            most = self.curvature * abs(v)
            w = min(max(w, -most), most)
        side = abs(left) / self.side if left else 0.0
        share = max(
            abs(v) / self.speed,
            abs(w) / self.turn,
            side,
            abs(v) / self.wheel_speed + side + abs(w) / self.wheel_turn,
            1.0,
        )
        return v / share, left / share, w / share

    def ramped(self, wanted: Velocity, last: Velocity, dt: float) -> Velocity:
        """The wanted motion as far as the accelerations reach within ``dt`` seconds from what was told last.

        A steering base is steered to the wanted path no faster than its turning acceleration allows, and keeps to its
        present one as it stops.
        """
        v, left, w = self.shared(*wanted)
        reached = toward(last[0], v, self.acceleration * dt)
        if self.steers:
            bend = last[2] / last[0] if last[0] else 0.0
            if v:
                # Standing, its wheels are free to turn to where they are to go.
                step = self.turn_acceleration * dt / max(abs(reached), _STEERED_AT) if last[0] else math.inf
                bend = toward(bend, w / v, step)
            return reached, 0.0, bend * reached
        turned = toward(last[2], w, self.turn_acceleration * dt)
        if not (left or last[1]):
            return reached, 0.0, turned
        # The speed's direction changes on the straight way from one to the other.
        change = math.hypot(v - last[0], left - last[1])
        share = min(1.0, self.acceleration * dt / change) if change else 1.0
        return last[0] + share * (v - last[0]), last[1] + share * (left - last[1]), turned

    def stopping(self, motion: Velocity, reaction: float) -> tuple[Velocity, float]:
        """How far the base moves and turns, (m, m, rad), until it stands when it brakes after ``reaction`` seconds,
        and how long it brakes, s.
        """
        v, left, w = motion
        brake = math.hypot(v, left) / self.acceleration
        turning = brake if self.steers else abs(w) / self.turn_acceleration
        straight = reaction + 0.5 * brake
        return (v * straight, left * straight, w * (reaction + 0.5 * turning)), max(brake, turning)


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
