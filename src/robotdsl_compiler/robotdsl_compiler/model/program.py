"""The resolved program: names bound, values typed, parts attached. Made by lowering; read by analysis.

Every value keeps the span that diagnostics point at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from robotdsl_compiler.model.geometry import Pose, Vec3
from robotdsl_compiler.model.part import Connector, Part, Profile
from robotdsl_compiler.model.scenery import Environment, LibraryObject
from robotdsl_compiler.model.shapes import PlacedShape
from robotdsl_compiler.support.source import Source, Span
from robotdsl_compiler.support.value import value

if TYPE_CHECKING:
    from robotdsl_compiler.model.walker import Walker


@value
class Glue:
    """``glue = (x, y, z, nx, ny, nz[, roll])`` in the chassis frame; ``roll`` in radians about the connector."""

    point: Vec3
    direction: Vec3
    roll: float
    span: Span


@value
class Mount:
    """``mount = "left_wheel"`` on the chassis (``component`` is ``None``) or ``"motor_l.shaft"`` on a component."""

    component: str | None
    logical: str
    span: Span


@dataclass(frozen=True, eq=False)
class Component:
    """A part that the robot has. ``placement`` is ``None`` for the chassis only."""

    name: str
    type: str
    part: Part
    profile: Profile
    placement: Glue | Mount | None
    span: Span
    name_span: Span
    ref_span: Span

    def connector(self, mount: str) -> Connector | None:
        """The connector that ``mount`` means: the one that the profile maps the logical mount to, else the one of
        that name; ``None`` where there is neither.
        """
        return self.part.connectors.get(self.profile.mounts.get(mount, mount))

    @property
    def own_connector(self) -> Connector:
        """The connector by which the part mates onto others: the profile's mount ``default`` or ``base``, else its
        only mount, else the part's first connector.
        """
        mounts, connectors = self.profile.mounts, self.part.connectors
        named = [mounts[name] for name in ("default", "base") if name in mounts]
        if not named and len(mounts) == 1:
            named = list(mounts.values())
        return next((connectors[name] for name in named if name in connectors), next(iter(connectors.values())))


@dataclass(frozen=True, eq=False)
class Robot:
    """``walkers`` are those that the chassis's library trained for it, whatever legs for; none where the chassis has a
    walking controller of its own.
    """

    name: str
    intent: str | None
    components: tuple[Component, ...]
    chassis: Component
    span: Span
    name_span: Span
    walkers: tuple[Walker, ...] = ()


@dataclass(frozen=True, eq=False)
class Entity:
    """``type`` is Obstacle, SupportSurface or Marker; ``pose`` in the world. ``shapes`` stand in the entity's frame:
    the one that the program states, or those of the ``object`` of a library that the entity is, which may be none.

    Of an entity that an environment brings, ``span`` and ``name_span`` are where the program takes the environment.
    """

    name: str
    type: str
    shapes: tuple[PlacedShape, ...]
    object: LibraryObject | None
    pose: Pose
    is_static: bool
    collision: bool
    scenario: str
    span: Span
    name_span: Span
    # Where the name is written: in the program, or in the environment's file.
    declared_span: Span
    # Where ``is_static`` is written, for the targets that refuse false; else ``None``.
    static_span: Span | None


@dataclass(frozen=True, eq=False)
class Goal:
    """A place: ``pose`` is the target entity's own where ``target`` names one."""

    name: str
    pose: Pose
    target: str | None
    span: Span
    name_span: Span


@dataclass(frozen=True, eq=False)
class PlacedEnvironment:
    """An environment of a library that a scenario takes."""

    scenario: str
    environment: Environment


@dataclass(frozen=True, eq=False)
class World:
    """``gravity`` in m/s², stated at ``gravity_span`` if it is; ``floor`` whether a scenario or the environment of one
    lays a ground plane at z = 0. ``entities`` are the program's and those of its ``environments``.
    """

    name: str
    gravity: Vec3
    spawn: Pose
    floor: bool
    environments: tuple[PlacedEnvironment, ...]
    entities: tuple[Entity, ...]
    goals: tuple[Goal, ...]
    span: Span
    name_span: Span
    spawn_span: Span
    gravity_span: Span | None = None


# A typed argument of a task node; a goal is given by its name in the world.
NodeValue = str | float | int


@dataclass(frozen=True, eq=False)
class Node:
    """A node of the task tree. ``arguments`` in the order of the vocabulary, those that the program states."""

    type: str
    arguments: dict[str, NodeValue]
    argument_spans: dict[str, Span]
    children: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, eq=False)
class Task:
    """``root`` is the single body node, or a Sequence about several. ``timeout_s`` is ``None`` without a budget."""

    name: str
    timeout_s: float | None
    root: Node
    span: Span
    name_span: Span


@dataclass(frozen=True, eq=False)
class Check:
    """One check. ``target`` is a name in the namespace that the vocabulary states for the check, ``source`` that of the
    robot or of a part of it, ``entity`` that of the one scene entity that counts (a `source` in ``@world``).
    """

    type: str
    target: str | None
    source: str | None
    entity: str | None
    min: float | None
    max: float | None
    span: Span
    target_span: Span | None
    source_span: Span | None


@dataclass(frozen=True, eq=False)
class Evaluation:
    name: str
    checks: tuple[Check, ...]
    span: Span
    name_span: Span


@dataclass(frozen=True, eq=False)
class Program:
    sources: tuple[Source, ...]
    robot: Robot
    world: World
    task: Task
    evaluation: Evaluation | None
