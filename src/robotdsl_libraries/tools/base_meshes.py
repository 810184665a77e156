"""The meshes of the bases that roll otherwise, run on belts or walk, and of what they roll and stand on."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from glb import Material
from materials import (
    ACCENT,
    ALUMINIUM,
    BLACK,
    GLASS,
    GRAPHITE,
    LIGHT,
    ORANGE,
    RUBBER,
    SHELL,
    STEEL,
    Pieces,
)
from solids import Mesh, block, box, cylinder, lathe, loft, ring

_SIDES = (1.0, -1.0)
_Point = tuple[float, float]


def _body(
    length: float, width: float, low: float, high: float, band: float, axles: Sequence[float], center: float = 0.0
) -> list[tuple[Material, Mesh]]:
    """A body of three storeys with a deck, hubs on its sides at ``axles`` (x), and a visor and lights at its ends."""
    inner = width - 0.004
    pieces: list[tuple[Material, Mesh]] = [
        (GRAPHITE, block(length, inner, low, band, corner=0.024, base_edge=0.008).moved(x=center)),
        (ORANGE, block(length - 0.004, inner - 0.004, band, band + 0.004, corner=0.022).moved(x=center)),
        (SHELL, block(length, inner, band + 0.004, high - 0.004, corner=0.024, edge=0.010).moved(x=center)),
        (GRAPHITE, block(length - 0.05, inner - 0.04, high - 0.006, high, corner=0.016, edge=0.0015).moved(x=center)),
    ]
    for x in axles:
        hub = cylinder(0.014, -0.0015, 0.0, axis="y")
        pieces += [(STEEL, hub.moved(x, width / 2.0)), (STEEL, hub.turned("z", math.pi).moved(x, -width / 2.0))]
    middle = (band + 0.004 + high) / 2.0
    front, rear = center + length / 2.0, center - length / 2.0
    pieces += [
        (GLASS, box((0.003, width * 0.5, (high - band) * 0.45), (front - 0.0017, 0.0, middle), edge=0.0008)),
        *((LIGHT, cylinder(0.004, -0.002, 0.0, axis="x").moved(front, s * width * 0.34, middle)) for s in _SIDES),
        *((LIGHT, box((0.002, 0.026, 0.004), (rear + 0.001, s * width * 0.26, middle), edge=0.0008)) for s in _SIDES),
    ]
    return pieces


def _prism(outline: Sequence[_Point], low: float, high: float, edge: float = 0.0) -> Mesh:
    """A prism on a convex outline, counter-clockwise, the rim of its top drawn in by ``edge``."""
    flat = np.array(outline)
    shrunk = flat * (1.0 - edge / float(np.abs(flat).max()))
    levels = [(flat, low), (flat, high - edge), (shrunk, high)] if edge else [(flat, low), (flat, high)]
    return loft([np.column_stack([ring, np.full(len(ring), z)]) for ring, z in levels])


def _prism_body(outline: Sequence[_Point], low: float, high: float, band: float) -> list[tuple[Material, Mesh]]:
    """A body on a convex outline, in three storeys with a deck."""
    smaller = [(x * 0.985, y * 0.985) for x, y in outline]
    deck = [(x * 0.8, y * 0.8) for x, y in outline]
    return [
        (GRAPHITE, _prism(outline, low, band)),
        (ACCENT, _prism(smaller, band, band + 0.004)),
        (SHELL, _prism(outline, band + 0.004, high - 0.003, edge=0.008)),
        (GRAPHITE, _prism(deck, high - 0.004, high, edge=0.0015)),
        # An arrow on the deck says where ahead is.
        (LIGHT, box((0.050, 0.004, 0.0006), (0.045, 0.0, high - 0.0004), edge=0.0002)),
    ]


def octagon(half: float, cut: float) -> list[_Point]:
    """A square of twice ``half`` whose corners are cut off ``cut`` from their tips, counter-clockwise."""
    near = half - cut
    return [
        (half, -near), (half, near), (near, half), (-near, half),
        (-half, near), (-half, -near), (-near, -half), (near, -half),
    ]  # fmt: skip


def hexagon(apothem: float, turn: float = 0.0) -> list[_Point]:
    """A regular hexagon with a side square to the direction ``turn`` (degrees from x), counter-clockwise."""
    reach = apothem / math.cos(math.pi / 6.0)
    angles = [math.radians(turn - 30.0 + 60.0 * k) for k in range(6)]
    return [(reach * math.cos(a), reach * math.sin(a)) for a in angles]


def mecanum_bot_chassis() -> Pieces:
    return _body(0.360, 0.205, -0.018, 0.085, 0.026, (0.120, -0.120))


def _mecanum_wheel(hand: float) -> Pieces:
    """Nine barrels at 45 degrees between two plates. ``hand`` 1: the one at the bottom lies along (1, -1)."""
    radius, middle, reach = 0.050, 0.0405, 0.022
    heights = [reach * (2.0 * k / 8.0 - 1.0) for k in range(9)]
    # Each section of a barrel reaches the wheel's radius from the axle.
    profile = [(radius - math.hypot(middle, h * math.sqrt(0.5)), h) for h in heights]
    barrel = lathe([(0.0, -reach), *profile, (0.0, reach)], 20, "y").turned("z", hand * math.pi / 4.0)
    rollers = [barrel.moved(z=-middle).turned("y", 2.0 * math.pi * k / 9.0) for k in range(9)]
    plates = [ring(0.012, 0.038, s * 0.0205 - 0.002, s * 0.0205 + 0.002, edge=0.001, axis="y") for s in _SIDES]
    return [
        *((RUBBER, roller) for roller in rollers),
        *((ALUMINIUM, plate) for plate in plates),
        (STEEL, cylinder(0.013, -0.0215, 0.0215, edge=0.001, axis="y")),
    ]


def mecanum_bot_wheel_a() -> Pieces:
    return _mecanum_wheel(1.0)


def mecanum_bot_wheel_b() -> Pieces:
    return _mecanum_wheel(-1.0)


def omni_bot_chassis() -> Pieces:
    return _prism_body(octagon(0.150, 0.090), -0.018, 0.085, 0.028)


def omni3_bot_chassis() -> Pieces:
    return _prism_body(hexagon(0.120), -0.018, 0.085, 0.028)


def omni_bot_wheel() -> Pieces:
    """Two rows of barrels across the rim, each row filling the gaps of the other."""
    radius, middle, reach = 0.050, 0.0430, 0.0125
    heights = [reach * (2.0 * k / 6.0 - 1.0) for k in range(7)]
    profile = [(radius - math.hypot(middle, h), h) for h in heights]
    barrel = lathe([(0.0, -reach), *profile, (0.0, reach)], 16, "x").moved(z=-middle)
    rollers = [
        barrel.moved(y=row * 0.0080).turned("y", 2.0 * math.pi * (k + shift) / 10.0)
        for row, shift in ((1.0, 0.0), (-1.0, 0.5))
        for k in range(10)
    ]
    plates = [ring(0.010, 0.0375, y - 0.0014, y + 0.0014, edge=0.0006, axis="y") for y in (-0.0136, 0.0, 0.0136)]
    return [
        *((RUBBER, roller) for roller in rollers),
        *((ALUMINIUM, plate) for plate in plates),
        (STEEL, cylinder(0.011, -0.0150, 0.0150, edge=0.001, axis="y")),
    ]


def tricycle_bot_chassis() -> Pieces:
    """A body on the rear axle, and the fork of the front wheel on its one side."""
    fork = [
        (GRAPHITE, box((0.090, 0.040, 0.020), (0.105, 0.0, 0.070), edge=0.003)),
        (STEEL, cylinder(0.012, 0.052, 0.080, edge=0.002).moved(x=0.140)),
        (ALUMINIUM, box((0.024, 0.006, 0.075), (0.140, -0.0165, 0.026), edge=0.0015)),
        (STEEL, cylinder(0.008, -0.0195, -0.0130, axis="y").moved(x=0.140)),
    ]
    return [*_body(0.240, 0.180, -0.014, 0.085, 0.026, (-0.130,), center=-0.060), *fork]


def car_bot_chassis() -> Pieces:
    return _body(0.400, 0.170, -0.014, 0.080, 0.022, (0.130, -0.130))


def buggy_bot_chassis() -> Pieces:
    bars = [(STEEL, box((0.008, 0.110, 0.008), (x, 0.0, 0.096), edge=0.002)) for x in (-0.120, -0.040)]
    return [*_body(0.440, 0.200, -0.015, 0.100, 0.032, (0.150, -0.150)), *bars]


def tracked_bot_chassis() -> Pieces:
    return _body(0.300, 0.160, -0.015, 0.085, 0.030, (0.070, -0.070))


def crawler_bot_chassis() -> Pieces:
    mast = [(ORANGE, box((0.030, 0.080, 0.010), (-0.100, 0.0, 0.0785), edge=0.002))]
    return [*_body(0.260, 0.140, -0.014, 0.080, 0.024, (0.060, -0.060)), *mast]


# The belt's run, its height and its width in metres; the wheels that it runs round have half its height.
_RUN, _TALL, _WIDE = 0.200, 0.0955, 0.045


def track_unit() -> Pieces:
    """A belt round two sprockets on a beam."""
    half, radius, steps = _RUN / 2.0, _TALL / 2.0, 12
    low, high = -0.048, -0.048 + _TALL
    middle = (low + high) / 2.0
    rim = [math.pi / 2.0 - math.pi * k / steps for k in range(steps + 1)]

    def outline(reach: float) -> list[_Point]:
        ahead = [(half + reach * math.cos(a), middle + reach * math.sin(a)) for a in rim]
        behind = [(-half - reach * math.cos(a), middle - reach * math.sin(a)) for a in rim]
        return [*ahead, *behind]

    def slab(reach: float, wide: float) -> Mesh:
        # Laid with the outline in x and z; mirrored so that it stays wound outward.
        rings = [np.array([(x, y, z) for x, z in outline(reach)]) for y in (-wide / 2.0, wide / 2.0)]
        return loft(rings)

    lugs = [
        box((0.008, _WIDE * 0.9, 0.003), (-half + _RUN * k / 9.0, 0.0, z), edge=0.0008)
        for k in range(10)
        for z in (low + 0.0015, high - 0.0015)
    ]
    sprockets = [cylinder(0.034, -0.0224, 0.0224, edge=0.002, axis="y").moved(x, 0.0, middle) for x in (half, -half)]
    return [
        (RUBBER, slab(radius - 0.0015, _WIDE)),
        *((BLACK, lug) for lug in lugs),
        *((STEEL, sprocket) for sprocket in sprockets),
        (GRAPHITE, box((_RUN * 0.8, _WIDE - 0.0008, 0.030), (0.0, 0.0, middle), edge=0.0003)),
    ]


def quadruped_bot_chassis() -> Pieces:
    hips = [
        (
            STEEL,
            cylinder(0.026, -0.014, 0.0, axis="x").turned("z", 0.0 if x > 0 else math.pi).moved(x * 0.180, y * 0.040),
        )
        for x in _SIDES
        for y in _SIDES
    ]
    return [
        (GRAPHITE, block(0.340, 0.136, -0.050, 0.0, corner=0.030, base_edge=0.010)),
        (ACCENT, block(0.334, 0.130, 0.0, 0.004, corner=0.027)),
        (SHELL, block(0.340, 0.136, 0.004, 0.046, corner=0.030, edge=0.014)),
        (GRAPHITE, block(0.280, 0.100, 0.0440, 0.050, corner=0.016, edge=0.0015)),
        *hips,
        *((ALUMINIUM, box((0.200, 0.003, 0.040), (0.0, s * 0.0685, -0.010), edge=0.0008)) for s in _SIDES),
        (GLASS, box((0.0100, 0.070, 0.026), (0.1750, 0.0, 0.020), edge=0.002)),
    ]


def hexapod_bot_chassis() -> Pieces:
    return _prism_body(hexagon(0.100, 30.0), -0.022, 0.032, 0.0)


def hexapod_leg() -> Pieces:
    """The servo that swings the leg; the rest of it is links of its own."""
    return [
        (BLACK, box((0.030, 0.024, 0.030), (0.015, 0.0, 0.0), edge=0.0015)),
        *((STEEL, cylinder(0.007, -0.0015, 0.0015).moved(0.022, 0.0, s * 0.0150)) for s in _SIDES),
    ]


BASES: tuple[Callable[[], Pieces], ...] = (
    mecanum_bot_chassis,
    mecanum_bot_wheel_a,
    mecanum_bot_wheel_b,
    omni_bot_chassis,
    omni3_bot_chassis,
    omni_bot_wheel,
    tricycle_bot_chassis,
    car_bot_chassis,
    buggy_bot_chassis,
    tracked_bot_chassis,
    crawler_bot_chassis,
    track_unit,
    quadruped_bot_chassis,
    hexapod_bot_chassis,
    hexapod_leg,
)
