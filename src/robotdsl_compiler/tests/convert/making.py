"""A URDF converted by the command, and what came of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robotdsl_compiler.cli.main import main
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.library import load_libraries
from robotdsl_compiler.model.facts import RobotFacts
from robotdsl_compiler.support.diagnostic import Diagnostics

from .robots import cube_stl

WORLD = """\
World yard {{
    spawn(robot = @core/{name}, pose = (0, 0, 0, 0, 0, 0, 1))
    Scenario open(ref = "empty", ground_plane = true) {{
        Obstacle post(type = "cylinder", pos = (1.4, 0.1, 0.3, 0, 0, 0, 1), size = (0.2, 0.2, 0.6))
        Obstacle wall(type = "box", pos = (1.5, 2, 0.3, 0, 0, 0, 1), size = (5, 0.1, 0.6))
    }}
    Goal there(pose = (2.6, 0, 0, 0, 0, 0, 1))
}}
"""
TASK = "Task cross(timeout_s = 90) { Navigate(goal = @world/there) Stop() }\n"
EVAL = "Evaluate cross { Check_distance(target = @world/there, max = 0.3) Check_clearance(min = 0.02) }\n"


@dataclass(frozen=True)
class Made:
    folder: Path
    name: str
    report: dict[str, Any]

    @property
    def core(self) -> str:
        return (self.folder / f"{self.name}.core").read_text()

    def checked(self) -> RobotFacts:
        """As ``facts``, without a target."""
        return self.facts(check=True)

    def facts(self, check: bool = False) -> RobotFacts:
        """Of the robot; fails where the library or the program with a world of its own is not without a word."""
        said = Diagnostics()
        load_libraries([self.folder / "library"], said).read_all()
        assert [d.message for d in said] == []
        (self.folder / "w.world").write_text(WORLD.format(name=self.name))
        (self.folder / "w.task").write_text(TASK)
        (self.folder / "w.eval").write_text(EVAL)
        files, libraries = (str(self.folder),), (str(self.folder / "library"),)
        output = str(self.folder.parent / "build")
        outcome = compile_program(
            Request(files, libraries, check=True)
            if check
            else Request(files, libraries, target="embedded", output=output)
        )
        assert [d.message for d in outcome.diagnostics] == []
        assert outcome.facts is not None
        return outcome.facts.robot

    def said(self, what: str) -> list[tuple[int, str]]:
        return [(r["line"], r["became"]) for r in self.report["remarks"] if what in r["what"]]


def made(text: str, folder: Path, *options: str) -> Made:
    (folder / "scout_description" / "meshes").mkdir(parents=True, exist_ok=True)
    (folder / "scout_description" / "meshes" / "base.stl").write_bytes(cube_stl(200.0))
    (folder / "robot.urdf").write_text(text)
    words = ["convert", str(folder / "robot.urdf"), "--output", str(folder / "out"), "--package-path", str(folder)]
    assert main([*words, *options]) == 0
    report = json.loads((folder / "out" / "conversion.json").read_text())
    return Made(folder / "out", report["robot"], report)


def line(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1
