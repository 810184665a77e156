"""The returns of a planar scan, on the floor of the robot."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from robotdsl_runtime.geometry import Floats


@dataclass(frozen=True, eq=False)
class Returns:
    """``points`` ``(n, 2)`` of a scan in the robot's frame, metres, seen by a sensor at ``origin`` whose field of view
    (rad) lies about the direction ``facing``. A beam without a return reached ``range_max``.
    """

    points: Floats
    origin: tuple[float, float]
    facing: float
    field_of_view: float
    range_max: float


def scan_returns(
    ranges: Floats,
    angle_min: float,
    angle_increment: float,
    limits: tuple[float, float],
    position: tuple[float, float, float],
    rotation: Floats,
    view: tuple[float, float] | None = None,
) -> Returns:
    """The returns within ``limits`` (m) of beams about the z axis of a sensor at ``position`` in the robot's frame,
    turned by ``rotation`` ``(3, 3)``. What is not finite is no return. ``view`` is the field of view and where it faces
    in the robot's frame, where the beams go beyond what the sensor sees.
    """
    count = len(ranges)
    angles = angle_min + angle_increment * np.arange(count)
    # A comparison with what is no number is false.
    with np.errstate(invalid="ignore"):
        seen = (ranges >= limits[0]) & (ranges <= limits[1]) & (ranges > 0.0)
    # Seen from above: a beam that dips or rises reaches less far along the floor.
    directions = np.stack([np.cos(angles[seen]), np.sin(angles[seen])]) * ranges[seen]
    points: Floats = (rotation[:2, :2] @ directions).T + position[:2]
    if view is None:
        middle = angle_min + 0.5 * angle_increment * (count - 1)
        ahead = rotation[:2, :2] @ (math.cos(middle), math.sin(middle))
        view = (abs(angle_increment) * count, math.atan2(float(ahead[1]), float(ahead[0])))
    return Returns(points, (position[0], position[1]), view[1], min(view[0], 2.0 * math.pi), limits[1])
