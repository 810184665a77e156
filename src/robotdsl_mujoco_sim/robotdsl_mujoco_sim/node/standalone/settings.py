"""What the node is told about the robots that it simulates, by parameters or by a request. Free of ROS."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.compose import Composed, Robot, Surroundings, compose
from robotdsl_mujoco_sim.model.load import Options
from robotdsl_mujoco_sim.model.xacro import of_text, read_any

TEXT, PATH, ROBOTS = "robot_description", "description.path", "robots"
# Parameters with their defaults; ``_KINDS`` says what each may be. The first are those of a robot, which stand below
# ``robots.<name>.`` for each that there is beside the first.
OF_A_ROBOT: Mapping[str, Any] = {
    TEXT: "",
    PATH: "",
    "description.xacro_arguments": (),
    "description.generate_actuators": False,
    "description.attach_prefix": "",
    "description.floating": False,
    "description.position": (0.0, 0.0, 0.0),
    "srdf.path": "",
}
SETTINGS: Mapping[str, Any] = {**OF_A_ROBOT, "world.path": "", "floor": True, "timestep": 0.0}


# What a step may last, s: the steps between two messages are counted, and each is waited for.
LEAST_STEP_S, LONGEST_STEP_S = 1e-6, 1.0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_position(value: Any) -> bool:
    return _is_list(value) and len(value) == 3 and all(map(_is_number, value))


def _is_step(value: Any) -> bool:
    return _is_number(value) and value >= 0.0


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
    "world.path": (_is_text, "a text"),
    "timestep": (_is_step, "a number above 0, or 0 for the world's own"),
}


def changed(settings: Mapping[str, Any], request: Mapping[str, Any]) -> dict[str, Any]:
    """``settings`` with those of ``request`` instead; a description that the request brings replaces the other one of
    its robot, however that was given. Raises ``DescriptionError`` for a name that is no setting.
    """
    unknown = sorted(name for name in request if not is_setting(name))
    if unknown:
        raise DescriptionError(
            f"nothing is called {', '.join(unknown)}; there are {', '.join(SETTINGS)}, and those of a robot below "
            f"{ROBOTS}.<name>."
        )
    brought: dict[str, Any] = {}
    for name in request:
        where, setting = _split(name)
        if setting in (TEXT, PATH) and request[name]:
            brought |= {where + TEXT: "", where + PATH: ""}
    return {**settings, **brought, **request}


def misspelt(name: str) -> str | None:
    """What is wrong with the name of a parameter in one of the groups that settings make; ``None`` for all others."""
    groups = {each.partition(".")[0] for each in SETTINGS if "." in each}
    if is_setting(name) or name.partition(".")[0] not in groups:
        return None
    near = get_close_matches(name, SETTINGS, 1)
    return f"there is no parameter {name}: " + (
        f"did you mean {near[0]}?" if near else f"there are {', '.join(SETTINGS)}"
    )


def is_setting(name: str) -> bool:
    where, setting = _split(name)
    return setting in OF_A_ROBOT or (not where and setting in SETTINGS)


def _split(name: str) -> tuple[str, str]:
    """``robots.second.description.path`` as ``("robots.second.", "description.path")``."""
    group, _, rest = name.partition(".")
    instance, dot, setting = rest.partition(".")
    return (f"{group}.{instance}.", setting) if group == ROBOTS and instance and dot else ("", name)


def build(settings: Mapping[str, Any]) -> Composed:
    """The model that ``settings`` (one value for each of ``SETTINGS``, and those of further robots) ask for. Raises
    ``DescriptionError``.
    """
    for name in settings:
        if not is_setting(name):
            raise DescriptionError(f"{name} is no parameter: a robot's are {', '.join(OF_A_ROBOT)}")
        fits, what = _KINDS[_split(name)[1]]
        if not fits(settings[name]):
            raise DescriptionError(f"{name} is {what}, and not {settings[name]!r}")
    places = dict.fromkeys(_split(name)[0] for name in sorted(settings))
    robots = [robot for where in places if (robot := _robot(settings, where)) is not None]
    world = settings["world.path"]
    if not robots and not world:
        raise DescriptionError(f"a description comes by {PATH} or by {TEXT}, and neither is given")
    timestep = float(settings["timestep"])
    composed = compose(robots, Surroundings(Path(world) if world else None, settings["floor"], timestep or None))
    if not LEAST_STEP_S <= (step := float(composed.model.opt.timestep)) <= LONGEST_STEP_S:
        raise DescriptionError(
            f"a timestep of {step:g} s cannot be simulated: it is from {LEAST_STEP_S:g} to {LONGEST_STEP_S:g} s"
        )
    return composed


def _robot(settings: Mapping[str, Any], where: str) -> Robot | None:
    """The robot whose settings begin with ``where``; ``None`` where it has no description."""
    own = {name: settings.get(where + name, default) for name, default in OF_A_ROBOT.items()}
    text, path = own[TEXT], own[PATH]
    if not text and not path:
        return None
    if text and path:
        raise DescriptionError(f"a description comes by {where}{PATH} or by {where}{TEXT}, and both is given")
    if text:
        description = of_text(text, where + TEXT)
    else:
        description = read_any(Path(path), dict(each.split(":=", 1) for each in own["description.xacro_arguments"]))
    srdf = _read(own["srdf.path"]) if own["srdf.path"] else None
    options = Options(srdf, own["description.generate_actuators"], own["description.attach_prefix"])
    x, y, z = (float(each) for each in own["description.position"])
    return Robot(description, options, (x, y, z), own["description.floating"])


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise DescriptionError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise DescriptionError(f"{path} is not UTF-8: {error}") from None
