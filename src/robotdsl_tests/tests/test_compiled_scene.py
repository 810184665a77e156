"""What the compiler writes, in the simulation that reads it: what only the two together can get wrong."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import mujoco
import numpy as np
import pytest
from robotdsl_mujoco_sim.sensors.rays import SEEN_GROUPS, Lidar
from robotdsl_mujoco_sim.simulation import Simulation

from robotdsl_libraries import library, program

TURNED = """\
    Obstacle turned_box(type = "box", pos = (1.5, 1.0, 0.25, 0, 0, 0.3826834, 0.9238795), size = (0.2, 0.8, 0.5))
    Obstacle turned_rod(type = "cylinder", pos = (0.2, -1.5, 0.15, 0.5, 0.5, 0.5, 0.5), size = (0.2, 0.2, 1.2))
"""


@pytest.fixture(scope="module")
def turned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo with turned things in its world, started away from the world's origin."""
    folder = tmp_path_factory.mktemp("turned")
    sources = []
    for path in program("demo"):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".world":
            before, brace, after = text.partition("Obstacle ")
            text = before + TURNED.lstrip() + brace + after
            text = text.replace("pose = (0, 0, 0.05, 0, 0, 0, 1)", "pose = (-0.4, -0.3, 0.05, 0, 0, 0.2, 0.9797959)")
            assert "-0.4" in text and "turned_rod" in text
        (folder / path.name).write_text(text, encoding="utf-8")
        sources.append(str(folder / path.name))
    output = folder / "out"
    command = [sys.executable, "-m", "robotdsl_compiler.cli", "compile", *sources, "--library", str(library("example"))]
    done = subprocess.run(
        [*command, "--target", "embedded", "--output", str(output)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return output


def test_a_scan_sees_what_single_rays_see(turned: Path) -> None:
    simulation = Simulation.load(turned)
    simulation.advance(0.5)
    lidar = simulation.sensor("lidar", Lidar)
    distances = lidar.beams.cast().copy()
    origin, rotation = lidar.beams.origin, simulation.data.body("lidar").xmat.reshape(3, 3)
    geom, seen = np.zeros(1, np.int32), set()
    for direction, distance in zip(lidar.scan_directions, distances, strict=True):
        alone = mujoco.mj_ray(
            simulation.model, simulation.data, origin, rotation @ direction, SEEN_GROUPS, 1, -1, geom, None
        )
        expected = alone if 0.0 <= alone <= lidar.spec.number("range_max_m") else -1.0
        assert distance == pytest.approx(expected, abs=1e-9)
        if expected > 0.0:
            seen.add(simulation.model.geom(int(geom[0])).name)
    assert seen == {"box::link", "turned_box::link", "turned_rod::link"}


def test_the_robots_mass_is_where_the_robot_is(turned: Path) -> None:
    """MuJoCo puts the mass of a body that states none at the body's offset, twice over."""
    model = Simulation.load(turned).model
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    root = data.body("base_footprint")
    for body in range(root.id, model.nbody):
        assert math.dist(data.xipos[body], root.xpos) < 0.3, model.body(body).name
