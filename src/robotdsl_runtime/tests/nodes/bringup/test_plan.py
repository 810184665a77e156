"""What is brought up, in which order, on what condition and with which words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from robotdsl_runtime.nodes.bringup.arguments import ARGUMENTS, BringupError, complete, read_arguments, usage
from robotdsl_runtime.nodes.bringup.commands import command
from robotdsl_runtime.nodes.bringup.plan import End, Plan, Process, bringup_plan

from .conftest import CAR, DIFFERENTIAL, SERVERS, TRACKED

PlanOf = Callable[..., Plan]
EMBEDDED = {"control": "embedded", "navigation": "embedded"}
NAV2 = ["map_server", "amcl", *SERVERS[1:], "lifecycle_manager"]


def names(plan: Plan) -> list[str]:
    return [process.name for process in plan.processes]


def of(plan: Plan, name: str) -> Process:
    return next(process for process in plan.processes if process.name == name)


def test_the_whole_stack(plan_of: PlanOf) -> None:
    plan = plan_of()
    assert names(plan) == [
        "simulation", "state_publisher", "controller_manager", "controllers", *NAV2, "task",
    ]  # fmt: skip
    assert [p.name for p in plan.processes if p.after is None] == names(plan)[:4]
    assert {p.after for p in plan.processes[4:]} == {"controllers"}
    assert {p.name for p in plan.processes if p.end is End.NEEDED} == {"simulation", "controller_manager"}
    assert of(plan, "controllers").end is End.PREPARES
    assert plan.task is of(plan, "task")


def test_the_same_without_nav2_and_ros2_control(plan_of: PlanOf) -> None:
    plan = plan_of(**EMBEDDED)
    assert names(plan) == ["simulation", "state_publisher", "drive", "navigation", "task"]
    assert {p.package for p in plan.processes} == {None}
    assert {p.after for p in plan.processes} == {None}
    assert [p.executable for p in plan.processes] == [
        "run_mujoco_sim.py", "run_state_publisher.py", "run_base.py", "run_navigation.py", "run_task.py",
    ]  # fmt: skip
    assert [p.end for p in plan.processes] == [End.NEEDED, End.FREE, End.NEEDED, End.SERVES, End.TASK]
    # No more of the simulation's time than they use: each word of it costs every process that listens.
    assert dict(of(plan, "simulation").parameters)["clock_rate"] == 100.0
    assert of(plan, "navigation").arguments == ("--scan", "/scan")
    assert of(plan, "task").arguments == ("--start-lifecycle", "--start-after", "0")


@pytest.mark.parametrize("control", ["ros2_control", "embedded"])
def test_a_kinematic_base_is_carried_by_the_simulation_without_ros2_control(plan_of: PlanOf, control: str) -> None:
    plan = plan_of(navigation="false", control=control, drive="kinematic")
    assert names(plan) == ["simulation", "state_publisher", "drive"]
    assert dict(of(plan, "simulation").parameters) == {
        "real_time_factor": 1.0,
        "clock_rate": 100.0,
        "mujoco_plugins.base.type": "BaseVelocityPlugin",
        "mujoco_plugins.base.body": "base_footprint",
        "mujoco_plugins.base.cmd_vel_topic": "/kinematic/cmd_vel",
    }
    assert (of(plan, "drive").executable, of(plan, "drive").parameters) == ("run_base.py", (("kinematic", True),))


def test_an_output_that_carries_its_base_is_started_so_or_not_at_all(plan_of: PlanOf) -> None:
    carried = {"simulator": {"type": "mujoco", "drive": "kinematic"}}
    assert of(plan_of(TRACKED, carried, navigation="false", drive="kinematic"), "drive").executable == "run_base.py"
    with pytest.raises(BringupError, match=r"was compiled with --kinematic.*: start it with drive:=kinematic"):
        plan_of(TRACKED, carried, navigation="false")


@pytest.mark.parametrize("control", ["ros2_control", "embedded"])
def test_by_hand_there_is_neither_navigation_nor_a_task(plan_of: PlanOf, control: str) -> None:
    fields = {"ranges": [{"points": "/p", "range": "/r", "frame": "eye"}]}
    plan = plan_of(DIFFERENTIAL, fields, navigation="false", control=control)
    driving = ["controller_manager", "controllers"] if control == "ros2_control" else ["drive"]
    assert names(plan) == ["simulation", "state_publisher", *driving]
    assert plan.task is None


def test_a_base_that_the_runtime_drives_through_groups(plan_of: PlanOf) -> None:
    plan = plan_of(CAR)
    assert names(plan)[:5] == ["simulation", "state_publisher", "controller_manager", "controllers", "drive"]
    drive = of(plan, "drive")
    assert (drive.executable, drive.after, drive.end) == ("run_steering_drive.py", "controllers", End.NEEDED)
    assert of(plan, "controllers").arguments == (
        "joint_state_broadcaster", "drive_controller", "steering_controller", "--controller-manager-timeout", "60",
        "--switch-timeout", "60", "--service-call-timeout", "70",
    )  # fmt: skip
    assert of(plan, "controller_manager").remappings == ()


def test_a_tracked_base_has_no_controllers(plan_of: PlanOf) -> None:
    plan = plan_of(TRACKED)
    assert names(plan) == ["simulation", "state_publisher", "drive", *NAV2, "task"]
    assert of(plan, "drive").executable == "run_track_drive.py"
    assert {p.after for p in plan.processes} == {None}
    assert of(plan_of(TRACKED, **EMBEDDED), "drive").executable == "run_base.py"


def test_a_controller_speaks_by_the_names_of_every_base(plan_of: PlanOf) -> None:
    manager = of(plan_of(), "controller_manager")
    assert manager.remappings == (("/drive_controller/cmd_vel", "/cmd_vel"), ("/drive_controller/odom", "/odom"))
    assert [file.name for file in manager.parameter_files] == ["controllers.yaml"]


def test_a_robot_without_a_scan_has_its_odometry_start_at_the_spawn(plan_of: PlanOf) -> None:
    blind = {"navigation": {"servers": SERVERS, "scan": None}}
    plan = plan_of(DIFFERENTIAL, blind)
    words = of(plan, "map_to_odom").arguments
    assert words == (
        "--x", "1.5", "--y", "-2.0", "--z", "0.0", "--qx", "0.0", "--qy", "0.0", "--qz", "0.6", "--qw", "0.8",
        "--frame-id", "map", "--child-frame-id", "odom",
    )  # fmt: skip
    assert "map_to_odom" not in names(plan_of())
    assert "map_to_odom" not in names(plan_of(DIFFERENTIAL, blind, navigation="false"))
    # The embedded navigator tells of it itself.
    own = plan_of(DIFFERENTIAL, blind, **EMBEDDED)
    assert "map_to_odom" not in names(own)
    assert of(own, "navigation").arguments == ()


def test_nav2_reads_the_base_and_then_the_robot(plan_of: PlanOf) -> None:
    plan = plan_of()
    for name in NAV2:
        server = of(plan, name)
        assert (server.node, server.executable) == (name, name)
        assert [file.name for file in server.parameter_files] == ["nav2.base.yaml", "nav2.robot.yaml"]
        own = dict(server.parameters)
        assert own == ({"yaml_filename": str(plan.output / "nav" / "map.yaml")} if name == "map_server" else {})
    # The task starts them, once their manager has answered.
    assert of(plan, "task").arguments == ("--start-lifecycle",)


def test_what_makes_scans_and_readings_of_clouds(plan_of: PlanOf) -> None:
    fields = {
        "depth_scan": {"points": "/depth/points", "scan": "/scan", "range_max": 5.0},
        "ranges": [{"points": "/range/points", "range": "/range", "frame": "eye", "field_of_view": 0.3}],
    }
    plan = plan_of(DIFFERENTIAL, fields)
    assert of(plan, "depth_scan").arguments == (
        "--points", "/depth/points", "--scan", "/scan", "--range-max", "5.0",
    )  # fmt: skip
    assert of(plan, "range_eye").arguments == (
        "--points", "/range/points", "--range", "/range", "--frame", "eye", "--field-of-view", "0.3",
    )  # fmt: skip
    assert {of(plan, name).after for name in ("depth_scan", "range_eye")} == {"controllers"}


def test_the_arguments_of_the_run(plan_of: PlanOf) -> None:
    plan = plan_of(run_dir="/somewhere", real_time_factor="2", exit_on_task_end="false")
    assert of(plan, "task").arguments[-2:] == ("--run-dir", "/somewhere")
    assert of(plan, "simulation").parameters == (("real_time_factor", 2.0),)
    assert not plan.ends_with_task
    assert plan_of().ends_with_task


def test_the_description_is_told_with_the_outputs_place(plan_of: PlanOf) -> None:
    plan = plan_of()
    told = dict(of(plan, "state_publisher").parameters)
    assert told["use_sim_time"] is True
    mesh = next(ElementTree.fromstring(str(told["robot_description"])).iter("mesh")).attrib["filename"]
    assert mesh.startswith("file:///")
    assert mesh.endswith("/an%20output%20%26%20%3Cmore%3E/robot/meshes/a.glb")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["navigation"], "'navigation' is no argument of the form name:=value"),
        (["speed:=1"], "there is no argument 'speed'; there are headless, navigation, control, "),
        (["control:=none"], "control is one of ros2_control, embedded, not 'none'"),
        (["real_time_factor:=fast"], "real_time_factor is a number of at least 0, not 'fast'"),
        (["real_time_factor:=-1"], "real_time_factor is a number of at least 0, not '-1'"),
        (["real_time_factor:=nan"], "real_time_factor is a number of at least 0, not 'nan'"),
    ],
)
def test_arguments_that_cannot_be(words: list[str], why: str) -> None:
    with pytest.raises(BringupError) as refused:
        read_arguments(words)
    assert str(refused.value).startswith(why)


def test_every_argument_is_told_of_and_its_default_stands() -> None:
    text = usage("run_bringup.py")
    assert all(f"  {argument.name}:=" in text for argument in ARGUMENTS)
    assert read_arguments([]) == {argument.name: argument.default for argument in ARGUMENTS} == complete({})
    assert read_arguments(["run_dir:=a:=b"])["run_dir"] == "a:=b"


def damage(folder: Path, file: str, change: Callable[[Any], Any]) -> None:
    path = folder / file
    path.write_text(json.dumps(change(json.loads(path.read_text()))))


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("launch/bringup.json", lambda d: {**d, "drive": {}}),
        ("launch/bringup.json", lambda d: {**d, "schema": "other"}),
        ("launch/bringup.json", lambda d: []),
        ("task/mission.json", lambda d: {"spawn": {"pose": [0, 0]}}),
        ("task/mission.json", lambda d: {"spawn": 3}),
    ],
)
def test_a_damaged_output_is_refused_in_words(
    output: Callable[..., Path], file: str, change: Callable[[Any], Any]
) -> None:
    folder = output(navigation={"servers": SERVERS, "scan": None})
    damage(folder, file, change)
    with pytest.raises(BringupError, match="an output"):
        bringup_plan(folder, complete({}))


def test_a_missing_file_is_named(output: Callable[..., Path]) -> None:
    folder = output()
    (folder / "task" / "mission.json").unlink()
    with pytest.raises(BringupError, match=r"mission\.json cannot be read: No such file"):
        bringup_plan(folder, complete({}))


# The command lines


def test_the_command_of_a_script(plan_of: PlanOf) -> None:
    plan = plan_of(real_time_factor="2")
    assert command(plan.output, of(plan, "simulation"), "python") == [
        "python", str(plan.output / "runtime" / "run_mujoco_sim.py"), "--ros-args", "-p", "real_time_factor:=2.0",
    ]  # fmt: skip


def test_the_command_of_an_executable(plan_of: PlanOf, tmp_path: Path) -> None:
    plan = plan_of()
    executable = tmp_path / "two" / "lib" / "nav2_map_server" / "map_server"
    executable.parent.mkdir(parents=True)
    executable.touch(mode=0o755)
    environment = {"AMENT_PREFIX_PATH": f"{tmp_path / 'one'}:{tmp_path / 'two'}"}
    nav = plan.output / "nav"
    assert command(plan.output, of(plan, "map_server"), "python", environment) == [
        str(executable), "--ros-args", "-r", "__node:=map_server",
        "--params-file", str(nav / "nav2.base.yaml"), "--params-file", str(nav / "nav2.robot.yaml"),
        "-p", f"yaml_filename:={json.dumps(str(nav / 'map.yaml'))}",
    ]  # fmt: skip


def test_an_executable_that_is_not_installed_is_named(plan_of: PlanOf) -> None:
    plan = plan_of()
    with pytest.raises(BringupError, match="amcl needs amcl of the package nav2_amcl, which is not installed"):
        command(plan.output, of(plan, "amcl"), "python", {})
