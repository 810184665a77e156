"""The localizer along given motions: what the scan mends, and what it must leave alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from kinematic import Lidar, Shape, box, disc
from layouts import drawn, example_base, passage, room
from robotdsl_runtime.geometry import Pose2, advance, compose, normalize_angle, relative
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.localizer import Localizer

BASE = example_base()
ROOM = [*room(4.0, 3.0), box(2.9, 2.1, 0.4, 0.6, 0.5), disc(1.2, 2.2, 0.15)]


@dataclass
class Drift:
    """How far the believed pose and odometry alone are from the truth, in place (m) and heading (rad), at each scan."""

    place: list[float]
    heading: list[float]
    odometry_place: list[float]
    odometry_heading: list[float]


def error(believed: Pose2, truth: Pose2) -> tuple[float, float]:
    return math.dist(believed[:2], truth[:2]), abs(normalize_angle(believed[2] - truth[2]))


def drift(
    shapes: Sequence[Shape],
    motion: Sequence[tuple[float, float, float]],
    start: Pose2,
    *,
    base: Base = BASE,
    believed: Pose2 | None = None,
    seed: int = 0,
    bias: tuple[float, float] = (0.0, 0.0),
) -> Drift:
    """Move by ``motion``, each ``(v, w, seconds)``, with a scan every 0.1 s, from ``start``, which the robot takes for
    ``believed``. Odometry overstates distances and turns by ``bias`` and errs by 2 % beside."""
    rng = np.random.default_rng(seed)
    localizer = Localizer(drawn(shapes), base, believed or start)
    lidar = Lidar(shapes)
    truth, odometry = start, (0.0, 0.0, 0.0)
    found = Drift([], [], [], [])
    localizer.update(odometry, lidar.cast(truth, rng))
    for v, w, seconds in motion:
        for _ in range(round(seconds / 0.1)):
            truth = advance(truth, 0.1 * v, 0.1 * w)
            jitter = rng.normal(0.0, 0.02, 2)
            odometry = advance(odometry, 0.1 * v * (1.0 + bias[0] + jitter[0]), 0.1 * w * (1.0 + bias[1] + jitter[1]))
            place, heading = error(localizer.update(odometry, lidar.cast(truth, rng)), truth)
            found.place.append(place)
            found.heading.append(heading)
            place, heading = error(compose(believed or start, odometry), truth)
            found.odometry_place.append(place)
            found.odometry_heading.append(heading)
    return found


ROUND = [(0.3, 0.0, 4.0), (0.3, 0.8, 4.0), (0.3, 0.0, 3.0), (0.0, -1.0, 3.0), (0.3, 0.3, 6.0)]


@pytest.mark.parametrize("seed", range(3))
def test_drift_of_odometry_is_mended(seed: int) -> None:
    found = drift(ROOM, ROUND, (1.0, 0.7, 0.0), seed=seed, bias=(0.05, 0.05))
    assert max(found.odometry_place) > 0.1
    assert max(found.place) < 0.05
    assert max(found.heading) < 0.04


@pytest.mark.parametrize(
    "offset", [(0.1, 0.0, 0.0), (0.0, -0.1, 0.0), (0.0, 0.0, 0.1), (0.07, 0.07, -0.1), (-0.1, 0.0, 0.1)]
)
def test_a_wrong_start_is_mended(offset: Pose2) -> None:
    """From 10 cm and 0.1 rad off to a place within a few centimetres, over a drive round a room."""
    start = (1.0, 0.7, 0.0)
    found = drift(ROOM, ROUND, start, believed=compose(start, offset))
    assert found.place[-1] < 0.05
    assert found.heading[-1] < 0.03


@pytest.mark.parametrize("bias", [(0.0, 0.0), (0.04, 0.0), (0.0, -0.04)])
def test_a_single_box_makes_it_no_worse_than_odometry(bias: tuple[float, float]) -> None:
    """What little there is to see does not pull the robot away from where odometry takes it."""
    shapes = [box(1.5, 0.9, 0.4, 0.4)]
    motion = [(0.4, 0.0, 8.0), (0.0, 1.0, 1.5), (0.4, 0.2, 5.0), (0.3, -0.4, 6.0)]
    mended, alone = [], []
    for seed in range(4):
        found = drift(shapes, motion, (0.0, 0.0, 0.0), seed=seed, bias=bias)
        mended.append(max(found.place))
        alone.append(max(found.odometry_place))
        assert max(found.place) < max(found.odometry_place) + 0.03
        # Seen at a distance that odometry overstates, the box turns the robot a little instead.
        assert max(found.heading) < max(0.06, max(found.odometry_heading))
    assert np.mean(mended) < np.mean(alone) + 0.01


def test_things_off_the_map_do_not_pull() -> None:
    unknown = [box(1.0, 1.5, 0.3, 0.3, 0.2, mapped=False), disc(2.2, 0.4, 0.12, mapped=False)]
    found = drift([*room(4.0, 3.0), *unknown], ROUND, (1.0, 0.7, 0.0), bias=(0.03, 0.03))
    assert max(found.place) < 0.06
    assert max(found.heading) < 0.04


def test_a_passage_keeps_the_robot_in_its_middle() -> None:
    """Along it there is nothing to see but its end; across it the walls hold the robot to a centimetre or two."""
    shapes, start, _ = passage("straight")
    found = drift(shapes, [(0.25, 0.0, 10.0)], start, bias=(0.05, 0.0))
    assert max(found.place) < 0.06
    assert max(found.heading) < 0.03


def test_a_base_that_slips_is_followed() -> None:
    """Wheels that report twice the turn that is made."""
    slipping = example_base(odometry_turn_noise=0.7, odometry_distance_noise=0.1)
    assert slipping.slips
    motion = [(0.0, 0.5, 4.0), (0.3, 0.0, 3.0), (0.0, -0.6, 5.0), (0.2, 0.2, 4.0)]
    found = drift(ROOM, motion, (1.5, 1.2, 0.0), base=slipping, bias=(0.0, 1.0))
    assert max(found.odometry_heading) > 1.0
    assert max(found.heading) < 0.1
    assert max(found.place) < 0.1


def test_without_a_scan_the_frames_meet_at_the_start() -> None:
    start, origin = (2.0, -1.0, 0.7), (0.3, 0.1, -0.2)
    odometry = (1.3, -0.4, 1.9)
    blind = example_base(localization="odometry", scan=None)
    expected = compose(start, relative(origin, odometry))
    points = Lidar(ROOM).cast((1.0, 1.0, 0.0), np.random.default_rng(0))
    for base, seen in ((blind, points), (blind, None), (BASE, None)):
        localizer = Localizer(drawn(ROOM), base, start, origin)
        assert localizer.update(origin, seen) == pytest.approx(start)
        for _ in range(5):
            assert localizer.update(odometry, seen) == pytest.approx(expected)
        assert localizer.pose(odometry) == pytest.approx(expected)


def test_an_empty_map_leaves_odometry_alone() -> None:
    grid = drawn(ROOM)
    localizer = Localizer(grid.with_occupied(np.zeros_like(grid.occupied)), BASE, (1.0, 1.0, 0.0))
    points = Lidar(ROOM).cast((1.0, 1.0, 0.0), np.random.default_rng(0))
    assert localizer.update((1.0, 0.5, 0.2), points) == pytest.approx((2.0, 1.5, 0.2))


def test_scans_without_returns_leave_odometry_alone() -> None:
    localizer = Localizer(drawn(ROOM), BASE, (1.0, 1.0, 0.0))
    for k in range(1, 6):
        odometry = (0.2 * k, 0.0, 0.0)
        assert localizer.update(odometry, np.zeros((0, 2))) == pytest.approx((1.0 + 0.2 * k, 1.0, 0.0))


def test_a_standing_robot_does_not_wander() -> None:
    rng = np.random.default_rng(1)
    localizer, lidar, truth = Localizer(drawn(ROOM), BASE, (1.0, 1.0, 0.0)), Lidar(ROOM), (1.0, 1.0, 0.0)
    for _ in range(60):
        assert localizer.update((0.0, 0.0, 0.0), lidar.cast(truth, rng)) == pytest.approx(truth, abs=1e-12)


def test_the_spread_grows_blind_and_shrinks_with_a_scan() -> None:
    rng = np.random.default_rng(2)
    localizer, lidar = Localizer(drawn(ROOM), BASE, (1.0, 0.7, 0.0)), Lidar(ROOM)
    localizer.update((0.0, 0.0, 0.0), lidar.cast((1.0, 0.7, 0.0), rng))
    known = localizer.spread
    for k in range(1, 8):
        localizer.update((0.15 * k, 0.0, 0.0), np.zeros((0, 2)))
    lost = localizer.spread
    assert lost[0] > 2.0 * known[0] and lost[1] > known[1]
    localizer.update((1.2, 0.0, 0.0), lidar.cast((2.2, 0.7, 0.0), rng))
    found = localizer.spread
    assert 0.0 < found[0] < lost[0] and 0.0 < found[1] < lost[1]


def test_the_same_scans_make_the_same_poses() -> None:
    first, second = (drift(ROOM, ROUND[:2], (1.0, 0.7, 0.0), seed=5) for _ in range(2))
    assert first == second
