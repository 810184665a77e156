"""Real robots of the package example-robot-data: their URDFs convert, compile without a word and drive, or are refused
with the reason.
"""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from robotdsl_compiler.cli.main import main
from robotdsl_compiler.convert.convert import Options, convert
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Outcome, Request
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source

WORLD = """\
World hall {{
    spawn(robot = @core/{name}, pose = (0, 0, 0, 0, 0, 0, 1))
    Scenario open(ref = "empty", ground_plane = true) {{}}
    Goal there(pose = (2, 1, 0, 0, 0, 0.7071067811865476, 0.7071067811865476))
}}
"""
TASK = """\
Task errand(timeout_s = 120) {
    Sequence { Advance(distance_m = 1, speed_mps = 0.3) Spin(angle_rad = 2) Navigate(goal = @world/there) }
}
"""
# The robot, its folder and file, its base, and the sensors that it comes with.
ROBOTS = [
    ("tiago", "tiago_description/robots/tiago.urdf", "Diff_two_caster", {"DepthCamera": 1, "IMU": 2}),
    ("tiago_dual", "tiago_description/robots/tiago_dual.urdf", "Diff_two_caster", {"DepthCamera": 1, "IMU": 2}),
    ("tiago_pro", "tiago_pro_description/robots/tiago_pro.urdf", "Mecanum_four_wheel",
     {"Lidar": 3, "Camera": 3, "DepthCamera": 1, "IMU": 1}),
]  # fmt: skip
NAMES = [robot[0] for robot in ROBOTS]


@pytest.fixture(scope="module")
def robots() -> Path:
    try:
        found = distribution("example-robot-data")
    except PackageNotFoundError:
        pytest.skip("the package example-robot-data is not installed")
    return Path(str(found.locate_file("cmeel.prefix/share/example-robot-data/robots")))


def converted(urdf: Path, folder: Path) -> dict[str, Any]:
    """The account of the conversion into ``folder``, in which a world and a task then lie, too."""
    assert main(["convert", str(urdf), "--output", str(folder)]) == 0
    report: dict[str, Any] = json.loads((folder / "conversion.json").read_text())
    (folder / "hall.world").write_text(WORLD.format(name=report["robot"]))
    (folder / "errand.task").write_text(TASK)
    return report


def compiled(folder: Path, output: Path | None = None) -> Outcome:
    target = None if output is None else "embedded"
    words = (str(folder),), (str(folder / "library"),)
    return compile_program(
        Request(*words, check=output is None, target=target, output=None if output is None else str(output))
    )


@pytest.mark.parametrize(("name", "path", "type", "sensors"), ROBOTS, ids=NAMES)
def test_a_robot_converts_with_an_account_and_checks_without_a_word(
    robots: Path, name: str, path: str, type: str, sensors: dict[str, int], tmp_path: Path
) -> None:
    report = converted(robots / path, tmp_path / name)
    assert (report["robot"], report["chassis"]) == (name, type)
    tree = ElementTree.parse(robots / path).getroot()
    masses = [float(mass.get("value", "0")) for mass in tree.iterfind("link/inertial/mass")]
    assert report["mass_kg"] == pytest.approx(sum(masses), rel=1e-9)
    # Every link is in a component and every joint that moves and is no wheel's is told to be held.
    links = [link for members in report["components"].values() for link in members]
    assert sorted(links) == sorted(str(link.get("name")) for link in tree.iterfind("link"))
    held = [r["what"].split("`")[1] for r in report["remarks"] if r["became"] == "held fixed at zero"]
    moving = {str(j.get("name")) for j in tree.iterfind("joint") if j.get("type") != "fixed"}
    assert set(held) < moving
    assert all("wheel" in joint or "caster" in joint for joint in moving - set(held))
    outcome = compiled(tmp_path / name)
    assert [d.message for d in outcome.diagnostics] == []
    assert outcome.facts is not None
    assert outcome.facts.robot.mass == pytest.approx(sum(masses), rel=1e-9)
    count = {kind: sum(sensor.type == kind for sensor in outcome.facts.robot.sensors) for kind in sensors}
    assert (count, len(outcome.facts.robot.sensors)) == (sensors, sum(sensors.values()))


@pytest.mark.parametrize(("name", "path"), [robot[:2] for robot in ROBOTS], ids=NAMES)
def test_a_robot_runs_an_errand_and_its_wheels_tell_how_far(robots: Path, name: str, path: str, tmp_path: Path) -> None:
    embedded = pytest.importorskip("robotdsl_mujoco_sim.embedded")
    converted(robots / path, tmp_path / name)
    outcome = compiled(tmp_path / name, tmp_path / "out")
    assert [d.message for d in outcome.diagnostics if d.blocking] == []
    words = ["--run-dir", str(tmp_path / "run"), "--no-picture", "--no-report", "--quiet"]
    assert embedded.main(tmp_path / "out", words) == 0
    judged = json.loads((tmp_path / "run" / "evaluation.json").read_text())
    assert (judged["task"]["verdict"], judged["physical"]["verdict"]) == ("pass", "pass")
    if name == "tiago_pro":
        return
    evidence = np.load(tmp_path / "run" / "evidence.npz")
    drive = json.loads((tmp_path / "out" / "drive.json").read_text())
    joints = [list(evidence["joint_names"]).index(wheel["joint"]) for wheel in drive["wheels"]]
    left, right = np.diff(evidence["position"][:, joints], axis=0).T * drive["radius"]
    path_length = np.hypot(*np.diff(evidence["pose"][:, :2], axis=0).T).sum()
    assert np.abs((left + right) / 2.0).sum() == pytest.approx(path_length, rel=0.02)
    yaw = np.unwrap(2.0 * np.arctan2(evidence["pose"][:, 5], evidence["pose"][:, 6]))
    turned = np.abs(np.diff(yaw)).sum()
    assert (right - left).sum() / drive["separation"] == pytest.approx(yaw[-1] - yaw[0], abs=0.02 * turned)


def test_every_other_robot_is_refused_with_the_reason(robots: Path) -> None:
    """Arms, hands, walkers and drones of the package have no wheels, and say so, each at its place in the file."""
    files = sorted(robots.rglob("*.urdf"))
    assert len(files) > 60
    outcomes: dict[str, list[str]] = {}
    for file in files:
        said = Diagnostics()
        made = convert(Source(file.name, file.read_bytes()), file, Options(), said)
        assert (made is None) == said.blocked()
        assert all(d.primary is not None for d in said)
        key = made.type if made is not None else next(iter(said)).message.split(":")[0]
        outcomes.setdefault(key, []).append(file.stem)
    assert outcomes.pop("Diff_two_caster") == ["tiago", "tiago_dual", "tiago_no_hand"]
    assert outcomes.pop("Mecanum_four_wheel") == ["tiago_pro"]
    assert outcomes.pop("<robot> has no `name`") == ["ur3"]
    assert list(outcomes) == ["no wheels were found"]
