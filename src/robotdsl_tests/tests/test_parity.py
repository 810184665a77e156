"""The robot of the ``mjcf`` target and the robot that the simulation of the ROS targets makes of the description and
the world document are one: every field of MuJoCo's model, as the output contract says.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.description.robot import description, description_meshes
from robotdsl_compiler.targets.mujoco.compiler_block import compiler_block
from robotdsl_compiler.targets.mujoco.document import mujoco_document, object_meshes
from robotdsl_mujoco_sim.errors import OutputError
from robotdsl_mujoco_sim.model.output import output_model
from robotdsl_tests.parity import differences

from robotdsl_libraries import library, program

# The example programs that both targets build; mecanum and omni wheels have no sphere to stand in for them here.
PROGRAMS = (
    "minimal", "demo", "skid", "motors", "sensors", "room", "car", "buggy", "tricycle", "tracked", "crawler",
)  # fmt: skip
ROOT = "base_footprint"


def facts_of(files: tuple[Path, ...], *libraries: Path) -> Facts:
    outcome = compile_program(Request(tuple(map(str, files)), tuple(map(str, libraries)), check=True))
    assert [d.message for d in outcome.diagnostics if d.blocking] == []
    assert outcome.facts is not None
    return outcome.facts


def output_files(facts: Facts) -> tuple[File, ...]:
    return (
        description(facts.robot, [compiler_block()]),
        *description_meshes(facts.robot),
        mujoco_document(facts),
        *object_meshes(facts),
    )


def write(files: tuple[File, ...], folder: Path) -> Path:
    for file in files:
        (folder / file.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / file.path).write_bytes(file.data)
    return folder


def alone(files: tuple[Path, ...], folder: Path, *libraries: Path) -> mujoco.MjModel:
    """The model of the mjcf target."""
    request = Request(tuple(map(str, files)), tuple(map(str, libraries)), target="mjcf", output=str(folder))
    outcome = compile_program(request)
    assert [d.message for d in outcome.diagnostics if d.blocking] == []
    return mujoco.MjModel.from_xml_path(str(folder / "scene.xml"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_two_models_of_a_program_agree(name: str, tmp_path: Path) -> None:
    here = program(name)
    one = alone(here, tmp_path / "alone", library("example"))
    other = output_model(write(output_files(facts_of(here, library("example"))), tmp_path / "ros"))
    assert differences(one, other, ROOT) == []


HARD = {
    # A thin plate off the axes, a hull, a skid, mounts that point every way.
    "plate": {
        "category": "chassis",
        "hull": {"vertices": [[-0.2, -0.1, -0.01], [0.2, -0.1, 0], [0.2, 0.1, 0], [-0.2, 0.1, 0.02], [0, 0, 0.08]]},
        "connectors": {
            "left": {"pos": [0, 0.12, 0], "dir": [0, 1, 0]},
            "right": {"pos": [0, -0.12, 0], "dir": [0, -1, 0]},
            "ahead": {"pos": [0.2, 0, 0], "dir": [1, 0, 0], "up": [0, 0, 1]},
            "aslant": {"pos": [0, 0, 0.08], "dir": [0.6, 0, 0.8], "up": [0, 1, 0]},
            "below": {"pos": [0.1, 0, -0.005], "dir": [0, 0, -1], "up": [-1, 0, 0]},
        },
        "contacts": [{"xyz": [-0.15, 0, -0.04], "radius": 0.01}, {"xyz": [0.15, 0, -0.04], "radius": 0.01}],
        "profiles": {"Diff_two_caster": {"mounts": {"left_wheel": "left", "right_wheel": "right"}}},
    },
    "wheel": {
        "category": "wheel",
        "wheel": {"radius": 0.05, "width": 0.02},
        "connectors": {
            "hub": {"pos": [0, -0.01, 0], "dir": [0, -1, 0], "joint": {"type": "continuous", "axis": [0, -1, 0]}}
        },
        "profiles": {"Standard": {}},
    },
    "block": {
        "category": "attachment",
        "collision": {"type": "box", "size": [0.05, 0.03, 0.02], "origin_xyz": [0.01, 0, 0.01]},
        "connectors": {"base": {"pos": [0, 0, 0], "dir": [0, 0, -1], "up": [1, 0, 0]}},
        "profiles": {"Attachment": {}},
    },
    "wedge": {
        "category": "attachment",
        "hull": {"vertices": [[0, 0, 0], [0.05, 0, 0], [0, 0.03, 0], [0, 0, 0.04]]},
        "connectors": {"base": {"pos": [0, 0, 0], "dir": [0, 0, -1], "up": [0, 1, 0]}},
        "profiles": {"Attachment": {}},
    },
}
CORE = """\
Robot bot {
    Diff_two_caster base(ref = "plate")
    Standard left_wheel(ref = "wheel", mount = "left_wheel")
    Standard right_wheel(ref = "wheel", mount = "right_wheel")
    Attachment a(ref = "block", mount = "ahead")
    Attachment b(ref = "wedge", mount = "aslant")
    Attachment c(ref = "wedge", mount = "below")
}
"""
WORLD = """\
World hall {
    physics(gravity = (0.1, 0, -9.7))
    spawn(robot = @core/bot, pose = (3, -2, 0.05, 0, 0, 0.6, 0.8))
    Scenario room(ref = "empty", ground_plane = FLOOR) {
        Obstacle crate(type = "box", pos = (6, -2, 0.25, 0, 0, 0.6, 0.8), size = (0.3, 0.3, 0.5))
    }
    Goal there(pose = (4, -2, 0, 0, 0, 0, 1))
}
"""


def tilted_plate(seed: int) -> dict[str, float]:
    """The tensor of a plate without thickness, turned off the axes."""
    turn, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    t = turn @ np.diag([0.02, 0.03, 0.05]) @ turn.T
    at = {"ixx": (0, 0), "iyy": (1, 1), "izz": (2, 2), "ixy": (0, 1), "ixz": (0, 2), "iyz": (1, 2)}
    return {name: float(t[place]) for name, place in at.items()}


@pytest.fixture
def hard(tmp_path: Path) -> Callable[..., tuple[tuple[Path, ...], Path]]:
    """A program of the parts above, and their library."""

    def make(seed: int, floor: str = "true") -> tuple[tuple[Path, ...], Path]:
        shelf = tmp_path / f"shelf_{seed}"
        for id, fields in HARD.items():
            record: dict[str, Any] = {
                "schema_version": 1,
                "id": id,
                "description": "a part",
                "inertial": {
                    "mass": 0.5,
                    "origin_xyz": [0.01, 0, -0.01],
                    "inertia": tilted_plate(seed),
                    "source": "measured",
                },
                **fields,
            }
            (shelf / "parts" / id).mkdir(parents=True)
            (shelf / "parts" / id / "component.yaml").write_text(json.dumps(record), encoding="utf-8")
        (shelf / "library.yaml").write_text(json.dumps({"name": "hard", "parts": list(HARD)}), encoding="utf-8")
        texts = {"core": CORE, "world": WORLD.replace("FLOOR", floor), "task": "Task t { Wait(duration_s = 1) }\n"}
        for form, text in texts.items():
            (shelf / f"p.{form}").write_text(text, encoding="utf-8")
        return tuple(shelf / f"p.{form}" for form in texts), shelf

    return make


@pytest.mark.parametrize("seed", range(4))
def test_hulls_thin_plates_and_slanted_mounts_agree(
    hard: Callable[..., tuple[tuple[Path, ...], Path]], seed: int, tmp_path: Path
) -> None:
    files, shelf = hard(seed)
    one = alone(files, tmp_path / "alone", shelf)
    other = output_model(write(output_files(facts_of(files, shelf)), tmp_path / "ros"))
    assert one.nmesh == 3
    assert differences(one, other, ROOT) == []


def test_a_difference_of_each_kind_is_told(hard: Callable[..., tuple[tuple[Path, ...], Path]], tmp_path: Path) -> None:
    """The comparison itself: what it would let pass, the tests above would not hold."""
    files, shelf = hard(0)
    folder = write(output_files(facts_of(files, shelf)), tmp_path / "ros")
    one = output_model(folder)

    def told(change: Callable[[mujoco.MjModel], None]) -> str:
        other = output_model(folder)
        change(other)
        (line,) = differences(one, other, ROOT)
        return line

    def set_to(field: str, index: int, value: float) -> Callable[[mujoco.MjModel], None]:
        def change(model: mujoco.MjModel) -> None:
            getattr(model, field).reshape(-1)[index] = value

        return change

    wheel = one.geom("left_wheel_collision").id
    assert told(set_to("geom_friction", 3 * wheel, 0.9)).startswith("geom_friction of left_wheel_collision")
    assert told(set_to("body_inertia", 3, 1.0)).startswith("body_inertia of base_footprint")
    assert told(set_to("jnt_axis", 3, 0.5)).startswith("jnt_axis of left_wheel_joint")
    assert told(set_to("dof_armature", 6, 1.0)).startswith("dof_armature of left_wheel_joint[0]")
    assert told(set_to("actuator_gainprm", 0, 1.0)).startswith("actuator_gainprm of left_wheel_joint_actuator")
    assert told(set_to("actuator_trnid", 0, 2.0)).startswith("joint of actuator left_wheel_joint_actuator")
    assert told(set_to("light_diffuse", 0, 1.0)).startswith("light_diffuse of sun")
    assert told(set_to("tex_data", 0, 1.0)).startswith("sky")
    assert told(set_to("mesh_vert", 0, 1.0)).startswith("mesh of base_link_collision")

    def faster(model: mujoco.MjModel) -> None:
        model.opt.timestep = 0.002

    def brighter(model: mujoco.MjModel) -> None:
        model.vis.headlight.ambient[0] = 1.0

    assert told(faster).startswith("opt.timestep")
    assert told(brighter).startswith("vis.headlight.ambient")


def test_the_output_is_found_wherever_it_is_moved(
    hard: Callable[..., tuple[tuple[Path, ...], Path]], tmp_path: Path
) -> None:
    files, shelf = hard(0)
    written = write(output_files(facts_of(files, shelf)), tmp_path / "first")
    moved = written.rename(tmp_path / "then, with spaces and \N{LATIN SMALL LETTER U WITH DIAERESIS}")
    before = {p: p.read_bytes() for p in moved.rglob("*") if p.is_file()}
    model = output_model(moved)
    assert model.nmesh == 2
    assert {p: p.read_bytes() for p in moved.rglob("*") if p.is_file()} == before
    assert not any(str(tmp_path).encode() in data for data in before.values())


@pytest.mark.parametrize(
    ("path", "change", "message"),
    [
        ("world/mujoco.json", lambda text: text.replace('"left_wheel_joint"', '"no_joint"'), "no joint 'no_joint'"),
        ("world/mujoco.json", lambda text: text.replace('"gamma"', '"gamme"'), "damaged: KeyError: 'gamma'"),
        ("world/mujoco.json", lambda text: text.replace('"velocity"', '"volocity"'), "no known type"),
        ("robot/robot.urdf", lambda text: text.replace("</robot>", ""), "not XML"),
        ("robot/robot.urdf", lambda text: text.replace("plate_hull", "no_hull"), "no_hull.stl"),
    ],
)
def test_a_damaged_output_is_named(
    hard: Callable[..., tuple[tuple[Path, ...], Path]],
    tmp_path: Path,
    path: str,
    change: Callable[[str], str],
    message: str,
) -> None:
    files, shelf = hard(0)
    folder = write(output_files(facts_of(files, shelf)), tmp_path / "ros")
    text = (folder / path).read_text(encoding="utf-8")
    assert change(text) != text
    (folder / path).write_text(change(text), encoding="utf-8")
    with pytest.raises(OutputError, match=message):
        output_model(folder)


def test_a_robot_without_a_floor_falls(hard: Callable[..., tuple[tuple[Path, ...], Path]], tmp_path: Path) -> None:
    files, shelf = hard(0, floor="false")
    model = output_model(write(output_files(facts_of(files, shelf)), tmp_path / "ros"))
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, nstep=500)
    assert data.qpos[2] == pytest.approx(0.05 - 9.7 * 0.5**2 / 2, abs=0.01)
    assert data.qvel[0] == pytest.approx(0.1 * 0.5, abs=1e-6)
    assert math.isclose(model.body_mass[model.body("base_link").id], 0.5)
