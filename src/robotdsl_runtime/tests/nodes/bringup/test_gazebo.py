"""The bring-up of an output that is simulated in Gazebo: its own processes, and the rest as in MuJoCo."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from robotdsl_runtime.nodes.bringup.arguments import BringupError, complete
from robotdsl_runtime.nodes.bringup.commands import command, variables
from robotdsl_runtime.nodes.bringup.course import Course
from robotdsl_runtime.nodes.bringup.plan import End, Plan, Process, bringup_plan

from .conftest import CAR, DIFFERENTIAL, GAZEBO, SERVERS, TRACKED

PlanOf = Callable[..., Plan]
DRIVEN = {**DIFFERENTIAL, "remappings": []}


def of(plan: Plan, name: str) -> Process:
    return next(process for process in plan.processes if process.name == name)


def names(plan: Plan) -> list[str]:
    return [process.name for process in plan.processes]


def test_the_whole_stack(plan_of: PlanOf) -> None:
    plan = plan_of(DRIVEN, GAZEBO)
    nav2 = ["map_server", "amcl", *SERVERS[1:], "lifecycle_manager"]
    assert names(plan) == ["simulation", "bridge", "state_publisher", "spawn", "controllers", *nav2, "task"]
    # The manager of the controllers is Gazebo's, and is there once the robot is.
    assert of(plan, "controllers").after == "spawn"
    assert {p.after for p in plan.processes[:4]} == {None}
    assert {p.after for p in plan.processes[5:]} == {"controllers"}
    assert {p.name for p in plan.processes if p.end is End.NEEDED} == {"simulation", "bridge"}
    assert {p.name for p in plan.processes if p.end is End.PREPARES} == {"spawn", "controllers"}


def test_a_car_and_a_tracked_base(plan_of: PlanOf) -> None:
    car, tracked = plan_of(CAR, GAZEBO), plan_of(TRACKED, GAZEBO)
    assert names(car)[3:6] == ["spawn", "controllers", "drive"]
    assert (of(car, "drive").after, of(car, "drive").end) == ("controllers", End.NEEDED)
    assert names(tracked)[3:5] == ["spawn", "drive"]
    assert of(tracked, "drive").after == of(tracked, "task").after == "spawn"


def test_each_waits_for_the_one_before(plan_of: PlanOf) -> None:
    course = Course(plan_of(CAR, GAZEBO))
    started = [[process.name for process in course.begin()]]
    for ended in ("spawn", "controllers"):
        started.append([process.name for process in course.ended(ended, 0).start])
    assert started == [
        ["simulation", "bridge", "state_publisher", "spawn"],
        ["controllers"],
        ["drive", "map_server", "amcl", *SERVERS[1:], "lifecycle_manager", "task"],
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("simulation", "simulation (gz) ended first, with code 1: nothing moves the robot"),
        ("bridge", "bridge (parameter_bridge) ended first, with code 1: no clock reaches the controllers"),
        ("drive", "drive (run_steering_drive.py) ended first, with code 1: nothing would end the command"),
    ],
)
def test_what_the_base_is_driven_through_ends_the_run_without_a_result(plan_of: PlanOf, name: str, said: str) -> None:
    course = Course(plan_of(CAR, GAZEBO))
    course.begin()
    for ended in ("spawn", "controllers"):
        course.ended(ended, 0)
    ending = course.ended(name, 1).ending
    assert ending is not None
    assert ending.message.startswith(said)
    assert not ending.judged


@pytest.mark.parametrize("name", ["spawn", "controllers"])
def test_a_robot_that_is_not_put_into_the_world_ends_the_run(plan_of: PlanOf, name: str) -> None:
    course = Course(plan_of(DRIVEN, GAZEBO))
    course.begin()
    ending = course.ended(name, 1).ending
    assert ending is not None
    assert f"{name} (" in ending.message
    assert not ending.judged


@pytest.mark.parametrize(("told", "ends"), [("true", True), ("false", False)])
def test_the_end_of_the_task(plan_of: PlanOf, told: str, ends: bool) -> None:
    course = Course(plan_of(DRIVEN, GAZEBO, exit_on_task_end=told))
    course.begin()
    for ended in ("spawn", "controllers"):
        course.ended(ended, 0)
    ending = course.ended("task", 0).ending
    assert (ending is not None) == ends
    assert ending is None or ending.judged


def test_the_results_go_where_they_are_told_to(plan_of: PlanOf) -> None:
    assert of(plan_of(DRIVEN, GAZEBO, run_dir="/there"), "task").arguments[-2:] == ("--run-dir", "/there")
    assert "--run-dir" not in of(plan_of(DRIVEN, GAZEBO), "task").arguments


def test_nothing_localizes_a_robot_without_a_scan(plan_of: PlanOf) -> None:
    blind = {**GAZEBO, "navigation": {"servers": SERVERS, "scan": None}}
    plan = plan_of(DRIVEN, blind)
    assert names(plan)[5:7] == ["map_to_odom", "map_server"]
    assert of(plan, "map_to_odom").arguments[:4] == ("--x", "1.5", "--y", "-2.0")


def test_by_hand(plan_of: PlanOf) -> None:
    plan = plan_of(DRIVEN, GAZEBO, navigation="false")
    assert names(plan) == ["simulation", "bridge", "state_publisher", "spawn", "controllers"]


@pytest.mark.parametrize(("headless", "shown"), [("true", ["-s", "--headless-rendering"]), ("false", [])])
def test_with_a_window_and_without(plan_of: PlanOf, headless: str, shown: list[str]) -> None:
    plan = plan_of(DRIVEN, GAZEBO, headless=headless)
    world = plan.output / "world"
    assert list(of(plan, "simulation").arguments) == ["sim", "-r", *shown, str(world / "world.sdf")]


def test_the_robot_is_put_where_the_mission_says(plan_of: PlanOf) -> None:
    words = of(plan_of(DRIVEN, GAZEBO), "spawn").arguments
    assert words[:6] == ("-world", "hall", "-name", "bot", "-topic", "robot_description")
    place = {axis: float(value) for axis, value in zip(words[6::2], words[7::2], strict=True)}
    assert place == pytest.approx(
        {"-x": 1.5, "-y": -2.0, "-z": 0.0, "-R": 0.0, "-P": 0.0, "-Y": 2.0 * math.atan2(0.6, 0.8)}
    )


def test_the_bridge_reads_the_file_of_the_world(plan_of: PlanOf) -> None:
    plan = plan_of(DRIVEN, GAZEBO)
    bridge = of(plan, "bridge")
    assert (bridge.package, bridge.executable) == ("ros_gz_bridge", "parameter_bridge")
    assert dict(bridge.parameters) == {"config_file": str(plan.output / "world" / "bridge.yaml")}


DESCRIPTION = (
    '<robot name="bot"><mesh filename="file://${OUTPUT_DIR}/a.glb"/><parameters>${OUTPUT_DIR}/c.yaml</parameters>'
    "</robot>"
)


def told(folder: Path) -> ElementTree.Element:
    """The description that the state publisher tells all."""
    plan = bringup_plan(folder, complete({}))
    return ElementTree.fromstring(str(dict(of(plan, "state_publisher").parameters)["robot_description"]))


def test_the_outputs_place_where_a_uri_needs_no_escapes(output: Callable[..., Path], tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    output(DRIVEN, **GAZEBO).rename(plain)
    (plain / "robot" / "robot.urdf").write_text(DESCRIPTION)
    read = told(plain)
    assert [mesh.attrib["filename"] for mesh in read.iter("mesh")] == [f"file://{plain}/a.glb"]
    assert read.findtext("parameters") == f"{plain}/c.yaml"


@pytest.mark.parametrize("name", ["an output & <more>", "größe", "a%20b", "#1", "what?", 'a "b"'])
def test_gazebo_undoes_no_escapes(output: Callable[..., Path], tmp_path: Path, name: str) -> None:
    """A file of a URI is looked for under the very characters that stand there (SystemPaths.cc of gz-common 5)."""
    folder = tmp_path / "placed" / name
    folder.parent.mkdir()
    output(DRIVEN, **GAZEBO).rename(folder)
    (folder / "robot" / "robot.urdf").write_text(DESCRIPTION)
    read = told(folder)
    assert [mesh.attrib["filename"] for mesh in read.iter("mesh")] == [f"{folder}/a.glb"]
    assert read.findtext("parameters") == f"{folder}/c.yaml"


@pytest.mark.parametrize("given", [{"control": "embedded"}, {"drive": "kinematic"}, {"real_time_factor": "2"}])
def test_what_only_the_other_simulation_does(plan_of: PlanOf, given: dict[str, Any]) -> None:
    with pytest.raises(BringupError, match="MuJoCo simulation alone"):
        plan_of(DRIVEN, GAZEBO, **given)


def test_the_program_is_found_on_the_path_and_its_world_in_the_environment(plan_of: PlanOf, tmp_path: Path) -> None:
    plan = plan_of(DRIVEN, GAZEBO)
    simulation = of(plan, "simulation")
    with pytest.raises(BringupError, match="simulation needs the program gz, which is not installed"):
        command(plan.output, simulation, "python", {"PATH": str(tmp_path)})
    tool = tmp_path / "gz"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    assert command(plan.output, simulation, "python", {"PATH": str(tmp_path)}) == [str(tool), *simulation.arguments]
    world = str(plan.output / "world")
    assert variables(simulation, {})["GZ_SIM_RESOURCE_PATH"] == world
    there = {"GZ_SIM_RESOURCE_PATH": "/models"}
    assert variables(simulation, there)["GZ_SIM_RESOURCE_PATH"] == f"{world}{os.pathsep}/models"


@pytest.mark.parametrize(
    ("given", "listed"), [("", "/ros/lib{0}/gz/lib"), ("/mine", "/mine{0}/ros/lib{0}/gz/lib")], ids=["none", "some"]
)
def test_gazebo_finds_systems_where_the_libraries_of_ros_are(plan_of: PlanOf, given: str, listed: str) -> None:
    """Gazebo looks for a system in its own folder and where the variable says: the one that ros2_control is in lies
    with ROS's libraries, and without it no joint of the robot would have a controller.
    """
    environment = {"GZ_SIM_SYSTEM_PLUGIN_PATH": given, "LD_LIBRARY_PATH": f"/ros/lib{os.pathsep}/gz/lib"}
    told = variables(of(plan_of(DRIVEN, GAZEBO), "simulation"), environment)
    assert told["GZ_SIM_SYSTEM_PLUGIN_PATH"] == listed.format(os.pathsep)
