"""The world seen from above: what each entity covers, and the map around it all."""

from __future__ import annotations

import math

from robotdsl_compiler.model.facts import EntityFact, WorldFacts
from robotdsl_compiler.model.geometry import (
    Disc,
    Region,
    bounding_box,
    box_corners,
    region_of_cylinder,
    region_of_points,
)
from robotdsl_compiler.model.program import Box, Cylinder, Entity, World

# The map reaches this far beyond everything that the program places, in metres.
MAP_MARGIN = 2.0
# The map's edges lie on multiples of its resolution of 0.05 m, counted in cells so that no rounding adds up.
CELLS_PER_METRE = 20
# Farther out than this, in metres, nothing is told apart: a target refuses such a map long before.
FAR = 1e9


def covered(entity: Entity) -> tuple[Region, ...]:
    """The regions of the floor under an entity's shape at its full pose, whether it collides or not."""
    shape, pose = entity.shape, entity.pose
    if isinstance(shape, Box):
        return (region_of_points(pose, box_corners(shape.size)),)
    if isinstance(shape, Cylinder):
        return (region_of_cylinder(pose, shape.radius, shape.height),)
    return (Disc((pose.position[0], pose.position[1]), shape.radius),)


def world_facts(world: World) -> WorldFacts:
    """The colliding entities' regions and the extent of the map."""
    points: list[Region] = [Disc(goal.pose.position[:2], 0.0) for goal in world.goals]
    points.append(Disc(world.spawn.position[:2], 0.0))
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
