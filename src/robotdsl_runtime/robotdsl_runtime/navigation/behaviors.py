"""Single motions: turning in place by an angle, driving straight for a distance."""

from __future__ import annotations

import math

from robotdsl_runtime.geometry import Pose2, normalize_angle
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.follower import turn_rate
from robotdsl_runtime.navigation.limits import PLANNED_SHARE
from robotdsl_runtime.navigation.motion import FailureReason, Motion
from robotdsl_runtime.navigation.obstacles import Obstacles

# The speed of a straight drive unless told otherwise, m/s: that of the contract's Advance and BackUp.
DEFAULT_SPEED = 0.15
# A motion held up by something in its way for this long has failed, s; it may be passing.
BLOCKED_AFTER = 5.0
# A motion that gets nowhere for this long has failed, s.
STUCK_AFTER = 4.0
_TURNED, _DRIVEN = 0.008, 0.003
_STANDING, _STANDING_TURN = 0.02, 0.05
# A motion slowed to less than this share by what is near is held up; the noise of a scan lets one creep now and then.
_HELD_SHARE = 0.9
# What counts as getting on, rad and m.
_LEAST_TURN, _LEAST_DRIVE = 0.02, 0.01
# A wheel that sticks or slips leaves a motion without end; this many times its planned time is enough.
_PATIENCE = 10.0


class _Single(Motion):
    """A motion with so much still to go."""

    _least: float
    _noun: str

    def __init__(self, base: Base, obstacles: Obstacles) -> None:
        super().__init__(base, obstacles)
        self._start()
        self._began: float | None = None
        self._best = math.inf
        self._moving_since = 0.0
        self._held = 0.0

    def _watched(self, time: float, rest: float, planned: float, dt: float) -> bool:
        """Whether the motion goes on; fails it when it is held up, gets nowhere or takes too long."""
        if self._began is None:
            self._began = time
        if rest < self._best - self._least:
            self._best, self._moving_since, self._held = rest, time, 0.0
        elif self.share < _HELD_SHARE:
            self._held += dt
        standing = time - self._moving_since
        held = self._held > 0.5 * standing
        if held and standing > BLOCKED_AFTER:
            self._fail(FailureReason.BLOCKED, f"something is in the way of the {self._noun}")
        elif not held and standing > STUCK_AFTER:
            self._fail(FailureReason.STUCK, f"the {self._noun} makes no progress")
        elif time - self._began > 10.0 + _PATIENCE * planned:
            self._fail(FailureReason.STUCK, f"the {self._noun} takes too long")
        else:
            return True
        return False


class SpinBehavior(_Single):
    """Turns in place by ``angle``, positive to the left; more than a whole turn turns more than once."""

    _least = _LEAST_TURN
    _noun = "turn"

    def __init__(self, angle: float, base: Base, obstacles: Obstacles) -> None:
        super().__init__(base, obstacles)
        self.angle = angle
        self._turned = 0.0
        self._yaw: float | None = None

    def _wanted(self, time: float, pose: Pose2, velocity: tuple[float, float], dt: float) -> tuple[float, float]:
        if self._yaw is not None:
            self._turned += normalize_angle(pose[2] - self._yaw)
        self._yaw = pose[2]
        rest = self.angle - self._turned
        if abs(rest) < _TURNED and abs(velocity[1]) < _STANDING_TURN and abs(velocity[0]) < _STANDING:
            return self._reach()
        if not self._watched(time, abs(rest), abs(self.angle) / self.limits.turn, dt):
            return 0.0, 0.0
        if abs(velocity[0]) > _STANDING or abs(rest) < 0.5 * _TURNED:
            return 0.0, 0.0
        return 0.0, turn_rate(rest, self.limits)


class DriveBehavior(_Single):
    """Drives straight ahead by ``forward_m`` (backwards for a negative one) at ``speed``, m/s, or as fast as it may.

    ``left_m`` must be 0: a differential base does not move sideways.
    """

    _least = _LEAST_DRIVE
    _noun = "drive"

    def __init__(self, forward_m: float, left_m: float, speed: float | None, base: Base, obstacles: Obstacles) -> None:
        super().__init__(base, obstacles)
        if left_m:
            raise ValueError("this base does not move sideways")
        self.distance = forward_m
        self.speed = min(abs(speed) if speed else DEFAULT_SPEED, base.max_speed)
        self._from: Pose2 | None = None

    def _wanted(self, time: float, pose: Pose2, velocity: tuple[float, float], dt: float) -> tuple[float, float]:
        if self._from is None:
            self._from = pose
        c, s = math.cos(self._from[2]), math.sin(self._from[2])
        dx, dy = pose[0] - self._from[0], pose[1] - self._from[1]
        along, offset = c * dx + s * dy, c * dy - s * dx
        way = math.copysign(1.0, self.distance)
        rest = abs(self.distance) - way * along
        if rest < _DRIVEN and abs(velocity[0]) < _STANDING:
            return self._reach()
        if not self._watched(time, rest, abs(self.distance) / self.speed, dt) or rest < _DRIVEN:
            return 0.0, 0.0
        # What the next period and the base's lag still drive is not there to brake in.
        brake = math.sqrt(2.0 * PLANNED_SHARE * self.limits.acceleration * max(rest - 0.1 * abs(self._last[0]), 0.0))
        speed = min(self.speed, max(brake, 0.02))
        error = normalize_angle(pose[2] - self._from[2])
        turn = -way * speed * 8.0 * offset - (4.0 * speed + 0.8) * error
        return way * speed, turn
