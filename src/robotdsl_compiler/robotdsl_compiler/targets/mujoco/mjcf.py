"""A typed builder of MJCF elements: every tag and attribute that the scene uses is declared here with what it takes.

``mjcf("geom", name="floor", type="plane", size=(0.0, 0.0, 1.0))`` checks and formats; ``None`` leaves an attribute
out. A name that is not declared or a value of the wrong kind is a bug of the caller and raises ``ValueError``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.targets.markup import Element

Value = str | float | int | bool | Sequence[float] | None
Kind = Callable[[object], str]


def _name(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"not a name: {value!r}")
    return value


def _number(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"not a finite number: {value!r}")
    return number(value)


def _flag(value: object) -> str:
    if not isinstance(value, bool):
        raise ValueError(f"not true or false: {value!r}")
    return "true" if value else "false"


def _whole(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"not a whole number: {value!r}")
    return str(value)


def _vector(least: int, most: int | None = None) -> Kind:
    most = least if most is None else most

    def check(value: object) -> str:
        if not isinstance(value, (tuple, list)) or not least <= len(value) <= most:
            raise ValueError(f"not a vector of {least} to {most} numbers: {value!r}")
        return " ".join(_number(v) for v in value)

    return check


def _indices(value: object) -> str:
    if not isinstance(value, (tuple, list)) or not value:
        raise ValueError(f"not a list of whole numbers: {value!r}")
    return " ".join(_whole(v) for v in value)


def _choice(*choices: str) -> Kind:
    def check(value: object) -> str:
        if value not in choices:
            raise ValueError(f"{value!r} is not one of {', '.join(choices)}")
        return str(value)

    return check


_V3, _V4 = _vector(3), _vector(4)
_PLACE = {"pos": _V3, "quat": _V4}

# tag -> attribute -> what it takes (MuJoCo 3.17, XML reference), in the order in which they are written.
_SCHEMA: dict[str, dict[str, Kind]] = {
    "mujoco": {"model": _name},
    "compiler": {
        "angle": _choice("radian"),
        "autolimits": _flag,
        "inertiafromgeom": _flag,
        "boundmass": _number,
        "boundinertia": _number,
    },
    "option": {"timestep": _number, "integrator": _choice("implicitfast"), "gravity": _V3},
    "statistic": {"center": _V3, "extent": _number},
    "visual": {},
    "headlight": {"ambient": _V3, "diffuse": _V3, "specular": _V3},
    "quality": {"shadowsize": _whole},
    "map": {"znear": _number, "shadowclip": _number},
    "asset": {},
    "texture": {
        "name": _name,
        "type": _choice("skybox"),
        "builtin": _choice("flat"),
        "rgb1": _V3,
        "width": _whole,
        "height": _whole,
    },
    "mesh": {
        "name": _name,
        "file": _name,
        "inertia": _choice("convex", "shell"),
        "vertex": _vector(12, 3_000_000),
        "face": _indices,
    },
    "worldbody": {},
    "light": {
        "name": _name,
        "type": _choice("directional"),
        "castshadow": _flag,
        **_PLACE,
        "dir": _V3,
        "diffuse": _V3,
        "ambient": _V3,
        "specular": _V3,
    },
    "body": {"name": _name, **_PLACE},
    "freejoint": {"name": _name},
    "joint": {
        "name": _name,
        "type": _choice("hinge"),
        **_PLACE,
        "axis": _V3,
        "range": _vector(2),
        "damping": _number,
        "armature": _number,
        "frictionloss": _number,
        "actuatorfrcrange": _vector(2),
    },
    "inertial": {**_PLACE, "mass": _number, "diaginertia": _V3, "fullinertia": _vector(6)},
    "geom": {
        "name": _name,
        "type": _choice("plane", "box", "sphere", "cylinder", "capsule", "mesh"),
        "mesh": _name,
        **_PLACE,
        "size": _vector(1, 3),
        "group": _whole,
        "contype": _whole,
        "conaffinity": _whole,
        "priority": _whole,
        "condim": _whole,
        "friction": _V3,
        "solref": _vector(2),
        "rgba": _V4,
    },
    "actuator": {},
    "velocity": {"name": _name, "joint": _name, "kv": _number, "ctrlrange": _vector(2), "forcerange": _vector(2)},
    "position": {
        "name": _name,
        "joint": _name,
        "kp": _number,
        "kv": _number,
        "ctrlrange": _vector(2),
        "forcerange": _vector(2),
    },
    "contact": {},
    "pair": {"geom1": _name, "geom2": _name, "condim": _whole, "friction": _vector(5)},
    "keyframe": {},
    "key": {"name": _name, "qpos": _vector(7, 100_000), "ctrl": _vector(1, 100_000)},
}


def mjcf(tag: str, children: Iterable[Element] = (), /, **attributes: Value) -> Element:
    """An element of MJCF. Attributes are written in the order of the table above."""
    declared = _SCHEMA.get(tag)
    if declared is None:
        raise ValueError(f"<{tag}> is not declared")
    unknown = attributes.keys() - declared.keys()
    if unknown:
        raise ValueError(f"<{tag}> has no attribute {', '.join(sorted(unknown))}")
    written = []
    for name, kind in declared.items():
        value = attributes.get(name)
        if value is None:
            continue
        try:
            written.append((name, kind(value)))
        except ValueError as error:
            raise ValueError(f"<{tag} {name}>: {error}") from error
    return Element(tag, tuple(written), tuple(children))
