"""A random world as a program for the example library's robot: its sources, and its compiled output."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from pathlib import Path

from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request

from robotdsl_libraries import library, program
from robotdsl_tests.campaigns.worlds import HEIGHT, Pose2, Thing, World

# Longer than any navigation may take by the navigator's own bounds in these worlds, so that a timeout is a hang.
TIMEOUT_S = 900
_SPAWN_HEIGHT = 0.05


class CompilationError(RuntimeError):
    """A generated program did not compile; the message holds the diagnostics."""


def _number(value: float) -> str:
    return repr(round(value, 6))


def _pose(pose: Pose2, z: float) -> str:
    x, y, yaw = pose
    numbers = (x, y, z, 0.0, 0.0, math.sin(yaw / 2.0), math.cos(yaw / 2.0))
    return f"({', '.join(repr(round(value, 12)) for value in numbers)})"


def _obstacle(number: int, thing: Thing) -> str:
    if thing.radius:
        shape, size = "cylinder", (2.0 * thing.radius, 2.0 * thing.radius, HEIGHT)
    else:
        shape, size = "box", (thing.length, thing.width, HEIGHT)
    sizes = ", ".join(_number(value) for value in size)
    pose = _pose((thing.x, thing.y, thing.yaw), HEIGHT / 2.0)
    return f'        Obstacle thing_{number}(type = "{shape}", pos = {pose}, size = ({sizes}))'


def sources(world: World, folder: Path, robot: str = "demo") -> tuple[Path, ...]:
    """Write the program that drives the robot of program ``robot`` through ``world``; its files in order."""
    folder.mkdir(parents=True, exist_ok=True)
    core = next(path for path in program(robot) if path.suffix == ".core")
    shutil.copyfile(core, folder / "drive.core")
    name = next(line.split()[1] for line in core.read_text(encoding="utf-8").splitlines() if line.startswith("Robot "))
    text = "\n".join(
        (
            "World random_world {",
            f"    spawn(robot = @core/{name}, pose = {_pose(world.start, _SPAWN_HEIGHT)})",
            '    Scenario room(ref = "empty", ground_plane = true) {',
            *(_obstacle(number, thing) for number, thing in enumerate(world.things)),
            "    }",
            f"    Goal goal(pose = {_pose(world.goal, 0.0)})",
            "}",
            "",
        )
    )
    (folder / "drive.world").write_text(text, encoding="utf-8")
    task = f"Task drive(timeout_s = {TIMEOUT_S}) {{\n    Navigate(goal = @world/goal)\n}}\n"
    (folder / "drive.task").write_text(task, encoding="utf-8")
    return folder / "drive.core", folder / "drive.world", folder / "drive.task"


def compiled(world: World, folder: Path, robot: str = "demo") -> Path:
    """The output of the program for ``world`` below ``folder``; things that are not drawn are taken off its map.

    Raises ``CompilationError``.
    """
    output = _compiled(world, folder / "program", folder / "output", robot)
    if world.hidden:
        shown = replace(world, things=tuple(thing for thing in world.things if thing.drawn))
        plain = _compiled(shown, folder / "shown_program", folder / "shown", robot)
        (output / "nav/full").mkdir()
        for name in ("map.pgm", "map.yaml"):
            (output / "nav" / name).rename(output / "nav/full" / name)
            shutil.copyfile(plain / "nav" / name, output / "nav" / name)
    return output


def _compiled(world: World, folder: Path, output: Path, robot: str) -> Path:
    outcome = compile_program(
        Request(
            files=tuple(str(path) for path in sources(world, folder, robot)),
            libraries=(str(library("example")),),
            target="embedded",
            output=str(output),
        )
    )
    if not outcome.ok:
        found = "\n".join(f"{d.code.name}: {d.message}" for d in outcome.diagnostics if d.blocking)
        raise CompilationError(f"world {world.seed} does not compile:\n{found}")
    return output
