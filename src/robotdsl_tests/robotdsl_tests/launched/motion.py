"""How a base moved, from where it was at which times."""

from __future__ import annotations

import itertools
import math

from robotdsl_runtime.nodes.transforms import Transform

from robotdsl_tests.launched.cases import Motion

# Where a frame was, by time in s.
Track = list[tuple[float, Transform]]


def motion_of(track: Track, point: tuple[float, float] = (0.0, 0.0)) -> Motion:
    """How a point of the base, so far ahead and to the left of its origin in metres, moved on average along a track, in
    the base's own frame.
    """
    along = left = turned = 0.0
    for (_, one), (_, other) in itertools.pairwise(track):
        (x0, y0, yaw0), (x1, y1, yaw1) = one.planar, other.planar
        turn = math.remainder(yaw1 - yaw0, math.tau)
        turned_x, turned_y = math.cos(yaw1) - math.cos(yaw0), math.sin(yaw1) - math.sin(yaw0)
        dx = x1 - x0 + point[0] * turned_x - point[1] * turned_y
        dy = y1 - y0 + point[0] * turned_y + point[1] * turned_x
        facing = yaw0 + 0.5 * turn
        along += dx * math.cos(facing) + dy * math.sin(facing)
        left += dy * math.cos(facing) - dx * math.sin(facing)
        turned += turn
    duration = track[-1][0] - track[0][0]
    return along / duration, left / duration, turned / duration


def since(track: Track, start: float, end: float = math.inf) -> Track:
    """The part of a track between two times, s."""
    return [(t, place) for t, place in track if start <= t <= end]
