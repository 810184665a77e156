"""The pictures on the objects: what is drawn is what a reader of PNG sees, without a compressor having had a say."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
import textures
from glb import Cover, Material, write_glb
from PIL import Image
from solids import box
from textures import SIDE, Picture

PICTURES = sorted((p for p in vars(textures).values() if isinstance(p, Picture)), key=lambda p: p.name)


@pytest.mark.parametrize("picture", PICTURES, ids=[p.name for p in PICTURES])
def test_a_reader_sees_what_was_drawn(picture: Picture) -> None:
    pixels = picture.draw()
    assert pixels.shape == (SIDE, SIDE)
    colours = np.array([list(bytes.fromhex(colour[1:])) for colour in picture.palette], dtype=np.uint8)
    seen = np.asarray(Image.open(io.BytesIO(picture.png())).convert("RGB"))
    assert (seen == colours[pixels]).all()
    # Every colour of the palette is used.
    assert set(np.unique(pixels)) == set(range(len(picture.palette)))


@pytest.mark.parametrize("picture", [p for p in PICTURES if p.name != "disc"], ids=lambda p: p.name)
def test_a_picture_repeats_without_a_seam(picture: Picture) -> None:
    """The step from the last row to the first is no greater than the steps within: on the mean of the colours."""
    colours = np.array([list(bytes.fromhex(colour[1:])) for colour in picture.palette], dtype=float)
    seen = colours[picture.draw()]
    for axis in (0, 1):
        steps = np.abs(np.diff(seen, axis=axis)).mean(axis=(1 - axis, 2))
        seam = np.abs(np.take(seen, 0, axis=axis) - np.take(seen, -1, axis=axis)).mean()
        assert seam <= steps.max() * 1.05


def test_the_data_is_stored_and_not_compressed() -> None:
    data = textures.PINE.png()
    at = data.index(b"IDAT") + 4
    assert data[at : at + 2] == b"\x78\x01"
    last, length, complement = struct.unpack("<BHH", data[at + 2 : at + 7])
    assert (last, length, complement) == (1, SIDE * (3 * SIDE + 1), length ^ 0xFFFF)


def test_a_picture_has_no_palette() -> None:
    """One with a palette is drawn by Gazebo with red and blue exchanged."""
    for picture in PICTURES:
        assert Image.open(io.BytesIO(picture.png())).mode == "RGB"


def test_a_large_picture_takes_several_blocks() -> None:
    tall = Picture("tall", ("#000000", "#ffffff"), lambda: np.arange(2000 * 128, dtype=np.int64).reshape(2000, 128) % 2)
    seen = np.asarray(Image.open(io.BytesIO(tall.png())).convert("L"))
    assert (seen[:, 0::2] == 0).all()
    assert (seen[:, 1::2] == 255).all()


def test_a_cover_is_laid_from_the_side_that_a_face_looks_to() -> None:
    import trimesh

    size = (0.2, 0.4, 0.8)
    cover = Cover(textures.PINE, (0.4, 0.8), corner=(-0.1, -0.2, -0.4))
    data = write_glb("it", [(Material("m", "#ffffff", cover=cover), box(size, (0.0, 0.0, 0.0), edge=1e-4))])
    mesh = next(iter(trimesh.load_scene(io.BytesIO(data), file_type="glb").geometry.values()))
    x, z, minus_y = mesh.vertices.T
    y = -minus_y
    front = np.isclose(x, 0.1, atol=1e-6)
    assert front.sum() >= 4
    # Over the front y runs across and z up; trimesh counts from the bottom as the cover does.
    assert mesh.visual.uv[front] == pytest.approx(
        np.column_stack([(y[front] + 0.2) / 0.4, (z[front] + 0.4) / 0.8]), abs=1e-5
    )
