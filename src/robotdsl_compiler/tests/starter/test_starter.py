"""Starters over every chassis of the example library and many sets of sensors: each compiles clean, or is refused
exactly where the chassis has too few mounts that look the right way.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_compiler.analysis import analyze
from robotdsl_compiler.cli.main import main
from robotdsl_compiler.driver.registry import TARGETS
from robotdsl_compiler.frontend.formatter import format_source
from robotdsl_compiler.frontend.parser import parse
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.library import Libraries, load_libraries
from robotdsl_compiler.lowering import lower
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.starter.sensors import SENSOR_TYPES
from robotdsl_compiler.starter.starter import Wish, make_starter
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.validation.rules import validate

SOURCE = Path(__file__).resolve().parents[3]
EXAMPLE = SOURCE / "robotdsl_libraries" / "libraries" / "example"
LIBRARIES = load_libraries([EXAMPLE], Diagnostics())
# Every chassis part with every type that it can be used as.
BASES = [
    (id, type)
    for id in LIBRARIES.ids()
    for part in LIBRARIES.find(id)
    for type in part.profiles
    if part.category is Category.CHASSIS
]
# How each sensor of the example library is fixed: standing on its underside, or by its back.
STANDING = {"Lidar", "Lidar3D", "DepthCamera", "RGBD", "IMU"}

Texts = dict[Form, str]


def made(type: str, sensors: tuple[str, ...], chassis: str | None = None) -> tuple[Texts | None, Diagnostics]:
    said = Diagnostics()
    return make_starter(Wish(type, sensors, "bot", chassis), LIBRARIES, said), said


def clean(texts: Texts, libraries: Libraries = LIBRARIES) -> Facts:
    """The facts of a program of which no phase says anything, binding to the target included."""
    said = Diagnostics()
    documents = {}
    for form, text in texts.items():
        source = Source(f"bot.{form.value}", text.encode())
        assert format_source(source, form) == text
        document = parse(source, form, said)
        assert document is not None
        documents[form] = document
    program = lower(documents, libraries, said)
    assert program is not None
    facts = analyze(program)
    validate(facts, said)
    if COMPONENT_TYPES[facts.program.robot.chassis.type].kinematics == "differential":
        assert TARGETS["embedded"].bind(facts, said) is not None
    assert [d.message for d in said] == []
    return facts


def room(chassis: str, type: str) -> tuple[int, int]:
    """How many free connectors of a chassis look up, and how many ahead."""
    (part,) = LIBRARIES.find(chassis)
    wheels = {part.profiles[type].mounts[m] for m in COMPONENT_TYPES[type].mounts or {}}
    free = [c for name, c in part.connectors.items() if name not in wheels]
    return sum(c.dir[2] > 0.9 for c in free), sum(c.dir[0] > 0.9 for c in free)


def holds(chassis: str, type: str, sensors: tuple[str, ...]) -> None:
    texts, said = made(type, sensors, chassis)
    up, ahead = room(chassis, type)
    standing = sum(sensor in STANDING for sensor in sensors)
    if standing > up or len(sensors) - standing > ahead:
        assert texts is None
        (refusal,) = said
        assert refusal.code.name == "name.unknown_part"
        assert any("free mount" in note for note in refusal.notes), refusal.notes
        return
    assert texts is not None, [d.notes for d in said]
    facts = clean(texts)
    assert sorted(s.type for s in facts.robot.sensors) == sorted(sensors)
    assert all(p.pose is not None for p in facts.robot.parts)
    mounts = COMPONENT_TYPES[type].mounts or {}
    assert {fact.mount for fact in (*facts.robot.wheels, *facts.robot.belts) if fact.mount} == set(mounts)
    if COMPONENT_TYPES[type].kinematics == "legged":
        assert len(facts.robot.feet) >= 4
    for sensor in facts.robot.sensors:
        if sensor.type != "IMU":
            assert sensor.pose.turn((1.0, 0.0, 0.0))[0] > 0.9
        assert sensor.pose.turn((0.0, 0.0, 1.0))[2] > 0.9


@pytest.mark.parametrize(("chassis", "type"), BASES)
def test_none_one_and_nearly_all_sensors(chassis: str, type: str) -> None:
    for count in (0, 1, len(SENSOR_TYPES) - 1, len(SENSOR_TYPES)):
        for sensors in itertools.combinations(SENSOR_TYPES, count):
            holds(chassis, type, sensors)


@given(base=st.sampled_from(BASES), sensors=st.lists(st.sampled_from(SENSOR_TYPES), max_size=8))
@settings(max_examples=40)
def test_any_sensors_in_any_order_and_number(base: tuple[str, str], sensors: list[str]) -> None:
    holds(*base, tuple(sensors))


def test_the_same_wish_gives_the_same_texts() -> None:
    assert made("Diff_two_caster", ("Lidar", "IMU"))[0] == made("Diff_two_caster", ("Lidar", "IMU"))[0]


def test_a_comment_tells_only_what_fits_as_well() -> None:
    """Each part and each mount that a comment offers is put in its place, and the program stays clean."""
    texts, _ = made("Diff_drive", ("Lidar", "Camera"))
    assert texts is not None
    core = texts[Form.CORE]
    offered = re.findall(r"// Also fits: `(\w+)`\.\n    Standard", core)
    assert offered == ["diff_bot_wheel"]
    clean({**texts, Form.CORE: core.replace('"skid_bot_wheel"', '"diff_bot_wheel"').replace("`diff_bot", "`skid_bot")})
    for mount in re.findall(r"`(\w+)`", next(line for line in core.splitlines() if "Other mounts" in line)):
        clean({**texts, Form.CORE: core.replace('mount = "lidar"', f'mount = "{mount}"')})


def test_the_taller_wheel_is_not_offered_where_the_caster_would_hang() -> None:
    texts, _ = made("Diff_two_caster", ("Lidar",))
    assert texts is not None
    assert "skid_bot_wheel" not in texts[Form.CORE]


@pytest.mark.parametrize(
    ("type", "sensors", "chassis", "code", "text"),
    [
        ("Diff_too_caster", (), None, "unknown_component_type", "did you mean `Diff_two_caster`?"),
        ("Lidar", (), None, "unknown_component_type", "`Lidar` is no chassis type"),
        ("Diff_drive", ("Lidr",), None, "unknown_component_type", "did you mean `Lidar`?"),
        ("Diff_drive", ("Standard",), None, "unknown_component_type", "the sensor types are `Lidar`"),
        ("Diff_drive", (), "skid_bot_chasis", "unknown_part", "did you mean `skid_bot_chassis`?"),
        ("Diff_drive", (), "diff_bot_chassis", "unknown_part", "`diff_bot_chassis` cannot be a `Diff_drive`"),
        ("Ackermann", ("RGBD",) * 7, None, "unknown_part", "no free mount is left that lets an RGBD look"),
        ("Diff_drive", ("Bumper", "Range", "Camera"), None, "unknown_part", "no free mount is left that lets a"),
    ],
)
def test_refusals(type: str, sensors: tuple[str, ...], chassis: str | None, code: str, text: str) -> None:
    texts, said = made(type, sensors, chassis)
    assert texts is None
    (found,) = said
    assert found.code.name == f"name.{code}"
    assert text in "\n".join((found.message, *found.help, *found.notes))


def starter_of(
    workshop: object, *parts: str, type: str = "Diff_two_caster", sensors: tuple[str, ...] = ()
) -> Diagnostics:
    """What is said of a wish to the small library of the tests with only ``parts`` listed."""
    folder = workshop.folder / "parts"
    (folder / "library.yaml").write_text(json.dumps({"name": "few", "parts": list(parts)}))
    said = Diagnostics()
    make_starter(Wish(type, sensors, "bot"), load_libraries([folder], said), said)
    return said


def test_what_is_missing_is_told(workshop: object) -> None:
    (found,) = starter_of(workshop, "duo", "caster")
    assert found.notes == ("`duo` needs a Standard on each mount, and no part of the libraries can be one",)
    (found,) = starter_of(workshop, "duo", "stiff_wheel", "caster")
    assert "no Standard of the libraries turns on the mounts of `duo`" in found.notes[0]
    (found,) = starter_of(workshop, "duo", "wheel")
    assert "cannot be told: all that touches the ground lies on one line" in found.notes[0]
    (found,) = starter_of(workshop, "wheel", "caster")
    assert found.message == "no part of the given libraries can be a `Diff_two_caster`"
    assert found.help == ("they hold no part of category chassis; name a library with --library DIR",)
    (found,) = starter_of(workshop, "duo", "wheel", "caster", sensors=("Lidar",))
    assert found.message == "no part of the given libraries can be a `Lidar`"


def test_contacts_of_the_chassis_do_without_casters(workshop: object) -> None:
    folder = workshop.folder / "parts"
    (folder / "library.yaml").write_text(json.dumps({"name": "few", "parts": ["skid_duo", "wheel", "caster"]}))
    libraries, said = load_libraries([folder], Diagnostics()), Diagnostics()
    texts = make_starter(Wish("Diff_two_caster", (), "bot"), libraries, said)
    assert texts is not None, [d.notes for d in said]
    assert "Caster" not in texts[Form.CORE].replace("Diff_two_caster", "")
    clean(texts, libraries)


def test_a_starter_drives_and_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "Diff_two_caster", "Lidar", "Bumper", "--library", str(EXAMPLE), "--name", "scout"]) == 0
    assert sorted(p.name for p in Path("scout").iterdir()) == [f"scout.{f}" for f in ("core", "eval", "task", "world")]
    path = os.pathsep.join(str(SOURCE / f"robotdsl_{package}") for package in ("compiler", "runtime", "mujoco_sim"))
    run = subprocess.run(
        [
            sys.executable, "-m", "robotdsl_compiler.cli", "simulate", "scout", "--library", str(EXAMPLE),
            "--no-picture", "--no-report", "--warnings-as-errors",
        ],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    result = json.loads(Path("build/scout/run/evaluation.json").read_text())
    assert result["task"]["verdict"] == "pass"
    assert [check["verdict"] for check in result["checks"]] == ["pass"] * 4


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bot").mkdir()
    mine = tmp_path / "bot" / "bot.task"
    mine.write_text("mine")
    words = ["new", "Diff_drive", "--library", str(EXAMPLE), "--name", "bot", "--output", str(tmp_path / "bot")]
    assert main(words) == 1
    assert "bot.task exists already, and is not overwritten" in capsys.readouterr().err
    assert [p.name for p in (tmp_path / "bot").iterdir()] == ["bot.task"]
    assert mine.read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["new", "Diff_drive"], "name a library with --library"),
        (["new", "Diff_drive", "--library", str(EXAMPLE), "--name", "2 fast"], "`2 fast` is no name"),
    ],
)
def test_a_wrong_command_line(words: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert text in capsys.readouterr().err
