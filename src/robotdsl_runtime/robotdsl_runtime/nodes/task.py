"""runtime/run_task.py: runs the task of an output on a robot that speaks ROS, records it, and judges it.

The process ends when the run has: with 0 where every verdict is pass, 1 where one is not, 2 where the output cannot be
used, and 130 where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rclpy
import yaml
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node as RosNode

from robotdsl_runtime.evaluation.bounds import PASS
from robotdsl_runtime.evaluation.report import REPORT, TOP_VIEW, write_report
from robotdsl_runtime.evaluation.results import (
    EVALUATION,
    EVIDENCE,
    TASK_RESULT,
    JudgingError,
    check_judgeable,
    judge_and_write,
)
from robotdsl_runtime.evaluation.verdict_table import verdict_table
from robotdsl_runtime.evaluation.verdicts import overall
from robotdsl_runtime.nodes.process import Asked, NodeFault, begin, own_arguments, require_to_be_alone, simulated_node
from robotdsl_runtime.nodes.recorder import Bumper, RosRecorder
from robotdsl_runtime.nodes.robot import NAV2_LEAVES, RosRobot
from robotdsl_runtime.nodes.start import START_LIMIT_S, Costmaps, Lifecycle, StartConditions
from robotdsl_runtime.run_folder import RunFolder, RunFolderError
from robotdsl_runtime.task.mission import Mission, TaskError
from robotdsl_runtime.task.node import Node
from robotdsl_runtime.task.reader import read_task
from robotdsl_runtime.task.runner import INTERRUPTED, NOT_STARTED, TICK_RATE_HZ, TaskRunner

RESULTS = (TASK_RESULT, EVALUATION, EVIDENCE, REPORT, TOP_VIEW)
EXIT_GOOD, EXIT_NOT_GOOD, EXIT_FAULT, EXIT_INTERRUPTED = 0, 1, 2, 130
# Nav2's lifecycle manager takes this long, in s of the machine's clock, to find its servers after its first answer.
START_AFTER_S = 3.0
# A run's last pose is waited for this long, in s of the machine's clock.
LAST_POSE_S = 2.0
# An interrupted task sees its actions stop within so much, s of the machine's clock: who asked for its end may end the
# simulation's clock as well, and waits for nobody for ever.
STOPPING_WALL_S = 5.0


class OutputFault(Exception):
    """The output cannot be run; the message says what is wrong with it."""


@dataclass(frozen=True)
class TaskOutput:
    """What the node reads of an output."""

    path: Path
    tree: Node
    mission: Mission
    mission_document: Mapping[str, Any]
    evaluation_document: Mapping[str, Any]
    tolerance: tuple[float, float]
    bumpers: Mapping[str, Bumper]

    @staticmethod
    def load(path: Path) -> TaskOutput:
        """Raises ``OutputFault``."""
        try:
            tree, mission = read_task(path / "task")
        except TaskError as error:
            raise OutputFault(str(error)) from None
        mission_document = _read(path / "task" / "mission.json", json.loads)
        evaluation = _read(path / "task" / "evaluation.json", json.loads)
        tolerance = goal_tolerance(path / "nav")
        if not isinstance(evaluation, dict) or evaluation.get("schema") != "robotdsl.evaluation":
            raise OutputFault(f"{path / 'task' / 'evaluation.json'}: is no robotdsl.evaluation document")
        try:
            check_judgeable(evaluation, mission_document)
        except JudgingError as error:
            raise OutputFault(f"{path / 'task' / 'evaluation.json'}: {error}") from None
        try:
            bumpers = _bumpers(evaluation)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise OutputFault(f"{path / 'task' / 'evaluation.json'}: states no topic and rate of each bumper") from None
        return TaskOutput(path, tree, mission, mission_document, evaluation, tolerance, bumpers)

    @property
    def leaves(self) -> frozenset[str]:
        return frozenset(node.kind for node in self.tree.walk() if not node.children)

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints that a check is judged by."""
        return tuple(dict.fromkeys(c["joint"] for c in self.evaluation_document["checks"] if c.get("joint")))


