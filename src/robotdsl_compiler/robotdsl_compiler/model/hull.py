"""The convex hull of points of space, as triangles wound outward."""

from __future__ import annotations

from collections.abc import Sequence

from robotdsl_compiler.model.geometry import Vec3, cross, dot, norm, sub
from robotdsl_compiler.support.value import value

Triangle = tuple[int, int, int]

# The rounding of the determinant below as a share of its terms' sizes (Shewchuk, Adaptive Precision Floating-Point
# Arithmetic, 1997): what is larger than this has the right sign.
_ROUNDING = 7.8e-16


@value
class HullMesh:
    """``vertices`` and the ``faces`` between them, each three indices, counter-clockwise seen from outside."""

    vertices: tuple[Vec3, ...]
    faces: tuple[Triangle, ...]

    @property
    def volume(self) -> float:
        """In m³, by the tetrahedra between the faces and a vertex (the divergence theorem)."""
        origin = self.vertices[0]
        total = 0.0
        for face in self.faces:
            a, b, c = (sub(self.vertices[i], origin) for i in face)
            total += dot(a, cross(b, c))
        return total / 6.0


def hull_mesh(points: Sequence[Vec3]) -> HullMesh:
    """The convex hull of ``points``: of those only the corners that it has, in their order.

    Points are added one by one, each replacing the faces that see it by a fan round their rim. Whether a face sees a
    point is decided exactly, in rational numbers where floating point cannot tell; a face that a point lies in the
    plane of does not see it, so points in one plane, on an edge or twice make no folded and no empty triangle.

    Raises ``ValueError`` when the points lie in one plane.
    """
    distinct = list(dict.fromkeys((x + 0.0, y + 0.0, z + 0.0) for x, y, z in points))
    first = _tetrahedron(distinct)
    if first is None:
        raise ValueError("the points lie in one plane, which has no hull")
    faces = _outward(distinct, first)
    # Farthest first: what lies inside is then seen to do so at once.
    middle = _mean([distinct[i] for i in first])
    rest = [i for i in range(len(distinct)) if i not in first]
    for index in sorted(rest, key=lambda i: -norm(sub(distinct[i], middle))):
        _add(distinct, faces, index)
    used = sorted({corner for face in faces for corner in face})
    place = {old: new for new, old in enumerate(used)}
    wound = sorted(_first_least((place[a], place[b], place[c])) for a, b, c in faces)
    return HullMesh(tuple(distinct[i] for i in used), tuple(wound))


def _add(points: Sequence[Vec3], faces: set[Triangle], index: int) -> None:
    seen = [face for face in faces if _side(points, face, index) > 0]
    if not seen:
        return
    edges = {edge for face in seen for edge in _edges(face)}
    faces.difference_update(seen)
    faces.update((a, b, index) for a, b in edges if (b, a) not in edges)


def _edges(face: Triangle) -> tuple[tuple[int, int], ...]:
    a, b, c = face
    return ((a, b), (b, c), (c, a))


def _first_least(face: Triangle) -> Triangle:
    """The same turn of a triangle, begun at its least corner."""
    a, b, c = face
    return min((a, b, c), (b, c, a), (c, a, b))


def _tetrahedron(points: Sequence[Vec3]) -> tuple[int, int, int, int] | None:
    """Four points that are not in one plane, far from each other; ``None`` where there are none."""
    if len(points) < 4:
        return None
    a = min(range(len(points)), key=lambda i: points[i])
    b = max(range(len(points)), key=lambda i: norm(sub(points[i], points[a])))
    along = sub(points[b], points[a])
    by_area = sorted(range(len(points)), key=lambda i: -norm(cross(along, sub(points[i], points[a]))))
    for c in by_area[:1] + by_area[1:]:
        if c in (a, b):
            continue
        for d in sorted(range(len(points)), key=lambda i: -abs(_volume(points, (a, b, c), i))):
            if _side(points, (a, b, c), d) != 0:
                return (a, b, c, d)
    return None


def _outward(points: Sequence[Vec3], four: tuple[int, int, int, int]) -> set[Triangle]:
    a, b, c, d = four
    if _side(points, (a, b, c), d) > 0:
        b, c = c, b
    return {(a, b, c), (a, d, b), (b, d, c), (c, d, a)}


def _volume(points: Sequence[Vec3], face: Triangle, index: int) -> float:
    """Six times the volume of the tetrahedron, above zero where the face sees the point."""
    a, b, c = (sub(points[i], points[index]) for i in face)
    return -dot(a, cross(b, c))


def _side(points: Sequence[Vec3], face: Triangle, index: int) -> int:
    """1 where the face sees the point, -1 where the point lies behind it, 0 where it lies in its plane: exactly."""
    a, b, c = (sub(points[i], points[index]) for i in face)
    value = -dot(a, cross(b, c))
    size = (
        (abs(b[1] * c[2]) + abs(b[2] * c[1])) * abs(a[0])
        + (abs(b[2] * c[0]) + abs(b[0] * c[2])) * abs(a[1])
        + (abs(b[0] * c[1]) + abs(b[1] * c[0])) * abs(a[2])
    )
    if abs(value) > _ROUNDING * size:
        return 1 if value > 0.0 else -1
    # Seldom needed, and a hundredth of the compiler's start to import.
    from fractions import Fraction

    origin = [Fraction(v) for v in points[index]]
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (
        [Fraction(v) - o for v, o in zip(points[i], origin, strict=True)] for i in face
    )
    exact = -(ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx))
    return (exact > 0) - (exact < 0)


def _mean(points: Sequence[Vec3]) -> Vec3:
    x, y, z = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return (x, y, z)
