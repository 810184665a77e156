"""The example program of every wheeled and tracked base, run and judged: it does its task and passes its evaluation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request

from robotdsl_libraries import library, program

embedded = pytest.importorskip("robotdsl_mujoco_sim.embedded")

PROGRAMS = ("car", "buggy", "tricycle", "mecanum", "omni", "omni_three", "tracked", "crawler", "skid")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_base_does_its_task_and_passes_its_evaluation(name: str, tmp_path: Path) -> None:
    output = tmp_path / "out"
    outcome = compile_program(
        Request(tuple(map(str, program(name))), (str(library("example")),), target="embedded", output=str(output))
    )
    assert [d.message for d in outcome.diagnostics] == []
    assert embedded.main(output, ["--run-dir", str(tmp_path / "run"), "--no-picture", "--no-report", "--quiet"]) == 0
    judged = json.loads((tmp_path / "run" / "evaluation.json").read_text())
    assert judged["task"] == {"status": "success", "verdict": "pass"}
    assert judged["physical"]["verdict"] == "pass"
    assert judged["checks"]
    assert {check["verdict"] for check in judged["checks"]} == {"pass"}
