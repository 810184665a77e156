"""The ``.world`` form: physics, the spawn, scenarios with their entities, and goals."""

from __future__ import annotations

from collections.abc import Callable

from robotdsl_compiler.frontend.syntax import Document, Statement
from robotdsl_compiler.lowering.arguments import Bound, bind, exactly_one_of, no_children
from robotdsl_compiler.lowering.context import Context
from robotdsl_compiler.lowering.environments import Environments, entities_of
from robotdsl_compiler.lowering.names import name_of
from robotdsl_compiler.lowering.objects import SHOWN_ONLY, find_object, serves
from robotdsl_compiler.model.geometry import Pose, Vec3
from robotdsl_compiler.model.program import Entity, Goal, PlacedEnvironment, World
from robotdsl_compiler.model.scenery import LibraryObject
from robotdsl_compiler.model.shapes import Box, Cylinder, PlacedShape, Shape, Sphere
from robotdsl_compiler.model.vocabulary import (
    ENTITY_PARAMETERS,
    ENTITY_TYPES,
    GOAL_PARAMETERS,
    PHYSICS_PARAMETERS,
    SCENARIO_PARAMETERS,
    SPAWN_PARAMETERS,
    STANDARD_GRAVITY,
)
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.wording import a_type

# What may stand in a world, beside a scenario's entities.
STATEMENTS = ("physics", "spawn", "Scenario", "Goal")

_SHAPES: dict[str, Callable[[Vec3], Shape]] = {
    "box": Box,
    "sphere": lambda size: Sphere(size[0] / 2.0),
    "cylinder": lambda size: Cylinder(size[0] / 2.0, size[2]),
}


def lower_world(context: Context, document: Document, environments: Environments) -> World | None:
    """The world, or ``None`` after reporting at least one fault. ``environments`` are those that its scenarios take."""
    return _WorldLowering(context, document, environments).lower()


