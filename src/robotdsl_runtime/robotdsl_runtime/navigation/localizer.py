"""Where the robot is on the drawn map: odometry, corrected by matching scans to it.

The estimate is the most likely pose given the odometry since the last correction and the scan's returns, each of which
should lie on a drawn edge (a likelihood field as in Thrun, Burgard and Fox, Probabilistic Robotics, 6.4, with the
distance to the nearest edge's line instead of to its cell). It is found by Gauss-Newton steps.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from robotdsl_runtime.geometry import Floats, Pose2, compose, inverse, normalize_angle, relative
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.surfaces import Surfaces

# Returns used of a scan; more of the same walls say little more.
_BEAMS = 48
# So many edges, independently drawn, a scan is taken to see.
_INDEPENDENT = 2.0
_FARTHEST = 10.0
# The spread of a return about the edge that it comes from, m, and from where on one counts as something not drawn.
_RANGE_SPREAD, _OUTLIER = 0.015, 0.10
# How many times its variance the pose's error counts where edges are learned.
_WARY = 1.0
_FEWEST = 6
# A correction waits for this much motion; where it slips, each scan during a turn corrects.
_MOVED, _TURNED, _SLIPPING_TURNED = 0.1, 0.1, 0.01
# What the spawn pose is known to, and what drift is left when odometry says that nothing moved.
_START_SPREAD = 0.005
_STANDING_SPREAD = 0.001
# Heading drift of a straight drive, rad/m.
_BEND = 0.02
_STEPS = 5
_ENOUGH = 1e-3


class Localizer:
    """The robot's pose in the map frame, from its pose in the odometry frame; both of ``base_footprint``.

    ``start`` is the pose in the map frame at odometry's origin (or at ``odometry``, its pose then). Without a scan to
    localize by, the map frame meets the odometry frame there for good.
    """

    def __init__(self, grid: OccupancyGrid, base: Base, start: Pose2, odometry: Pose2 = (0.0, 0.0, 0.0)) -> None:
        self._grid = grid
        self._base = base
        self._map_from_odometry = compose(start, inverse(odometry))
        self._last = odometry
        self._covariance: Floats = np.eye(3) * _START_SPREAD**2
        self._phase = 0
        self._first = True
        self._matching = base.localization == "scan" and bool(grid.occupied.any())
        if self._matching:
            self._surfaces = Surfaces(grid)

    def pose(self, odometry: Pose2) -> Pose2:
        """The pose in the map frame for one in the odometry frame."""
        return compose(self._map_from_odometry, odometry)

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
        if self._first:
            self._first = False
            self._learn(self.pose(odometry), points[np.einsum("ij,ij->i", points, points) < _FARTHEST**2])
        moved = relative(self._last, odometry)
        distance, turn = math.hypot(moved[0], moved[1]), abs(moved[2])
        if distance < _MOVED and turn < (_SLIPPING_TURNED if self._base.slips else _TURNED):
            return self.pose(odometry)
        before = self.pose(self._last)
        prior = self.pose(odometry)
        self._spread_out(before, prior, distance, turn)
        self._last = odometry
        chosen = self._chosen(points)
        if len(chosen) >= _FEWEST:
            pose = self._match(prior, chosen)
            self._map_from_odometry = compose(pose, inverse(odometry))
            self._learn(pose, chosen)
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
        for _ in range(_STEPS):
            residual, jacobian, pieces = self._residuals(pose, points)
            # The error of the drawing is shared by the returns from one edge, the range's own is not.
            shared = max(len(points) / _INDEPENDENT, 1.0)
            variance = _RANGE_SPREAD**2 + shared * self._surfaces.variance(pieces)
            trust = 1.0 + (residual * (1.0 / _OUTLIER)) ** 2
            weighted = jacobian / (variance * trust * trust)
            offset = np.array((pose[0] - prior[0], pose[1] - prior[1], normalize_angle(pose[2] - prior[2])))
            hessian = weighted @ jacobian.T + information
            step = np.linalg.solve(hessian, weighted @ residual + information @ offset).tolist()
            pose = (pose[0] - step[0], pose[1] - step[1], normalize_angle(pose[2] - step[2]))
            if abs(step[0]) + abs(step[1]) + abs(step[2]) < _ENOUGH:
                break
        self._covariance = np.linalg.inv(hessian)
        return pose

    def _learn(self, pose: Pose2, points: Floats) -> None:
        """Learn from a scan where the drawn edges really lie, as far as the pose is known."""
        residual, jacobian, pieces = self._residuals(pose, points)
        # The pose's error is the same for all of these returns and much the same for the next scans'.
        placed = np.einsum("in,ij,jn->n", jacobian, self._covariance, jacobian)
        self._surfaces.learn(pieces, residual, _RANGE_SPREAD**2 + _WARY * placed)

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
            residual, _, _ = self._residuals(candidate, points)
            misfit = float((residual**2 / (residual**2 + _OUTLIER**2)).mean()) + 0.02 * (turn / spread) ** 2
            if misfit < least:
                best, least = candidate, misfit
        return best

    def _residuals(self, pose: Pose2, points: Floats) -> tuple[Floats, Floats, NDArray[np.int32]]:
        """Each return's distance from the edges that face the robot, ``(n,)``, its derivative by the pose, ``(3, n)``,
        and the pieces of edge, ``(n,)``.
        """
        c, s = math.cos(pose[2]), math.sin(pose[2])
        x, y = np.array(((c, -s), (s, c))) @ points.T
        jacobian = np.empty((3, len(points)))
        gap, jacobian[0], jacobian[1], pieces = self._surfaces.residuals(x + pose[0], y + pose[1], x, y)
        jacobian[2] = jacobian[1] * x - jacobian[0] * y
        return gap, jacobian, pieces
