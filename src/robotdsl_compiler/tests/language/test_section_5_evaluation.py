"""Section 5 of the language: every check, its parameters and its bounds, taken and refused, and what a target is told
to judge."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from robotdsl_compiler.model.vocabulary import CHECK_TYPES

Compile = Callable[..., Any]


class Row(NamedTuple):
    """Arguments that are taken, what the target is told of them, and mistakes with their codes; ``«…»`` is the text
    that is pointed at."""

    taken: str
    told: dict[str, object]
    mistakes: list[tuple[str, str]]


JOINT = "target = @core/left_wheel"
FIXED = ("target = «@core/base», max = 1", "target.unsupported")
ROWS = {
    "Check_vel": Row(
        JOINT, {"target": "left_wheel"}, [FIXED, ("target = «@core/bot», max = 1", "type.wrong_reference")]
    ),
    "Check_acc": Row(
        JOINT, {"target": "left_wheel"}, [FIXED, ("target = «@world/crate», max = 1", "type.wrong_reference")]
    ),
    "Check_jerk": Row(
        JOINT,
        {"target": "left_wheel"},
        [FIXED, ("«source» = @core/base, " + JOINT + ", max = 1", "type.unknown_parameter")],
    ),
    "Check_effort": Row(
        JOINT, {"target": "left_wheel"}, [FIXED, ('target = «"left_wheel"», max = 1', "type.wrong_value_type")]
    ),
    "Check_distance": Row(
        "target = @world/there, source = @core/laser",
        {"target": "there", "source": "laser"},
        [("max = 1", "type.missing_parameter"), ("target = «@core/base», max = 1", "type.wrong_reference")],
    ),
    "Check_clearance": Row(
        "target = @world/crate, source = @core/base",
        {"target": "crate", "source": "base"},
        [
            ("source = «@world/crate», min = 1", "type.wrong_reference"),
            ("target = «@world/crte», min = 1", "name.unknown_reference"),
        ],
    ),
    "Check_contact": Row(
        "target = @core/base, source = @world/crate",
        {"target": "base", "entity": "crate"},
        [("target = «@world/crate», max = 0", "type.wrong_reference"), ("max = 0", "type.missing_parameter")],
    ),
    "Check_time": Row(
        "target = @task/fetch",
        {"target": "fetch"},
        [
            ("target = «@task/fetsh», max = 1", "name.unknown_reference"),
            ("target = «@world/there», max = 1", "type.wrong_reference"),
        ],
    ),
}


def evaluation(name: str, arguments: str) -> str:
    return f"Evaluate e {{ {name}({arguments}) }}"


def test_every_check_has_its_row() -> None:
    assert set(ROWS) == set(CHECK_TYPES)


@pytest.mark.parametrize("name", ROWS)
def test_a_check(compiled: Compile, name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    for bound, least, most in (("min = 0.5", 0.5, None), ("max = 2", None, 2.0), ("min = 0, max = 1e3", 0.0, 1e3)):
        said = compiled(eval=evaluation(name, f"{row.taken}, {bound}"), target="embedded")
        assert said.told == []
        (check,) = said.program.evaluation.checks
        assert (check.type, check.min, check.max) == (name, least, most)
        (written,) = json.loads((tmp_path / "out" / "task" / "evaluation.json").read_text())["checks"]
        assert written["type"] == name
        assert {key: written[key] for key in row.told} == row.told
        assert (written["min"], written["max"]) == (least, most)


@pytest.mark.parametrize("name", ROWS)
def test_what_a_check_refuses(compiled: Compile, name: str) -> None:
    row = ROWS[name]
    for wrong, code in row.mistakes:
        said = compiled(eval=evaluation(name, wrong.replace("«", "").replace("»", "")), target="embedded")
        text = wrong[wrong.index("«") + 1 : wrong.index("»")] if "«" in wrong else name
        assert [t[:2] for t in said.told] == [(code, text)]


@pytest.mark.parametrize("name", ROWS)
def test_the_bounds_of_a_check(compiled: Compile, name: str) -> None:
    taken = ROWS[name].taken
    refused = compiled(eval=evaluation(name, taken))
    assert [t[:2] for t in refused.told] == [("type.bound_required", name)]
    inverted = compiled(eval=evaluation(name, f"{taken}, min = 2, max = 1.5"))
    assert [t[:2] for t in inverted.told] == [("type.bounds_inverted", "1.5")]
    assert compiled(eval=evaluation(name, f"{taken}, min = 2, max = 2")).ok


OPTIONAL = {
    "Check_distance": "target = @world/there, max = 1",
    "Check_clearance": "min = 0.1",
    "Check_contact": "target = @core/base, max = 0",
}


@pytest.mark.parametrize("name", OPTIONAL)
def test_what_may_be_left_out(compiled: Compile, name: str) -> None:
    optional = {
        n
        for n, t in CHECK_TYPES.items()
        if any(p.name in ("source", "target") and not p.required for p in t.parameters)
    }
    assert set(OPTIONAL) == optional
    assert compiled(eval=evaluation(name, OPTIONAL[name])).told == []


def test_a_program_needs_no_evaluation(compiled: Compile) -> None:
    assert compiled().program.evaluation is None
