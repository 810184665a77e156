"""How a base moved, from where it was at which times."""

from __future__ import annotations

import itertools
import math

from robotdsl_runtime.nodes.transforms import Transform

from robotdsl_tests.launched.cases import Motion

# Where a frame was, by time in s.
Track = list[tuple[float, Transform]]


def motion_of(track: Track, ahead: float = 0.0) -> Motion:
    """How the point ``ahead`` metres ahead of the base moved on average along a track, in the base's own frame."""
    along = left = turned = 0.0
    for (_, one), (_, other) in itertools.pairwise(track):
        (x0, y0, yaw0), (x1, y1, yaw1) = one.planar, other.planar
        turn = math.remainder(yaw1 - yaw0, math.tau)
        dx = x1 - x0 + ahead * (math.cos(yaw1) - math.cos(yaw0))
        dy = y1 - y0 + ahead * (math.sin(yaw1) - math.sin(yaw0))
        facing = yaw0 + 0.5 * turn
        along += dx * math.cos(facing) + dy * math.sin(facing)
        left += dy * math.cos(facing) - dx * math.sin(facing)
        turned += turn
    duration = track[-1][0] - track[0][0]
    return along / duration, left / duration, turned / duration


def since(track: Track, start: float, end: float = math.inf) -> Track:
    """The part of a track between two times, s."""
    return [(t, place) for t, place in track if start <= t <= end]
