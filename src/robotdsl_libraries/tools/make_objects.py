"""Makes the visual mesh of every object of the example library, textures and all.

    python tools/make_objects.py            write the GLB files beside the objects
    python tools/make_objects.py --check    say which of them are missing or differ, and fail if any does

An object's frame lies on the floor under its middle, x forward, y left, z up; sizes are metres.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from glb import Cover, Material, write_glb
from make_meshes import LIBRARY, Pieces, write_meshes
from solids import Mesh, box, cylinder, lathe, loft
from textures import (
    BEECH,
    BLUE_PAINT,
    BLUE_SLOTS,
    CARDBOARD,
    CONE_ORANGE,
    DISC,
    GREY_PAINT,
    HAZARD,
    ORANGE_PAINT,
    PINE,
    PLATE,
    RED_PAINT,
    REFLECTIVE,
    RUBBER,
    Picture,
)

SIDES = (1.0, -1.0)


def _covered(picture: Picture, size: tuple[float, float], **more: float | bool) -> Material:
    turned = bool(more.pop("turned", False))
    name = f"{picture.name}{'_turned' if turned else ''}"
    return Material(
        name, "#ffffff", cover=Cover(picture, size, turned=turned), **{k: float(v) for k, v in more.items()}
    )


# Grain along x where boards run along x, and across where they run along y.
BOARD_X = _covered(PINE, (0.60, 0.20), roughness=0.9)
BOARD_Y = _covered(PINE, (0.60, 0.20), turned=True, roughness=0.9)
TOP = _covered(BEECH, (0.80, 0.30), roughness=0.5)
CARTON = _covered(CARDBOARD, (0.25, 0.25), roughness=0.95)
UPRIGHT = _covered(BLUE_SLOTS, (0.10, 0.10), roughness=0.5)
BRACE = _covered(BLUE_PAINT, (0.40, 0.40), roughness=0.5)
BEAM = _covered(ORANGE_PAINT, (0.50, 0.50), roughness=0.5)
FRAME = _covered(GREY_PAINT, (0.40, 0.40), roughness=0.5)
RED = _covered(RED_PAINT, (0.40, 0.40), roughness=0.4)
TYRE = _covered(RUBBER, (0.15, 0.15), roughness=0.9)
CONE = _covered(CONE_ORANGE, (0.20, 0.20), roughness=0.6)
BAND = _covered(REFLECTIVE, (0.20, 0.20), roughness=0.3)
WARNING = _covered(HAZARD, (0.16, 0.16), roughness=0.6)
TREAD = _covered(PLATE, (0.16, 0.16), roughness=0.4, metallic=0.5)
DECK = Material("deck", "#9aa0a5", metallic=0.5, roughness=0.45)
STEEL = Material("steel", "#8e959b", metallic=0.8, roughness=0.35)
TAPE = Material("tape", "#c9a86a", roughness=0.3)
LABEL = Material("label", "#f1f0ea", roughness=0.7)


def _strut(a: tuple[float, float, float], b: tuple[float, float, float], side: float) -> Mesh:
    """A square bar of ``side`` between two points of one plane x = constant."""
    dy, dz = b[1] - a[1], b[2] - a[2]
    bar = box((side, math.hypot(dy, dz), side), (0.0, 0.0, 0.0), edge=0.003).turned("x", math.atan2(dz, dy))
    return bar.moved(a[0], (a[1] + b[1]) / 2.0, (a[2] + b[2]) / 2.0)


def pallet_rack() -> Pieces:
    pieces: list[tuple[Material, Mesh]] = []
    for x in (0.91, -0.91):
        for y in (0.46, -0.46):
            pieces.append((UPRIGHT, box((0.08, 0.08, 1.994), (x, y, 1.003), edge=0.006)))
            pieces.append((STEEL, box((0.10, 0.10, 0.006), (x, y, 0.003), edge=0.001)))
        for z in (0.20, 1.00, 1.80):
            pieces.append((BRACE, box((0.03, 0.84, 0.03), (x, 0.0, z), edge=0.003)))
        for z in (0.20, 1.00):
            low, high = (x, -0.42, z), (x, 0.42, z + 0.80)
            pieces.append((BRACE, _strut(low, high, 0.03)))
    for z in (0.90, 1.75):
        pieces += [(BEAM, box((1.74, 0.05, 0.10), (0.0, s * 0.46, z), edge=0.006)) for s in SIDES]
        pieces.append((DECK, box((1.74, 0.96, 0.012), (0.0, 0.0, z + 0.056), edge=0.002)))
        pieces += [(DECK, box((0.04, 0.87, 0.03), (x, 0.0, z + 0.035), edge=0.003)) for x in (-0.6, -0.2, 0.2, 0.6)]
    return pieces


def work_table() -> Pieces:
    pieces: list[tuple[Material, Mesh]] = [(TOP, box((1.50, 0.75, 0.04), (0.0, 0.0, 0.83), edge=0.005))]
    legs = [(x * 0.70, y * 0.325) for x in SIDES for y in SIDES]
    pieces += [(FRAME, box((0.06, 0.06, 0.804), (x, y, 0.408), edge=0.005)) for x, y in legs]
    pieces += [(TYRE, box((0.066, 0.066, 0.012), (x, y, 0.006), edge=0.002)) for x, y in legs]
    pieces += [(FRAME, box((0.04, 0.59, 0.04), (x * 0.70, 0.0, 0.20), edge=0.004)) for x in SIDES]
    pieces.append((FRAME, box((1.34, 0.04, 0.04), (0.0, 0.325, 0.20), edge=0.004)))
    pieces += [(FRAME, box((1.34, 0.03, 0.06), (0.0, y * 0.325, 0.78), edge=0.004)) for y in SIDES]
    return pieces


def pallet_jack() -> Pieces:
    pieces: list[tuple[Material, Mesh]] = []
    for s in SIDES:
        pieces.append((RED, box((1.10, 0.16, 0.05), (0.20, s * 0.19, 0.065), edge=0.008)))
        pieces.append((WARNING, box((0.08, 0.15, 0.042), (0.76, s * 0.19, 0.065), edge=0.010)))
        pieces.append((TYRE, cylinder(0.035, -0.05, 0.05, edge=0.004, axis="y").moved(0.62, s * 0.19, 0.035)))
        pieces.append((TYRE, cylinder(0.09, -0.025, 0.025, edge=0.006, axis="y").moved(-0.58, s * 0.075, 0.09)))
    pieces += [
        (RED, box((0.10, 0.54, 0.30), (-0.40, 0.0, 0.19), edge=0.020)),
        (RED, box((0.16, 0.16, 0.20), (-0.55, 0.0, 0.27), edge=0.015)),
        (STEEL, cylinder(0.045, 0.30, 0.44).moved(-0.54)),
        (STEEL, cylinder(0.018, -0.05, 0.05, axis="y").moved(-0.58, 0.0, 0.09)),
    ]
    tiller = cylinder(0.022, 0.0, 0.74).turned("y", -0.24).moved(-0.56, 0.0, 0.42)
    pieces += [
        (RED, tiller),
        (TYRE, cylinder(0.020, -0.17, 0.17, edge=0.006, axis="y").moved(-0.745, 0.0, 1.17)),
        (RED, box((0.06, 0.10, 0.10), (-0.735, 0.0, 1.12), edge=0.012)),
    ]
    return pieces


def cardboard_box() -> Pieces:
    pieces: list[tuple[Material, Mesh]] = [(CARTON, box((0.398, 0.298, 0.298), (0.0, 0.0, 0.149), edge=0.003))]
    pieces.append((TAPE, box((0.400, 0.050, 0.060), (0.0, 0.0, 0.270), edge=0.0008)))
    pieces.append((LABEL, box((0.110, 0.300, 0.080), (0.09, 0.0, 0.16), edge=0.0008)))
    return pieces


def traffic_cone() -> Pieces:
    def slice_of(low: float, high: float, thick: float = 0.0) -> Mesh:
        a, b = (0.105 - (z - 0.03) * (0.080 / 0.47) + thick for z in (low, high))
        return lathe([(0.0, low), (a, low), (b, high), (0.0, high)])

    return [
        (TYRE, box((0.30, 0.30, 0.03), (0.0, 0.0, 0.015), edge=0.008)),
        (CONE, slice_of(0.028, 0.50)),
        (BAND, slice_of(0.16, 0.24, 0.0015)),
        (BAND, slice_of(0.32, 0.38, 0.0015)),
    ]


def pallet() -> Pieces:
    pieces: list[tuple[Material, Mesh]] = []
    rows, columns = (-0.35, 0.0, 0.35), (-0.5275, 0.0, 0.5275)
    for y, width in zip((-0.3275, -0.171, 0.0, 0.171, 0.3275), (0.145, 0.10, 0.145, 0.10, 0.145), strict=True):
        pieces.append((BOARD_X, box((1.20, width, 0.022), (0.0, y, 0.133), edge=0.003)))
    for x in columns:
        pieces.append((BOARD_Y, box((0.145, 0.80, 0.022), (x, 0.0, 0.111), edge=0.003)))
        pieces += [(BOARD_X, box((0.145, 0.10, 0.078), (x, y, 0.061), edge=0.003)) for y in rows]
    pieces += [(BOARD_X, box((1.20, 0.10, 0.022), (0.0, y, 0.011), edge=0.003)) for y in rows]
    return pieces


def ramp_10deg() -> Pieces:
    rise = math.tan(math.radians(10.0))

    def wedge(low_x: float, high_x: float, half: float, lift: float) -> Mesh:
        """A prism under the slope, as wide as 2 ``half``, its top ``lift`` above the slope."""
        near, far = (rise * (x + 0.5) + lift for x in (low_x, high_x))
        outline = ((low_x, 0.0), (high_x, 0.0), (high_x, far), (low_x, near))
        return loft([np.array([(x, y, z) for x, z in outline]) for y in (half, -half)])

    return [
        (TREAD, wedge(-0.496, 0.496, 0.36, 0.0)),
        *((WARNING, wedge(-0.498, 0.498, 0.02, 0.0).moved(y=s * 0.38)) for s in SIDES),
    ]


def floor_disc() -> Pieces:
    cover = Cover(DISC, (0.60, 0.60), corner=(-0.30, -0.30, 0.0))
    return [(Material("disc", "#ffffff", roughness=0.7, cover=cover), cylinder(0.30, 0.0, 0.002, sections=64))]


OBJECTS: dict[str, Callable[[], Pieces]] = {
    make.__name__: make
    for make in (
        pallet_rack,
        work_table,
        pallet_jack,
        cardboard_box,
        traffic_cone,
        pallet,
        ramp_10deg,
        floor_disc,
    )
}


def mesh_file(name: str) -> Path:
    return LIBRARY / "objects" / name / f"{name}.glb"


def make(name: str) -> bytes:
    """The bytes of an object's GLB file."""
    return write_glb(name, OBJECTS[name]())


def main(arguments: Sequence[str] | None = None) -> int:
    return write_meshes("Make the meshes of the example library's objects.", OBJECTS, mesh_file, make, arguments)


if __name__ == "__main__":
    sys.exit(main())
