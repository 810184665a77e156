"""Distances from every cell of a grid to the nearest marked cell, exact up to a limit.

The squared distance is separable: first along columns, then the least over the columns of a row of that plus the
squared column offset (Meijster, Roerdink and Hesselink, 2000). The second pass here takes the offsets one after
another over the whole grid instead of keeping a lower envelope per row: with a limit of R cells that is 2 R + 1 array
operations, and no Python loop over cells.
"""

from __future__ import annotations

import math

import numpy as np

from robotdsl_runtime.geometry import Floats
from robotdsl_runtime.navigation.grid import Bools


def distance_to(marked: Bools, limit: float, edge: float = 0.0) -> Floats:
    """Distance in cells from each cell's centre to the nearest marked cell, at most ``limit``; shape of ``marked``.

    ``edge`` is how far a marked cell reaches from its centre along the axes: 0 measures to its centre, 0.5 to its
    square, so that the distance is 0 on it.
    """
    rows, columns = marked.shape
    reach = min(math.ceil(limit + edge), max(rows, columns))
    far = float((limit + 1.0) ** 2)
    across = _offset_squared(_rows_to_nearest(marked), edge, far)
    nearest = across.copy()
    for offset in range(1, min(reach, columns - 1) + 1):
        step = max(offset - edge, 0.0) ** 2
        shifted = across + np.float32(step)
        np.minimum(nearest[:, offset:], shifted[:, :-offset], out=nearest[:, offset:])
        np.minimum(nearest[:, :-offset], shifted[:, offset:], out=nearest[:, :-offset])
    distance: Floats = np.sqrt(nearest.astype(np.float64))
    return np.minimum(distance, limit, out=distance)


def _rows_to_nearest(marked: Bools) -> Floats:
    """How many rows away the nearest marked cell of the same column is; infinite where the column has none."""
    rows = marked.shape[0]
    index = np.arange(rows, dtype=np.float32)[:, None]
    below = np.maximum.accumulate(np.where(marked, index, np.float32(-np.inf)), axis=0)
    above = np.minimum.accumulate(np.where(marked, index, np.float32(np.inf))[::-1], axis=0)[::-1]
    nearest: Floats = np.minimum(index - below, above - index)
    return nearest


def _offset_squared(offset: Floats, edge: float, far: float) -> Floats:
    """Squares of cell offsets less ``edge``; capped, since squares of infinity would only make for warnings."""
    reach: Floats = np.maximum(np.minimum(offset, np.float32(math.sqrt(far) + edge)) - np.float32(edge), 0.0)
    squared: Floats = (reach * reach).astype(np.float32)
    return squared
