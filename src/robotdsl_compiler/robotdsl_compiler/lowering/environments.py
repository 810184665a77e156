"""The environments that a world's scenarios take from libraries: found first of all, since what they hold is named like
any entity of the program's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from robotdsl_compiler.frontend.syntax import Document, Statement, StringValue
from robotdsl_compiler.lowering.context import Context
from robotdsl_compiler.lowering.entries import find_entry
from robotdsl_compiler.lowering.names import Declared, Held, name_of
from robotdsl_compiler.lowering.objects import SHOWN_ONLY, find_object, serves
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.program import Entity
from robotdsl_compiler.model.scenery import Environment, EnvironmentEntity, LibraryObject
from robotdsl_compiler.model.shapes import PlacedShape
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import listing

# The ref of a scenario that takes no environment.
EMPTY = "empty"


@dataclass(frozen=True, eq=False)
class Taken:
    """An environment, the scenario that takes it, and where the program says so."""

    environment: Environment
    scenario: str
    span: Span


class Environments:
    """What the scenarios of a world take, in the order of the program."""

    def __init__(self) -> None:
        self._taken: dict[Span, Taken] = {}

    def at(self, ref: Span | None) -> Taken | None:
        """The environment that a scenario takes by the ref that stands there."""
        return None if ref is None else self._taken.get(ref)

    def add(self, taken: Taken) -> None:
        self._taken[taken.span] = taken

    def __iter__(self) -> Iterator[Taken]:
        return iter(self._taken.values())

    @property
    def floor(self) -> Taken | None:
        """The first one that brings its floor."""
        return next((taken for taken in self if taken.environment.floor_span is not None), None)


def take_environments(context: Context, document: Document) -> Environments:
    """Find the environment of each scenario and put the names that it holds into @world. Reports one that cannot be
    found, and names that two of them hold.
    """
    environments = Environments()
    holders: dict[str, tuple[Taken, EnvironmentEntity]] = {}
    for statement in document.declaration.body or ():
        ref = _ref(statement)
        if ref is None:
            continue
        environment = find_entry(
            context, context.libraries.environments, "environment", ref.value, ref.span, others=(EMPTY,)
        )
        if environment is None:
            # Whatever it holds is not known: a name that is not declared may be one of its own.
            context.names.open("world")
            continue
        taken = Taken(environment, name_of(statement).text, ref.span)
        environments.add(taken)
        shared = [entity for entity in environment.entities if entity.name in holders]
        if shared:
            _report_shared(context, taken, shared, holders)
        for entity in environment.entities:
            holders.setdefault(entity.name, (taken, entity))
    context.names.hold(
        "world",
        [
            Declared(name, "entity", entity.name_span, Held(taken.environment.id, taken.span))
            for name, (taken, entity) in holders.items()
        ],
    )
    return environments


def _ref(statement: Statement) -> StringValue | None:
    """The id of the environment that a scenario takes; ``None`` for any other statement."""
    if statement.type.text != "Scenario":
        return None
    for argument in statement.arguments or ():
        if argument.name.text == "ref" and isinstance(argument.value, StringValue):
            return argument.value if argument.value.value != EMPTY else None
    return None


def _report_shared(
    context: Context,
    taken: Taken,
    shared: list[EnvironmentEntity],
    holders: dict[str, tuple[Taken, EnvironmentEntity]],
) -> None:
    first, entity = holders[shared[0].name]
    one, other = first.environment, taken.environment
    names = listing([e.name for e in shared], "and")
    context.name_error(
        "duplicate",
        f"the environment `{other.id}` is taken twice"
        if one is other
        else f"the environments `{one.id}` and `{other.id}` both hold {names}",
        taken.span,
        label="a second time" if one is other else "holds them again" if len(shared) > 1 else "holds it again",
        related=[
            Label(first.span, "the first time" if one is other else "taken here"),
            *(
                []
                if one is other
                else [Label(entity.name_span, "first here"), Label(shared[0].name_span, "again here")]
            ),
        ],
        help="take only one of the two",
    )


def entities_of(context: Context, taken: Taken) -> list[Entity]:
    """The entities of an environment as the world's own; reports, at the scenario, what it places and no library
    holds, each object once.
    """
    entities: list[Entity] = []
    found: dict[str, LibraryObject | None] = {}
    for one in taken.environment.entities:
        placed_here = (Label(one.made_of_span, f"placed by the environment `{taken.environment.id}`"),)
        thing = None
        if one.ref is not None:
            if one.ref not in found:
                found[one.ref] = find_object(context, one.ref, taken.span, placed_here)
            thing = found[one.ref]
            if thing is None:
                continue
            collides = one.collision_span if one.collision else None
            if not serves(context, thing, one.type, collides, taken.span, placed_here):
                continue
        entities.append(
            Entity(
                name=one.name,
                type=one.type,
                shapes=_shapes(thing, one),
                object=thing,
                pose=one.pose,
                is_static=one.is_static,
                collision=one.type != SHOWN_ONLY if one.collision is None else one.collision,
                scenario=taken.scenario,
                span=taken.span,
                name_span=taken.span,
                declared_span=one.name_span,
                static_span=None if one.is_static else taken.span,
            )
        )
    return entities


def _shapes(thing: LibraryObject | None, one: EnvironmentEntity) -> tuple[PlacedShape, ...]:
    if thing is not None:
        return thing.shapes
    assert one.shape is not None
    return (PlacedShape(one.shape, Pose()),)
