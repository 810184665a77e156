"""What the libraries hold for a component type, and where the parts of a robot may sit on its chassis."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from robotdsl_compiler.model.geometry import Pose, mating_pose
from robotdsl_compiler.model.part import Connector, Part
from robotdsl_compiler.model.program import Component
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES


class Libraries(Protocol):
    """What a starter asks of the loaded libraries."""

    def find(self, id: str) -> tuple[Part, ...]:
        """The parts of that id: none, one, or one of each library that holds it."""

    def ids(self) -> Iterable[str]:
        """Every id that a program can name, in the order of the libraries."""


def parts_for(libraries: Libraries, type: str) -> list[Part]:
    """The parts that a program can use as ``type``, in the order of the libraries. An id that stands in two
    libraries is ambiguous in a program, so it is none of them.
    """
    found = (libraries.find(id) for id in libraries.ids())
    category = COMPONENT_TYPES[type].category
    return [parts[0] for parts in found if len(parts) == 1 and _fits(parts[0], type, category)]


def kindred(part: Part, other: Part) -> int:
    """How many words the ids of two parts begin with in common: parts of one robot are often called after it."""
    if part.library != other.library:
        return 0
    pairs = zip(part.id.split("_"), other.id.split("_"), strict=False)
    return len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)))


def _fits(part: Part, type: str, category: object) -> bool:
    return part.category is category and type in part.profiles


_CHASSIS = Pose()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part may sit: ``mount`` is what a program writes, ``pose`` that of the part which owns the connector."""

    mount: str
    connector: Connector
    pose: Pose = _CHASSIS


def places_of(chassis: Part, type: str) -> list[Place]:
    """Every connector of a chassis by the name that a program mounts on it: the logical mounts of its profile in
    their order, then the connectors that have none.
    """
    mounts = chassis.profiles[type].mounts
    places = [Place(mount, chassis.connectors[name]) for mount, name in mounts.items() if name in chassis.connectors]
    named = {place.connector.name for place in places}
    # A connector that is called like a logical mount of another one cannot be named.
    rest = [c for name, c in chassis.connectors.items() if name not in named and name not in mounts]
    return places + [Place(c.name, c) for c in rest]


def component(part: Part, type: str, name: str = "it") -> Component:
    """``part`` as a component of ``type``, for what follows from the two alone."""
    return Component(name, type, part, part.profiles[type], None, part.span, part.span, part.span)


def mated(part: Part, type: str, place: Place) -> Pose:
    """The pose that the part takes on a place, in the chassis frame."""
    own, base = component(part, type).own_connector, place.connector
    return place.pose @ mating_pose(base.pos, base.dir, base.up, own.pos, own.dir, own.up)
