"""The inertial of a body that states none.

Left to itself, MuJoCo puts the mass that it gives such a body (``boundmass``) not at the body's own frame but at the
body's offset from its parent, applied once more: a robot that starts 10 m from the world's origin would drag a gram
10 m beside it. The same frame carries the body's bounding volumes, where MuJoCo's ray casting (3.11 to 3.17) then
misses a turned entity altogether.
"""

from __future__ import annotations

from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MASS, LEAST_MOMENT
from robotdsl_compiler.targets.mujoco.mjcf import mjcf


def least_inertial() -> Element:
    """MuJoCo's least mass at the body's own frame."""
    return mjcf(
        "inertial", pos=(0.0, 0.0, 0.0), mass=LEAST_MASS, diaginertia=(LEAST_MOMENT, LEAST_MOMENT, LEAST_MOMENT)
    )
