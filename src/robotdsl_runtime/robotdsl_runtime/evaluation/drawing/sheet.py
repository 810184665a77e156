"""A drawing as data: shapes on a sheet, in units of the sheet (a pixel at its natural size), y pointing down.

``picture.rasterize`` turns a sheet into pixels and ``svg.render`` into vector markup.
"""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled convex polygon, its corners in either order. ``style`` names an entry of ``palette.STYLES``; ``title``
    is what a pointer resting on it is told.
    """

    points: tuple[Point, ...]
    style: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Circle:
    center: Point
    radius: float
    style: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """An open line through two or more points."""

    points: tuple[Point, ...]
    style: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; ``at`` is on its baseline at the ``anchor``: ``start``, ``middle`` or ``end``. ``size`` is the
    height of the type. A ``halo`` of the floor's colour keeps it readable over lines.
    """

    at: Point
    text: str
    style: str
    anchor: str = "start"
    size: float = 12.0
    halo: bool = False


Shape = Polygon | Circle | Line | Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """``width`` by ``height`` units; the shapes are drawn in their order, later ones over earlier ones."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


# The mean advance of a letter in heights of the type: the pixel letters' exactly, a sans-serif's on the safe side.
LETTER_ADVANCE = 0.60


def text_width(text: str, size: float) -> float:
    return len(text) * size * LETTER_ADVANCE
