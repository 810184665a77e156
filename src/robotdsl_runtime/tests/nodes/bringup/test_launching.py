"""The plan as ROS's launch carries it out: what is declared, against a stand-in that records it; and real processes,
where launch is installed.
"""

from __future__ import annotations

import importlib
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from robotdsl_runtime.nodes.bringup.arguments import ARGUMENTS, complete

from .conftest import CAR, GAZEBO, SERVERS
from .standins import STAYS, lines, program

MODULE = "robotdsl_runtime.nodes.bringup.launching"
# Of launch and launch_ros, what the launch file takes: each name here becomes a class that keeps what it is given.
STAND_INS = {
    "launch": ("LaunchDescription",),
    "launch.actions": (
        "DeclareLaunchArgument", "EmitEvent", "ExecuteProcess", "LogInfo", "OpaqueFunction", "RegisterEventHandler",
        "Shutdown",
    ),
    "launch.event_handlers": ("OnProcessExit",),
    "launch.events": ("matches_action",),
    "launch.events.process": ("SignalProcess",),
    "launch_ros": (),
    "launch_ros.actions": ("Node",),
    "launch_ros.parameter_descriptions": ("ParameterValue",),
}  # fmt: skip


class Recorded:
    def __init__(self, *given: Any, **named: Any) -> None:
        self.given, self.named = given, named

    @property
    def kind(self) -> str:
        return type(self).__name__


