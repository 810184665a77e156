"""Any-angle smoothing: a way over grid cells becomes few straight sides, none dearer than the cells that it leaves out.

Sides are compared by what they cost on the planning field, so that a shortcut never trades its length for a squeeze
past an obstacle that the cells kept away from.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from robotdsl_runtime.navigation.field import SOFT_RIM, PlanningField

Point = tuple[float, float]

# Sampling a line finds its cost within about this share.
_SLACK = 1.02


def smoothed(field: PlanningField, way: Sequence[Point]) -> list[Point]:
    """The corners of a polyline from the first to the last of ``way``, both included.

    Every side costs no more than the part of ``way`` that it replaces, and passes no narrower place than that part
    does; sides between neighbours of ``way`` stay as they are.
    """
    if len(way) < 3:
        return list(way)
    costs, peaks = _prefixes(field, way)
    kept = [0]
    while kept[-1] < len(way) - 1:
        kept.append(_farthest(field, way, costs, peaks, kept[-1]))
    return [way[k] for k in _pruned(field, way, costs, peaks, kept)]


def _prefixes(field: PlanningField, way: Sequence[Point]) -> tuple[list[float], list[float]]:
    """The cost up to each point, and each step's highest cost per metre."""
    costs, peaks = [0.0], []
    for (ax, ay), (bx, by) in pairwise(way):
        row, column = field.cells_of(ax, ay)
        before = field.cost_at(row, column)
        row, column = field.cells_of(bx, by)
        after = field.cost_at(row, column)
        costs.append(costs[-1] + 0.5 * math.hypot(bx - ax, by - ay) * (before + after))
        peaks.append(max(before, after))
    return costs, peaks


def _allowed(
    field: PlanningField, way: Sequence[Point], costs: Sequence[float], peaks: Sequence[float], a: int, b: int
) -> bool:
    """Whether a straight side may replace the way from ``a`` to ``b``."""
    cost, peak = field.line_cost(*way[a], *way[b])
    limit = (costs[b] - costs[a]) * _SLACK
    return cost <= limit and peak <= max(SOFT_RIM, *peaks[a:b])


def _farthest(
    field: PlanningField, way: Sequence[Point], costs: Sequence[float], peaks: Sequence[float], start: int
) -> int:
    """The farthest point that a gallop with halving strides finds to reach straight from ``start``."""
    last = len(way) - 1
    reached, stride = start + 1, 2
    while reached < last:
        target = min(start + stride, last)
        if not _allowed(field, way, costs, peaks, start, target):
            break
        reached, stride = target, stride * 2
    # Between what was reached and what was not, halve.
    beyond = min(start + stride, last + 1)
    while beyond - reached > 1:
        middle = (beyond + reached) // 2
        if _allowed(field, way, costs, peaks, start, middle):
            reached = middle
        else:
            beyond = middle
    return reached


def _pruned(
    field: PlanningField, way: Sequence[Point], costs: Sequence[float], peaks: Sequence[float], kept: list[int]
) -> list[int]:
    """Slide each corner along the way to where its two sides cost least, and drop those that no longer matter."""
    stride = max(1, len(way) // 16)
    while stride:
        k = 1
        while k < len(kept) - 1:
            before, after = kept[k - 1], kept[k + 1]
            if _allowed(field, way, costs, peaks, before, after):
                del kept[k]
                continue
            best = kept[k]
            least = _two_sides(field, way, before, best, after)
            for other in (kept[k] - stride, kept[k] + stride):
                if before < other < after and (
                    _allowed(field, way, costs, peaks, before, other)
                    and _allowed(field, way, costs, peaks, other, after)
                ):
                    cost = _two_sides(field, way, before, other, after)
                    if cost < least - 1e-9:
                        best, least = other, cost
            kept[k] = best
            k += 1
        stride //= 2
    return kept


def _two_sides(field: PlanningField, way: Sequence[Point], a: int, b: int, c: int) -> float:
    return field.line_cost(*way[a], *way[b])[0] + field.line_cost(*way[b], *way[c])[0]
