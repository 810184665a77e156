"""The rollers of mecanum and omni wheels: how many, how long and how thick, and where each one sits.

A roller is a barrel: ``SPHERES`` balls along its axis, each of which reaches the wheel's radius from the axle, so that
the rollers keep to the wheel's radius but for the dips between the balls.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from robotdsl_compiler.model.facts import WheelFact
from robotdsl_compiler.model.geometry import Vec3, add, dot, quaternion_about, rotate, scale, sub, unit

SPHERES = 5
# The output contract's figures for a mecanum wheel: the share of its width that its rollers span, a roller's radius in
# its middle as a share of the wheel's or of that span, the least share of it at a roller's ends, how far the rollers
# overlap round the rim, and how many there may be.
SPAN, MIDDLE, LEAST_END, OVERLAP = 0.95, 0.25, 0.2, 0.1
LEAST_COUNT, MOST_COUNT = 12, 32
# An omni wheel's rollers may fill its width, and are drawn in no further than half of their middle radius at the ends.
_OMNI_LEAST_END = 0.5
# What a roller weighs and its moment about each axis: the least that the scene's compiler element lets through.
ROLLER_MASS, ROLLER_MOMENT = 0.001, 1e-6
# The time constant in seconds and the damping ratio of a roller's contact (MuJoCo's solref): the stiffest that steps of
# 1 ms resolve. At MuJoCo's own 0.02 s every ball sinks in as it takes the load over from the one before and gives none
# of that back, which costs a base a twentieth to a tenth of its speed.
CONTACT = (0.002, 1.0)
# Of a computed count, how far above a whole number it may be and still mean that number.
_HAIR = 1e-9

_TYPES = ("Mecanum", "Omni_wheel")


@dataclass(frozen=True, slots=True)
class Rollers:
    """``count`` rollers, their middles ``middle`` metres from the axle; ``balls`` are the places along a roller's axis
    (from its middle) and the radii of its spheres. ``lean`` is the angle of its axis to the wheel's. The first roller
    starts ``ahead`` radians round the axle from under the hub.
    """

    count: int
    middle: float
    balls: tuple[tuple[float, float], ...]
    lean: float
    ahead: float = 0.0

    @property
    def middle_radius(self) -> float:
        return self.balls[SPHERES // 2][1]

    @property
    def end_radius(self) -> float:
        return self.balls[0][1]

    @property
    def mass(self) -> float:
        """Of all of them together."""
        return self.count * ROLLER_MASS


@dataclass(frozen=True, slots=True)
class Unbuildable:
    """Why a wheel of this shape has no rollers: it is ``wide`` for them, or else narrow."""

    wide: bool


def has_rollers(wheel: WheelFact) -> bool:
    return wheel.component.type in _TYPES


def rollers(wheel: WheelFact) -> Rollers | Unbuildable:
    """The rollers of a wheel that has some."""
    return _SHAPES[wheel.component.type](wheel.radius, wheel.width)


def _mecanum(radius: float, width: float) -> Rollers | Unbuildable:
    """At 45 degrees to the axle. A roller's half span ``h`` along the axle ends with its end ball: at ``h - e`` from
    the middle with a radius of ``e``, which reaches the rim where ``(radius - e)² = (h - e)² + middle²``.
    """
    half = SPAN * width / 2.0
    thick = MIDDLE * min(radius, 2.0 * half)
    middle = radius - thick
    if half >= radius:
        return Unbuildable(wide=True)
    end = (radius**2 - half**2 - middle**2) / (2.0 * (radius - half))
    if end < LEAST_END * thick:
        return Unbuildable(wide=True)
    # The roller lies as far round the rim as along the axle.
    count = _count(2.0 * math.atan(half / middle))
    if count > MOST_COUNT:
        return Unbuildable(wide=False)
    return Rollers(count, middle, _balls(radius, middle, half - end, math.sqrt(2.0)), math.pi / 4.0)


def _omni(radius: float, width: float) -> Rollers | Unbuildable:
    """Along the rim, so that the wheel slides along its axle. Each reaches round the rim by its share and the overlap:
    the more of them, the nearer its end balls come to its middle one's radius.
    """
    thick = min(MIDDLE * radius, SPAN * width / 2.0)
    middle = radius - thick
    for count in range(LEAST_COUNT, MOST_COUNT + 1):
        reach = (1.0 + OVERLAP) * math.pi / count
        if radius - middle / math.cos(reach) >= _OMNI_LEAST_END * thick:
            end = middle * math.tan(reach)
            # Halfway to the next ball: a wheel that starts on the crest of one creeps down into the dip beside it.
            ahead = math.atan2(2.0 * end / (SPHERES - 1), middle) / 2.0
            return Rollers(count, middle, _balls(radius, middle, end, 1.0), math.pi / 2.0, ahead)
    return Unbuildable(wide=False)


_SHAPES = {"Mecanum": _mecanum, "Omni_wheel": _omni}


def _count(angle: float) -> int:
    """How many rollers that each span ``angle`` round the axle overlap by a tenth."""
    return max(LEAST_COUNT, math.ceil((1.0 + OVERLAP) * 2.0 * math.pi / angle - _HAIR))


def _balls(radius: float, middle: float, end: float, stretch: float) -> tuple[tuple[float, float], ...]:
    """The balls of a roller whose end balls lie ``end`` round the rim from its middle; a metre round the rim is
    ``stretch`` metres along its axis.
    """
    shares = [2.0 * i / (SPHERES - 1) - 1.0 for i in range(SPHERES)]
    return tuple((share * end * stretch, radius - math.hypot(share * end, middle)) for share in shares)


def roller_places(wheel: WheelFact, shape: Rollers) -> Iterator[tuple[Vec3, Vec3]]:
    """The middle of each roller and the unit direction of its axis, in ``base_footprint``: the one under the hub first,
    the others round the axle in the direction in which the wheel turns.
    """
    axle = unit(wheel.axle)
    down = (0.0, 0.0, -1.0)
    outward = unit(sub(down, scale(axle, dot(down, axle))))
    lying = _lying(wheel, shape.lean)
    for index in range(shape.count):
        turn = quaternion_about(axle, shape.ahead + 2.0 * math.pi * index / shape.count)
        yield add(wheel.center, scale(rotate(turn, outward), shape.middle)), rotate(turn, lying)


def _lying(wheel: WheelFact, lean: float) -> Vec3:
    """The axis of the roller under the hub: of the two that lean by as much, the nearer one to the mount's."""
    along, across = scale(unit(wheel.axle), math.cos(lean)), scale(wheel.rolling, math.sin(lean))
    lines = (unit(add(along, across)), unit(sub(along, across)))
    stated = wheel.roller_axis
    return lines[0] if stated is None else max(lines, key=lambda line: abs(dot(line, stated)))
