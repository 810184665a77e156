"""A drive through a room of a library, run and judged: to a mark that the environment brings, past its objects."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request

embedded = pytest.importorskip("robotdsl_mujoco_sim.embedded")
SOURCE = Path(__file__).resolve().parents[2] / "robotdsl_libraries"


def test_the_room_is_crossed_to_its_dock(tmp_path: Path) -> None:
    output = tmp_path / "out"
    outcome = compile_program(
        Request(
            (str(SOURCE / "programs" / "room"),),
            (str(SOURCE / "libraries" / "example"),),
            target="embedded",
            output=str(output),
        )
    )
    assert [d.message for d in outcome.diagnostics] == []
    assert embedded.main(output, ["--run-dir", str(tmp_path / "run"), "--no-picture", "--no-report", "--quiet"]) == 0
    judged = json.loads((tmp_path / "run" / "evaluation.json").read_text())
    assert judged["task"] == {"status": "success", "verdict": "pass"}
    assert judged["physical"]["verdict"] == "pass"
    assert judged["physical"]["goal"]["name"] == "dock"
    assert {check["verdict"] for check in judged["checks"]} == {"pass"}
    # The nearest obstacle is an object, and as near as the nearest of its shapes: its foot, not its middle.
    clearance = judged["physical"]["clearance"]
    assert clearance["obstacle"] == "second_cone"
    evidence = np.load(tmp_path / "run" / "evidence.npz")
    middle = np.hypot(*(evidence["pose"][:, :2] - (0.1, -0.4)).T).min()
    assert clearance["distance_m"] < middle - 0.2
