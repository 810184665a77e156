"""What stands around the robot: the drawn map, what scans found beside it, and the latest scan itself."""

from __future__ import annotations

import math

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2, advance
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.field import PlanningField
from robotdsl_runtime.navigation.grid import Bools, surface
from robotdsl_runtime.navigation.layer import DynamicLayer
from robotdsl_runtime.navigation.limits import Limits, Velocity

# The outline may reach this deep into a drawn square, which covers more than the obstacle, when a scan also looks out
# and when the map is all there is.
_SLACK_SEEING, _SLACK = 0.04, 0.015
# How far the outline keeps from a scan's returns, whose noise is a centimetre before it is averaged out.
_POINT_GAP, _POINT_GAP_SLIPPING = 0.007, 0.015
# A command acts for this long before a next one can stop the base, s.
_REACTION = 0.15
# A gap counts as shrinking when it shrinks by more than this, m.
_SHRINK = 0.0005
# A scan tells what is near only so long, s.
_FRESH = 0.5
# Neighbouring returns belong to one surface when their ranges differ by no more than this, m and m per m.
_STEADY, _STEADY_PER_METRE = 0.05, 0.05
_STEP, _TURN_STEP = 0.04, 0.1
# How far around the robot returns are kept for the check of a motion, m beyond the turning circle.
_AROUND = 0.8


