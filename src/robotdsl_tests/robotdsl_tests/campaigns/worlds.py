"""Seeded random worlds to drive through: rooms of clutter, corridors and mazes barely wider than the robot.

A world is plain data, so that it can be written as a program, drawn or simulated. The same seed gives the same world.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

# Passages are this many times as wide as the robot, and as what a base that steers needs for a right angle.
CORRIDOR = 1.5
STEERED_CORRIDOR = 1.3
WALL_THICKNESS = 0.1
HEIGHT = 0.6
Pose2 = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Thing:
    """An upright box of ``length`` x ``width`` turned by ``yaw``, or a cylinder when ``radius`` is set. ``drawn``
    tells whether the map shows it.
    """

    x: float
    y: float
    length: float = 0.0
    width: float = 0.0
    yaw: float = 0.0
    radius: float = 0.0
    drawn: bool = True

    @property
    def reach(self) -> float:
        return self.radius or 0.5 * math.hypot(self.length, self.width)


@dataclass(frozen=True, slots=True)
class World:
    """``kind`` names how it was made. ``start`` and ``goal`` are poses of the robot's base."""

    seed: int
    kind: str
    things: tuple[Thing, ...]
    start: Pose2
    goal: Pose2

    @property
    def hidden(self) -> int:
        return sum(not thing.drawn for thing in self.things)


def random_world(seed: int, length: float, width: float, bend: float = 0.0) -> World:
    """The world of ``seed`` for a robot whose footprint is ``length`` x ``width`` metres; ``bend`` is how wide a
    passage must be for the robot to drive round its corners, where it has to drive to turn.
    """
    rng = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    world = _MAKERS[kind](rng, length, width, max(CORRIDOR * width, STEERED_CORRIDOR * bend))
    # Every third world holds things that the map does not show.
    if seed % 3 == 2:
        world = _hide(rng, world, length, width)
    turned = rng.choice((0.0, 0.0, math.pi / 2, rng.uniform(-math.pi, math.pi)))
    return replace(_turned(world, turned, (rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5))), seed=seed)


def _wall(ax: float, ay: float, bx: float, by: float, thickness: float = WALL_THICKNESS) -> Thing:
    """A wall whose middle line runs from a to b, as long as makes corners whole."""
    length = math.hypot(bx - ax, by - ay) + thickness
    return Thing((ax + bx) / 2, (ay + by) / 2, length, thickness, math.atan2(by - ay, bx - ax))


