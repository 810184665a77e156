"""The navigator at the wheel: odometry and scans come in as they arrive, errands are run one at a time, and commands
go out. Times are seconds of the run's clock.
"""

from __future__ import annotations

from collections import deque
from enum import Enum

from robotdsl_runtime.geometry import Pose2, compose, relative
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.behaviors import DriveBehavior, SpinBehavior
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.limits import STAND, STANDING, Command, Velocity
from robotdsl_runtime.navigation.localizer import Localizer
from robotdsl_runtime.navigation.motion import FailureReason, Motion, NavigationStatus
from robotdsl_runtime.navigation.navigator import Navigator
from robotdsl_runtime.sensing.returns import Returns

# Where the base was is known for this long, s at 50 Hz: a scan is as old as it took to arrive.
_REMEMBERED = 100
# A base that still moves so long after its errand's end is told to stand all the same, s.
_STOPPING_S = 3.0
# A base that has heard nothing of its odometry, or of its scans, for so long stands until it does, s: it knows neither
# where it is nor what is ahead. An errand is given up after the last.
_ODOMETRY_SILENT_S, _SCAN_SILENT_S, _LOST_S = 0.5, 2.0, 5.0


class Outcome(Enum):
    REACHED = "reached"
    FAILED = "failed"
    CANCELLED = "cancelled"
    TAKEN_OVER = "taken over"


class Errand:
    """One motion from its beginning to its end. ``outcome`` is how it ended, ``None`` before; ``over`` is true once it
    moves the base no more.
    """

    def __init__(self, motion: Motion) -> None:
        self.motion = motion
        self.outcome: Outcome | None = None
        self.reason: FailureReason | None = None
        self.message = ""
        self.over = False

    def cancel(self) -> None:
        """End it; the base is brought to rest."""
        self.end(Outcome.CANCELLED, "cancelled")
        self.motion.cancel()

    def end(self, outcome: Outcome, message: str) -> None:
        """End it from outside, unless it has ended already."""
        if self.outcome is None:
            self.outcome, self.message = outcome, message

    def follow(self) -> None:
        """Note how the motion ended: the navigator, which many errands share, goes on to other goals."""
        if self.outcome is None and self.motion.status is not NavigationStatus.RUNNING:
            reached = self.motion.status is NavigationStatus.REACHED
            self.outcome = Outcome.REACHED if reached else Outcome.FAILED
            self.reason, self.message = self.motion.reason, self.motion.message


class Track:
    """Where odometry had the base lately."""

    def __init__(self) -> None:
        self._poses: deque[tuple[float, Pose2]] = deque(maxlen=_REMEMBERED)

    def add(self, time: float, pose: Pose2) -> None:
        """A time before the last is that of a clock set back: what was before it is forgotten."""
        if self._poses and time < self._poses[-1][0]:
            self._poses.clear()
        self._poses.append((time, pose))

    @property
    def until(self) -> float | None:
        """The time of the last pose."""
        return self._poses[-1][0] if self._poses else None

    def at(self, time: float) -> Pose2 | None:
        """The pose at ``time``, between those before and after it; the nearest one where there are no two."""
        after: tuple[float, Pose2] | None = None
        for before in reversed(self._poses):
            if before[0] <= time:
                if after is None:
                    return before[1]
                share = (time - before[0]) / (after[0] - before[0]) if after[0] > before[0] else 0.0
                x, y, yaw = relative(before[1], after[1])
                return compose(before[1], (share * x, share * y, share * yaw))
            after = before
        return None if after is None else after[1]


