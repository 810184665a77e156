"""Poses of the floor: ``(x, y, yaw)`` in metres and radians, as plain floats.

A pose maps coordinates of its own frame into its parent's frame. Yaw turns counter-clockwise seen from above. What
returns a yaw keeps it in (-pi, pi].
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Vec2 = tuple[float, float]
Pose2 = tuple[float, float, float]
Floats = NDArray[np.float64]


def normalize_angle(angle: float) -> float:
    """``angle`` brought into (-pi, pi]."""
    if -math.pi < angle <= math.pi:
        return angle
    turned = math.remainder(angle, 2.0 * math.pi)
    return math.pi if turned == -math.pi else turned


def compose(parent: Pose2, child: Pose2) -> Pose2:
    """The pose of ``child``, stated in the frame ``parent``, in the parent's parent."""
    x, y, yaw = parent
    c, s = math.cos(yaw), math.sin(yaw)
    return (x + c * child[0] - s * child[1], y + s * child[0] + c * child[1], normalize_angle(yaw + child[2]))


def inverse(pose: Pose2) -> Pose2:
    """The pose of the parent's frame in this pose's frame."""
    x, y, yaw = pose
    c, s = math.cos(yaw), math.sin(yaw)
    return (-c * x - s * y, s * x - c * y, normalize_angle(-yaw))


def relative(reference: Pose2, pose: Pose2) -> Pose2:
    """``pose`` seen from ``reference``: what ``compose(reference, _)`` takes back to ``pose``."""
    dx, dy = pose[0] - reference[0], pose[1] - reference[1]
    c, s = math.cos(reference[2]), math.sin(reference[2])
    return (c * dx + s * dy, c * dy - s * dx, normalize_angle(pose[2] - reference[2]))


def transform_points(pose: Pose2, points: Floats) -> Floats:
    """Points ``(n, 2)`` of the frame ``pose`` in its parent's frame, ``(n, 2)``."""
    c, s = math.cos(pose[2]), math.sin(pose[2])
    turned: Floats = points @ np.array(((c, s), (-s, c)))
    turned += (pose[0], pose[1])
    return turned


def advance(pose: Pose2, distance: float, turn: float, left: float = 0.0) -> Pose2:
    """``pose`` after moving ``distance`` ahead and ``left`` to the left along an arc that turns by ``turn``: exact for
    a motion of constant speeds.
    """
    x, y, yaw = pose
    # The chord of the arc: its length is the arc's times sinc(turn / 2), its direction is half way through the turn.
    half = 0.5 * turn
    short = math.sin(half) / half if abs(half) > 1e-6 else 1.0 - half * half / 6.0
    c, s = short * math.cos(yaw + half), short * math.sin(yaw + half)
    return (x + distance * c - left * s, y + distance * s + left * c, normalize_angle(yaw + turn))
