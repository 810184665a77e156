"""How fast each part of a path is driven."""

from __future__ import annotations

import math

import numpy as np

from robotdsl_runtime.geometry import Floats
from robotdsl_runtime.navigation.limits import PLANNED_SHARE, Limits
from robotdsl_runtime.navigation.path import Drive, Path

# The speed where the robot cannot turn freely, and how much more each metre of room beyond the turning circle allows.
NARROW_SPEED = 0.25
SPEED_PER_ROOM = 2.5
# Backwards the robot goes no faster than this.
REVERSE_SPEED = 0.2
# A kink in a path is driven at this speed however sharp: the follower steers it out.
_SLOWEST = 0.08


def speed_profile(drive: Drive, limits: Limits, room: Floats, start: float) -> list[float]:
    """The highest speed, m/s, at each pose of ``drive``, standing at its end.

    ``room`` ``(n,)`` is how far obstacles are beyond the circle that the robot turns in (negative where it cannot),
    ``start`` the speed that the robot arrives with. The speed keeps within the limits on speed, turn and turning
    acceleration on every curve and changes no faster than the planned share of the acceleration allows.
    """
    curvature = np.abs(drive.curvature)
    caps = np.clip(NARROW_SPEED + SPEED_PER_ROOM * room, min(NARROW_SPEED, limits.speed), limits.speed)
    if drive.reverse:
        caps = np.minimum(caps, REVERSE_SPEED)
    np.minimum(caps, PLANNED_SHARE * limits.turn / np.maximum(curvature, 1e-6), out=caps)
    np.minimum(caps, limits.wheel_speed / (1.0 + curvature * limits.wheel_speed / limits.wheel_turn), out=caps)
    # The turn changes by v times the curvature's change per metre times v.
    steps = np.diff(drive.stations)
    bend = np.abs(np.diff(drive.curvature)) / np.maximum(steps, 1e-9)
    bent = np.sqrt(PLANNED_SHARE * limits.turn_acceleration / np.maximum(np.concatenate((bend[:1], bend)), 1e-9))
    np.minimum(caps, np.maximum(bent, min(_SLOWEST, limits.speed)), out=caps)
    speeds: list[float] = caps.tolist()
    gains = (2.0 * PLANNED_SHARE * limits.acceleration * steps).tolist()
    speeds[-1] = 0.0
    for k in range(len(gains) - 1, -1, -1):
        speeds[k] = min(speeds[k], math.sqrt(speeds[k + 1] ** 2 + gains[k]))
    speeds[0] = min(speeds[0], max(start, _SLOWEST))
    for k, gain in enumerate(gains):
        speeds[k + 1] = min(speeds[k + 1], math.sqrt(speeds[k] ** 2 + gain))
    return speeds


def longest_time(path: Path, limits: Limits, slips: bool) -> float:
    """Seconds within which a path is driven whatever slows the robot down on it: for bounds, not for show."""
    slow = min(limits.speed, NARROW_SPEED)
    return 2.0 * path.length / (0.6 * slow) + 2.0 * path.turning / ((0.1 if slips else 0.4) * limits.turn)
