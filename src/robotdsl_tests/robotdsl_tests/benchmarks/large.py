"""Large programs, made: a robot of many components, a world of many entities, many faults, a library of many parts.

Each function writes into a folder of its own and says how to check what it wrote.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_INERTIAL = {
    "mass": 0.5,
    "origin_xyz": [0.0, 0.0, 0.0],
    "inertia": {"ixx": 1e-3, "iyy": 1e-3, "izz": 1e-3, "ixy": 0.0, "ixz": 0.0, "iyz": 0.0},
    "source": "measured",
}
# Metres between the mounts of the deck, and between the obstacles of the field.
_PITCH, _SPACING = 0.05, 1.5

_TASK = "Task cross(timeout_s = 600) { Navigate(goal = @world/there) Stop() }\n"
_WORLD = """\
World field {{
    spawn(robot = @core/bot, pose = (0, 0, 0, 0, 0, 0, 1))
    Scenario plain(ref = "empty", ground_plane = true) {{
{entities}    }}
    Goal there(pose = (2, 0.1, 0, 0, 0, 0, 1))
}}
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """A program and a library, as the arguments of ``compile``."""

    files: tuple[str, ...]
    libraries: tuple[str, ...]


def robot(folder: Path, components: int) -> Sample:
    """A robot of that many components: four of running gear, the others boxes on a deck with a mount for each."""
    boxes = components - 4
    lines = [*_GEAR, *(f'    Attachment box_{i}(ref = "box", mount = "slot_{i}")' for i in range(boxes))]
    return _sample(folder, _robot_text(lines), _WORLD.format(entities=""), _library(folder / "library", boxes, 0))


def world(folder: Path, entities: int) -> Sample:
    """A field of that many obstacles, round the robot in rows."""
    return _sample(folder, _robot_text(_GEAR), _field(entities), _library(folder / "library", 0, 0))


def faults(folder: Path, count: int) -> Sample:
    """That many components, each with a misspelt type, ref or parameter."""
    wrong = (
        'Atachment box_{0}(ref = "box", mount = "slot_{0}")',
        'Attachment box_{0}(ref = "bxo", mount = "slot_{0}")',
        'Attachment box_{0}(ref = "box", muont = "slot_{0}")',
    )
    lines = [*_GEAR, *(f"    {wrong[i % 3].format(i)}" for i in range(count))]
    return _sample(folder, _robot_text(lines), _WORLD.format(entities=""), _library(folder / "library", count, 0))


def library(folder: Path, parts: int) -> Sample:
    """A small robot of a library of that many parts."""
    shelf = _library(folder / "library", 0, parts - 4)
    return _sample(folder, _robot_text(_GEAR), _WORLD.format(entities=""), shelf)


_GEAR = (
    '    Diff_two_caster base(ref = "deck")',
    '    Standard left(ref = "wheel", mount = "left_wheel")',
    '    Standard right(ref = "wheel", mount = "right_wheel")',
    '    Caster caster(ref = "ball", mount = "under")',
)


def _robot_text(lines: list[str] | tuple[str, ...]) -> str:
    return "Robot bot {\n" + "\n".join(lines) + "\n}\n"


