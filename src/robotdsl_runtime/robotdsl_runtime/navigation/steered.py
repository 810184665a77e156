"""Search over places and headings for a base that turns only as it drives.

Hybrid A* (Dolgov, Thrun, Montemerlo and Diebel, Path planning for autonomous vehicles in unknown semi-structured
environments, International Journal of Robotics Research 29, 2010): arcs and straights ahead and back from continuous
places, told apart by a cell and five degrees; the cost over the plain grid as the heuristic; and ways straight to the
goal (Reeds and Shepp's) tried from the places that the search comes by.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

import numpy as np

from robotdsl_runtime.geometry import Floats, Pose2, advance, normalize_angle
from robotdsl_runtime.navigation.field import PlanningField
from robotdsl_runtime.navigation.grid import Bools
from robotdsl_runtime.navigation.path import Path
from robotdsl_runtime.navigation.shots import (
    BACK_FACTOR,
    CHANGE,
    Segment,
    Segments,
    drives,
    ends,
    to_point,
    to_pose,
    track,
    way_cost,
)
from robotdsl_runtime.navigation.tightness import Tightness
from robotdsl_runtime.navigation.wavefront import CostToGo

HEADINGS = 72
_STEP = 2.0 * math.pi / HEADINGS
# A step is at least so long, m: it leads to another cell.
_SHORTEST_STEP = 0.075
# The outline is looked at this often along a step, m; nothing that is drawn or marked is thinner than half a cell.
_CHECKED = 0.027
# More expansions than this and the search gives up: about half a second.
LARGEST_SEARCH = 8_000
# Once there is a way, so many more expansions may find a better one.
_FURTHER = 250
# How much the heuristic counts against the way so far; above 1 finds a good way sooner than the best one.
_GREED = 1.3
# A new steering costs this much, m: it keeps the way from wiggling.
_STEERED = 0.02
# Ending a radian off the goal's heading is as bad as so much more way, m, up to so much.
_PER_OFF, _MOST_OFF = 2.0, 1.5
# So near to the goal the search is there, whatever is left, as a share of the tolerance.
_ARRIVED_SHARE = 0.4
# So many ways to the goal's pose are looked at from one place, the cheapest first.
_SHOTS = 3
# Where the robot passes only by its length the grid is this much dearer; where its sides are near, up to so much.
_SQUEEZED, _BESIDE = 6.0, 1.0
_SIDE_ROOM = 0.15

# Ways are first looked at so often, m.
_GLANCE = 0.15
_ORIGIN: Pose2 = (0.0, 0.0, 0.0)

_State = tuple[float, float, int]
_Key = tuple[int, int, int]


class _Moves:
    """The steps of one base: straight on, round the tightest circle and round a wider one, ahead and back."""

    def __init__(self, radius: float) -> None:
        sharp = max(1, math.ceil(_SHORTEST_STEP / (radius * _STEP)))
        length = radius * sharp * _STEP
        wide = sharp // 2
        turns = [0, sharp, -sharp] + ([wide, -wide] if wide else [])
        self.segments = [Segment(turn * _STEP / length, way * length) for way in (1.0, -1.0) for turn in turns]
        # A step to the left turns to the left when it is driven ahead, to the right when it is driven back.
        self.headings = [round(way * turn) for way in (1.0, -1.0) for turn in turns]
        self.costs = [way_cost((segment,)) for segment in self.segments]
        self.length = length
        # The poses (moves, looks, 3) on the way from the origin at which the outline is looked at, the last at the end.
        looks = math.ceil(length / _CHECKED)
        self.poses = np.array(
            [
                [ends(_ORIGIN, (Segment(s.bend, s.length * k / looks),))[0] for k in range(1, looks + 1)]
                for s in self.segments
            ]
        )


class _Fan:
    """What the moves from one heading do: where each ends, and where the outline and, at the end, the wider outlines
    around it (``rings``) lie: points ``x, y`` of one move after the other, first for the outline, then for each ring.
    """

    def __init__(self, yaw: float, moves: _Moves, samples: Floats, rings: Sequence[Floats]) -> None:
        c, s = math.cos(yaw), math.sin(yaw)
        poses = np.stack(
            (
                c * moves.poses[..., 0] - s * moves.poses[..., 1],
                s * moves.poses[..., 0] + c * moves.poses[..., 1],
                moves.poses[..., 2] + yaw,
            ),
            axis=-1,
        )
        last = poses[:, -1]
        self.ends: list[tuple[float, float]] = [(x, y) for x, y, _ in last.tolist()]
        parts = [_points(poses.reshape(-1, 3), samples), *(_points(last, ring) for ring in rings)]
        self.x, self.y = np.concatenate(parts, axis=1)
        # Where the points of each outline end.
        self.stops: list[int] = np.cumsum([part.shape[1] for part in parts]).tolist()


def _points(poses: Floats, samples: Floats) -> Floats:
    """Points ``(m, 2)`` of the robot at poses ``(n, 3)``: ``(2, n m)``."""
    c, s = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
    x = poses[:, :1] + c * samples[:, 0] - s * samples[:, 1]
    y = poses[:, 1:2] + s * samples[:, 0] + c * samples[:, 1]
    return np.stack((x.ravel(), y.ravel()))


class SteeredSearch:
    """One search over ``field`` towards ``goal``, a pose of the frame that the base turns about.

    ``radius`` is that of the tightest circle to plan with and ``offset`` how far ahead of that frame the point of the
    robot lies that is to be at the goal, within ``tolerance`` metres. The goal's heading is taken where that makes the
    way little longer.
    """

    def __init__(self, field: PlanningField, goal: Pose2, radius: float, offset: float, tolerance: float) -> None:
        self._field = field
        self._goal = goal
        self._radius = radius
        self._offset = offset
        self._arrived = _ARRIVED_SHARE * tolerance
        c, s = math.cos(goal[2]), math.sin(goal[2])
        self._point = (goal[0] + offset * c, goal[1] + offset * s)
        self._faced = field.all_free(np.array([goal]))
        self._moves = _Moves(radius)
        self._tightness = Tightness(field)
        self._penalties: list[float] = self._tightness.penalties.tolist()
        self._fans: dict[int, _Fan] = {}
        self._inverse = 1.0 / field.grid.resolution
        # Where the middle of a cell has less room than this, no place within the cell has enough for the robot.
        self._through = field.inscribed - math.sqrt(0.5) * field.grid.resolution
        self.expanded = 0

    def path(self, start: Pose2) -> Path | None:
        """The path from ``start``, or ``None``."""
        self._start = start
        if not self._spread(start):
            return None
        root: _State = (start[0], start[1], 0)
        key = self._key(root)
        costs: dict[_Key, float] = {key: 0.0}
        came: dict[_Key, tuple[_Key | None, _State, int]] = {key: (None, root, -1)}
        closed: set[_Key] = set()
        queue: list[tuple[float, int, _Key]] = [(0.0, 0, key)]
        best: tuple[float, _Key, Segments] | None = None
        tie = 0
        last = LARGEST_SEARCH
        moves = self._moves
        while queue and self.expanded < last:
            bound, _, key = heapq.heappop(queue)
            if best is not None and bound >= best[0]:
                break
            if key in closed:
                continue
            closed.add(key)
            self.expanded += 1
            _, state, number = came[key]
            ahead = moves.segments[number].length if number >= 0 else 0.0
            so_far = costs[key]
            for cost, way in self._shots(state, ahead, math.inf if best is None else best[0] - so_far):
                if best is None:
                    last = min(last, self.expanded + _FURTHER)
                if best is None or so_far + cost < best[0]:
                    best = (so_far + cost, key, way)
            for move, end, tight in self._successors(state):
                child = self._key(end)
                if child in closed:
                    continue
                cost = so_far + moves.costs[move] + abs(moves.segments[move].length) * tight
                if number >= 0 and move != number:
                    cost += _STEERED if moves.segments[move].length * ahead > 0.0 else CHANGE
                if cost < costs.get(child, math.inf):
                    to_go = self._to_go(end)
                    if to_go == math.inf:
                        continue
                    costs[child] = cost
                    came[child] = (key, end, move)
                    tie += 1
                    heapq.heappush(queue, (cost + _GREED * to_go, tie, child))
        if best is None:
            return None
        return self._assembled(came, best[1], best[2])

    # The heuristic ------------------------------------------------------------------------------------------------

    def _spread(self, start: Pose2) -> bool:
        """Work out the costs to go over the grid; whether the goal can be reached over it at all."""
        field = self._field
        side = float(np.abs(field.outline.vertices[:, 1]).max()) + field.margin
        near = np.clip((side + _SIDE_ROOM - field.clearance) / _SIDE_ROOM, 0.0, 1.0)
        cost = 1.0 + _BESIDE * near * near
        cost[field.clearance < side] = _SQUEEZED
        cost[(field.clearance < self._through) | field.occupied] = np.inf
        to_go = CostToGo(cost, field.cells_of(*self._point))
        if not math.isfinite(to_go.at(field.cells_of(start[0], start[1]))):
            return False
        self._ahead = to_go.values * field.grid.resolution
        self._downhill = _downhill(self._ahead)
        return True

    def _to_go(self, state: _State) -> float:
        grid = self._field.grid
        row, column = grid.cell(state[0], state[1])
        if not (0 <= row < grid.rows and 0 <= column < grid.columns):
            return math.inf
        way = float(self._ahead[row, column])
        if way < self._radius or way == math.inf:
            return way
        # Facing the way on it drives ahead, facing back it backs up; else it has to turn first.
        off = abs(normalize_angle(float(self._downhill[row, column]) - self._yaw(state[2])))
        turn = 0.5 * self._radius
        return min(way + turn * max(off - 0.4, 0.0), BACK_FACTOR * way + turn * max(math.pi - off - 0.4, 0.0))

    # States and moves ---------------------------------------------------------------------------------------------

    def _yaw(self, heading: int) -> float:
        return normalize_angle(self._start[2] + heading * _STEP)

    def _pose(self, state: _State) -> Pose2:
        return (state[0], state[1], self._yaw(state[2]))

    def _key(self, state: _State) -> _Key:
        x, y, heading = state
        return (math.floor(x * self._inverse), math.floor(y * self._inverse), heading)

    def _successors(self, state: _State) -> list[tuple[int, _State, float]]:
        """The free moves from a state: their number, where they end, and how tight it is there."""
        x, y, heading = state
        moves, field = self._moves, self._field
        fan = self._fans.get(heading)
        if fan is None:
            fan = self._fans[heading] = _Fan(self._yaw(heading), moves, field.samples, self._tightness.rings)
        all_ends = [
            (x + dx, y + dy, (heading + turn) % HEADINGS)
            for (dx, dy), turn in zip(fan.ends, moves.headings, strict=True)
        ]
        row, column = field.cells_of(x, y)
        if field.clearance[row, column] > field.turning + moves.length + 0.1:
            return [(k, end, 0.0) for k, end in enumerate(all_ends)]
        touched = field.padded[field.flat(fan.x + x, fan.y + y)]
        count, start = len(all_ends), fan.stops[0]
        blocked: Bools = np.asarray(touched[:start].reshape(count, -1).any(axis=1))
        tight = np.zeros(count)
        for stop, penalty in zip(fan.stops[1:], self._penalties, strict=True):
            tight += penalty * touched[start:stop].reshape(count, -1).any(axis=1)
            start = stop
        return [(k, all_ends[k], float(tight[k])) for k in np.flatnonzero(~blocked).tolist()]

    # Ways to the goal ---------------------------------------------------------------------------------------------

    def _shots(self, state: _State, ahead: float, limit: float) -> list[tuple[float, Segments]]:
        """Free ways from a state to the goal that cost less than ``limit``, with their costs."""
        row, column = self._field.cells_of(state[0], state[1])
        way = float(self._ahead[row, column])
        # The further off, the less often.
        if self.expanded % max(1, min(24, int(6.0 * way / self._radius) // 2)) != (1 if way > self._radius else 0):
            return []
        pose = self._pose(state)
        found: list[tuple[float, Segments]] = []
        c, s = math.cos(pose[2]), math.sin(pose[2])
        gap = math.hypot(self._point[0] - pose[0] - self._offset * c, self._point[1] - pose[1] - self._offset * s)
        if gap < self._arrived:
            found.append((self._unfaced(pose[2]) + gap, ()))
        candidates: list[tuple[float, Segments]] = []
        if self._faced:
            ways = to_pose(pose, self._goal, self._radius)
            candidates += sorted(((way_cost(w, ahead), w) for w in ways), key=_cost)[:_SHOTS]
        for w in to_point(pose, self._point, self._radius, self._offset):
            turned = sum(segment.bend * segment.length for segment in w)
            candidates.append((way_cost(w, ahead) + self._unfaced(pose[2] + turned), w))
        for cost, w in sorted(candidates, key=_cost):
            if cost >= limit:
                break
            price = self._price(pose, w)
            if price is not None:
                found.append((cost + price, w))
                limit = min(limit, cost + price)
        return found

    def _unfaced(self, yaw: float) -> float:
        """What it costs to end with this heading."""
        return min(_PER_OFF * abs(normalize_angle(yaw - self._goal[2])), _MOST_OFF)

    def _price(self, pose: Pose2, way: Segments) -> float | None:
        """What a way costs for coming near to obstacles; ``None``: it is not free, or leads off the map."""
        if not self._passes(pose, way):
            return None
        poses = track(pose, way)
        if not (self._field.all_free(poses[::6]) and self._field.all_free(poses)):
            return None
        return float(self._tightness.of(poses).mean()) * sum(abs(segment.length) for segment in way)

    def _passes(self, pose: Pose2, way: Segments) -> bool:
        """Whether a way stays on the map and runs through nothing by the robot's middle, looked at now and then: most
        ways that are not free do.
        """
        grid = self._field.grid
        for segment in way:
            count = max(1, math.ceil(abs(segment.length) / _GLANCE))
            length = segment.length / count
            for _ in range(count):
                pose = advance(pose, length, segment.bend * length)
                row, column = grid.cell(pose[0], pose[1])
                if not (0 <= row < grid.rows and 0 <= column < grid.columns):
                    return False
                if self._field.clearance[row, column] < self._through:
                    return False
        return True

    # The path -----------------------------------------------------------------------------------------------------

    def _assembled(self, came: dict[_Key, tuple[_Key | None, _State, int]], key: _Key, shot: Segments) -> Path:
        segments: list[Segment] = []
        here: _Key | None = key
        while here is not None:
            here, _, number = came[here]
            if number >= 0:
                segments.append(self._moves.segments[number])
        segments = [*segments[::-1], *shot]
        return Path(self._start, tuple(drives(self._start, self._shortened(segments))))

    def _shortened(self, segments: list[Segment]) -> list[Segment]:
        """The way with parts of it replaced by ways of Reeds and Shepp that are free and cost less."""
        done: list[Segment] = []
        poses = [self._start, *ends(self._start, segments)]
        at = 0
        while at < len(segments):
            stride = len(segments) - at
            while stride > 1:
                better = self._better(poses[at], poses[at + stride], segments[at : at + stride], done)
                if better is not None:
                    done += better
                    break
                stride = stride * 3 // 4
            else:
                done.append(segments[at])
            at += stride
        return _merged(done)

    def _better(self, start: Pose2, end: Pose2, part: list[Segment], before: list[Segment]) -> Segments | None:
        ahead = before[-1].length if before else 0.0
        present = way_cost(part, ahead)
        ways = sorted(((way_cost(w, ahead), w) for w in to_pose(start, end, self._radius)), key=_cost)
        if not ways or ways[0][0] > present - 1e-3:
            return None
        squeeze = self._price(start, tuple(part))
        for cost, way in ways[:2]:
            # Ways that only steer less count too.
            price = self._price(start, way) if cost < present + (squeeze or 0.0) - 1e-3 else None
            if price is not None and (squeeze is None or cost + price < present + squeeze - 1e-3):
                return way
        return None


def _cost(candidate: tuple[float, Segments]) -> float:
    return candidate[0]


def _merged(segments: Sequence[Segment]) -> list[Segment]:
    """Segments that go on as the one before them become one with it."""
    merged: list[Segment] = []
    for segment in segments:
        last = merged[-1] if merged else None
        if last is not None and abs(last.bend - segment.bend) < 1e-9 and last.length * segment.length > 0.0:
            merged[-1] = Segment(last.bend, last.length + segment.length)
        else:
            merged.append(segment)
    return merged


def _downhill(values: Floats) -> Floats:
    """The direction from each cell to the cheapest of its neighbours, rad."""
    padded = np.pad(values, 1, constant_values=np.inf)
    rows, columns = values.shape
    steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    around = np.stack([padded[1 + r : 1 + r + rows, 1 + c : 1 + c + columns] for r, c in steps])
    angles = np.array([math.atan2(r, c) for r, c in steps])
    found: Floats = angles[np.argmin(around, axis=0)]
    return found
