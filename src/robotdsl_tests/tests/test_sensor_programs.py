"""The example programs of the sensors: each is run, and every verdict of it is a pass."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES

embedded = pytest.importorskip("robotdsl_mujoco_sim.embedded")
SOURCE = Path(__file__).resolve().parents[2] / "robotdsl_libraries"
# The program of each sensor type.
PROGRAMS = {
    "Lidar": "sensor_lidar", "Lidar3D": "sensor_lidar3d", "Camera": "sensor_camera",
    "DepthCamera": "sensor_depth_camera", "RGBD": "sensor_rgbd", "IMU": "sensor_imu",
    "Ultrasonic": "sensor_ultrasonic", "Range": "sensor_range", "Bumper": "sensor_bumper",
}  # fmt: skip


def test_every_sensor_type_has_its_program() -> None:
    assert set(PROGRAMS) == {t.name for t in COMPONENT_TYPES.values() if t.category is Category.SENSOR}
    there = {path.name for path in (SOURCE / "programs").iterdir() if path.name.startswith("sensor_")}
    assert there == set(PROGRAMS.values())


@pytest.mark.parametrize("kind", PROGRAMS)
def test_the_program_of_a_sensor_passes(kind: str, tmp_path: Path) -> None:
    output, run = tmp_path / "out", tmp_path / "run"
    files = (str(SOURCE / "programs" / PROGRAMS[kind]),)
    libraries = (str(SOURCE / "libraries" / "example"),)
    outcome = compile_program(Request(files, libraries, target="embedded", output=str(output)))
    assert [d.message for d in outcome.diagnostics] == []
    assert outcome.facts is not None
    # The one sensor that it is about is the robot's only one.
    assert [s.type for s in outcome.facts.robot.sensors] == [kind]
    assert embedded.main(output, ["--run-dir", str(run), "--no-picture", "--no-report", "--quiet"]) == 0
    judged = json.loads((run / "evaluation.json").read_text())
    assert (judged["task"]["verdict"], judged["physical"]["verdict"]) == ("pass", "pass")
    assert {check["verdict"] for check in judged["checks"]} == {"pass"}
    evidence = np.load(run / "evidence.npz")
    climbed = bool(evidence["pose"][:, 2].max() > 0.08)
    assert climbed is (kind == "IMU")
