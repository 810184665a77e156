"""Every base in MuJoCo's WebAssembly build moves as it does in MuJoCo's Python: same model, same commands."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from robotdsl_mujoco_sim.driving import Driver
from robotdsl_web.tools import Tools

from .conftest import BASES, Ask

SETTLE, STEPS = 500, 1000
MOTION = (0.3, 0.1, 0.4)
# Metres and radians. The two builds agreed to 4e-13 when this was written: rounding, which contacts may amplify.
SAME = 1e-6


@pytest.fixture(scope="module")
def driven(ask: Ask, tools: Tools, outputs: Mapping[str, Path], drives: Mapping[str, Any]) -> Mapping[str, Any]:
    """Each base after it settled and drove for a second, by the page's scripts in WebAssembly."""
    models = [
        {"scene": str(output / "scene.xml"), "drive": drives[name], "motion": MOTION}
        for name, output in outputs.items()
    ]
    module = tools.modules / "@mujoco" / "mujoco" / "mujoco.js"
    return dict(zip(outputs, ask("drive", module, models=models, settle=SETTLE, steps=STEPS), strict=True))


@pytest.mark.parametrize("name", BASES)
def test_the_page_drives_as_python_does(name: str, driven: Mapping[str, Any], outputs: Mapping[str, Path]) -> None:
    driver = Driver.load(outputs[name])
    data = mujoco.MjData(driver.model)
    driver.start(data)
    mujoco.mj_step(driver.model, data, nstep=SETTLE)
    driver.command(data, *MOTION)
    mujoco.mj_step(driver.model, data, nstep=STEPS)
    found = driven[name]
    assert found["time"] == pytest.approx(data.time, abs=1e-12)
    assert found["qpos"] == pytest.approx(data.qpos.tolist(), abs=SAME)
    root = driver.root_body
    surfaces = [row for row in driver.model.geom_surfacevel.tolist() if any(row)]
    assert np.array(found["surfaces"]) == pytest.approx(np.array(surfaces), abs=1e-9)
    if driver.drive.wheels or driver.drive.belts:
        x, y = data.xpos[root, :2]
        assert math.hypot(x, y) > 0.2, "it drove"


def test_ground_truth_is_the_roots_own_motion(
    driven: Mapping[str, Any], outputs: Mapping[str, Path], drives: Mapping[str, Any]
) -> None:
    """The page tells the motion in the robot's own frame; here it is worked out by MuJoCo, from the same state."""
    model = mujoco.MjModel.from_xml_path(str(outputs["mecanum"] / "scene.xml"))
    data = mujoco.MjData(model)
    body = model.body(drives["mecanum"]["root"]["body"]).id
    truth = driven["mecanum"]["truth"]
    data.qpos[:] = driven["mecanum"]["qpos"]
    data.qvel[:] = driven["mecanum"]["qvel"]
    mujoco.mj_forward(model, data)
    own = np.zeros(6)
    mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY, body, own, 1)
    # The base hardly leans, so its own frame and the level one agree.
    assert [truth["v"], truth["left"], truth["w"]] == pytest.approx([own[3], own[4], own[2]], abs=1e-3)
    assert [truth[axis] for axis in "xyz"] == pytest.approx(data.xpos[body].tolist(), abs=1e-9)
