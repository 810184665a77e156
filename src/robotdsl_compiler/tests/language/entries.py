"""Sound files of a library that together state every field once, with what is asked of each field.

Names of a file's own choice begin with ``n_`` here, so that a field's path can be told without them: the field of
``connectors.n_left.pos`` is ``connectors.*.pos``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robotdsl_compiler.library.component import read_component
from robotdsl_compiler.library.environment import read_environment
from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.manifest import read_manifest
from robotdsl_compiler.library.object import read_object
from robotdsl_compiler.support.diagnostic import Diagnostic, Diagnostics
from robotdsl_compiler.support.source import Source

Fields = dict[str, Any]
Path_ = tuple[str | int, ...]

INERTIA = {"ixx": 0.02, "iyy": 0.021, "izz": 0.022, "ixy": 0.001, "ixz": 0.002, "iyz": 0.003}
INERTIAL = {"mass": 2, "origin_xyz": [0, 0, 0.1], "inertia": INERTIA, "source": "estimated", "basis": "a guess"}
VISUAL = {"file": "thing.glb", "xyz": [0, 0, 0.1], "rpy": [0, 0, 1]}
BOX = {"type": "box", "size": [1, 2, 3], "origin_xyz": [0, 0, 0.5]}
FACE = {"pos": [0, 0, 0], "dir": [0, 0, -1], "up": [1, 0, 0]}


def component(category: str, profiles: Fields, **fields: Any) -> Fields:
    head = {"schema_version": 1, "id": "thing", "category": category, "description": "A thing"}
    given = {"connectors": {"n_face": FACE}, **fields, "profiles": profiles}
    return {
        **head,
        **given,
        "provenance": {"name": "Thing", "manufacturer": "none", "source_url": "x", "license": "x"},
    }


def sensor(type: str, **rating: Any) -> Fields:
    return component("sensor", {type: {}}, collision=BOX, sensor=rating)


REACH = {"range_min_m": 0.1, "range_max_m": 8, "rate_hz": 10, "noise_stddev": 0.01}
PICTURE = {"width": 320, "height": 240, "horizontal_fov_rad": 1.2, **REACH}
CONE = {"min_m": 0.1, "max_m": 2, "field_of_view_rad": 0.4, "rate_hz": 20}
LINKS = {
    "n_hip": {"parent": "base", "xyz": [0.1, 0, 0], "rpy": [0, 0, 1], "joint": {"type": "fixed"}, "inertial": INERTIAL},
    "n_shin": {
        "parent": "n_hip",
        "joint": {
            "type": "revolute", "axis": [0, 1, 0], "range": [-1, 2],
            "servo": {"kp": 20, "effort": 9, "hold": 0.5, "damping": 0.4, "armature": 0.01, "frictionloss": 0.1},
        },
        "inertial": INERTIAL,
        "shapes": [
            {"name": "bone", "type": "capsule", "radius": 0.02, "length": 0.15, "xyz": [0, 0, -0.1], "rpy": [1, 0, 0]},
            {"name": "toe", "type": "sphere", "radius": 0.025},
            {"name": "plate", "type": "box", "size": [0.1, 0.2, 0.3]},
            {"name": "rod", "type": "cylinder", "radius": 0.01, "height": 0.1},
        ],
    },
}  # fmt: skip
FEET = {"n_front": {"link": "n_shin", "shape": "toe", "friction": 0.8}}
COMMAND = {"ahead": [-0.4, 0.5], "aside": [-0.2, 0.2], "turn": [-1, 1]}
GAIT = {
    "standing": 0.3, "control": 0.01, "period": 0.5, "duty": 0.6, "step_height": 0.05, "command": COMMAND,
    "slew": {"ahead": 1, "aside": 0.8, "turn": 2}, "settle": {"speed": 0.05, "turn": 0.1},
    "lead": {"distance": 0.04, "yaw": 0.2}, "balance": {"frequency": 3, "damping": 0.9},
}  # fmt: skip
POLICY = {
    "file": "thing.onnx", "period": 0.02, "action_scale": 0.5, "observation": ["gravity", "phase"],
    "hidden": ["n_shin"],
    "command": COMMAND, "imu": {"link": "base", "xyz": [0, 0, 0.1], "rpy": [0, 0, 0]},
    "phase": {"frequency": 1.5, "offsets": {"n_front": 3.14}, "still_at": 3, "still_below": 0.01},
    "simulator": {"timestep": 0.004, "integrator": "Euler", "iterations": 1, "ls_iterations": 5, "eulerdamp": False},
}  # fmt: skip
WALKER = {"links": LINKS, "feet": FEET}

ENTRIES: dict[str, Fields] = {
    "chassis": component(
        "chassis",
        {"Tricycle": {
            "mounts": {"front_wheel": "n_nose", "rear_left_wheel": "n_left", "rear_right_wheel": "n_right"},
            "port_roles": {"front_wheel": "steered_drive"},
        }},
        visual=VISUAL, collision=BOX, inertial=INERTIAL,
        connectors={
            "n_nose": {"pos": [1, 0, 0], "dir": [0, 1, 0], "steering": {"axis": [0, 0, 1], "max_angle_rad": 0.6}},
            "n_left": {"pos": [0, 1, 0], "dir": [0, 1, 0], "joint": {"type": "continuous", "axis": [0, 1, 0]}},
            "n_right": {"pos": [0, -1, 0], "dir": [0, -1, 0]},
            "n_engine": {"pos": [0, 0, 0], "dir": [1, 0, 0], "up": [0, 0, 1]},
        },
        drivelines=[{"motor": "n_engine", "drives": ["rear_left_wheel", "rear_right_wheel"], "reduction": 4}],
        contacts=[{"xyz": [-1, 0, 0], "radius": 0.02, "note": "a skid"}],
    ),
    "gait": component("chassis", {"Legged": {}}, **WALKER, controller={"gait": GAIT}),
    "policy": component("chassis", {"Legged": {}}, **WALKER, controller={"policy": POLICY}),
    "wheel": component("wheel", {"Standard": {}}, inertial=INERTIAL, wheel={"radius": 0.05, "width": 0.02}),
    "track": component(
        "track", {"Track": {}}, inertial=INERTIAL,
        track={"run_start": [-1, 0, 0], "run_end": [1, 0, 0], "width": 0.04, "travel_per_turn": 0.25},
    ),
    "motor": component("motor", {"Motor": {}}, motor={"stall_torque": 1.5, "no_load_speed": 20}),
    "leg": component("leg", {"Leg": {}}, **WALKER),
    "Lidar": sensor("Lidar", samples=720, horizontal_fov_rad=6.2, **REACH),
    "Lidar3D": sensor("Lidar3D", samples=720, horizontal_fov_rad=6.2, rings=16, vertical_fov_rad=0.5, **REACH),
    "Camera": sensor("Camera", **PICTURE),
    "DepthCamera": sensor("DepthCamera", **PICTURE),
    "RGBD": sensor("RGBD", **PICTURE),
    "IMU": sensor("IMU", rate_hz=100, noise_stddev=0.01),
    "Bumper": sensor("Bumper", rate_hz=50),
    "Range": component("sensor", {"Range": {}}, collision=BOX, range=CONE),
    "Ultrasonic": component("sensor", {"Ultrasonic": {}}, collision=BOX, range=CONE),
    "attachment": component(
        "attachment", {"Attachment": {}}, hull={"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}
    ),
    "object": {
        "schema_version": 1, "id": "thing", "description": "A thing", "visual": VISUAL,
        "collision": [
            {"type": "box", "size": [1, 2, 3], "xyz": [0, 0, 1], "rpy": [0, 0, 1]},
            {"type": "sphere", "radius": 0.5}, {"type": "cylinder", "radius": 0.2, "height": 2},
        ],
        "provenance": {"license": "x"},
    },
    "environment": {
        "schema_version": 1, "id": "thing", "description": "A thing", "ground_plane": True,
        "entities": [
            {"type": "Obstacle", "name": "wall", "shape": {"type": "box", "size": [1, 2, 3]},
             "pose": [1, 2, 3, 0, 0, 0, 1]},
            {"type": "Marker", "name": "mark", "ref": "disc", "pose": [0, 0, 0, 0, 0, 0, 1], "is_static": True,
             "collision": False},
            {"type": "Obstacle", "name": "ball", "shape": {"type": "sphere", "radius": 1},
             "pose": [0, 0, 0, 0, 0, 0, 1]},
            {"type": "Obstacle", "name": "post", "shape": {"type": "cylinder", "radius": 1, "height": 1},
             "pose": [0, 0, 0, 0, 0, 0, 1]},
        ],
        "provenance": {"license": "x"},
    },
    "library": {"name": "mine", "parts": ["a", "b"], "objects": ["c"], "environments": ["d"], "walkers": ["e"]},
}  # fmt: skip


@dataclass(frozen=True)
class Read:
    """What came of a file: its record, or ``None``, and what was found."""

    record: object
    findings: tuple[Diagnostic, ...]

    @property
    def told(self) -> list[tuple[str, str, str]]:
        """Each finding as its code, the text that it points at, and its message."""
        return [(d.code.name, d.primary.span.text if d.primary else "", d.message) for d in self.findings]


def read(name: str, text: str | bytes, folder: Path) -> Read:
    """The text as the file of the entry ``name``, in a folder that holds the meshes and weights that files name."""
    for asset in ("thing.glb", "other.glb", "thing.onnx", "other.onnx"):
        if not (folder / asset).exists():
            (folder / asset).write_bytes(b"asset")
    file = f"{name}.yaml" if name in ("object", "environment", "library") else "component.yaml"
    source = Source(file, text if isinstance(text, bytes) else text.encode())
    findings = Findings()
    record: object
    if name == "library":
        record = read_manifest(source, findings)
        record = None if len(findings) else record
    else:
        reader = {"object": read_object, "environment": read_environment}.get(name, read_component)
        record = reader(source, "thing", "some", folder, findings)
    return Read(record, findings.flush(Diagnostics()))


def written(value: object) -> str:
    """As the files of these tests write it: YAML that is JSON."""
    return json.dumps(value)


def places(value: object, at: Path_ = ()) -> Iterator[tuple[Path_, object]]:
    """Every value inside ``value`` with the way to it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*at, key), each
        yield from places(each, (*at, key))


def dotted(at: Path_) -> str:
    """``drivelines[0].motor``, as messages write it."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in at).removeprefix(".")


def field_of(at: Path_) -> str:
    """``drivelines[].motor`` and ``connectors.*.pos``: the path without what a file chooses itself."""
    path = re.sub(r"\[\d+\]", "[]", dotted(at))
    path = re.sub(r"\bn_\w+", "*", path)
    return re.sub(r"^profiles\.\w+", "profiles.*", path)


def changed(entry: Fields, at: Path_, new: object) -> Fields:
    """The entry with another value at a place; without a ``new`` one (``...``) it is left out."""
    whole = json.loads(json.dumps(entry))
    inner: Any = whole
    for key in at[:-1]:
        inner = inner[key]
    if new is ...:
        del inner[at[-1]]
    else:
        inner[at[-1]] = new
    return whole
