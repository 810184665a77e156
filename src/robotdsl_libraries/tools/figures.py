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
    "mecanum_bot_chassis": (
        shell(2.20, (0.356, 0.200, 0.100), (0.0, 0.0, 0.0335)),  # aluminium shell
        box(2.00, (0.160, 0.120, 0.050), (0.0, 0.0, 0.014)),  # battery
        *(tube(0.25, 0.0, 0.018, 0.065, "y", (x * 0.120, y * 0.062, 0.0)) for x in (1, -1) for y in (1, -1)),  # motors
        box(0.60, (0.140, 0.130, 0.020), (0.0, 0.0, 0.058)),  # computer and motor drivers
    ),
    **{
        name: (
            tube(0.110, 0.030, 0.050, 0.036, "y"),  # nine rubber rollers on steel pins
            tube(0.070, 0.012, 0.038, 0.008, "y"),  # two plates
            tube(0.040, 0.0, 0.013, 0.043, "y"),  # hub
        )
        for name in ("mecanum_bot_wheel_a", "mecanum_bot_wheel_b")
    },
    "omni_bot_chassis": (
        tube(1.80, 0.120, 0.150, 0.100, "z", (0.0, 0.0, 0.0335)),  # aluminium shell
        box(1.40, (0.120, 0.120, 0.050), (0.0, 0.0, 0.014)),  # battery
        *(
            tube(0.25, 0.0, 0.018, 0.065, "z", (x * 0.080, y * 0.080, 0.020)) for x in (1, -1) for y in (1, -1)
        ),  # motors
        box(0.50, (0.140, 0.130, 0.020), (0.0, 0.0, 0.058)),  # computer and motor drivers
    ),
    "omni3_bot_chassis": (
        tube(1.20, 0.100, 0.125, 0.100, "z", (0.0, 0.0, 0.0335)),  # aluminium shell
        box(0.90, (0.100, 0.090, 0.045), (0.0, 0.0, 0.014)),  # battery
        tube(0.60, 0.050, 0.080, 0.040, "z", (0.0, 0.0, 0.005)),  # three motors round the middle
        box(0.40, (0.110, 0.100, 0.020), (0.0, 0.0, 0.058)),  # computer and motor drivers
    ),
    "omni_bot_wheel": (
        tube(0.070, 0.036, 0.050, 0.026, "y"),  # twenty rubber rollers on steel pins
        tube(0.050, 0.010, 0.0375, 0.009, "y"),  # three plates
        tube(0.020, 0.0, 0.011, 0.030, "y"),  # hub
    ),
    "tricycle_bot_chassis": (
        shell(1.50, (0.236, 0.176, 0.098), (-0.060, 0.0, 0.0355)),  # plastic shell on a steel floor plate
        box(1.80, (0.140, 0.110, 0.050), (-0.060, 0.0, 0.016)),  # battery
        box(0.40, (0.100, 0.120, 0.020), (-0.060, 0.0, 0.058)),  # computer and motor drivers
        box(0.35, (0.090, 0.040, 0.020), (0.105, 0.0, 0.070)),  # the fork's beam and its steering motor
        box(0.10, (0.024, 0.006, 0.075), (0.140, -0.0165, 0.026)),  # the fork's leg
    ),
    "car_bot_chassis": (
        shell(1.60, (0.396, 0.166, 0.092), (0.0, 0.0, 0.033)),  # plastic shell on an aluminium frame
        box(1.60, (0.160, 0.080, 0.045), (0.020, 0.0, 0.012)),  # battery
        box(0.50, (0.030, 0.150, 0.025), (-0.130, 0.0, 0.0)),  # rear axle with its differential
        box(0.40, (0.040, 0.150, 0.030), (0.130, 0.0, 0.010)),  # steering gear
        box(0.40, (0.130, 0.110, 0.020), (-0.030, 0.0, 0.055)),  # computer and motor driver
    ),
    "buggy_bot_chassis": (
        shell(2.40, (0.436, 0.196, 0.112), (0.0, 0.0, 0.0425)),  # aluminium shell
        box(2.40, (0.160, 0.120, 0.060), (0.0, 0.0, 0.020)),  # battery
        *(box(0.60, (0.035, 0.180, 0.030), (x * 0.150, 0.0, 0.0)) for x in (1, -1)),  # axles with their differentials
        box(0.30, (0.260, 0.020, 0.020), (0.0, 0.0, -0.004)),  # shaft between them
        box(0.60, (0.140, 0.140, 0.020), (0.0, 0.0, 0.068)),  # computer and motor driver
    ),
    "tracked_bot_chassis": (
        shell(2.00, (0.296, 0.156, 0.098), (0.0, 0.0, 0.035)),  # aluminium shell
        box(2.00, (0.150, 0.110, 0.050), (0.030, 0.0, 0.014)),  # battery
        box(0.50, (0.120, 0.110, 0.020), (0.0, 0.0, 0.058)),  # computer and motor drivers
    ),
    "crawler_bot_chassis": (
        shell(1.40, (0.256, 0.136, 0.090), (0.0, 0.0, 0.033)),  # plastic shell on a steel floor plate
        box(1.20, (0.120, 0.080, 0.045), (0.020, 0.0, 0.012)),  # battery
        *(tube(0.25, 0.0, 0.018, 0.055, "y", (-0.060, y * 0.036, 0.0)) for y in (1, -1)),  # gear motors inside
        box(0.30, (0.100, 0.090, 0.020), (0.0, 0.0, 0.055)),  # computer and motor driver
    ),
    "track_unit": (
        box(0.350, (0.290, 0.045, 0.012), (0.0, 0.0, 0.042)),  # the belt's upper half
        box(0.350, (0.290, 0.045, 0.012), (0.0, 0.0, -0.042)),  # the belt's lower half
        *(tube(0.180, 0.008, 0.034, 0.040, "y", (x * 0.100, 0.0, 0.0)) for x in (1, -1)),  # sprockets
        box(0.340, (0.160, 0.044, 0.030)),  # beam with its rollers
    ),
    "quadruped_bot_chassis": (
        shell(1.60, (0.336, 0.132, 0.096)),  # plastic shell on an aluminium frame
        box(1.80, (0.160, 0.090, 0.050), (0.0, 0.0, -0.015)),  # battery
        *(tube(0.30, 0.0, 0.026, 0.040, "x", (x * 0.150, y * 0.040, 0.0)) for x in (1, -1) for y in (1, -1)),  # servos
        box(0.40, (0.140, 0.100, 0.020), (0.0, 0.0, 0.025)),  # computer
    ),
    "hexapod_bot_chassis": (
        tube(0.55, 0.080, 0.105, 0.052, "z", (0.0, 0.0, 0.005)),  # plastic shell on aluminium plates
        box(0.60, (0.090, 0.070, 0.030), (0.0, 0.0, -0.004)),  # battery
        box(0.25, (0.100, 0.080, 0.015), (0.0, 0.0, 0.018)),  # computer and servo driver
    ),
    "hexapod_leg": (box(0.060, (0.030, 0.024, 0.030), (0.015, 0.0, 0.0)),),  # a servo of 60 g
}

