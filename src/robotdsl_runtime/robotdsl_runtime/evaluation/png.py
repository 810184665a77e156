"""A PNG writer that needs zlib alone. The same pixels always give the same bytes."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FILTER_UP = 2


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """The bytes of a PNG file (8 bits a channel, no interlace, no text or time chunks).

    ``pixels`` is ``(h, w)`` grey or ``(h, w, 3)`` RGB, uint8, the top row first. Rows are stored as differences to
    the row above (the PNG filter "up"), which suits drawings. Raises ``ValueError`` for another shape or type, or for
    a picture without pixels.
    """
    if pixels.dtype != np.uint8 or pixels.ndim not in (2, 3) or (pixels.ndim == 3 and pixels.shape[2] != 3):
        raise ValueError(f"pixels must be uint8 (h, w) or (h, w, 3), not {pixels.dtype} {pixels.shape}")
    height, width = pixels.shape[:2]
    if height == 0 or width == 0:
        raise ValueError("a picture needs at least one pixel")
    rows = np.ascontiguousarray(pixels).reshape(height, -1)
    stored = np.empty((height, rows.shape[1] + 1), dtype=np.uint8)
    stored[:, 0] = _FILTER_UP
    stored[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=stored[1:, 1:])  # modulo 256, as the filter is defined
    color_type = 2 if pixels.ndim == 3 else 0
    header = struct.pack(">IIBBBBB", width, height, 8, color_type, 0, 0, 0)
    data = zlib.compress(stored.tobytes(), 9)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")
