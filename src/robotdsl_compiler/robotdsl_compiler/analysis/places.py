"""The world seen from above: what each entity covers, and the map around it all."""

from __future__ import annotations

import math

from robotdsl_compiler.model.facts import EntityFact, WorldFacts
from robotdsl_compiler.model.geometry import Disc, Region, bounding_box
from robotdsl_compiler.model.program import Entity, World
from robotdsl_compiler.model.shapes import seen_from_above

# The map reaches this far beyond everything that the program places, in metres.
MAP_MARGIN = 2.0
# The map's edges lie on multiples of its resolution of 0.05 m, counted in cells so that no rounding adds up.
CELLS_PER_METRE = 20
# Farther out than this, in metres, nothing is told apart: a target refuses such a map long before.
FAR = 1e9


def covered(entity: Entity) -> tuple[Region, ...]:
    """The region of the floor under each of an entity's shapes at its full pose, whether it collides or not."""
    return tuple(seen_from_above(placed.shape, entity.pose @ placed.pose) for placed in entity.shapes)


def world_facts(world: World) -> WorldFacts:
    """The colliding entities' regions and the extent of the map."""
    points: list[Region] = [Disc(goal.pose.position[:2], 0.0) for goal in world.goals]
    points.append(Disc(world.spawn.position[:2], 0.0))
    points += [Disc(entity.pose.position[:2], 0.0) for entity in world.entities]
    everything = points + [region for entity in world.entities for region in covered(entity)]
    box = bounding_box(everything)
    assert box is not None
    left, bottom = (_cells_below(value - MAP_MARGIN) for value in box[:2])
    right, top = (-_cells_below(-value - MAP_MARGIN) for value in box[2:])
    return WorldFacts(
        entities=tuple(EntityFact(e, covered(e) if e.collision else ()) for e in world.entities),
        map_origin=(left / CELLS_PER_METRE, bottom / CELLS_PER_METRE),
        map_size=((right - left) / CELLS_PER_METRE, (top - bottom) / CELLS_PER_METRE),
    )


def _cells_below(value: float) -> int:
    """The last cell edge at or below ``value``; a hair below an edge is the edge."""
    return math.floor(max(-FAR, min(FAR, value)) * CELLS_PER_METRE + 1e-6)