def goal_tolerance(nav: Path) -> tuple[float, float]:
    """The goal checker's tolerance of place (m) and heading (rad) in the two parameter files, the second over the
    first; of a checker that looks at the place alone, no heading is asked. Raises ``OutputFault``.
    """
    merged: dict[str, Any] = {}
    for name in ("nav2.base.yaml", "nav2.robot.yaml"):
        found = _read(nav / name, yaml.safe_load)
        try:
            merged |= found.get("controller_server", {}).get("ros__parameters", {}).get("goal_checker", {})
        except (AttributeError, TypeError, ValueError):
            raise OutputFault(f"{nav / name}: is no file of ROS parameters") from None
    try:
        place, heading = float(merged["xy_goal_tolerance"]), float(merged["yaw_goal_tolerance"])
    except (KeyError, TypeError, ValueError):
        raise OutputFault(f"{nav}: the parameters of Nav2 state no goal tolerance") from None
    return place, math.inf if str(merged.get("plugin", "")).endswith("PositionGoalChecker") else heading


def _bumpers(evaluation: Mapping[str, Any]) -> dict[str, Bumper]:
    return {
        name: Bumper(str(bumper["topic"]), float(bumper["rate_hz"]), bool(bumper.get("silent_when_free", False)))
        for name, bumper in evaluation.get("bumpers", {}).items()
    }


