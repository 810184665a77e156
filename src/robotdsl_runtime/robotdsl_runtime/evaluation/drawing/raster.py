"""Sheets as pixels, with numpy alone.

Edges are smooth because each pixel is covered by the share that its distance to the shape's edge says (a half at the
edge itself), which is what averaging many samples in a pixel tends to for straight edges.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from robotdsl_runtime.evaluation.drawing import glyphs
from robotdsl_runtime.evaluation.drawing.palette import LIGHT, STYLES, Style, rgb
from robotdsl_runtime.evaluation.drawing.sheet import Circle, Line, Point, Polygon, Sheet, Text

Floats = NDArray[np.float64]

# Height of the pixel letters' capitals and breadth of their strokes, in heights of the type.
_CAPITAL = 0.70
_STROKE = 0.105
_BOLD = 0.135


class Canvas:
    """Pixels to draw on: ``zoom`` pixels to a unit of the sheet."""

    def __init__(self, width: int, height: int, zoom: float, background: str) -> None:
        self.zoom = zoom
        self._pixels: Floats = np.empty((height, width, 3))
        self._pixels[:] = rgb(background)

    def pixels(self) -> NDArray[np.uint8]:
        """``(h, w, 3)`` RGB."""
        return np.rint(self._pixels).astype(np.uint8)

    # Windows -----------------------------------------------------------------------------------------------------

    def _window(self, points: Sequence[Point], margin: float) -> tuple[int, int, int, int] | None:
        """The pixel rows and columns about ``points`` (in pixels); ``None`` when all of it lies outside."""
        height, width = self._pixels.shape[:2]
        xs = [p[0] for p in points]
        ys = [p[1] for p in points]
        left, right = max(0, math.floor(min(xs) - margin)), min(width, math.ceil(max(xs) + margin) + 1)
        top, bottom = max(0, math.floor(min(ys) - margin)), min(height, math.ceil(max(ys) + margin) + 1)
        return (top, bottom, left, right) if top < bottom and left < right else None

    def _blend(self, window: tuple[int, int, int, int], coverage: Floats, color: str, opacity: float) -> None:
        top, bottom, left, right = window
        part = self._pixels[top:bottom, left:right]
        part += (np.array(rgb(color), dtype=np.float64) - part) * (coverage * opacity)[:, :, np.newaxis]

    @staticmethod
    def _centers(window: tuple[int, int, int, int]) -> tuple[Floats, Floats]:
        top, bottom, left, right = window
        return np.arange(left + 0.5, right), np.arange(top + 0.5, bottom)[:, np.newaxis]

    # Shapes; points and lengths in pixels ------------------------------------------------------------------------

    def fill_polygon(self, points: Sequence[Point], color: str, opacity: float) -> None:
        """A convex polygon; one without an area draws nothing."""
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in _sides(points)) / 2.0
        window = self._window(points, 1.0)
        if abs(area) < 1e-9 or window is None:
            return
        x, y = self._centers(window)
        outside = np.full((y.shape[0], x.shape[0]), -np.inf)
        turn = 1.0 if area > 0 else -1.0
        for (ax, ay), (bx, by) in _sides(points):
            length = math.hypot(bx - ax, by - ay)
            if length > 1e-12:
                normal_x, normal_y = turn * (by - ay) / length, -turn * (bx - ax) / length
                np.maximum(outside, (x - ax) * normal_x + (y - ay) * normal_y, out=outside)
        self._blend(window, np.clip(0.5 - outside, 0.0, 1.0), color, opacity)

    def fill_circle(self, center: Point, radius: float, color: str, opacity: float) -> None:
        window = self._window([center], radius + 1.0)
        if window is not None:
            x, y = self._centers(window)
            distance = np.hypot(x - center[0], y - center[1])
            self._blend(window, np.clip(radius + 0.5 - distance, 0.0, 1.0), color, opacity)

    def strokes(self, segments: Iterable[tuple[Point, Point]], width: float, color: str, opacity: float) -> None:
        """Lines of ``width`` with round ends. All of them are one shape: where they meet, nothing is drawn twice."""
        segments = list(segments)
        half = width / 2.0
        window = self._window([p for s in segments for p in s], half + 1.0) if segments else None
        if window is None:
            return
        top, bottom, left, right = window
        coverage = np.zeros((bottom - top, right - left))
        for a, b in segments:
            near = self._window((a, b), half + 1.0)
            if near is None:
                continue
            x, y = self._centers(near)
            dx, dy = b[0] - a[0], b[1] - a[1]
            square = dx * dx + dy * dy
            x, y = x - a[0], y - a[1]
            if square > 1e-12:
                along = np.minimum(np.maximum((x * dx + y * dy) / square, 0.0), 1.0)
                x, y = x - along * dx, y - along * dy
            distance = np.sqrt(x * x + y * y)
            # A line thinner than a pixel covers only part of the pixels that it runs through.
            covered = np.minimum(np.maximum(half + 0.5 - distance, 0.0), min(1.0, width))
            view = coverage[near[0] - top : near[1] - top, near[2] - left : near[3] - left]
            np.maximum(view, covered, out=view)
        # Lines cover little of their window: touch those pixels alone.
        rows, columns = np.nonzero(coverage)
        part = self._pixels[top:bottom, left:right]
        before = part[rows, columns]
        share = (coverage[rows, columns] * opacity)[:, np.newaxis]
        part[rows, columns] = before + (np.array(rgb(color), dtype=np.float64) - before) * share


def _sides(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(points, (*points[1:], points[0]), strict=True)) if points else []


def _dashed(segments: Iterable[tuple[Point, Point]], dash: tuple[float, float]) -> list[tuple[Point, Point]]:
    """The drawn parts of a line that is drawn for ``dash[0]`` and left out for ``dash[1]``, over and over."""
    drawn: list[tuple[Point, Point]] = []
    period = sum(dash)
    travelled = 0.0
    for (ax, ay), (bx, by) in segments:
        length = math.hypot(bx - ax, by - ay)
        if length < 1e-12 or not math.isfinite(length):
            continue
        first = math.floor(travelled / period)
        for k in range(first, math.floor((travelled + length) / period) + 1):
            begin = max(k * period, travelled) - travelled
            end = min(k * period + dash[0], travelled + length) - travelled
            if end > begin:
                s, t = begin / length, end / length
                drawn.append(((ax + s * (bx - ax), ay + s * (by - ay)), (ax + t * (bx - ax), ay + t * (by - ay))))
        travelled += length
    return drawn


def _circle_sides(center: Point, radius: float) -> list[tuple[Point, Point]]:
    corners = max(16, min(240, round(radius)))
    angles = [2.0 * math.pi * k / corners for k in range(corners)]
    return _sides([(center[0] + radius * math.cos(a), center[1] + radius * math.sin(a)) for a in angles])


class _Painter:
    def __init__(self, canvas: Canvas, colors: dict[str, str]) -> None:
        self.canvas = canvas
        self.colors = colors

    def _scaled(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self.canvas.zoom, y * self.canvas.zoom) for x, y in points]

    def _stroke(self, segments: list[tuple[Point, Point]], style: Style) -> None:
        if style.stroke is None:
            return
        zoom = self.canvas.zoom
        if style.dash is not None:
            segments = _dashed(segments, (style.dash[0] * zoom, style.dash[1] * zoom))
        self.canvas.strokes(segments, style.width * zoom, self.colors[style.stroke], style.stroke_opacity)

    def polygon(self, shape: Polygon) -> None:
        style = STYLES[shape.style]
        points = self._scaled(shape.points)
        if style.fill is not None:
            self.canvas.fill_polygon(points, self.colors[style.fill], style.fill_opacity)
        self._stroke(_sides(points), style)

    def circle(self, shape: Circle) -> None:
        style = STYLES[shape.style]
        (center,) = self._scaled([shape.center])
        radius = shape.radius * self.canvas.zoom
        if style.fill is not None:
            self.canvas.fill_circle(center, radius, self.colors[style.fill], style.fill_opacity)
        self._stroke(_circle_sides(center, radius), style)

    def line(self, shape: Line) -> None:
        points = self._scaled(shape.points)
        self._stroke(list(itertools.pairwise(points)), STYLES[shape.style])

    def text(self, shape: Text) -> None:
        style = STYLES[shape.style]
        dot = shape.size * _CAPITAL / glyphs.HEIGHT * self.canvas.zoom
        width = (len(shape.text) * glyphs.ADVANCE - 1.0) * dot
        (at,) = self._scaled([shape.at])
        left = at[0] - {"start": 0.0, "middle": width / 2.0, "end": width}[shape.anchor]
        letters = [
            [
                (
                    (left + (x0 + k * glyphs.ADVANCE) * dot, at[1] + y0 * dot),
                    (left + (x1 + k * glyphs.ADVANCE) * dot, at[1] + y1 * dot),
                )
                for x0, y0, x1, y1 in glyphs.strokes(letter)
            ]
            for k, letter in enumerate(shape.text)
        ]
        breadth = (_BOLD if style.bold else _STROKE) * shape.size * self.canvas.zoom
        if shape.halo:
            for segments in letters:
                self.canvas.strokes(segments, breadth + 4.0 * self.canvas.zoom, self.colors["floor"], 0.85)
        for segments in letters:
            self.canvas.strokes(segments, breadth, self.colors[style.fill or "ink"], style.fill_opacity)


def rasterize(sheet: Sheet, width: int, colors: dict[str, str] = LIGHT) -> NDArray[np.uint8]:
    """The sheet as ``(h, w, 3)`` RGB pixels, ``width`` of them across, the height by the sheet's proportions.

    ``colors`` maps the names of ``palette`` to ``#rrggbb``. Raises ``ValueError`` for a width below 1.
    """
    if width < 1:
        raise ValueError(f"a picture needs at least one pixel, not {width}")
    zoom = width / sheet.width
    canvas = Canvas(width, max(1, round(sheet.height * zoom)), zoom, colors["surface"])
    painter = _Painter(canvas, colors)
    for shape in sheet.shapes:
        match shape:
            case Polygon():
                painter.polygon(shape)
            case Circle():
                painter.circle(shape)
            case Line():
                painter.line(shape)
            case Text():
                painter.text(shape)
    return canvas.pixels()
