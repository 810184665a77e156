"""Makes the visual mesh of every part of the example library.

    python tools/make_meshes.py            write the GLB files beside the parts
    python tools/make_meshes.py --check    say which of them are missing or differ, and fail if any does

The shapes are the parts' own design, in the parts' own frames and metres; the files are the same on every machine.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from base_meshes import BASES
from glb import Material, write_glb
from materials import (
    ACCENT,
    ALUMINIUM,
    BLACK,
    BOARD,
    BRASS,
    GLASS,
    GRAPHITE,
    LIGHT,
    ORANGE,
    RUBBER,
    SHELL,
    SLAT,
    STEEL,
    WOOD,
    Pieces,
)
from solids import Mesh, arc_bar, ball, block, box, cylinder, lathe, ring

LIBRARY = Path(__file__).resolve().parents[1] / "libraries" / "example"


def diff_bot_chassis() -> Pieces:
    sides = (1.0, -1.0)
    return [
        (GRAPHITE, block(0.298, 0.190, -0.010, 0.022, corner=0.040, base_edge=0.008)),
        (ACCENT, block(0.292, 0.184, 0.022, 0.026, corner=0.037)),
        (SHELL, block(0.298, 0.190, 0.026, 0.072, corner=0.040, edge=0.012)),
        (GRAPHITE, block(0.260, 0.152, 0.0715, 0.075, corner=0.028, edge=0.0015)),
        *((GRAPHITE, box((0.112, 0.0016, 0.060), (0.0, s * 0.0952, 0.026), edge=0.0007)) for s in sides),
        *((STEEL, cylinder(0.007, -0.00125, 0.00125, axis="y").moved(y=s * 0.09625)) for s in sides),
        # The visor across the front, and two lights in it.
        (GLASS, box((0.003, 0.100, 0.030), (0.1480, 0.0, 0.048), edge=0.0014)),
        *((LIGHT, cylinder(0.004, 0.1485, 0.150, axis="x").moved(y=s * 0.038, z=0.058)) for s in sides),
        *((LIGHT, box((0.002, 0.030, 0.004), (-0.149, s * 0.035, 0.045), edge=0.0009)) for s in sides),
        *((ALUMINIUM, cylinder(0.003, 0.0745, 0.0750).moved(x * 0.115, s * 0.062)) for s in sides for x in sides),
    ]


def _spoked_rim(radius: float, bore: float, half: float, spokes: int) -> list[tuple[Material, Mesh]]:
    """A rim with a hub and flat spokes about y, within ``half`` of its middle plane."""
    hub = cylinder(bore, -half, half, edge=0.0015, axis="y")
    span = radius - bore
    spoke = box((span + 0.004, 0.009, 2.0 * half * 0.6), (bore + span / 2.0, 0.0, 0.0), edge=0.0015).along("y")
    turned = [spoke.turned("y", 2.0 * math.pi * k / spokes) for k in range(spokes)]
    rim = ring(radius - 0.003, radius + 0.001, -half * 0.9, half * 0.9, axis="y")
    return [(ALUMINIUM, rim), (ALUMINIUM, hub), *((ALUMINIUM, s) for s in turned)]


def diff_bot_wheel() -> Pieces:
    groove = [(ACCENT, ring(0.0375, 0.0405, s * 0.0112 - 0.0004, s * 0.0112 + 0.0004, axis="y")) for s in (1.0, -1.0)]
    tyre = ring(0.040, 0.050, -0.0125, 0.0125, edge=0.005, sections=64, axis="y")
    cap = [(STEEL, cylinder(0.006, -0.0120, 0.0120, edge=0.001, axis="y"))]
    return [(RUBBER, tyre), *_spoked_rim(0.040, 0.010, 0.011, 5), *groove, *cap]


def skid_bot_wheel() -> Pieces:
    tyre = ring(0.044, 0.0575, -0.020, 0.020, edge=0.006, sections=64, axis="y")
    lug = box((0.005, 0.010, 0.017), (0.0572, 0.0, 0.0), edge=0.0012).along("y")
    lugs = []
    for row, shift in ((-0.0105, 0.0), (0.0105, 0.5)):
        lugs += [lug.moved(y=row).turned("y", 2.0 * math.pi * (k + shift) / 18) for k in range(18)]
    cap = [(ORANGE, cylinder(0.009, -0.0190, 0.0190, edge=0.0015, axis="y"))]
    return [(RUBBER, tyre), *((RUBBER, piece) for piece in lugs), *_spoked_rim(0.044, 0.014, 0.017, 6), *cap]


def ball_caster() -> Pieces:
    socket = [(0.0, 0.004), (0.0155, 0.004), (0.0175, 0.006), (0.0175, 0.014), (0.013, 0.022), (0.0, 0.022)]
    return [
        (STEEL, ball(0.015)),
        (BLACK, lathe(socket)),
        (GRAPHITE, block(0.044, 0.036, 0.0215, 0.025, corner=0.010)),
        *((STEEL, cylinder(0.0025, 0.0200, 0.0216).moved(x=s * 0.0185)) for s in (1.0, -1.0)),
    ]


def lidar_360() -> Pieces:
    return [
        (GRAPHITE, cylinder(0.038, -0.028, -0.011, edge=0.003)),
        (BLACK, cylinder(0.031, -0.011, -0.0085)),
        (ACCENT, cylinder(0.0355, -0.0085, -0.006)),
        (GLASS, cylinder(0.0350, -0.006, 0.006)),
        (GRAPHITE, cylinder(0.0355, 0.006, 0.0126, edge=0.004)),
        # A mark on the lid says where ahead is.
        (ACCENT, box((0.010, 0.003, 0.0006), (0.022, 0.0, 0.0127), edge=0.0002)),
    ]


def lidar_3d_16() -> Pieces:
    bands = [(BLACK, ring(0.0440, 0.0463, z - 0.0006, z + 0.0006)) for z in (-0.010, 0.0, 0.010)]
    return [
        (ALUMINIUM, cylinder(0.050, -0.038, -0.020, edge=0.003)),
        (GLASS, cylinder(0.046, -0.020, 0.020)),
        *bands,
        (ALUMINIUM, cylinder(0.050, 0.020, 0.0336, edge=0.005)),
        (ACCENT, box((0.012, 0.003, 0.0006), (0.034, 0.0, 0.0337), edge=0.0002)),
    ]


def imu_6axis() -> Pieces:
    sides = (1.0, -1.0)
    return [
        (ALUMINIUM, block(0.036, 0.036, -0.007, 0.005, corner=0.005, edge=0.002)),
        (GRAPHITE, block(0.026, 0.026, 0.005, 0.0066, corner=0.003, edge=0.0005)),
        (ORANGE, box((0.010, 0.0016, 0.0004), (0.004, 0.0, 0.0068), edge=0.0001)),
        *((STEEL, cylinder(0.0018, 0.0046, 0.0054).moved(x * 0.0142, s * 0.0142)) for s in sides for x in sides),
        (BLACK, box((0.004, 0.012, 0.005), (-0.0170, 0.0, -0.002), edge=0.0005)),
    ]


def _lens(radius: float, low: float, high: float, y: float = 0.0, z: float = 0.0) -> Pieces:
    """A barrel along x with a glass in it that bulges a little."""
    dome = [(0.0, -0.001), (radius * 0.72, -0.001), (radius * 0.45, 0.0007), (0.0, 0.0011)]
    return [
        (BLACK, ring(radius * 0.72, radius, low, high, edge=radius * 0.15, sections=32, axis="x").moved(y=y, z=z)),
        (GLASS, lathe(dome, 32, "x").moved(x=high - 0.0022, y=y, z=z)),
    ]


def camera_wide() -> Pieces:
    return [
        (SHELL, box((0.018, 0.036, 0.026), (-0.013, 0.0, 0.0), edge=0.003)),
        (GRAPHITE, box((0.002, 0.032, 0.022), (-0.0042, 0.0, 0.0), edge=0.0009)),
        *_lens(0.010, -0.004, 0.006),
        (LIGHT, cylinder(0.0012, -0.0036, -0.0030, axis="x").moved(y=0.013, z=0.008)),
    ]


def _foot(width: float, low: float, top: float) -> Pieces:
    return [
        (GRAPHITE, block(0.024, 0.024, low, low + 0.003, corner=0.006, edge=0.001)),
        (STEEL, cylinder(width, low + 0.003, top + 0.001)),
    ]


def depth_camera() -> Pieces:
    return [
        *((material, mesh.moved(x=-0.012)) for material, mesh in _foot(0.005, -0.022, -0.013)),
        (GRAPHITE, box((0.024, 0.052, 0.026), (-0.012, 0.0, 0.0), edge=0.004)),
        (GLASS, box((0.0014, 0.044, 0.018), (-0.0002, 0.0, 0.0), edge=0.0006)),
        *_lens(0.0065, -0.002, 0.0015),
        *((STEEL, cylinder(0.004, -0.001, 0.0009, axis="x").moved(y=s * 0.0155)) for s in (1.0, -1.0)),
        (ACCENT, box((0.0006, 0.010, 0.002), (0.0005, 0.0, -0.0078), edge=0.0002)),
    ]


def rgbd_camera() -> Pieces:
    bar = block(0.080, 0.022, -0.011, 0.011, corner=0.0105).turned("x", math.pi / 2.0).turned("z", math.pi / 2.0)
    return [
        *((material, mesh.moved(x=-0.011)) for material, mesh in _foot(0.005, -0.020, -0.011)),
        (ALUMINIUM, bar.moved(x=-0.011)),
        (GLASS, box((0.0012, 0.066, 0.015), (0.0, 0.0, 0.0), edge=0.0005)),
        *_lens(0.0058, -0.001, 0.0016, y=0.024),
        *_lens(0.0058, -0.001, 0.0016, y=-0.024),
        *_lens(0.0050, -0.001, 0.0016),
        (ORANGE, cylinder(0.0022, -0.0002, 0.0010, axis="x").moved(y=-0.011)),
    ]


def ultrasonic_ranger() -> Pieces:
    eyes: list[tuple[Material, Mesh]] = []
    for side in (1.0, -1.0):
        eyes.append((ALUMINIUM, ring(0.0064, 0.0080, -0.012, 0.0, edge=0.0008, axis="x").moved(y=side * 0.013)))
        eyes.append((BLACK, cylinder(0.0066, -0.012, -0.0012, axis="x").moved(y=side * 0.013)))
    return [
        (BOARD, box((0.0016, 0.045, 0.020), (-0.0128, 0.0, 0.0), edge=0.0006)),
        (BLACK, box((0.0036, 0.012, 0.006), (-0.0153, 0.0, -0.004), edge=0.0006)),
        (STEEL, box((0.0024, 0.0085, 0.0035), (-0.0110, 0.0, 0.0060), edge=0.0006)),
        *eyes,
    ]


def ir_ranger() -> Pieces:
    return [
        (BLACK, box((0.014, 0.030, 0.013), (-0.008, 0.0, 0.0), edge=0.0015)),
        (BLACK, box((0.004, 0.036, 0.005), (-0.0128, 0.0, 0.0), edge=0.0008)),
        *_lens(0.0052, -0.002, 0.0, y=0.0085),
        *_lens(0.0052, -0.002, 0.0, y=-0.0085),
        (SHELL, box((0.003, 0.010, 0.0045), (-0.0060, 0.0, -0.0050), edge=0.0006)),
    ]


def bumper_bar() -> Pieces:
    return [
        (RUBBER, arc_bar(0.300, 0.600, 0.012, 0.022, edge=0.005).moved(x=0.0175)),
        (ORANGE, arc_bar(0.299, 0.600, 0.0015, 0.004, edge=0.0006).moved(x=0.0182)),
        (GRAPHITE, box((0.006, 0.150, 0.018), (-0.0020, 0.0, 0.0), edge=0.002)),
        *((STEEL, cylinder(0.004, -0.0175, 0.006, axis="x").moved(y=s * 0.045)) for s in (1.0, -1.0)),
    ]


def gear_motor() -> Pieces:
    shaft = block(0.0056, 0.0056, 0.0, 0.0045, corner=0.0026).along("y")
    return [
        (STEEL, cylinder(0.015, -0.055, -0.024, edge=0.002, axis="y")),
        (ALUMINIUM, cylinder(0.016, -0.024, -0.001, edge=0.001, axis="y")),
        (GRAPHITE, cylinder(0.0165, -0.001, 0.001, axis="y")),
        (BRASS, cylinder(0.005, 0.001, 0.0025, axis="y")),
        (STEEL, shaft),
        (BLACK, cylinder(0.008, -0.0570, -0.055, axis="y")),
    ]


def skid_bot_chassis() -> Pieces:
    sides = (1.0, -1.0)
    bars = [box((0.012, 0.150, 0.012), (x * 0.150, 0.0, 0.094), edge=0.003) for x in sides]
    return [
        (GRAPHITE, block(0.398, 0.220, -0.020, 0.038, corner=0.030, base_edge=0.012)),
        (ORANGE, block(0.394, 0.216, 0.038, 0.043, corner=0.028)),
        (SHELL, block(0.398, 0.220, 0.043, 0.090, corner=0.030, edge=0.014)),
        (GRAPHITE, block(0.340, 0.168, 0.0890, 0.095, corner=0.020, edge=0.002)),
        (ALUMINIUM, block(0.290, 0.150, 0.0945, 0.100, corner=0.012, edge=0.002)),
        *((STEEL, bar) for bar in bars),
        *(
            (GRAPHITE, cylinder(0.018, -0.0005, 0.0005, axis="y").moved(x * 0.1, s * 0.1105))
            for x in sides
            for s in sides
        ),
        *((STEEL, cylinder(0.008, -0.001, 0.001, axis="y").moved(x * 0.1, s * 0.1115)) for x in sides for s in sides),
        (GLASS, box((0.003, 0.120, 0.028), (0.1985, 0.0, 0.064), edge=0.0014)),
        *((LIGHT, cylinder(0.006, 0.1985, 0.200, axis="x").moved(y=s * 0.074, z=0.064)) for s in sides),
        *((LIGHT, box((0.002, 0.034, 0.006), (-0.199, s * 0.060, 0.064), edge=0.0009)) for s in sides),
    ]


def payload_crate() -> Pieces:
    pieces: list[tuple[Material, Mesh]] = [(WOOD, block(0.112, 0.112, 0.003, 0.078, corner=0.002))]
    for z in (0.011, 0.033, 0.055, 0.072):
        height = 0.014 if z < 0.07 else 0.010
        pieces += [(SLAT, box((0.118, 0.004, height), (0.0, s * 0.058, z), edge=0.001)) for s in (1.0, -1.0)]
        pieces += [(SLAT, box((0.004, 0.118, height), (s * 0.058, 0.0, z), edge=0.001)) for s in (1.0, -1.0)]
    pieces += [
        (SLAT, box((0.014, 0.118, 0.003), (x, 0.0, 0.0785), edge=0.001)) for x in (-0.044, -0.022, 0.0, 0.022, 0.044)
    ]
    pieces += [(GRAPHITE, box((0.118, 0.012, 0.004), (0.0, s * 0.040, 0.002), edge=0.001)) for s in (1.0, -1.0)]
    return pieces


PARTS: dict[str, Callable[[], Pieces]] = {
    make.__name__: make
    for make in (
        diff_bot_chassis,
        diff_bot_wheel,
        ball_caster,
        lidar_360,
        lidar_3d_16,
        imu_6axis,
        camera_wide,
        depth_camera,
        rgbd_camera,
        ultrasonic_ranger,
        ir_ranger,
        bumper_bar,
        gear_motor,
        skid_bot_chassis,
        skid_bot_wheel,
        payload_crate,
        *BASES,
    )
}


def mesh_file(part: str) -> Path:
    return LIBRARY / "parts" / part / f"{part}.glb"


def make(part: str) -> bytes:
    """The bytes of a part's GLB file."""
    return write_glb(part, PARTS[part]())


def write_meshes(
    purpose: str,
    names: Iterable[str],
    file_of: Callable[[str], Path],
    bytes_of: Callable[[str], bytes],
    arguments: Sequence[str] | None,
) -> int:
    """Write the files that are missing or differ, or with ``--check`` name them and fail if there are any."""
    parser = argparse.ArgumentParser(description=purpose)
    parser.add_argument("--check", action="store_true", help="compare with the files instead of writing them")
    options = parser.parse_args(arguments)
    stale = 0
    for name in names:
        path, data = file_of(name), bytes_of(name)
        if path.is_file() and path.read_bytes() == data:
            continue
        stale += 1
        print(f"{'differs' if options.check else 'wrote'}: {path.relative_to(LIBRARY)}")
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return 1 if options.check and stale else 0


def main(arguments: Sequence[str] | None = None) -> int:
    return write_meshes("Make the meshes of the example library's parts.", PARTS, mesh_file, make, arguments)


if __name__ == "__main__":
    sys.exit(main())
