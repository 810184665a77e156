"""What the node is told about the description that it simulates, by parameters or by a request. Free of ROS."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mujoco

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.description import Description
from robotdsl_mujoco_sim.model.load import Loaded, Options, load_description
from robotdsl_mujoco_sim.model.neighbours import part_fixed_neighbours
from robotdsl_mujoco_sim.model.xacro import of_text, read_any

ROOT_JOINT = "root"
TEXT, PATH = "robot_description", "description.path"
# Of the node's own pace, numbers with their defaults: simulated seconds per second, Hz of simulated time, and s.
NUMBERS: Mapping[str, float] = {
    "real_time_factor": 1.0,
    "clock_rate": 200.0,
    "joint_state_rate": 100.0,
    "step_period": 0.02,
}
# The floor of a world that is nothing else: a square, 2 x 20 m wide.
_FLOOR, _FLOOR_HALF = "floor", 20.0
# Parameters with their defaults; ``_KINDS`` says what each may be.
SETTINGS: Mapping[str, Any] = {
    TEXT: "",
    PATH: "",
    "description.xacro_arguments": (),
    "description.generate_actuators": False,
    "description.attach_prefix": "",
    "description.floating": False,
    "description.position": (0.0, 0.0, 0.0),
    "srdf.path": "",
    "floor": True,
    "timestep": 0.001,
}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_position(value: Any) -> bool:
    return _is_list(value) and len(value) == 3 and all(map(_is_number, value))


def _is_step(value: Any) -> bool:
    return _is_number(value) and value > 0.0


def _is_arguments(value: Any) -> bool:
    return _is_list(value) and all(isinstance(each, str) and ":=" in each for each in value)


def _is_list(value: Any) -> bool:
    return not isinstance(value, str | bytes) and hasattr(value, "__len__")


_KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    TEXT: (_is_text, "a text"),
    PATH: (_is_text, "a text"),
    "description.xacro_arguments": (_is_arguments, "a list of texts name:=value"),
    "description.generate_actuators": (_is_flag, "true or false"),
    "description.attach_prefix": (_is_text, "a text"),
    "description.floating": (_is_flag, "true or false"),
    "description.position": (_is_position, "three numbers"),
    "srdf.path": (_is_text, "a text"),
    "floor": (_is_flag, "true or false"),
    "timestep": (_is_step, "a number above 0"),
}


@dataclass(frozen=True, eq=False)
class Built:
    """``spec`` compiled as ``model``; ``root`` is the robot's root body."""

    spec: mujoco.MjSpec
    model: mujoco.MjModel
    root: str
    name: str
    notes: tuple[str, ...]


def changed(settings: Mapping[str, Any], request: Mapping[str, Any]) -> dict[str, Any]:
    """``settings`` with those of ``request`` instead; a description that the request brings replaces the other one,
    however that was given. Raises ``DescriptionError`` for a name that is no setting.
    """
    unknown = sorted(set(request) - set(SETTINGS))
    if unknown:
        raise DescriptionError(f"nothing is called {', '.join(unknown)}; there are {', '.join(SETTINGS)}")
    brought = {TEXT: "", PATH: ""} if request.get(TEXT) or request.get(PATH) else {}
    return {**settings, **brought, **request}


def build(settings: Mapping[str, Any]) -> Built:
    """The model that ``settings`` (one value for each of ``SETTINGS``) ask for. Raises ``DescriptionError``."""
    for name, (fits, what) in _KINDS.items():
        if not fits(settings[name]):
            raise DescriptionError(f"{name} is {what}, and not {settings[name]!r}")
    description = _description(settings)
    srdf = _read(settings["srdf.path"]) if settings["srdf.path"] else None
    prefix = settings["description.attach_prefix"]
    loaded = load_description(description, Options(srdf, settings["description.generate_actuators"], prefix))
    spec = loaded.spec
    _put_root(loaded, settings, prefix)
    spec.option.timestep = float(settings["timestep"])
    spec.worldbody.add_light(pos=[0.0, 0.0, 10.0], dir=[0.0, 0.0, -1.0], type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL)
    if settings["floor"]:
        size = [_FLOOR_HALF, _FLOOR_HALF, 1.0]
        spec.worldbody.add_geom(name=_FLOOR, type=mujoco.mjtGeom.mjGEOM_PLANE, size=size, rgba=[0.6, 0.6, 0.6, 1.0])
    return Built(spec, loaded.model(), loaded.root, description.name, loaded.notes)


def _description(settings: Mapping[str, Any]) -> Description:
    text, path = settings[TEXT], settings[PATH]
    if bool(text) == bool(path):
        which = "both" if text else "neither"
        raise DescriptionError(f"a description comes by {PATH} or by {TEXT}, and {which} is given")
    if text:
        return of_text(text, TEXT)
    arguments = dict(each.split(":=", 1) for each in settings["description.xacro_arguments"])
    return read_any(Path(path), arguments)


def _put_root(loaded: Loaded, settings: Mapping[str, Any], prefix: str) -> None:
    """Where the robot is, and whether it may leave it."""
    floating, position = settings["description.floating"], [float(each) for each in settings["description.position"]]
    root = loaded.spec.body(loaded.root)
    if root is None or loaded.root == "world":
        if floating or any(position):
            raise DescriptionError(f"{loaded.name}: the root link {loaded.root!r} is the world itself, and stays there")
        return
    root.pos = position
    if floating:
        root.add_freejoint(name=prefix + ROOT_JOINT)
    elif not root.joints:
        part_fixed_neighbours(loaded.spec, loaded.root)


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise DescriptionError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise DescriptionError(f"{path} is not UTF-8: {error}") from None
