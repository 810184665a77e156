"""A shape as MuJoCo takes it: its type, and its sizes halved."""

from __future__ import annotations

from robotdsl_compiler.model.part import Capsule
from robotdsl_compiler.model.shapes import Box, Cylinder, Sphere
from robotdsl_compiler.targets.mujoco.mjcf import Value


def geom_shape(of: Box | Sphere | Cylinder | Capsule) -> dict[str, Value]:
    match of:
        case Box(size=(x, y, z)):
            return {"type": "box", "size": (x / 2.0, y / 2.0, z / 2.0)}
        case Sphere(radius=radius):
            return {"type": "sphere", "size": (radius,)}
        case Cylinder(radius=radius, height=height):
            return {"type": "cylinder", "size": (radius, height / 2.0)}
        case Capsule(radius=radius, length=length):
            return {"type": "capsule", "size": (radius, length / 2.0)}
