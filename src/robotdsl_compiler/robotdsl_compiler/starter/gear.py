"""The running gear of a chassis: which wheels, on motors or not, which casters, or which legs, the likeliest first.

Geometry leaves out what cannot be: a wheel that has no joint to turn on, a set of wheels that do not reach one plane.
What remains is put before the validation rules, which have the last word.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.part import Category, JointType, Part
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES
from robotdsl_compiler.starter.choice import Choice
from robotdsl_compiler.starter.sensors import is_free_named
from robotdsl_compiler.starter.shelf import Libraries, Place, component, kindred, mated, parts_for, places_of

# Metres: the rule `assembly.wheels_touch_one_plane` allows as much.
PLANE_TOLERANCE = 2e-3
# How far a connector has to look down to hold a caster: the z of its direction.
DOWNWARD = -0.7
# Beyond so many casters a starter is no simple robot any more.
MOST_CASTERS = 4
# How many sets of wheels, and how many of casters on one of them, are worth trying.
MOST_SETS = 64

Gear = tuple[Choice, ...]


def gears(libraries: Libraries, chassis: Part, type: str) -> Iterator[Gear]:
    """Running gear for ``chassis`` as a ``type``, the likeliest first: wheels of one part before mixed ones, wheels
    straight on their mounts before wheels on motors, few casters before many, and first the wheels whose id begins as
    the chassis' does.
    """
    places = places_of(chassis, type)
    mounts = COMPONENT_TYPES[type].mounts or {}
    wheel_places = [next((p for p in places if p.mount == mount), None) for mount in mounts]
    wheel_type = COMPONENT_TYPES[type].wheel_type
    known = [place for place in wheel_places if place is not None]
    if len(known) < len(mounts):
        return
    if wheel_type is None or not known:
        yield from _leg_sets(libraries, chassis, type)
        return
    free = [place for place in places if place.mount not in mounts]
    wheels = sorted(parts_for(libraries, wheel_type), key=lambda wheel: -kindred(chassis, wheel))
    for gear, low in itertools.islice(_wheel_sets(wheels, wheel_type, known), MOST_SETS):
        yield from _with_casters(libraries, gear, low, free)
    for motor in parts_for(libraries, "Motor"):
        for gear, low in itertools.islice(_motor_sets(motor, wheels, wheel_type, known), MOST_SETS):
            yield from _with_casters(libraries, gear, low, free)


def _leg_sets(libraries: Libraries, chassis: Part, type: str) -> Iterator[Gear]:
    """The legs of a base without wheel mounts: its own where it has feet, else the same part on each mount of its
    profile that nothing else is called after.
    """
    if chassis.feet:
        yield ()
        return
    hips = [mount for mount in chassis.profiles[type].mounts if is_free_named(mount)]
    legs = sorted(parts_for(libraries, "Leg"), key=lambda leg: -kindred(chassis, leg))
    for leg in legs if hips else ():
        others = tuple(other.id for other in legs if other is not leg)
        yield tuple(Choice("Leg", hip, leg, hip, others) for hip in hips)
    # What is left is to be told why the bare body does not stand.
    yield ()


def _wheel_sets(wheels: Sequence[Part], type: str, places: Sequence[Place]) -> Iterator[tuple[Gear, float | None]]:
    """Sets of wheels that reach one plane, with its height in the chassis frame (``None`` of belts)."""
    lows = [{w.id: _low(w, mated(w, type, place)) for w in wheels if _turns(w, type)} for place in places]
    fitting = [[w for w in wheels if w.id in low] for low in lows]

    def level(chosen: Sequence[Part]) -> bool:
        heights = [h for low, w in zip(lows, chosen, strict=True) if (h := low[w.id]) is not None]
        return not heights or max(heights) - min(heights) <= PLANE_TOLERANCE

    alike = [(w,) * len(places) for w in wheels if all(w.id in low for low in lows)]
    mixed = (set for set in itertools.product(*fitting) if len({w.id for w in set}) > 1)
    same = [set for set in alike if level(set)]
    for chosen in itertools.chain(same, filter(level, itertools.islice(mixed, 4096))):
        others = tuple(set[0].id for set in same if set != chosen) if chosen in same else ()
        gear = tuple(
            Choice(type, place.mount, wheel, place.mount, others)
            for place, wheel in zip(places, chosen, strict=True)
        )  # fmt: skip
        heights = [h for low, w in zip(lows, chosen, strict=True) if (h := low[w.id]) is not None]
        yield gear, min(heights, default=None)


def _motor_sets(
    motor: Part, wheels: Sequence[Part], type: str, places: Sequence[Place]
) -> Iterator[tuple[Gear, float | None]]:
    """The same motor on each mount, and the same wheel on each motor's shaft."""
    shaft = component(motor, "Motor").connector("shaft")
    if shaft is None:
        return
    shafts = [Place(f"{_motor_name(place)}.shaft", shaft, mated(motor, "Motor", place)) for place in places]
    for gear, low in _wheel_sets(wheels, type, shafts):
        if len({choice.part.id for choice in gear}) > 1:
            return
        motors = [Choice("Motor", _motor_name(place), motor, place.mount) for place in places]
        named = [replace(choice, name=place.mount) for choice, place in zip(gear, places, strict=True)]
        yield (*motors, *named), low


def _motor_name(place: Place) -> str:
    return f"{place.mount.removesuffix('_wheel').removesuffix('_track')}_motor"


def _turns(part: Part, type: str) -> bool:
    return part.category is not Category.WHEEL or component(part, type).own_connector.joint is JointType.CONTINUOUS


def _low(part: Part, pose: Pose) -> float | None:
    """How low a wheel reaches in the chassis frame."""
    return None if part.wheel is None else pose.position[2] - part.wheel.radius


def _with_casters(libraries: Libraries, gear: Gear, low: float | None, free: Sequence[Place]) -> Iterator[Gear]:
    """The gear as it is, then with one caster, with two: each set that reaches the plane of the wheels."""
    yield gear
    if low is None:
        return
    options: list[list[Choice]] = []
    casters = parts_for(libraries, "Caster")
    for place in free:
        if place.connector.dir[2] > DOWNWARD:
            continue
        touching = [c for c in casters if abs((_low(c, mated(c, "Caster", place)) or 0.0) - low) <= PLANE_TOLERANCE]
        if touching:
            ids = [c.id for c in touching]
            name = place.mount if "caster" in place.mount else f"{place.mount}_caster"
            options.append(
                [
                    Choice("Caster", name, caster, place.mount, tuple(i for i in ids if i != caster.id))
                    for caster in touching
                ]
            )
    sets = (
        chosen
        for count in range(1, min(len(options), MOST_CASTERS) + 1)
        for held in itertools.combinations(options, count)
        for chosen in itertools.product(*held)
    )
    for chosen in itertools.islice(sets, MOST_SETS):
        yield (*gear, *chosen)
