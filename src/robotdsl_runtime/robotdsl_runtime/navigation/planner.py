"""The global planner: from a pose to a goal on a grid, for one base.

Tried in turn, each only when the one before finds nothing: the straight line; the cheapest way over cells, smoothed
and driven through with blended corners; the same over those cells alone that the robot can turn in; a search over
places and headings with the exact outline. For a base that turns only as it drives, that search alone, on circles that
it can drive.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.field import SOFT_RIM, PlanningField
from robotdsl_runtime.navigation.grid import Bools, OccupancyGrid
from robotdsl_runtime.navigation.lattice import LatticeSearch
from robotdsl_runtime.navigation.limits import Limits
from robotdsl_runtime.navigation.path import Drive, Path, merged
from robotdsl_runtime.navigation.relax import relaxed
from robotdsl_runtime.navigation.route import path_through
from robotdsl_runtime.navigation.smoothing import smoothed
from robotdsl_runtime.navigation.steered import SteeredSearch
from robotdsl_runtime.navigation.tightness import Tightness
from robotdsl_runtime.navigation.wavefront import CostToGo

# Distances kept from drawn squares, the first that leads anywhere. A square is drawn where an obstacle covers any of
# it, so that the obstacle itself stands half a cell further off on average.
MARGINS = (0.02, 0.005)
# A base that slips strays this far from its path as it turns.
SLIP = 0.03
# A robot on its way may go this deep into squares, whose edges and its own place it knows to a centimetre or two; what
# really stands there its scan keeps it off.
_CLOSER = (-0.01, -0.025, -0.04)
# A straight line this little dearer than open floor is taken without looking for a better way.
_STRAIGHT_ENOUGH = 1.25
# A goal that is not free may be moved by this share of the tolerance; the rest is left for the follower.
_GOAL_SHARE = 0.6
# Obstacles are kept away from over at least this distance beyond the turning circle.
_LEAST_SOFT = 0.2


# Circles are planned so much wider than the tightest that the base can drive; the rest is left to the follower.
_WIDER = 1.1
# A nimble base is driven round circles of this radius, m, wherever such a way is found: it is slow on tighter ones, and
# its wheels scrub.
_EASY_RADIUS = 0.4

IN_OBSTACLE = "the robot stands in an obstacle"
_IN_THE_WAY = "the goal lies in an obstacle or too close to one"
_NO_WAY = "no way for the robot's outline leads to the goal"


@dataclass(frozen=True, slots=True)
class NoPath:
    """Why there is no path: one clause for a person."""

    message: str


class Planner:
    """Plans for ``base``, in the frame that it turns about, on ``grid`` and what is added to it."""

    def __init__(self, grid: OccupancyGrid, base: Base) -> None:
        self.grid = grid
        self.base = base
        self.soft = max(base.inflation_radius - base.outline.circumscribed, _LEAST_SOFT)
        self.margins = tuple(margin + SLIP if base.slips else margin for margin in MARGINS)
        self._closer = tuple(margin + SLIP if base.slips else margin for margin in _CLOSER)
        self._drawn: dict[float, PlanningField] = {}

    def field(
        self, margin: float | None = None, occupied: Bools | None = None, marked: Floats | None = None
    ) -> PlanningField:
        """The field of the drawn grid, kept; or one made anew, of the cells that ``occupied`` says instead and with
        the half cells about ``marked`` ``(k, 2)`` besides.
        """
        margin = self.margins[0] if margin is None else margin
        if occupied is not None or (marked is not None and len(marked)):
            grid = self.grid if occupied is None else self.grid.with_occupied(occupied)
            return PlanningField(grid, self.base.outline, margin, self.soft, marked)
        if margin not in self._drawn:
            self._drawn[margin] = PlanningField(self.grid, self.base.outline, margin, self.soft)
        return self._drawn[margin]

    def plan(
        self,
        start: Pose2,
        goal: Pose2,
        occupied: Bools | None = None,
        *,
        marked: Floats | None = None,
        lenient: bool = False,
    ) -> Path | NoPath:
        """A path from ``start`` to ``goal``, or why there is none.

        ``occupied`` are the cells to keep off when they are not the drawn ones, ``marked`` ``(k, 2)`` the centres of
        half cells to keep off besides. The path ends at the goal, or within the goal tolerance of it where the goal
        itself is not free. ``lenient`` plans for a robot on its
        way: closer to squares than a first plan goes, where nothing else leads on, and out of squares that by its
        believed place it stands in.
        """
        if not self.grid.contains(goal[0], goal[1]):
            return NoPath("the goal lies outside the map")
        if not self.grid.contains(start[0], start[1]):
            return NoPath("the robot is outside the map")
        taken = (occupied, marked)
        loosest = self._closer[0] if lenient else self.margins[-1]
        found = self._plan_at(self.margins, loosest, taken, start, goal)
        if isinstance(found, Path):
            return found
        least = self.field(self.margins[-1], *taken)
        if least.collides(np.array([start]))[0]:
            # What the robot stands in is not there, at least not all of the square.
            cleared = self._plan_at(self.margins[-1:], self.margins[-1], least.without_touched(start), start, goal)
            if isinstance(cleared, Path):
                return cleared
        for margin in self._closer[1:] if lenient and found.message == IN_OBSTACLE else ():
            deeper = self._plan_at((), margin, taken, start, goal)
            if isinstance(deeper, Path):
                return deeper
        return found

    def _plan_at(
        self,
        margins: tuple[float, ...],
        loosest: float,
        taken: tuple[Bools | None, Floats | None],
        start: Pose2,
        goal: Pose2,
    ) -> Path | NoPath:
        """The first path over cells that one of ``margins`` allows; without one, a path over headings that keeps
        ``loosest`` at least. (That search keeps further away as far as it can by itself.)
        """
        if self.base.steers:
            return self._steered(self.field(loosest, *taken), start, goal)
        failure = NoPath(IN_OBSTACLE)
        last = None
        for margin in (*margins, loosest) if loosest not in margins else margins:
            field = self.field(margin, *taken)
            if field.collides(np.array([start]))[0]:
                continue
            failure = NoPath(_IN_THE_WAY)
            free_goal = self._free_goal(field, goal)
            if free_goal is None:
                continue
            last = field, free_goal
            path = self._on_cells(field, start, free_goal) if margin in margins else None
            if path is not None:
                return replace(path, margin=margin)
        if last is None:
            return failure
        path = self._over_headings(last[0], start, last[1])
        if path is None:
            return NoPath(_NO_WAY)
        return replace(path, margin=last[0].margin)

    def _steered(self, field: PlanningField, start: Pose2, goal: Pose2) -> Path | NoPath:
        """A path for a base that turns only as it drives. It keeps further away than the field's margin as far as it
        can.
        """
        if field.collides(np.array([start]))[0]:
            return NoPath(IN_OBSTACLE)
        base, offset = self.base, -self.base.center[0]
        place = base.footprint(goal)
        around = [base.turning_center((place[0], place[1], goal[2] + k * math.pi / 18.0)) for k in range(36)]
        if field.collides(np.array(around)).all():
            return NoPath(_IN_THE_WAY)
        tightest = _WIDER / Limits.of(base).curvature
        for radius in sorted({max(tightest, _EASY_RADIUS), tightest}, reverse=True):
            path = SteeredSearch(field, goal, radius, offset, base.goal_tolerance_m).path(start)
            if path is not None:
                return replace(path, margin=field.margin)
        return NoPath(_NO_WAY)

    def _free_goal(self, field: PlanningField, goal: Pose2) -> Pose2 | None:
        """The goal, or the nearest free pose of its heading within part of the tolerance."""
        if not field.collides(np.array([goal]))[0]:
            return goal
        reach = _GOAL_SHARE * self.base.goal_tolerance_m
        steps = np.arange(-8, 9) * (reach / 8.0)
        dx, dy = (part.ravel() for part in np.meshgrid(steps, steps))
        distance = np.hypot(dx, dy)
        order = np.argsort(distance, kind="stable")
        order = order[distance[order] <= reach]
        poses = np.stack((goal[0] + dx[order], goal[1] + dy[order], np.full(len(order), goal[2])), axis=1)
        free = np.flatnonzero(~field.collides(poses))
        for k in free.tolist():
            if self.grid.contains(float(poses[k, 0]), float(poses[k, 1])):
                return (float(poses[k, 0]), float(poses[k, 1]), goal[2])
        return None

    def _on_cells(self, field: PlanningField, start: Pose2, goal: Pose2) -> Path | None:
        length = math.hypot(goal[0] - start[0], goal[1] - start[1])
        cost, peak = field.line_cost(start[0], start[1], goal[0], goal[1])
        if length < 1e-6 or (peak <= SOFT_RIM and cost <= _STRAIGHT_ENOUGH * length):
            path = path_through(field, start, [], goal)
            if path is not None:
                return path
        path = self._over_cells(field, start, goal)
        if path is None:
            turnable = field.restricted_to_turning()
            path = None if turnable is None else self._over_cells(turnable, start, goal)
        return path

    def _over_cells(self, field: PlanningField, start: Pose2, goal: Pose2) -> Path | None:
        first, last = _entry(field, start), _entry(field, goal)
        if first is None or last is None:
            return None
        cells = CostToGo(field.cost, last, first).descend(first)
        if not cells:
            return None
        way = [field.grid.center(*cell) for cell in cells]
        way = [(start[0], start[1]), *way[1:-1], (goal[0], goal[1])]
        path = path_through(field, start, smoothed(field, way)[1:-1], goal)
        if path is None or sum(isinstance(leg, Drive) for leg in path.legs) < 2:
            return path
        # In places too narrow to turn in, cells leave corners that no curve was found for.
        return Path(start, tuple(merged(relaxed(field, Tightness(field), path.legs))))

    def _over_headings(self, field: PlanningField, start: Pose2, goal: Pose2) -> Path | None:
        to_go = CostToGo(field.loosened(), field.cells_of(goal[0], goal[1]))
        if not math.isfinite(to_go.at(field.cells_of(start[0], start[1]))):
            return None
        return LatticeSearch(field, to_go, goal).path(start)


def _entry(field: PlanningField, pose: Pose2) -> tuple[int, int] | None:
    """The passable cell that holds a pose, or the nearest one beside it."""
    row, column = field.cells_of(pose[0], pose[1])
    if math.isfinite(field.cost_at(row, column)):
        return row, column
    window = field.cost[max(row - 2, 0) : row + 3, max(column - 2, 0) : column + 3]
    rows, columns = np.nonzero(np.isfinite(window))
    if not len(rows):
        return None
    rows, columns = rows + max(row - 2, 0), columns + max(column - 2, 0)
    nearest = int(np.argmin((rows - row) ** 2 + (columns - column) ** 2))
    return int(rows[nearest]), int(columns[nearest])
