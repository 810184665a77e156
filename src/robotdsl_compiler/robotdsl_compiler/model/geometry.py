"""Exact little geometry of the compiler: vectors, unit quaternions, poses and regions of the floor.

Lengths are metres and angles radians. Quaternions are ``(x, y, z, w)``. A pose maps coordinates of its own frame
into its parent's frame. Everything is a plain tuple or a frozen value, so that the same input gives the same bytes
and importing the compiler does not import numpy.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from robotdsl_compiler.support.value import value

Vec2 = tuple[float, float]
Vec3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

# How many corners stand for a circle that is seen at a slant: the polygon's sagitta is then below 0.3 % of the radius.
ELLIPSE_CORNERS = 48


def add(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a: Vec3, factor: float) -> Vec3:
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def dot(a: Vec3, b: Vec3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec3, b: Vec3) -> Vec3:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def norm(a: Vec3) -> float:
    return math.sqrt(dot(a, a))


def unit(a: Vec3) -> Vec3:
    """``a`` at length 1. Raises ``ZeroDivisionError`` for the zero vector."""
    length = norm(a)
    return (a[0] / length, a[1] / length, a[2] / length)


def angle_between(a: Vec3, b: Vec3) -> float:
    """The angle between two vectors, 0 to pi, well conditioned near both ends."""
    return math.atan2(norm(cross(a, b)), dot(a, b))


def quaternion_multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """The turn ``b`` followed by the turn ``a``."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def quaternion_about(axis: Vec3, angle: float) -> Quaternion:
    """The turn by ``angle`` about the unit vector ``axis``."""
    s = math.sin(angle / 2.0)
    return (axis[0] * s, axis[1] * s, axis[2] * s, math.cos(angle / 2.0))


def quaternion_from_rpy(rpy: Vec3) -> Quaternion:
    """Fixed-axis roll, pitch, yaw (the URDF convention: about x, then y, then z of the parent frame)."""
    roll, pitch, yaw = rpy
    turn = quaternion_multiply(quaternion_about((0.0, 1.0, 0.0), pitch), quaternion_about((1.0, 0.0, 0.0), roll))
    return quaternion_multiply(quaternion_about((0.0, 0.0, 1.0), yaw), turn)


