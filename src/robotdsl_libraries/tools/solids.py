"""Triangle meshes of simple solids, for the pictures of the example library's parts.

A mesh has ``vertices`` (n, 3) in metres and ``triangles`` (m, 3) of vertex indices, counter-clockwise from outside.
Frames are the parts' own: x forward, y left, z up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# The turns that lay a solid made along z along another axis; x stays forward where it can.
_ALONG = {
    "z": np.eye(3),
    "y": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]),
    "x": np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]),
}


@dataclass(frozen=True, eq=False)
class Mesh:
    vertices: Floats
    triangles: Ints

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Mesh:
        return Mesh(self.vertices + np.array([x, y, z]), self.triangles)

    def along(self, axis: str) -> Mesh:
        """A solid made along z, laid along ``axis`` (x, y or z): its top points that way."""
        return Mesh(self.vertices @ _ALONG[axis].T, self.triangles)

    def turned(self, axis: str, angle: float) -> Mesh:
        """Turned by ``angle`` in radians about an axis of its frame."""
        c, s = math.cos(angle), math.sin(angle)
        i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
        turn = np.eye(3)
        turn[i, i], turn[i, j], turn[j, i], turn[j, j] = c, -s, s, c
        return Mesh(self.vertices @ turn.T, self.triangles)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several solids as one mesh; they may lie inside each other."""
    offsets = np.cumsum([0, *(len(m.vertices) for m in meshes[:-1])])
    return Mesh(
        np.concatenate([m.vertices for m in meshes]),
        np.concatenate([m.triangles + offset for m, offset in zip(meshes, offsets, strict=True)]),
    )


def loft(rings: Sequence[Floats]) -> Mesh:
    """The solid between convex rings of equally many points, counter-clockwise seen from the last ring's side, closed
    by a flat cap at each end.
    """
    count = len(rings[0])
    vertices = np.concatenate(rings)
    triangles: list[tuple[int, int, int]] = []
    for level in range(len(rings) - 1):
        low, high = level * count, (level + 1) * count
        for k in range(count):
            n = (k + 1) % count
            triangles += [(low + k, low + n, high + n), (low + k, high + n, high + k)]
    last = (len(rings) - 1) * count
    for k in range(1, count - 1):
        triangles += [(0, k + 1, k), (last, last + k, last + k + 1)]
    return Mesh(vertices, np.array(triangles, dtype=np.int64))


def lathe(profile: Sequence[tuple[float, float]], sections: int = 48, axis: str = "z") -> Mesh:
    """The solid that a closed profile of ``(radius, height)`` points makes about ``axis``.

    The profile runs counter-clockwise in the half plane of radius to the right and height upwards. A profile that does
    not touch the axis gives a ring.
    """
    count = len(profile)
    angles = [2.0 * math.pi * k / sections for k in range(sections)]
    vertices = np.array([(r * math.cos(a), r * math.sin(a), h) for a in angles for r, h in profile])
    triangles: list[tuple[int, int, int]] = []
    for k in range(sections):
        here, there = k * count, (k + 1) % sections * count
        for p in range(count):
            q = (p + 1) % count
            if profile[p][0] > 0.0 or profile[q][0] > 0.0:
                # On the axis, one of the two triangles of the strip has no area.
                if profile[p][0] > 0.0:
                    triangles.append((here + p, there + p, there + q))
                if profile[q][0] > 0.0:
                    triangles.append((here + p, there + q, here + q))
    return Mesh(vertices, np.array(triangles, dtype=np.int64)).along(axis)


def cylinder(radius: float, low: float, high: float, *, edge: float = 0.0, sections: int = 48, axis: str = "z") -> Mesh:
    """A cylinder from ``low`` to ``high`` along ``axis``, its rims rounded by ``edge``."""
    arcs = _arc(edge, 4) if edge else [(0.0, 0.0)]
    upper = [(radius - edge + edge * c, high - edge + edge * s) for c, s in arcs] if edge else [(radius, high)]
    lower = [(r, low + high - h) for r, h in reversed(upper)]
    return lathe([(0.0, low), *lower, *upper, (0.0, high)], sections, axis)


