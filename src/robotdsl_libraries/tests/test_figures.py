"""The formulas behind the library's inertials."""

from __future__ import annotations

import pytest
from figures import ball, box, combined, shell, tube


def test_the_moments_of_uniform_solids() -> None:
    assert box(12.0, (1.0, 2.0, 3.0)).moments == pytest.approx((13.0, 10.0, 5.0))
    assert ball(10.0, 0.5).moments == pytest.approx((1.0, 1.0, 1.0))
    assert tube(2.0, 0.0, 1.0, 3.0).moments == pytest.approx((2.0, 2.0, 1.0))
    assert tube(2.0, 1.0, 1.0, 0.0, "x").moments == pytest.approx((2.0, 1.0, 1.0))
    # A cube of six plates: two with m/6 each at a distance of 1/2, and all by their own moments.
    assert shell(6.0, (1.0, 1.0, 1.0)).moments == pytest.approx((5.0 / 3.0,) * 3)


def test_two_halves_make_the_whole() -> None:
    whole = combined([box(2.0, (2.0, 1.0, 1.0))])
    halves = combined([box(1.0, (1.0, 1.0, 1.0), (0.5, 0.0, 0.0)), box(1.0, (1.0, 1.0, 1.0), (-0.5, 0.0, 0.0))])
    assert halves[0] == pytest.approx(whole[0])
    assert halves[1] == pytest.approx(whole[1])
    assert halves[2] == pytest.approx(whole[2])
    aside = combined([box(1.0, (1.0, 1.0, 1.0), (3.0, 1.0, 0.0)), box(1.0, (1.0, 1.0, 1.0), (2.0, 1.0, 0.0))])
    assert aside[1] == pytest.approx((2.5, 1.0, 0.0))
    assert aside[2] == pytest.approx(whole[2])
