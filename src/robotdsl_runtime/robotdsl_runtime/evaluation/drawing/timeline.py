"""What happened when: speeds, wheel speeds and the task's leaves over one common axis of time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robotdsl_runtime.evaluation.drawing.leaves import OUTCOMES, Leaf
from robotdsl_runtime.evaluation.drawing.motion import keep_extremes
from robotdsl_runtime.evaluation.drawing.palette import SERIES
from robotdsl_runtime.evaluation.drawing.plan import nice_step
from robotdsl_runtime.evaluation.drawing.sheet import Line, Point, Polygon, Shape, Sheet, Text, text_width
from robotdsl_runtime.evaluation.numbers import seconds, short

Floats = NDArray[np.float64]

WIDTH, LEFT, RIGHT = 720.0, 170.0, 14.0
PANEL_HEIGHT, GAP, TOP, BOTTOM = 92.0, 16.0, 8.0, 34.0
ROW_HEIGHT, BAR_HEIGHT, LEAST_BAR = 24.0, 12.0, 2.5
SAMPLES = 700  # of one line at most
MOST_ROWS = 60
_LABEL_LETTERS = 21
_KEY_LETTERS = 15


@dataclass(frozen=True, eq=False)
class Series:
    """A line of a panel: ``name`` for its key and ``values`` (n,) at the times (n,)."""

    name: str
    time: Floats
    values: Floats


@dataclass(frozen=True, eq=False)
class Panel:
    """Lines of one unit over time. ``bounds`` are levels to mark, each with what to call it."""

    title: str
    unit: str
    series: tuple[Series, ...]
    bounds: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Axis:
    """The common time axis: ``first`` to ``last`` seconds of simulated time, at ``left`` over ``width`` units."""

    first: float
    last: float
    left: float
    width: float

    def at(self, time: float) -> float:
        """The abscissa of ``time``."""
        share = (time - self.first) / (self.last - self.first)
        return self.left + min(1.0, max(0.0, share)) * self.width


def axis_of(times: Sequence[float]) -> Axis:
    """An axis that holds all of ``times``; one second long where there is none."""
    first, last = min(times, default=0.0), max(times, default=1.0)
    return Axis(first, max(last, first + 1e-3), LEFT, WIDTH - LEFT - RIGHT)


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: letters - 1] + "…"


def _panel_shapes(panel: Panel, axis: Axis, top: float) -> list[Shape]:
    bottom = top + PANEL_HEIGHT
    right = axis.left + axis.width
    shapes: list[Shape] = [
        Polygon(((axis.left, top), (right, top), (right, bottom), (axis.left, bottom)), "panel"),
        Text((0.0, top + 12), panel.title, "row-label", "start", 12.5),
        Text((0.0, top + 27), panel.unit, "tick", "start", 11.0),
    ]
    finite = [s.values[np.isfinite(s.values)] for s in panel.series]
    values = np.concatenate([*finite, np.zeros(1)])
    if not any(len(v) for v in finite):
        middle = (axis.left + right) / 2.0, (top + bottom) / 2.0 + 4
        return [*shapes, Text(middle, "nothing recorded", "tick", "middle", 11.0)]
    reach = float(np.abs(values).max())
    shown = [(level, text) for level, text in panel.bounds if abs(level) <= 1.6 * reach]
    low = min(float(values.min()), *(level for level, _ in shown), 0.0)
    high = max(float(values.max()), *(level for level, _ in shown), 0.0)
    if high - low < 1e-6:
        low, high = low - 0.5, high + 0.5
    low, high = (low - 0.08 * (high - low) if low < 0 else low), high + 0.08 * (high - low)

    def level_at(value: float) -> float:
        return bottom - (min(max(value, low), high) - low) / (high - low) * (bottom - top)

    step = nice_step((high - low) / 3.5)
    for k in range(math.ceil(low / step), math.floor(high / step) + 1):
        y = level_at(k * step)
        shapes.append(Line(((axis.left, y), (right, y)), "zero" if k == 0 else "grid"))
        shapes.append(Text((axis.left - 6, y + 4), short(k * step), "tick", "end", 11.0))
    for number, series in enumerate(panel.series[:SERIES], start=1):
        time, kept = keep_extremes(series.time, series.values, SAMPLES)
        run: list[Point] = []
        for t, v in zip([*time.tolist(), math.nan], [*kept.tolist(), math.nan], strict=True):
            if math.isfinite(v) and math.isfinite(t):
                run.append((axis.at(t), level_at(v)))
            elif run:
                shapes.append(Line(tuple(run), f"series-{number}", series.name))
                run = []
    for level, text in shown:
        y = level_at(level)
        shapes.append(Line(((axis.left, y), (right, y)), "bound", text))
        shapes.append(Text((right - 4, y - 4 if y - top > 16 else y + 12), text, "note", "end", 10.5, halo=True))
    if len(panel.series) > 1:
        shapes += _keys(panel, top)
    return shapes


def _keys(panel: Panel, top: float) -> list[Shape]:
    shapes: list[Shape] = []
    for number, series in enumerate(panel.series[:SERIES], start=1):
        y = top + 41 + 13 * (number - 1)
        if y > top + PANEL_HEIGHT + 4:
            break
        shapes.append(Polygon(((0, y - 5), (10, y - 5), (10, y - 2), (0, y - 2)), f"key-{number}"))
        shapes.append(Text((15, y), _cut(series.name, _KEY_LETTERS), "note", "start", 11.0))
    return shapes


def _row_shapes(leaf: Leaf, axis: Axis, top: float) -> list[Shape]:
    middle = top + ROW_HEIGHT / 2.0
    right = axis.left + axis.width
    shapes: list[Shape] = [
        Line(((0.0, top + ROW_HEIGHT), (right, top + ROW_HEIGHT)), "row"),
        Text((0.0, middle + 4), _cut(leaf.label, _LABEL_LETTERS), "row-label", "start", 12.0),
    ]
    free_from = axis.left
    starts = [axis.at(s.start) for s in leaf.stretches]
    for x0, following, stretch in zip(starts, [*starts[1:], right], leaf.stretches, strict=True):
        end = stretch.end if stretch.end is not None else axis.last
        x1 = max(axis.at(end), x0 + LEAST_BAR)
        y0, y1 = middle - BAR_HEIGHT / 2.0, middle + BAR_HEIGHT / 2.0
        took = seconds(end - stretch.start)
        outcome = stretch.outcome if stretch.outcome in OUTCOMES else "halted"
        title = f"{leaf.label}: {stretch.outcome or 'no outcome'} after {took}"
        if stretch.message:
            title += f" ({stretch.message})"
        shapes.append(Polygon(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), f"bar-{outcome}", title))
        sign = {"success": "", "failure": "✕ ", "halted": "– "}[outcome]
        text = f"{sign}{took}"
        width = text_width(text, 10.5)
        # The time goes behind the bar, before it where the axis ends, or nowhere when bars are dense.
        if x1 + 5 + width < following:
            shapes.append(Text((x1 + 5, middle + 4), text, "note", "start", 10.5, halo=True))
        elif x0 - 5 - width > free_from:
            shapes.append(Text((x0 - 5, middle + 4), text, "note", "end", 10.5, halo=True))
        free_from = x1
    return shapes


def timeline_of(panels: Sequence[Panel], leaves: Sequence[Leaf], axis: Axis) -> Sheet:
    """The sheet: a panel for each of ``panels``, then a row for each leaf, then the axis."""
    shapes: list[Shape] = []
    top = TOP
    for panel in panels:
        shapes += _panel_shapes(panel, axis, top)
        top += PANEL_HEIGHT + GAP
    rows: list[Shape] = []
    bottom = top
    for leaf in leaves[:MOST_ROWS]:
        rows += _row_shapes(leaf, axis, bottom)
        bottom += ROW_HEIGHT
    if len(leaves) > MOST_ROWS:
        more = f"and {len(leaves) - MOST_ROWS} more leaves, in the list of events"
        rows.append(Text((0.0, bottom + 15), more, "note", "start", 11.0))
        bottom += ROW_HEIGHT
    if not leaves:
        rows.append(Text((0.0, bottom + 15), "no leaf ran", "note", "start", 12.0))
        bottom += ROW_HEIGHT
    step = nice_step((axis.last - axis.first) / 10.0)
    ticks: list[Shape] = []
    for k in range(math.ceil(axis.first / step - 1e-9), math.floor(axis.last / step + 1e-9) + 1):
        x = axis.at(k * step)
        ticks.append(Line(((x, TOP), (x, bottom)), "grid"))
        ticks.append(Text((x, bottom + 15), short(k * step), "tick", "middle", 11.0))
    ticks.append(Text((axis.left + axis.width, bottom + 29), "simulated seconds", "tick", "end", 11.0))
    # The panels' grounds come first, then the grid, then the lines.
    grounds = [s for s in shapes if isinstance(s, Polygon) and s.style == "panel"]
    others = [s for s in shapes if not (isinstance(s, Polygon) and s.style == "panel")]
    return Sheet(WIDTH, bottom + BOTTOM, (*grounds, *ticks, *others, *rows))
