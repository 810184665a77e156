"""Dead reckoning: a pose and a path length from the body motions that the wheels report."""

from __future__ import annotations

import math

from robotdsl_runtime.geometry import Pose2, normalize_angle

# Below this half turn within one step, sin(x)/x comes from its series, whose first term left out is under 1e-21.
_SMALL_TURN = 1e-3


class Odometry:
    """Integrates body motions exactly: over one step a base at a constant motion runs along an arc of a circle.

    ``pose`` is (x, y, yaw) in the frame it started in, metres and radians, the yaw within (-pi, pi].
    ``distance`` is the length of the path that the base's origin has driven, in metres; it never shrinks, and a turn
    in place adds nothing to it.
    """

    def __init__(self, pose: Pose2 = (0.0, 0.0, 0.0)) -> None:
        self._x, self._y, self._yaw = pose
        self._distance = 0.0

    @property
    def pose(self) -> Pose2:
        return self._x, self._y, self._yaw

    @property
    def distance(self) -> float:
        return self._distance

    def update(self, v: float, w: float, dt: float, left: float = 0.0) -> None:
        """Follow a motion of ``v`` ahead and ``left`` to the left (m/s), turning at ``w`` (rad/s), for ``dt`` s.

        The displacement is the exponential of the twist in SE(2): the chord of the arc, turned by half the turn.
        """
        half = 0.5 * w * dt
        if abs(half) < _SMALL_TURN:
            square = half * half
            chord = 1.0 - square / 6.0 * (1.0 - square / 20.0)
        else:
            chord = math.sin(half) / half
        direction = self._yaw + half
        cos, sin = math.cos(direction), math.sin(direction)
        self._x += (v * cos - left * sin) * chord * dt
        self._y += (v * sin + left * cos) * chord * dt
        self._yaw = normalize_angle(self._yaw + 2.0 * half)
        self._distance += (math.hypot(v, left) if left else abs(v)) * dt

    def reset(self, pose: Pose2 = (0.0, 0.0, 0.0)) -> None:
        """Start again at ``pose`` with no path driven."""
        self._x, self._y, self._yaw = pose
        self._distance = 0.0
