"""``drive``: a compiled model in a window, driven by keys or a gamepad; or told one motion and measured."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import mujoco

from robotdsl_mujoco_sim.driving import Driver
from robotdsl_mujoco_sim.errors import MujocoVersionError, OutputError
from robotdsl_mujoco_sim.measure import GroundTruth, Measured
from robotdsl_mujoco_sim.run.window import WindowError
from robotdsl_mujoco_sim.teleop.keys import help_lines

EXIT_FAULT, EXIT_INTERRUPTED = 2, 130
# The model drops onto its wheels and comes to rest before it is told anything, s.
SETTLING_S = 1.0
# Two motions closer than this look the same, m/s and rad/s.
_SAME = 5e-5


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code: 0, 2 when the arguments, the files or the display are at fault, 130 when interrupted."""
    options = _parser().parse_args(argv)
    try:
        driver = Driver.load(options.output)
        data = mujoco.MjData(driver.model)
        driver.start(data)
        if options.command is not None:
            _tell(driver, options.command, _measured(driver, data, options.command, options.seconds))
        else:
            _by_hand(driver, data)
    except (OutputError, MujocoVersionError, WindowError) as error:
        print(f"error: {error}", file=sys.stderr)
        if isinstance(error, WindowError):
            print("--command V VLEFT W tells it one motion and measures it without a window", file=sys.stderr)
        return EXIT_FAULT
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return 0


def _by_hand(driver: Driver, data: mujoco.MjData) -> None:
    from robotdsl_mujoco_sim.teleop.window import drive_by_hand

    drive_by_hand(driver, data, lambda: _help(driver))


def _help(driver: Driver) -> None:
    for keys, meaning in help_lines(driver.drive):
        print(f"{keys:<18} {meaning}", file=sys.stderr)


def _measured(driver: Driver, data: mujoco.MjData, told: Sequence[float], seconds: float) -> Measured:
    """Drive for ``seconds``; the motion is the mean over the second half of them."""
    truth = GroundTruth(driver, data)
    truth.watch(SETTLING_S)
    v, left, w = told
    driver.command(data, v, left, w)
    first, second = truth.watch(seconds / 2.0), truth.watch(seconds / 2.0)
    return Measured(second.motion, max(first.lean, second.lean), (*first.track, *second.track))


def _tell(driver: Driver, told: Sequence[float], measured: Measured) -> None:
    v, left, w = told
    # What the drive makes of it: a car does not go sideways, a motor no faster than it can, and what stands stands.
    able = driver.drive.motion(driver.drive.command((v, left, w)))
    held = [("able", able)] if any(abs(a - b) > _SAME for a, b in zip(told, able, strict=True)) else []
    (x, y, yaw), (to_x, to_y, to_yaw) = measured.track[0], measured.track[-1]
    dx, dy = to_x - x, to_y - y
    ahead, left = math.cos(yaw) * dx + math.sin(yaw) * dy, math.cos(yaw) * dy - math.sin(yaw) * dx
    turned = math.remainder(to_yaw - yaw, 2.0 * math.pi)
    print("          ahead m/s  left m/s  turn rad/s")
    for name, motion in (("told", told), *held, ("measured", measured.motion)):
        print(f"{name:<9} {_figure(motion[0]):>9} {_figure(motion[1]):>9} {_figure(motion[2]):>11}")
    print(f"moved {ahead:.4f} m ahead and {left:.4f} m to the left, turned {math.degrees(turned):.2f} degrees")
    print(f"leaned {math.degrees(measured.lean):.2f} degrees at the most")


def _figure(value: float) -> str:
    return f"{value:.4f}" if abs(value) < 1e4 else f"{value:.2e}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="drive", description="Drive a compiled model by hand in MuJoCo's viewer.", allow_abbrev=False
    )
    parser.add_argument("output", type=Path, metavar="OUTPUT", help="a folder that holds scene.xml and drive.json")
    parser.add_argument(
        "--command",
        nargs=3,
        type=_finite,
        metavar=("V", "VLEFT", "W"),
        help="no window: tell it this motion (m/s ahead, m/s to the left, rad/s to the left) and print what it does",
    )
    parser.add_argument(
        "--seconds", type=_duration, default=2.0, metavar="S", help="how long it is told that (default 2)"
    )
    return parser


def _finite(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"a finite number is needed, not {text!r}")
    return value


def _duration(text: str) -> float:
    value = _finite(text)
    if not 0.0 < value <= 3600.0:
        raise argparse.ArgumentTypeError(f"a time above 0 and up to 3600 s is needed, not {text!r}")
    return value
