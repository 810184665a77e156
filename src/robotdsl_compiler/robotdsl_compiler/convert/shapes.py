"""The points that enclose a URDF's shapes, and the round ones among these as wheels see them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from robotdsl_compiler.convert.meshes import Mesh, find_mesh, vertices
from robotdsl_compiler.convert.urdf import Geometry
from robotdsl_compiler.model.geometry import Pose, Vec3, add, box_corners, cross, dot, norm, scale, sub, unit

# The corners of the polygon that stands for a circle; it encloses the circle.
CORNERS = 16
# How far the axis of a cylinder may be turned from that of its joint, and a wheel's middle lie beside it.
ALIGNED = math.radians(5.0)
BESIDE = 2e-3
# How round a mesh has to be to be a wheel: the share by which its extents across the axis may differ.
ROUND = 0.03


@dataclass(slots=True)
class Meshes:
    """Finds the meshes of a URDF, each once."""

    urdf: Path
    packages: tuple[Path, ...]
    found: dict[str, Mesh | str] = field(default_factory=dict)

    def find(self, address: str) -> Mesh | str:
        if address not in self.found:
            self.found[address] = find_mesh(address, self.urdf, self.packages)
        return self.found[address]

    def points(self, geometry: Geometry) -> list[Vec3] | str:
        """The points of a mesh, scaled, in the frame of the mesh's own pose; or why they cannot be told."""
        mesh = self.find(geometry.file)
        if isinstance(mesh, str):
            return mesh
        points = vertices(mesh)
        if points is None:
            return f"{geometry.file} cannot be measured: only STL and OBJ are"
        fx, fy, fz = geometry.size
        return [(x * fx, y * fy, z * fz) for x, y, z in points]


def enclosing(geometry: Geometry, frame: Pose, meshes: Meshes) -> list[Vec3] | str:
    """Points whose convex hull holds a shape of a link that stands at ``frame``; or why they cannot be told."""
    pose = frame @ geometry.pose
    if geometry.kind == "box":
        x, y, z = geometry.size
        corners: Iterable[Vec3] = box_corners((x, y, z))
    elif geometry.kind == "sphere":
        corners = box_corners((2.0 * geometry.size[0],) * 3)
        return [add(pose.position, corner) for corner in corners]
    elif geometry.kind == "cylinder":
        radius, length = geometry.size
        outer = radius / math.cos(math.pi / CORNERS)
        angles = [2.0 * math.pi * (k + 0.5) / CORNERS for k in range(CORNERS)]
        corners = [(outer * math.cos(a), outer * math.sin(a), s * length / 2.0) for a in angles for s in (-1.0, 1.0)]
    else:
        points = meshes.points(geometry)
        if isinstance(points, str):
            return points
        low, high = box_about(points)
        center = scale(add(low, high), 0.5)
        corners = [add(center, corner) for corner in box_corners(sub(high, low))]
    return [pose.apply(corner) for corner in corners]


def box_about(points: Sequence[Vec3]) -> tuple[Vec3, Vec3]:
    """The lower and the upper corner of the box along the axes about points."""
    xs, ys, zs = zip(*points, strict=True)
    return (min(xs), min(ys), min(zs)), (max(xs), max(ys), max(zs))


@dataclass(frozen=True, slots=True)
class Round:
    """A wheel's shape: ``center`` in the frame of the chassis, ``radius`` and ``width`` along its axis."""

    center: Vec3
    radius: float
    width: float
    kind: str
    line: int


def round_shape(geometry: Geometry, frame: Pose, axis: Vec3, pivot: Vec3, meshes: Meshes) -> Round | str:
    """The shape as one that rolls about ``axis`` through ``pivot``; or why it does not."""
    pose = frame @ geometry.pose
    if geometry.kind == "box":
        return "a box does not roll"
    if geometry.kind == "sphere":
        found = Round(pose.position, geometry.size[0], 2.0 * geometry.size[0], "sphere", geometry.line)
    elif geometry.kind == "cylinder":
        along = pose.turn((0.0, 0.0, 1.0))
        if norm(cross(along, axis)) > math.sin(ALIGNED):
            return "its cylinder does not lie along the joint's axis"
        found = Round(pose.position, geometry.size[0], geometry.size[1], "cylinder", geometry.line)
    else:
        points = meshes.points(geometry)
        if isinstance(points, str):
            return points
        measured = _measured([pose.apply(p) for p in points], axis, geometry.line)
        if measured is None:
            return f"its mesh {geometry.file} is not round about the joint's axis"
        found = measured
    offset = sub(found.center, pivot)
    beside = norm(sub(offset, scale(axis, dot(offset, axis))))
    if beside > max(BESIDE, 0.02 * found.radius):
        return f"its middle lies {beside * 1000:.1f} mm beside the joint's axis"
    return found


def _measured(points: Sequence[Vec3], axis: Vec3, line: int) -> Round | None:
    other: Vec3 = (0.0, 0.0, 1.0) if abs(axis[2]) < 0.9 else (1.0, 0.0, 0.0)
    u = unit(cross(axis, other))
    v = cross(axis, u)
    seen = [(dot(p, u), dot(p, v), dot(p, axis)) for p in points]
    low, high = box_about(seen)
    size, middle = sub(high, low), scale(add(low, high), 0.5)
    radius = max(size[0], size[1]) / 2.0
    if radius <= 0.0 or size[2] <= 0.0 or abs(size[0] - size[1]) > ROUND * 2.0 * radius:
        return None
    farthest = max(math.hypot(p[0] - middle[0], p[1] - middle[1]) for p in seen)
    if farthest > radius * (1.0 + ROUND):
        return None
    center = add(add(scale(u, middle[0]), scale(v, middle[1])), scale(axis, middle[2]))
    return Round(center, radius, size[2], "mesh", line)
