"""What every motion shares: a state, the last command, ramps, and the look ahead before each command."""

from __future__ import annotations

from collections import deque
from enum import Enum

from robotdsl_runtime.geometry import Pose2, normalize_angle
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.limits import STAND, STANDING, Command, Limits, Velocity
from robotdsl_runtime.navigation.obstacles import Obstacles

# A gap between two updates longer than this is no control period, s.
_LONGEST_PERIOD = 0.2
# Slower than this the base stands, m/s and rad/s.
_STANDING, _STANDING_TURN = 0.01, 0.02
# The turn of a base that slips is measured over so long, s (a scan or more corrects it meanwhile), and what is missing
# of it is added at this rate, 1/s.
_SLIP_WINDOW, _SLIP_GAIN = 0.3, 2.0


class NavigationStatus(Enum):
    IDLE = "idle"
    RUNNING = "running"
    REACHED = "reached"
    FAILED = "failed"


class FailureReason(Enum):
    NO_PATH = "no_path"
    BLOCKED = "blocked"
    STUCK = "stuck"


class Motion:
    """A motion of the base towards something. ``status``, and after a failure ``reason`` and ``message``, tell how it
    stands; ``update`` gives the command for each control period.
    """

    def __init__(self, base: Base, obstacles: Obstacles) -> None:
        self.base = base
        self.obstacles = obstacles
        self.limits = Limits.of(base)
        self.status = NavigationStatus.IDLE
        self.reason: FailureReason | None = None
        self.message = ""
        # How much of the last wanted motion was safe.
        self.share = 1.0
        self._time: float | None = None
        self._last = STANDING
        self._velocity = STANDING
        self._taking_over = True
        self._yaws: deque[tuple[float, float]] = deque(maxlen=7)
        self._added = 0.0

    @property
    def stopped(self) -> bool:
        """Whether the motion has ended and the base stands."""
        return self.status is not NavigationStatus.RUNNING and self._stands()

    def cancel(self) -> None:
        """End the motion; further updates bring the base to a stop."""
        if self.status is NavigationStatus.RUNNING:
            self.status = NavigationStatus.IDLE

    def halt(self) -> None:
        """End the motion for a base that is stopped at once, from outside: there is nothing left to ramp down."""
        self.cancel()
        self._last = STANDING

    def update(self, time: float, pose: Pose2, velocity: Velocity) -> Command:
        """The command at ``time`` (s) for a base believed at ``pose`` (of ``base_footprint``, in the map frame) and
        moving at ``velocity`` (m/s ahead, m/s to the left, rad/s to the left). Once the motion has ended it stops the
        base.
        """
        elapsed = 0.0 if self._time is None else min(max(time - self._time, 0.0), _LONGEST_PERIOD)
        if self._taking_over:
            # Something else moved the base until now; its speed is where the ramps start.
            self._taking_over = False
            self._last = STANDING if _stands(velocity) else velocity
        self._time = time
        self._velocity = velocity
        center = self.base.turning_center(pose)
        wanted = STANDING
        if self.status is NavigationStatus.RUNNING:
            wanted = self._wanted(time, center, velocity, elapsed)
        if self.base.slips:
            wanted = (wanted[0], wanted[1], self._against_slip(time, pose[2], wanted[2], elapsed))
        command = self.limits.ramped(wanted, self._last, elapsed)
        self.share = 1.0
        if command != STANDING:
            self.share = share = self.obstacles.free_share(time, center, command)
            if share < 1.0:
                slower = (command[0] * share, command[1] * share, command[2] * share)
                command = self.limits.ramped(slower, self._last, elapsed)
        self._last = command
        return Command(command[0], command[2], command[1]) if command != STANDING else STAND

    def _against_slip(self, time: float, yaw: float, wanted: float, dt: float) -> float:
        """The turn to tell a base that drags its wheels sideways and so turns less than it is told: what is missing of
        the wanted turn is added up until it comes.
        """
        if self._yaws:
            yaw = self._yaws[-1][1] + normalize_angle(yaw - self._yaws[-1][1])
        self._yaws.append((time, yaw))
        if wanted == 0.0 or wanted * self._added < 0.0:
            self._added = 0.0
            return wanted
        since, before = self._yaws[0]
        if time - since > 0.5 * _SLIP_WINDOW:
            missing = wanted - (yaw - before) / (time - since)
            self._added += _SLIP_GAIN * missing * dt
            # It makes a turn stronger, never weaker.
            limit = self.limits.turn
            self._added = min(max(self._added, 0.0), limit) if wanted > 0.0 else max(min(self._added, 0.0), -limit)
        return wanted + self._added

    def _wanted(self, time: float, pose: Pose2, velocity: Velocity, dt: float) -> Velocity:
        raise NotImplementedError

    def _stands(self) -> bool:
        return self._last == STANDING and _stands(self._velocity)

    def _start(self) -> None:
        if self.status is not NavigationStatus.RUNNING:
            self._taking_over = True
        self.status = NavigationStatus.RUNNING
        self.reason = None
        self.message = ""

    def _reach(self) -> Velocity:
        self.status = NavigationStatus.REACHED
        return STANDING

    def _fail(self, reason: FailureReason, message: str) -> Velocity:
        self.status = NavigationStatus.FAILED
        self.reason = reason
        self.message = message
        return STANDING


def _stands(velocity: Velocity) -> bool:
    v, left, w = velocity
    return abs(v) < _STANDING and abs(left) < _STANDING and abs(w) < _STANDING_TURN
