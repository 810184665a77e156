"""Every example program, compiled and stepped: it loads without a warning, rests level, drives straight, and its files
are those that the runtime reads."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request

mujoco = pytest.importorskip("mujoco")

LIBRARIES = Path(__file__).parents[3] / "robotdsl_libraries"
ALL = {path.name for path in (LIBRARIES / "programs").iterdir() if path.is_dir()}
# What this target refuses so far, by how it names the base.
NOT_YET = {
    "mecanum": "a mecanum", "omni": "an omni", "omni_three": "an omni",
    "tricycle": "a steering", "car": "a steering", "buggy": "a steering",
    "tracked": "a tracked", "crawler": "a tracked", "quadruped": "a legged", "hexapod": "a legged",
}  # fmt: skip
PROGRAMS = sorted(ALL - NOT_YET.keys())


@pytest.mark.parametrize("name", NOT_YET)
def test_a_base_that_is_not_built_yet_is_refused_where_it_stands(name: str, tmp_path: Path) -> None:
    outcome = compile_program(
        Request(
            (str(LIBRARIES / "programs" / name),),
            (str(LIBRARIES / "libraries" / "example"),),
            target="embedded",
            output=str(tmp_path / "out"),
        )
    )
    assert not (tmp_path / "out").exists()
    *links, base = [d for d in outcome.diagnostics if d.blocking]
    assert {d.code.name for d in (*links, base)} == {"target.unsupported"}
    assert all("has links of its own" in d.message for d in links)
    assert base.message.endswith(f"gives the target {NOT_YET[name]} base, which it does not build yet")
    assert base.primary is not None and " base(ref = " in base.primary.span.text


@pytest.fixture(scope="module", params=PROGRAMS)
def output(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("programs") / str(request.param)
    outcome = compile_program(
        Request(
            (str(LIBRARIES / "programs" / request.param),),
            (str(LIBRARIES / "libraries" / "example"),),
            target="embedded",
            output=str(folder),
        )
    )
    assert [d.message for d in outcome.diagnostics if d.blocking] == []
    return folder


@pytest.fixture
def scene(output: Path) -> Iterator[tuple[Any, Any]]:
    said: list[str] = []
    mujoco.set_mju_user_warning(said.append)
    model = mujoco.MjModel.from_xml_path(str(output / "scene.xml"))
    yield model, mujoco.MjData(model)
    mujoco.set_mju_user_warning(None)
    assert said == []


def test_it_rests_level_and_drives_straight(output: Path, scene: tuple[Any, Any]) -> None:
    model, data = scene
    drive = json.loads((output / "drive.json").read_text())
    mujoco.mj_step(model, data, 1000)
    upright = data.body("base_footprint").xmat[8]
    assert math.acos(min(1.0, upright)) < math.radians(0.5)
    before = data.qpos[:2].copy()
    for wheel in drive["wheels"]:
        data.ctrl[model.actuator(wheel["actuator"]).id] = 0.2 / wheel["radius"]
    mujoco.mj_step(model, data, 1000)
    x, y = data.qpos[:2] - before
    spawn = json.loads((output / "task" / "mission.json").read_text())["spawn"]["pose"]
    yaw = 2.0 * math.atan2(spawn[5], spawn[6])
    ahead, aside = x * math.cos(yaw) + y * math.sin(yaw), y * math.cos(yaw) - x * math.sin(yaw)
    assert ahead == pytest.approx(0.2, abs=0.02)
    assert abs(aside) < 2e-3
    assert not any(warning.number for warning in data.warning)


def test_each_file_is_what_the_runtime_reads(output: Path) -> None:
    """The compiler and the runtime share formats, not code: here the one reads what the other writes."""
    base = pytest.importorskip("robotdsl_runtime.navigation.base").Base.load(output / "nav" / "navigation.json")
    grid = pytest.importorskip("robotdsl_runtime.navigation.grid").OccupancyGrid.load(output / "nav" / "map.yaml")
    tree, mission = pytest.importorskip("robotdsl_runtime.task.reader").read_task(output / "task")
    assert base.map_file == output / "nav" / "map.yaml"
    assert grid is not None
    assert tree is not None
    navigation = json.loads((output / "nav" / "navigation.json").read_text())
    assert base.scan == navigation["scan"]
    assert mission.task == json.loads((output / "task" / "mission.json").read_text())["task"]
