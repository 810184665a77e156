"""What scans mark beside the drawn obstacles, and give up again."""

from __future__ import annotations

import math

import numpy as np
import pytest
from kinematic import Lidar, Shape, box, disc, draw, rectangle, wall
from layouts import drawn, room
from numpy.typing import NDArray
from robotdsl_runtime.geometry import Pose2, transform_points
from robotdsl_runtime.navigation.field import PlanningField
from robotdsl_runtime.navigation.layer import DynamicLayer

Floats = NDArray[np.float64]
OUTLINE = rectangle(0.4, 0.3)


class Watcher:
    """A layer over the map of ``shapes`` and a lidar that sees what it is shown."""

    def __init__(self, shapes: list[Shape], noise: float = 0.01, max_range: float = 12.0) -> None:
        self.grid = drawn(shapes)
        clearance = PlanningField(self.grid, OUTLINE, 0.02, 0.3).clearance
        self.layer = DynamicLayer(self.grid, clearance, OUTLINE, math.radians(1.0))
        self.rng = np.random.default_rng(3)
        self.noise, self.max_range = noise, max_range

    def look(self, pose: Pose2, there: list[Shape], believed: Pose2 | None = None, scans: int = 1) -> None:
        lidar = Lidar(there, noise=self.noise, max_range=self.max_range)
        at = pose if believed is None else believed
        for _ in range(scans):
            points = lidar.cast(pose, self.rng)
            seen = transform_points(at, points) if len(points) else points
            ranges = np.hypot(points[:, 0], points[:, 1])
            self.layer.observe(at, seen[:, 0], seen[:, 1], ranges, at[:2], self.max_range, (at[2], math.pi))

    def marked_near(self, x: float, y: float, within: float) -> int:
        centers = self.layer.centers
        return int((np.hypot(centers[:, 0] - x, centers[:, 1] - y) < within).sum())


ROOM = room(4.0, 3.0)


def test_drawn_obstacles_are_never_marked() -> None:
    shapes = [*ROOM, box(2.0, 2.0, 0.4, 0.3, 0.4), disc(3.0, 1.0, 0.2)]
    watcher = Watcher(shapes)
    for x in np.linspace(0.5, 3.5, 13).tolist():
        # The believed pose is a little wrong.
        watcher.look((x, 0.6, 0.3 * x), shapes, (x + 0.02, 0.585, 0.3 * x + 0.01), scans=4)
    assert len(watcher.layer.centers) == 0
    assert watcher.layer.version == 0


@pytest.mark.parametrize("hidden", [box(2.0, 1.5, 0.3, 0.4, 0.7), disc(2.0, 1.5, 0.04), wall(2.0, 1.0, 2.0, 2.0)])
def test_what_is_not_drawn_is_marked_where_it_stands(hidden: Shape) -> None:
    watcher = Watcher(ROOM)
    watcher.look((1.0, 1.5, 0.0), [*ROOM, hidden])
    assert watcher.layer.version == 0, "one scan is not enough"
    watcher.look((1.0, 1.5, 0.0), [*ROOM, hidden], scans=5)
    centers = watcher.layer.centers
    assert len(centers) >= 3
    covered = draw([hidden], watcher.grid.origin, (4.2, 3.2))
    x, y = np.nonzero(covered.occupied)[::-1]
    squares = np.stack((x, y), axis=1) * 0.05 + np.array(watcher.grid.origin) + 0.025
    # Half cells of 2.5 cm about returns whose noise is a centimetre.
    away = np.hypot(*(centers[:, None] - squares).transpose(2, 0, 1)).min(axis=1)
    assert away.max() < 0.09


def test_what_goes_away_is_cleared_and_the_versions_tell() -> None:
    hidden = box(2.0, 1.5, 0.3, 0.4)
    watcher = Watcher(ROOM)
    watcher.look((1.0, 1.5, 0.0), [*ROOM, hidden], scans=6)
    version, cleared = watcher.layer.version, watcher.layer.cleared
    assert version > 0
    watcher.look((1.0, 1.5, 0.0), ROOM, scans=20)
    assert len(watcher.layer.centers) == 0
    assert watcher.layer.version > version
    assert watcher.layer.cleared > cleared


def test_what_nothing_returns_from_behind_is_cleared_within_the_range() -> None:
    hidden = box(2.0, 1.5, 0.3, 0.4)
    for max_range, left in ((3.0, False), (0.8, True)):
        watcher = Watcher([wall(0.0, 0.0, 4.0, 0.0), wall(0.0, 4.0, 4.0, 4.0)])
        watcher.look((1.0, 1.5, 0.0), [hidden], scans=6)
        assert len(watcher.layer.centers)
        watcher.max_range = max_range
        watcher.look((1.0, 1.5, 0.0), [], scans=20)
        assert bool(len(watcher.layer.centers)) is left


def test_what_is_hidden_behind_something_nearer_stays() -> None:
    far, near = box(2.5, 1.5, 0.2, 0.6), box(1.6, 1.5, 0.2, 1.2)
    watcher = Watcher(ROOM)
    watcher.look((0.7, 1.5, 0.0), [*ROOM, far], scans=6)
    before = watcher.marked_near(2.4, 1.5, 0.4)
    watcher.look((0.7, 1.5, 0.0), [*ROOM, near], scans=20)
    assert watcher.marked_near(2.4, 1.5, 0.4) == before > 0
    assert watcher.marked_near(1.5, 1.5, 0.3) > 0


def test_nothing_stands_where_the_robot_is() -> None:
    watcher = Watcher(ROOM)
    watcher.layer.mark(np.array([(1.0, 1.5), (1.1, 1.6), (2.0, 1.5)]))
    assert len(watcher.layer.centers) == 3
    watcher.look((1.0, 1.5, 0.0), [*ROOM, box(2.0, 1.5, 0.04, 0.04)], scans=20)
    assert watcher.marked_near(1.0, 1.5, 0.3) == 0
    assert watcher.marked_near(2.0, 1.5, 0.1) > 0


def test_far_returns_and_those_beside_the_map_are_left() -> None:
    watcher = Watcher([wall(0.0, 0.0, 8.0, 0.0), wall(0.0, 2.0, 8.0, 2.0)])
    watcher.look((0.5, 1.0, 0.0), [box(6.0, 1.0, 0.3, 0.5), box(-2.0, 1.0, 0.3, 1.0)], scans=10)
    assert len(watcher.layer.centers) == 0


def test_everything_can_be_forgotten() -> None:
    watcher = Watcher(ROOM)
    watcher.layer.forget()
    assert watcher.layer.version == 0
    watcher.layer.mark(np.array([(2.0, 1.5)]))
    watcher.layer.forget()
    assert len(watcher.layer.centers) == 0
    assert watcher.layer.cleared == 1
    watcher.layer.mark(np.array([(-50.0, 1.5)]))
    assert len(watcher.layer.centers) == 0
