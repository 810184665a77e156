"""A row of the table as an output: its program, or its robot in a world made for what is asked of it."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.model.facts import RobotFacts
from robotdsl_runtime.nodes.bringup.arguments import BringupError, complete
from robotdsl_runtime.nodes.bringup.commands import command
from robotdsl_runtime.nodes.bringup.plan import bringup_plan

from robotdsl_libraries import library, program
from robotdsl_tests.launched import colours
from robotdsl_tests.launched.cases import Case, Kind

# Where the wall's near face is and how high it is, m; every sensor of distances sees it from the spawn.
WALL_X, WALL_TOP = 0.75, 0.4
_WORLD = """World field {{
    spawn(robot = @core/{robot}, pose = (0, 0, 0.05, 0, 0, 0, 1))
    Scenario open(ref = "empty", ground_plane = true) {{{entities}}}
    Goal there(pose = (-1, 0, 0, 0, 0, 0, 1))
}}
"""
_WALL = f"""
        Obstacle wall(type = "box", pos = ({WALL_X + 0.05}, 0, {WALL_TOP / 2}, 0, 0, 0, 1), size = (0.1, 6, {WALL_TOP}))
    """
# What lies round a robot of each kind; of a task, what the program itself says.
_ENTITIES = {Kind.DRIVE: "", Kind.SENSOR: _WALL, Kind.COLOURS: colours.ENTITIES}
# Longer than any judge looks.
_REST = "Task rest(timeout_s = 3600) { Wait(duration_s = 3000) }\n"
_ROBOT = re.compile(r"^Robot\s+(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Built:
    """A case's output, and what the compiler knows of its robot."""

    case: Case
    output: Path
    robot: RobotFacts

    @property
    def run_dir(self) -> Path:
        return self.output / "run"

    def arguments(self) -> dict[str, str]:
        """What the launch is told beside what a person tells it."""
        told = {"exit_on_task_end": "false", "run_dir": str(self.run_dir)}
        return told | ({"navigation": "false"} if self.case.kind is Kind.DRIVE else {})

    def missing(self, given: Mapping[str, str], environment: Mapping[str, str] = os.environ) -> str | None:
        """What this machine lacks to bring it up with the arguments ``given``, in words; ``None`` where it has all.

        Raises ``BringupError`` for arguments that the output does not take.
        """
        for module in ("launch", "launch_ros", "launch_testing", "rclpy"):
            if importlib.util.find_spec(module) is None:
                return f"the Python package {module} is not installed"
        for process in bringup_plan(self.output, complete({**given, **self.arguments()})).processes:
            try:
                command(self.output, process, sys.executable, environment)
            except BringupError as error:
                return str(error)
        return None


def build(case: Case, folder: Path) -> Built:
    """Compile a case below ``folder``. Raises ``RuntimeError`` with what the compiler says against it."""
    files = program(case.program)
    if case.kind is not Kind.TASK:
        files = _placed(case, folder, files[0].read_text(encoding="utf-8"))
    output = folder / "output"
    request = Request(tuple(map(str, files)), (str(library("example")),), target=case.target, output=str(output))
    outcome = compile_program(request)
    if not outcome.ok or outcome.facts is None:
        raise RuntimeError(f"{case.name} does not compile: " + "; ".join(d.message for d in outcome.diagnostics))
    return Built(case, output, outcome.facts.robot)


def _placed(case: Case, folder: Path, core: str) -> tuple[Path, ...]:
    """The sources of a robot in the world of its case, written to ``folder``."""
    found = _ROBOT.search(core)
    if found is None:
        raise RuntimeError(f"{case.program} holds no robot")
    world = _WORLD.format(robot=found[1], entities=_ENTITIES[case.kind])
    folder.mkdir(parents=True, exist_ok=True)
    sources = []
    for form, text in (("core", core), ("world", world), ("task", _REST)):
        sources.append(folder / f"case.{form}")
        sources[-1].write_text(text, encoding="utf-8")
    return tuple(sources)
