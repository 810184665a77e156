"""What a starter is made of: components with their places, and what else would have fitted."""

from __future__ import annotations

from dataclasses import dataclass

from robotdsl_compiler.model.part import Part


@dataclass(frozen=True, slots=True)
class Choice:
    """One component. ``mount`` is ``None`` for the chassis. ``others`` are ids of parts that would do in its place,
    ``places`` other mounts that would do for it.
    """

    type: str
    name: str
    part: Part
    mount: str | None
    others: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Design:
    """A whole robot: the chassis, what it moves and stands on, and its sensors."""

    chassis: Choice
    gear: tuple[Choice, ...]
    sensors: tuple[Choice, ...] = ()

    @property
    def choices(self) -> tuple[Choice, ...]:
        return (self.chassis, *self.gear, *self.sensors)
