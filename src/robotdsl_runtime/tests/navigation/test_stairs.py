import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from kinematic import RESOLUTION, Shape, box, disc, draw
from robotdsl_runtime.navigation.stairs import without_stairs

LOW, HIGH = (-1.0, -1.0), (1.0, 1.0)


def truly_covered(shape: Shape, rows: int, columns: int) -> np.ndarray:
    """The half cells that hold a point of the shape, by a fine lattice of points."""
    pitch = RESOLUTION / 16
    x = LOW[0] + (np.arange(columns * 16) + 0.5) * pitch
    y = LOW[1] + (np.arange(rows * 16) + 0.5) * pitch
    px, py = np.meshgrid(x, y)
    if shape.radius:
        inside = np.hypot(px - shape.points[0, 0], py - shape.points[0, 1]) < shape.radius
    else:
        inside = np.ones_like(px, dtype=np.bool_)
        edges = np.roll(shape.points, -1, axis=0) - shape.points
        for (ax, ay), (ex, ey) in zip(shape.points, edges, strict=True):
            inside &= ex * (py - ay) - ey * (px - ax) > 0
    covered: np.ndarray = inside.reshape(rows * 2, 8, columns * 2, 8).any(axis=(1, 3))
    return covered


@settings(max_examples=80)
@given(
    st.floats(-0.2, 0.2), st.floats(-0.2, 0.2), st.floats(0.05, 0.9), st.floats(0.05, 0.6), st.floats(-math.pi, math.pi)
)
def test_nothing_of_a_box_is_cut_off(x: float, y: float, length: float, width: float, yaw: float) -> None:
    shape = box(x, y, length, width, yaw)
    grid = draw([shape], LOW, HIGH)
    halves = without_stairs(grid.occupied)
    assert not (truly_covered(shape, grid.rows, grid.columns) & ~halves).any()


@settings(max_examples=40)
@example(0.0546875, 0.0546875, 0.0546875)
@given(st.floats(-0.2, 0.2), st.floats(-0.2, 0.2), st.floats(0.03, 0.7))
def test_of_a_disc_no_more_than_a_sliver_is_cut_off(x: float, y: float, radius: float) -> None:
    shape = disc(x, y, radius)
    grid = draw([shape], LOW, HIGH)
    cut = truly_covered(shape, grid.rows, grid.columns) & ~without_stairs(grid.occupied)
    for row, column in np.argwhere(cut):
        corners = np.array([(column + i, row + j) for i in (0, 1) for j in (0, 1)]) * RESOLUTION / 2 + LOW
        # It bulges beyond the line between two inner corners, the less the flatter it is: a centimetre, about.
        assert radius - np.hypot(*(corners - (x, y)).T).min() < 0.015


@pytest.mark.parametrize("yaw", [0.3, math.pi / 4, 1.1])
def test_the_corners_of_a_slanted_walls_stairs_are_free(yaw: float) -> None:
    grid = draw([box(0.0, 0.0, 1.6, 0.1, yaw)], LOW, HIGH)
    halves = without_stairs(grid.occupied)
    drawn = int(grid.occupied.sum()) * 4
    assert int(halves.sum()) < 0.92 * drawn


def test_a_wall_along_the_axes_is_left_alone() -> None:
    grid = draw([box(0.0, 0.0, 1.0, 0.2), box(0.0, 0.5, 0.2, 0.6)], LOW, HIGH)
    assert (without_stairs(grid.occupied) == np.repeat(np.repeat(grid.occupied, 2, 0), 2, 1)).all()


@given(st.integers(0, 3))
def test_it_is_the_same_from_every_side(turns: int) -> None:
    occupied = draw([box(0.1, -0.1, 1.1, 0.3, 0.4), disc(-0.5, 0.5, 0.2)], LOW, HIGH).occupied
    assert (without_stairs(np.rot90(occupied, turns)) == np.rot90(without_stairs(occupied), turns)).all()
    assert (without_stairs(occupied.T) == without_stairs(occupied).T).all()
