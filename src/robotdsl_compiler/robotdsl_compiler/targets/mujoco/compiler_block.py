"""What the robot description says to MuJoCo's own URDF reader, which other readers pass over."""

from __future__ import annotations

from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MASS, LEAST_MOMENT
from robotdsl_compiler.targets.schema import Schema, element, flag, real

_SCHEMA: Schema = {
    "mujoco": {},
    "compiler": {
        "strippath": flag,
        "discardvisual": flag,
        "fusestatic": flag,
        "inertiafromgeom": flag,
        "boundmass": real,
        "boundinertia": real,
    },
}


def compiler_block() -> Element:
    """A body for each link, its mass the one that the description states and nothing worked out from its shapes; of
    its meshes those that collide, named by their files alone.
    """
    compiler = element(
        _SCHEMA,
        "compiler",
        (),
        {
            "strippath": True,
            "discardvisual": True,
            "fusestatic": False,
            "inertiafromgeom": False,
            "boundmass": LEAST_MASS,
            "boundinertia": LEAST_MOMENT,
        },
    )
    return element(_SCHEMA, "mujoco", (compiler,), {})
