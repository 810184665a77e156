"""A part of the campaign of random worlds, with the real compiler, physics, sensors and navigator."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from robotdsl_tests.campaigns.programs import compiled
from robotdsl_tests.campaigns.random_worlds import TOUCH_M, drive, footprint, main, run
from robotdsl_tests.campaigns.worlds import KINDS, WALL_THICKNESS, Thing, World, random_world

# Worlds that can be driven through: rooms of clutter, also with things that the map does not show (5, 8), slaloms,
# passages along the map's cells and, with hidden things, round a corner (26), mazes (17 with hidden things).
NUMBERS = (0, 4, 5, 6, 7, 8, 9, 12, 17, 26)


@pytest.fixture(scope="module")
def size(tmp_path_factory: pytest.TempPathFactory) -> tuple[float, float, float]:
    return footprint(tmp_path_factory.mktemp("empty"), "demo")


def test_the_worlds_are_of_every_kind(size: tuple[float, float, float]) -> None:
    worlds = [random_world(number, *size) for number in NUMBERS]
    assert {world.kind.split()[0] for world in worlds} == set(KINDS)
    assert sum(world.hidden > 0 for world in worlds) >= 3


@pytest.mark.parametrize("number", NUMBERS)
def test_worlds_are_driven_through_untouched(number: int, size: tuple[float, float, float], tmp_path: Path) -> None:
    driven = drive(random_world(number, *size), (0,), tmp_path)
    assert driven.reachable
    (ended,) = driven.runs
    assert ended.ending == "arrived", ended.message
    assert ended.clearance > TOUCH_M
    assert ended.miss < 0.05
    assert 0.0 < ended.simulated < 120.0


@pytest.mark.parametrize("seed", [0, 1])
def test_a_hall_closed_by_something_hidden_ends_in_a_clear_failure(
    seed: int, size: tuple[float, float, float], tmp_path: Path
) -> None:
    """The map shows a way through, the scan a wall across it: the run gives up in time and touches nothing."""
    middle, ends = 2.0 * size[1], (-0.5, 3.5)
    sides = [
        *(Thing(1.5, y, 4.1, WALL_THICKNESS) for y in (-middle, middle)),
        *(Thing(x, 0.0, WALL_THICKNESS, 2.0 * middle + WALL_THICKNESS) for x in ends),
    ]
    hidden = Thing(2.0, 0.0, WALL_THICKNESS, 2.0 * middle, drawn=False)
    world = World(0, "hall", (*sides, hidden), (0.0, 0.0, 0.3), (3.0, 0.0, 0.0))
    shown = replace(world, things=tuple(sides))
    assert drive(shown, (), tmp_path / "shown").reachable
    ended = run(world, compiled(world, tmp_path / "closed"), seed)
    assert ended.ending == "failed", f"{ended.ending}: {ended.message}"
    assert ended.message.startswith(("blocked", "no_path"))
    assert ended.clearance > TOUCH_M
    assert 5.0 < ended.simulated < 90.0


# Bases that turn only as they drive or that move every way, in a world each: a room with
# things that the map does not show, a corner just wide enough for a car, a maze.
@pytest.mark.parametrize(
    ("robot", "number"), [("car", 1), ("car", 5), ("tricycle", 7), ("mecanum", 8), ("tracked", 12)]
)
def test_bases_of_other_kinds_drive_through(robot: str, number: int, tmp_path: Path) -> None:
    world = random_world(number, *footprint(tmp_path / "empty", robot))
    driven = drive(world, (0,), tmp_path, robot)
    assert driven.reachable
    (ended,) = driven.runs
    assert ended.ending == "arrived", ended.message
    assert ended.clearance > TOUCH_M
    assert ended.miss < 0.1


def test_passages_are_as_wide_as_a_car_needs_for_their_corners(tmp_path: Path) -> None:
    length, width, bend = footprint(tmp_path, "car")
    assert (length, width) == pytest.approx((0.43, 0.3), abs=0.01)
    # A ring from 0.41 m to 0.79 m round the centre of its tightest circle.
    assert bend == pytest.approx(0.79 - 0.41 / math.sqrt(2.0), abs=0.01)
    narrow, wide = random_world(1, length, width), random_world(1, length, width, bend)
    assert narrow.kind == wide.kind == "corridor L"
    assert math.dist(narrow.start[:2], narrow.goal[:2]) < math.dist(wide.start[:2], wide.goal[:2])


def test_a_robot_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--robot", "nosuch"])
    assert "there is no example program 'nosuch'" in capsys.readouterr().err
    assert main(["--robot", "quadruped", "--worlds", "1"]) == 2
    assert "the robot of quadruped cannot be driven" in capsys.readouterr().err