def ring(
    inner: float, outer: float, low: float, high: float, *, edge: float = 0.0, sections: int = 48, axis: str = "z"
) -> Mesh:
    """A tube from ``low`` to ``high`` along ``axis``, its outer rims rounded by ``edge``."""
    arcs = _arc(edge, 5) if edge else [(0.0, 0.0)]
    upper = [(outer - edge + edge * c, high - edge + edge * s) for c, s in arcs] if edge else [(outer, high)]
    lower = [(r, low + high - h) for r, h in reversed(upper)]
    return lathe([(inner, low), *lower, *upper, (inner, high)], sections, axis)


def ball(radius: float, sections: int = 32) -> Mesh:
    half = sections // 2
    rim = [-math.pi / 2.0 + math.pi * k / half for k in range(half + 1)]
    profile = [(radius * math.cos(a), radius * math.sin(a)) for a in rim]
    profile[0], profile[-1] = (0.0, -radius), (0.0, radius)
    return lathe(profile, sections)


def rounded_rectangle(length: float, width: float, radius: float, steps: int = 6) -> Floats:
    """The corners of a rectangle in the plane, ``length`` along x, its corners rounded, counter-clockwise."""
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        cx, cy = sx * (length / 2.0 - radius), sy * (width / 2.0 - radius)
        for k in range(steps + 1):
            a = math.pi / 2.0 * (quarter + k / steps)
            points.append((cx + radius * math.cos(a), cy + radius * math.sin(a)))
    return np.array(points)


def block(
    length: float,
    width: float,
    low: float,
    high: float,
    *,
    corner: float,
    edge: float = 0.0,
    base_edge: float = 0.0,
    steps: int = 6,
) -> Mesh:
    """A block from ``low`` to ``high`` along z, its upright edges rounded by ``corner``, the rim of its top by ``edge``
    and the rim of its base by ``base_edge``; both of these are below ``corner``. ``steps`` facets make a rounding; one
    makes it a chamfer.
    """
    arc = min(steps, 4)
    outlines = []
    if base_edge:
        outlines += [(base_edge * (1.0 - c), low + base_edge * (1.0 - s)) for c, s in reversed(_arc(base_edge, arc))]
    else:
        outlines.append((0.0, low))
    if edge:
        outlines += [(edge * (1.0 - c), high - edge * (1.0 - s)) for c, s in _arc(edge, arc)]
    else:
        outlines.append((0.0, high))
    rings = []
    for inset, height in outlines:
        flat = rounded_rectangle(length - 2.0 * inset, width - 2.0 * inset, corner - inset, steps)
        rings.append(np.column_stack([flat, np.full(len(flat), height)]))
    return loft(rings)


def box(size: tuple[float, float, float], center: tuple[float, float, float], *, edge: float = 0.001) -> Mesh:
    """A box whose edges are all chamfered."""
    length, width, height = size
    # The corner lies a hair above the edge so that the innermost outline keeps its corners apart.
    solid = block(length, width, -height / 2.0, height / 2.0, corner=edge * 1.25, edge=edge, base_edge=edge, steps=1)
    return solid.moved(*center)


def arc_bar(radius: float, span: float, depth: float, height: float, *, edge: float, sections: int = 20) -> Mesh:
    """A bar of ``depth`` and ``height`` bent along an arc of the outer ``radius`` that spans the angle ``span`` about
    the x axis; the outermost point of the arc is the origin.
    """
    half = height / 2.0
    outline = [(0.0, -half), (depth - edge, -half)]
    outline += [(depth - edge + edge * c, -half + edge - edge * s) for c, s in _arc(edge, 3)[::-1]]
    outline += [(depth - edge + edge * c, half - edge + edge * s) for c, s in _arc(edge, 3)]
    outline += [(depth - edge, half), (0.0, half)]
    rings = []
    for k in range(sections + 1):
        a = span * (k / sections - 0.5)
        at = [((radius - depth + d) * math.cos(a) - radius, (radius - depth + d) * math.sin(a), h) for d, h in outline]
        rings.append(np.array(at[::-1]))
    return loft(rings)


def _arc(radius: float, steps: int) -> list[tuple[float, float]]:
    """The cosines and sines of a quarter turn."""
    assert radius > 0.0
    angles = [math.pi / 2.0 * k / steps for k in range(steps + 1)]
    return [(math.cos(a), math.sin(a)) for a in angles]
