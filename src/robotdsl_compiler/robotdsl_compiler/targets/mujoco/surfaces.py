"""What the robot's shapes meet, how they grip and how they are drawn."""

from __future__ import annotations

from dataclasses import dataclass

from robotdsl_compiler.model.part import Category
from robotdsl_compiler.targets.mujoco.lighting import UNSEEN
from robotdsl_compiler.targets.mujoco.mjcf import Value

GROUP = 1
_NOTHING: dict[str, Value] = {"group": GROUP, "contype": 0, "conaffinity": 0}
# The robot's shapes meet the world's (contype 1, conaffinity 2) and not each other. Of two geoms MuJoCo takes the
# friction of the one with the higher priority, else the larger friction: a caster would grip as the floor does.
_WORLD: dict[str, Value] = {"group": GROUP, "contype": 2, "conaffinity": 1, "priority": 1}
# Turning and rolling friction in metres, MuJoCo's own.
TURNING, ROLLING = 0.005, 0.0001
# Sliding, turning and rolling friction.
GRIP = (1.0, TURNING, ROLLING)
SLIDE = (0.01, TURNING, ROLLING)

Colour = tuple[float, float, float, float]
COLOURS: dict[Category, Colour] = {
    Category.CHASSIS: (0.24, 0.43, 0.66, 1.0),
    Category.WHEEL: (0.13, 0.13, 0.14, 1.0),
    Category.TRACK: (0.13, 0.13, 0.14, 1.0),
    Category.MOTOR: (0.45, 0.45, 0.48, 1.0),
    Category.LEG: (0.45, 0.45, 0.48, 1.0),
    Category.SENSOR: (0.93, 0.55, 0.13, 1.0),
    Category.ATTACHMENT: (0.62, 0.65, 0.68, 1.0),
}
# Of a wheel on rollers, the rollers: paler than the hub between them.
ROLLER_COLOUR: Colour = (0.33, 0.33, 0.35, 1.0)


@dataclass(frozen=True, slots=True)
class Manner:
    """How the robot's shapes are written. ``drawn``: in colours, wheels by their own width; else in MuJoCo's own grey
    and nothing beside what collides. ``on_feet``: a robot of which only the feet meet anything, by pairs of their own.
    """

    drawn: bool
    on_feet: bool

    @property
    def meets(self) -> dict[str, Value]:
        """The attributes of a shape that collides."""
        return _NOTHING if self.on_feet else _WORLD

    @property
    def slides(self) -> dict[str, Value]:
        """The attributes of a caster's or a ground contact's ball.

        In a world to drive in it has no friction. MuJoCo's contacts give way by the square of their friction, and rise
        as they slide: with a little of it, casters carried all of a base on two wheels and four casters, and its wheels
        slipped. The robot alone is written as the output contract states it.
        """
        return {"condim": 1} if self.drawn else {"friction": SLIDE}

    @property
    def shown_only(self) -> dict[str, Value]:
        return _NOTHING

    def colour(self, colour: Colour) -> Colour | None:
        return colour if self.drawn else None

    @property
    def unseen(self) -> Colour | None:
        """The colour of a shape that another one is drawn in the place of."""
        return UNSEEN if self.drawn else None
