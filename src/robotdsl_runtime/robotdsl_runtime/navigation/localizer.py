"""Where the robot is on the drawn map: odometry, corrected by matching scans to it.

The estimate is the most likely pose given the odometry since the last correction and the scan's returns, each of which
should lie on a drawn surface (the likelihood field of Thrun, Burgard and Fox, Probabilistic Robotics, 6.4, with the
square that an obstacle's edge lies somewhere in as its flat top). It is found by Gauss-Newton steps.
"""

from __future__ import annotations

import math

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2, compose, inverse, normalize_angle, relative
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.distance import distance_to
from robotdsl_runtime.navigation.grid import Bools, OccupancyGrid

# Returns used of a scan; more of the same walls say little more.
_BEAMS = 60
# So many of them speak independently of one another: errors of the drawing are shared by a whole wall.
_INDEPENDENT = 20.0
_FARTHEST = 10.0
# The spread of a return about a drawn surface, m, and from where on one counts as something not drawn.
_SPREAD, _OUTLIER = 0.05, 0.10
_FIELD_REACH = 0.6
_FEWEST = 6
# A correction waits for this much motion; where turns are uncertain each scan during one corrects.
_MOVED, _TURNED, _UNCERTAIN_TURNED = 0.1, 0.1, 0.01
_UNCERTAIN_NOISE = 0.3
# What the spawn pose is known to, and what drift is left when odometry says that nothing moved.
_START_SPREAD = 0.005
_STANDING_SPREAD = 0.001
# Heading drift of a straight drive, rad/m.
_BEND = 0.02
_STEPS = 8
_ENOUGH = 2e-4


