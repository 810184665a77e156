from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_runtime.evaluation import shapes
from robotdsl_runtime.evaluation.drawing.regions import Patch, finite_numbers, nearest_of, nearest_points, patch_of

coordinates = st.floats(-4.0, 4.0).map(lambda v: round(v, 3))


@st.composite
def patches(draw: st.DrawFn) -> Patch:
    x, y = draw(coordinates), draw(coordinates)
    if draw(st.booleans()):
        return Patch(((x, y),), draw(st.floats(0.0, 1.5)))
    turn, wide, deep = draw(st.floats(0.0, 3.0)), draw(st.floats(0.05, 2.0)), draw(st.floats(0.05, 2.0))
    return Patch(((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))).placed((x, y, turn))


def exact(a: Patch, b: Patch) -> float:
    regions = [shapes.Region(np.array(p.corners), p.radius) for p in (a, b)]
    return float(shapes.distances(np.zeros((1, 3)), *regions)[0])


@given(patches(), patches())
def test_the_nearest_points_are_as_far_apart_as_the_judges_measure(a: Patch, b: Patch) -> None:
    p, q = nearest_points(a, b)
    assert math.dist(p, q) == pytest.approx(exact(a, b), abs=1e-6)


@given(patches(), patches())
def test_each_point_lies_in_its_own_region(a: Patch, b: Patch) -> None:
    p, q = nearest_points(a, b)
    if exact(a, b) > 1e-6:
        assert exact(a, Patch((p,))) < 1e-6 and exact(b, Patch((q,))) < 1e-6


def test_the_nearest_of_groups() -> None:
    near, far = Patch(((1.0, 0.0),), 0.25), Patch(((9.0, 0.0),), 0.25)
    points = nearest_of([Patch(((0.0, 0.0),), 0.5)], [far, near])
    assert points is not None
    assert [*points[0], *points[1]] == pytest.approx([0.5, 0.0, 0.75, 0.0])
    assert nearest_of([], [near]) is None


def test_a_region_is_turned_and_moved() -> None:
    placed = Patch(((1.0, 0.0),), 0.2).placed((2.0, 3.0, math.pi / 2.0))
    assert placed.corners[0] == pytest.approx((2.0, 4.0))
    assert placed.box() == pytest.approx((1.8, 3.8, 2.2, 4.2))


def test_a_slanted_wall_does_not_fill_its_box() -> None:
    wall = Patch(((-2.0, -0.05), (2.0, -0.05), (2.0, 0.05), (-2.0, 0.05)))
    assert wall.fills_its_box
    assert not wall.placed((0.0, 0.0, 0.6)).fills_its_box


@pytest.mark.parametrize("stated", [None, {}, {"disc": {}}, {"polygon": []}, {"polygon": [[0, math.inf]]}, [1], "x"])
def test_what_states_no_region_is_none(stated: object) -> None:
    assert patch_of(stated) is None


def test_finite_numbers() -> None:
    assert finite_numbers([1, 2.5, 3], 2) == (1.0, 2.5)
    assert finite_numbers([1], 2) is None
    assert finite_numbers([1, math.nan], 2) is None
    assert finite_numbers("12", 2) is None
    assert finite_numbers(None, 1) is None
