"""How bodies weigh: the ``inertial`` elements.

A body that states none gets one here. Left to itself, MuJoCo puts the mass that it gives such a body (``boundmass``)
not at the body's own frame but at the body's offset from its parent, applied once more: a robot that starts 10 m from
the world's origin would drag a gram 10 m beside it. The same frame carries the body's bounding volumes, where MuJoCo's
ray casting (3.11 to 3.17) then misses a turned entity altogether.
"""

from __future__ import annotations

from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.part import Inertial
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MASS, LEAST_MOMENT, exact_inertia
from robotdsl_compiler.targets.mujoco.mjcf import mjcf
from robotdsl_compiler.targets.mujoco.place import exact_place, vector
from robotdsl_compiler.targets.tensor import settled
from robotdsl_compiler.targets.values import clean


def ball_inertial(mass: float, moment: float) -> Element:
    """``mass`` at the body's own frame, with the same ``moment`` about every axis."""
    return mjcf("inertial", pos=(0.0, 0.0, 0.0), mass=mass, diaginertia=(moment, moment, moment))


def least_inertial() -> Element:
    """MuJoCo's least mass at the body's own frame."""
    return ball_inertial(LEAST_MASS, LEAST_MOMENT)


def part_inertial(inertial: Inertial | None, without: float = 0.0) -> Element:
    """What a part states, its mass less the kilograms that are ``without`` it. The tensor is MuJoCo's to decompose, as
    it is where MuJoCo reads the same part from a robot description.
    """
    if inertial is None:
        return least_inertial()
    mass = clean(inertial.mass - without) if without else inertial.mass
    return mjcf("inertial", pos=vector(inertial.origin), mass=mass, fullinertia=settled(inertial.inertia))


def exact_inertial(inertial: Inertial) -> Element:
    """What a link states, number by number, raised to MuJoCo's bounds."""
    principal = exact_inertia(inertial.inertia)
    where = exact_place(Pose(inertial.origin, principal.orientation))
    where["pos"] = inertial.origin
    return mjcf("inertial", mass=max(inertial.mass, LEAST_MASS), diaginertia=principal.moments, **where)
