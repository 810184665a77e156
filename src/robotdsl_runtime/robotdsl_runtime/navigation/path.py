"""A way for the robot to drive: legs of driving along a curve and of turning in place, one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2, normalize_angle

# Poses along a leg lie at most this far apart.
SPACING = 0.02
# Headings along a turn lie at most this far apart; the corner of an outline 0.3 m away then moves by 3 cm.
TURN_SPACING = 0.1
# Turns up to this are steered while driving.
_NO_TURN = 0.02


@dataclass(frozen=True, eq=False)
class Turn:
    """Turning in place at ``pose`` by ``angle``, positive to the left."""

    pose: Pose2
    angle: float

    def poses(self) -> Floats:
        """The poses along it ``(n, 3)``, both ends included."""
        count = max(2, math.ceil(abs(self.angle) / TURN_SPACING) + 1)
        poses = np.empty((count, 3))
        poses[:, :2] = self.pose[:2]
        poses[:, 2] = self.pose[2] + np.linspace(0.0, self.angle, count)
        return poses

    @property
    def length(self) -> float:
        return 0.0

    @property
    def end(self) -> Pose2:
        return (self.pose[0], self.pose[1], normalize_angle(self.pose[2] + self.angle))


@dataclass(frozen=True, eq=False)
class Drive:
    """Driving along a curve: ``track`` ``(n, 3)`` the robot's poses, ``stations`` ``(n,)`` the way up to each in
    metres, ``curvature`` ``(n,)`` the turn per metre of way, positive to the left. ``reverse`` drives it backwards.
    """

    track: Floats
    stations: Floats
    curvature: Floats
    reverse: bool = False

    @staticmethod
    def through(track: Floats, reverse: bool = False) -> Drive:
        """The leg through poses ``(n, 3)`` in the order that they are driven."""
        steps = np.hypot(*np.diff(track[:, :2], axis=0).T)
        stations = np.concatenate(([0.0], np.cumsum(steps)))
        turns = np.diff(np.unwrap(track[:, 2]))
        rates = turns / np.maximum(steps, 1e-9)
        # A pose's curvature is the mean of the steps before and after it.
        curvature = np.concatenate((rates[:1], 0.5 * (rates[1:] + rates[:-1]), rates[-1:]))
        return Drive(track, stations, curvature, reverse)

    def poses(self) -> Floats:
        return self.track

    @property
    def length(self) -> float:
        return float(self.stations[-1])

    @property
    def end(self) -> Pose2:
        x, y, yaw = self.track[-1].tolist()
        return (x, y, normalize_angle(yaw))


Leg = Turn | Drive


@dataclass(frozen=True, eq=False)
class Path:
    """Legs that join: each starts where the one before it ends. ``margin`` is the distance, m, that they were planned
    to keep from what is occupied; a negative one cuts into it.
    """

    start: Pose2
    legs: tuple[Leg, ...]
    margin: float = 0.0
    length: float = field(init=False)
    turning: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", sum(leg.length for leg in self.legs))
        object.__setattr__(self, "turning", sum(abs(leg.angle) for leg in self.legs if isinstance(leg, Turn)))

    @property
    def goal(self) -> Pose2:
        return self.legs[-1].end if self.legs else self.start

    def poses(self) -> Floats:
        """Every pose along the path ``(n, 3)``."""
        if not self.legs:
            return np.array([self.start])
        return np.concatenate([leg.poses() for leg in self.legs])


def straight(ax: float, ay: float, bx: float, by: float, yaw: float) -> Floats:
    """Poses ``(n, 3)`` along a straight line with one heading, both ends included."""
    count = max(2, math.ceil(math.hypot(bx - ax, by - ay) / SPACING) + 1)
    share = np.linspace(0.0, 1.0, count)
    return np.stack((ax + (bx - ax) * share, ay + (by - ay) * share, np.full(count, yaw)), axis=1)


def blend(before: Sequence[float], corner: Sequence[float], after: Sequence[float]) -> Floats:
    """Poses ``(n, 3)`` round a corner, from ``before`` to ``after``, tangent to both sides and of curvature 0 there.

    The curve is a quintic of Bezier whose inner control points lie on the two sides, so that its first two
    derivatives are parallel at the ends and a base that turns at a bounded acceleration can follow it.
    """
    a, v, b = np.asarray(before), np.asarray(corner), np.asarray(after)
    controls = np.stack((a, a + _NEAR * (v - a), a + _FAR * (v - a), b + _FAR * (v - b), b + _NEAR * (v - b), b))
    length = float(np.hypot(*(v - a)) + np.hypot(*(b - v)))
    u = np.linspace(0.0, 1.0, max(7, math.ceil(length / SPACING) + 1))[:, None]
    points = _bernstein(5, u) @ controls
    slope = _bernstein(4, u) @ np.diff(controls, axis=0)
    return np.column_stack((points, np.unwrap(np.arctan2(slope[:, 1], slope[:, 0]))))


# Where along the sides the quintic's inner control points lie, from its ends (0) to the corner (1): found by search
# for a low peak of the curvature and of its rate. Round a right angle with sides of 1 the curvature peaks at 1.33.
_NEAR, _FAR = 0.4, 0.65


def _bernstein(degree: int, u: Floats) -> Floats:
    k = np.arange(degree + 1)
    binomial = np.array([math.comb(degree, int(i)) for i in k], dtype=np.float64)
    basis: Floats = binomial * u**k * (1.0 - u) ** (degree - k)
    return basis


def merged(legs: Sequence[Leg]) -> list[Leg]:
    """Turns that follow one another become one; so do drives the same way whose headings meet."""
    merged: list[Leg] = []
    for leg in legs:
        last = merged[-1] if merged else None
        if isinstance(leg, Turn) and isinstance(last, Turn):
            angle = last.angle + leg.angle
            merged.pop()
            if abs(angle) > _NO_TURN:
                merged.append(Turn(last.pose, angle))
        elif isinstance(leg, Turn) and abs(leg.angle) <= _NO_TURN:
            continue
        elif (
            isinstance(leg, Drive)
            and isinstance(last, Drive)
            and leg.reverse == last.reverse
            and abs(normalize_angle(float(leg.track[0, 2] - last.track[-1, 2]))) <= _NO_TURN
        ):
            track = np.concatenate((last.track, leg.track[1:]))
            track[:, 2] = np.unwrap(track[:, 2])
            merged[-1] = Drive.through(track, leg.reverse)
        else:
            merged.append(leg)
    return merged