def _field(count: int) -> str:
    """Obstacles in a square, the middle left free."""
    side = math.ceil(math.sqrt(count + 25))
    places = ((i % side - side // 2, i // side - side // 2) for i in range(side * side))
    free = [(column, row) for column, row in places if max(abs(column), abs(row)) > 2][:count]
    kinds = ('"box", size = (0.4, 0.3, 0.5)', '"cylinder", size = (0.3, 0.3, 0.5)', '"sphere", size = (0.4, 0.4, 0.4)')
    return _WORLD.format(
        entities="".join(
            f"        Obstacle thing_{i}(type = {kinds[i % 3]}, "
            f"pos = ({column * _SPACING}, {row * _SPACING}, 0.3, 0, 0, 0, 1))\n"
            for i, (column, row) in enumerate(free)
        )
    )


def _sample(folder: Path, core: str, world_text: str, shelf: Path) -> Sample:
    texts = {"core": core, "world": world_text, "task": _TASK}
    for form, text in texts.items():
        (folder / f"large.{form}").write_text(text, encoding="utf-8")
    return Sample(tuple(str(folder / f"large.{form}") for form in texts), (str(shelf),))


def _library(folder: Path, slots: int, spare: int) -> Path:
    """The running gear, a deck with so many slots, a box for them, and so many parts that nothing names."""
    parts = [_deck(slots), _WHEEL, _BALL, _BOX, *({**_BOX, "id": f"spare_{i}"} for i in range(spare))]
    for part in parts:
        place = folder / "parts" / str(part["id"])
        place.mkdir(parents=True)
        (place / "component.yaml").write_text(_yaml(part), encoding="utf-8")
    manifest = {"name": "large", "parts": [part["id"] for part in parts]}
    (folder / "library.yaml").write_text(_yaml(manifest), encoding="utf-8")
    return folder


def _yaml(fields: Mapping[str, object]) -> str:
    """A field per line, its value as JSON, which is YAML too."""
    return "".join(f"{name}: {json.dumps(value)}\n" for name, value in fields.items())


def _part(id: str, category: str, **fields: object) -> dict[str, object]:
    head = {"schema_version": 1, "id": id, "category": category, "description": f"a {id}", "inertial": _INERTIAL}
    return {**head, **fields}


def _deck(slots: int) -> dict[str, object]:
    side = max(1, math.ceil(math.sqrt(slots)))
    length = max(0.4, side * _PITCH)
    half = length / 2.0
    connectors: dict[str, object] = {
        "left_axle": {"pos": [0, half, 0], "dir": [0, 1, 0]},
        "right_axle": {"pos": [0, -half, 0], "dir": [0, -1, 0]},
        "keel": {"pos": [-half, 0, -0.05], "dir": [0, 0, -1]},
    }
    mounts = {"left_wheel": "left_axle", "right_wheel": "right_axle", "under": "keel"}
    for i in range(slots):
        place = [round((i % side - side / 2) * _PITCH, 6), round((i // side - side / 2) * _PITCH, 6), 0.1]
        connectors[f"slot_{i}"] = {"pos": place, "dir": [0, 0, 1]}
        mounts[f"slot_{i}"] = f"slot_{i}"
    return _part(
        "deck",
        "chassis",
        collision={"type": "box", "size": [length, length, 0.1], "origin_xyz": [0, 0, 0.05]},
        inertial={**_INERTIAL, "mass": 20.0, "origin_xyz": [-0.05, 0, 0]},
        connectors=connectors,
        profiles={"Diff_two_caster": {"mounts": mounts}},
    )


_SPIN = {"type": "continuous", "axis": [0, 1, 0]}
_WHEEL = _part(
    "wheel",
    "wheel",
    wheel={"radius": 0.1, "width": 0.03},
    connectors={"hub": {"pos": [0, 0, 0], "dir": [0, -1, 0], "joint": _SPIN}},
    profiles={"Standard": {"mounts": {"hub": "hub"}}},
)
_BALL = _part(
    "ball",
    "wheel",
    wheel={"radius": 0.025, "width": 0.02},
    connectors={"stem": {"pos": [0, 0, 0.025], "dir": [0, 0, 1]}},
    profiles={"Caster": {"mounts": {"stem": "stem"}}},
)
_BOX = _part(
    "box",
    "attachment",
    collision={"type": "box", "size": [0.04, 0.04, 0.04], "origin_xyz": [0, 0, 0.02]},
    connectors={"foot": {"pos": [0, 0, 0], "dir": [0, 0, -1]}},
    profiles={"Attachment": {"mounts": {"foot": "foot"}}},
)