class Obstacles:
    """Everything that a motion of the robot can meet. Poses are of the frame that the base turns about, in the map
    frame.
    """

    def __init__(self, field: PlanningField, base: Base, beam_spacing: float = math.radians(1.0)) -> None:
        self._grid = field.grid
        self._outline = base.outline
        self._limits = Limits.of(base)
        self._point_gap = _POINT_GAP_SLIPPING if base.slips else _POINT_GAP
        self._surface = surface(field.grid.occupied)
        self._clearance = field.clearance
        self._reach_of_clearance = field.reach
        self.layer = DynamicLayer(field.grid, field.clearance, base.outline, beam_spacing)
        nothing = np.zeros(0)
        self._scan: tuple[Floats, Floats, Floats, tuple[float, float]] = (nothing, nothing, nothing, (0.0, 0.0))
        self._steady: Floats | None = None
        self._seen_from = (0.0, 0.0)
        self._nearest = math.inf
        self._scan_time = -math.inf
        self._squares: Floats = np.zeros((0, 2))
        self._squares_key: tuple[int, int, int] | None = None

    def observe(
        self,
        time: float,
        pose: Pose2,
        points: Floats,
        origin: tuple[float, float] = (0.0, 0.0),
        max_range: float = 12.0,
        field_of_view: float = 2.0 * math.pi,
        facing: float = 0.0,
    ) -> None:
        """Take a scan at ``time``: returns ``points`` ``(n, 2)``, seen by a sensor at ``origin`` that faces
        ``facing``, all in the frame ``pose``.
        """
        c, s = math.cos(pose[2]), math.sin(pose[2])
        sensor = (pose[0] + c * origin[0] - s * origin[1], pose[1] + s * origin[0] + c * origin[1])
        turned = np.array(((c, -s), (s, c))) @ points.T
        x, y = turned[0] + pose[0], turned[1] + pose[1]
        away_x, away_y = x - sensor[0], y - sensor[1]
        ranges = np.sqrt(away_x * away_x + away_y * away_y)
        self.layer.observe(pose, x, y, ranges, sensor, max_range, (pose[2] + facing, 0.5 * field_of_view))
        self._scan = (x, y, ranges, sensor)
        self._steady = None
        np.multiply(turned, turned, out=turned)
        self._nearest = math.sqrt(float((turned[0] + turned[1]).min())) if len(points) else math.inf
        self._seen_from = (pose[0], pose[1])
        self._scan_time = time

    def _returns(self) -> Floats:
        """The latest scan's returns ``(n, 2)`` near the robot, steadied: worked out when something is near."""
        if self._steady is None:
            x, y, ranges, sensor = self._scan
            reach = self._outline.circumscribed + _AROUND
            close = np.abs(x - self._seen_from[0]) < reach
            close &= np.abs(y - self._seen_from[1]) < reach
            self._steady = _steadied(np.stack((x[close], y[close]), axis=1), ranges[close], sensor)
        return self._steady

    def free_share(self, time: float, pose: Pose2, motion: Velocity) -> float:
        """How much of ``motion`` is safe, 0 to 1: slowed to this share, the robot can still stop before it touches
        anything on the arc that it is on.
        """
        (ahead, left, turn), braking = self._limits.stopping(motion, _REACTION)
        distance = math.hypot(ahead, left)
        if distance == 0.0 and turn == 0.0:
            return 1.0
        if self._nothing_within(time, pose, distance):
            return 1.0
        count = 1 + max(math.ceil(distance / _STEP), math.ceil(abs(turn) / _TURN_STEP))
        arc = [advance(pose, ahead * k / count, turn * k / count, left * k / count) for k in range(count + 1)]
        stop_at = self._first_contact(time, pose, np.array(arc), distance)
        if stop_at is None:
            return 1.0
        return _share_within((stop_at - 1) / count, _REACTION, 0.5 * braking)

    def tight(self, pose: Pose2, room: float) -> bool:
        """Whether a return lies within ``room`` metres of the circle that the robot turns in."""
        moved = math.hypot(pose[0] - self._seen_from[0], pose[1] - self._seen_from[1])
        return self._nearest - moved < self._outline.circumscribed + room

    def room(self, poses: Floats, shifts: Floats) -> Floats:
        """For each of ``shifts`` ``(m, 2)``, the least gap between the latest scan's returns and the outline over
        ``poses`` ``(k, 3)`` moved by it; infinite with nothing near, negative where they overlap.
        """
        reach = self._outline.circumscribed + 0.1
        low, high = poses[:, :2].min(axis=0) - reach, poses[:, :2].max(axis=0) + reach
        points = self._returns()
        near = points[((points > low) & (points < high)).all(axis=1)]
        if not len(near):
            return np.full(len(shifts), np.inf)
        c, s = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
        normals = self._outline.normals
        nx, ny = c * normals[:, 0] - s * normals[:, 1], s * normals[:, 0] + c * normals[:, 1]
        reaches = self._outline.offsets + nx * poses[:, :1] + ny * poses[:, 1:2]
        gaps = (near @ np.stack((nx.ravel(), ny.ravel())) - reaches.ravel()).reshape(len(near), *nx.shape)
        moved = shifts[:, 0, None, None] * nx + shifts[:, 1, None, None] * ny
        room: Floats = (gaps - moved[:, None]).max(axis=3).min(axis=(1, 2))
        return room

    def in_the_way(self, pose: Pose2, v: float, w: float) -> Floats:
        """The scan's returns ``(n, 2)`` that the motion would meet within the next tenths of a second."""
        points = self._returns()
        if not len(points):
            return points
        step = 0.05 * math.copysign(1.0, v) if v else 0.0
        turn = 0.05 * w / abs(v) if v and self._limits.steers else 0.08 * w
        poses = np.array([advance(pose, step * k, turn * k) for k in range(1, 5)])
        return points[(self._outline.gaps(poses, points) < 0.01).any(axis=1)]

    def _nothing_within(self, time: float, pose: Pose2, distance: float) -> bool:
        reach = self._outline.circumscribed + distance
        row, column = self._grid.cell(pose[0], pose[1])
        if not (0 <= row < self._grid.rows and 0 <= column < self._grid.columns):
            return False
        # A cell's clearance is its centre's.
        room = float(self._clearance[row, column]) - 0.75 * self._grid.resolution
        if room < min(reach, self._reach_of_clearance):
            return False
        if self._fresh(time):
            moved = math.hypot(pose[0] - self._seen_from[0], pose[1] - self._seen_from[1])
            if self._nearest - moved < reach:
                return False
        if len(self.layer.centers):
            gaps = np.hypot(self.layer.centers[:, 0] - pose[0], self.layer.centers[:, 1] - pose[1])
            return bool(gaps.min() > reach + self._grid.resolution)
        return True

    def _fresh(self, time: float) -> bool:
        return time - self._scan_time <= _FRESH

    def _first_contact(self, time: float, pose: Pose2, poses: Floats, distance: float) -> int | None:
        """The first of ``poses`` ``(k, 3)`` after the first that comes too near to something, and nearer than the
        first pose is: what the robot touches already may be left.
        """
        fresh = self._fresh(time)
        reach = self._outline.circumscribed + distance + 0.05
        slack, half = -_SLACK_SEEING if fresh else -_SLACK, 0.5 * self._grid.resolution
        checks = [(self._squares_near(pose, reach), half, slack)]
        if len(self.layer.centers):
            away = np.abs(self.layer.centers - pose[:2])
            checks.append((self.layer.centers[(away[:, 0] < reach) & (away[:, 1] < reach)], 0.5 * half, slack))
        if fresh:
            points = self._returns()
            away = np.abs(points - pose[:2])
            checks.append((points[(away[:, 0] < reach) & (away[:, 1] < reach)], 0.0, self._point_gap))
        found: int | None = None
        for things, half, least in checks:
            if not len(things):
                continue
            gaps = self._outline.gaps(poses, things, half)
            close = gaps < least
            if not close.any():
                continue
            nearer: Bools = np.asarray((close & (gaps < gaps[:, :1] - _SHRINK)).any(axis=0))
            first = int(np.argmax(nearer))
            if nearer[first] and (found is None or first < found):
                found = first
        return found

    def _squares_near(self, pose: Pose2, reach: float) -> Floats:
        """The centres of the drawn squares within ``reach`` of the pose, and some beyond."""
        grid = self._grid
        row, column = grid.cell(pose[0], pose[1])
        span = math.ceil(reach / grid.resolution) + 1
        key = (row, column, span)
        if key != self._squares_key:
            low_row, low_column = max(row - span, 0), max(column - span, 0)
            window = self._surface[low_row : max(row + span + 1, 0), low_column : max(column + span + 1, 0)]
            rows, columns = np.nonzero(window)
            self._squares = np.stack(
                (
                    grid.origin[0] + (columns + (low_column + 0.5)) * grid.resolution,
                    grid.origin[1] + (rows + (low_row + 0.5)) * grid.resolution,
                ),
                axis=1,
            )
            self._squares_key = key
        return self._squares


