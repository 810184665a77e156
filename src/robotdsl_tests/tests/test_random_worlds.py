"""The worlds of the campaign: what the generator makes, and what becomes of those that nobody can drive through."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest
from robotdsl_tests.campaigns.programs import CompilationError, compiled
from robotdsl_tests.campaigns.random_worlds import drive
from robotdsl_tests.campaigns.worlds import CORRIDOR, KINDS, WALL_THICKNESS, Thing, World, random_world

# The example robot's footprint, m.
LENGTH, WIDTH = 0.3, 0.32


def gap(thing: Thing, x: float, y: float) -> float:
    """The distance of a point from a thing, 0 within it."""
    c, s = math.cos(thing.yaw), math.sin(thing.yaw)
    dx, dy = x - thing.x, y - thing.y
    if thing.radius:
        return max(math.hypot(dx, dy) - thing.radius, 0.0)
    along, across = abs(c * dx + s * dy) - thing.length / 2, abs(c * dy - s * dx) - thing.width / 2
    return math.hypot(max(along, 0.0), max(across, 0.0))


def test_the_same_number_gives_the_same_world() -> None:
    assert [random_world(n, LENGTH, WIDTH) for n in range(10)] == [random_world(n, LENGTH, WIDTH) for n in range(10)]
    assert random_world(1, LENGTH, WIDTH) != random_world(6, LENGTH, WIDTH)


def test_worlds_are_of_every_kind_and_some_hide_things() -> None:
    worlds = [random_world(n, LENGTH, WIDTH) for n in range(60)]
    kinds = Counter(world.kind.split()[0] for world in worlds)
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 10
    assert {world.kind for world in worlds if world.kind.startswith("corridor")} == {
        f"corridor {name}" for name in ("straight", "L", "U", "zigzag")
    }
    assert 10 <= sum(world.hidden > 0 for world in worlds) <= 30
    shapes = [thing for world in worlds for thing in world.things]
    assert any(thing.radius for thing in shapes)
    assert any(thing.width > WALL_THICKNESS for thing in shapes)
    assert any(abs(math.remainder(thing.yaw, math.pi / 2)) > 0.1 for thing in shapes)


@pytest.mark.parametrize("number", range(30))
def test_the_robot_starts_and_ends_clear_of_everything(number: int) -> None:
    world = random_world(number, LENGTH, WIDTH)
    half_passage = CORRIDOR * WIDTH / 2
    for x, y, _ in (world.start, world.goal):
        assert min(gap(thing, x, y) for thing in world.things) > half_passage - 1e-5


@pytest.mark.parametrize("number", [1, 6, 11, 16])
def test_corridors_are_one_and_a_half_times_as_wide_as_the_robot(number: int) -> None:
    """Each wall of a passage's cells has one that runs beside it, so far off that this much is free in between."""
    clear = CORRIDOR * WIDTH
    things = random_world(number, LENGTH, WIDTH).things
    walls = [thing for thing in things if abs(thing.length - (clear + 2 * WALL_THICKNESS)) < 1e-9]
    assert len(walls) >= 10
    for wall in walls:
        beside = [
            abs(math.dist((wall.x, wall.y), (other.x, other.y)) - (clear + WALL_THICKNESS)) < 1e-6
            for other in walls
            if other is not wall and abs(math.remainder(other.yaw - wall.yaw, math.pi)) < 1e-6
        ]
        assert any(beside)


def test_a_closed_way_is_no_way(tmp_path: Path) -> None:
    sides = [Thing(1.0, y, 3.4, 0.1) for y in (-0.45, 0.45)] + [Thing(x, 0.0, 0.1, 1.0) for x in (-0.65, 2.65)]
    door = Thing(1.0, 0.0, 0.1, 1.0)
    world = World(0, "closed", (*sides, door), (0.0, 0.0, 0.0), (2.0, 0.0, 0.0))
    assert drive(world, (0,), tmp_path).runs == ()


def test_a_world_that_is_no_program_says_why(tmp_path: Path) -> None:
    flat = World(3, "flat", (Thing(1.0, 0.0, -0.5, 0.1),), (0.0, 0.0, 0.0), (2.0, 0.0, 0.0))
    with pytest.raises(CompilationError, match="world 3 does not compile"):
        compiled(flat, tmp_path)
