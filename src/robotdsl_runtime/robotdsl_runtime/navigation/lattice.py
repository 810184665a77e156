"""Search over places and headings, for robots that get through a gap or round a corner only when they face aright.

A* over poses (Dolgov, Thrun, Montemerlo and Diebel's hybrid A*, 2008): the robot's exact outline is checked at every
step, headings are multiples of five degrees, and places are continuous, told apart by half a cell. The cost to go
over the plain grid is the heuristic, so that in a corridor the search walks straight along it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2, normalize_angle
from robotdsl_runtime.navigation.field import PlanningField
from robotdsl_runtime.navigation.path import SPACING, Drive, Leg, Path, Turn, merged, straight
from robotdsl_runtime.navigation.relax import relaxed
from robotdsl_runtime.navigation.tightness import Tightness
from robotdsl_runtime.navigation.wavefront import CostToGo

HEADINGS = 72
_STEP = 2.0 * math.pi / HEADINGS
# A goal is backed up to from this far, m.
_BACKED = 1.0
# More expansions than this and the search gives up: about a quarter of a second. What leads
# anywhere in a passage of 1.5 times the robot's width has not taken 3,000.
LARGEST_SEARCH = 6_000
# How much the heuristic counts against the way so far; above 1 finds a good way sooner than the best one.
_GREED = 1.5
_AHEAD, _BACK, _TURN = 0, 1, 2
# What backing up costs against driving ahead, a change between the two and a radian of turning, in metres of way.
_BACK_FACTOR = 2.5
_CHANGE = 0.2
_PER_RADIAN = 0.25
# Within this and one heading of the goal the search is there.
_ARRIVED = 0.04


@dataclass(frozen=True, slots=True)
class _Move:
    """A step: ``length`` metres along an arc (negative: backwards) that turns by ``headings`` steps."""

    kind: int
    length: float
    headings: int


def _arc(kind: int, radius: float, headings: int) -> _Move:
    length = radius * abs(headings) * _STEP
    return _Move(kind, -length if kind == _BACK else length, headings)


MOVES = (
    _Move(_AHEAD, 0.05, 0),
    _arc(_AHEAD, 0.5, 1),
    _arc(_AHEAD, 0.5, -1),
    _arc(_AHEAD, 0.2, 2),
    _arc(_AHEAD, 0.2, -2),
    _Move(_BACK, -0.05, 0),
    _arc(_BACK, 0.4, 1),
    _arc(_BACK, 0.4, -1),
    _Move(_TURN, 0.0, 1),
    _Move(_TURN, 0.0, -1),
)

# A radian of turning moves the outline's corners by about so many metres.
_SWING = 0.25

_State = tuple[float, float, int]
_Key = tuple[int, int, int]


class _Fan:
    """What the moves from one heading do: where each ends, and where the outline passes on the way."""

    def __init__(self, heading: int, samples: Floats, graded: Sequence[Floats]) -> None:
        self.ends: list[_State] = []
        swept: list[Floats] = []
        for move in MOVES:
            for share in (0.5, 1.0):
                x, y, yaw = _along(0.0, 0.0, heading * _STEP, move.length * share, move.headings * _STEP * share)
                turn = np.array(((math.cos(yaw), math.sin(yaw)), (-math.sin(yaw), math.cos(yaw))))
                swept.append(samples @ turn + (x, y))
            # The wider outlines are looked at where the move ends.
            swept += [ring @ turn + (x, y) for ring in graded]
            self.ends.append((x, y, (heading + move.headings) % HEADINGS))
        points = np.concatenate(swept)
        self.x, self.y = points[:, 0].copy(), points[:, 1].copy()
        # Where each outline begins among the points.
        self.starts = np.concatenate(([0], np.cumsum([len(part) for part in swept])[:-1]))


def _along(x: float, y: float, yaw: float, length: float, turn: float) -> Pose2:
    half = 0.5 * turn
    chord = length * (math.sin(half) / half if half else 1.0)
    return (x + chord * math.cos(yaw + half), y + chord * math.sin(yaw + half), yaw + turn)


class LatticeSearch:
    """One search over ``field`` towards ``goal``, with ``to_go`` its cost to go over the grid."""

    def __init__(self, field: PlanningField, to_go: CostToGo, goal: Pose2) -> None:
        self._field = field
        self._goal = goal
        resolution = field.grid.resolution
        self._ahead = to_go.values * resolution
        self._fans: dict[int, _Fan] = {}
        self._inverse = 2.0 / resolution
        self._tightness = Tightness(field)
        self.expanded = 0

    def path(self, start: Pose2) -> Path | None:
        """The path from ``start`` to the goal (its last pose within 4 cm and 5 degrees), or ``None``."""
        heading = round(start[2] / _STEP) % HEADINGS
        root: _State = (start[0], start[1], heading)
        key = self._key(root)
        costs: dict[_Key, float] = {key: 0.0}
        came: dict[_Key, tuple[_Key | None, _State, int]] = {key: (None, root, -1)}
        closed: set[_Key] = set()
        queue: list[tuple[float, int, _Key]] = [(0.0, 0, key)]
        tie = 0
        while queue and self.expanded < LARGEST_SEARCH:
            _, _, key = heapq.heappop(queue)
            if key in closed:
                continue
            closed.add(key)
            self.expanded += 1
            _, state, arrived_by = came[key]
            shot = self._arrive(state)
            if shot is not None:
                return self._assemble(start, *self._chain(came, costs, key), shot)
            for number, end, tight in self._successors(state):
                child = self._key(end)
                if child in closed:
                    continue
                cost = costs[key] + self._move_cost(MOVES[number], arrived_by, tight)
                if cost < costs.get(child, math.inf):
                    ahead = self._to_go(end)
                    if ahead == math.inf:
                        continue
                    costs[child] = cost
                    came[child] = (key, end, number)
                    tie += 1
                    heapq.heappush(queue, (cost + _GREED * ahead, tie, child))
        return None

    def _key(self, state: _State) -> _Key:
        x, y, heading = state
        return (math.floor(x * self._inverse), math.floor(y * self._inverse), heading)

    def _to_go(self, state: _State) -> float:
        row, column = self._field.grid.cell(state[0], state[1])
        if not (0 <= row < self._field.grid.rows and 0 <= column < self._field.grid.columns):
            return math.inf
        return float(self._ahead[row, column])

    @staticmethod
    def _move_cost(move: _Move, arrived_by: int, tight: float) -> float:
        turn = abs(move.headings) * _STEP
        way = abs(move.length)
        cost = turn * _PER_RADIAN + turn * _SWING * tight
        if move.kind != _TURN:
            cost += way * (1.0 + tight) * (_BACK_FACTOR if move.kind == _BACK else 1.0)
            if arrived_by >= 0 and MOVES[arrived_by].kind != move.kind:
                cost += _CHANGE
        return cost

    def _successors(self, state: _State) -> list[tuple[int, _State, float]]:
        """The free moves from a state: their number, where they end, and how tight it is there."""
        x, y, heading = state
        fan = self._fans.get(heading)
        if fan is None:
            fan = self._fans[heading] = _Fan(heading, self._field.samples, self._tightness.rings)
        row, column = self._field.cells_of(x, y)
        if self._field.clearance[row, column] > self._field.turning + 0.15:
            return [(k, (x + dx, y + dy, h), 0.0) for k, (dx, dy, h) in enumerate(fan.ends)]
        touched = self._field.padded[self._field.flat(fan.x + x, fan.y + y)]
        hits = np.logical_or.reduceat(touched, fan.starts).reshape(len(MOVES), -1)
        blocked = (hits[:, 0] | hits[:, 1]).tolist()
        tight = (hits[:, 2:] @ self._tightness.penalties).tolist()
        return [(k, (x + dx, y + dy, h), tight[k]) for k, (dx, dy, h) in enumerate(fan.ends) if not blocked[k]]

    def _squeeze(self, legs: Sequence[Leg]) -> float:
        """What the legs cost for coming near to drawn obstacles."""
        total = 0.0
        for leg in legs:
            way = leg.length if isinstance(leg, Drive) else abs(leg.angle) * _SWING
            total += way * float(self._tightness.of(leg.poses()).mean())
        return total

    def _arrive(self, state: _State) -> list[Leg] | None:
        """The legs from ``state`` to the goal when the way is straight and free, or nothing when it is there."""
        x, y, heading = state
        yaw = normalize_angle(heading * _STEP)
        gap = math.hypot(self._goal[0] - x, self._goal[1] - y)
        if gap < _ARRIVED and abs(normalize_angle(self._goal[2] - yaw)) <= 1.01 * _STEP:
            return []
        if self.expanded % 8 != 1 and gap > 0.5:
            return None
        cost, _ = self._field.line_cost(x, y, self._goal[0], self._goal[1])
        allowed = 1.3 * self._to_go(state) + 0.1
        if cost > allowed:
            return None
        legs = self._direct((x, y, yaw), self._goal)
        if legs is None and gap < _BACKED:
            # A goal with its back to a wall is backed up to.
            legs = self._direct((x, y, yaw), self._goal, reverse=True)
        # Close to the goal the direct way is taken whatever it costs: there may be no wider one.
        if legs is not None and gap > 0.3 and cost + self._squeeze(legs) > 2.0 * allowed:
            return None
        return legs

    def _direct(self, a: Pose2, b: Pose2, reverse: bool = False) -> list[Leg] | None:
        """A turn, a straight drive and a turn from ``a`` to ``b``, or ``None`` where the outline would touch."""
        legs: list[Leg] = []
        yaw = a[2]
        if math.hypot(b[0] - a[0], b[1] - a[1]) > 1e-3:
            way = math.atan2(b[1] - a[1], b[0] - a[0])
            track = straight(a[0], a[1], b[0], b[1], normalize_angle(way + math.pi) if reverse else way)
            yaw = float(track[0, 2])
            if abs(normalize_angle(yaw - a[2])) > 1e-9:
                legs.append(Turn(a, normalize_angle(yaw - a[2])))
            legs.append(Drive.through(track, reverse))
        rest = normalize_angle(b[2] - yaw)
        if abs(rest) > 1e-9:
            legs.append(Turn((b[0], b[1], yaw), rest))
        if not legs or self._field.all_free(np.concatenate([leg.poses() for leg in legs])):
            return legs
        return None

    def _chain(
        self, came: dict[_Key, tuple[_Key | None, _State, int]], costs: dict[_Key, float], key: _Key
    ) -> tuple[list[tuple[_State, int]], list[float]]:
        """States from the start to ``key`` with the move that led to each (-1 at the start), and the costs so far."""
        chain, spent = [], []
        here: _Key | None = key
        while here is not None:
            spent.append(costs[here])
            here, state, number = came[here]
            chain.append((state, number))
        return chain[::-1], spent[::-1]

    def _assemble(self, start: Pose2, chain: list[tuple[_State, int]], costs: Sequence[float], shot: list[Leg]) -> Path:
        """Legs along the chain, straightened where a direct way is free and no dearer."""
        legs: list[Leg] = []
        yaw = start[2]
        k = 0
        while k < len(chain) - 1:
            target, direct = self._shortcut(chain, costs, k, yaw)
            if direct is not None:
                legs += direct
                k = target
                yaw = chain[k][0][2] * _STEP
                continue
            stop = k + 1
            kind = MOVES[chain[stop][1]].kind
            if kind == _TURN:
                while stop + 1 < len(chain) and MOVES[chain[stop + 1][1]].kind == _TURN:
                    stop += 1
            legs.append(self._leg(chain[k : stop + 1], kind))
            k = stop
            yaw = chain[k][0][2] * _STEP
        legs = merged(relaxed(self._field, self._tightness, merged(legs + shot)))
        return Path(start, tuple(legs))

    def _shortcut(
        self, chain: list[tuple[_State, int]], costs: Sequence[float], k: int, yaw: float
    ) -> tuple[int, list[Leg] | None]:
        """The farthest state that a direct way reaches no dearer than the chain does, by halving strides."""
        x, y, _ = chain[k][0]
        stride = len(chain) - 1 - k
        while stride >= 3:
            bx, by, heading = chain[k + stride][0]
            target = (bx, by, normalize_angle(heading * _STEP))
            legs = self._direct((x, y, normalize_angle(yaw)), target)
            if legs is not None:
                turning = sum(abs(leg.angle) for leg in legs if isinstance(leg, Turn))
                cost = math.dist((x, y), (bx, by)) + turning * _PER_RADIAN + self._squeeze(legs)
                if cost <= 1.05 * (costs[k + stride] - costs[k]):
                    return k + stride, legs
            stride = stride * 3 // 4
        return k, None

    def _leg(self, states: list[tuple[_State, int]], kind: int) -> Leg:
        x, y, heading = states[0][0]
        yaw = normalize_angle(heading * _STEP)
        if kind == _TURN:
            return Turn((x, y, yaw), sum(MOVES[number].headings for _, number in states[1:]) * _STEP)
        move = MOVES[states[1][1]]
        count = max(2, math.ceil(abs(move.length) / SPACING) + 1)
        track = [
            _along(x, y, yaw, move.length * share, move.headings * _STEP * share)
            for share in np.linspace(0.0, 1.0, count).tolist()
        ]
        return Drive.through(np.array(track), reverse=kind == _BACK)
