"""Outputs as the simulation node reads them."""

from __future__ import annotations

from pathlib import Path

from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.targets.control.base import base_drive
from robotdsl_compiler.targets.control.files import layouts
from robotdsl_compiler.targets.control.plan import plan
from robotdsl_compiler.targets.description.robot import description, description_meshes
from robotdsl_compiler.targets.mujoco.compiler_block import compiler_block
from robotdsl_compiler.targets.mujoco.document import mujoco_document, object_meshes

from robotdsl_libraries import library, program

# Where the wall's near face is, and how high it is; m.
WALL_X, WALL_TOP = 0.75, 0.4
WALLED = f"""World hall {{
    spawn(robot = @core/sensor_bot, pose = (0, 0, 0.05, 0, 0, 0, 1))
    Scenario room(ref = "empty", ground_plane = true) {{
        Obstacle wall(type = "box", pos = ({WALL_X + 0.05}, 0, {WALL_TOP / 2}, 0, 0, 0, 1), size = (0.1, 6, {WALL_TOP}))
    }}
    Goal there(pose = (-1, 0, 0, 0, 0, 0, 1))
}}
"""


# Bases that the target has carried, or refuses.
CARRIED = ("mecanum", "omni_three")


def composed(name: str, folder: Path) -> Path:
    """What the node reads of an output of the example program ``name``, or of ``walled``, the robot with a sensor of
    every type in front of a wall, written to ``folder``.
    """
    files = program("sensors" if name == "walled" else name)
    if name == "walled":
        folder.mkdir(parents=True)
        files = tuple(file for file in files if file.suffix == ".core")
        for suffix, text in ((".world", WALLED), (".task", "Task t { Wait(duration_s = 1) }\n")):
            (folder / f"walled{suffix}").write_text(text)
            files += (folder / f"walled{suffix}",)
    outcome = compile_program(Request(tuple(map(str, files)), (str(library("example")),), check=True))
    assert [d.message for d in outcome.diagnostics if d.blocking] == []
    facts = outcome.facts
    assert facts is not None
    driven = plan(facts.robot)
    assert driven is not None
    described = (description(facts.robot, [compiler_block()]), *description_meshes(facts.robot))
    drives = (*layouts(driven), base_drive(facts.robot))
    for file in (*described, *drives, mujoco_document(facts, name in CARRIED), *object_meshes(facts)):
        (folder / file.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / file.path).write_bytes(file.data)
    return folder
