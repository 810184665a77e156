"""What the compiler writes, in the simulation that reads it: what only the two together can get wrong."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import mujoco
import numpy as np
import pytest
from robotdsl_mujoco_sim.sensors.rays import SEEN_GROUPS, Lidar
from robotdsl_mujoco_sim.simulation import Simulation
from robotdsl_runtime.kinematics.actuation import Actuation

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


@pytest.fixture(scope="module")
def skid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("skid") / "out"
    command = [sys.executable, "-m", "robotdsl_compiler.cli", "compile", *map(str, program("skid"))]
    options = ["--library", str(library("example")), "--target", "embedded", "--output", str(output)]
    subprocess.run([*command, *options], capture_output=True, check=True)
    return output


@pytest.mark.parametrize(("ahead", "told"), [(0.0, 0.25), (0.0, 0.5), (0.0, 1.5), (0.2, 0.5), (0.2, 1.0)])
def test_a_skid_steer_base_turns_short_by_what_is_declared(skid: Path, ahead: float, told: float) -> None:
    """The figure that ``compile.json`` and the reference state for it, by ground truth."""
    simulation = Simulation.load(skid)
    drive = simulation.kinematics
    simulation.advance(1.0)
    simulation.command(drive.command((ahead, 0.0, told)))
    simulation.advance(2.0)
    before, turned = simulation.wheel_positions(), 0.0
    yaw = _yaw(simulation)
    for _ in range(40):
        simulation.advance(0.05)
        now = _yaw(simulation)
        turned, yaw = turned + math.remainder(now - yaw, 2.0 * math.pi), now
    after = simulation.wheel_positions()
    reported = drive.motion(Actuation(tuple((b - a) / 2.0 for a, b in zip(before, after, strict=True))))[2]
    rate = turned / 2.0
    assert round(rate / told, 1) in (0.1, 0.2)
    assert rate < reported < told
    declared = json.loads((skid / "compile.json").read_text(encoding="utf-8"))["approximations"]
    (stated,) = [a["emitted"] for a in declared if a["construct"] == "A skid-steer base"]
    assert "0.1 to 0.2" in stated


def _yaw(simulation: Simulation) -> float:
    _, _, _, x, y, z, w = simulation.pose()
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
