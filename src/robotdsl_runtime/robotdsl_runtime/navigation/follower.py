"""Follows a path: one command for each look at the pose.

Driving is path tracking with the curvature fed forward and the offset and the heading error fed back (Samson's law,
in the linear form about the path); turning in place is a bounded bang-bang profile with a soft end.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2, normalize_angle
from robotdsl_runtime.navigation.field import PlanningField
from robotdsl_runtime.navigation.limits import PLANNED_SHARE, Limits, Velocity
from robotdsl_runtime.navigation.path import Drive, Path, Turn
from robotdsl_runtime.navigation.profile import speed_profile

# An offset from the path shrinks by half over about this way, m.
_SETTLING = 0.22
_SETTLING_PER_RADIUS = 0.5
# How far ahead of the pose the path is read: a command acts about this much later, s.
_DELAY = 0.1
# Heading errors beyond the first slow the robot down, at the second it stands and turns.
_SLOWED, _HALTED = 0.25, 0.8
# Offsets beyond this mean the robot is no longer on the path.
_LOST = 0.15
_ARRIVED = 0.004
_TURNED = 0.01
_STANDING = 0.02
_STANDING_TURN = 0.06
_CREEP = 0.03
_CREEP_TURN = 0.08


class Progress(Enum):
    RUNNING = "running"
    DONE = "done"
    LOST = "lost"


@dataclass(slots=True)
class _Track:
    """A drive as plain lists, which a control step reads faster than arrays."""

    x: list[float]
    y: list[float]
    direction: list[float]
    stations: list[float]
    curvature: list[float]
    speeds: list[float]
    sign: float


class Follower:
    """Follows one path from its start. ``limits`` are the base's, ``field`` tells how narrow it is along the way and
    ``speed`` is what the robot already does ahead.
    """

    def __init__(self, path: Path, limits: Limits, field: PlanningField, speed: float = 0.0) -> None:
        self.path = path
        self._limits = limits
        self._tracks: list[_Track | Turn] = []
        for leg in path.legs:
            if isinstance(leg, Turn):
                self._tracks.append(leg)
            else:
                self._tracks.append(_track(leg, limits, field, speed if not self._tracks else 0.0))
        self._leg = 0
        self._at = 0
        self._turned = 0.0
        self._last_yaw: float | None = None
        self.v = self.w = 0.0
        self._off_course = False
        # The farther apart the circles that a base can drive, the longer the way over which it can mend an offset.
        self._gain = 1.0 / max(_SETTLING, _SETTLING_PER_RADIUS / limits.curvature)

    @property
    def turning(self) -> bool:
        """Whether the robot is turning in place, or is about to."""
        return self._leg < len(self._tracks) and isinstance(self._tracks[self._leg], Turn)

    def remaining(self) -> list[Floats]:
        """The poses still ahead: one array ``(n, 3)`` for each leg, the first from where the robot is."""
        legs = self.path.legs[self._leg :]
        poses = [leg.poses() for leg in legs]
        if legs and isinstance(legs[0], Drive):
            poses[0] = poses[0][self._at :]
        return poses

    def remaining_length(self) -> float:
        if self._leg >= len(self._tracks):
            return 0.0
        length = sum(leg.length for leg in self.path.legs[self._leg + 1 :])
        here = self._tracks[self._leg]
        return length if isinstance(here, Turn) else length + here.stations[-1] - here.stations[self._at]

    def commit(self, distance: float) -> tuple[Pose2, float] | None:
        """The pose ``distance`` ahead on the leg being driven and the speed planned there, ``None`` beyond its end."""
        here = self._tracks[self._leg] if self._leg < len(self._tracks) else None
        if not isinstance(here, _Track) or here.sign < 0.0:
            return None
        target = here.stations[self._at] + distance
        for k in range(self._at, len(here.stations)):
            if here.stations[k] >= target:
                return (here.x[k], here.y[k], normalize_angle(here.direction[k])), here.speeds[k]
        return None

    def kept(self, distance: float) -> Floats | None:
        """The poses ``(n, 3)`` up to the one that ``commit`` names for the same distance."""
        leg = self.path.legs[self._leg] if self._leg < len(self._tracks) else None
        if not isinstance(leg, Drive) or leg.reverse:
            return None
        stop = int(np.searchsorted(leg.stations, leg.stations[self._at] + distance)) + 1
        kept = leg.track[self._at : stop]
        return kept.copy() if len(kept) > 1 and stop <= len(leg.stations) else None

    def preview(self, distance: float) -> Floats:
        """A few of the poses ``(n, 3)`` over the next ``distance`` metres and the turn after them."""
        parts: list[Floats] = []
        at = self._at
        for leg in self.path.legs[self._leg :]:
            if isinstance(leg, Turn):
                poses = leg.poses()
                parts.append(poses[:: max(1, len(poses) // 5)])
                break
            stop = int(np.searchsorted(leg.stations, leg.stations[at] + distance)) + 1
            parts.append(leg.track[at:stop:3])
            distance -= float(leg.stations[min(stop, len(leg.stations)) - 1] - leg.stations[at])
            if distance <= 0.0:
                break
            at = 0
        return np.concatenate(parts) if parts else np.zeros((0, 3))

    def step(self, pose: Pose2, velocity: Velocity, last: Velocity, dt: float) -> Progress:
        """Advance to ``pose``; the wanted speeds are then in ``v`` and ``w``.

        ``velocity`` is what the base does now and ``last`` what it was told last.
        """
        self.v = self.w = 0.0
        self._off_course = False
        while self._leg < len(self._tracks):
            leg = self._tracks[self._leg]
            if isinstance(leg, Turn):
                ended = self._turn(leg, pose, velocity)
            else:
                if not self._advance(leg, pose):
                    return Progress.LOST
                ended = self._drive(leg, pose, velocity, last, dt)
            if self._off_course:
                return Progress.LOST
            if not ended:
                return Progress.RUNNING
            self._leg += 1
            self._at = 0
            self._turned = 0.0
            self._last_yaw = None
        return Progress.DONE

    def _turn(self, leg: Turn, pose: Pose2, velocity: Velocity) -> bool:
        if self._last_yaw is None:
            # The angle still to turn, the way round that was planned.
            angle = leg.angle + normalize_angle(leg.pose[2] - pose[2])
            self._turned = leg.angle - angle
        else:
            self._turned += normalize_angle(pose[2] - self._last_yaw)
        self._last_yaw = pose[2]
        rest = leg.angle - self._turned
        if abs(velocity[0]) > _STANDING:
            return False
        if abs(rest) < _TURNED and abs(velocity[2]) < _STANDING_TURN:
            return True
        self.w = 0.0 if abs(rest) < 0.5 * _TURNED else turn_rate(rest, self._limits)
        return False

    def _advance(self, track: _Track, pose: Pose2) -> bool:
        """Move on to the part of the track beside ``pose``; whether the robot is still by it."""
        x, y, at, last = track.x, track.y, self._at, len(track.x) - 1
        while at < last:
            ax, ay = x[at], y[at]
            bx, by = x[at + 1] - ax, y[at + 1] - ay
            if (pose[0] - ax) * bx + (pose[1] - ay) * by < bx * bx + by * by:
                break
            at += 1
        self._at = at
        return abs(pose[0] - x[at]) < _LOST and abs(pose[1] - y[at]) < _LOST

    def _drive(self, track: _Track, pose: Pose2, velocity: Velocity, last: Velocity, dt: float) -> bool:
        at, end = self._at, len(track.x) - 1
        direction = track.direction[at]
        c, s = math.cos(direction), math.sin(direction)
        dx, dy = pose[0] - track.x[at], pose[1] - track.y[at]
        along, offset = c * dx + s * dy, c * dy - s * dx
        heading = pose[2] if track.sign > 0.0 else pose[2] + math.pi
        rest = track.stations[end] - track.stations[at] - along
        speed_now = abs(last[0])
        if rest < _ARRIVED + 0.5 * speed_now * dt:
            # Standing at the end of the leg; what is left of the heading error is the next leg's.
            return abs(velocity[0]) < _STANDING and abs(last[0]) < _STANDING
        ahead = at
        reach = track.stations[at] + along + speed_now * _DELAY
        while ahead < end and track.stations[ahead + 1] <= reach:
            ahead += 1
        limits = self._limits
        brake = math.sqrt(2.0 * PLANNED_SHARE * limits.acceleration * max(rest - speed_now * _DELAY, 0.0))
        speed = min(max(track.speeds[ahead], _CREEP), max(brake, _CREEP), limits.speed)
        error = normalize_angle(heading - direction - track.curvature[at] * min(max(along, 0.0), 0.03))
        if abs(error) > _HALTED:
            self._off_course = limits.steers
            self.w = turn_rate(-error, limits)
            return False
        if abs(error) > _SLOWED:
            speed *= max(0.1, (_HALTED - abs(error)) / (_HALTED - _SLOWED))
        # Critically damped over the way, with 1 / gain as the distance constant. The heading that this law seeks is
        # never further from the path's than offset gain / 2, a third of a radian at the most.
        gain = self._gain
        turn = speed * (track.curvature[ahead] - gain * gain * offset) - 2.0 * gain * speed * error
        if not limits.steers:
            turn -= 0.8 * error
        self.v, self.w = track.sign * speed, turn
        return False


def turn_rate(rest: float, limits: Limits) -> float:
    """The turn, rad/s, with ``rest`` still to turn: braking at the planned share, softly at the end."""
    size = abs(rest)
    rate = min(
        limits.turn,
        math.sqrt(2.0 * 0.5 * PLANNED_SHARE * limits.turn_acceleration * size),
        max(3.0 * size, _CREEP_TURN),
    )
    return math.copysign(min(rate, limits.turn), rest)


def _track(leg: Drive, limits: Limits, field: PlanningField, speed: float) -> _Track:
    room = field.clearance_at(leg.track[:, 0], leg.track[:, 1]) - field.turning
    sign = -1.0 if leg.reverse else 1.0
    heading = leg.track[:, 2] if sign > 0 else leg.track[:, 2] + math.pi
    return _Track(
        leg.track[:, 0].tolist(),
        leg.track[:, 1].tolist(),
        heading.tolist(),
        leg.stations.tolist(),
        leg.curvature.tolist(),
        speed_profile(leg, limits, room, speed),
        sign,
    )
