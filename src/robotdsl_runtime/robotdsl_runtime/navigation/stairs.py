"""Drawn edges without the corners of their stairs.

A slanted edge is drawn as stairs, whose outer corners stand up to seven centimetres before it. But no straight edge,
nor any convex shape's, reaches beyond the line from one inner corner of the stairs to the next: there the squares are
free. So what lies outside of that line is free as well, unless something small stands on the step by itself, which is
for the scan to see. Half cells are fine enough to cut along these lines.
"""

from __future__ import annotations

import numpy as np

from robotdsl_runtime.navigation.grid import Bools

# Steps longer than this are taken for an edge along the axes with a kink: nothing is cut there. Cells.
_LONGEST = 8


def without_stairs(occupied: Bools) -> Bools:
    """The occupied half cells ``(2 rows, 2 columns)`` of a grid, the outer corners of stairs cut off.

    A step is an outer corner whose two sides both end in an inner corner, one of them after a single cell (the form
    of every drawn straight line); of a step of m cells the outer m of the 2 m half cells of its top layer are free.
    A step by itself is the corner of something small and round, which would lose too much: only flights of two steps
    and more are cut.
    """
    halves = np.repeat(np.repeat(occupied, 2, axis=0), 2, axis=1)
    for turned in range(2):
        for up in (1, -1):
            for right in (1, -1):
                view = halves[::up, ::right]
                source = occupied[::up, ::right]
                _cut(source.T if turned else source, view.T if turned else view)
    return halves


def _cut(occupied: Bools, halves: Bools) -> None:
    """Cut steps whose outer corner faces up and right and whose top runs left; ``halves`` is written."""
    if min(occupied.shape) < 3:
        return
    padded = np.pad(occupied, ((1, 1), (_LONGEST + 1, 1)))
    rows, columns = occupied.shape

    def shifted(up: int, right: int) -> Bools:
        start = _LONGEST + 1 + right
        return padded[1 + up : 1 + up + rows, start : start + columns]

    # The corner cell, its side one cell high: below it on the right the next step goes on.
    corner = occupied & ~shifted(1, 0) & ~shifted(0, 1) & shifted(-1, 1) & shifted(-1, 0)
    if not corner.any():
        return
    at_row, at_column = np.nonzero(corner)
    length = np.zeros(len(at_row), dtype=np.int64)
    open_run = np.ones(len(at_row), dtype=np.bool_)
    for step in range(1, _LONGEST + 1):
        column = at_column + _LONGEST + 1 - step
        here = padded[at_row + 1, column]
        above = padded[at_row + 2, column]
        # An inner corner: the wall goes up from here.
        length[open_run & here & above] = step
        open_run &= here & ~above
    steps = {
        (row, end): cells
        for row, end, cells in zip(at_row.tolist(), at_column.tolist(), length.tolist(), strict=True)
        if cells
    }
    # Of each step, the corner of the one above it.
    above_it = {(row + 1, end - cells) for (row, end), cells in steps.items()}
    for (row, end), cells in steps.items():
        if (row + 1, end - cells) in steps or (row, end) in above_it:
            halves[2 * row + 1, 2 * end + 2 - cells : 2 * end + 2] = False
