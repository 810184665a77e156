from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
import pytest
from robotdsl_runtime.evaluation.png import SIGNATURE, encode_png


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    assert data.startswith(SIGNATURE)
    at, found = len(SIGNATURE), []
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + body),)
        found.append((kind, body))
        at += 12 + length
    return found


@pytest.mark.parametrize("shape", [(1, 1, 3), (7, 5, 3), (40, 64, 3), (9, 3)])
def test_any_pixels_come_back(shape: tuple[int, ...]) -> None:
    image = pytest.importorskip("PIL.Image")
    pixels = np.random.default_rng(3).integers(0, 256, shape, dtype=np.uint8)
    decoded = image.open(io.BytesIO(encode_png(pixels)))
    assert decoded.mode == ("RGB" if len(shape) == 3 else "L")
    assert np.array_equal(np.asarray(decoded), pixels)


def test_rows_are_stored_as_differences_to_the_row_above() -> None:
    pixels = np.array([[[10, 20, 30], [1, 2, 3]], [[9, 25, 30], [0, 2, 3]]], dtype=np.uint8)
    kinds = dict(chunks(encode_png(pixels)))
    assert list(kinds) == [b"IHDR", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", kinds[b"IHDR"]) == (2, 2, 8, 2, 0, 0, 0)
    assert zlib.decompress(kinds[b"IDAT"]) == bytes([2, 10, 20, 30, 1, 2, 3, 2, 255, 5, 0, 255, 0, 0])


def test_the_bytes_say_nothing_of_time_and_place() -> None:
    pixels = np.zeros((20, 30, 3), dtype=np.uint8)
    assert encode_png(pixels) == encode_png(pixels.copy())
    # A view that is not contiguous is the same picture.
    assert encode_png(np.zeros((20, 60, 3), dtype=np.uint8)[:, ::2]) == encode_png(pixels)


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((2, 2, 4), dtype=np.uint8),
        np.zeros((2, 2, 3), dtype=np.float64),
        np.zeros(4, dtype=np.uint8),
        np.zeros((0, 3, 3), dtype=np.uint8),
    ],
)
def test_what_is_no_picture_is_refused(pixels: Any) -> None:
    with pytest.raises(ValueError, match="pixel"):
        encode_png(pixels)
