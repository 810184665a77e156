"""What a planner asks of a grid and a base: how far obstacles are, what a place costs, whether a pose is free."""

from __future__ import annotations

import copy
import math

import numpy as np
from numpy.typing import NDArray

from robotdsl_runtime.geometry import Floats, Pose2
from robotdsl_runtime.navigation.distance import distance_to
from robotdsl_runtime.navigation.grid import Bools, OccupancyGrid
from robotdsl_runtime.navigation.outline import Outline
from robotdsl_runtime.navigation.stairs import without_stairs

# How far from the robot's turning circle a place is still dearer than open floor: at the rim by this factor.
SOFT_RIM = 2.0
# A place too narrow to turn in costs at least this much per metre, up to as much again where it barely fits.
NARROW = 4.0


class PlanningField:
    """A grid as one base sees it.

    ``clearance[row, column]`` is the distance in metres from the cell's centre to the nearest occupied square, exact
    up to ``reach``. ``cost`` is what a metre through a cell costs: 1 on open floor, rising towards obstacles over
    ``soft`` metres beyond the circle that the robot turns in, ``NARROW`` and more where it cannot turn freely, and
    infinite where not even its inscribed circle fits. Beyond the grid nothing is known to stand; poses there are
    free, but no path leads there.

    ``marked`` ``(k, 2)`` are the centres of half cells that are occupied beside the grid's.
    """

    def __init__(
        self, grid: OccupancyGrid, outline: Outline, margin: float, soft: float, marked: Floats | None = None
    ) -> None:
        self.grid = grid
        self.marked = np.zeros((0, 2)) if marked is None else marked
        self.outline = outline
        self.margin = margin
        resolution = grid.resolution
        self.turning = outline.circumscribed + margin
        self.inscribed = outline.inscribed + margin
        self.reach = self.turning + soft
        self.occupied = grid.occupied
        if len(self.marked):
            self.occupied = grid.occupied.copy()
            self.occupied[self.cells(self.marked[:, 0], self.marked[:, 1])] = True
        self.clearance: Floats = resolution * distance_to(self.occupied, self.reach / resolution + 1.0, edge=0.5)
        self.cost = self._costs(soft)
        # The outline that is checked reaches ``margin`` too far; a square's corner slips in between two of its samples
        # by less than half of their distance (Thales' circle over the two), and so stays off the outline itself.
        grown = outline.grown(margin)
        self.samples = grown.samples(max(2.0 * abs(margin), 0.2 * resolution) * 0.9)
        # Half cells, the grid's and some beyond, in one row after the other: made when first looked at.
        self._pad = 2 * (math.ceil((grown.circumscribed + 0.15) / resolution) + 2)
        self._height, self._stride = 2 * grid.rows + 2 * self._pad, 2 * grid.columns + 2 * self._pad
        self._half = 0.5 * resolution
        self._corner = (grid.origin[0] - self._pad * self._half, grid.origin[1] - self._pad * self._half)
        self._padded: Bools | None = None

    @property
    def padded(self) -> Bools:
        """The occupied half cells, the corners of drawn stairs cut off, as ``flat`` counts them."""
        if self._padded is None:
            padded = np.zeros((self._height, self._stride), dtype=np.bool_)
            pad = self._pad
            padded[pad:-pad, pad:-pad] = without_stairs(self.grid.occupied)
            self._padded = padded.ravel()
            self._padded[self.flat(self.marked[:, 0], self.marked[:, 1])] = True
        return self._padded

    def _costs(self, soft: float) -> Floats:
        clear = self.clearance
        near = np.clip((self.reach - clear) / soft, 0.0, 1.0)
        cost = 1.0 + (SOFT_RIM - 1.0) * near * near
        narrow = clear < self.turning
        span = max(self.turning - self.inscribed, 1e-9)
        squeeze = (self.turning - clear[narrow]) / span
        cost[narrow] = NARROW * (1.0 + squeeze * squeeze)
        cost[clear < self.inscribed] = np.inf
        return cost

    def restricted_to_turning(self) -> PlanningField | None:
        """The same field without the places too narrow to turn in; nothing when it has no such place."""
        narrow = (self.cost > SOFT_RIM) & np.isfinite(self.cost)
        if not narrow.any():
            return None
        turnable = copy.copy(self)
        turnable.cost = np.where(narrow, np.inf, self.cost)
        return turnable

    def loosened(self) -> Floats:
        """The costs with every cell passable that holds any place for the inscribed circle, not its centre alone."""
        half_diagonal = math.sqrt(0.5) * self.grid.resolution
        squeezed = ~np.isfinite(self.cost) & (self.clearance >= self.inscribed - half_diagonal)
        squeezed &= ~self.occupied
        loosened: Floats = np.where(squeezed, 2.0 * NARROW, self.cost)
        return loosened

    def flat(self, x: Floats, y: Floats) -> NDArray[np.int64]:
        """Indices into ``padded`` of points, which must lie within the grid or an outline's reach around it."""
        inverse = 1.0 / self._half
        row = ((y - self._corner[1]) * inverse).astype(np.int64)
        row *= self._stride
        row += ((x - self._corner[0]) * inverse).astype(np.int64)
        return row

    def collides(self, poses: Floats) -> Bools:
        """Which of ``poses`` ``(n, 3)`` put the outline with its margin onto an occupied half cell, ``(n,)``."""
        return self.hits(poses, self.samples)

    def hits(self, poses: Floats, samples: Floats, padded: Bools | None = None) -> Bools:
        """As ``collides``, for other points ``(m, 2)`` of the robot and other contents of ``padded``."""
        c, s = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
        sx, sy = samples[:, 0], samples[:, 1]
        x = c * sx - s * sy
        x += poses[:, 0][:, None]
        y = s * sx + c * sy
        y += poses[:, 1][:, None]
        grid = self.grid
        for part, axis, cells, span in ((x, 0, grid.columns, self._stride), (y, 1, grid.rows, self._height)):
            # With its pose on the grid the outline stays within the padding.
            at, low = poses[:, axis], grid.origin[axis]
            if at.min() < low or at.max() > low + cells * grid.resolution:
                np.clip(part, self._corner[axis], self._corner[axis] + (span - 0.5) * self._half, out=part)
        touched: Bools = (self.padded if padded is None else padded)[self.flat(x, y)]
        return np.asarray(touched.any(axis=1))

    def all_free(self, poses: Floats) -> bool:
        """Whether the outline with its margin is free at all of ``poses`` ``(n, 3)``; poses in the open cost little."""
        slack = self.clearance_at(poses[:, 0], poses[:, 1]) - 0.75 * self.grid.resolution
        close = poses[slack < self.turning]
        return not len(close) or not bool(self.collides(close).any())

    def touches(self, poses: Floats, centers: Floats, margin: float) -> bool:
        """Whether the outline grown by ``margin`` touches any of the half cells about ``centers`` ``(k, 2)`` at one of
        ``poses`` ``(n, 3)``.
        """
        if not len(centers) or not len(poses):
            return False
        reach = self.outline.circumscribed + max(margin, 0.0) + self.grid.resolution
        low = poses[:, :2].min(axis=0) - reach
        high = poses[:, :2].max(axis=0) + reach
        near = centers[((centers > low) & (centers < high)).all(axis=1)]
        if not len(near):
            return False
        # Every pose of a path lies within 2 cm of one of each third.
        gaps = np.hypot(poses[::3, None, 0] - near[:, 0], poses[::3, None, 1] - near[:, 1])
        if gaps.min() > reach + 0.1:
            return False
        marked = np.zeros(self._height * self._stride, dtype=np.bool_)
        marked[self.flat(near[:, 0], near[:, 1])] = True
        return bool(self.hits(poses, self.outline.grown(margin).samples(self._half), marked).any())

    def without_touched(self, pose: Pose2) -> tuple[Bools, Floats]:
        """The grid's occupied cells and the marked half cells, but for those that the outline with its margin touches
        at ``pose``.
        """
        occupied = self.grid.occupied.copy()
        resolution = self.grid.resolution
        span = math.ceil(self.turning / resolution) + 1
        row, column = self.grid.cell(pose[0], pose[1])
        low_row, low_column = max(row - span, 0), max(column - span, 0)
        window = occupied[low_row : max(row + span + 1, 0), low_column : max(column + span + 1, 0)]
        rows, columns = np.nonzero(window)
        if len(rows):
            x = self.grid.origin[0] + (columns + (low_column + 0.5)) * resolution
            y = self.grid.origin[1] + (rows + (low_row + 0.5)) * resolution
            gaps = self.outline.gaps(np.array([pose]), np.stack((x, y), axis=1), 0.5 * resolution)
            window[rows, columns] = gaps[:, 0] >= self.margin
        if not len(self.marked):
            return occupied, self.marked
        gaps = self.outline.gaps(np.array([pose]), self.marked, 0.5 * self._half)
        return occupied, self.marked[gaps[:, 0] >= self.margin]

    def clearance_at(self, x: Floats, y: Floats) -> Floats:
        """The clearance of the cells that hold the points; beyond the grid, that of the nearest cell."""
        row, column = self.cells(x, y)
        found: Floats = self.clearance[row, column]
        return found

    def cells(self, x: Floats, y: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Row and column of points, those beyond the grid drawn to its rim."""
        inverse = 1.0 / self.grid.resolution
        row = ((y - self.grid.origin[1]) * inverse).astype(np.int64)
        column = ((x - self.grid.origin[0]) * inverse).astype(np.int64)
        np.minimum(np.maximum(row, 0, out=row), self.grid.rows - 1, out=row)
        np.minimum(np.maximum(column, 0, out=column), self.grid.columns - 1, out=column)
        return row, column

    def cells_of(self, x: float, y: float) -> tuple[int, int]:
        """As ``cells``, for one point."""
        row, column = self.grid.cell(x, y)
        return min(max(row, 0), self.grid.rows - 1), min(max(column, 0), self.grid.columns - 1)

    def cost_at(self, row: int, column: int) -> float:
        return float(self.cost[row, column])

    def line_cost(self, ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
        """The cost of a straight line and the highest cost per metre on it; infinite when it is not passable."""
        length = math.hypot(bx - ax, by - ay)
        count = max(2, math.ceil(2.0 * length / self.grid.resolution) + 1)
        share = (np.arange(count) + 0.5) / count
        row, column = self.cells(ax + (bx - ax) * share, ay + (by - ay) * share)
        costs = self.cost[row, column]
        return length * float(costs.mean()), float(costs.max())
