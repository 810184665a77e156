"""The example programs: each is sound to the last warning, formatted as the formatter does, and what it says it is."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Outcome, Request
from robotdsl_compiler.frontend.formatter import format_source
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.model.drives import (
    DifferentialDrive,
    LeggedDrive,
    MecanumDrive,
    OmniDrive,
    SteeringDrive,
    TrackDrive,
)
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.model.walking import Gait
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


DRIVES = {
    "demo": DifferentialDrive,
    "mecanum": MecanumDrive,
    "omni": OmniDrive,
    "omni_three": OmniDrive,
    "tricycle": SteeringDrive,
    "car": SteeringDrive,
    "buggy": SteeringDrive,
    "tracked": TrackDrive,
    "crawler": TrackDrive,
    "quadruped": LeggedDrive,
    "hexapod": LeggedDrive,
}


@pytest.mark.parametrize("name", DRIVES)
def test_each_kind_of_base_has_its_drive_and_starts_near_the_ground(name: str) -> None:
    facts = check(name).facts
    assert facts is not None
    assert isinstance(facts.robot.drive, DRIVES[name])
    # The spawn places the ground under the robot: it drops by no more than a wheel's radius.
    assert 0.0 <= facts.program.world.spawn.position[2] <= 0.06
    assert facts.robot.mass is not None and 2.0 < facts.robot.mass < 15.0
    assert len(facts.robot.support) >= 3


def test_there_is_a_program_for_every_chassis_type() -> None:
    used = set()
    for name in PROGRAMS:
        program = check(name).program
        assert program is not None
        used.add(program.robot.chassis.type)
    assert used == {t.name for t in COMPONENT_TYPES.values() if t.category is Category.CHASSIS}


def test_the_cars_motors_reach_the_ground_through_their_drivelines() -> None:
    for name, driven, reduction in (("car", 2, 1.5), ("buggy", 4, 2.0)):
        facts = check(name).facts
        assert facts is not None
        wheels = [w for w in facts.robot.wheels if w.motor is not None]
        assert len(wheels) == driven
        for wheel in wheels:
            assert wheel.limits.effort == pytest.approx(0.9 * reduction / driven)
            assert wheel.limits.velocity == pytest.approx(16.0 / reduction)
        assert len(facts.robot.kingpins) == 2


def test_belts_are_as_fast_as_their_motors_and_unbounded_without_one() -> None:
    tracked, crawler = check("tracked").facts, check("crawler").facts
    assert tracked is not None and crawler is not None
    speed = 16.0 / 1.5 * 0.3 / (2.0 * math.pi)
    assert [b.max_speed for b in tracked.robot.belts] == [pytest.approx(speed)] * 2
    assert [b.max_speed for b in crawler.robot.belts] == [None, None]


@pytest.mark.parametrize(("name", "legs"), [("quadruped", 4), ("hexapod", 6)])
def test_a_walker_stands_as_high_as_its_gait_says_on_all_its_feet(name: str, legs: int) -> None:
    facts = check(name).facts
    assert facts is not None
    robot = facts.robot
    gait = facts.program.robot.chassis.part.controller
    assert isinstance(gait, Gait)
    assert robot.base_height == pytest.approx(gait.standing, abs=1e-4)
    assert [len(foot.joints) for foot in robot.feet] == [3] * legs
    assert all(abs(foot.low) < 1e-9 for foot in robot.feet)
    # What hangs from the hips weighs less than all of it, and the centre of mass lies low between the feet.
    assert robot.mass is not None and robot.center_of_mass is not None
    assert robot.center_of_mass[2] < gait.standing + 0.03
    servos = [link.link.hinge.servo for link in robot.links if link.link.hinge is not None]
    assert len(servos) == 3 * legs and all(servos)