def _share_within(part: float, reaction: float, braking: float) -> float:
    """The share s of a speed that stops within ``part`` of the way: ``reaction s + braking s^2`` of it is driven."""
    allowed = part * (reaction + braking)
    if braking < 1e-9:
        return part
    return (math.sqrt(reaction * reaction + 4.0 * braking * allowed) - reaction) / (2.0 * braking)


def _steadied(points: Floats, ranges: Floats, sensor: tuple[float, float]) -> Floats:
    """Returns ``(n, 2)`` with less noise: where five in a row lie within a few centimetres of the range of the middle
    one, that takes their mean range. Edges and thin things stay as they are.
    """
    if len(points) < 5:
        return points
    span = _STEADY + _STEADY_PER_METRE * ranges[2:-2]
    total, alike = ranges[2:-2].copy(), np.ones(len(ranges) - 4, dtype=np.bool_)
    for shifted in (ranges[:-4], ranges[1:-3], ranges[3:-1], ranges[4:]):
        alike &= np.abs(shifted - ranges[2:-2]) < span
        total += shifted
    scale = np.ones(len(ranges))
    scale[2:-2][alike] = total[alike] / (5.0 * ranges[2:-2][alike])
    steadied: Floats = (points - sensor) * scale[:, None] + sensor
    return steadied
