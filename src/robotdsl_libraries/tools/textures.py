"""Pictures that are laid on the meshes of the example library's objects, drawn by whole numbers alone.

Every pixel follows from sums and shifts of integers, and the PNG holds them uncompressed: neither a maths library nor a
version of zlib has a say in the bytes. All pictures but the disc repeat without a seam.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

# Pixels on a side: enough for a thing of a metre seen from across a room.
SIDE = 128


@dataclass(frozen=True, slots=True)
class Picture:
    """``draw`` gives indices into ``palette`` (at most 16 colours, ``#rrggbb``), the top row first."""

    name: str
    palette: tuple[str, ...]
    draw: Callable[[], Ints]

    def png(self) -> bytes:
        return _png(self.draw(), self.palette)


def _png(pixels: Ints, palette: tuple[str, ...]) -> bytes:
    """A PNG of 8 bits for each of red, green and blue, its data in stored deflate blocks (RFC 1951, 3.2.4).

    Without a palette: Gazebo's reader takes one of those with red and blue exchanged.
    """
    assert pixels.min() >= 0
    assert pixels.max() < len(palette) <= 16
    height, width = pixels.shape
    colours = np.array([list(bytes.fromhex(colour[1:])) for colour in palette], dtype=np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in colours[pixels])
    blocks = [rows[at : at + 65535] for at in range(0, len(rows), 65535)]
    stream = b"\x78\x01"
    for number, block in enumerate(blocks):
        last = number == len(blocks) - 1
        stream += struct.pack("<BHH", last, len(block), len(block) ^ 0xFFFF) + block
    stream += struct.pack(">I", zlib.adler32(rows))
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + _chunk(b"IDAT", stream)
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _grid() -> tuple[Ints, Ints]:
    """The row and the column of each pixel."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    return rows.astype(np.int64), columns.astype(np.int64)


def _hash(a: Ints, b: Ints, seed: int) -> Ints:
    """A number from 0 to 255 for each pair, its order hidden by a mix of multiplications of 32 bits."""
    x = (a * 374761393 + b * 668265263 + seed * 2246822519) & 0xFFFFFFFF
    x = ((x ^ (x >> 13)) * 1274126177) & 0xFFFFFFFF
    return (x ^ (x >> 16)) & 0xFF


@cache
def _noise(tall: int, wide: int, seed: int) -> Ints:
    """Smooth noise from 0 to 255 whose spots are ``tall`` by ``wide`` pixels, both of which divide the side."""
    rows, columns = _grid()
    i, j, p, q = rows // tall, columns // wide, rows % tall, columns % wide
    i2, j2 = (i + 1) % (SIDE // tall), (j + 1) % (SIDE // wide)
    top = _hash(i, j, seed) * (wide - q) + _hash(i, j2, seed) * q
    low = _hash(i2, j, seed) * (wide - q) + _hash(i2, j2, seed) * q
    return np.asarray((top * (tall - p) + low * p) // (tall * wide), dtype=np.int64)


def _shades(values: Ints, count: int) -> Ints:
    """Values from 0 to 255 as ``count`` steps."""
    return np.clip(values * count // 256, 0, count - 1)


def _wood() -> Ints:
    """Grain along the width: long thin streaks over broad ones."""
    return _shades((_noise(2, 64, 1) + 2 * _noise(8, 128, 2) + _noise(1, 32, 3)) // 4 * 3 // 2 - 64, 8)


def _cardboard() -> Ints:
    """Fine flutes up and down, and a cloudy paper over them."""
    _, columns = _grid()
    return _shades(np.clip((_noise(16, 16, 4) + _noise(1, 1, 5) // 2 + (columns % 4) * 12) * 3 // 5, 0, 255), 6)


def _paint() -> Ints:
    """Paint that has been in use: nearly even, with a few scuffs."""
    scuffs = (_noise(2, 32, 6) > 225) & (_noise(16, 16, 7) > 110)
    return np.where(scuffs, 4, _shades((_noise(32, 32, 8) + _noise(1, 1, 9)) // 2, 4))


def _slots() -> Ints:
    """Two rows of slots down a painted upright, one picture to two pitches."""
    rows, columns = _grid()
    slot = (
        (rows % 64 >= 16) & (rows % 64 < 48) & (((columns >= 30) & (columns < 44)) | ((columns >= 84) & (columns < 98)))
    )
    return np.where(slot, 5, _paint())


def _rubber() -> Ints:
    return _shades((_noise(1, 1, 10) + _noise(4, 4, 11)) // 2, 5)


def _stripes() -> Ints:
    """Slanted stripes, worn at their edges."""
    rows, columns = _grid()
    wear = _noise(2, 2, 12) > 215
    stripe = ((rows + columns + _noise(4, 4, 13) // 128) // 32) % 2
    return np.where(wear, 2 + stripe, stripe)


def _plate() -> Ints:
    """Raised lozenges, alternately along both diagonals, on bare metal."""
    rows, columns = _grid()
    i, j, p, q = rows // 32, columns // 32, rows % 32 - 16, columns % 32 - 16
    flip = np.where((i + j) % 2 == 0, 1, -1)
    along, across = np.abs(p + flip * q), np.abs(p - flip * q)
    raised = along + 4 * across < 26
    lit = raised & (along + 4 * (across + 2) >= 26)
    return np.where(raised, np.where(lit, 5, 4), _shades((_noise(4, 4, 14) + _noise(1, 1, 15)) // 2, 4))


def _disc() -> Ints:
    """A ring and a cross on a painted disc that fills the picture, worn in places."""
    rows, columns = _grid()
    x, y = 2 * columns - (SIDE - 1), 2 * rows - (SIDE - 1)
    square = x * x + y * y
    ring = (square > 92 * 92) & (square < 112 * 112)
    cross = ((np.abs(x) < 7) | (np.abs(y) < 7)) & (square < 74 * 74)
    worn = (_noise(2, 4, 16) + _noise(16, 16, 17)) // 2 > 188
    return np.where(worn, 4, np.where(ring | cross, 3, _shades(_noise(8, 8, 18), 3)))


_PINE = ("#b08a58", "#b8925f", "#be9965", "#c4a06c", "#caa773", "#d0ae7b", "#d5b584", "#dabc8d")
_BEECH = ("#b57f4e", "#bc8755", "#c28e5b", "#c89562", "#cd9b69", "#d2a170", "#d6a778", "#daad80")

PINE = Picture("pine", _PINE, _wood)
BEECH = Picture("beech", _BEECH, _wood)
CARDBOARD = Picture("cardboard", ("#a87c4d", "#af8354", "#b58a5b", "#bb9162", "#c19868", "#c79f70"), _cardboard)
BLUE_PAINT = Picture("blue_paint", ("#1f4f8f", "#225395", "#25579b", "#285ba1", "#8b98a8"), _paint)
BLUE_SLOTS = Picture("blue_slots", ("#1f4f8f", "#225395", "#25579b", "#285ba1", "#8b98a8", "#10151c"), _slots)
ORANGE_PAINT = Picture("orange_paint", ("#d9661a", "#de6c1f", "#e37224", "#e8782a", "#b9a592"), _paint)
RED_PAINT = Picture("red_paint", ("#a81f1c", "#ae2320", "#b42724", "#ba2c28", "#8d8681"), _paint)
GREY_PAINT = Picture("grey_paint", ("#7c838a", "#81888f", "#868d94", "#8b9299", "#a9aeb3"), _paint)
RUBBER = Picture("rubber", ("#1d1e20", "#222325", "#27282a", "#2c2d30", "#313335"), _rubber)
CONE_ORANGE = Picture("cone_orange", ("#d9480f", "#df4e14", "#e45419", "#e95a1e", "#a8603c"), _paint)
REFLECTIVE = Picture("reflective", ("#d9dbdc", "#dfe1e2", "#e4e6e7", "#eaeced", "#b4b6b7"), _paint)
HAZARD = Picture("hazard", ("#e8b90f", "#1c1c1c", "#c9a83c", "#4a4a46"), _stripes)
PLATE = Picture("plate", ("#84898d", "#8a8f93", "#909599", "#969b9f", "#b4b9bd", "#6c7175"), _plate)
DISC = Picture("disc", ("#e3b21c", "#e7b721", "#ebbc26", "#f4f5f2", "#b9b3a0"), _disc)