def _read(file: Path, parse: Callable[[str], Any]) -> Any:
    """What ``parse`` makes of the text of ``file``. Raises ``OutputFault``, which names the file."""
    try:
        return parse(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise OutputFault(f"{file}: {error.strerror or error}") from None
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        raise OutputFault(f"{file}: {' '.join(str(error).split())}") from None


class TaskNode:
    """The run of one task on a node: waits, ticks, records, and knows when it is over."""

    def __init__(self, node: RosNode, output: TaskOutput, options: argparse.Namespace) -> None:
        self._node, self._output = node, output
        self.robot = RosRobot(node, output.tolerance, output.leaves)
        self.recorder = RosRecorder(node, output.mission.robot, output.joints, output.bumpers)
        self.runner = TaskRunner(output.tree, self.robot, output.mission)
        needs_nav2 = options.start_lifecycle or bool(output.leaves & NAV2_LEAVES)
        self._conditions = StartConditions(
            lambda: self.robot.odometry.pose is not None,
            lambda: self.robot.pose() is not None,
            Lifecycle(node, options.lifecycle_manager, options.start_lifecycle, options.start_after)
            if needs_nav2
            else None,
            Costmaps(node) if needs_nav2 else None,
        )
        self._begun_at: float | None = None
        self._told: str | None = None
        # Simulated time: the timer rests while the simulation does.
        self._timer = node.create_timer(1.0 / TICK_RATE_HZ, self._tick)

    @property
    def done(self) -> bool:
        return self.runner.done

    @property
    def waiting_for(self) -> str | None:
        """What the start of the task waited for last, in words; ``None`` before anything was missing."""
        return self._told

    def interrupt(self) -> None:
        self.runner.abort(INTERRUPTED, "interrupted")

    def stopping(self) -> None:
        """Look whether what was halted has stopped, whatever the clock does."""
        if self.runner.finishing:
            self.runner.tick()

    def _tick(self) -> None:
        runner = self.runner
        if runner.status is None and self._begun_at is not math.inf:
            self._wait()
        elif not runner.done:
            runner.tick()

    def _wait(self) -> None:
        conditions, now = self._conditions, self.robot.now()
        if self._begun_at is not None and now < self._begun_at:
            # The clock was set back before anything has happened.
            self._begun_at = None
        if self._begun_at is None:
            self._begun_at = now
        conditions.update()
        missing = conditions.missing
        if conditions.failure is not None:
            self.runner.abort(NOT_STARTED, conditions.failure)
        elif missing is None:
            self._begun_at = math.inf
            self._node.get_logger().info("the task starts")
            self.recorder.begun = True
            self.runner.start()
            self.runner.tick()
        elif now - self._begun_at >= START_LIMIT_S:
            self.runner.abort(NOT_STARTED, f"the task could not start within {START_LIMIT_S:g} s: waited for {missing}")
        elif missing != self._told:
            self._told = missing
            self._node.get_logger().info(f"waiting for {missing}")


def main(output: Path, argv: Sequence[str]) -> int:
    """Run the output at ``output`` by the command line ``argv``; ROS's own arguments may stand in it too."""
    options = _parser().parse_args(own_arguments("run_task.py", argv))
    try:
        loaded = TaskOutput.load(output)
        folder = RunFolder.prepare(options.run_dir or output / "run", output, RESULTS)
    except (OutputFault, RunFolderError) as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAULT
    # A launch that ends asks by one signal or the other: the run is interrupted by both, and judged.
    asked = begin("run_task.py", argv)
    try:
        return _run(loaded, folder, options, asked)
    except ModuleNotFoundError as error:
        print(f"error: the task needs {(error.name or '').partition('.')[0]}, which is not installed", file=sys.stderr)
        return EXIT_FAULT
    except (NodeFault, RunFolderError, JudgingError) as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAULT
    finally:
        rclpy.try_shutdown()


def _run(output: TaskOutput, folder: RunFolder, options: argparse.Namespace, asked: Asked) -> int:
    node = simulated_node("robotdsl_task")
    require_to_be_alone(node)
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    task = TaskNode(node, output, options)
    try:
        while not task.done and not asked():
            executor.spin_once(timeout_sec=0.1)
    except ExternalShutdownException:
        pass
    if not task.done:
        task.interrupt()
        _see_it_stop(executor, task)
    result = task.runner.result()
    _hear_the_last(executor, task)
    evidence = task.recorder.evidence()
    evaluation = judge_and_write(
        folder, output.evaluation_document, output.mission_document, result, evidence, output.tolerance[0]
    )
    print(verdict_table(result, evaluation, color=False), end="", flush=True)

    def write(path: Path, content: bytes) -> None:
        folder.write(path.name, content)

    write_report(folder.path, output.path, result, evaluation, evidence, write)
    executor.remove_node(node)
    node.destroy_node()
    if result["status"] == INTERRUPTED:
        return EXIT_INTERRUPTED
    return EXIT_GOOD if overall(evaluation) == PASS else EXIT_NOT_GOOD


def _see_it_stop(executor: SingleThreadedExecutor, task: TaskNode) -> None:
    """Give what was halted the time to stop that it has at the end of any task."""
    limit = time.monotonic() + STOPPING_WALL_S
    while not task.done and rclpy.ok() and time.monotonic() < limit:
        executor.spin_once(timeout_sec=0.05)
        task.stopping()


def _hear_the_last(executor: SingleThreadedExecutor, task: TaskNode) -> None:
    """Record what of the run is still on its way: the clock that ended the task may have overtaken its last poses."""
    result, limit = task.runner.result(), time.monotonic() + LAST_POSE_S
    ended = result["ended_at"]
    if result["started_at"] is None or ended is None:
        return
    while task.recorder.time < ended and time.monotonic() < limit:
        executor.spin_once(timeout_sec=0.05)


def _seconds(text: str) -> float:
    value = float(text)
    if not 0.0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no time to wait")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="run_task.py", description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--run-dir", type=Path, metavar="DIR", help="where the results go (run/ of the output)")
    parser.add_argument(
        "--start-lifecycle", action="store_true", help="ask Nav2's lifecycle manager to start its servers"
    )
    parser.add_argument(
        "--start-after",
        type=_seconds,
        default=START_AFTER_S,
        metavar="S",
        help="how long after the manager's first answer, in seconds of the machine's clock (default: %(default)g)",
    )
    parser.add_argument(
        "--lifecycle-manager", default="lifecycle_manager", metavar="NAME", help="the manager's node (%(default)s)"
    )
    return parser
