"""The sizes and places that MuJoCo can tell apart: a model beyond them does not load, or steps to nonsense."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Vec3, norm, sub
from robotdsl_compiler.model.hull import HullMesh
from robotdsl_compiler.model.part import Capsule
from robotdsl_compiler.model.program import Entity
from robotdsl_compiler.model.shapes import Box, Cylinder, Shape, Sphere
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.targets.names import placed

# Metres. MuJoCo takes no size below 1e-15 and calls a coordinate beyond 1e10 a failure of the simulation; a world
# is told within bounds where contact still resolves.
LEAST_SIZE = 1e-6
MOST_LENGTH = 1e6
# m³: ten times the volume of a mesh that MuJoCo no longer reads, for its own rounding.
LEAST_VOLUME = 1e-14
# m/s²: hundreds of thousands of times that of any planet; beyond it one step throws the robot out of the world.
MOST_GRAVITY = 1e6


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for what of the robot in its world is too small, too large or too far away to
    simulate.
    """
    for entity in facts.program.world.entities:
        what = f"{entity.type} `{entity.name}`"
        if not all(_has_size(_sizes(one.shape)) for one in entity.shapes):
            _report(diagnostics, f"{what} has a size {_OUTSIDE}", entity.span, _ODD_SIZE)
        _far(diagnostics, what, _places(entity), entity.span)
    refuse_robot(facts, diagnostics)


def refuse_robot(facts: Facts, diagnostics: Diagnostics) -> None:
    """The same for the robot alone, where it starts, and gravity."""
    world = facts.program.world
    _far(diagnostics, "the spawn", world.spawn.position, world.spawn_span)
    if any(abs(c) > MOST_GRAVITY for c in world.gravity):
        message = f"gravity is beyond {MOST_GRAVITY:.0f} m/s²"
        _report(diagnostics, message, world.name_span, "gravity cannot be simulated")
    for part in placed(facts.robot):
        hull = facts.robot.hulls.get(part.component.name)
        if hull is not None and _in_single_precision(hull).volume < LEAST_VOLUME:
            message = f"the hull of `{part.component.name}` has no volume that can be simulated"
            _report(diagnostics, message, part.component.ref_span, "too small, too thin or too far from its frame")
    for name, sizes, span in _robot_sizes(facts):
        if not _has_size(sizes):
            _report(diagnostics, f"the shape of `{name}` has a size {_OUTSIDE}", span, _ODD_SIZE)


_OUTSIDE = f"outside {LEAST_SIZE} to {MOST_LENGTH:.0f} m, which cannot be simulated"
_ODD_SIZE = "too small or too large"


def _report(diagnostics: Diagnostics, message: str, span: Span, label: str) -> None:
    diagnostics.report("target.unsupported", Phase.WORLD_REALIZATION, message, span, label=label)


def _has_size(sizes: Iterable[float]) -> bool:
    return all(LEAST_SIZE <= size <= MOST_LENGTH for size in sizes)


def _far(diagnostics: Diagnostics, what: str, position: Iterable[float], span: Span) -> None:
    if any(abs(c) > MOST_LENGTH for c in position):
        message = f"{what} lies beyond {MOST_LENGTH:.0f} m, where nothing can be simulated"
        _report(diagnostics, message, span, "too far away")


def _places(entity: Entity) -> Iterator[float]:
    """The coordinates of the entity and of the middles of its shapes."""
    yield from entity.pose.position
    for one in entity.shapes:
        yield from (entity.pose @ one.pose).position


def _sizes(shape: Shape | Capsule) -> tuple[float, ...]:
    match shape:
        case Box(size=size):
            return size
        case Sphere(radius=radius):
            return (radius,)
        case Cylinder(radius=radius, height=height):
            return (radius, height)
        case Capsule(radius=radius, length=length):
            return (radius, length)


def _in_single_precision(hull: HullMesh) -> HullMesh:
    """As MuJoCo keeps a mesh's corners."""
    return HullMesh(tuple(_single(vertex) for vertex in hull.vertices), hull.faces)


def _single(point: Vec3) -> Vec3:
    x, y, z = struct.unpack("3f", struct.pack("3f", *point))
    return (x, y, z)


def _robot_sizes(facts: Facts) -> Iterator[tuple[str, tuple[float, ...], Span]]:
    for part in placed(facts.robot):
        component = part.component
        record = component.part
        if record.collision is not None:
            yield component.name, record.collision.size, component.ref_span
        if record.hull is not None:
            spans = tuple(max(axis) - min(axis) for axis in zip(*record.hull.vertices, strict=True))
            yield component.name, spans, component.ref_span
        for link in record.links.values():
            for shape in link.shapes:
                yield f"{component.name}/{link.name}", _sizes(shape.shape), component.ref_span
    for belt in facts.robot.belts:
        run = (norm(sub(belt.end, belt.start)), belt.width)
        yield belt.component.name, run if belt.height is None else (*run, belt.height), belt.component.ref_span
    for wheel in facts.robot.wheels:
        yield wheel.component.name, (wheel.radius, wheel.width), wheel.component.ref_span
    for contact in facts.robot.contacts:
        yield contact.component.name, (contact.radius,), contact.component.ref_span
