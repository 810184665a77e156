"""Regions of the floor and the exact distances between them, along a whole run at once.

A region is convex: the points within ``radius`` of a polygon's area, so that a disc is a single corner with a radius,
a point the same with radius 0, and a polygon has radius 0. The distance of two regions is 0 where they overlap.
Every length is in metres.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# Poses whose distances are worked out together: few enough that the arrays stay in the processor's cache.
_CHUNK = 512
# A corner may stand this far inside its neighbours' line, in m, before a polygon counts as dented.
_DENT = 1e-9


class ShapeError(Exception):
    """A region that is none; the message says why."""


@dataclass(frozen=True, eq=False)
class Region:
    """``corners`` (k, 2), counter-clockwise when there are three or more, and ``radius`` about their area."""

    corners: Array
    radius: float = 0.0

    @cached_property
    def center(self) -> Array:
        """The middle of a circle about the whole region (2,)."""
        center: Array = (self.corners.min(axis=0) + self.corners.max(axis=0)) / 2.0
        return center

    @cached_property
    def reach(self) -> float:
        """The radius of that circle."""
        return float(np.hypot(*(self.corners - self.center).T).max()) + self.radius

    @cached_property
    def edges(self) -> tuple[Array, Array]:
        """Where the edges start (e, 2) and where they run to from there (e, 2); a lone corner is an edge of no
        length.
        """
        return self.corners, np.roll(self.corners, -1, axis=0) - self.corners

    @cached_property
    def sides(self) -> tuple[Array, Array]:
        """The half planes that make up the corners' area: a unit normal outwards (s, 2) and the offset along it (s,).

        A segment, or a lone corner, is an area of no width and has its ends as sides too, so that whatever is
        outside is outside of a side.
        """
        if len(self.corners) == 1:
            normals = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
            points = np.repeat(self.corners, 4, axis=0)
        else:
            points, along = self.edges
            along = along / np.hypot(along[:, 0], along[:, 1])[:, None]
            normals = np.stack((along[:, 1], -along[:, 0]), axis=1)
            if len(self.corners) == 2:
                points = np.concatenate((points, points))
                normals = np.concatenate((normals, -along))
        return normals, np.sum(normals * points, axis=1)


def disc(center: Sequence[float], radius: float = 0.0) -> Region:
    """The disc about ``center`` (x, y); a point without a radius."""
    return Region(_corners([center]), _radius(radius))


def polygon(points: Sequence[Sequence[float]]) -> Region:
    """The convex polygon of ``points`` (x, y), in either order round it; two points are a segment.

    Raises `ShapeError` for a dented polygon and for coordinates that are not finite numbers.
    """
    corners = _corners(points)
    # Repeated corners make edges without a direction.
    kept = [i for i in range(len(corners)) if i == 0 or math.dist(corners[i], corners[i - 1]) > 0.0]
    if len(kept) > 1 and math.dist(corners[kept[-1]], corners[kept[0]]) == 0.0:
        kept.pop()
    corners = corners[kept]
    if len(corners) < 3:
        return Region(corners)
    x, y = (corners - corners[0]).T
    if np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) < 0.0:
        corners = corners[::-1].copy()
    region = Region(corners)
    normals, offsets = region.sides
    if np.max(corners @ normals.T - offsets) > _DENT:
        raise ShapeError("a polygon that is not convex")
    return region


def read_region(value: Any) -> Region:
    """A region of evaluation.json: ``{"disc": {"center", "radius"}}`` or ``{"polygon": [[x, y], …]}``.

    Raises `ShapeError` for anything else.
    """
    match value:
        case {"disc": {"center": center, "radius": radius, **others}, **rest} if not others and not rest:
            return disc(center, radius)
        case {"polygon": points, **rest} if not rest:
            return polygon(points)
    raise ShapeError(f"a region is a disc or a polygon, not {value!r}")


def _corners(points: Any) -> Array:
    try:
        corners = np.array(points, dtype=np.float64)
    except (TypeError, ValueError):
        corners = np.empty(0)
    if corners.ndim != 2 or corners.shape[0] == 0 or corners.shape[1] != 2 or not np.isfinite(corners).all():
        raise ShapeError(f"points of the floor are pairs of numbers, not {points!r}")
    return corners


def _radius(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value < math.inf:
        raise ShapeError(f"a radius is a number from 0, not {value!r}")
    return float(value)


def planar_poses(poses: Array) -> Array:
    """Poses (n, 7), (x, y, z, qx, qy, qz, qw), seen from above: (n, 3), x, y and the direction of the x axis."""
    x, y, _, qx, qy, qz, qw = _marked(poses).T
    yaw = np.arctan2(2.0 * (qx * qy + qw * qz), 1.0 - 2.0 * (qy * qy + qz * qz))
    return np.stack((x, y, yaw), axis=1)


def _marked(poses: Array) -> Array:
    """The poses with what is infinite as nan: it spreads through the arithmetic and compares false, in silence."""
    return np.where(np.isfinite(poses), poses, np.nan)


def distances(poses: Array, moving: Region, fixed: Region) -> Array:
    """The distance (n,) between ``moving``, given in a frame that takes the planar ``poses`` (n, 3), and ``fixed``.

    Between two polygons that do not overlap, the shortest way starts or ends at a corner, so that the corners of
    each against the edges of the other give it exactly. They overlap when no side of either has all of the other
    beyond it (the separating axis theorem).
    """
    if len(poses) == 0:
        return np.empty(0)
    poses = _marked(poses)
    parts = [_distances(poses[i : i + _CHUNK], moving, fixed) for i in range(0, len(poses), _CHUNK)]
    return np.concatenate(parts)


def _distances(poses: Array, moving: Region, fixed: Region) -> Array:
    x, y, yaw = poses.T
    cos, sin = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
    # The moving corners in the world, and the fixed ones in the moving frame: (n, corners), x and y.
    mx, my = moving.corners.T
    out_x, out_y = x[:, None] + cos * mx - sin * my, y[:, None] + sin * mx + cos * my
    dx, dy = fixed.corners[:, 0] - x[:, None], fixed.corners[:, 1] - y[:, None]
    in_x, in_y = cos * dx + sin * dy, cos * dy - sin * dx
    apart = np.maximum(_beyond(out_x, out_y, fixed), _beyond(in_x, in_y, moving))
    gap = np.sqrt(np.minimum(_square(out_x, out_y, fixed), _square(in_x, in_y, moving)))
    # Areas that only touch have distance 0 by their corners; below zero they overlap.
    gap[apart < 0.0] = 0.0
    gap = np.maximum(gap - (moving.radius + fixed.radius), 0.0)
    return gap


def _beyond(x: Array, y: Array, region: Region) -> Array:
    """How far all of the points (n, p) are beyond a side of the region, by the side where that is farthest (n,)."""
    normals, offsets = region.sides
    along = x[:, :, None] * normals[:, 0] + y[:, :, None] * normals[:, 1] - offsets
    farthest: Array = along.min(axis=1).max(axis=1)
    return farthest


def _square(x: Array, y: Array, region: Region) -> Array:
    """The least square distance of the points (n, p) to the region's edges (n,)."""
    starts, along = region.edges
    ax, ay = along.T
    length = ax * ax + ay * ay
    # A lone corner's edge has no length: its foot is its start.
    inverse = np.divide(1.0, length, out=np.zeros_like(length), where=length > 0.0)
    px, py = x[:, :, None] - starts[:, 0], y[:, :, None] - starts[:, 1]
    t = np.clip((px * ax + py * ay) * inverse, 0.0, 1.0)
    px -= t * ax
    py -= t * ay
    least: Array = (px * px + py * py).min(axis=(1, 2))
    return least


