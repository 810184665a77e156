"""Small robots of every kind of base, to build programs of: extra parts, and the body of a robot made of them."""

from __future__ import annotations

import math
from typing import Any

Fields = dict[str, Any]
CORNERS: Fields = {
    f"{end}_{side}_wheel": {"pos": [x, y, 0], "dir": [0, math.copysign(1, y), 0], "up": [0, 0, 1]}
    for end, x in (("front", 0.15), ("rear", -0.15))
    for side, y in (("left", 0.1), ("right", -0.1))
}
BELT: Fields = {"run_start": [-0.1, 0, -0.04], "run_end": [0.1, 0, -0.04], "width": 0.03, "travel_per_turn": 0.25}


def inertial(mass: float, moments: tuple[float, float, float] = (0.01, 0.01, 0.01), **fields: Any) -> Fields:
    xx, yy, zz = moments
    return {
        "mass": mass, "origin_xyz": [0, 0, 0], "source": "measured",
        "inertia": {"ixx": xx, "iyy": yy, "izz": zz, "ixy": 0, "ixz": 0, "iyz": 0}, **fields,
    }  # fmt: skip


def _part(id: str, category: str, weight: Fields, **fields: Any) -> Fields:
    return {
        "schema_version": 1, "id": id, "category": category, "description": f"a {category}", "inertial": weight,
        **fields,
    }  # fmt: skip


def frame(type: str, mounts: Fields, **fields: Any) -> Fields:
    """A chassis of 6 kg for ``type`` whose mounts are called like its connectors."""
    return _part(
        "frame", "chassis", inertial(6.0, (0.03, 0.09, 0.1)),
        collision={"type": "box", "size": [0.4, 0.17, 0.05], "origin_xyz": [0, 0, 0]},
        connectors={**mounts, "top": {"pos": [0, 0, 0.04], "dir": [0, 0, 1]}},
        profiles={type: {"mounts": {name: name for name in mounts}}}, **fields,
    )  # fmt: skip


def roller(type: str, mass: float = 0.3, radius: float = 0.05, width: float = 0.04, **fields: Any) -> Fields:
    """A wheel for ``type``."""
    hub = {"pos": [0, -width / 2, 0], "dir": [0, -1, 0], "up": [0, 0, 1],
           "joint": {"type": "continuous", "axis": [0, 1, 0]}}  # fmt: skip
    return _part(
        "roller", "wheel", inertial(mass, (4e-4, 6e-4, 4e-4)), wheel={"radius": radius, "width": width},
        connectors={"hub": hub}, profiles={type: {}}, **fields,
    )  # fmt: skip


def wheels(type: str, mounts: Fields = CORNERS) -> str:
    return "".join(f'    {type} {mount}(ref = "roller", mount = "{mount}")\n' for mount in mounts)


Robot = tuple[list[Fields], str]


def mecanum(**wheel: Any) -> Robot:
    parts = [frame("Mecanum_four_wheel", CORNERS), roller("Mecanum", **wheel)]
    return parts, '    Mecanum_four_wheel base(ref = "frame")\n' + wheels("Mecanum")


def omni(**wheel: Any) -> Robot:
    """Wheels turned 45 degrees outward at the corners."""
    turned = {
        name: {**at, "dir": [math.copysign(0.5**0.5, at["pos"][0]), at["dir"][1] * 0.5**0.5, 0]}
        for name, at in CORNERS.items()
    }
    parts = [frame("Omni_drive", turned), roller("Omni_wheel", **wheel)]
    return parts, '    Omni_drive base(ref = "frame")\n' + wheels("Omni_wheel")


def car(axis: tuple[float, float, float] = (0.0, 0.0, 1.0), **steering: Any) -> Robot:
    pin = {"steering": {"axis": list(axis), "max_angle_rad": 0.5}}
    mounts = {name: {**at, **(pin if "front" in name else {})} for name, at in CORNERS.items()}
    return [frame("Ackermann", mounts), roller("Standard")], '    Ackermann base(ref = "frame")\n' + wheels("Standard")


def tricycle(motor: bool = False) -> Robot:
    """Its front wheel stands 20 mm beside its kingpin, or on a motor that hangs there."""
    pin = {"axis": [0, 0, 1], "max_angle_rad": 1.0}
    mounts = {
        "front_wheel": {"pos": [0.15, -0.02, 0], "dir": [0, 1, 0], "up": [0, 0, 1], "steering": pin},
        **{name: at for name, at in CORNERS.items() if "rear" in name},
    }
    core = '    Tricycle base(ref = "frame")\n'
    if not motor:
        return [frame("Tricycle", mounts), roller("Standard")], core + wheels("Standard", mounts)
    core += '    Motor drive(ref = "motor", mount = "front_wheel")\n'
    core += '    Standard front_wheel(ref = "roller", mount = "drive.shaft")\n'
    rear = {name: at for name, at in mounts.items() if "rear" in name}
    return [frame("Tricycle", mounts), roller("Standard")], core + wheels("Standard", rear)


