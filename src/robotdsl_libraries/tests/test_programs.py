"""The example programs: each is sound to the last warning, formatted as the formatter does, and what it says it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Outcome, Request
from robotdsl_compiler.frontend.formatter import format_source
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.terminal import render_all

FOLDER = Path(__file__).resolve().parents[1]
PROGRAMS = sorted(path.name for path in (FOLDER / "programs").iterdir() if path.is_dir())
FILES = sorted(path for name in PROGRAMS for path in (FOLDER / "programs" / name).glob(f"{name}.*"))


def check(name: str) -> Outcome:
    from robotdsl_libraries import library, program

    return compile_program(Request(tuple(map(str, program(name))), (str(library("example")),), check=True))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_checks_without_a_word(name: str) -> None:
    outcome = check(name)
    assert render_all(outcome.diagnostics) == ""
    assert outcome.facts is not None
    assert outcome.facts.robot.footprint is not None


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_file_is_formatted_and_explains_itself(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_source(Source(path.name, path.read_bytes()), Form(path.suffix[1:])) == text
    assert "//" in text or path.stem == "minimal"
    assert max(map(len, text.splitlines())) <= 120


def test_the_demo_is_the_world_that_the_documentation_shows() -> None:
    program = check("demo").program
    assert program is not None
    assert program.world.gravity == (0.0, 0.0, -9.81)
    assert program.world.spawn.position == (0.0, 0.0, 0.05)
    assert [(e.type, e.name, e.pose.position) for e in program.world.entities] == [
        ("Obstacle", "box", (1.2, 0.0, 0.25)),
        ("Marker", "flag", (2.5, 0.0, 0.01)),
    ]
    assert [(g.name, g.pose.position) for g in program.world.goals] == [("goal", (2.5, 0.0, 0.0))]
    assert [node.type for node in program.task.root.children] == ["Navigate", "Spin", "Wait", "Stop"]
    assert program.task.timeout_s == 120.0
    assert program.evaluation is not None
    assert sorted(c.type for c in program.evaluation.checks) == [
        "Check_clearance",
        "Check_contact",
        "Check_distance",
        "Check_time",
        "Check_vel",
    ]


def test_the_demo_robot_is_a_sound_two_wheel_base() -> None:
    facts = check("demo").facts
    assert facts is not None
    robot = facts.robot
    assert robot.drive is not None
    assert robot.drive.separation == pytest.approx(0.22)
    assert robot.drive.radius == pytest.approx(0.05)
    assert robot.base_height == pytest.approx(0.05)
    assert robot.mass is not None
    assert 4.0 < robot.mass < 5.0
    assert robot.center_of_mass is not None
    # Behind the axle, so that the caster carries some of it, and far from tipping over it.
    assert -0.04 < robot.center_of_mass[0] < -0.01


def test_the_sensors_program_has_every_type_of_sensor() -> None:
    facts = check("sensors").facts
    assert facts is not None
    assert {s.role for s in facts.robot.sensors} == {
        "scan", "lidar3d", "camera", "depth", "rgbd", "imu", "ultrasonic", "range", "bumper",
    }  # fmt: skip
    # The parts say what their sensors do, so little is stood in for.
    assert {name for s in facts.robot.sensors for name in s.assumed} <= {
        "range_min_m", "range_max_m", "noise_stddev",
    }  # fmt: skip


def test_the_motors_program_knows_what_its_wheels_can_do() -> None:
    facts = check("motors").facts
    assert facts is not None
    assert facts.robot.drive is not None
    assert not facts.robot.drive.assumed_limits
    assert [(w.motor, w.limits.effort, w.limits.velocity) for w in facts.robot.wheels if w.motor] == [
        ("left_motor", 0.9, 16.0),
        ("right_motor", 0.9, 16.0),
    ]


def test_the_room_program_takes_the_storeroom_and_drives_to_its_dock() -> None:
    facts = check("room").facts
    assert facts is not None
    world = facts.program.world
    assert [taken.environment.id for taken in world.environments] == ["room_6x4"]
    assert world.floor
    assert facts.task.goals == ("dock",)
    own = [entity.name for entity in world.entities if entity.span is not world.entities[0].span]
    assert own == ["box", "second_cone"]
    # Every object is seen from above by each of its shapes, and the mark by none.
    regions = {fact.entity.name: len(fact.regions) for fact in facts.world.entities}
    assert (regions["box"], regions["second_cone"], regions["rack"], regions["dock"]) == (1, 5, 20, 0)
