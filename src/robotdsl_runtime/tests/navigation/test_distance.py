"""The distance transform against distances measured one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from oracles import brute_distance
from robotdsl_runtime.navigation.distance import distance_to

Bools = NDArray[np.bool_]


@st.composite
def grids(draw: st.DrawFn) -> Bools:
    rows, columns = draw(st.integers(1, 14)), draw(st.integers(1, 14))
    cells = draw(st.lists(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)), max_size=12))
    marked = np.zeros((rows, columns), dtype=np.bool_)
    for cell in cells:
        marked[cell] = True
    return marked


@settings(max_examples=300)
@given(grids(), st.floats(0.5, 25.0), st.sampled_from((0.0, 0.5)))
def test_as_measured_one_by_one(marked: Bools, limit: float, edge: float) -> None:
    expected = np.minimum(brute_distance(marked, edge), limit)
    assert distance_to(marked, limit, edge) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("edge", [0.0, 0.5])
def test_a_large_grid(edge: float) -> None:
    marked = np.random.default_rng(3).random((90, 120)) < 0.01
    expected = np.minimum(brute_distance(marked, edge), 9.3)
    assert distance_to(marked, 9.3, edge) == pytest.approx(expected, abs=1e-5)


def test_without_a_marked_cell_everything_is_at_the_limit() -> None:
    assert (distance_to(np.zeros((5, 7), dtype=np.bool_), 3.5) == 3.5).all()


def test_worked_numbers() -> None:
    marked = np.zeros((4, 5), dtype=np.bool_)
    marked[0, 0] = True
    assert distance_to(marked, 10.0)[3, 4] == pytest.approx(5.0)
    assert distance_to(marked, 10.0, 0.5)[3, 4] == pytest.approx(np.hypot(2.5, 3.5))
    assert distance_to(marked, 10.0, 0.5)[0, 1] == pytest.approx(0.5)
    assert distance_to(marked, 10.0, 0.5)[0, 0] == 0.0
