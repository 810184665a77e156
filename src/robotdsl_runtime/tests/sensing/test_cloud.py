"""Points out of a cloud's bytes."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_runtime.sensing.cloud import CloudError, cloud_points


@settings(deadline=None, max_examples=60, derandomize=True)
@given(
    st.integers(0, 5), st.integers(0, 4), st.permutations([0, 4, 8, 12]), st.integers(0, 9), st.booleans(),
    st.integers(0, 2**32 - 1),
)  # fmt: skip
def test_points_are_found_wherever_they_lie(
    width: int, height: int, places: list[int], padding: int, big: bool, seed: int
) -> None:
    points = np.random.default_rng(seed).normal(size=(height, width, 3)).astype(np.float32)
    step, order = 16, ">f" if big else "<f"
    data = np.zeros((height, width * step + padding), dtype=np.uint8)
    for k in range(3):
        for row in range(height):
            for at in range(width):
                start = at * step + places[k]
                data[row, start : start + 4] = list(struct.pack(order, points[row, at, k]))
    offsets = dict(zip("xyz", places, strict=False))
    found = cloud_points(data.tobytes(), width, height, step, width * step + padding, offsets, big)
    assert found.shape == (width * height, 3)
    assert np.array_equal(found, points.reshape(-1, 3).astype(np.float64))


def test_points_that_are_not_finite_are_left_out() -> None:
    points = np.array([[1, 2, 3], [np.nan, 0, 0], [0, np.inf, 0], [4, 5, 6]], dtype="<f4")
    found = cloud_points(points.tobytes(), 4, 1, 12, 48, {"x": 0, "y": 4, "z": 8}, False)
    assert found.tolist() == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize(
    ("data", "offsets", "says"),
    [
        (bytes(24), {"x": 0, "y": 4}, "no z"),
        (bytes(20), {"x": 0, "y": 4, "z": 8}, "fewer"),
        (bytes(24), {"x": 0, "y": 4, "z": 10}, "beyond"),
    ],
)
def test_a_cloud_that_lies_about_itself_is_refused(data: bytes, offsets: dict[str, int], says: str) -> None:
    with pytest.raises(CloudError, match=says):
        cloud_points(data, 2, 1, 12, 24, offsets, False)