# The links of parts that have links of their own, each in its own frame.
LINKS: dict[str, dict[str, tuple[Solid, ...]]] = {
    "quadruped_bot_chassis": {
        f"{end}_{side}_{link}": solids
        for end in ("front", "rear")
        for side, y in (("left", 1.0), ("right", -1.0))
        for link, solids in (
            # A hip carries the servo of the thigh beside it.
            ("hip", (tube(0.45, 0.0, 0.028, 0.050, "y", (0.0, y * 0.035, 0.0)),)),
            # A thigh carries the servo of the knee at its top, and a tube that leads down.
            (
                "thigh",
                (
                    tube(0.42, 0.0, 0.028, 0.040, "y", (0.0, 0.0, -0.010)),
                    tube(0.18, 0.010, 0.016, 0.130, "z", (0.0, 0.0, -0.085)),
                ),
            ),
            ("shin", (tube(0.10, 0.008, 0.012, 0.140, "z", (0.0, 0.0, -0.075)), ball(0.04, 0.020, (0.0, 0.0, -0.160)))),
        )
    },
    "hexapod_leg": {
        "coxa": (box(0.060, (0.040, 0.024, 0.030), (0.020, 0.0, 0.0)),),  # the femur's servo
        "femur": (
            box(0.055, (0.030, 0.024, 0.030), (0.065, 0.0, 0.0)),  # the tibia's servo
            box(0.015, (0.080, 0.016, 0.012), (0.040, 0.0, 0.0)),  # two brackets
        ),
        "tibia": (
            tube(0.030, 0.004, 0.007, 0.110, "x", (0.055, 0.0, 0.0)),  # tube
            ball(0.008, 0.010, (0.120, 0.0, 0.0)),  # rubber tip
        ),
    },
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


def stated(solids: Sequence[Solid]) -> tuple[str, str, str]:
    """``mass``, ``origin_xyz`` and ``inertia`` as a component file writes them."""
    mass, center, tensor = combined(solids)
    xyz = ", ".join(f"{round(c, 5) + 0.0:g}" for c in center)
    names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    terms = (tensor[0, 0], tensor[1, 1], tensor[2, 2], tensor[0, 1], tensor[0, 2], tensor[1, 2])
    shown = (0.0 if abs(term) < 1e-12 else float(f"{term:.4g}") for term in terms)
    inertia = ", ".join(f"{name}: {term:g}" for name, term in zip(names, shown, strict=True))
    return f"{mass:.4g}", f"[{xyz}]", f"{{{inertia}}}"


def main() -> None:
    links = {f"{part}, {link}": solids for part, own in LINKS.items() for link, solids in own.items()}
    for name, solids in {**BODIES, **links}.items():
        mass, xyz, inertia = stated(solids)
        print(f"{name}:\n  mass: {mass}\n  origin_xyz: {xyz}\n  inertia: {inertia}")


if __name__ == "__main__":
    main()
