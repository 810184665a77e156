import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from robotdsl_runtime.navigation.distance import distance_to


def brute_force(marked: np.ndarray, limit: float, edge: float) -> np.ndarray:
    rows, columns = np.nonzero(marked)
    if not len(rows):
        return np.full(marked.shape, limit)
    y, x = np.mgrid[: marked.shape[0], : marked.shape[1]]
    dy = np.maximum(np.abs(y[..., None] - rows) - edge, 0.0)
    dx = np.maximum(np.abs(x[..., None] - columns) - edge, 0.0)
    return np.minimum(np.hypot(dx, dy).min(axis=2), limit)


@settings(max_examples=200, deadline=None)
@given(
    arrays(np.bool_, array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=14), elements=st.booleans()),
    st.sampled_from([1.0, 3.0, 7.5, 40.0]),
    st.sampled_from([0.0, 0.5]),
)
def test_distances_are_those_of_trying_every_cell(marked: np.ndarray, limit: float, edge: float) -> None:
    assert distance_to(marked, limit, edge) == pytest.approx(brute_force(marked, limit, edge), abs=1e-6)


def test_sparse_marks_on_a_larger_grid() -> None:
    marked = np.random.default_rng(1).random((90, 70)) < 0.004
    assert distance_to(marked, 30.0, 0.5) == pytest.approx(brute_force(marked, 30.0, 0.5), abs=1e-6)


def test_without_a_mark_everything_is_at_the_limit() -> None:
    assert (distance_to(np.zeros((4, 5), dtype=np.bool_), 6.0) == 6.0).all()
