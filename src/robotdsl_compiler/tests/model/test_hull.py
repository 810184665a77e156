"""Hulls of known solids and of any points: closed, wound outward, holding every point."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_compiler.model.geometry import Vec3, cross, dot, norm, quaternion_about, rotate, sub, unit
from robotdsl_compiler.model.hull import HullMesh, hull_mesh

CUBE: list[Vec3] = [(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)]


def check(mesh: HullMesh, points: list[Vec3], slack: float = 1e-9) -> None:
    edges = [edge for a, b, c in mesh.faces for edge in ((a, b), (b, c), (c, a))]
    assert len(set(edges)) == len(edges), "an edge is run through twice in one direction"
    assert all((b, a) in set(edges) for a, b in edges), "an edge belongs to one face only"
    # Euler: a closed surface without a hole.
    assert len(mesh.vertices) - len(edges) // 2 + len(mesh.faces) == 2
    extent = max(norm(sub(p, points[0])) for p in points)
    for face in mesh.faces:
        a, b, c = (mesh.vertices[i] for i in face)
        normal = cross(sub(b, a), sub(c, a))
        assert norm(normal) > 0.0
        for point in points:
            assert dot(unit(normal), sub(point, a)) <= slack * extent
    assert mesh.volume > 0.0
    assert set(mesh.vertices) <= {(x + 0.0, y + 0.0, z + 0.0) for x, y, z in points}


def test_a_cube_in_any_order_and_with_points_on_it_and_in_it() -> None:
    extra = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.5, -1.0, 0.25), (1.0, 1.0, 1.0), (-1.0, 0.3, 1.0)]
    for points in (CUBE, CUBE[::-1], extra + CUBE, CUBE + extra, CUBE[3:] + extra + CUBE[:3]):
        mesh = hull_mesh(points)
        check(mesh, points)
        assert mesh.volume == pytest.approx(8.0)
        assert len(mesh.vertices) == 8 and len(mesh.faces) == 12


def test_a_grid_of_points_has_the_corners_of_its_box() -> None:
    points = [(x / 4, y / 4, z / 4) for x, y, z in itertools.product(range(5), repeat=3)]
    mesh = hull_mesh(points)
    check(mesh, points)
    assert mesh.volume == pytest.approx(1.0)


def test_a_prism_of_many_sides_turned_out_of_the_axes() -> None:
    turn = quaternion_about(unit((1.0, 2.0, 3.0)), 0.7)
    rim = [(math.cos(2 * math.pi * k / 24), math.sin(2 * math.pi * k / 24)) for k in range(24)]
    points = [rotate(turn, (x, y, z)) for x, y in rim for z in (0.0, 0.5)]
    mesh = hull_mesh(points)
    check(mesh, points)
    assert mesh.volume == pytest.approx(0.5 * 24 / 2 * math.sin(2 * math.pi / 24), rel=1e-9)
    assert len(mesh.vertices) == 48


def test_a_tetrahedron_is_itself_wound_outward() -> None:
    points = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    for order in itertools.permutations(points):
        mesh = hull_mesh(order)
        check(mesh, points)
        assert mesh.volume == pytest.approx(1.0 / 6.0)


@pytest.mark.parametrize(
    "points",
    [
        [],
        CUBE[:3],
        [(x, y, 0.0) for x, y, _ in CUBE],
        [(1.0, 1.0, 1.0)] * 9,
        [(x * 0.1, x * 0.2, x * 0.3) for x in range(9)],
    ],
    ids=["none", "three", "plane", "one", "line"],
)
def test_what_has_no_volume_has_no_hull(points: list[Vec3]) -> None:
    with pytest.raises(ValueError, match="one plane"):
        hull_mesh(points)


coordinates = st.one_of(st.integers(-3, 3).map(float), st.floats(-3, 3, allow_subnormal=False, width=16))


@settings(max_examples=150)
@given(st.lists(st.tuples(coordinates, coordinates, coordinates), min_size=4, max_size=40))
def test_any_points(points: list[Vec3]) -> None:
    try:
        mesh = hull_mesh(points)
    except ValueError:
        return
    check(mesh, points, slack=1e-6)
    assert hull_mesh(points) == mesh
