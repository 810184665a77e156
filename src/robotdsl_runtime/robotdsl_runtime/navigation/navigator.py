"""The navigator: a goal in, a command for each control period out, and one clear end."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2, normalize_angle
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.field import PlanningField
from robotdsl_runtime.navigation.follower import Follower, Progress
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.limits import STANDING, Command, Velocity
from robotdsl_runtime.navigation.motion import FailureReason, Motion, NavigationStatus
from robotdsl_runtime.navigation.obstacles import Obstacles
from robotdsl_runtime.navigation.path import Drive, Leg, Path, Turn
from robotdsl_runtime.navigation.planner import NoPath, Planner
from robotdsl_runtime.navigation.profile import longest_time
from robotdsl_runtime.navigation.route import STEERED

# An obstacle that leaves no way is waited for this long, s, with a new plan every so often; half way through, what
# scans found so far is forgotten, in case it was an error.
BLOCKED_AFTER = 10.0
_RETRY = 1.0
# Held up by something close, the robot plans anew after this long, s.
_HELD = 0.6
# Moving less than this for so long is no progress, m, rad and s.
_LEAST_MOVE, _LEAST_TURN = 0.04, 0.08
STUCK_AFTER = 4.0
# The way out of being stuck: backing up so far, m, at this speed, m/s; tried so often in a navigation.
_BACK, _BACK_SPEED, _RECOVERIES = 0.12, 0.08, 2
# Marks may grow this far into what a path keeps clear before the path counts as closed, m: more hits on the same
# obstacle fill its outline in.
_MARK_SLACK = 0.015
# A new way is taken for an old one that is still free when it is this much shorter, looked for no more often than this.
_SHORTER, _LOOK_AGAIN = 0.85, 2.0
# In tight places the path is shifted within so much, m, by steps, m, until its next part has this gap to all returns,
# for the map is drawn in squares and the robot's place on it is known to a centimetre or two.
_MOST_SHIFT, _SHIFT_STEP, _WIDE_ENOUGH, _PREVIEW = 0.06, 0.01, 0.05, 0.3
# A shift pays when it wins a third of itself in room.
_SHIFT_PRICE = 0.3
# Room left for a plan to join the path being driven, m beyond the way to a stop.
_JOIN = 0.15
# A path may take this long, s, over the longest time that its driving takes, and a navigation with all its new paths
# so many times what its first path may. It may also plan only so often, and come to the end of a path away from the
# goal.
_ALLOWANCE, _EXTENSION = 30.0, 10.0
_MOST_PLANS, _MOST_APPROACHES = 60, 4
# Held up so often by something close without getting on by so much, m, it is blocked.
_MOST_HELD, _GETTING_ON = 8, 0.05

_AROUND = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))


class Navigator(Motion):
    """Drives ``base`` to goals on ``grid``. Poses are of ``base_footprint`` in the map frame.

    ``beam_spacing`` is the angle between the scan's beams, rad.
    """

    def __init__(self, grid: OccupancyGrid, base: Base, beam_spacing: float = math.radians(1.0)) -> None:
        self.planner = Planner(grid, base)
        self._field: PlanningField = self.planner.field()
        super().__init__(base, Obstacles(self._field, base, beam_spacing))
        self._goal: Pose2 = (0.0, 0.0, 0.0)
        self._follower: Follower | None = None
        self._seen_version = 0
        self._reset(0.0)

    # What others tell ---------------------------------------------------------------------------------------------

    def go_to(self, goal: Pose2) -> None:
        """Head for ``goal``; what the robot was heading for before is given up."""
        self._start()
        self._goal = self.base.turning_center(goal)
        self._follower = None
        self._reset(self._time)

    def observe(
        self,
        pose: Pose2,
        points: Floats,
        origin: tuple[float, float] = (0.0, 0.0),
        max_range: float = 12.0,
        field_of_view: float = 2.0 * math.pi,
        facing: float = 0.0,
    ) -> None:
        """Take a scan's returns ``points`` ``(n, 2)``, in metres in ``base_footprint``, seen from ``pose``.

        The sensor stands at ``origin`` and its field of view (rad) lies about the direction ``facing``, both in
        ``base_footprint``; a beam of it without a return reached ``max_range``.
        """
        ahead, left = self.base.center
        if ahead or left:
            points = points - (ahead, left)
            origin = (origin[0] - ahead, origin[1] - left)
        time = 0.0 if self._time is None else self._time
        center = self.base.turning_center(pose)
        self.obstacles.observe(time, center, points, origin, max_range, field_of_view, facing)
        if self._follower is not None:
            self._shift = self._shifted(center, self._follower)

    @property
    def path(self) -> Path | None:
        """The path being followed, of the frame that the base turns about."""
        return None if self._follower is None else self._follower.path

    # The control period -------------------------------------------------------------------------------------------

    def _reset(self, time: float | None) -> None:
        self._plans = self._recoveries = self._approaches = 0
        self._deadline = self._last_deadline = math.inf
        self._held: list[Pose2] = []
        self._waiting_since: float | None = None
        self._forgot = False
        # The marks with which there was no way: the same marks have none again.
        self._closed_version = -1
        self._next_try = -math.inf
        self._held_since: float | None = None
        self._anchor: tuple[float, Pose2] | None = None
        self._backing: Pose2 | None = None
        self._retreating = -1.0
        self._shift = (0.0, 0.0)
        self._looked = -math.inf if time is None else time
        self._cleared = self.obstacles.layer.cleared

    def _wanted(self, time: float, pose: Pose2, velocity: Velocity, dt: float) -> Velocity:
        if time > self._deadline:
            return self._fail(FailureReason.STUCK, "the navigation takes far longer than its path")
        if self._backing is not None:
            return self._back_up(time, pose, self._backing)
        if self._follower is not None:
            self._watch_the_way(time, pose, self._follower)
        if self.status is not NavigationStatus.RUNNING:
            return STANDING
        if self._follower is None:
            # A plan starts from where the robot stands.
            if not self._stands() or time < self._next_try:
                return STANDING
            self._plan(time, pose)
        if self._follower is None or self._stuck(time, pose, self._follower):
            return STANDING
        return self._follow(pose, velocity, dt, self._follower)

    def _follow(self, pose: Pose2, velocity: Velocity, dt: float, follower: Follower) -> Velocity:
        shifted = (pose[0] - self._shift[0], pose[1] - self._shift[1], pose[2])
        progress = follower.step(shifted, velocity, self._last, dt)
        if progress is Progress.RUNNING:
            return follower.v, 0.0, follower.w
        self._follower = None
        if progress is Progress.LOST:
            return STANDING
        if self._at_goal(pose):
            return self._reach()
        self._approaches += 1
        if self._approaches > _MOST_APPROACHES:
            return self._fail(FailureReason.STUCK, "the robot ends its path away from the goal")
        return STANDING

    def _shifted(self, pose: Pose2, follower: Follower) -> tuple[float, float]:
        """Where to shift the path: one step from the present shift to where the scan leaves the most room."""
        here = self._shift
        if not self.obstacles.tight(pose, 0.1):
            size = math.hypot(*here)
            keep = max(0.0, size - _SHIFT_STEP) / size if size else 0.0
            return here[0] * keep, here[1] * keep
        poses = follower.preview(_PREVIEW)
        if not len(poses):
            return here
        if float(self.obstacles.room(poses, np.array([here]))[0]) >= _WIDE_ENOUGH:
            return here
        shifts = np.array([(here[0] + i * _SHIFT_STEP, here[1] + j * _SHIFT_STEP) for i, j in _AROUND])
        sizes = np.hypot(shifts[:, 0], shifts[:, 1])
        worth = np.minimum(self.obstacles.room(poses, shifts), _WIDE_ENOUGH) - _SHIFT_PRICE * sizes
        worth[sizes > _MOST_SHIFT] = -np.inf
        best = int(np.argmax(worth))
        return (float(shifts[best, 0]), float(shifts[best, 1])) if worth[best] > worth[0] + 1e-3 else here

    def _at_goal(self, pose: Pose2) -> bool:
        footprint, goal = self.base.footprint(pose), self.base.footprint(self._goal)
        near = math.hypot(footprint[0] - goal[0], footprint[1] - goal[1]) <= self.base.goal_tolerance_m
        return near and abs(normalize_angle(pose[2] - self._goal[2])) <= self.base.goal_tolerance_rad

    # Planning -----------------------------------------------------------------------------------------------------

    def _plan(self, time: float, pose: Pose2) -> None:
        """Plan from where the robot stands; without a way, wait for one or fail."""
        layer = self.obstacles.layer
        if self._waiting_since is not None:
            if time - self._waiting_since >= BLOCKED_AFTER:
                self._fail(FailureReason.BLOCKED, "something that is not on the map closes the way")
                return
            if not self._forgot and time - self._waiting_since >= 0.5 * BLOCKED_AFTER:
                self._forgot = True
                layer.forget()
            self._next_try = time + _RETRY
            if self._closed_version == layer.version:
                return
        self._plans += 1
        if self._plans > _MOST_PLANS:
            self._fail(FailureReason.STUCK, "no plan leads the robot to the goal")
            return
        self._seen_version = self._closed_version = layer.version
        found = self.planner.plan(pose, self._goal, marked=self.obstacles.layer.centers, lenient=self._plans > 1)
        if isinstance(found, Path):
            self._take(time, found, 0.0)
            return
        if self._waiting_since is None:
            seen = len(self.obstacles.layer.centers)
            if not seen or isinstance(self.planner.plan(pose, self._goal, lenient=True), NoPath):
                self._fail(FailureReason.NO_PATH, found.message)
                return
            self._waiting_since = time
            self._next_try = time + _RETRY

    def _take(self, time: float, path: Path, speed: float) -> None:
        self._follower = Follower(path, self.limits, self._field, speed)
        self._shift = (0.0, 0.0)
        self._held_since = self._anchor = None
        self._looked = time
        self._cleared = self.obstacles.layer.cleared
        allowed = _ALLOWANCE + longest_time(path, self.limits, self.base.slips)
        if math.isinf(self._deadline):
            self._last_deadline = time + _EXTENSION * allowed
        self._deadline = min(time + allowed, self._last_deadline)

    def _watch_the_way(self, time: float, pose: Pose2, follower: Follower) -> None:
        """Plan anew where something closes the way, where something close holds the robot up, or where what closed a
        shorter way is gone.
        """
        layer = self.obstacles.layer
        if self.share < 0.05 and self._last == STANDING:
            if self._held_since is None:
                self._held_since = time
            elif time - self._held_since > _HELD:
                self._hold(time, pose, follower)
                return
        else:
            self._held_since = None
        if layer.version != self._seen_version:
            self._seen_version = layer.version
            if self._closed(follower.path, follower.remaining()):
                self._waiting_since = None
                self._join(time, pose, follower, must=True)
                return
        if layer.cleared != self._cleared and time - self._looked > _LOOK_AGAIN:
            self._looked = time
            self._cleared = layer.cleared
            self._join(time, pose, follower, must=False)

    def _hold(self, time: float, pose: Pose2, follower: Follower) -> None:
        """Something close keeps the robot from following its path: plan another, or give up after some."""
        self._follower = None
        self._held_since = None
        self._held = [p for p in self._held if math.hypot(pose[0] - p[0], pose[1] - p[1]) < _GETTING_ON]
        self._held.append(pose)
        if len(self._held) > _MOST_HELD:
            self._fail(FailureReason.BLOCKED, "something close keeps the robot from following any path")
            return
        # What the scan sees in the way is not among the cells that plans keep off, or the robot would not be here.
        self.obstacles.layer.mark(self.obstacles.in_the_way(pose, follower.v, follower.w))
        if len(self._held) % 2 == 0:
            # A plan from the same place was no better: try from a little further back.
            self._retreat(time, pose, follower)

    def _closed(self, path: Path, ahead: list[Floats]) -> bool:
        """Whether marks lie on the poses ahead, by more than a little less than the path was planned to keep off."""
        centers = self.obstacles.layer.centers
        return any(self._field.touches(poses, centers, path.margin - _MARK_SLACK) for poses in ahead)

    def _join(self, time: float, pose: Pose2, follower: Follower, must: bool) -> None:
        """Take a new path from a place further along the one being driven, without stopping; where that cannot be,
        and one is needed, stop and plan.
        """
        speed = abs(self._last[0])
        stop = 0.15 * speed + 0.5 * speed * speed / (0.7 * self.limits.acceleration)
        commit = None if speed < 0.05 else follower.commit(stop + _JOIN)
        if commit is not None:
            place, _ = commit
            kept = follower.kept(stop + _JOIN)
            if kept is not None and not self._closed(follower.path, [kept]):
                self._plans += 1
                found = self.planner.plan(place, self._goal, marked=self.obstacles.layer.centers, lenient=True)
                if isinstance(found, Path):
                    joined = replace(_joined(pose, kept, found), margin=found.margin)
                    if must or joined.length < _SHORTER * follower.remaining_length():
                        self._take(time, joined, speed)
                    return
        if must:
            self._follower = None

    # When nothing moves -------------------------------------------------------------------------------------------

    def _stuck(self, time: float, pose: Pose2, follower: Follower) -> bool:
        """Whether the robot has moved nowhere for too long; it then backs up, or the navigation has failed."""
        if self._anchor is None or (
            math.hypot(pose[0] - self._anchor[1][0], pose[1] - self._anchor[1][1]) > _LEAST_MOVE
            or abs(normalize_angle(pose[2] - self._anchor[1][2])) > _LEAST_TURN
        ):
            self._anchor = (time, pose)
            return False
        if time - self._anchor[0] < STUCK_AFTER:
            return False
        self._follower = None
        self._anchor = None
        self._recoveries += 1
        if self._recoveries > _RECOVERIES:
            self._fail(FailureReason.STUCK, "the robot does not move though it is told to")
        else:
            self._retreat(time, pose, follower)
        return True

    def _retreat(self, time: float, pose: Pose2, follower: Follower) -> None:
        """Go back a little from where it was driving to; from a turn, backwards."""
        self._backing = pose
        self._retreating = 1.0 if follower.v < 0.0 else -1.0
        self._backing_until = time + 2.0 * _BACK / _BACK_SPEED

    def _back_up(self, time: float, pose: Pose2, start: Pose2) -> Velocity:
        gone = math.hypot(pose[0] - start[0], pose[1] - start[1])
        held = self.share < 0.05 and time > self._backing_until - 1.5 * _BACK / _BACK_SPEED
        if gone >= _BACK or time > self._backing_until or held:
            self._backing = None
            return STANDING
        return self._retreating * _BACK_SPEED, 0.0, 0.0

    def update(self, time: float, pose: Pose2, velocity: Velocity) -> Command:
        command = super().update(time, pose, velocity)
        if self._waiting_since is not None and self._follower is not None and command.v > 0.1:
            self._waiting_since = None
        return command


def _joined(pose: Pose2, kept: Floats, found: Path) -> Path:
    """The kept part of a path with what was found from its end on."""
    legs: list[Leg] = list(found.legs)
    first = legs[0] if legs else None
    if isinstance(first, Drive) and not first.reverse:
        bend = normalize_angle(float(first.track[0, 2] - kept[-1, 2]))
        if abs(bend) <= STEERED:
            track = np.concatenate((kept, first.track[1:]))
            track[:, 2] = np.unwrap(track[:, 2])
            return Path(pose, (Drive.through(track), *legs[1:]))
    if isinstance(first, Turn) and abs(first.angle) <= STEERED and len(legs) > 1:
        second = legs[1]
        if isinstance(second, Drive) and not second.reverse:
            track = np.concatenate((kept, second.track[1:]))
            track[:, 2] = np.unwrap(track[:, 2])
            return Path(pose, (Drive.through(track), *legs[2:]))
    return Path(pose, (Drive.through(kept), *legs))
