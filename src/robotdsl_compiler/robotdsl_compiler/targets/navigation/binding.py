"""What navigation cannot do for a program, and what it does without."""

from __future__ import annotations

import math

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Vec2
from robotdsl_compiler.model.program import Node, World
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import listing
from robotdsl_compiler.targets.navigation.base import SCANNERS, scan_sensor
from robotdsl_compiler.targets.navigation.map import RESOLUTION

# Cells: a floor of 200 m by 200 m. A grid beyond it takes a planner longer than a person waits.
MOST_CELLS = 16_000_000


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for a world too wide to draw; warns of a robot that drives to a goal without
    seeing.
    """
    refuse_size(facts, diagnostics)
    _sight(facts, diagnostics)


def refuse_size(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for a world too wide to draw a map of."""
    width, depth = (side / RESOLUTION for side in facts.world.map_size)
    if width * depth <= MOST_CELLS:
        return
    world = facts.program.world
    what, span = _farthest(world)
    x, y = facts.world.map_size
    diagnostics.report(
        "target.unsupported",
        Phase.WORLD_REALIZATION,
        f"the world reaches over {x:.4g} m by {y:.4g} m, more than the map of {MOST_CELLS * RESOLUTION**2:.0f} m² "
        "that can be drawn of it",
        span,
        label=f"{what} lies farthest from where the robot starts",
        help="move it nearer to the rest of the world",
    )


def _farthest(world: World) -> tuple[str, Span]:
    """What lies farthest from the spawn along the floor, and where the program says so."""
    places: list[tuple[Vec2, str, Span]] = [
        *(((e.pose.position[0], e.pose.position[1]), f"`{e.name}`", e.span) for e in world.entities),
        *(((g.pose.position[0], g.pose.position[1]), f"`{g.name}`", g.span) for g in world.goals),
        ((world.spawn.position[0], world.spawn.position[1]), "the spawn", world.spawn_span),
    ]
    start = (world.spawn.position[0], world.spawn.position[1])
    _, what, span = max(places, key=lambda p: math.dist(p[0], start))
    return what, span


def _sight(facts: Facts, diagnostics: Diagnostics) -> None:
    if "Navigate" not in facts.task.uses or scan_sensor(facts.robot) is not None:
        return
    node = _first(facts.program.task.root, "Navigate")
    diagnostics.report(
        "target.blind_navigation",
        Phase.TARGET_BINDING,
        "the task drives to a goal, and no sensor of the robot gives a scan of what is around it",
        facts.program.task.span if node is None else node.span,
        label="drives by the map and odometry alone",
        help=f"add a {listing(SCANNERS)}",
        notes=_unread(facts),
    )


# Sensors that see obstacles and not by a scan, and why that does not help.
_UNREAD = (
    (("DepthCamera", "RGBD"), "gives no images in the embedded run"),
    (("Ultrasonic", "Range"), "measures, and nothing in the embedded run steers by it"),
)


def _unread(facts: Facts) -> tuple[str, ...]:
    """A note on each sensor that the program may have counted on."""
    return tuple(
        f"`{sensor.component.name}` {why}"
        for kinds, why in _UNREAD
        for sensor in facts.robot.sensors
        if sensor.type in kinds
    )


def _first(node: Node, kind: str) -> Node | None:
    if node.type == kind:
        return node
    return next((found for child in node.children if (found := _first(child, kind)) is not None), None)