def quaternion_from_axes(x: Vec3, y: Vec3, z: Vec3) -> Quaternion:
    """The turn that takes the axes of a frame onto the perpendicular unit vectors ``x``, ``y`` and ``z`` (Shepperd's
    method).
    """
    trace = x[0] + y[1] + z[2]
    if trace > 0.0:
        s = 2.0 * math.sqrt(1.0 + trace)
        return ((y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4.0)
    columns = (x, y, z)
    i = max(range(3), key=lambda k: columns[k][k])
    j, k = (i + 1) % 3, (i + 2) % 3
    s = 2.0 * math.sqrt(1.0 + columns[i][i] - columns[j][j] - columns[k][k])
    vector = [0.0, 0.0, 0.0]
    vector[i] = s / 4.0
    vector[j] = (columns[j][i] + columns[i][j]) / s
    vector[k] = (columns[k][i] + columns[i][k]) / s
    return (vector[0], vector[1], vector[2], (columns[j][k] - columns[k][j]) / s)


def rpy_from_quaternion(q: Quaternion) -> Vec3:
    """The roll, pitch and yaw of ``quaternion_from_rpy`` that give the turn ``q``, pitch within a quarter turn.

    Roll and pitch are read from what is left of the turn when its yaw is taken off, so that the three together are
    good to rounding also where pitch is a quarter turn and roll and yaw alone are not told apart; yaw is then 0.
    """
    ahead, left, up = (rotate(q, axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    yaw = math.atan2(ahead[1], ahead[0]) if math.hypot(ahead[0], ahead[1]) > 1e-12 else 0.0
    c, s = math.cos(yaw), math.sin(yaw)
    pitch = math.atan2(-ahead[2], c * ahead[0] + s * ahead[1])
    roll = math.atan2(s * up[0] - c * up[1], c * left[1] - s * left[0])
    return (roll, pitch, yaw)


def rotate(q: Quaternion, v: Vec3) -> Vec3:
    x, y, z, w = q
    axis = (x, y, z)
    t = scale(cross(axis, v), 2.0)
    return add(add(v, scale(t, w)), cross(axis, t))


def rotation_between(a: Vec3, b: Vec3) -> Quaternion:
    """The smallest turn that takes unit vector ``a`` onto unit vector ``b``.

    Opposite vectors leave the axis open; it is then the one perpendicular to ``a`` nearest the z axis (the x axis
    when ``a`` is vertical), so that the answer does not hang on rounding.
    """
    angle = angle_between(a, b)
    if angle < 1e-12:
        return (0.0, 0.0, 0.0, 1.0)
    axis = cross(a, b)
    if norm(axis) < 1e-9:
        fallback: Vec3 = (0.0, 0.0, 1.0) if abs(a[2]) < 0.9 else (1.0, 0.0, 0.0)
        axis = sub(fallback, scale(a, dot(a, fallback)))
    return quaternion_about(unit(axis), angle)


@value
class Pose:
    """A place and a turn in the parent's frame: ``position`` in metres, ``orientation`` a unit quaternion."""

    position: Vec3 = (0.0, 0.0, 0.0)
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)

    @staticmethod
    def from_xyz_rpy(xyz: Vec3, rpy: Vec3) -> Pose:
        return Pose(xyz, quaternion_from_rpy(rpy))

    @staticmethod
    def from_numbers(numbers: Sequence[float]) -> Pose:
        """From ``(x, y, z, qx, qy, qz, qw)``; the quaternion is brought to length 1."""
        x, y, z, qx, qy, qz, qw = numbers
        length = math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw)
        return Pose((x, y, z), (qx / length, qy / length, qz / length, qw / length))

    @property
    def numbers(self) -> tuple[float, float, float, float, float, float, float]:
        return (*self.position, *self.orientation)

    @property
    def yaw(self) -> float:
        """The turn about the vertical of the frame's x axis seen from above, -pi to pi."""
        x, y, _ = rotate(self.orientation, (1.0, 0.0, 0.0))
        return math.atan2(y, x)

    def apply(self, point: Vec3) -> Vec3:
        return add(self.position, rotate(self.orientation, point))

    def turn(self, vector: Vec3) -> Vec3:
        return rotate(self.orientation, vector)

    def __matmul__(self, child: Pose) -> Pose:
        """The pose of ``child``, stated in this frame, in this frame's parent."""
        return Pose(self.apply(child.position), quaternion_multiply(self.orientation, child.orientation))

    def inverse(self) -> Pose:
        x, y, z, w = self.orientation
        back = (-x, -y, -z, w)
        return Pose(scale(rotate(back, self.position), -1.0), back)


def mating_pose(
    base_point: Vec3,
    base_direction: Vec3,
    base_up: Vec3 | None,
    part_point: Vec3,
    part_direction: Vec3,
    part_up: Vec3 | None,
    roll: float = 0.0,
) -> Pose:
    """The pose of a part, in the base's frame, whose connector is mated onto the base's connector.

    The points meet and the directions face each other. Where both connectors state an ``up``, the ups line up too;
    otherwise the turn is the smallest that faces the directions. ``roll`` then turns the part about the base
    connector's direction.
    """
    facing = scale(base_direction, -1.0)
    turn = rotation_between(part_direction, facing)
    if base_up is not None and part_up is not None:
        have = rotate(turn, part_up)
        angle = math.atan2(dot(cross(have, base_up), base_direction), dot(have, base_up))
        turn = quaternion_multiply(quaternion_about(base_direction, angle), turn)
    if roll:
        turn = quaternion_multiply(quaternion_about(base_direction, roll), turn)
    return Pose(sub(base_point, rotate(turn, part_point)), turn)


# Regions of the floor -------------------------------------------------------------------------------------------


@value
class Disc:
    """A disc on the floor: ``center`` (x, y) and ``radius`` in metres. A radius of 0 is a point."""

    center: Vec2
    radius: float


@value
class Polygon:
    """A convex polygon on the floor, its ``points`` counter-clockwise."""

    points: tuple[Vec2, ...]


Region = Disc | Polygon


def convex_hull(points: Iterable[Vec2]) -> tuple[Vec2, ...]:
    """The convex hull of points of the plane, counter-clockwise from the lowest x (Andrew's monotone chain).

    Points on an edge are left out. Fewer than three corners come back as they are: a point or a segment.
    """
    # Points that only rounding tells apart are one. Without that, the order of a column of them along x is one of
    # rounding too, and the chain takes its ends for its middle.
    by_place: dict[Vec2, Vec2] = {}
    for point in points:
        place = (round(point[0], _PLACES) + 0.0, round(point[1], _PLACES) + 0.0)
        by_place[place] = min(point, by_place.get(place, point))
    ordered = sorted(by_place)
    if len(ordered) > 2:
        ordered = _without_middles(_chain(ordered)[:-1] + _chain(ordered[::-1])[:-1])
    return tuple(by_place[place] for place in ordered)


# Places are told apart to 1e-12 m, and a corner less than ten times that off its neighbours' line lies on an edge.
_PLACES, _ON_EDGE = 12, 1e-11


def _chain(ordered: Sequence[Vec2]) -> list[Vec2]:
    """One side of the hull: what turns left, from the first point to the last."""
    kept: list[Vec2] = []
    for p in ordered:
        while len(kept) >= 2:
            (ax, ay), (bx, by) = kept[-2], kept[-1]
            if (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 0.0:
                break
            kept.pop()
        kept.append(p)
    return kept


def _without_middles(corners: list[Vec2]) -> list[Vec2]:
    """``corners`` of a hull but for those that lie between their neighbours, on the line through them."""
    kept, i = list(corners), 0
    while i < len(kept):
        a, b, c = kept[i - 1], kept[i], kept[(i + 1) % len(kept)]
        (along_x, along_y), (x, y) = (c[0] - a[0], c[1] - a[1]), (b[0] - a[0], b[1] - a[1])
        length = math.hypot(along_x, along_y)
        between = 0.0 < along_x * x + along_y * y < length * length
        if between and abs(along_x * y - along_y * x) <= _ON_EDGE * length:
            del kept[i]
        else:
            i += 1
    return kept


def box_corners(size: Vec3) -> tuple[Vec3, ...]:
    """The eight corners of a box of ``size`` (x, y, z) about its centre."""
    x, y, z = (s / 2.0 for s in size)
    return tuple((sx * x, sy * y, sz * z) for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1))


def region_of_points(pose: Pose, points: Iterable[Vec3]) -> Polygon:
    """The region that the convex body of ``points``, standing at ``pose``, covers seen from above."""
    seen = (pose.apply(p) for p in points)
    return Polygon(convex_hull((p[0], p[1]) for p in seen))


def region_of_cylinder(pose: Pose, radius: float, height: float) -> Region:
    """The region of a cylinder along its own z at ``pose``: a disc when it stands upright, else a polygon that
    encloses the two slanted rims and what lies between them.
    """
    axis = pose.turn((0.0, 0.0, 1.0))
    if math.hypot(axis[0], axis[1]) < 1e-9:
        return Disc((pose.position[0], pose.position[1]), radius)
    # The corners lie on a circle whose polygon encloses the rim, so that the region is never too small.
    outer = radius / math.cos(math.pi / ELLIPSE_CORNERS)
    rim = [
        (outer * math.cos(2 * math.pi * k / ELLIPSE_CORNERS), outer * math.sin(2 * math.pi * k / ELLIPSE_CORNERS))
        for k in range(ELLIPSE_CORNERS)
    ]
    return region_of_points(pose, [(x, y, s * height / 2.0) for x, y in rim for s in (-1.0, 1.0)])


def bounding_box(regions: Iterable[Region]) -> tuple[float, float, float, float] | None:
    """``(x_min, y_min, x_max, y_max)`` of regions, or ``None`` when there are none."""
    xs: list[float] = []
    ys: list[float] = []
    for region in regions:
        if isinstance(region, Disc):
            (x, y), r = region.center, region.radius
            xs += [x - r, x + r]
            ys += [y - r, y + r]
        else:
            xs += [p[0] for p in region.points]
            ys += [p[1] for p in region.points]
    if not xs:
        return None
    return (min(xs), min(ys), max(xs), max(ys))
