"""From corners to a path that can be driven: straight sides, blended corners, turns in place, each checked."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2, normalize_angle
from robotdsl_runtime.navigation.field import PlanningField
from robotdsl_runtime.navigation.path import Drive, Leg, Path, Turn, blend, straight

Point = tuple[float, float]

# A heading within this of the way ahead is steered out while driving instead of turned in place.
STEERED = 0.1
# How far before a corner its blend may start, the longest first; sharper corners than the shortest allows are turned.
_BLENDS = (0.8, 0.5, 0.3, 0.15)
# The sharpest curve that is driven rather than turned in place, 1/m.
SHARPEST = 8.0
# Corners flatter than this are no corners.
_FLAT = 0.02
_SHORTEST_SIDE = 1e-3


def path_through(field: PlanningField, start: Pose2, corners: Sequence[Point], goal: Pose2) -> Path | None:
    """The path from ``start`` over ``corners`` to ``goal``, or ``None`` when the outline would touch something.

    ``corners`` are the polyline's inner corners. The robot turns in place at both ends where its heading differs,
    and at corners that leave no room for a curve.
    """
    points = _cleaned([(start[0], start[1]), *corners, (goal[0], goal[1])])
    legs: list[Leg] = []
    pose = start
    if len(points) > 1:
        for side in _driven(field, points):
            turn = _turn_to(field, pose, float(side[0, 2]), STEERED if not legs else 0.0)
            if turn is None:
                return None
            legs += turn
            if not field.all_free(side):
                return None
            drive = Drive.through(side)
            legs.append(drive)
            pose = drive.end
    turn = _turn_to(field, pose, goal[2], 0.0)
    if turn is None:
        return None
    return Path(start, tuple(legs + turn))


def _cleaned(points: Sequence[Point]) -> list[Point]:
    """Without corners that lie on one another or that hardly turn."""
    kept: list[Point] = [points[0]]
    for point in points[1:]:
        if math.dist(kept[-1], point) > _SHORTEST_SIDE:
            kept.append(point)
    k = 1
    while k < len(kept) - 1:
        if abs(_corner_angle(kept[k - 1], kept[k], kept[k + 1])) < _FLAT:
            del kept[k]
        else:
            k += 1
    return kept


def _corner_angle(before: Point, corner: Point, after: Point) -> float:
    into = math.atan2(corner[1] - before[1], corner[0] - before[0])
    return normalize_angle(math.atan2(after[1] - corner[1], after[0] - corner[0]) - into)


def _turn_to(field: PlanningField, pose: Pose2, yaw: float, ignored: float) -> list[Leg] | None:
    """The turn in place that brings ``pose`` to ``yaw``, none when it is within ``ignored``; ``None``: no room."""
    angle = normalize_angle(yaw - pose[2])
    if abs(angle) <= max(ignored, 1e-9):
        return []
    other = angle - math.copysign(2.0 * math.pi, angle)
    for candidate in (angle, other):
        turn = Turn(pose, candidate)
        if field.all_free(turn.poses()):
            return [turn]
    return None


def _driven(field: PlanningField, points: Sequence[Point]) -> list[Floats]:
    """The polyline as curves to drive, one after the other; the robot stops between them and turns in place."""
    curves: list[Floats] = []
    pieces: list[Floats] = []
    at = points[0]
    for k in range(1, len(points) - 1):
        before, corner, after = points[k - 1], points[k], points[k + 1]
        # Half of an inner side belongs to the corner at its other end; the first and the last side have none there.
        room_before = math.dist(before, corner) * (1.0 if k == 1 else 0.5)
        room_after = math.dist(corner, after) * (1.0 if k == len(points) - 2 else 0.5)
        curve = _blended(field, before, corner, after, min(room_before, room_after))
        if curve is None:
            pieces.append(_side(at, corner))
            curves.append(_joined(pieces))
            pieces, at = [], corner
        else:
            entry = (float(curve[0, 0]), float(curve[0, 1]))
            if math.dist(at, entry) > _SHORTEST_SIDE:
                pieces.append(_side(at, entry))
            pieces.append(curve)
            at = (float(curve[-1, 0]), float(curve[-1, 1]))
    if math.dist(at, points[-1]) > _SHORTEST_SIDE or not pieces:
        pieces.append(_side(at, points[-1]))
    curves.append(_joined(pieces))
    return curves


def _side(a: Point, b: Point) -> Floats:
    return straight(*a, *b, math.atan2(b[1] - a[1], b[0] - a[0]))


def _joined(pieces: Sequence[Floats]) -> Floats:
    """Pieces that meet, without the second copy of the poses at which they do."""
    track = np.concatenate([pieces[0], *(piece[1:] for piece in pieces[1:])])
    track[:, 2] = np.unwrap(track[:, 2])
    return track


def _blended(field: PlanningField, before: Point, corner: Point, after: Point, room: float) -> Floats | None:
    """The widest curve round the corner that is free and costs hardly more than the corner itself."""
    angle = _corner_angle(before, corner, after)
    if abs(angle) > 2.8:
        return None
    into = ((corner[0] - before[0]) / math.dist(before, corner), (corner[1] - before[1]) / math.dist(before, corner))
    out = ((after[0] - corner[0]) / math.dist(corner, after), (after[1] - corner[1]) / math.dist(corner, after))
    reaches = [reach for reach in _BLENDS if reach < room]
    if room <= _BLENDS[0] and room > 0.04:
        reaches.insert(0, room)
    for reach in reaches:
        a = (corner[0] - reach * into[0], corner[1] - reach * into[1])
        b = (corner[0] + reach * out[0], corner[1] + reach * out[1])
        curve = blend(a, corner, b)
        if np.abs(Drive.through(curve).curvature).max() > SHARPEST:
            continue
        if not field.all_free(curve):
            continue
        # A curve within the turning circle's room stays there; where the corner itself has none, neither need it.
        allowed = max(field.line_cost(*a, *corner)[1], field.line_cost(*corner, *b)[1]) * 1.25
        row, column = field.cells(curve[:, 0], curve[:, 1])
        if float(field.cost[row, column].max()) <= allowed:
            return curve
    return None
