"""Inertia tensors and solids: known bodies pass, what no body has does not."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from robotdsl_compiler.library.physical import inertia_fault, is_solid, principal_moments
from robotdsl_compiler.model.geometry import Vec3, quaternion_about, rotate, unit

moments = st.floats(1e-9, 1e3)
angles = st.floats(-math.pi, math.pi)
axes = st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda v: math.dist(v, (0, 0, 0)) > 0.1)


def turned(diagonal: Vec3, axis: Vec3, angle: float) -> tuple[float, ...]:
    """The terms of a diagonal tensor seen from a turned frame."""
    q = quaternion_about(unit(axis), angle)
    columns = [rotate(q, e) for e in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    m = [[sum(diagonal[k] * columns[k][i] * columns[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    return (m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2])


@given(st.tuples(moments, moments, moments), axes, angles)
def test_the_principal_moments_do_not_hang_on_the_frame(diagonal: Vec3, axis: Vec3, angle: float) -> None:
    found = principal_moments(turned(diagonal, axis, angle))
    assert found == pytest.approx(sorted(diagonal), rel=1e-9, abs=1e-12 * max(diagonal))


@given(st.tuples(*[st.floats(1e-6, 10.0)] * 3), st.floats(1e-6, 1e3), axes, angles)
def test_every_box_is_a_body(size: Vec3, mass: float, axis: Vec3, angle: float) -> None:
    x, y, z = (s * s for s in size)
    diagonal = (mass * (y + z) / 12.0, mass * (x + z) / 12.0, mass * (x + y) / 12.0)
    assert inertia_fault(turned(diagonal, axis, angle)) is None or min(size) < 1e-3 * max(size)


def test_a_flat_plate_is_just_a_body() -> None:
    assert inertia_fault((1.0, 2.0, 3.0, 0.0, 0.0, 0.0)) is None


@pytest.mark.parametrize(
    ("inertia", "words"),
    [
        ((1.0, 1.0, 3.0, 0.0, 0.0, 0.0), "the largest principal moment, 3, is more than the sum of the other two, 2"),
        ((0.0, 1.0, 1.0, 0.0, 0.0, 0.0), "the least principal moment is 0, which is not above zero"),
        ((1.0, 1.0, 1.0, 2.0, 0.0, 0.0), "the least principal moment is -1, which is not above zero"),
        ((-1.0, -1.0, -1.0, 0.0, 0.0, 0.0), "the least principal moment is -1, which is not above zero"),
    ],
)
def test_what_no_body_has(inertia: tuple[float, ...], words: str) -> None:
    assert inertia_fault(inertia) == words


TETRAHEDRON = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("corners", "solid"),
    [
        (TETRAHEDRON, True),
        (tuple((x * 1e-3 + 5.0, y * 1e-3, z * 1e-3) for x, y, z in TETRAHEDRON), True),
        (TETRAHEDRON[:3], False),
        ((*TETRAHEDRON[:3], (1.0, 1.0, 0.0), (0.3, 0.2, 0.0)), False),
        (((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (2.0, 2.0, 2.0), (3.0, 3.0, 3.0)), False),
        (((1.0, 2.0, 3.0),) * 5, False),
        ((*TETRAHEDRON[:3], (0.2, 0.2, 1e-9)), False),
    ],
)
def test_a_solid_has_corners_in_more_than_one_plane(corners: tuple[Vec3, ...], solid: bool) -> None:
    assert is_solid(corners) is solid
