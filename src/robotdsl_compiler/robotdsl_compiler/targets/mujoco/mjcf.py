"""A typed builder of MJCF elements: every tag and attribute that the scene uses is declared here with what it takes.

``mjcf("geom", name="floor", type="plane", size=(0.0, 0.0, 1.0))`` checks and formats; ``None`` leaves an attribute
out. A name that is not declared or a value of the wrong kind is a bug of the caller and raises ``ValueError``.
"""

from __future__ import annotations

from collections.abc import Iterable

from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.schema import Schema, Value, choice, element, flag, indices, name, real, vector, whole

__all__ = ["Value", "mjcf"]

_V3, _V4 = vector(3), vector(4)
_PLACE = {"pos": _V3, "quat": _V4}

# tag -> attribute -> what it takes (MuJoCo 3.17, XML reference), in the order in which they are written.
_SCHEMA: Schema = {
    "mujoco": {"model": name},
    "compiler": {
        "angle": choice("radian"),
        "autolimits": flag,
        "inertiafromgeom": flag,
        "boundmass": real,
        "boundinertia": real,
    },
    "option": {"timestep": real, "integrator": choice("implicitfast"), "gravity": _V3},
    "statistic": {"center": _V3, "extent": real},
    "visual": {},
    "headlight": {"ambient": _V3, "diffuse": _V3, "specular": _V3},
    "quality": {"shadowsize": whole},
    "map": {"znear": real, "shadowclip": real},
    "asset": {},
    "texture": {
        "name": name,
        "type": choice("skybox"),
        "builtin": choice("flat"),
        "rgb1": _V3,
        "width": whole,
        "height": whole,
    },
    "mesh": {
        "name": name,
        "file": name,
        "inertia": choice("convex", "shell"),
        "vertex": vector(12, 3_000_000),
        "face": indices,
    },
    "worldbody": {},
    "light": {
        "name": name,
        "type": choice("directional"),
        "castshadow": flag,
        **_PLACE,
        "dir": _V3,
        "diffuse": _V3,
        "ambient": _V3,
        "specular": _V3,
    },
    "body": {"name": name, **_PLACE},
    "freejoint": {"name": name},
    "joint": {
        "name": name,
        "type": choice("hinge"),
        **_PLACE,
        "axis": _V3,
        "range": vector(2),
        "damping": real,
        "armature": real,
        "frictionloss": real,
        "actuatorfrcrange": vector(2),
    },
    "inertial": {**_PLACE, "mass": real, "diaginertia": _V3, "fullinertia": vector(6)},
    "geom": {
        "name": name,
        "type": choice("plane", "box", "sphere", "cylinder", "capsule", "mesh"),
        "mesh": name,
        **_PLACE,
        "size": vector(1, 3),
        "group": whole,
        "contype": whole,
        "conaffinity": whole,
        "priority": whole,
        "condim": whole,
        "friction": _V3,
        "solref": vector(2),
        "rgba": _V4,
    },
    "actuator": {},
    "velocity": {"name": name, "joint": name, "kv": real, "ctrlrange": vector(2), "forcerange": vector(2)},
    "position": {
        "name": name,
        "joint": name,
        "kp": real,
        "kv": real,
        "ctrlrange": vector(2),
        "forcerange": vector(2),
    },
    "contact": {},
    "pair": {"geom1": name, "geom2": name, "condim": whole, "friction": vector(5)},
    "keyframe": {},
    "key": {"name": name, "qpos": vector(7, 100_000), "ctrl": vector(1, 100_000)},
}


def mjcf(tag: str, children: Iterable[Element] = (), /, **attributes: Value) -> Element:
    """An element of MJCF. Attributes are written in the order of the table above."""
    return element(_SCHEMA, tag, children, attributes)
