"""A base whose box reaches below its wheels is told so by a rule, before anything is simulated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from robotdsl_compiler.cli.main import main

from .robots import ROVER

WORLD = "World w { spawn(robot = @core/rover, pose = (0, 0, 0, 0, 0, 0, 1)) }"


@pytest.mark.parametrize(("low", "said"), [(0.079, False), (0.095, True)])
def test_a_base_that_stands_on_its_belly(
    low: float, said: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The wheels reach 0.08 m down; the box's lower face lies at ``low`` below the axles."""
    box = '<origin xyz="0 0 0.05"/><geometry><box size="0.5 0.3 0.12"/>'
    assert box in ROVER
    deep = f'<origin xyz="0 0 {0.1 - low:.4f}"/><geometry><box size="0.5 0.3 0.2"/>'
    (tmp_path / "r.urdf").write_text(ROVER.replace(box, deep))
    out = tmp_path / "out"
    assert main(["convert", str(tmp_path / "r.urdf"), "--output", str(out)]) == 0
    remarks = capsys.readouterr().err
    assert ("the base's shapes reach 15.0 mm below the wheels' plane" in remarks) == said
    (out / "w.world").write_text(WORLD)
    (out / "w.task").write_text("Task t { Stop() }")
    code = main(["compile", str(out), "--library", str(out / "library"), "--check", "--color", "never"])
    text = capsys.readouterr().err
    assert code == int(said), text
    assert ("the shape of `base` reaches 15.0 mm below the wheels" in text) == said
    assert ("validation.assembly.shapes_clear_the_ground" in text) == said


def test_a_base_that_is_drawn_down_to_the_floor_is_cut_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deep = '<origin xyz="0 0 0.02"/><geometry><box size="0.5 0.3 0.2"/>'
    old = '<origin xyz="0 0 0.05"/><geometry><box size="0.5 0.3 0.12"/>'
    (tmp_path / "r.urdf").write_text(ROVER.replace(old, deep))
    out = tmp_path / "out"
    assert main(["convert", str(tmp_path / "r.urdf"), "--output", str(out)]) == 0
    assert "down to the wheels' plane, where they would drag: cut off 5 mm above it" in capsys.readouterr().err
    (out / "w.world").write_text(WORLD)
    (out / "w.task").write_text("Task t { Stop() }")
    words = ["compile", str(out), "--library", str(out / "library"), "--check", "--json"]
    assert main(words) == 0
    findings = {f["rule"]: f for f in json.loads(capsys.readouterr().out)["validation"]}
    assert findings["assembly.shapes_clear_the_ground"] | {"missing": [], "places": []} == {
        "rule": "assembly.shapes_clear_the_ground", "status": "pass",
        "evidence": ["the lowest shape, that of `base`, ends 5.0 mm above the wheels' plane"],
        "missing": [], "places": [],
    }  # fmt: skip
