"""How a base moved, from where it was at which times."""

from __future__ import annotations

import itertools
import math

from robotdsl_runtime.geometry import Vec2, compose
from robotdsl_runtime.nodes.transforms import Transform

from robotdsl_tests.launched.cases import Motion

# Where a frame was, by time in s.
Track = list[tuple[float, Transform]]


def motion_of(track: Track, center: Vec2 = (0.0, 0.0)) -> Motion:
    """How the point at ``center`` (metres ahead and to the left) of the base moved on average along a track, in the
    base's own frame.
    """
    along = left = turned = 0.0
    for (_, one), (_, other) in itertools.pairwise(track):
        (x0, y0, yaw0), (x1, y1, yaw1) = (compose(place.planar, (*center, 0.0)) for place in (one, other))
        turn = math.remainder(yaw1 - yaw0, math.tau)
        dx, dy = x1 - x0, y1 - y0
        facing = yaw0 + 0.5 * turn
        along += dx * math.cos(facing) + dy * math.sin(facing)
        left += dy * math.cos(facing) - dx * math.sin(facing)
        turned += turn
    duration = track[-1][0] - track[0][0]
    return along / duration, left / duration, turned / duration


def since(track: Track, start: float, end: float = math.inf) -> Track:
    """The part of a track between two times, s."""
    return [(t, place) for t, place in track if start <= t <= end]
