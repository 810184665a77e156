"""Obstacles that are not on the map: half cells that scans mark, and clear again where they see through them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from robotdsl_runtime.geometry import Floats, Pose2
from robotdsl_runtime.navigation.grid import Bools, OccupancyGrid
from robotdsl_runtime.navigation.outline import Outline

# A return this near to a drawn square is the drawn obstacle: three standard deviations of a range's noise of 1 cm and
# the error of the believed place, which grows with the range by the error of the believed heading.
_KNOWN_WITHIN = 0.07
_KNOWN_PER_METRE = 0.02
# Returns from further away than this are left until the robot is nearer, where they are told apart better.
_FARTHEST = 4.0
# So many scans must hit a cell before it counts, and so many more can be forgotten again one by one.
_MARKED_AT, _MOST = 2, 4
# A scan sees through a cell when it returns from at least this far behind it.
_BEHIND = 0.1
# Every so many scans cells are cleared.
_CLEARING = 3


class DynamicLayer:
    """What scans found beside the drawn obstacles, in half cells of the drawn grid.

    ``version`` changes whenever the marked cells do, ``cleared`` whenever a cell is given up.
    """

    def __init__(self, grid: OccupancyGrid, clearance: Floats, outline: Outline, beam_spacing: float) -> None:
        self._size = 0.5 * grid.resolution
        self._rows, self._columns = 2 * grid.rows, 2 * grid.columns
        self._origin = grid.origin
        self.version = 0
        self.cleared = 0
        # The clearance with room for every near return around it; nothing out there is news.
        self._pad = math.ceil(_FARTHEST / grid.resolution) + 2
        padded = np.pad(clearance.astype(np.float32), self._pad)
        self._stride = padded.shape[1]
        self._clearance = padded.ravel()
        reach = self._pad * grid.resolution
        self._corner = (grid.origin[0] - reach, grid.origin[1] - reach)
        self._scans = 0
        self._outline = outline
        self._hits = np.zeros(self._rows * self._columns, dtype=np.int8)
        self._bins = max(16, int(2.0 * math.pi / max(1.5 * beam_spacing, math.radians(1.5))))
        # The cells with hits; only these can be cleared.
        self._active: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._active_centers: Floats = np.zeros((0, 2))
        self._marked: Floats = np.zeros((0, 2))

    @property
    def centers(self) -> Floats:
        """The centres ``(k, 2)`` of the marked half cells, metres in the map frame."""
        return self._marked

    def observe(
        self,
        robot: Pose2,
        x: Floats,
        y: Floats,
        ranges: Floats,
        sensor: tuple[float, float],
        max_range: float,
        view: tuple[float, float],
    ) -> None:
        """Take one scan: returns at ``x, y`` ``(n,)`` in the map frame, ``ranges`` ``(n,)`` from the sensor.

        ``sensor`` is where it stood and ``view`` the direction of its middle and half its field of view, in the map
        frame; a beam without a return reached ``max_range``.
        """
        changed = self._mark(x, y, ranges)
        self._scans += 1
        if len(self._active) and self._scans % _CLEARING == 0:
            changed |= self._clear(robot, x, y, ranges, sensor, max_range, view)
        if changed:
            self._gather()

    def mark(self, points: Floats) -> None:
        """Mark the cells of ``points`` ``(n, 2)`` at once, known or not: the robot stood before them."""
        cells = self._cells(points)
        if len(cells):
            self._hits[cells] = _MARKED_AT
            self._active = np.union1d(self._active, cells)
            self._gather()

    def forget(self) -> None:
        """Give up every marked cell; scans mark again what still stands."""
        if len(self._active):
            self._hits[self._active] = 0
            self._active = self._active[:0]
            self.cleared += 1
            self._gather()

    def _cells(self, points: Floats) -> NDArray[np.int64]:
        """The half cells of those points that lie on the grid."""
        inverse = 1.0 / self._size
        column = np.floor((points[:, 0] - self._origin[0]) * inverse).astype(np.int64)
        row = np.floor((points[:, 1] - self._origin[1]) * inverse).astype(np.int64)
        return self._inside(row, column)

    def _inside(self, row: NDArray[np.int64], column: NDArray[np.int64]) -> NDArray[np.int64]:
        inside = (row >= 0) & (row < self._rows) & (column >= 0) & (column < self._columns)
        cells: NDArray[np.int64] = row[inside] * self._columns + column[inside]
        return cells

    def _mark(self, x: Floats, y: Floats, ranges: Floats) -> bool:
        """Count the hits of returns that are not of drawn obstacles; whether a cell is marked thereby."""
        near = ranges < _FARTHEST
        inverse = 1.0 / self._size
        # Near returns lie on the padded grid wherever the robot is on the map.
        column = ((x[near] - self._corner[0]) * inverse).astype(np.int64)
        row = ((y[near] - self._corner[1]) * inverse).astype(np.int64)
        whole = (row >> 1) * self._stride + (column >> 1)
        novel = self._clearance.take(whole, mode="clip") > _KNOWN_WITHIN + _KNOWN_PER_METRE * ranges[near]
        if not novel.any():
            return False
        cells = np.unique(self._inside(row[novel] - 2 * self._pad, column[novel] - 2 * self._pad))
        before = self._hits[cells]
        self._hits[cells] = np.minimum(before + 1, _MOST)
        fresh = cells[before == 0]
        if len(fresh):
            self._active = np.concatenate((self._active, fresh))
            self._active_centers = np.concatenate((self._active_centers, self._centers(fresh)))
        return bool((before == _MARKED_AT - 1).any())

    def _clear(
        self,
        robot: Pose2,
        x: Floats,
        y: Floats,
        ranges: Floats,
        sensor: tuple[float, float],
        max_range: float,
        view: tuple[float, float],
    ) -> bool:
        bins = self._bins
        per_radian = bins / (2.0 * math.pi)
        seen = np.full(bins, max_range)
        bearing = np.arctan2(y - sensor[1], x - sensor[0])
        np.minimum.at(seen, (bearing * per_radian).astype(np.int64) % bins, ranges)
        dx, dy = self._active_centers[:, 0] - sensor[0], self._active_centers[:, 1] - sensor[1]
        distance = np.hypot(dx, dy)
        at = np.arctan2(dy, dx)
        width = 0.5 * self._size / np.maximum(distance, self._size)
        behind = np.minimum(
            np.minimum(
                seen[((at - width) * per_radian).astype(np.int64) % bins],
                seen[((at + width) * per_radian).astype(np.int64) % bins],
            ),
            seen[(at * per_radian).astype(np.int64) % bins],
        )
        through = (behind > distance + _BEHIND) & (distance < max_range)
        if view[1] < math.pi:
            through &= np.abs(np.remainder(at - view[0] + math.pi, 2.0 * math.pi) - math.pi) < view[1]
        through |= self._under(robot)
        if not through.any():
            return False
        cells = self._active[through]
        self._hits[cells] -= 1
        hits = self._hits[cells]
        lost = bool((hits == _MARKED_AT - 1).any())
        if (hits <= 0).any():
            self._active = self._active[self._hits[self._active] > 0]
            self._active_centers = self._centers(self._active)
        if lost:
            self.cleared += 1
        return lost

    def _under(self, robot: Pose2) -> Bools:
        """Which active cells have their centre under the robot, where nothing can stand."""
        c, s = math.cos(robot[2]), math.sin(robot[2])
        dx, dy = self._active_centers[:, 0] - robot[0], self._active_centers[:, 1] - robot[1]
        near = dx * dx + dy * dy < self._outline.circumscribed**2
        if near.any():
            ax, ay = c * dx[near] + s * dy[near], c * dy[near] - s * dx[near]
            gaps = np.outer(ax, self._outline.normals[:, 0]) + np.outer(ay, self._outline.normals[:, 1])
            near[near] = (gaps < self._outline.offsets).all(axis=1)
        return near

    def _centers(self, cells: NDArray[np.int64]) -> Floats:
        row, column = np.divmod(cells, self._columns)
        x = self._origin[0] + (column + 0.5) * self._size
        y = self._origin[1] + (row + 0.5) * self._size
        return np.stack((x, y), axis=1)

    def _gather(self) -> None:
        self._active_centers = self._centers(self._active)
        counted = self._hits[self._active] >= _MARKED_AT
        self._marked = self._active_centers[counted]
        self.version += 1
