"""Ways of a car between two poses on open floor: arcs of the tightest circle and straights, ahead and back.

J. A. Reeds and L. A. Shepp, Optimal paths for a car that goes both forwards and backwards (Pacific Journal of
Mathematics 145, 1990), section 8: a shortest way is one of 48 words, and nine formulas give all of them by three
symmetries. Lengths are in turning radii: an arc's is the angle that it turns by.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from robotdsl_runtime.geometry import Pose2, normalize_angle

LEFT, STRAIGHT, RIGHT = 1, 0, -1

# Segments in the order that they are driven: how the wheels are steered, and the length, negative when it is backwards.
Word = tuple[tuple[int, float], ...]
_Lengths = tuple[float, ...] | None
_Formula = Callable[[float, float, float], _Lengths]

# What rounding may leave of a length that should be 0.
_EPSILON = 1e-9
_QUARTER = 0.5 * math.pi


def words(goal: Pose2, radius: float) -> Iterator[Word]:
    """Every word that leads from the origin, facing along x, to ``goal``; lengths in turning radii of ``radius``."""
    x, y, yaw = goal[0] / radius, goal[1] / radius, goal[2]
    # The same way driven from its end backwards.
    end_x = x * math.cos(yaw) + y * math.sin(yaw)
    end_y = x * math.sin(yaw) - y * math.cos(yaw)
    for formula, steering, reversible in _FORMULAS:
        for time in (1.0, -1.0):
            for side in (1, -1):
                turned = time * side * yaw
                found = formula(time * x, side * y, turned)
                if found is not None:
                    yield tuple((side * s, time * length) for s, length in zip(steering, found, strict=True))
                if not reversible:
                    continue
                found = formula(time * end_x, side * end_y, turned)
                if found is not None:
                    yield tuple((side * s, time * length) for s, length in zip(steering, found, strict=True))[::-1]


def _polar(x: float, y: float) -> tuple[float, float]:
    return math.hypot(x, y), math.atan2(y, x)


def _ahead(angle: float) -> float | None:
    """The angle in (-pi, pi], when it is driven ahead."""
    angle = normalize_angle(angle)
    return max(angle, 0.0) if angle >= -_EPSILON else None


def _left_straight_left(x: float, y: float, yaw: float) -> _Lengths:
    """Formula 8.1."""
    u, t = _polar(x - math.sin(yaw), y - 1.0 + math.cos(yaw))
    v = _ahead(yaw - t)
    return (max(t, 0.0), u, v) if t >= -_EPSILON and v is not None else None


def _left_straight_right(x: float, y: float, yaw: float) -> _Lengths:
    """Formula 8.2."""
    reach, angle = _polar(x + math.sin(yaw), y - 1.0 - math.cos(yaw))
    if reach < 2.0:
        return None
    u = math.sqrt(reach * reach - 4.0)
    t = _ahead(angle + math.atan2(2.0, u))
    v = None if t is None else _ahead(t - yaw)
    return None if t is None or v is None else (t, u, v)


def _left_back_left(x: float, y: float, yaw: float) -> _Lengths:
    """Formula 8.3: the middle arc is driven backwards; with reversal also 8.4."""
    reach, angle = _polar(x - math.sin(yaw), y - 1.0 + math.cos(yaw))
    if reach > 4.0:
        return None
    u = -2.0 * math.asin(0.25 * reach)
    t = _ahead(angle + 0.5 * u + math.pi)
    return None if t is None else (t, u, normalize_angle(yaw - t + u))


def _outer(u: float, v: float, x: float, y: float, yaw: float) -> tuple[float, float]:
    """The outer arcs about two inner ones of ``u`` and ``v``, for circles ``(x, y)`` apart."""
    delta = normalize_angle(u - v)
    a, b = math.sin(u) - math.sin(delta), math.cos(u) - math.cos(delta) - 1.0
    t = math.atan2(y * a - x * b, x * a + y * b)
    if 2.0 * (math.cos(delta) - math.cos(v) - math.cos(u)) + 3.0 < 0.0:
        t += math.pi
    return normalize_angle(t), normalize_angle(t - u + v - yaw)


def _two_and_two(x: float, y: float, yaw: float) -> _Lengths:
    """Formula 8.7: two arcs ahead, two back."""
    x, y = x + math.sin(yaw), y - 1.0 - math.cos(yaw)
    share = 0.25 * (2.0 + math.hypot(x, y))
    if share > 1.0:
        return None
    u = math.acos(share)
    t, v = _outer(u, -u, x, y, yaw)
    return (t, u, -u, v) if t >= 0.0 and v <= 0.0 else None


def _two_within(x: float, y: float, yaw: float) -> _Lengths:
    """Formula 8.8: an arc ahead, two back, one ahead."""
    x, y = x + math.sin(yaw), y - 1.0 - math.cos(yaw)
    share = (20.0 - x * x - y * y) / 16.0
    if not 0.0 <= share <= 1.0:
        return None
    u = -math.acos(share)
    t, v = _outer(u, u, x, y, yaw)
    return (t, u, u, v) if t >= 0.0 and v >= 0.0 else None


def _quarter_straight_left(x: float, y: float, yaw: float) -> _Lengths:
    """Formula 8.9; with reversal also 8.9's mirror image in time."""
    reach, angle = _polar(x - math.sin(yaw), y - 1.0 + math.cos(yaw))
    if reach < 2.0:
        return None
    root = math.sqrt(reach * reach - 4.0)
    u = 2.0 - root
    t = normalize_angle(angle + math.atan2(root, -2.0))
    v = normalize_angle(yaw - _QUARTER - t)
    return (t, -_QUARTER, u, v) if t >= 0.0 and u <= 0.0 and v <= 0.0 else None


