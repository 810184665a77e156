"""The sizes and places that MuJoCo can tell apart: a model beyond them does not load, or steps to nonsense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.program import Entity
from robotdsl_compiler.model.shapes import Box, Shape, Sphere
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.targets.names import placed

# Metres. MuJoCo takes no size below 1e-15 and calls a coordinate beyond 1e10 a failure of the simulation; a world
# is told within bounds where contact still resolves.
LEAST_SIZE = 1e-6
MOST_LENGTH = 1e6
# m/s²: hundreds of thousands of times that of any planet; beyond it one step throws the robot out of the world.
MOST_GRAVITY = 1e6


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for what is too small, too large or too far away to simulate."""
    world = facts.program.world

    def report(message: str, span: Span, label: str) -> None:
        diagnostics.report("target.unsupported", Phase.WORLD_REALIZATION, message, span, label=label)

    for entity in world.entities:
        if not all(LEAST_SIZE <= size <= MOST_LENGTH for one in entity.shapes for size in _sizes(one.shape)):
            report(
                f"{entity.type} `{entity.name}` has a size outside {LEAST_SIZE} to {MOST_LENGTH:.0f} m, "
                "which cannot be simulated",
                entity.span,
                "too small or too large",
            )
    places: list[tuple[str, Iterable[float], Span]] = [
        *((f"{e.type} `{e.name}`", _places(e), e.span) for e in world.entities),
        ("the spawn", world.spawn.position, world.spawn_span),
    ]
    for what, position, span in places:
        if any(abs(c) > MOST_LENGTH for c in position):
            report(f"{what} lies beyond {MOST_LENGTH:.0f} m, where nothing can be simulated", span, "too far away")
    if any(abs(c) > MOST_GRAVITY for c in world.gravity):
        report(f"gravity is beyond {MOST_GRAVITY:.0f} m/s²", world.name_span, "gravity cannot be simulated")
    for name, sizes, span in _robot_sizes(facts):
        if not all(LEAST_SIZE <= size <= MOST_LENGTH for size in sizes):
            report(
                f"the shape of `{name}` has a size outside {LEAST_SIZE} to {MOST_LENGTH:.0f} m, "
                "which cannot be simulated",
                span,
                "too small or too large",
            )


def _places(entity: Entity) -> Iterator[float]:
    """The coordinates of the entity and of the middles of its shapes."""
    yield from entity.pose.position
    for one in entity.shapes:
        yield from (entity.pose @ one.pose).position


def _sizes(shape: Shape) -> tuple[float, ...]:
    if isinstance(shape, Box):
        return shape.size
    return (shape.radius,) if isinstance(shape, Sphere) else (shape.radius, shape.height)


def _robot_sizes(facts: Facts) -> Iterator[tuple[str, tuple[float, ...], Span]]:
    for part in placed(facts.robot):
        component = part.component
        record = component.part
        if record.collision is not None:
            yield component.name, record.collision.size, component.ref_span
        if record.hull is not None:
            spans = tuple(max(axis) - min(axis) for axis in zip(*record.hull.vertices, strict=True))
            yield component.name, spans, component.ref_span
    for wheel in facts.robot.wheels:
        yield wheel.component.name, (wheel.radius, wheel.width), wheel.component.ref_span
    for contact in facts.robot.contacts:
        yield contact.component.name, (contact.radius,), contact.component.ref_span
