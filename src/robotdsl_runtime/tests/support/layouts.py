"""Worlds to navigate in: rooms and passages barely wider than the robot, and the example robot's base."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from kinematic import Shape, base_of, draw, rectangle, wall
from robotdsl_runtime.geometry import Pose2, compose, transform_points
from robotdsl_runtime.navigation.base import Base
from robotdsl_runtime.navigation.grid import OccupancyGrid
from robotdsl_runtime.navigation.outline import Outline

# A chassis of 0.30 m x 0.195 m with wheels that stand out to 0.32 m in its middle.
OCTAGON = Outline.of(
    (x, y) for x, width in ((-0.15, 0.0975), (-0.03, 0.16), (0.03, 0.16), (0.15, 0.0975)) for y in (-width, width)
)
WIDTH = 0.32
# About the middle of the rear axle.
CAR = rectangle(0.43, 0.3, ahead=0.14)
# What passages must be wide at the least: this many times the robot.
PASSAGE = 1.5
_THICKNESS = 0.1
PITCH = PASSAGE * WIDTH + _THICKNESS

PASSAGES: dict[str, tuple[tuple[int, int], ...]] = {
    "straight": tuple((k, 0) for k in range(6)),
    "L": (*((k, 0) for k in range(4)), *((3, k) for k in range(1, 4))),
    "U": (*((k, 0) for k in range(4)), (3, 1), *((k, 2) for k in range(3, -1, -1))),
    "zigzag": ((0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (3, 2), (3, 1), (3, 0), (4, 0), (5, 0)),
}


def example_base(**changes: object) -> Base:
    """The example robot's base: 0.5 m/s, 1.5 rad/s, localized by its scan."""
    fields: dict[str, object] = {
        "max_speed": 0.5, "max_turn": 1.5, "max_acceleration": 1.0, "max_turn_acceleration": 2.5,
    }  # fmt: skip
    return base_of(OCTAGON, **{**fields, **changes})


def room(length: float, depth: float) -> list[Shape]:
    """Four walls about the free floor from (0, 0) to (length, depth)."""
    t = _THICKNESS / 2.0
    corners = ((-t, -t), (length + t, -t), (length + t, depth + t), (-t, depth + t))
    return [
        wall(ax - t * (bx > ax) + t * (bx < ax), ay - t * (by > ay) + t * (by < ay), bx, by)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    ]


def drawn(shapes: Sequence[Shape]) -> OccupancyGrid:
    """The map of the shapes and a little floor around them."""
    corners = np.concatenate([shape.points for shape in shapes])
    low, high = corners.min(axis=0) - 0.2, corners.max(axis=0) + 0.2
    return draw(shapes, (float(low[0]), float(low[1])), (float(high[0]), float(high[1])))


def moved(shapes: Sequence[Shape], frame: Pose2) -> list[Shape]:
    """The shapes, stated in ``frame``, in its parent."""
    return [replace(shape, points=transform_points(frame, shape.points)) for shape in shapes]


def passage(name: str, frame: Pose2 = (0.0, 0.0, 0.0)) -> tuple[list[Shape], Pose2, Pose2]:
    """Walls along the cells of a passage ``PASSAGE`` times as wide as the robot, closed at both ends; the pose in its
    first cell that looks along it, and that in its last."""
    cells = PASSAGES[name]
    joined = {frozenset(pair) for pair in pairwise(cells)}
    walls = []
    for i, j in cells:
        for di, dj in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if frozenset(((i, j), (i + di, j + dj))) in joined:
                continue
            x, y = (i + 0.5 * di) * PITCH, (j + 0.5 * dj) * PITCH
            ex, ey = 0.5 * (PITCH + _THICKNESS) * abs(dj), 0.5 * (PITCH + _THICKNESS) * abs(di)
            walls.append(wall(x - ex, y - ey, x + ex, y + ey, _THICKNESS))

    def along(cell: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> Pose2:
        pose = (cell[0] * PITCH, cell[1] * PITCH, math.atan2(b[1] - a[1], b[0] - a[0]))
        return compose(frame, pose)

    return moved(walls, frame), along(cells[0], *cells[:2]), along(cells[-1], *cells[-2:])


def car_base(outline: Outline = CAR, **changes: object) -> Base:
    """A car of 0.43 m x 0.30 m that turns about the middle of its rear axle, on circles of 0.56 m at the least."""
    fields: dict[str, object] = {
        "kinematics": "steering", "min_turning_radius": 0.56, "goal_tolerance_rad": math.inf, "max_speed": 0.5,
        "max_turn": 0.9, "max_acceleration": 1.0, "max_turn_acceleration": 1.8,
    }  # fmt: skip
    return base_of(outline, **{**fields, **changes})


def trike_base() -> Base:
    """A base like the example's tricycle: shorter, and much nimbler than the car."""
    return car_base(rectangle(0.37, 0.3, ahead=0.13), min_turning_radius=0.15, max_turn=1.5, max_turn_acceleration=2.5)
