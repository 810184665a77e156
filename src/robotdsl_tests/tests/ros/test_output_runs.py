"""An output of the ros-mujoco-nav2 target as its processes run it: compiled, brought up by its own run_bringup.py
without Nav2 and ros2_control, driven over real DDS, and judged by the simulator's ground truth.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request

from robotdsl_libraries import library, program

pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("nav2_msgs", reason="neither Nav2's interfaces nor their stand-ins are installed")

EMBEDDED = ("control:=embedded", "navigation:=embedded")
# Of the machine's clock: long past what any of these takes.
DEADLINE_S = 120.0
# A robot of each kind of base that the target drives, with a short way ahead of it and nothing in it, and what it does
# at the end of that.
ROBOTS = {
    "demo": ("diff_bot", "Spin(angle_rad = 1.0) BackUp(distance_m = 0.1)"),
    "car": ("car_bot", ""),
    "tracked": ("tracked_bot", "Advance(distance_m = 0.1)"),
}
# A base that it carries, or refuses.
CARRIED = {"mecanum": ("mecanum_bot", "Strafe(distance_m = -0.2)")}
WORLD = """World yard {
    spawn(robot = @core/ROBOT, pose = (0, 0, 0.05, 0, 0, 0, 1))
    Scenario floor(ref = "empty", ground_plane = true) {
        Obstacle wall(type = "box", pos = (2.5, 0, 0.25, 0, 0, 0, 1), size = (0.1, 3, 0.5))
        Obstacle post(type = "box", pos = (0.8, 0.9, 0.25, 0, 0, 0, 1), size = (0.2, 0.2, 0.5))
    }
    Goal near(pose = (0.7, 0, 0, 0, 0, 0, 1))
}
"""
TASK = "Task go(timeout_s = 60) { Navigate(goal = @world/near) THEN Stop() }\n"
LONG = "Wait(duration_s = 500)"
CHECKS = """Evaluate short {
    Check_distance(target = @world/near, max = 0.3)
    Check_clearance(target = @world/wall, min = 0.2)
    Check_contact(target = @core/base, source = @world/post, max = 0)
}
"""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Compiles a robot's output once; what runs in it leaves its compiled modules for the next."""

    @cache
    def make(name: str, last: str | None = None) -> Path:
        folder = tmp_path_factory.mktemp("output")
        core = next(path for path in map(Path, program(name)) if path.suffix == ".core")
        robot, then = (ROBOTS | CARRIED)[name]
        world, task = WORLD.replace("ROBOT", robot), TASK.replace("THEN", then if last is None else last)
        texts = {"core": core.read_text(), "world": world, "task": task, "eval": CHECKS}
        for form, text in texts.items():
            (folder / f"short.{form}").write_text(text)
        sources = tuple(str(folder / f"short.{form}") for form in texts)
        request = Request(
            sources, (str(library("example")),), target="ros-mujoco-nav2", output=str(folder / "out"),
            kinematic=name in CARRIED,
        )  # fmt: skip
        assert [d.message for d in compile_program(request).diagnostics] == []
        return folder / "out"

    return make