def _quarter_straight_right(x: float, y: float, yaw: float) -> _Lengths:
    """Formula 8.10."""
    x, y = x + math.sin(yaw), y - 1.0 - math.cos(yaw)
    reach, t = _polar(-y, x)
    if reach < 2.0:
        return None
    u = 2.0 - reach
    v = normalize_angle(t + _QUARTER - yaw)
    return (t, -_QUARTER, u, v) if t >= 0.0 and u <= 0.0 and v <= 0.0 else None


def _two_quarters(x: float, y: float, yaw: float) -> _Lengths:
    """Formula 8.11: a straight between two quarter turns."""
    x, y = x + math.sin(yaw), y - 1.0 - math.cos(yaw)
    reach = math.hypot(x, y)
    if reach < 2.0:
        return None
    u = 4.0 - math.sqrt(reach * reach - 4.0)
    if u > 0.0:
        return None
    t = normalize_angle(math.atan2((4.0 - u) * x - 2.0 * y, -2.0 * x + (u - 4.0) * y))
    v = normalize_angle(t - yaw)
    return (t, -_QUARTER, u, -_QUARTER, v) if t >= 0.0 and v >= 0.0 else None


# Each formula, how its segments are steered, and whether driving it from its end gives words of its own.
_FORMULAS: tuple[tuple[_Formula, tuple[int, ...], bool], ...] = (
    (_left_straight_left, (LEFT, STRAIGHT, LEFT), False),
    (_left_straight_right, (LEFT, STRAIGHT, RIGHT), False),
    (_left_back_left, (LEFT, RIGHT, LEFT), True),
    (_two_and_two, (LEFT, RIGHT, LEFT, RIGHT), False),
    (_two_within, (LEFT, RIGHT, LEFT, RIGHT), False),
    (_quarter_straight_left, (LEFT, RIGHT, STRAIGHT, LEFT), True),
    (_quarter_straight_right, (LEFT, RIGHT, STRAIGHT, RIGHT), True),
    (_two_quarters, (LEFT, RIGHT, STRAIGHT, LEFT, RIGHT), False),
)
