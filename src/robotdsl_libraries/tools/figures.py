"""Estimates the inertials of the example library's parts: each part as a few uniform solids.

    python tools/figures.py        print ``mass``, ``origin_xyz`` and ``inertia`` of every part

The masses are those of comparable parts on the market (the README of the library says which kinds); the solids follow
the parts' design. Formulas: the moments of uniform solids and the parallel-axis theorem, as in any mechanics text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_AXES = {"x": 0, "y": 1, "z": 2}


@dataclass(frozen=True, slots=True)
class Solid:
    """A uniform solid of ``mass`` kg about ``at`` (metres in the part's frame), with its principal ``moments`` about
    the part's axes through its own centre (kg m²).
    """

    mass: float
    at: tuple[float, float, float]
    moments: tuple[float, float, float]


def box(mass: float, size: tuple[float, float, float], at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Solid:
    x, y, z = (s * s for s in size)
    return Solid(mass, at, (mass * (y + z) / 12.0, mass * (x + z) / 12.0, mass * (x + y) / 12.0))


def shell(mass: float, size: tuple[float, float, float], at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Solid:
    """A thin closed box, its mass spread evenly over its six faces."""
    x, y, z = size
    faces = ((y * z, 0), (x * z, 1), (x * y, 2))
    area = 2.0 * sum(a for a, _ in faces)
    moments = [0.0, 0.0, 0.0]
    for face, normal in faces:
        pair = mass * 2.0 * face / area
        squares = [pair * s * s * (1.0 / 4.0 if i == normal else 1.0 / 12.0) for i, s in enumerate(size)]
        for axis in range(3):
            moments[axis] += sum(squares) - squares[axis]
    return Solid(mass, at, (moments[0], moments[1], moments[2]))


def tube(
    mass: float,
    inner: float,
    outer: float,
    length: float,
    axis: str = "z",
    at: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> Solid:
    """A hollow cylinder along ``axis``; a full one for ``inner`` 0."""
    square = inner * inner + outer * outer
    moments = [mass * (3.0 * square + length * length) / 12.0] * 3
    moments[_AXES[axis]] = mass * square / 2.0
    return Solid(mass, at, (moments[0], moments[1], moments[2]))


def ball(mass: float, radius: float, at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Solid:
    moment = 0.4 * mass * radius * radius
    return Solid(mass, at, (moment, moment, moment))


BODIES: dict[str, tuple[Solid, ...]] = {
    "diff_bot_chassis": (
        shell(1.60, (0.296, 0.188, 0.085), (0.0, 0.0, 0.0325)),  # plastic shell on a steel floor plate
        box(0.20, (0.296, 0.188, 0.003), (0.0, 0.0, -0.008)),  # the floor plate's share above the shell's
        box(1.20, (0.090, 0.120, 0.040), (-0.080, 0.0, 0.014)),  # battery
        tube(0.20, 0.0, 0.016, 0.060, "y", (0.0, 0.055, 0.0)),  # left gear motor
        tube(0.20, 0.0, 0.016, 0.060, "y", (0.0, -0.055, 0.0)),  # right gear motor
        box(0.40, (0.100, 0.120, 0.020), (0.050, 0.0, 0.045)),  # computer and motor driver
    ),
    "diff_bot_wheel": (
        tube(0.090, 0.040, 0.050, 0.025, "y"),  # rubber tyre
        tube(0.040, 0.036, 0.040, 0.020, "y"),  # rim
        tube(0.020, 0.0, 0.036, 0.012, "y"),  # hub and spokes
    ),
    "ball_caster": (
        ball(0.035, 0.015),  # steel ball, hollow
        tube(0.030, 0.012, 0.0175, 0.018, "z", (0.0, 0.0, 0.013)),  # socket
        box(0.015, (0.044, 0.036, 0.0035), (0.0, 0.0, 0.02325)),  # flange
    ),
    "lidar_360": (
        tube(0.110, 0.0, 0.037, 0.017, "z", (0.0, 0.0, -0.0195)),  # base with motor and electronics
        tube(0.080, 0.0, 0.035, 0.022, "z", (0.0, 0.0, 0.002)),  # head
    ),
    "lidar_3d_16": (
        tube(0.230, 0.0, 0.050, 0.018, "z", (0.0, 0.0, -0.029)),  # base
        tube(0.170, 0.0, 0.045, 0.040, "z"),  # rotating optics
        tube(0.080, 0.0, 0.050, 0.014, "z", (0.0, 0.0, 0.027)),  # lid
    ),
    "imu_6axis": (box(0.035, (0.036, 0.036, 0.014)),),
    "camera_wide": (
        box(0.032, (0.018, 0.036, 0.026), (-0.013, 0.0, 0.0)),  # case
        tube(0.010, 0.0, 0.010, 0.010, "x", (0.001, 0.0, 0.0)),  # lens
    ),
    "depth_camera": (
        box(0.070, (0.024, 0.052, 0.026), (-0.012, 0.0, 0.0)),  # case
        box(0.012, (0.024, 0.024, 0.009), (-0.012, 0.0, -0.0175)),  # foot
    ),
    "rgbd_camera": (
        box(0.072, (0.022, 0.080, 0.022), (-0.011, 0.0, 0.0)),  # bar
        box(0.012, (0.024, 0.024, 0.009), (-0.011, 0.0, -0.0155)),  # foot
    ),
    "ultrasonic_ranger": (
        box(0.006, (0.004, 0.045, 0.020), (-0.014, 0.0, 0.0)),  # board
        tube(0.005, 0.0, 0.008, 0.012, "x", (-0.006, 0.013, 0.0)),  # transmitter
        tube(0.005, 0.0, 0.008, 0.012, "x", (-0.006, -0.013, 0.0)),  # receiver
    ),
    "ir_ranger": (box(0.012, (0.015, 0.033, 0.013), (-0.0075, 0.0, 0.0)),),
    "bumper_bar": (
        box(0.080, (0.012, 0.175, 0.022), (0.009, 0.0, 0.0)),  # rubber bar
        box(0.050, (0.018, 0.150, 0.018), (-0.006, 0.0, 0.0)),  # rail and switches
    ),
    "gear_motor": (
        tube(0.105, 0.0, 0.015, 0.031, "y", (0.0, -0.0395, 0.0)),  # motor
        tube(0.090, 0.0, 0.016, 0.024, "y", (0.0, -0.012, 0.0)),  # gearbox and shaft
    ),
    "skid_bot_chassis": (
        shell(2.40, (0.396, 0.218, 0.120), (0.0, 0.0, 0.040)),  # aluminium shell
        box(2.20, (0.160, 0.130, 0.060), (0.0, 0.0, 0.014)),  # battery
        *(tube(0.35, 0.0, 0.019, 0.070, "y", (x * 0.100, y * 0.070, 0.0)) for x in (1, -1) for y in (1, -1)),  # motors
        box(0.60, (0.140, 0.140, 0.020), (0.0, 0.0, 0.065)),  # computer and motor drivers
    ),
    "skid_bot_wheel": (
        tube(0.200, 0.044, 0.060, 0.040, "y"),  # rubber tyre
        tube(0.070, 0.040, 0.044, 0.030, "y"),  # rim
        tube(0.050, 0.0, 0.040, 0.018, "y"),  # hub and spokes
    ),
    "payload_crate": (
        shell(0.300, (0.120, 0.120, 0.080), (0.0, 0.0, 0.040)),  # crate
        box(0.700, (0.108, 0.108, 0.070), (0.0, 0.0, 0.040)),  # what is in it
    ),
}


def combined(solids: Sequence[Solid]) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """The mass, the centre of mass and the inertia tensor about it."""
    mass = sum(s.mass for s in solids)
    center: NDArray[np.float64] = sum((s.mass * np.array(s.at) for s in solids), np.zeros(3)) / mass
    tensor = np.zeros((3, 3))
    for solid in solids:
        d = np.array(solid.at) - center
        tensor += np.diag(solid.moments) + solid.mass * (d @ d * np.eye(3) - np.outer(d, d))
    return mass, center, tensor


def main() -> None:
    for part, solids in BODIES.items():
        mass, center, tensor = combined(solids)
        xyz = ", ".join(f"{round(c, 5) + 0.0:g}" for c in center)
        names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
        terms = (tensor[0, 0], tensor[1, 1], tensor[2, 2], tensor[0, 1], tensor[0, 2], tensor[1, 2])
        shown = (0.0 if abs(term) < 1e-12 else float(f"{term:.4g}") for term in terms)
        inertia = ", ".join(f"{name}: {term:g}" for name, term in zip(names, shown, strict=True))
        print(f"{part}:\n  mass: {mass:.4g}\n  origin_xyz: [{xyz}]\n  inertia: {{{inertia}}}")


if __name__ == "__main__":
    main()
