"""The drawn map: which squares of the floor an obstacle covers. Reads the files that Nav2's map server reads.

The map file is a flat list of ``key: value`` lines (``image``, ``mode``, ``resolution``, ``origin``, ``negate``,
``occupied_thresh``, ``free_thresh``), the image a binary PGM (``P5``). A pixel ``v`` of an image that is not negated
is occupied with probability ``(255 - v) / 255``; above ``occupied_thresh`` a cell is occupied, below ``free_thresh``
free. What lies between is unknown and counts as occupied: nobody has drawn it as free.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]

# No side of an image is so long.
_MOST_DIGITS = 9


class MapError(ValueError):
    """A map that cannot be read; the message names the file and what is wrong with it."""


@dataclass(frozen=True, eq=False)
class OccupancyGrid:
    """Square cells over the floor. ``occupied[row, column]`` is true where an obstacle overlaps the cell's square.

    Row 0 is the lowest y, column 0 the lowest x; ``origin`` is the world position of the grid's lower left corner and
    ``resolution`` a cell's side, in metres.
    """

    occupied: Bools
    resolution: float
    origin: tuple[float, float]

    @staticmethod
    def load(path: Path) -> OccupancyGrid:
        """The grid of a ``map.yaml`` and of the image that it names. Raises ``MapError``."""
        fields = _flat_yaml(path)
        resolution = _number(path, fields, "resolution")
        if resolution <= 0.0:
            raise MapError(f"{path.name}: the resolution must be greater than 0")
        origin = _numbers(path, fields, "origin")
        if len(origin) not in (2, 3) or (len(origin) == 3 and origin[2] != 0.0):
            raise MapError(f"{path.name}: the origin must be [x, y] or [x, y, 0]: a turned map is not supported")
        occupied_above = _number(path, fields, "occupied_thresh", 0.65)
        free_below = _number(path, fields, "free_thresh", 0.196)
        pixels, depth = _read_pgm(path.parent / _text(path, fields, "image"))
        shade = pixels / depth
        probability = shade if fields.get("negate", "0") in ("1", "true") else 1.0 - shade
        free = probability < free_below
        # The image's first line is the map's upper edge.
        occupied = np.ascontiguousarray(((probability > occupied_above) | ~free)[::-1])
        return OccupancyGrid(occupied, resolution, (origin[0], origin[1]))

    @property
    def rows(self) -> int:
        return int(self.occupied.shape[0])

    @property
    def columns(self) -> int:
        return int(self.occupied.shape[1])

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """The ``(row, column)`` whose square holds the point; outside the grid for a point outside the map."""
        return (
            int((y - self.origin[1]) / self.resolution // 1.0),
            int((x - self.origin[0]) / self.resolution // 1.0),
        )

    def center(self, row: int, column: int) -> tuple[float, float]:
        return (
            self.origin[0] + (column + 0.5) * self.resolution,
            self.origin[1] + (row + 0.5) * self.resolution,
        )

    def contains(self, x: float, y: float) -> bool:
        row, column = self.cell(x, y)
        return 0 <= row < self.rows and 0 <= column < self.columns

    def with_occupied(self, occupied: Bools) -> OccupancyGrid:
        """The same squares with other contents."""
        return OccupancyGrid(occupied, self.resolution, self.origin)


def surface(occupied: Bools) -> Bools:
    """The occupied cells that have a free neighbour along a row or a column, or none at the grid's rim."""
    inner = occupied.copy()
    inner[0] = inner[-1] = False
    inner[:, 0] = inner[:, -1] = False
    inner[1:-1, 1:-1] &= occupied[:-2, 1:-1] & occupied[2:, 1:-1] & occupied[1:-1, :-2] & occupied[1:-1, 2:]
    return occupied & ~inner


def _flat_yaml(path: Path) -> dict[str, str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise MapError(f"{path.name}: cannot be read: {error}") from error
    fields: dict[str, str] = {}
    for line in lines:
        text = line.split("#", 1)[0].strip()
        if not text or text == "---":
            continue
        key, colon, value = text.partition(":")
        if not colon:
            raise MapError(f"{path.name}: expected 'key: value', found '{text}'")
        fields[key.strip()] = value.strip().strip("\"'")
    return fields


def _text(path: Path, fields: dict[str, str], key: str) -> str:
    if key not in fields:
        raise MapError(f"{path.name}: has no '{key}'")
    return fields[key]


def _number(path: Path, fields: dict[str, str], key: str, default: float | None = None) -> float:
    if default is not None and key not in fields:
        return default
    text = _text(path, fields, key)
    try:
        return _finite(text)
    except ValueError:
        raise MapError(f"{path.name}: '{key}' is no number: '{text}'") from None


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def _numbers(path: Path, fields: dict[str, str], key: str) -> list[float]:
    text = _text(path, fields, key)
    try:
        return [_finite(part) for part in text.strip("[]").split(",")]
    except ValueError:
        raise MapError(f"{path.name}: '{key}' is no list of numbers: '{text}'") from None


def _read_pgm(path: Path) -> tuple[NDArray[np.float64], int]:
    """The pixels ``(height, width)`` of a binary PGM and its white."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MapError(f"{path.name}: cannot be read: {error}") from error
    if data[:2] != b"P5":
        raise MapError(f"{path.name}: is no binary PGM (P5)")
    numbers: list[int] = []
    at = 2
    while len(numbers) < 3:
        while data[at : at + 1].isspace():
            at += 1
        if data[at : at + 1] == b"#":
            at = data.find(b"\n", at)
            if at < 0:
                raise MapError(f"{path.name}: ends within its header")
            continue
        end = at
        while data[end : end + 1].isdigit():
            end += 1
        if end == at:
            raise MapError(f"{path.name}: has a broken header")
        if end - at > _MOST_DIGITS:
            raise MapError(f"{path.name}: has a broken header")
        numbers.append(int(data[at:end]))
        at = end
    width, height, depth = numbers
    dtype = np.dtype(np.uint8) if depth < 256 else np.dtype(">u2")
    body = data[at + 1 :]
    if width < 1 or height < 1 or not 0 < depth < 65536 or len(body) < width * height * dtype.itemsize:
        raise MapError(f"{path.name}: holds fewer pixels than its header says")
    pixels = np.frombuffer(body, dtype=dtype, count=width * height).astype(np.float64)
    return pixels.reshape(height, width), depth
