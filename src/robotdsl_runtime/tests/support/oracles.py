"""What the navigator works out, worked out again: slowly, plainly and by other means."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable

import numpy as np
from kinematic import placed
from numpy.typing import NDArray
from robotdsl_runtime.geometry import Pose2, normalize_angle
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.limits import STANDING, Limits, Velocity
from robotdsl_runtime.navigation.path import Drive, Path

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
# How densely paths are looked at: no corner of a robot of 0.3 m moves by more than a centimetre in between.
_STEP, _TURN_STEP = 0.005, 0.02


def occupied_centers(grid: OccupancyGrid) -> Floats:
    """The centres ``(n, 2)`` of the occupied squares."""
    rows, columns = np.nonzero(grid.occupied)
    places = np.stack((columns, rows), axis=1).astype(np.float64)
    centers: Floats = (places + 0.5) * grid.resolution + np.array(grid.origin)
    return centers


def brute_distance(occupied: Bools, edge: float) -> Floats:
    """Distance in cells from every cell's centre to the nearest occupied cell, reaching ``edge`` from its centre;
    infinite without one."""
    rows, columns = np.indices(occupied.shape)
    nearest = np.full(occupied.shape, np.inf)
    for row, column in np.argwhere(occupied).tolist():
        up = np.maximum(np.abs(rows - row) - edge, 0.0)
        across = np.maximum(np.abs(columns - column) - edge, 0.0)
        nearest = np.minimum(nearest, np.hypot(up, across))
    return nearest


def near(occupied: Bools, radius: float) -> Bools:
    """The cells whose centres lie within ``radius`` cells of an occupied square."""
    span = math.ceil(radius + 0.5)
    rows, columns = occupied.shape
    padded = np.pad(occupied, span)
    found = np.zeros_like(occupied)
    for up in range(-span, span + 1):
        for right in range(-span, span + 1):
            if math.hypot(max(abs(up) - 0.5, 0.0), max(abs(right) - 0.5, 0.0)) <= radius:
                found |= padded[span + up : span + up + rows, span + right : span + right + columns]
    return found


def connected(passable: Bools, start: tuple[int, int], goal: tuple[int, int], diagonal: bool) -> bool:
    """Whether a walk over passable neighbours leads from start to goal: flood fill."""
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)] + ([(1, 1), (1, -1), (-1, 1), (-1, -1)] if diagonal else [])
    if not (passable[start] and passable[goal]):
        return False
    seen, waiting = {start}, deque([start])
    while waiting:
        row, column = waiting.popleft()
        if (row, column) == goal:
            return True
        for up, right in steps:
            beside = (row + up, column + right)
            within = 0 <= beside[0] < passable.shape[0] and 0 <= beside[1] < passable.shape[1]
            if within and beside not in seen and passable[beside]:
                seen.add(beside)
                waiting.append(beside)
    return False


def overlapping(corners: Floats, centers: Floats, half: float) -> Bools:
    """Which open squares of half side ``half`` about ``centers`` ``(n, 2)`` the convex polygon ``corners`` overlaps.

    A square and a polygon overlap when a side of the polygon runs through the square (clipped to its slabs) or the
    square's centre lies in the polygon.
    """
    after = np.roll(corners, -1, axis=0)
    found = np.ones(len(centers), dtype=np.bool_)
    for (ax, ay), (bx, by) in zip(corners, after, strict=True):
        found &= (bx - ax) * (centers[:, 1] - ay) - (by - ay) * (centers[:, 0] - ax) > 0.0
    for a, b in zip(corners, after, strict=True):
        first, last = np.zeros(len(centers)), np.ones(len(centers))
        for axis in (0, 1):
            way = float(b[axis] - a[axis])
            low, high = centers[:, axis] - half - a[axis], centers[:, axis] + half - a[axis]
            if abs(way) < 1e-12:
                last[(low >= 0.0) | (high <= 0.0)] = -1.0
                continue
            first = np.maximum(first, np.minimum(low / way, high / way))
            last = np.minimum(last, np.maximum(low / way, high / way))
        found |= last - first > 1e-9
    return found


def dense(path: Path) -> list[Pose2]:
    """Poses along the path, each leg's own poses joined by straight motion."""
    poses: list[Pose2] = []
    for leg in path.legs:
        track = leg.poses()
        for a, b in zip(track[:-1].tolist(), track[1:].tolist(), strict=True):
            count = max(1, math.ceil(max(math.dist(a[:2], b[:2]) / _STEP, abs(b[2] - a[2]) / _TURN_STEP)))
            poses += [
                (a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count, a[2] + (b[2] - a[2]) * k / count)
                for k in range(count + 1)
            ]
    return poses or [path.start]


def touched_squares(poses: Iterable[Pose2], outline: Floats, grid: OccupancyGrid, half: float | None = None) -> Floats:
    """The centres ``(n, 2)`` of the occupied squares that the outline overlaps at any of the poses."""
    half = grid.resolution / 2.0 if half is None else half
    centers = occupied_centers(grid)
    reach = float(np.hypot(*outline.T).max()) + grid.resolution
    touched = np.zeros(len(centers), dtype=np.bool_)
    for pose in poses:
        near = np.flatnonzero(np.hypot(centers[:, 0] - pose[0], centers[:, 1] - pose[1]) < reach)
        if len(near):
            touched[near] |= overlapping(placed(outline, pose), centers[near], half)
    return centers[touched]


def assert_drivable(path: Path, start: Pose2, goal: Pose2, place: float = 1e-6, heading: float = 0.021) -> None:
    """The path leads from ``start`` to within so much of ``goal``, each leg starts where the one before it ends, and
    drives go where the robot faces. Headings up to 0.02 rad off, or 0.1 before a drive, are steered out."""
    at = start
    assert path.start == start
    for leg in path.legs:
        track = leg.poses()
        assert math.dist(track[0, :2], at[:2]) < 1e-6
        steered = 0.11 if isinstance(leg, Drive) else 0.021
        assert abs(normalize_angle(float(track[0, 2]) - at[2])) < steered
        if isinstance(leg, Drive):
            steps = np.diff(track[:, :2], axis=0)
            assert np.hypot(*steps.T).max() < 0.05
            middle = 0.5 * (track[1:, 2] + track[:-1, 2]) + (math.pi if leg.reverse else 0.0)
            ways = np.arctan2(steps[:, 1], steps[:, 0])
            moving = np.hypot(*steps.T) > 1e-3
            aside = [abs(normalize_angle(float(a))) for a in (ways - middle)[moving]]
            assert max(aside, default=0.0) < 0.15
        at = leg.end
    assert math.dist(at[:2], goal[:2]) <= place
    assert abs(normalize_angle(at[2] - goal[2])) <= heading


def assert_within_limits(commands: list[Velocity], limits: Limits, period: float = 0.05) -> None:
    """Every command keeps the speeds, and no two that follow one another differ by more than the accelerations do."""
    told = np.array([STANDING, *commands])
    assert np.abs(told[:, 0]).max() <= limits.speed + 1e-9
    assert np.abs(told[:, 1]).max() <= limits.side + 1e-9
    assert np.abs(told[:, 2]).max() <= limits.turn + 1e-9
    changes = np.abs(np.diff(told, axis=0))
    assert changes[:, :2].max() <= limits.acceleration * period + 1e-9
    if limits.steers:
        # The steering is turned at once; what it turns the base by follows from the way.
        assert (np.abs(told[:, 2]) <= limits.curvature * np.abs(told[:, 0]) + 1e-9).all()
    else:
        assert changes[:, 2].max() <= limits.turn_acceleration * period + 1e-9
