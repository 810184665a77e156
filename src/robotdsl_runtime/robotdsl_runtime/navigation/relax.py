"""Smooths what the search over headings finds: its short drives and turns become curves wherever they fit.

A run of legs is taken as an elastic band (Quinlan and Khatib, 1993): its points move across the way to where the
outline has more room, and towards the middle of their neighbours. What comes out is driven only if it is free and
sooner driven than the legs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2, normalize_angle
from robotdsl_runtime.navigation.field import PlanningField
from robotdsl_runtime.navigation.path import SPACING, Drive, Leg, Turn
from robotdsl_runtime.navigation.route import SHARPEST, STEERED
from robotdsl_runtime.navigation.tightness import Tightness

_PITCH = 0.04
_ROUNDS = 40
_OFFSETS = (0.0, -0.005, 0.005, -0.015, 0.015)
# What a point's distance from the middle of its neighbours costs, per square metre.
_STIFFNESS = 4000.0
# Runs are split where they cannot be driven whole, so many times.
_SPLITS = 6
# A metre, a radian and a stop take so long in tight places, s.
_PER_METRE, _PER_RADIAN, _PER_STOP = 4.0, 1.0, 1.0


def relaxed(field: PlanningField, tightness: Tightness, legs: Sequence[Leg]) -> list[Leg]:
    """The legs with runs of drives ahead and turns made into curves where that is possible."""
    done: list[Leg] = []
    run: list[Leg] = []
    for leg in legs:
        if isinstance(leg, Drive) and leg.reverse:
            done += _smoothed(field, tightness, run, _SPLITS)
            done.append(leg)
            run = []
        else:
            run.append(leg)
    return done + _smoothed(field, tightness, run, _SPLITS)


def _smoothed(field: PlanningField, tightness: Tightness, run: list[Leg], splits: int) -> list[Leg]:
    # Turns at the ends stay: there is a place to reach or to leave by them.
    drives = [k for k, leg in enumerate(run) if isinstance(leg, Drive)]
    if len(drives) < 2:
        return run
    first, last = drives[0], drives[-1]
    inner = run[first : last + 1]
    curve = _curve(field, tightness, inner)
    if curve is not None and _seconds(curve) < _seconds(inner):
        return run[:first] + curve + run[last + 1 :]
    if splits == 0 or len(drives) < 3:
        return run
    # At the sharpest turn, since that is what a curve most likely cannot do.
    turns = [k for k in range(first + 1, last) if isinstance(run[k], Turn)]
    if turns:
        at = max(turns, key=lambda k: _angle(run[k]))
        return [
            *_smoothed(field, tightness, run[:at], splits - 1),
            run[at],
            *_smoothed(field, tightness, run[at + 1 :], splits - 1),
        ]
    at = drives[len(drives) // 2]
    return _smoothed(field, tightness, run[:at], splits - 1) + _smoothed(field, tightness, run[at:], splits - 1)


def _angle(leg: Leg) -> float:
    return abs(leg.angle) if isinstance(leg, Turn) else 0.0


def _seconds(legs: Sequence[Leg]) -> float:
    way = sum(leg.length for leg in legs)
    turned = sum(_angle(leg) for leg in legs)
    return _PER_METRE * way + _PER_RADIAN * turned + _PER_STOP * len(legs)


def _curve(field: PlanningField, tightness: Tightness, run: Sequence[Leg]) -> list[Leg] | None:
    """One drive along the run, with a turn before and after it where the headings differ; ``None``: not free."""
    start: Pose2 = _start(run[0])
    end = run[-1].end
    points = np.concatenate([leg.track[:, :2] for leg in run if isinstance(leg, Drive)])
    band = _spaced(points, _PITCH)
    if len(band) < 4:
        return None
    track = _track(_settled(tightness, band))
    drive = Drive.through(track)
    if np.abs(drive.curvature).max() > SHARPEST or not field.all_free(track):
        return None
    legs: list[Leg] = []
    lead = normalize_angle(float(track[0, 2]) - start[2])
    if abs(lead) > STEERED:
        legs.append(Turn(start, lead))
    legs.append(drive)
    rest = normalize_angle(end[2] - float(track[-1, 2]))
    if abs(rest) > 1e-6:
        legs.append(Turn(drive.end, rest))
    turns = [leg.poses() for leg in legs if isinstance(leg, Turn)]
    return legs if not turns or field.all_free(np.concatenate(turns)) else None


def _start(leg: Leg) -> Pose2:
    if isinstance(leg, Turn):
        return leg.pose
    x, y, yaw = leg.track[0].tolist()
    return (x, y, yaw)


def _spaced(points: Floats, pitch: float) -> Floats:
    """Points along the same line, ``pitch`` apart, both ends included."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    keep = np.concatenate(([True], steps > 1e-9))
    points = points[keep]
    stations = np.concatenate(([0.0], np.cumsum(steps[steps > 1e-9])))
    count = max(2, math.ceil(stations[-1] / pitch) + 1)
    at = np.linspace(0.0, stations[-1], count)
    return np.stack((np.interp(at, stations, points[:, 0]), np.interp(at, stations, points[:, 1])), axis=1)


def _headings(points: Floats) -> Floats:
    along = np.gradient(points, axis=0)
    headings: Floats = np.unwrap(np.arctan2(along[:, 1], along[:, 0]))
    return headings


def _settled(tightness: Tightness, band: Floats) -> Floats:
    """The band after its points have moved; its ends stay."""
    points = band.copy()
    for _ in range(4):
        points[1:-1] += 0.5 * (0.5 * (points[:-2] + points[2:]) - points[1:-1])
    for turn in range(_ROUNDS):
        headings = _headings(points)
        across = np.stack((-np.sin(headings), np.cos(headings)), axis=1)
        middle = 0.5 * (points[:-2] + points[2:])
        # Every other point, so that none moves together with its neighbours.
        moved = np.arange(1 + turn % 2, len(points) - 1, 2)
        # The distance from the middle, across the way, is what offsets can mend.
        bow = np.einsum("ij,ij->i", points[moved] - middle[moved - 1], across[moved])
        candidates = [*_OFFSETS, *(-bow[:, None] * share for share in (0.5, 1.0))]
        offsets = np.stack([np.broadcast_to(np.asarray(c).reshape(-1), moved.shape) for c in candidates])
        places = points[moved] + offsets[..., None] * across[moved]
        poses = np.concatenate((places.reshape(-1, 2), np.tile(headings[moved], len(candidates))[:, None]), axis=1)
        cost = tightness.of(poses).reshape(offsets.shape) + _STIFFNESS * (bow + offsets) ** 2
        best = np.argmin(cost - 1e-9 * (offsets == 0.0), axis=0)
        points[moved] = places[best, np.arange(len(moved))]
    return points


def _track(points: Floats) -> Floats:
    """Poses ``(n, 3)`` ``SPACING`` apart along a smooth curve through the points."""
    smooth = points.copy()
    for _ in range(2):
        smooth[1:-1] += 0.5 * (0.5 * (smooth[:-2] + smooth[2:]) - smooth[1:-1])
    fine = _spaced(smooth, SPACING)
    for _ in range(4):
        fine[1:-1] += 0.5 * (0.5 * (fine[:-2] + fine[2:]) - fine[1:-1])
    return np.column_stack((fine, _headings(fine)))
