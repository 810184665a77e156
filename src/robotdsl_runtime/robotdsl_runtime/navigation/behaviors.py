"""Single motions: turning in place by an angle, moving straight for a distance."""

from __future__ import annotations

import math

from robotdsl_runtime.geometry import Pose2, normalize_angle
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.follower import turn_rate
from robotdsl_runtime.navigation.limits import PLANNED_SHARE, STANDING, Velocity
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
# How soon a base that moves sideways makes up for an offset and a heading error, 1/s.
_ACROSS_GAIN, _HEADING_GAIN = 2.0, 2.0


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

    def _wanted(self, time: float, pose: Pose2, velocity: Velocity, dt: float) -> Velocity:
        if self._yaw is not None:
            self._turned += normalize_angle(pose[2] - self._yaw)
        self._yaw = pose[2]
        rest = self.angle - self._turned
        if abs(rest) < _TURNED and abs(velocity[2]) < _STANDING_TURN and _speed(velocity) < _STANDING:
            return self._reach()
        if not self._watched(time, abs(rest), abs(self.angle) / self.limits.turn, dt):
            return STANDING
        if _speed(velocity) > _STANDING or abs(rest) < 0.5 * _TURNED:
            return STANDING
        return 0.0, 0.0, turn_rate(rest, self.limits)


class DriveBehavior(_Single):
    """Moves straight by ``forward_m`` ahead (negative: back) and ``left_m`` to the left (negative: right) at
    ``speed``, m/s, or as fast as it may. The heading stays.

    ``left_m`` must be 0 for a base that does not move sideways.
    """

    _least = _LEAST_DRIVE
    _noun = "drive"

    def __init__(self, forward_m: float, left_m: float, speed: float | None, base: Base, obstacles: Obstacles) -> None:
        super().__init__(base, obstacles)
        if left_m and not base.holonomic:
            raise ValueError("this base does not move sideways")
        self.distance = math.hypot(forward_m, left_m)
        # The direction of the drive in the robot's frame; standing still is a drive ahead by nothing.
        size = self.distance or 1.0
        self._ahead, self._left = (forward_m / size, left_m / size) if self.distance else (1.0, 0.0)
        if left_m:
            self._noun = "sideways drive"
        most = min(base.max_speed, base.max_side_speed) if left_m else base.max_speed
        self.speed = min(abs(speed) if speed else DEFAULT_SPEED, most)
        self._from: Pose2 | None = None

    def _wanted(self, time: float, pose: Pose2, velocity: Velocity, dt: float) -> Velocity:
        if self._from is None:
            self._from = pose
        c, s = math.cos(self._from[2]), math.sin(self._from[2])
        gone_x, gone_y = pose[0] - self._from[0], pose[1] - self._from[1]
        gone_ahead, gone_left = c * gone_x + s * gone_y, c * gone_y - s * gone_x
        along = self._ahead * gone_ahead + self._left * gone_left
        # How far left of the line, as one looks along it.
        offset = self._ahead * gone_left - self._left * gone_ahead
        rest = self.distance - along
        if rest < _DRIVEN and _speed(velocity) < _STANDING:
            return self._reach()
        if not self._watched(time, rest, self.distance / self.speed, dt) or rest < _DRIVEN:
            return STANDING
        # What the next period and the base's lag still drive is not there to brake in.
        brake = math.sqrt(2.0 * PLANNED_SHARE * self.limits.acceleration * max(rest - 0.1 * _speed(self._last), 0.0))
        speed = min(self.speed, max(brake, 0.02))
        error = normalize_angle(pose[2] - self._from[2])
        if self.base.holonomic:
            across = min(max(-_ACROSS_GAIN * offset, -0.5 * speed), 0.5 * speed)
            # The line's direction in the robot's frame as it is turned now.
            ahead = self._ahead * speed - self._left * across
            left = self._left * speed + self._ahead * across
            ce, se = math.cos(error), math.sin(error)
            return ce * ahead + se * left, ce * left - se * ahead, -_HEADING_GAIN * error
        way = self._ahead
        return way * speed, 0.0, -speed * 8.0 * offset - (4.0 * speed + 0.8) * error


def _speed(velocity: Velocity) -> float:
    return math.hypot(velocity[0], velocity[1])
