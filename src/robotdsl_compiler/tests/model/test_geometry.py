"""Properties of vectors, turns, poses, mating and regions."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robotdsl_compiler.model.geometry import (
    Disc,
    Polygon,
    Pose,
    Quaternion,
    Vec2,
    Vec3,
    angle_between,
    bounding_box,
    box_corners,
    convex_hull,
    cross,
    dot,
    mating_pose,
    norm,
    quaternion_about,
    quaternion_from_axes,
    quaternion_from_rpy,
    quaternion_multiply,
    region_of_cylinder,
    region_of_points,
    rotate,
    rotation_between,
    rpy_from_quaternion,
    scale,
    sub,
    unit,
)

quick = settings(max_examples=60)

coordinates = st.floats(-5.0, 5.0, allow_nan=False).map(lambda v: round(v, 6))
angles = st.floats(-math.pi, math.pi)
vectors = st.tuples(coordinates, coordinates, coordinates)
directions = vectors.filter(lambda v: norm(v) > 0.1).map(unit)
turns = st.tuples(angles, angles, angles).map(quaternion_from_rpy)
poses = st.builds(Pose, vectors, turns)
points = st.tuples(coordinates, coordinates)


def near(a: Vec3, b: Vec3, tolerance: float = 1e-9) -> bool:
    return norm(sub(a, b)) <= tolerance


def matrix(rpy: Vec3) -> list[list[float]]:
    """Rz Ry Rx written out, independent of quaternions."""
    (cr, sr), (cp, sp), (cy, sy) = ((math.cos(a), math.sin(a)) for a in rpy)
    return [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]


@quick
@given(st.tuples(angles, angles, angles), vectors)
def test_roll_pitch_yaw_turn_about_the_fixed_axes(rpy: Vec3, v: Vec3) -> None:
    expected = tuple(sum(m * x for m, x in zip(row, v, strict=True)) for row in matrix(rpy))
    assert near(rotate(quaternion_from_rpy(rpy), v), (expected[0], expected[1], expected[2]))


@quick
@given(turns, turns, vectors)
def test_a_product_of_turns_is_one_after_the_other(a: Quaternion, b: Quaternion, v: Vec3) -> None:
    assert near(rotate(quaternion_multiply(a, b), v), rotate(a, rotate(b, v)))


@quick
@given(turns, vectors, vectors)
def test_a_turn_keeps_lengths_angles_and_handedness(q: Quaternion, a: Vec3, b: Vec3) -> None:
    assert dot(rotate(q, a), rotate(q, b)) == pytest.approx(dot(a, b), abs=1e-9)
    assert near(rotate(q, cross(a, b)), cross(rotate(q, a), rotate(q, b)))


@quick
@given(poses, poses, vectors)
def test_poses_compose_and_invert(a: Pose, b: Pose, v: Vec3) -> None:
    assert near((a @ b).apply(v), a.apply(b.apply(v)))
    assert near((a.inverse() @ a).apply(v), v)
    assert near(a.inverse().apply(a.apply(v)), v)


@quick
@given(poses)
def test_a_pose_survives_as_numbers(pose: Pose) -> None:
    again = Pose.from_numbers(pose.numbers)
    assert again.position == pose.position
    assert near(again.apply((1.0, 2.0, 3.0)), pose.apply((1.0, 2.0, 3.0)))


@quick
@given(st.floats(-3.1, 3.1), vectors)
def test_the_yaw_of_an_upright_pose(yaw: float, position: Vec3) -> None:
    assert Pose(position, quaternion_about((0.0, 0.0, 1.0), yaw)).yaw == pytest.approx(yaw, abs=1e-12)


@quick
@given(directions, directions)
def test_the_smallest_turn_between_directions(a: Vec3, b: Vec3) -> None:
    q = rotation_between(a, b)
    assert near(rotate(q, a), b, 1e-7)
    turned_by = 2.0 * math.acos(max(-1.0, min(1.0, abs(q[3]))))
    assert turned_by == pytest.approx(angle_between(a, b), abs=1e-6)


@quick
@given(directions)
def test_opposite_directions_turn_about_a_fixed_axis(a: Vec3) -> None:
    q = rotation_between(a, scale(a, -1.0))
    assert near(rotate(q, a), scale(a, -1.0), 1e-7)
    assert rotation_between(a, a) == (0.0, 0.0, 0.0, 1.0)


@st.composite
def connectors(draw: st.DrawFn) -> tuple[Vec3, Vec3, Vec3]:
    """A point, a direction, and an up perpendicular to it."""
    point, direction, helper = draw(vectors), draw(directions), draw(directions)
    sideways = cross(direction, helper)
    if norm(sideways) < 0.1:
        sideways = cross(direction, (0.0, 0.0, 1.0) if abs(direction[2]) < 0.9 else (1.0, 0.0, 0.0))
    return point, direction, unit(sideways)


@quick
@given(connectors(), connectors(), angles)
def test_mating(base: tuple[Vec3, Vec3, Vec3], part: tuple[Vec3, Vec3, Vec3], roll: float) -> None:
    pose = mating_pose(*base, *part, roll)
    assert near(pose.apply(part[0]), base[0], 1e-7)
    assert near(pose.turn(part[1]), scale(base[1], -1.0), 1e-7)
    # The part's up is the base's, turned by the roll about the base's direction.
    assert near(pose.turn(part[2]), rotate(quaternion_about(base[1], roll), base[2]), 1e-6)


@quick
@given(connectors(), connectors(), angles, st.sampled_from(["neither", "base", "part"]))
def test_mating_without_both_ups_turns_least(
    base: tuple[Vec3, Vec3, Vec3], part: tuple[Vec3, Vec3, Vec3], roll: float, stated: str
) -> None:
    ups = (base[2] if stated == "base" else None, part[2] if stated == "part" else None)
    pose = mating_pose(base[0], base[1], ups[0], part[0], part[1], ups[1])
    least = rotation_between(part[1], scale(base[1], -1.0))
    assert near(pose.turn(part[2]), rotate(least, part[2]), 1e-7)
    rolled = mating_pose(base[0], base[1], ups[0], part[0], part[1], ups[1], roll)
    assert near(rolled.turn(part[2]), rotate(quaternion_about(base[1], roll), pose.turn(part[2])), 1e-6)
    assert near(rolled.apply(part[0]), base[0], 1e-7)


def inside(point: Vec2, polygon: tuple[Vec2, ...], tolerance: float = 1e-9) -> bool:
    """Whether a point lies in a counter-clockwise convex polygon, its edges counted in."""
    edges = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return all((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= -tolerance for a, b in edges)


@quick
@given(st.lists(points, min_size=1, max_size=25))
def test_a_hull_holds_its_points_and_turns_left(cloud: list[Vec2]) -> None:
    hull = convex_hull(cloud)
    assert set(hull) <= set(cloud)
    assert convex_hull(hull) == hull
    assert convex_hull(reversed(cloud)) == hull
    if len(hull) < 3:
        return
    for a, b, c in zip(hull, (*hull[1:], hull[0]), (*hull[2:], *hull[:2]), strict=True):
        assert (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0.0
    assert all(inside(p, hull) for p in cloud)


def test_a_column_of_points_that_rounding_shifts_keeps_its_ends() -> None:
    """Along x they come in an order of rounding: the highest is neither first nor last."""
    column = [(0.0, 0.0), (1e-16, 2.0), (2e-16, 1.0)]
    assert convex_hull([*column, (1.0, 1.0)]) == ((0.0, 0.0), (1.0, 1.0), (1e-16, 2.0))
    # A lean that is more than rounding is a corner.
    assert len(convex_hull([(0.0, 0.0), (0.0, 2.0), (-1e-6, 1.0), (1.0, 1.0)])) == 4


def test_hulls_of_few_points() -> None:
    assert convex_hull([]) == ()
    assert convex_hull([(1.0, 2.0), (1.0, 2.0)]) == ((1.0, 2.0),)
    assert convex_hull([(0.0, 0.0), (2.0, 2.0), (1.0, 1.0)]) == ((0.0, 0.0), (2.0, 2.0))


# Turns that bring edges in line with an axis, but for the rounding, and those that all but do.
nearly = st.sampled_from([0.0, math.pi / 2, -math.pi / 2, math.pi, 1e-17, -1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4])
tricky = st.builds(Pose, vectors, st.tuples(*[st.one_of(nearly, angles)] * 3).map(quaternion_from_rpy))


@settings(max_examples=300)
@given(tricky, st.tuples(*[st.one_of(st.sampled_from([0.05, 0.1, 2.0]), st.floats(0.01, 3.0))] * 3))
def test_the_region_of_a_box_is_its_shadow(pose: Pose, size: Vec3) -> None:
    region = region_of_points(pose, box_corners(size))
    for share in itertools.product((-0.5, 0.0, 0.5), repeat=3):
        x, y, _ = pose.apply((share[0] * size[0], share[1] * size[1], share[2] * size[2]))
        assert inside((x, y), region.points)


@quick
@given(poses, st.floats(0.05, 2.0), st.floats(0.05, 2.0))
def test_the_region_of_a_cylinder_holds_it_tightly(pose: Pose, radius: float, height: float) -> None:
    region = region_of_cylinder(pose, radius, height)
    for step, end in itertools.product(range(100), (-0.5, 0.5)):
        angle = 2.0 * math.pi * step / 100
        x, y, _ = pose.apply((radius * math.cos(angle), radius * math.sin(angle), end * height))
        if isinstance(region, Disc):
            assert math.dist(region.center, (x, y)) <= region.radius + 1e-6
        else:
            assert inside((x, y), region.points)
    box = bounding_box([region])
    assert box is not None
    axis = pose.turn((0.0, 0.0, 1.0))
    for index in (0, 1):
        # The shadow of a disc across its axis, and half the height along it.
        reach = radius * math.sqrt(max(0.0, 1.0 - axis[index] ** 2)) + abs(axis[index]) * height / 2.0
        assert box[index + 2] - pose.position[index] == pytest.approx(reach, rel=0.003, abs=1e-6)


def test_an_upright_cylinder_is_a_disc_and_a_lying_one_a_rectangle() -> None:
    assert region_of_cylinder(Pose((1.0, 2.0, 3.0)), 0.5, 2.0) == Disc((1.0, 2.0), 0.5)
    lying = region_of_cylinder(Pose((0.0, 0.0, 0.5), quaternion_from_rpy((0.0, math.pi / 2.0, 0.0))), 0.5, 2.0)
    box = bounding_box([lying])
    assert box == pytest.approx((-1.0, -0.5, 1.0, 0.5), abs=0.003)


def test_the_box_about_regions() -> None:
    assert bounding_box([]) is None
    assert bounding_box([Disc((1.0, 1.0), 0.5), Polygon(((0.0, 0.0), (0.2, 0.0), (0.0, 3.0)))]) == (0.0, 0.0, 1.5, 3.0)


angles = st.one_of(st.floats(-math.pi, math.pi), st.sampled_from([k * math.pi / 4.0 for k in range(-4, 5)]))


@quick
@given(angles, angles, angles, st.sampled_from([0.0, 1e-13, -1e-13, 1e-9, 1e-6]))
def test_roll_pitch_and_yaw_give_the_turn_back_also_where_pitch_is_a_quarter_turn(
    roll: float, pitch: float, yaw: float, off: float
) -> None:
    turn = quaternion_from_rpy((roll, pitch + off, yaw))
    found = rpy_from_quaternion(turn)
    assert math.cos(found[1]) > -2e-12
    again = quaternion_from_rpy(found)
    for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        assert rotate(again, axis) == pytest.approx(rotate(turn, axis), abs=2e-12)


@quick
@given(angles, angles, angles)
def test_the_turn_onto_axes_takes_the_frames_axes_there(roll: float, pitch: float, yaw: float) -> None:
    turn = quaternion_from_rpy((roll, pitch, yaw))
    x, y, z = (rotate(turn, axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    found = quaternion_from_axes(x, y, z)
    assert abs(sum(a * b for a, b in zip(found, turn, strict=True))) == pytest.approx(1.0, abs=1e-12)
