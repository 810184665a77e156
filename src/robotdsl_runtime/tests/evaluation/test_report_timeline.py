from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from robotdsl_runtime.evaluation.drawing.leaves import leaf_label, leaves_of, value_text
from robotdsl_runtime.evaluation.drawing.sheet import Line, Polygon, Shape, Text
from robotdsl_runtime.evaluation.drawing.timeline import LEFT, Axis, Panel, Series, axis_of, timeline_of

AXIS = Axis(0.0, 10.0, LEFT, 500.0)


def bars(shapes: tuple[Shape, ...]) -> list[Polygon]:
    return [s for s in shapes if isinstance(s, Polygon) and s.style.startswith("bar-")]


def happened(node: str, path: str, start: float | None, end: float | None, outcome: str | None = "success") -> Any:
    return {"node": node, "path": path, "parameters": {}, "outcome": outcome, "started_at": start, "ended_at": end}


def test_a_leaf_that_runs_again_stays_on_its_row() -> None:
    events = [
        happened("Navigate", "0.0", 0.0, 2.0, "failure"),
        happened("Wait", "0.1", 2.0, 3.0),
        happened("Navigate", "0.0", 3.0, 6.0),
        happened("Wait", "0.2", None, None),
    ]
    leaves = leaves_of({"events": events})
    assert [(leaf.path, len(leaf.stretches)) for leaf in leaves] == [("0.0", 2), ("0.1", 1)]
    drawn = bars(timeline_of([], leaves, AXIS).shapes)
    assert [b.style for b in drawn] == ["bar-failure", "bar-success", "bar-success"]
    assert [b.points[0][0] for b in drawn] == pytest.approx([LEFT, LEFT + 150.0, LEFT + 100.0])
    assert [b.points[1][0] for b in drawn] == pytest.approx([LEFT + 100.0, LEFT + 300.0, LEFT + 150.0])
    assert drawn[0].points[0][1] == drawn[1].points[0][1] != drawn[2].points[0][1]


def test_a_moment_can_still_be_seen_and_an_open_end_reaches_the_edge() -> None:
    leaves = leaves_of({"events": [happened("Stop", "0", 4.0, 4.0), happened("Wait", "1", 5.0, None, None)]})
    moment, unfinished = bars(timeline_of([], leaves, AXIS).shapes)
    assert moment.points[1][0] - moment.points[0][0] >= 2.0
    assert unfinished.points[1][0] == pytest.approx(LEFT + 500.0)
    assert "no outcome" in unfinished.title


@pytest.mark.parametrize(
    "name, value, text",
    [("goal", "dock", "dock"), ("angle_rad", 1.5707963, "1.571 rad"), ("distance_m", 2.0, "2 m"), ("count", 3, "3"),
     ("speed_mps", 0.15, "0.15 m/s"), ("duration_s", 12, "12 s"), ("flag", True, "True")],
)  # fmt: skip
def test_parameters_read_with_their_units(name: str, value: Any, text: str) -> None:
    assert value_text(name, value) == text


def test_a_leaf_by_what_it_does() -> None:
    assert (
        leaf_label({"node": "Advance", "parameters": {"distance_m": 0.5, "speed_mps": 0.2}}) == "Advance 0.5 m, 0.2 m/s"
    )
    assert leaf_label({"node": "Stop", "parameters": None}) == "Stop"


def lines(shapes: tuple[Shape, ...], style: str) -> list[Line]:
    return [s for s in shapes if isinstance(s, Line) and s.style == style]


def test_a_line_breaks_where_nothing_was_measured() -> None:
    time = np.linspace(0.0, 10.0, 101)
    values = np.sin(time)
    values[40:60] = np.nan
    sheet = timeline_of([Panel("Speed", "m/s", (Series("speed", time, values),))], (), AXIS)
    first, second = lines(sheet.shapes, "series-1")
    assert first.points[-1][0] == pytest.approx(AXIS.at(3.9)) and second.points[0][0] == pytest.approx(AXIS.at(6.0))


def test_higher_values_are_further_up_and_inside_the_panel() -> None:
    time = np.array([0.0, 5.0, 10.0])
    sheet = timeline_of([Panel("Speed", "m/s", (Series("speed", time, np.array([-1.0, 0.0, 2.0])),))], (), AXIS)
    ground = next(s for s in sheet.shapes if isinstance(s, Polygon) and s.style == "panel")
    top, bottom = ground.points[0][1], ground.points[2][1]
    ys = [y for _, y in lines(sheet.shapes, "series-1")[0].points]
    assert bottom > ys[0] > ys[1] > ys[2] > top
    assert lines(sheet.shapes, "zero")[0].points[0][1] == pytest.approx(ys[1])


@pytest.mark.parametrize("values", [np.zeros(3), np.full(3, 1e9), np.array([1e-12, 0.0, -1e-12]), np.full(3, np.nan)])
def test_any_values_are_drawn(values: Any) -> None:
    sheet = timeline_of([Panel("Speed", "m/s", (Series("speed", np.arange(3.0), values),))], (), AXIS)
    assert any(isinstance(s, Text) and s.text == "nothing recorded" for s in sheet.shapes) == bool(
        np.isnan(values).all()
    )


def test_the_axis_holds_every_time() -> None:
    axis = axis_of([3.0, 1.0, 2.5])
    assert (axis.first, axis.last) == (1.0, 3.0)
    assert axis.at(1.0) == axis.left and axis.at(3.0) == axis.left + axis.width
    assert axis_of([]).last == 1.0
    assert axis_of([2.0]).last > 2.0
