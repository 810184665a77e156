"""The look ahead before each command: how much of a motion is safe."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinematic import Lidar, Shape, base_of, box, clearance, rectangle
from layouts import drawn, room
from robotdsl_runtime.geometry import Pose2, advance
from robotdsl_runtime.navigation.field import PlanningField
from robotdsl_runtime.navigation.limits import Limits
from robotdsl_runtime.navigation.obstacles import Obstacles

OUTLINE = rectangle(0.4, 0.3)
BASE = base_of(OUTLINE)
LIMITS = Limits.of(BASE)
# What the look ahead counts on before a next command can brake, s.
REACTION = 0.15


def around(drawn_shapes: list[Shape], there: list[Shape], pose: Pose2, noise: float = 0.0) -> Obstacles:
    """What the robot knows at ``pose`` after a scan of ``there``, on the map of ``drawn_shapes``."""
    obstacles = Obstacles(PlanningField(drawn(drawn_shapes), OUTLINE, 0.02, 0.3), BASE)
    points = Lidar(there, noise=noise).cast(pose, np.random.default_rng(1))
    obstacles.observe(0.0, pose, points)
    return obstacles


def stopped(pose: Pose2, v: float, w: float) -> list[Pose2]:
    """Where the robot passes until it stands, braking as hard as it may after the reaction time."""
    poses, time = [pose], 0.0
    speed, turn = v, w
    while abs(speed) > 1e-9 or abs(turn) > 1e-9:
        pose = advance(pose, speed * 0.005, turn * 0.005)
        poses.append(pose)
        time += 0.005
        if time >= REACTION:
            speed = math.copysign(max(abs(speed) - LIMITS.acceleration * 0.005, 0.0), speed)
            turn = math.copysign(max(abs(turn) - LIMITS.turn_acceleration * 0.005, 0.0), turn)
    return poses


ROOM = room(4.0, 3.0)


def test_in_the_open_everything_is_safe() -> None:
    obstacles = around(ROOM, ROOM, (2.0, 1.5, 0.3))
    for v, w in ((0.6, 0.0), (-0.6, 0.0), (0.0, 1.8), (0.4, -1.0), (0.0, 0.0)):
        assert obstacles.free_share(0.0, (2.0, 1.5, 0.3), (v, 0.0, w)) == 1.0


@settings(max_examples=60)
@given(st.floats(0.0, 0.5), st.floats(-0.4, 0.4), st.sampled_from([True, False]))
def test_the_share_that_is_safe_stops_before_what_is_ahead(gap: float, aside: float, is_drawn: bool) -> None:
    pose = (1.5, 1.5 + aside, 0.0)
    ahead = box(1.7 + gap + 0.15, 1.5, 0.3, 0.5)
    shapes = [*ROOM, ahead]
    obstacles = around(shapes if is_drawn else ROOM, shapes, pose)
    share = obstacles.free_share(0.0, pose, (0.6, 0.0, 0.0))
    assert 0.0 <= share <= 1.0
    way = stopped(pose, 0.6 * share, 0.0)
    if clearance(OUTLINE.vertices, pose, shapes) > 0.0:
        assert min(clearance(OUTLINE.vertices, p, shapes) for p in way) > 0.0
    if abs(aside) > 0.45 or gap > 0.4:
        assert share > 0.9


def test_what_nobody_drew_and_no_scan_hits_cannot_be_known() -> None:
    obstacles = around(ROOM, ROOM, (1.5, 1.5, 0.0))
    assert obstacles.free_share(0.0, (1.5, 1.5, 0.0), (0.6, 0.0, 0.0)) == 1.0


def test_an_old_scan_tells_nothing() -> None:
    pose, shapes = (1.5, 1.5, 0.0), [*ROOM, box(1.9, 1.5, 0.3, 0.5)]
    obstacles = around(ROOM, shapes, pose)
    assert obstacles.free_share(0.4, pose, (0.6, 0.0, 0.0)) < 0.3
    assert obstacles.free_share(5.0, pose, (0.6, 0.0, 0.0)) == 1.0


def test_drawn_squares_count_a_little_less_while_a_scan_looks_too() -> None:
    pose, ahead = (1.5, 1.5, 0.0), box(1.86, 1.5, 0.3, 0.5)
    blind = Obstacles(PlanningField(drawn([*ROOM, ahead]), OUTLINE, 0.02, 0.3), BASE)
    assert blind.free_share(0.0, pose, (0.2, 0.0, 0.0)) < 0.5
    # The scan sees that what is drawn is not there.
    seeing = around([*ROOM, ahead], ROOM, pose)
    assert seeing.free_share(0.0, pose, (0.2, 0.0, 0.0)) >= blind.free_share(0.0, pose, (0.2, 0.0, 0.0))


def test_away_from_something_touched_is_safe_and_towards_it_is_not() -> None:
    pose, shapes = (1.5, 1.5, 0.0), [*ROOM, box(1.84, 1.5, 0.3, 0.5)]
    obstacles = around(shapes, shapes, pose)
    assert obstacles.free_share(0.0, pose, (0.3, 0.0, 0.0)) == 0.0
    assert obstacles.free_share(0.0, pose, (-0.3, 0.0, 0.0)) == 1.0


@pytest.mark.parametrize("w", [1.5, -1.5])
def test_a_turn_stops_before_the_corners_touch(w: float) -> None:
    pose, shapes = (1.5, 1.5, 0.0), [*ROOM, box(1.5, 1.5 + 0.15 + 0.03 + 0.2, 1.2, 0.4)]
    obstacles = around(shapes, shapes, pose)
    share = obstacles.free_share(0.0, pose, (0.0, 0.0, w))
    assert share < 0.5
    assert min(clearance(OUTLINE.vertices, p, shapes) for p in stopped(pose, 0.0, share * w)) > 0.0


def test_room_is_the_gap_to_the_nearest_return() -> None:
    pose, shapes = (1.5, 1.5, 0.0), [*ROOM, box(1.5, 1.85, 0.8, 0.3)]
    obstacles = around(ROOM, shapes, pose)
    assert obstacles.tight(pose, 0.1)
    room_there = obstacles.room(np.array([pose]), np.array([(0.0, 0.0), (0.0, -0.02), (0.0, 0.03)]))
    assert room_there == pytest.approx([0.05, 0.07, 0.02], abs=2e-3)
    far = around(ROOM, ROOM, (2.0, 1.5, 0.0))
    assert not far.tight((2.0, 1.5, 0.0), 0.1)
    assert far.room(np.array([(2.0, 1.5, 0.0)]), np.zeros((1, 2))).tolist() == [math.inf]


def test_returns_in_the_way_are_those_the_motion_meets() -> None:
    pose, ahead = (1.5, 1.5, 0.0), box(1.5 + 0.2 + 0.1 + 0.1, 1.5, 0.2, 0.2)
    obstacles = around(ROOM, [*ROOM, ahead, box(1.5, 2.0, 0.3, 0.3)], pose)
    found = obstacles.in_the_way(pose, 0.3, 0.0)
    assert len(found)
    assert np.abs(found - (1.8, 1.5)).max() < 0.15
    assert not len(obstacles.in_the_way(pose, -0.3, 0.0))
    assert not len(Obstacles(PlanningField(drawn(ROOM), OUTLINE, 0.02, 0.3), BASE).in_the_way(pose, 0.3, 0.0))


def test_a_scan_without_returns_and_a_robot_off_the_map() -> None:
    obstacles = Obstacles(PlanningField(drawn(ROOM), OUTLINE, 0.02, 0.3), BASE)
    obstacles.observe(0.0, (2.0, 1.5, 0.0), np.zeros((0, 2)))
    assert obstacles.free_share(0.0, (2.0, 1.5, 0.0), (0.5, 0.0, 0.0)) == 1.0
    assert obstacles.free_share(0.0, (-30.0, 70.0, 0.0), (0.5, 0.0, 0.2)) == 1.0
