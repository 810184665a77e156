"""Drive documents of every kind, as the ``mjcf`` target writes them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

Document = dict[str, Any]


def turned(name: str, radius: float, max_speed: float | None, **more: Any) -> Document:
    joint = f"{name}_joint"
    return {
        "component": name, "joint": joint, "actuator": f"{joint}_actuator", "radius": radius,
        "max_speed": max_speed, "max_torque": None, **more,
    }  # fmt: skip


def pin(name: str, x: float, y: float, limit: float, sign: float = 1.0) -> Document:
    joint = f"{name}_steer_joint"
    return {
        "component": name, "joint": joint, "actuator": f"{joint}_actuator", "x": x, "y": y, "limit": limit,
        "sign": sign,
    }  # fmt: skip


def differential(half: float = 0.13, radius: float = 0.05, max_speed: float | None = None) -> Document:
    wheels = [turned(name, radius, max_speed, y=y) for name, y in (("left", half), ("right", -half))]
    return {"kinematics": "differential", "separation": 2 * half, "radius": radius, "wheels": wheels}


def car(
    base: float = 0.3,
    half: float = 0.1,
    radius: float = 0.05,
    limit: float = 0.5,
    max_speed: float | None = None,
    offset: float = 0.02,
    axle_x: float = -0.05,
    four: bool = True,
    signs: tuple[float, float] = (1.0, 1.0),
) -> Document:
    """A car on four wheels whose rear or all wheels are driven; its front wheels stand ``offset`` outside their
    kingpins.
    """
    front = axle_x + base
    rear = half + offset
    wheels = [turned(f"rear_{s}", radius, max_speed, x=axle_x, y=y, offset=0.0) for s, y in (("l", rear), ("r", -rear))]
    if four:
        wheels += [
            turned(f"front_{s}", radius, max_speed, x=front, y=y, offset=out)
            for s, y, out in (("l", half, offset), ("r", -half, -offset))
        ]
    pins = [pin(f"front_{s}", front, y, limit, sign) for s, y, sign in zip("lr", (half, -half), signs, strict=True)]
    return {
        "kinematics": "steering", "axle_x": axle_x, "min_turning_radius": base / math.tan(limit) + half,
        "wheels": wheels, "kingpins": pins,
    }  # fmt: skip


def tricycle(
    base: float = 0.3, radius: float = 0.05, limit: float = 1.0, max_speed: float | None = None, offset: float = 0.0
) -> Document:
    """Its one driven wheel steers; with a limit of a quarter turn or more it turns in place."""
    least = base / math.tan(limit) if limit < math.pi / 2 else 0.0
    return {
        "kinematics": "steering", "axle_x": 0.0, "min_turning_radius": least,
        "wheels": [turned("front", radius, max_speed, x=base, y=0.0, offset=offset)],
        "kingpins": [pin("front", base, 0.0, limit)],
    }  # fmt: skip


def mecanum(arm: float = 0.25, radius: float = 0.05, max_speed: float | None = None) -> Document:
    signs = {"front_left": (-1, -1), "front_right": (1, 1), "rear_left": (1, -1), "rear_right": (-1, 1)}
    wheels = [
        turned(name, radius, max_speed, row=[1 / radius, aside / radius, turn * arm / radius])
        for name, (aside, turn) in signs.items()
    ]
    return {"kinematics": "holonomic", "wheels": wheels}


def omni(count: int = 3, reach: float = 0.2, radius: float = 0.04, max_speed: float | None = None) -> Document:
    """Wheels evenly on a circle, each rolling along its tangent."""
    wheels = []
    for k in range(count):
        at = 2 * math.pi * k / count
        row = [-math.sin(at) / radius, math.cos(at) / radius, reach / radius]
        wheels.append(turned(f"wheel_{k}", radius, max_speed, row=row))
    return {"kinematics": "holonomic", "wheels": wheels}


def tracks(max_speed: float | None = None) -> Document:
    belts = [{"component": side, "body": side, "max_speed": max_speed} for side in ("left", "right")]
    return {"kinematics": "tracks", "separation": 0.3, "belts": belts}


STAND: Document = {"kinematics": "stand"}
EVERY: Mapping[str, Document] = {
    "differential": differential(), "rear car": car(four=False), "car": car(), "tricycle": tricycle(),
    "pivoting tricycle": tricycle(limit=2.0), "mecanum": mecanum(), "omni": omni(), "tracks": tracks(), "stand": STAND,
}  # fmt: skip