class BroughtUp:
    """run_bringup.py of an output, and what it says."""

    def __init__(self, output: Path, *arguments: str) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        environment |= {
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "ROS_DOMAIN_ID": str(81 + os.getpid() % 20),
            "PYTHONUNBUFFERED": "1",
        }
        self.output = output
        self.process = subprocess.Popen(
            [sys.executable, str(output / "runtime" / "run_bringup.py"), *arguments],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self.said: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        assert self.process.stdout is not None
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line.rstrip())
        self._lines.put(None)

    def until(self, words: str) -> None:
        """Wait for a line that holds ``words``."""
        while True:
            line = self._lines.get(timeout=DEADLINE_S)
            assert line is not None, self.said
            self.said.append(line)
            if words in line:
                return

    def code(self) -> int:
        """Wait for the end."""
        code = self.process.wait(DEADLINE_S)
        while (line := self._lines.get(timeout=DEADLINE_S)) is not None:
            self.said.append(line)
        return code

    def child(self, script: str) -> int:
        """The number of the process that runs ``script`` of the output."""
        mine = str(self.output / "runtime" / script)
        return next(pid for pid, words in processes() if mine in words)

    def left(self) -> list[list[str]]:
        """The processes of the output that are still there; one that was killed has a moment to be gone."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            found = [words for _, words in processes() if any(str(self.output) in word for word in words)]
            if not found or time.monotonic() > deadline:
                return found
            time.sleep(0.01)


def processes() -> Iterator[tuple[int, list[str]]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            yield int(folder.name), words


@pytest.fixture
def brought_up() -> Iterator[Callable[..., BroughtUp]]:
    started: list[BroughtUp] = []

    def make(output: Path, *arguments: str) -> BroughtUp:
        started.append(BroughtUp(output, *arguments))
        return started[-1]

    yield make
    for each in started:
        each.process.send_signal(signal.SIGINT)
        each.process.wait(DEADLINE_S)
        assert each.left() == []


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_carried_base_on_mecanum_wheels_does_its_task_and_is_refused_otherwise(
    outputs: Callable[..., Path], brought_up: Callable[..., BroughtUp], tmp_path: Path
) -> None:
    output = outputs("mecanum")
    refused = brought_up(output, *EMBEDDED)
    assert refused.code() == 2
    assert "was compiled with --kinematic" in refused.said[-1] and "drive:=kinematic" in refused.said[-1]
    run = brought_up(output, *EMBEDDED, "drive:=kinematic", f"run_dir:={tmp_path / 'results'}")
    assert run.code() == 0, run.said
    result, verdicts = read(tmp_path / "results" / "task_result.json"), read(tmp_path / "results" / "evaluation.json")
    assert result["status"] == "success"
    assert [verdicts[kind]["verdict"] for kind in ("task", "physical")] == ["pass", "pass"]
    assert any("an approximation without wheel physics" in line for line in run.said)


@pytest.mark.parametrize("name", ROBOTS)
def test_a_task_succeeds_by_ground_truth(
    name: str, outputs: Callable[..., Path], brought_up: Callable[..., BroughtUp], tmp_path: Path
) -> None:
    output = outputs(name)
    before = set(output.iterdir())
    run = brought_up(output, *EMBEDDED, f"run_dir:={tmp_path / 'results'}")
    assert run.code() == 0, run.said
    result, verdicts = read(tmp_path / "results" / "task_result.json"), read(tmp_path / "results" / "evaluation.json")
    assert result["status"] == "success"
    assert result["unstopped_actions"] == []
    assert [verdicts[kind]["verdict"] for kind in ("task", "physical")] == ["pass", "pass"]
    assert [check["verdict"] for check in verdicts["checks"]] == ["pass"] * 3
    assert [line for line in run.said if line.startswith("bring-up: ")] == ["bring-up: the task has ended, with code 0"]
    assert run.left() == []
    assert set(output.iterdir()) == before


@pytest.mark.parametrize(("script", "name"), [("run_base.py", "drive"), ("run_mujoco_sim.py", "simulation")])
def test_a_robot_without_its_drive_has_no_result(
    outputs: Callable[..., Path], brought_up: Callable[..., BroughtUp], script: str, name: str, tmp_path: Path
) -> None:
    run = brought_up(outputs("demo"), *EMBEDDED, f"run_dir:={tmp_path}")
    run.until("the task starts")
    os.kill(run.child(script), signal.SIGKILL)
    assert run.code() == 3
    # What ends as slowly as DDS may, when another process was killed in the midst of it, is told after it.
    said = next(line for line in run.said if line.startswith("bring-up: "))
    assert said.startswith(f"bring-up: {name} ({script}) ended first, by signal 9")
    assert said.endswith("there is no result")
    assert list(tmp_path.iterdir()) == []
    assert run.left() == []


def test_an_interrupted_task_is_judged_and_no_second_one_disturbs_it(
    outputs: Callable[..., Path], brought_up: Callable[..., BroughtUp], tmp_path: Path
) -> None:
    output = outputs("demo", LONG)
    run = brought_up(output, *EMBEDDED, f"run_dir:={tmp_path / 'first'}")
    run.until("the task starts")
    # In the same domain.
    second = brought_up(outputs("tracked"), *EMBEDDED, f"run_dir:={tmp_path / 'second'}")
    # Who of them finds the other first is the machine's matter.
    assert second.code() in (2, 3)
    assert any("already, of another output that runs" in line for line in second.said), second.said
    # The task may have made its folder before it looked.
    assert list((tmp_path / "second").glob("*")) == []
    run.process.send_signal(signal.SIGINT)
    assert run.code() == 130
    result = read(tmp_path / "first" / "task_result.json")
    assert (result["status"], result["unstopped_actions"]) == ("interrupted", [])
    # Nobody else's goal took over from its own.
    assert result["events"][0]["outcome"] in ("success", "halted"), result["events"]
    assert run.left() == []


def test_an_interrupt_before_anything_runs_says_nothing(
    outputs: Callable[..., Path], brought_up: Callable[..., BroughtUp]
) -> None:
    output = outputs("demo")
    run = brought_up(output, *EMBEDDED)
    while not any("run_mujoco_sim.py" in " ".join(words) for _, words in processes() if str(output) in " ".join(words)):
        assert run.process.poll() is None
        time.sleep(0.01)
    run.process.send_signal(signal.SIGINT)
    assert run.code() == 130
    assert [line for line in run.said if 'File "' in line and str(output) in line] == []
    assert run.left() == []
