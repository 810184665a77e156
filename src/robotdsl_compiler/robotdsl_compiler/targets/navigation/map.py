"""map.pgm and map.yaml: the obstacles of the world as the occupancy grid that a map server reads."""

from __future__ import annotations

from robotdsl_compiler.model.facts import WorldFacts
from robotdsl_compiler.model.geometry import Region
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.navigation.raster import Grid, rasterise
from robotdsl_compiler.targets.values import clean

# Metres per cell: the resolution that navigation stacks commonly map indoor floors at.
RESOLUTION = 0.05
# Grey values of map_server's trinary mode with the thresholds below.
_OCCUPIED, _FREE = 0, 254
_YAML = """\
image: map.pgm
mode: trinary
resolution: {resolution}
origin: [{x}, {y}, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
"""


def grid_of(world: WorldFacts) -> Grid:
    return Grid.covering(world.map_origin, world.map_size, RESOLUTION)


def obstacles(world: WorldFacts) -> tuple[Region, ...]:
    """What the map shows: what the robot must not touch. What it drives on, and marks, are free floor."""
    return tuple(region for fact in world.entities if fact.entity.type == "Obstacle" for region in fact.regions)


def occupancy_map(world: WorldFacts) -> tuple[File, File]:
    grid = grid_of(world)
    taken = rasterise(grid, obstacles(world)).translate(bytes([_FREE, _OCCUPIED]).ljust(256, b"\0"))
    # A picture's first row is its top, the highest y.
    starts = range(len(taken) - grid.columns, -1, -grid.columns)
    pixels = b"".join(taken[start : start + grid.columns] for start in starts)
    picture = f"P5\n{grid.columns} {grid.rows}\n255\n".encode("ascii") + pixels
    x, y = (clean(v) for v in grid.origin)
    text = _YAML.format(resolution=number(RESOLUTION), x=number(x), y=number(y))
    return File("nav/map.pgm", picture), File("nav/map.yaml", text.encode("ascii"))
