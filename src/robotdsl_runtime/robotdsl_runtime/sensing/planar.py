"""The planar scan of a depth camera: its cloud projected onto the ground."""

from __future__ import annotations

import math

import numpy as np

from robotdsl_runtime.geometry import Floats

# The output contract's: points so high above the ground (m), within so far (m), in so many beams.
LOWEST_M, HIGHEST_M = 0.05, 2.0
REACH_M = 5.0
BEAMS = 360
# The direction of the first beam and the angle from each to the next, rad.
ANGLE_MIN = -math.pi
ANGLE_INCREMENT = 2.0 * math.pi / BEAMS


def planar_scan(points: Floats, reach: float = REACH_M) -> Floats:
    """The ranges ``(BEAMS,)`` of the beams from the frame's origin, metres along the ground.

    ``points`` ``(n, 3)`` are in a frame that stands on the ground, z up. A beam has the nearest of the points whose
    direction lies within half an increment of its own; one without a point, outside the camera's view for one, is
    infinite.
    """
    heights = points[:, 2]
    ranges = np.hypot(points[:, 0], points[:, 1])
    taken = (heights >= LOWEST_M) & (heights <= HIGHEST_M) & (ranges <= reach)
    x, y = points[taken, 0], points[taken, 1]
    beams = np.rint((np.arctan2(y, x) - ANGLE_MIN) / ANGLE_INCREMENT).astype(np.intp) % BEAMS
    scan = np.full(BEAMS, np.inf)
    np.minimum.at(scan, beams, ranges[taken])
    return scan