@pytest.fixture
def launching(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module with the stand-in under it."""
    for name, kinds in STAND_INS.items():
        module = ModuleType(name)
        for kind in kinds:
            setattr(module, kind, type(kind, (Recorded,), {}))
        monkeypatch.setitem(sys.modules, name, module)
    sys.modules.pop(MODULE, None)
    yield importlib.import_module(MODULE)
    sys.modules.pop(MODULE, None)


class Brought:
    """What a launch does of an output, told of ends by ``end``."""

    def __init__(self, launching: Any, folder: Path, **arguments: str) -> None:
        context = SimpleNamespace(launch_configurations=complete(arguments), is_shutdown=False)
        description = launching.launch_description(folder)
        (entities,) = description.given
        self.declared, later = entities[:-1], entities[-1]
        actions = later.named["function"](context, *later.named["args"])
        handler = actions[0].given[0]
        assert (actions[0].kind, handler.kind) == ("RegisterEventHandler", "OnProcessExit")
        self.context, self.running = context, actions[1:]
        self._heard = handler.named["on_exit"]

    def end(self, which: Any, code: int) -> list[Any] | None:
        self.running.remove(which)
        followed = self._heard(SimpleNamespace(action=which, returncode=code), self.context)
        self.running += [f for f in followed or () if f.kind in ("ExecuteProcess", "Node")]
        return followed

    def called(self, name: str) -> Any:
        return next(a for a in self.running if name in (called(a), a.named.get("executable")))


def called(action: Any) -> str:
    return Path(action.named["cmd"][1]).name if action.kind == "ExecuteProcess" else str(action.named["executable"])


def test_the_arguments_are_declared(launching: Any, output: Callable[..., Path]) -> None:
    brought = Brought(launching, output())
    assert [(a.given, a.named["default_value"], a.named["choices"]) for a in brought.declared] == [
        ((a.name,), a.default, list(a.choices) or None) for a in ARGUMENTS
    ]


def test_what_starts_first_and_what_waits(launching: Any, output: Callable[..., Path]) -> None:
    brought = Brought(launching, output(CAR))
    assert [called(a) for a in brought.running] == [
        "run_mujoco_sim.py", "robot_state_publisher", "ros2_control_node", "spawner",
    ]  # fmt: skip
    followed = brought.end(brought.called("spawner"), 0)
    assert [called(a) for a in followed or ()] == [
        "run_steering_drive.py", SERVERS[0], "amcl", *SERVERS[1:], "lifecycle_manager", "run_task.py",
    ]  # fmt: skip


def test_a_node_is_given_its_name_parameters_and_remaps(launching: Any, output: Callable[..., Path]) -> None:
    folder = output()
    brought = Brought(launching, folder)
    manager = brought.called("ros2_control_node").named
    assert manager["package"] == "controller_manager"
    assert manager["parameters"] == [str(folder / "robot" / "controllers.yaml"), {"use_sim_time": True}]
    assert manager["remappings"] == [("/drive_controller/cmd_vel", "/cmd_vel"), ("/drive_controller/odom", "/odom")]
    described = brought.called("robot_state_publisher").named["parameters"][0]["robot_description"]
    assert described.given[0].startswith("<robot")
    assert described.named == {"value_type": str}
    brought.end(brought.called("spawner"), 0)
    server = brought.called("map_server").named
    assert (server["name"], server["package"]) == ("map_server", "nav2_map_server")
    nav = folder / "nav"
    assert server["parameters"][:2] == [str(nav / "nav2.base.yaml"), str(nav / "nav2.robot.yaml")]
    assert server["parameters"][2]["yaml_filename"].given == (str(nav / "map.yaml"),)


@pytest.mark.parametrize("simulator", [{}, GAZEBO])
def test_a_namespace_of_a_launch_around_it_takes_no_node_from_the_others(
    launching: Any, output: Callable[..., Path], simulator: dict[str, Any]
) -> None:
    """launch_ros puts what it pushed before a relative namespace alone; no topic of a remap or a parameter moves."""
    brought = Brought(launching, output(CAR, **simulator))
    nodes = list(brought.running)
    for name in ("create", "spawner"):
        if any(name == a.named.get("executable") for a in brought.running):
            nodes += brought.end(brought.called(name), 0) or []
    nodes = [a for a in nodes if a.kind == "Node"]
    assert {called(a) for a in nodes} >= {"robot_state_publisher", "spawner", "amcl", "bt_navigator"}
    assert {a.named["namespace"] for a in nodes} == {"/"}
    assert all(name.startswith("/") for a in nodes for pair in a.named["remappings"] for name in pair)


def test_gazebo_is_a_program_that_finds_its_world(launching: Any, output: Callable[..., Path]) -> None:
    folder = output(CAR, **GAZEBO)
    brought = Brought(launching, folder)
    gazebo = brought.running[0]
    assert (gazebo.kind, gazebo.named["cmd"][:3]) == ("ExecuteProcess", ["gz", "sim", "-r"])
    assert gazebo.named["additional_env"]["GZ_SIM_RESOURCE_PATH"].startswith(str(folder / "world"))
    assert [called(a) for a in brought.running[1:]] == ["parameter_bridge", "robot_state_publisher", "create"]
    assert [called(a) for a in brought.end(brought.called("create"), 0) or ()] == ["spawner"]


def test_a_script_is_run_by_the_python_of_the_launch(launching: Any, output: Callable[..., Path]) -> None:
    folder = output()
    brought = Brought(launching, folder, control="embedded", navigation="embedded", real_time_factor="0")
    assert brought.called("run_mujoco_sim.py").named["cmd"] == [
        sys.executable, str(folder / "runtime" / "run_mujoco_sim.py"), "--ros-args", "-p", "real_time_factor:=0.0",
        "-p", "clock_rate:=100.0",
    ]  # fmt: skip
    # A task that is interrupted judges the run, which takes a while.
    assert float(brought.called("run_task.py").named["sigterm_timeout"]) >= 10.0


def test_a_drive_that_ends_first_ends_the_run_without_a_result(launching: Any, output: Callable[..., Path]) -> None:
    brought = Brought(launching, output(), control="embedded", navigation="embedded")
    task = brought.called("run_task.py")
    said, kill, shutdown = brought.end(brought.called("run_base.py"), 1) or ()
    assert said.named["msg"].startswith("drive (run_base.py) ended first, with code 1")
    event = kill.named["event"]
    assert event.named["signal_number"] == signal.SIGKILL
    assert event.named["process_matcher"].given == (task,)
    assert (shutdown.kind, shutdown.named["reason"]) == ("Shutdown", said.named["msg"])


def test_before_the_task_runs_there_is_none_to_kill(launching: Any, output: Callable[..., Path]) -> None:
    brought = Brought(launching, output())
    followed = brought.end(brought.called("ros2_control_node"), -11) or ()
    assert [action.kind for action in followed] == ["LogInfo", "Shutdown"]


def test_the_end_of_the_task_shuts_down_or_not(launching: Any, output: Callable[..., Path]) -> None:
    for told, kinds in (("true", ["LogInfo", "Shutdown"]), ("false", ["LogInfo"])):
        brought = Brought(launching, output(), control="embedded", navigation="embedded", exit_on_task_end=told)
        followed = brought.end(brought.called("run_task.py"), 0) or ()
        assert [action.kind for action in followed] == kinds


def test_a_shutdown_and_processes_of_others_mean_nothing(launching: Any, output: Callable[..., Path]) -> None:
    brought = Brought(launching, output(), control="embedded", navigation="embedded")
    stranger = Recorded()
    brought.running.append(stranger)
    assert brought.end(stranger, 1) is None
    brought.context.is_shutdown = True
    assert brought.end(brought.called("run_mujoco_sim.py"), -2) == []


# With launch itself


def scripts(folder: Path, log: Path, **programs: str) -> None:
    for name in ("mujoco_sim", "state_publisher", "base", "navigation", "task"):
        text = program(programs.get(name, STAYS), name).replace("log = sys.argv[1]", f"log = {str(log)!r}")
        (folder / "runtime" / f"run_{name}.py").write_text(text)


def launched(folder: Path) -> None:
    launch = pytest.importorskip("launch", reason="ROS's launch is not installed")
    pytest.importorskip("launch_ros", reason="ROS's launch_ros is not installed")
    sys.modules.pop(MODULE, None)
    launching = importlib.import_module(MODULE)
    embedded = [("control", "embedded"), ("navigation", "embedded")]
    service = launch.LaunchService(noninteractive=True)
    described = launch.LaunchDescription(
        [*(launch.actions.SetLaunchConfiguration(*pair) for pair in embedded), launching.launch_description(folder)]
    )
    service.include_launch_description(described)
    service.run()


ALL_UP = 'wait_for("mujoco_sim up", "state_publisher up", "base up", "navigation up")\n'


def test_launch_ends_everything_with_the_task(output: Callable[..., Path], tmp_path: Path) -> None:
    folder, log = output(), tmp_path / "log"
    scripts(folder, log, task=f'{ALL_UP}note("task done")\n')
    launched(folder)
    names = ["base", "mujoco_sim", "navigation", "state_publisher"]
    noted = lines(log)
    assert sorted(noted[:4]) == [f"{name} up" for name in names]
    assert noted[4] == "task done"
    assert sorted(noted[5:]) == [f"{name} asked" for name in names]


def test_launch_kills_the_task_of_a_run_without_a_drive(output: Callable[..., Path], tmp_path: Path) -> None:
    folder, log = output(), tmp_path / "log"
    task = 'on(signal.SIGINT, lambda: note("result"))\nnote("task up")\nwhile True:\n    signal.pause()\n'
    base = 'wait_for("mujoco_sim up", "state_publisher up", "navigation up", "task up")\n'
    scripts(folder, log, task=task, base=base)
    launched(folder)
    assert sorted(lines(log)[4:]) == ["mujoco_sim asked", "navigation asked", "state_publisher asked"]
