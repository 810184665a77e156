from pathlib import Path

import numpy as np
import pytest
from robotdsl_runtime.navigation.grid import MapError, OccupancyGrid, surface

YAML = "image: map.pgm\nmode: trinary\nresolution: 0.05\norigin: [-1.0, 2.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"


def written(folder: Path, pixels: list[list[int]], yaml: str = YAML, header: str | None = None) -> Path:
    height, width = len(pixels), len(pixels[0])
    body = bytes(value for row in pixels for value in row)
    (folder / "map.pgm").write_bytes((header or f"P5\n{width} {height}\n255\n").encode() + body)
    (folder / "map.yaml").write_text(yaml)
    return folder / "map.yaml"


def test_the_images_last_line_is_the_lowest_row(tmp_path: Path) -> None:
    grid = OccupancyGrid.load(written(tmp_path, [[254, 254, 254], [0, 254, 254]]))
    assert grid.occupied.tolist() == [[True, False, False], [False, False, False]]
    assert (grid.rows, grid.columns) == (2, 3)
    assert grid.resolution == 0.05
    assert grid.origin == (-1.0, 2.0)


def test_cells_and_centers_belong_together(tmp_path: Path) -> None:
    grid = OccupancyGrid.load(written(tmp_path, [[254] * 4] * 3))
    for row in range(3):
        for column in range(4):
            assert grid.cell(*grid.center(row, column)) == (row, column)
    assert grid.center(0, 0) == pytest.approx((-0.975, 2.025))
    assert grid.contains(-0.99, 2.01)
    assert not grid.contains(-1.01, 2.01)
    assert not grid.contains(-0.99, 2.16)


def test_a_grey_pixel_is_not_free(tmp_path: Path) -> None:
    grid = OccupancyGrid.load(written(tmp_path, [[0, 60, 128, 206, 254]]))
    assert grid.occupied.tolist() == [[True, True, True, False, False]]


def test_a_negated_image_is_dark_where_it_is_free(tmp_path: Path) -> None:
    grid = OccupancyGrid.load(written(tmp_path, [[0, 254]], YAML.replace("negate: 0", "negate: 1")))
    assert grid.occupied.tolist() == [[False, True]]


def test_comments_in_both_files_are_skipped(tmp_path: Path) -> None:
    yaml = "# a map\n---\n" + YAML.replace("negate: 0", "negate: 0  # dark is taken")
    grid = OccupancyGrid.load(written(tmp_path, [[0, 254]], yaml, "P5\n# drawn\n2 1\n# by hand\n255\n"))
    assert grid.occupied.tolist() == [[True, False]]


@pytest.mark.parametrize(
    ("yaml", "header", "complaint"),
    [
        (YAML.replace("resolution: 0.05\n", ""), None, "map.yaml: has no 'resolution'"),
        (YAML.replace("0.05", "fine"), None, "map.yaml: 'resolution' is no number: 'fine'"),
        (YAML.replace("0.05", "0"), None, "map.yaml: the resolution must be greater than 0"),
        (YAML.replace("0.0]", "0.3]"), None, "map.yaml: the origin must be [x, y] or [x, y, 0]"),
        (YAML.replace("[-1.0, 2.0, 0.0]", "[a, b]"), None, "map.yaml: 'origin' is no list of numbers"),
        (YAML + "nonsense\n", None, "map.yaml: expected 'key: value', found 'nonsense'"),
        (YAML.replace("map.pgm", "other.pgm"), None, "other.pgm: cannot be read"),
        (YAML, "P2\n2 1\n255\n", "map.pgm: is no binary PGM (P5)"),
        (YAML, "P5\n20 10\n255\n", "map.pgm: holds fewer pixels than its header says"),
        (YAML, "P5\nx 1\n255\n", "map.pgm: has a broken header"),
        (YAML, "P5\n# without end", "map.pgm: ends within its header"),
    ],
)
def test_what_is_wrong_with_a_map_is_named(tmp_path: Path, yaml: str, header: str | None, complaint: str) -> None:
    with pytest.raises(MapError) as caught:
        OccupancyGrid.load(written(tmp_path, [[0, 10]], yaml, header))
    assert str(caught.value).startswith(complaint)


def test_a_missing_map_is_named(tmp_path: Path) -> None:
    with pytest.raises(MapError, match="map.yaml: cannot be read"):
        OccupancyGrid.load(tmp_path / "map.yaml")


def test_the_surface_is_where_obstacles_border_on_free_floor() -> None:
    occupied = np.zeros((7, 7), dtype=np.bool_)
    occupied[1:6, 1:6] = True
    expected = occupied.copy()
    expected[2:5, 2:5] = False
    assert (surface(occupied) == expected).all()