def _room(width: float, depth: float) -> list[Thing]:
    corners = ((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))
    return [_wall(*a, *b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]


def _random_thing(rng: random.Random, x: float, y: float) -> Thing:
    shape = rng.random()
    if shape < 0.4:
        return Thing(x, y, rng.uniform(0.15, 0.8), rng.uniform(0.15, 0.8), rng.uniform(-math.pi, math.pi))
    if shape < 0.75:
        return Thing(x, y, radius=rng.uniform(0.04, 0.35))
    return Thing(x, y, rng.uniform(0.5, 2.0), WALL_THICKNESS, rng.uniform(-math.pi, math.pi))


def _clutter(rng: random.Random, length: float, width: float, clear: float) -> World:
    """A room strewn with boxes, cylinders and walls."""
    room_width, depth = rng.uniform(4.0, 8.0), rng.uniform(3.0, 6.0)
    edge = 0.5 * math.hypot(length, width) + 0.2
    start = (rng.uniform(edge, 1.2), rng.uniform(edge, depth - edge), rng.uniform(-math.pi, math.pi))
    goal = (room_width - rng.uniform(edge, 1.2), rng.uniform(edge, depth - edge), rng.uniform(-math.pi, math.pi))
    things = _room(room_width, depth)
    for _ in range(int(room_width * depth * rng.uniform(0.25, 0.6))):
        thing = _random_thing(rng, rng.uniform(0.3, room_width - 0.3), rng.uniform(0.3, depth - 0.3))
        if min(math.dist((thing.x, thing.y), end[:2]) for end in (start, goal)) > thing.reach + edge:
            things.append(thing)
    return World(0, "clutter", tuple(things), start, goal)


# Corridors as cells of a square lattice from one room to the other.
_CORRIDORS: dict[str, tuple[tuple[int, int], ...]] = {
    "straight": tuple((k, 0) for k in range(7)),
    "L": (*((k, 0) for k in range(5)), *((4, k) for k in range(1, 5))),
    "U": (*((k, 0) for k in range(5)), *((4, k) for k in range(1, 4)), *((k, 4) for k in range(4, -1, -1))),
    "zigzag": ((0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (3, 2), (3, 1), (3, 0), (4, 0), (5, 0), (5, 1), (5, 2), (6, 2)),
}


def _corridor(rng: random.Random, length: float, width: float, clear: float) -> World:
    """A passage between two rooms, ``clear`` metres wide, with sides of 0.1 m walls."""
    name = rng.choice(tuple(_CORRIDORS))
    cells = _CORRIDORS[name]
    pitch = clear + WALL_THICKNESS
    things = list(_cell_walls(set(cells), pitch, (cells[0], cells[-1])))
    # Rooms four cells wide at both ends, less a hair where the two of a U lie side by side.
    half = max(2.0 * pitch, 0.5 * math.hypot(length, width) + 0.15) - (0.01 if name == "U" else 0.0)

    def room(end: tuple[int, int], inner: tuple[int, int]) -> Pose2:
        """Walls round a room at an end of the passage, with the passage's width left open; its middle, and the way
        out of the passage there.
        """
        dx, dy = end[0] - inner[0], end[1] - inner[1]
        x, y = end[0] * pitch + dx * (0.5 * pitch + half), end[1] * pitch + dy * (0.5 * pitch + half)

        def side(along: float, across: float, to_along: float, to_across: float) -> None:
            things.append(
                _wall(
                    x + dx * along - dy * across,
                    y + dy * along + dx * across,
                    x + dx * to_along - dy * to_across,
                    y + dy * to_along + dx * to_across,
                )
            )

        side(half, -half, half, half)
        side(-half, -half, half, -half)
        side(-half, half, half, half)
        side(-half, -half, -half, -0.5 * pitch)
        side(-half, half, -half, 0.5 * pitch)
        return x, y, math.atan2(dy, dx)

    sx, sy, away = room(cells[0], cells[1])
    gx, gy, ahead = room(cells[-1], cells[-2])
    # Some robots start and end facing anywhere, others along the passage.
    start_yaw = rng.choice((away + math.pi, rng.uniform(-math.pi, math.pi)))
    goal_yaw = rng.choice((ahead, rng.uniform(-math.pi, math.pi)))
    return World(0, f"corridor {name}", tuple(things), (sx, sy, start_yaw), (gx, gy, goal_yaw))


def _cell_walls(cells: set[tuple[int, int]], pitch: float, open_ends: tuple[tuple[int, int], ...]) -> Iterator[Thing]:
    """Walls between the cells and everything else, leaving out the outer side of each open end."""
    doors = {_outer_side(cells, end) for end in open_ends}
    for i, j in sorted(cells):
        for di, dj in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if (i + di, j + dj) in cells or (i, j, di, dj) in doors:
                continue
            cx, cy = (i + 0.5 * di) * pitch, (j + 0.5 * dj) * pitch
            ex, ey = 0.5 * pitch * abs(dj), 0.5 * pitch * abs(di)
            yield _wall(cx - ex, cy - ey, cx + ex, cy + ey)


def _outer_side(cells: set[tuple[int, int]], end: tuple[int, int]) -> tuple[int, int, int, int]:
    """The side of a passage's end that lies opposite its only neighbour."""
    i, j = end
    for di, dj in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        if (i + di, j + dj) in cells:
            return (i, j, -di, -dj)
    raise ValueError("an end of a passage has a neighbour")


def _maze(rng: random.Random, length: float, width: float, clear: float) -> World:
    """A maze with passages ``clear`` metres wide, a spanning tree with some loops."""
    columns, rows = rng.randint(4, 6), rng.randint(3, 5)
    pitch = clear + WALL_THICKNESS
    joined: set[tuple[int, int, int, int]] = set()
    seen = {(0, 0)}
    stack = [(0, 0)]
    while stack:
        i, j = stack[-1]
        open_to = [
            (i + di, j + dj)
            for di, dj in ((1, 0), (0, 1), (-1, 0), (0, -1))
            if 0 <= i + di < columns and 0 <= j + dj < rows and (i + di, j + dj) not in seen
        ]
        if not open_to:
            stack.pop()
            continue
        chosen = rng.choice(open_to)
        joined |= {(i, j, *chosen), (*chosen, i, j)}
        seen.add(chosen)
        stack.append(chosen)
    for _ in range(2):
        i, j = rng.randrange(columns - 1), rng.randrange(rows)
        joined |= {(i, j, i + 1, j), (i + 1, j, i, j)}
    things: list[Thing] = []
    for i in range(columns):
        for j in range(rows):
            for di, dj in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                if (i, j, i + di, j + dj) in joined or (di + dj < 0 and i + di >= 0 and j + dj >= 0):
                    continue
                cx, cy = (i + 0.5 * di) * pitch, (j + 0.5 * dj) * pitch
                ex, ey = 0.5 * pitch * abs(dj), 0.5 * pitch * abs(di)
                things.append(_wall(cx - ex, cy - ey, cx + ex, cy + ey))

    def facing(cell: tuple[int, int]) -> Pose2:
        """A pose in the middle of a cell, along the passage that leads on."""
        i, j = cell
        steps = [(di, dj) for di, dj in ((1, 0), (0, 1), (-1, 0), (0, -1)) if (i, j, i + di, j + dj) in joined]
        di, dj = rng.choice(steps)
        return (i * pitch, j * pitch, math.atan2(dj, di))

    start, goal = facing((0, 0)), facing((columns - 1, rows - 1))
    return World(0, "maze", tuple(things), start, (goal[0], goal[1], goal[2] + math.pi))


def _slalom(rng: random.Random, length: float, width: float, clear: float) -> World:
    """A room with walls across it, each with one gap ``clear`` metres wide."""
    depth, step = rng.uniform(2.0, 3.5), rng.uniform(1.0, 1.8)
    gaps = rng.randint(2, 4)
    total = step * (gaps + 1)
    things = _room(total, depth)
    for k in range(1, gaps + 1):
        at = rng.uniform(0.2 + clear / 2, depth - 0.2 - clear / 2)
        x = k * step
        things.append(_wall(x, 0.0, x, at - clear / 2 - WALL_THICKNESS / 2))
        things.append(_wall(x, at + clear / 2 + WALL_THICKNESS / 2, x, depth))
    edge = 0.5 * math.hypot(length, width) + 0.1
    start = (step / 2, rng.uniform(edge, depth - edge), rng.uniform(-math.pi, math.pi))
    goal = (total - step / 2, rng.uniform(edge, depth - edge), rng.uniform(-math.pi, math.pi))
    return World(0, "slalom", tuple(things), start, goal)


KINDS = ("clutter", "corridor", "maze", "clutter", "slalom")
_MAKERS = {"clutter": _clutter, "corridor": _corridor, "maze": _maze, "slalom": _slalom}


def _hide(rng: random.Random, world: World, length: float, width: float) -> World:
    """Leave some things out of the map; where all are walls of a passage, add things that it never showed."""
    things = list(world.things)
    if world.kind == "clutter":
        for k in range(4, len(things)):
            if rng.random() < 0.35:
                things[k] = replace(things[k], drawn=False)
        return replace(world, things=tuple(things))
    room = math.hypot(length, width)
    xs, ys = [t.x for t in things], [t.y for t in things]
    for _ in range(3):
        thing = Thing(
            rng.uniform(min(xs), max(xs)), rng.uniform(min(ys), max(ys)), radius=rng.uniform(0.03, 0.1), drawn=False
        )
        if min(math.dist((thing.x, thing.y), end[:2]) for end in (world.start, world.goal)) > thing.radius + room:
            things.append(thing)
    return replace(world, things=tuple(things))


def _turned(world: World, angle: float, shift: tuple[float, float]) -> World:
    """The world turned about its origin and shifted, so that walls do not lie along the map's cells."""
    c, s = math.cos(angle), math.sin(angle)

    def moved(x: float, y: float) -> tuple[float, float]:
        return (c * x - s * y + shift[0], s * x + c * y + shift[1])

    def pose(p: Pose2) -> Pose2:
        return (*moved(p[0], p[1]), math.remainder(p[2] + angle, 2.0 * math.pi))

    things = []
    for thing in world.things:
        x, y = moved(thing.x, thing.y)
        things.append(replace(thing, x=x, y=y, yaw=thing.yaw + angle))
    return replace(world, things=tuple(things), start=pose(world.start), goal=pose(world.goal))