class _WorldLowering:
    def __init__(self, context: Context, document: Document, environments: Environments) -> None:
        self.context = context
        self.environments = environments
        self.declaration = document.declaration
        self.gravity: Vec3 = STANDARD_GRAVITY
        self.gravity_span: Span | None = None
        self.spawn: tuple[Pose, Span] | None = None
        self.floor: Span | None = None
        self.entities: list[Entity] = []
        self.goals: list[tuple[Statement, Pose | None, str | None]] = []
        self.whole = True
        # The first ``physics`` and the first ``spawn``.
        self.singles: dict[str, Statement] = {}
        self.spawn_misspelt = False

    def lower(self) -> World | None:
        lower = {"physics": self._physics, "spawn": self._spawn, "Scenario": self._scenario, "Goal": self._goal}
        for statement in self.declaration.body or ():
            if statement.type.text in lower:
                lower[statement.type.text](statement)
            else:
                self._unknown(statement)
        name = name_of(self.declaration)
        if "spawn" not in self.singles and not self.spawn_misspelt:
            self.context.type_error(
                "missing_parameter",
                f"the world `{name.text}` does not say where the robot starts",
                name.span,
                label="no spawn",
                help="add `spawn(robot = @core/<robot>, pose = (x, y, z, qx, qy, qz, qw))`",
            )
        goals = self._resolved_goals()
        if self.spawn is None or goals is None or not self.whole:
            return None
        pose, span = self.spawn
        return World(
            name=name.text,
            gravity=self.gravity,
            spawn=pose,
            floor=self.floor is not None or self.environments.floor is not None,
            environments=tuple(PlacedEnvironment(t.scenario, t.environment) for t in self.environments),
            entities=tuple(self.entities),
            goals=goals,
            span=self.declaration.span,
            name_span=name.span,
            spawn_span=span,
            gravity_span=self.gravity_span,
        )

    def _unknown(self, statement: Statement) -> None:
        self.whole = False
        help = "entities stand inside a `Scenario`" if statement.type.text in ENTITY_TYPES else ""
        meant = self.context.unknown_name(
            "unknown_entity_type", "a statement of a world", statement.type, STATEMENTS, help
        )
        self.spawn_misspelt |= meant == "spawn"

    def _single(self, statement: Statement, what: str) -> None:
        no_children(self.context, statement)
        if statement.name is not None:
            self.context.type_error(
                "unknown_parameter",
                f"`{statement.type.text}` takes no name",
                statement.name.span,
                label="not named",
                help="leave the name out",
            )
        first = self.singles.setdefault(statement.type.text, statement)
        if first is not statement:
            self.context.name_error(
                "duplicate",
                f"the world {what} twice",
                statement.span,
                label="a second time",
                related=[Label(first.span, "the first time")],
                help="leave one of the two out",
            )

    def _physics(self, statement: Statement) -> None:
        self._single(statement, "states its physics")
        bound = bind(self.context, statement, PHYSICS_PARAMETERS)
        self.gravity = bound.vector("gravity") or self.gravity
        self.gravity_span = statement.span

    def _spawn(self, statement: Statement) -> None:
        self._single(statement, "places the robot")
        bound = bind(self.context, statement, SPAWN_PARAMETERS)
        pose = bound.pose("pose")
        if pose is not None:
            self.spawn = (pose, statement.span)

    def _named(self, statement: Statement) -> None:
        if statement.name is None:
            self.context.type_error(
                "missing_parameter",
                f"{a_type(statement.type.text)} needs a name",
                statement.type.span,
                label="name missing",
                help=f"{statement.type.text} <name>(…)",
            )

    def _scenario(self, statement: Statement) -> None:
        self._named(statement)
        bound = bind(self.context, statement, SCENARIO_PARAMETERS)
        taken = self.environments.at(bound.span("ref"))
        if taken is not None:
            self.entities += entities_of(self.context, taken)
        if bound.flag("ground_plane", False):
            self._ground_plane(bound.given["ground_plane"].span)
        for inner in statement.body or ():
            if inner.type.text in ENTITY_TYPES:
                self._entity(inner, name_of(statement).text)
                continue
            self.whole = False
            type = inner.type.text
            help = f"`{type}` stands in the `World`, outside its scenarios" if type in STATEMENTS else ""
            self.context.unknown_name("unknown_entity_type", "an entity type", inner.type, ENTITY_TYPES, help)

    def _ground_plane(self, span: Span) -> None:
        brought = self.environments.floor
        if brought is not None and brought.environment.floor_span is not None:
            related = [
                Label(brought.span, "taken here"),
                Label(brought.environment.floor_span, "brings the floor"),
            ]
            message = f"a world has one floor, and the environment `{brought.environment.id}` brings it"
            help = "leave ground_plane out"
        elif self.floor is not None:
            related = [Label(self.floor, "the floor is laid here")]
            message = "a world has one floor, and this scenario lays a second one"
            help = "leave ground_plane out of one of the scenarios"
        else:
            self.floor = span
            return
        self.context.name_error("duplicate", message, span, label="a second floor", related=related, help=help)

    def _entity(self, statement: Statement, scenario: str) -> None:
        bound = bind(self.context, statement, ENTITY_PARAMETERS)
        made_of = self._made_of(statement, bound)
        pose = bound.pose("pos")
        if made_of is None or pose is None:
            self.whole = False
            return
        shapes, thing = made_of
        name = name_of(statement)
        self.entities.append(
            Entity(
                name=name.text,
                type=statement.type.text,
                shapes=shapes,
                object=thing,
                pose=pose,
                is_static=bound.flag("is_static", True),
                collision=bound.flag("collision", statement.type.text != SHOWN_ONLY),
                scenario=scenario,
                span=statement.span,
                name_span=name.span,
                declared_span=name.span,
                static_span=bound.span("is_static"),
            )
        )

    def _made_of(
        self, statement: Statement, bound: Bound
    ) -> tuple[tuple[PlacedShape, ...], LibraryObject | None] | None:
        """The shapes of an entity, and the object that it is, if it is one; ``None`` after reporting a fault."""
        one = exactly_one_of(self.context, statement, bound, ("type", "ref"))
        if one and bound.has("ref"):
            thing = self._library_object(statement, bound)
            return None if thing is None else (thing.shapes, thing)
        if one and not bound.has("size"):
            self.context.type_error(
                "missing_parameter",
                f"`{statement.type.text}` needs the parameter `size` beside `type`",
                statement.type.span,
                label="`size` missing",
                help="size = (x, y, z) in metres",
            )
        type, size = bound.text("type"), bound.vector("size")
        if not one or type is None or size is None:
            return None
        return (PlacedShape(_SHAPES[type](size), Pose()),), None

    def _library_object(self, statement: Statement, bound: Bound) -> LibraryObject | None:
        id, span, size = bound.text("ref"), bound.span("ref"), bound.given.get("size")
        if span is not None and size is not None:
            self.context.type_error(
                "exactly_one_of",
                "`size` goes with `type`: an object is as large as its library says",
                size.span,
                label="not beside `ref`",
                related=[Label(bound.given["ref"].span, "the object is given here")],
            )
        thing = None if id is None or span is None else find_object(self.context, id, span)
        if thing is None or span is None:
            return None
        collides = bound.span("collision") if bound.flag("collision", False) else None
        at = span if statement.type.text != SHOWN_ONLY else collides or span
        return thing if serves(self.context, thing, statement.type.text, collides, at) else None

    def _goal(self, statement: Statement) -> None:
        self._named(statement)
        no_children(self.context, statement)
        bound = bind(self.context, statement, GOAL_PARAMETERS)
        if not exactly_one_of(self.context, statement, bound, ("pose", "target")):
            self.whole = False
            return
        self.goals.append((statement, bound.pose("pose"), bound.reference("target")))

    def _resolved_goals(self) -> tuple[Goal, ...] | None:
        poses = {entity.name: entity.pose for entity in self.entities}
        goals = []
        for statement, stated, target in self.goals:
            pose = poses.get(target) if target is not None else stated
            if pose is None:
                return None
            name = name_of(statement)
            goals.append(Goal(name.text, pose, target, statement.span, name.span))
        return tuple(goals)