class Localizer:
    """The robot's pose in the map frame, from its pose in the odometry frame; both of ``base_footprint``.

    ``start`` is the pose in the map frame at odometry's origin (or at ``odometry``, its pose then). Without a scan to
    localize by, the map frame meets the odometry frame there for good.
    """

    def __init__(
        self, grid: OccupancyGrid, base: Base, start: Pose2, odometry: Pose2 = (0.0, 0.0, 0.0)
    ) -> None:
        self._grid = grid
        self._base = base
        self._map_from_odometry = compose(start, inverse(odometry))
        self._last = odometry
        self._covariance: Floats = np.eye(3) * _START_SPREAD**2
        self._phase = 0
        self._matching = base.localization == "scan" and bool(grid.occupied.any())
        if self._matching:
            self._field = _likelihood_field(grid)

    def pose(self, odometry: Pose2) -> Pose2:
        """The pose in the map frame for one in the odometry frame."""
        return compose(self._map_from_odometry, odometry)

    @property
    def map_from_odometry(self) -> Pose2:
        return self._map_from_odometry

    @property
    def spread(self) -> tuple[float, float]:
        """One standard deviation of the place (the wider axis), m, and of the heading, rad."""
        place = self._covariance[:2, :2]
        return math.sqrt(float(np.linalg.eigvalsh(place)[-1])), math.sqrt(float(self._covariance[2, 2]))

    def update(self, odometry: Pose2, points: Floats | None) -> Pose2:
        """Take a scan's returns ``(n, 2)`` in ``base_footprint``, seen at ``odometry``; the pose in the map frame.

        The scan corrects the pose only after motion, so that a standing robot does not wander with the noise.
        """
        if not self._matching or points is None:
            return self.pose(odometry)
        moved = relative(self._last, odometry)
        distance, turn = math.hypot(moved[0], moved[1]), abs(moved[2])
        uncertain = self._base.odometry_turn_noise > _UNCERTAIN_NOISE
        if distance < _MOVED and turn < (_UNCERTAIN_TURNED if uncertain else _TURNED):
            return self.pose(odometry)
        before = self.pose(self._last)
        prior = self.pose(odometry)
        self._spread_out(before, prior, distance, turn)
        self._last = odometry
        chosen = self._chosen(points)
        if len(chosen) >= _FEWEST:
            pose = self._match(prior, chosen)
            self._map_from_odometry = compose(pose, inverse(odometry))
        return self.pose(odometry)

    def _spread_out(self, before: Pose2, after: Pose2, distance: float, turn: float) -> None:
        """Grow the covariance by the motion from ``before`` to ``after``."""
        step = np.eye(3)
        step[0, 2], step[1, 2] = before[1] - after[1], after[0] - before[0]
        base = self._base
        place = (base.odometry_distance_noise * distance) ** 2 + _STANDING_SPREAD**2
        heading = (base.odometry_turn_noise * turn) ** 2 + (_BEND * distance) ** 2 + _STANDING_SPREAD**2
        self._covariance = step @ self._covariance @ step.T + np.diag((place, place, heading))

    def _chosen(self, points: Floats) -> Floats:
        """Returns spread over the scan, others each time."""
        stride = max(1, len(points) // _BEAMS)
        self._phase = (self._phase + 1) % stride
        chosen = points[self._phase :: stride]
        near: Floats = chosen[np.einsum("ij,ij->i", chosen, chosen) < _FARTHEST**2]
        return near

    def _match(self, prior: Pose2, points: Floats) -> Pose2:
        information = np.linalg.inv(self._covariance)
        pose = self._best_heading(prior, points)
        hessian = information
        weight_per_return = _INDEPENDENT / max(len(points), _INDEPENDENT) / _SPREAD**2
        for _ in range(_STEPS):
            residual, jacobian = self._residuals(pose, points)
            trust = 1.0 / (1.0 + (residual / _OUTLIER) ** 2)
            weights = trust * trust * weight_per_return
            weighted = jacobian * weights[:, None]
            offset = np.array((pose[0] - prior[0], pose[1] - prior[1], normalize_angle(pose[2] - prior[2])))
            hessian = weighted.T @ jacobian + information
            step = np.linalg.solve(hessian, weighted.T @ residual + information @ offset)
            pose = (pose[0] - float(step[0]), pose[1] - float(step[1]), normalize_angle(pose[2] - float(step[2])))
            if abs(step[0]) + abs(step[1]) + abs(step[2]) < _ENOUGH:
                break
        self._covariance = np.linalg.inv(hessian)
        return pose

    def _best_heading(self, prior: Pose2, points: Floats) -> Pose2:
        """Where Gauss-Newton starts: the prior, or the heading about it that fits best when it may be far off."""
        spread = math.sqrt(float(self._covariance[2, 2]))
        if spread < 0.04:
            return prior
        count = min(12, math.ceil(2.0 * spread / 0.03))
        best, least = prior, math.inf
        for k in range(-count, count + 1):
            turn = 2.0 * spread * k / count
            candidate = (prior[0], prior[1], prior[2] + turn)
            residual, _ = self._residuals(candidate, points)
            misfit = float((residual**2 / (residual**2 + _OUTLIER**2)).mean()) + 0.02 * (turn / spread) ** 2
            if misfit < least:
                best, least = candidate, misfit
        return best

    def _residuals(self, pose: Pose2, points: Floats) -> tuple[Floats, Floats]:
        """Each return's distance from the drawn surfaces that face the robot, ``(n,)``, and its derivative by the
        pose, ``(n, 3)``."""
        c, s = math.cos(pose[2]), math.sin(pose[2])
        turned_x = c * points[:, 0] - s * points[:, 1]
        turned_y = s * points[:, 0] + c * points[:, 1]
        grid = self._grid
        inverse_size = 1.0 / grid.resolution
        u = (turned_x + (pose[0] - grid.origin[0])) * inverse_size
        v = (turned_y + (pose[1] - grid.origin[1])) * inverse_size
        column = np.clip(u.astype(np.int64), 0, grid.columns - 1)
        row = np.clip(v.astype(np.int64), 0, grid.rows - 1)
        facing = 2 * (turned_x > 0.0) + (turned_y > 0.0)
        cells = self._field[facing, row, column]
        gx, gy = cells[:, 1], cells[:, 2]
        along = ((u - column - 0.5) * gx + (v - row - 0.5) * gy) * grid.resolution
        residual = np.where(cells[:, 0] > 0.0, np.maximum(cells[:, 0] + along, 0.0), 0.0)
        jacobian = np.empty((len(points), 3))
        jacobian[:, 0], jacobian[:, 1] = gx, gy
        jacobian[:, 2] = gy * turned_x - gx * turned_y
        return residual, jacobian


def _likelihood_field(grid: OccupancyGrid) -> Floats:
    """For each of four ways to look and each cell ``(4, rows, columns, 3)``: the distance from the cell's centre to
    the nearest square that holds a surface seen that way, m, and the direction in which that grows.

    The ways are the quadrants of a beam's direction, ``2 (dx > 0) + (dy > 0)``: a beam towards higher x and y meets
    what has free floor on its lower x or lower y side, and never a wall's far side. On such a square the distance is
    0 all over, since the surface may be anywhere in it; the direction is then the surface's normal of either sign,
    which tells what a return there constrains.
    """
    occupied = np.pad(grid.occupied, 1)
    free = ~occupied
    left, right = free[1:-1, :-2], free[1:-1, 2:]
    below, above = free[:-2, 1:-1], free[2:, 1:-1]
    ways = ((right, above), (right, below), (left, above), (left, below))
    return np.stack([_field_of(grid.occupied & (x | y), grid.resolution) for x, y in ways])


def _field_of(on: Bools, resolution: float) -> Floats:
    reach = _FIELD_REACH / resolution
    distance = resolution * distance_to(on, reach, edge=0.5)
    to_center = distance_to(on, reach + 1.0)
    down, across = np.gradient(to_center)
    nxx, nyy, nxy = (_around(part) for part in (across * across, down * down, across * down))
    angle = 0.5 * np.arctan2(2.0 * nxy, nxx - nyy)
    length = np.hypot(across, down)
    flat = length < 1e-6
    scale = np.where(flat | (distance >= _FIELD_REACH), 0.0, 1.0 / np.where(flat, 1.0, length))
    field: Floats = np.stack((distance, across * scale, down * scale), axis=2)
    field[on, 1], field[on, 2] = np.cos(angle[on]), np.sin(angle[on])
    return field


def _around(values: Floats) -> Floats:
    """Sums over each cell and its eight neighbours; the rim counts twice."""
    padded = np.pad(values, 1, mode="edge")
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    total: Floats = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]
    return total