def tracked(belt: Fields = BELT, aside: float = 0.0, **unit: Any) -> Robot:
    mounts = {
        f"{side}_track": {"pos": [0, y + aside, 0], "dir": [0, math.copysign(1, y), 0], "up": [0, 0, 1]}
        for side, y in (("left", 0.1), ("right", -0.1))
    }
    track = _part(
        "belt", "track", inertial(0.8, (0.002, 0.004, 0.004)), track=belt, profiles={"Track": {}},
        connectors={"flange": {"pos": [0, -0.015, 0], "dir": [0, -1, 0], "up": [0, 0, 1]}}, **unit,
    )  # fmt: skip
    core = '    Tracked base(ref = "frame")\n'
    core += "".join(f'    Track {mount}(ref = "belt", mount = "{mount}")\n' for mount in mounts)
    return [frame("Tracked", mounts), track], core


def servo(**fields: Any) -> Fields:
    stated = {"kp": 40.0, "effort": 9.0, "hold": 0.3, "damping": 0.7, "armature": 0.003, "frictionloss": 0.05}
    return {**stated, **fields}


def leg(**fields: Any) -> Fields:
    """A hip that swings ahead and back, a shin fixed below it, and a ball for a foot."""
    hip = {
        "parent": "base", "xyz": [0, 0, -0.05],
        "joint": {"type": "revolute", "axis": [0, 1, 0], "range": [-0.6, 0.6], "servo": servo(hold=0.1)},
        "inertial": inertial(0.1, (1e-4, 1e-4, 1e-4)),
        "shapes": [{"name": "rod", "type": "capsule", "radius": 0.01, "length": 0.06, "xyz": [0, 0, -0.04]}],
    }  # fmt: skip
    shin = {
        "parent": "hip", "xyz": [0, 0, -0.08], "joint": {"type": "fixed"},
        "inertial": inertial(0.05, (1e-4, 1e-4, 1e-4)),
        "shapes": [{"name": "toe", "type": "sphere", "radius": 0.02, "xyz": [0, 0, -0.05]}],
    }  # fmt: skip
    return _part(
        "limb", "leg", inertial(0.2, (1e-4, 1e-4, 1e-4)), links={"hip": hip, "shin": shin}, profiles={"Leg": {}},
        feet={"tip": {"link": "shin", "shape": "toe", "friction": 0.7}},
        connectors={"base": {"pos": [0, 0, 0], "dir": [0, 0, 1], "up": [1, 0, 0]}}, **fields,
    )  # fmt: skip


def legged(limb: Fields | None = None) -> Robot:
    hips = {name: {"pos": at["pos"], "dir": [0, 0, -1], "up": [1, 0, 0]} for name, at in CORNERS.items()}
    core = '    Legged base(ref = "frame")\n'
    core += "".join(f'    Leg {mount}(ref = "limb", mount = "{mount}")\n' for mount in hips)
    return [frame("Legged", hips), leg() if limb is None else limb], core


def arm(**joint: Any) -> Fields:
    """An attachment with two links: a boom on a servo and a claw that hangs free from it."""
    boom = {
        "parent": "base", "xyz": [0, 0, 0.1], "rpy": [0.1, 0.2, 0.3],
        "joint": {"type": "revolute", "axis": [0, 0.6, 0.8], "range": [-0.4, 1.1], "servo": servo(), **joint},
        "inertial": inertial(0.2, origin_xyz=[0.01, 0.02, 0.03]),
        "shapes": [
            {"name": "beam", "type": "box", "size": [0.02, 0.03, 0.1], "xyz": [0, 0, 0.05]},
            {"name": "tube", "type": "cylinder", "radius": 0.01, "height": 0.06, "rpy": [0, 0.3, 0]},
        ],
    }  # fmt: skip
    claw = {
        "parent": "boom", "xyz": [0, 0, 0.12],
        "joint": {"type": "revolute", "axis": [1, 0, 0], "range": [-0.2, 0.2]},
        "inertial": inertial(0.01, (1e-5, 1e-5, 1e-5)),
    }  # fmt: skip
    return _part(
        "arm", "attachment", inertial(0.2), links={"boom": boom, "claw": claw}, profiles={"Attachment": {}},
        collision={"type": "box", "size": [0.05, 0.05, 0.05], "origin_xyz": [0, 0, 0]},
        connectors={"base": {"pos": [0, 0, -0.025], "dir": [0, 0, -1]}},
    )  # fmt: skip


def hulled(place: float, size: float) -> Fields:
    """An attachment whose hull is the corner of a cube of ``size`` that lies ``place`` metres away."""
    corners = [(0, 0, 0), (size, 0, 0), (0, size, 0), (0, 0, size)]
    return _part(
        "chip", "attachment", inertial(0.1, (1e-4, 1e-4, 1e-4)), profiles={"Attachment": {}},
        hull={"vertices": [[x + place, y, z] for x, y, z in corners]},
        connectors={"base": {"pos": [0, 0, 0], "dir": [0, 0, -1]}},
    )  # fmt: skip
