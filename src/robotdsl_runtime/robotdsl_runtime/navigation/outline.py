"""The robot's outline on the floor and how far it is from points and squares.

Everything is stated in the frame that the robot turns about: x ahead, y to the left, metres.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from robotdsl_runtime.geometry import Floats

# Corners are told apart to so many decimals of a metre: shapes that meet leave copies in a hull.
_DECIMALS = 9


@dataclass(frozen=True, eq=False)
class Outline:
    """A convex polygon about the robot.

    ``vertices`` ``(n, 2)`` counter-clockwise; ``normals`` ``(n, 2)`` the outward unit normals of the edges that
    start at them; ``offsets`` ``(n,)`` each edge's distance from the origin along its normal. ``inscribed`` is the
    radius of the largest disc about the origin within the outline (0 when the origin lies outside) and
    ``circumscribed`` that of the smallest disc about the origin around it.
    """

    vertices: Floats
    normals: Floats
    offsets: Floats
    inscribed: float
    circumscribed: float

    @staticmethod
    def of(points: Iterable[Sequence[float]]) -> Outline:
        """The convex hull of ``points`` as an outline. Raises ``ValueError`` when they span no area."""
        hull = _convex_hull([(float(p[0]), float(p[1])) for p in points])
        if len(hull) < 3:
            raise ValueError("an outline needs three corners that do not lie on one line")
        vertices = np.array(hull)
        edges = np.roll(vertices, -1, axis=0) - vertices
        normals = np.stack((edges[:, 1], -edges[:, 0]), axis=1) / np.hypot(edges[:, 0], edges[:, 1])[:, None]
        offsets = np.einsum("ij,ij->i", normals, vertices)
        return Outline(
            vertices,
            normals,
            offsets,
            max(float(offsets.min()), 0.0),
            float(np.hypot(vertices[:, 0], vertices[:, 1]).max()),
        )

    def grown(self, margin: float) -> Outline:
        """The outline moved outward by ``margin`` (inward for a negative one), its corners rounded in two edges.

        Inward the result is exact, but half of the outline's least width is always left; outward it reaches at least
        0.92 and at most 1 ``margin`` beyond every point for corners of a right angle or wider.
        """
        if margin == 0.0:
            return self
        if margin < 0.0:
            across = self.normals @ self.vertices.T
            margin = max(margin, -0.25 * float((across.max(axis=1) - across.min(axis=1)).min()))
            corners = [(float(x), float(y)) for x, y in self.vertices]
            for (nx, ny), offset in zip(self.normals.tolist(), self.offsets.tolist(), strict=True):
                corners = _clip(corners, nx, ny, offset + margin)
            return Outline.of(corners)
        before = np.roll(self.normals, 1, axis=0)
        middle = self.normals + before
        middle /= np.hypot(middle[:, 0], middle[:, 1])[:, None]
        return Outline.of(np.concatenate([self.vertices + margin * n for n in (before, middle, self.normals)]).tolist())

    def samples(self, spacing: float) -> Floats:
        """Points ``(m, 2)`` along the outline, its corners among them, at most ``spacing`` apart."""
        points: list[tuple[float, float]] = []
        corners = self.vertices.tolist()
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            count = max(1, math.ceil(math.hypot(bx - ax, by - ay) / spacing))
            points += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count)]
        return np.array(points)

    def gaps(self, poses: Floats, points: Floats, half: float = 0.0) -> Floats:
        """How far the outline at each of ``poses`` ``(k, 3)`` is from each of ``points`` ``(p, 2)``: ``(p, k)``.

        Each point is the centre of a square with sides of ``2 half`` along the axes of the frame of ``poses``. The
        answer is the widest gap over the separating axes: negative exactly when they overlap (then the least way
        out), never more than the distance when they do not.
        """
        c, s = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
        x, y = poses[:, 0][:, None], poses[:, 1][:, None]
        nx = c * self.normals[:, 0] - s * self.normals[:, 1]
        ny = s * self.normals[:, 0] + c * self.normals[:, 1]
        reach = self.offsets + nx * x + ny * y
        if half:
            reach += half * (np.abs(nx) + np.abs(ny))
        k, edges = nx.shape
        gaps = points @ np.stack((nx.ravel(), ny.ravel()))
        gaps -= reach.ravel()
        widest: Floats = gaps.reshape(len(points), k, edges).max(axis=2)
        if half:
            np.maximum(widest, self._axis_gaps(c, s, x, y, points, half), out=widest)
        return widest

    def separation(self, poses: Floats, points: Floats, half: float = 0.0) -> Floats:
        """As ``gaps``, to the nearest of the points: ``(k,)``, infinite without points."""
        if not len(points):
            return np.full(len(poses), np.inf)
        nearest: Floats = self.gaps(poses, points, half).min(axis=0)
        return nearest

    def _axis_gaps(self, c: Floats, s: Floats, x: Floats, y: Floats, points: Floats, half: float) -> Floats:
        """Gaps ``(p, k)`` along the squares' own axes."""
        vx = x + c * self.vertices[:, 0] - s * self.vertices[:, 1]
        vy = y + s * self.vertices[:, 0] + c * self.vertices[:, 1]
        px, py = points[:, 0][:, None], points[:, 1][:, None]
        across = np.maximum(px - vx.max(axis=1), vx.min(axis=1) - px)
        along = np.maximum(py - vy.max(axis=1), vy.min(axis=1) - py)
        gaps: Floats = np.maximum(across, along) - half
        return gaps


def _convex_hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Andrew's monotone chain, counter-clockwise; points on an edge and near copies are left out."""
    ordered = sorted({(round(x, _DECIMALS), round(y, _DECIMALS)) for x, y in points})

    def chain(sequence: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        kept: list[tuple[float, float]] = []
        for p in sequence:
            while len(kept) >= 2:
                (ax, ay), (bx, by) = kept[-2], kept[-1]
                if (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 1e-15:
                    break
                kept.pop()
            kept.append(p)
        return kept

    if len(ordered) < 3:
        return ordered
    return chain(ordered)[:-1] + chain(reversed(ordered))[:-1]


def _clip(corners: list[tuple[float, float]], nx: float, ny: float, offset: float) -> list[tuple[float, float]]:
    """The part of a convex polygon where ``n . p <= offset`` (Sutherland and Hodgman)."""
    kept: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        a, b = nx * ax + ny * ay - offset, nx * bx + ny * by - offset
        if a <= 0.0:
            kept.append((ax, ay))
        if (a < 0.0 < b) or (b < 0.0 < a):
            share = a / (a - b)
            kept.append((ax + share * (bx - ax), ay + share * (by - ay)))
    return kept