@dataclass(frozen=True, slots=True)
class Approach:
    """The closest that something came: ``distance`` in m, and the number of the pose, the first where it was."""

    distance: float
    index: int


def closest_approach(poses: Array, moving: Sequence[Region], fixed: Sequence[Region]) -> Approach | None:
    """The least distance of any of ``moving`` from any of ``fixed`` over the planar ``poses`` (n, 3).

    ``None`` without poses or regions. Poses that are not finite are left out.
    """
    known = np.flatnonzero(np.isfinite(poses).all(axis=1))
    poses = poses[known]
    best: Approach | None = None
    for a in moving:
        for b in fixed:
            bounds = _lower_bounds(poses, a, b)
            order = np.argsort(bounds, kind="stable")
            # The poses that may be nearest come first; once the next cannot beat what is known, none behind can.
            for i in range(0, len(order), _CHUNK):
                if best is not None and bounds[order[i]] > best.distance:
                    break
                chosen = np.sort(order[i : i + _CHUNK])
                gaps = _distances(poses[chosen], a, b)
                least = int(np.argmin(gaps))
                found = Approach(float(gaps[least]), int(known[chosen[least]]))
                if best is None or (found.distance, found.index) < (best.distance, best.index):
                    best = found
    return best


def touching(poses: Array, moving: Sequence[Region], fixed: Sequence[Region], within: float) -> npt.NDArray[np.bool_]:
    """At which of the planar ``poses`` (n, 3) any of ``moving`` is within ``within`` m of any of ``fixed``: (n,)."""
    poses = _marked(poses)
    touched = np.zeros(len(poses), dtype=np.bool_)
    for a in moving:
        for b in fixed:
            near = np.flatnonzero(~touched & (_lower_bounds(poses, a, b) <= within))
            touched[near] = distances(poses[near], a, b) <= within
    return touched


def _lower_bounds(poses: Array, moving: Region, fixed: Region) -> Array:
    """What the circles about the regions say: never more than the distance (n,)."""
    x, y, yaw = poses.T
    cos, sin = np.cos(yaw), np.sin(yaw)
    cx, cy = moving.center
    bounds: Array = np.hypot(x + cos * cx - sin * cy - fixed.center[0], y + sin * cx + cos * cy - fixed.center[1])
    return bounds - (moving.reach + fixed.reach) * (1.0 + 1e-12) - 1e-12