class Pilot:
    """Drives ``base`` on ``grid``. ``spawn`` is where the map has the origin of odometry, both of base_footprint.

    ``beam_spacing`` is the angle between the scan's beams, rad. ``odometry`` is the last pose that odometry told.
    """

    def __init__(self, grid: OccupancyGrid, base: Base, spawn: Pose2, beam_spacing: float | None = None) -> None:
        self.base = base
        self.navigator = Navigator(grid, base) if beam_spacing is None else Navigator(grid, base, beam_spacing)
        self._localizer = Localizer(grid, base, spawn)
        self._track = Track()
        self.odometry: Pose2 | None = None
        self._velocity: Velocity = STANDING
        self._waiting: tuple[float, Returns] | None = None
        self._seen_at: float | None = None
        self._errand: Errand | None = None
        self._ended_at: float | None = None

    # What is measured

    def move(self, time: float, pose: Pose2, velocity: Velocity) -> None:
        """Odometry: ``pose`` of base_footprint in its frame, and how it moves."""
        self.odometry, self._velocity = pose, velocity
        self._track.add(time, pose)
        if self._waiting is not None and time >= self._waiting[0]:
            seen_at, returns = self._waiting
            self._waiting = None
            self._look(seen_at, returns)

    def see(self, time: float, returns: Returns) -> None:
        """A scan; it is looked at once odometry tells where the base was as it was taken."""
        self._seen_at = time
        until = self._track.until
        if until is not None and until >= time:
            self._look(time, returns)
        else:
            self._waiting = (time, returns)

    def _look(self, time: float, returns: Returns) -> None:
        odometry = self._track.at(time)
        if odometry is None:
            return
        pose = self._localizer.update(odometry, returns.points)
        if self._errand is None or self._errand.motion is not self.navigator:
            # It tells the time by its updates, and dates what it observes by them.
            self.navigator.update(time, pose, self._velocity)
        self.navigator.observe(
            pose, returns.points, returns.origin, returns.range_max, returns.field_of_view, returns.facing
        )

    @property
    def pose(self) -> Pose2 | None:
        """Where the base is believed in the map frame; ``None`` before odometry tells of it."""
        return None if self.odometry is None else self._localizer.pose(self.odometry)

    @property
    def map_from_odometry(self) -> Pose2:
        """Where the frame of odometry is in the map frame."""
        return self._localizer.pose((0.0, 0.0, 0.0))

    # What is asked for

    def navigate(self, goal: Pose2) -> Errand:
        """Head for ``goal``, base_footprint in the map frame."""
        errand = self._begin(self.navigator)
        self.navigator.go_to(goal)
        return errand

    def spin(self, angle: float) -> Errand:
        """Turn in place by ``angle`` rad, positive to the left."""
        return self._begin(SpinBehavior(angle, self.base, self.navigator.obstacles))

    def drive(self, ahead: float, speed: float) -> Errand:
        """Drive straight by ``ahead`` m, negative back, at ``speed`` m/s."""
        return self._begin(DriveBehavior(ahead, 0.0, speed, self.base, self.navigator.obstacles))

    def _begin(self, motion: Motion) -> Errand:
        before = self._errand
        if before is not None:
            before.end(Outcome.TAKEN_OVER, "another goal took over")
            before.over = True
            if before.motion is not motion:
                before.motion.halt()
        self._errand, self._ended_at = Errand(motion), None
        return self._errand

    def halt(self, message: str) -> None:
        """End the errand in progress for good: the base is to be stopped at once."""
        if self._errand is not None:
            self._errand.end(Outcome.FAILED, message)
            self._errand.motion.halt()
            self._errand.over = True
            self._errand = None

    # What is told to the base

    def steer(self, time: float) -> Command | None:
        """The command of the errand in progress; ``None`` when there is none and the base is left to others."""
        errand, pose = self._errand, self.pose
        if errand is None or pose is None:
            return None
        if (silent := self._silent(time)) is not None:
            what, since = silent
            if errand.outcome is not None or since >= _LOST_S:
                self.halt(f"nothing was heard of the {what} for {since:.1f} s")
            return STAND
        command = errand.motion.update(time, pose, self._velocity)
        errand.follow()
        if errand.outcome is None:
            return command
        if self._ended_at is None:
            self._ended_at = time
        if not errand.motion.stopped:
            if time - self._ended_at < _STOPPING_S:
                return command
            errand.motion.halt()
        errand.over = True
        self._errand = None
        return STAND

    def _silent(self, time: float) -> tuple[str, float] | None:
        """What the base drives by and has not been heard of for too long, and for how long, s."""
        for what, heard_at, patience in (
            ("odometry", self._track.until, _ODOMETRY_SILENT_S),
            ("scan", self._seen_at, _SCAN_SILENT_S),
        ):
            if heard_at is not None and time - heard_at > patience:
                return what, time - heard_at
        return None
