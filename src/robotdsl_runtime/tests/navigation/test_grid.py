"""The map's files: what is read out of good ones, and what is said of bad ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from robotdsl_runtime.navigation.grid import MapError, OccupancyGrid, surface

FIELDS = {
    "image": "map.pgm",
    "mode": "trinary",
    "resolution": "0.05",
    "origin": "[-1.5, 2.0, 0]",
    "negate": "0",
    "occupied_thresh": "0.65",
    "free_thresh": "0.196",
}
# Two lines of three: the upper one occupied, free, unknown; the lower one free, free, occupied.
PIXELS = bytes((0, 254, 205, 254, 254, 0))
IMAGE = b"P5\n3 2\n255\n" + PIXELS


def write(folder: Path, pgm: bytes = IMAGE, *, text: str = "", **fields: str) -> Path:
    path = folder / "map.yaml"
    stated = {key: value for key, value in {**FIELDS, **fields}.items() if value != "absent"}
    path.write_text(text or "".join(f"{key}: {value}\n" for key, value in stated.items()), encoding="utf-8")
    (folder / "map.pgm").write_bytes(pgm)
    return path


def test_the_upper_line_of_the_image_is_the_last_row(tmp_path: Path) -> None:
    grid = OccupancyGrid.load(write(tmp_path))
    assert grid.occupied.tolist() == [[False, False, True], [True, False, True]]
    assert (grid.rows, grid.columns, grid.resolution, grid.origin) == (2, 3, 0.05, (-1.5, 2.0))


@pytest.mark.parametrize("header", [b"P5 3 2 255 ", b"P5\n# made by hand\n3 2\n# 8 bits\n255\n", b"P5\t3\r2\n\n255\n"])
def test_headers_may_be_laid_out_in_any_way(tmp_path: Path, header: bytes) -> None:
    grid = OccupancyGrid.load(write(tmp_path, header + PIXELS))
    assert grid.occupied.tolist() == [[False, False, True], [True, False, True]]


def test_pixels_of_two_bytes(tmp_path: Path) -> None:
    pixels = np.array([0, 65535, 52000, 65535, 65535, 100], dtype=">u2").tobytes()
    grid = OccupancyGrid.load(write(tmp_path, b"P5\n3 2\n65535\n" + pixels))
    assert grid.occupied.tolist() == [[False, False, True], [True, False, True]]


def test_a_negated_map_has_obstacles_in_white(tmp_path: Path) -> None:
    grid = OccupancyGrid.load(write(tmp_path, negate="1"))
    assert grid.occupied.tolist() == [[True, True, False], [False, True, True]]


def test_thresholds_decide(tmp_path: Path) -> None:
    pgm = b"P5\n4 1\n100\n" + bytes((20, 45, 55, 90))  # occupied with 0.8, 0.55, 0.45 and 0.1
    assert OccupancyGrid.load(write(tmp_path, pgm)).occupied.tolist() == [[True, True, True, False]]
    generous = OccupancyGrid.load(write(tmp_path, pgm, free_thresh="0.5", occupied_thresh="0.6"))
    assert generous.occupied.tolist() == [[True, True, False, False]]


def test_comments_quotes_and_a_document_mark(tmp_path: Path) -> None:
    text = '--- \n# a map\nimage: "map.pgm"  # beside\n\nresolution: 0.1\norigin: [0, 1]\n'
    grid = OccupancyGrid.load(write(tmp_path, text=text))
    assert (grid.resolution, grid.origin) == (0.1, (0.0, 1.0))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"image": "absent"}, "has no 'image'"),
        ({"resolution": "absent"}, "has no 'resolution'"),
        ({"origin": "absent"}, "has no 'origin'"),
        ({"resolution": "fine"}, "'resolution' is no number: 'fine'"),
        ({"resolution": "0"}, "resolution must be greater than 0"),
        ({"resolution": "-0.05"}, "resolution must be greater than 0"),
        ({"origin": "[0, north, 0]"}, "'origin' is no list of numbers"),
        ({"origin": "[0]"}, "origin must be"),
        ({"origin": "[0, 0, 0.5]"}, "turned map is not supported"),
        ({"image": "other.pgm"}, "other.pgm: cannot be read"),
    ],
)
def test_bad_fields(tmp_path: Path, fields: dict[str, str], message: str) -> None:
    with pytest.raises(MapError, match=message.replace("[", r"\[")):
        OccupancyGrid.load(write(tmp_path, IMAGE, text="", **fields))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("occupied_thresh", "much"),
        ("free_thresh", "little"),
        ("resolution", "nan"),
        ("resolution", "inf"),
        ("origin", "[nan, 0, 0]"),
    ],
)
def test_bad_numbers(tmp_path: Path, field: str, value: str) -> None:
    with pytest.raises(MapError, match=field):
        OccupancyGrid.load(write(tmp_path, IMAGE, text="", **{field: value}))


@pytest.mark.parametrize(
    ("pgm", "message"),
    [
        (b"", "is no binary PGM"),
        (b"P2\n1 1\n255\n0", "is no binary PGM"),
        (b"P5", "broken header"),
        (b"P5\n3 2\n", "broken header"),
        (b"P5\n3 x\n255\n" + PIXELS, "broken header"),
        (b"P5\n# without an end", "ends within its header"),
        (b"P5\n3 2\n255\n" + PIXELS[:-1], "fewer pixels"),
        (b"P5\n3 2\n255", "fewer pixels"),
        (b"P5\n0 2\n255\n" + PIXELS, "fewer pixels"),
        (b"P5\n3 2\n0\n" + PIXELS, "fewer pixels"),
        (b"P5\n3 2\n70000\n" + PIXELS * 4, "fewer pixels"),
        (b"P5\n3 2\n65535\n" + PIXELS, "fewer pixels"),
    ],
)
def test_bad_images(tmp_path: Path, pgm: bytes, message: str) -> None:
    with pytest.raises(MapError, match=message):
        OccupancyGrid.load(write(tmp_path, pgm))


def test_a_width_of_thousands_of_digits(tmp_path: Path) -> None:
    with pytest.raises(MapError):
        OccupancyGrid.load(write(tmp_path, b"P5\n" + b"9" * 5000 + b" 2\n255\n" + PIXELS))


def test_bad_texts(tmp_path: Path) -> None:
    with pytest.raises(MapError, match=r"expected 'key: value', found 'image map\.pgm'"):
        OccupancyGrid.load(write(tmp_path, text="image map.pgm\n"))
    with pytest.raises(MapError, match="cannot be read"):
        OccupancyGrid.load(tmp_path / "nowhere.yaml")
    (tmp_path / "map.yaml").write_bytes(b"image: \xff\xfe\n")
    with pytest.raises(MapError, match="cannot be read"):
        OccupancyGrid.load(tmp_path / "map.yaml")


GRID = OccupancyGrid(np.zeros((37, 53), dtype=np.bool_), 0.05, (-1.3, 0.7))


@given(st.integers(0, 36), st.integers(0, 52), st.floats(-0.49, 0.49), st.floats(-0.49, 0.49))
def test_a_cell_holds_its_square(row: int, column: int, up: float, right: float) -> None:
    x, y = GRID.center(row, column)
    assert GRID.cell(x, y) == (row, column)
    assert GRID.cell(x + 0.05 * right, y + 0.05 * up) == (row, column)
    assert GRID.contains(x, y)


@pytest.mark.parametrize(
    ("point", "cell"),
    [((-1.31, 0.71), (0, -1)), ((-1.29, 0.69), (-1, 0)), ((1.36, 0.71), (0, 53)), ((-1.29, 2.56), (37, 0))],
)
def test_points_beside_the_map_are_in_no_cell_of_it(point: tuple[float, float], cell: tuple[int, int]) -> None:
    assert GRID.cell(*point) == cell
    assert not GRID.contains(*point)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**36 - 1))
def test_the_surface_is_every_occupied_cell_but_those_walled_in(rows: int, columns: int, bits: int) -> None:
    occupied: NDArray[np.bool_] = np.array([bits >> k & 1 for k in range(rows * columns)], dtype=np.bool_)
    occupied = occupied.reshape(rows, columns)
    for row in range(rows):
        for column in range(columns):
            around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
            walled = all(0 <= r < rows and 0 <= c < columns and occupied[r, c] for r, c in around)
            assert surface(occupied)[row, column] == (occupied[row, column] and not walled)
