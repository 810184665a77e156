"""The records of a library's objects and environments, as ``object.yaml`` and ``environment.yaml`` state them.

SI units; an object's vectors in its own frame, x forward, y left, z up; an environment's poses in the world's frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.part import Visual
from robotdsl_compiler.model.shapes import PlacedShape, Shape
from robotdsl_compiler.support.source import Span


@dataclass(frozen=True, eq=False)
class LibraryObject:
    """A thing that an entity can be. It is shown by ``visual`` and collides by ``shapes``; without any it is only
    shown. Compared by identity: ids may repeat between libraries.
    """

    id: str
    library: str
    description: str
    directory: Path
    visual: Visual
    shapes: tuple[PlacedShape, ...]
    provenance: dict[str, object] | None
    # Where ``id`` stands in object.yaml, for diagnostics about the object.
    span: Span


@dataclass(frozen=True, eq=False)
class EnvironmentEntity:
    """An entity of an environment: a ``shape``, or the object that ``ref`` names, in whichever library that is.
    ``collision`` is ``None`` where the file leaves it to the entity's ``type``.
    """

    name: str
    type: str
    shape: Shape | None
    ref: str | None
    pose: Pose
    is_static: bool
    collision: bool | None
    name_span: Span
    # Where ``ref`` or ``shape`` stands.
    made_of_span: Span
    collision_span: Span | None


@dataclass(frozen=True, eq=False)
class Environment:
    """A room that a scenario can take whole; ``floor_span`` is where it says that it brings its floor, or ``None``."""

    id: str
    library: str
    description: str
    floor_span: Span | None
    entities: tuple[EnvironmentEntity, ...]
    provenance: dict[str, object] | None
    span: Span
