"""The colours of one scene in the two simulators' pictures, held to the output contract's figures.

    python -m robotdsl_tests.launched.colours ros-mujoco-nav2.json ros-gz-nav2.json

compares what two runs measured: each run of a ``colours`` case leaves its measures and its picture in the folder that
ROBOTDSL_PICTURES names.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from PIL import Image
from robotdsl_runtime.nodes.transforms import Transform

from robotdsl_tests.launched.cases import GAZEBO, MUJOCO

if TYPE_CHECKING:
    from robotdsl_tests.launched.build import Built
    from robotdsl_tests.launched.listener import Listener

Colour = tuple[float, float, float]
PICTURES = "ROBOTDSL_PICTURES"
# The scene: a stated box and an object with a red picture on it, each with its side away from the sun to the robot. The
# sun shines along (-0.5, 0.1, -0.9), so their shadows fall towards the robot, and no further than 0.5 m.
BOX_X, BOX_Y, BOX_SIZE = 2.0, 0.8, 0.6
_JACK_X, _JACK_Y = 2.2, -0.8
ENTITIES = f"""
        Obstacle block(type = "box", pos = ({BOX_X}, {BOX_Y}, {BOX_SIZE / 2}, 0, 0, 0, 1),
                       size = ({BOX_SIZE}, {BOX_SIZE}, {BOX_SIZE}))
        Obstacle jack(ref = "pallet_jack", pos = ({_JACK_X}, {_JACK_Y}, 0, 0, 0, 0, 1))
    """
# Points of the world that show a colour each.
_POINTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "sky": ((8.0, -3.0, 4.0), (8.0, 0.0, 4.0), (8.0, 3.0, 4.0)),
    "floor": ((0.9, 0.0, 0.0), (1.0, 0.3, 0.0), (1.0, -0.3, 0.0), (1.2, 0.0, 0.0)),
    "side": tuple((BOX_X - BOX_SIZE / 2, BOX_Y + dy, z) for dy in (-0.15, 0.0, 0.15) for z in (0.2, 0.3, 0.4)),
}
# Where the red frame of the object is, m in its own frame: its box's corners on the side to the robot.
_RED = ((-0.45, -0.25, 0.06), (-0.45, 0.25, 0.32))
# So much of a picture round a point is looked at, pixels.
_AROUND = 1


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the greatest that each of a colour's numbers may be, of 255."""

    least: Colour
    most: Colour

    def holds(self, colour: Colour) -> bool:
        return all(a <= value <= b for a, value, b in zip(self.least, colour, self.most, strict=True))


def _about(colour: Colour, within: float) -> Range:
    low, high = (tuple(value + sign * within for value in colour) for sign in (-1.0, 1.0))
    return Range((low[0], low[1], low[2]), (high[0], high[1], high[2]))


# A picture's own rounding, and how far another view of another scene than the contract's may be from its figures; of
# 255. The floor is 192 here in MuJoCo, 196 in the contract.
_ROUNDING, _VIEW = 2.0, 4.0
# The contract's figures of the two test images. It names no picture for its red, so of red there is parity alone.
FIGURES: dict[str, dict[str, Range]] = {
    GAZEBO: {
        "sky": _about((217, 223, 235), _VIEW),
        "floor": Range((188 - _VIEW,) * 3, (209 + _VIEW,) * 3),
        "side": _about((71, 71, 71), _VIEW),
    },
    MUJOCO: {
        "sky": _about((214, 221, 234), _VIEW),
        "floor": _about((196, 196, 196), _VIEW),
        "side": _about((74, 74, 74), _VIEW),
    },
}
# How far the two pictures are apart by the same figures: (217, 223, 235) and (214, 221, 234); 188 to 209 and 196; (76,
# 5, 8) and (79, 14, 15); 71 and 74.
PARITY: dict[str, Colour] = {
    "sky": (3, 2, 1),
    "floor": (13, 13, 13),
    "red": (3, 9, 7),
    "side": (3, 3, 3),
}


@dataclass(frozen=True, slots=True)
class Pinhole:
    """Where a camera is in the world, its focal length and its middle in pixels; x is ahead and z up."""

    place: Transform
    focal: float
    center: tuple[float, float]

    def pixel(self, point: Sequence[float]) -> tuple[int, int]:
        """The row and the column that show a point of the world, which lies ahead of the camera."""
        ahead, left, up = self.place.inverse().apply(np.array([point], dtype=float))[0]
        return round(self.center[1] - self.focal * up / ahead), round(self.center[0] - self.focal * left / ahead)


def measure(rgb: npt.NDArray[np.uint8], camera: Pinhole) -> dict[str, Colour]:
    """The colours of a picture of the scene: the median of each number where the scene shows them.

    Raises ``ValueError`` for a picture that does not show all of it.
    """
    found = {name: _median(name, _around(name, rgb, map(camera.pixel, points))) for name, points in _POINTS.items()}
    corners = [camera.pixel((_JACK_X + x, _JACK_Y + y, z)) for x, y, z in _RED]
    (top, bottom), (left, right) = (sorted(edge) for edge in zip(*corners, strict=True))
    part = rgb[max(top, 0) : bottom, max(left, 0) : right].reshape(-1, 3).astype(float)
    # The frame is half hidden by the tiller: what is red of it.
    red = part[part[:, 0] > 2.0 * part[:, 1:].max(axis=1)]
    return {**found, "red": _median("red", red)}


def _around(name: str, rgb: npt.NDArray[np.uint8], pixels: Any) -> npt.NDArray[np.float64]:
    patches = []
    for row, column in pixels:
        if not (_AROUND <= row < rgb.shape[0] - _AROUND and _AROUND <= column < rgb.shape[1] - _AROUND):
            raise ValueError(f"the picture does not show where the {name} is")
        patch = rgb[row - _AROUND : row + _AROUND + 1, column - _AROUND : column + _AROUND + 1]
        patches.append(patch.reshape(-1, 3).astype(float))
    return np.concatenate(patches)


def _median(name: str, pixels: npt.NDArray[np.float64]) -> Colour:
    if not len(pixels):
        raise ValueError(f"the picture shows nothing of {name}")
    r, g, b = np.median(pixels, axis=0)
    return float(r), float(g), float(b)


def against_figures(target: str, colours: Mapping[str, Colour]) -> list[str]:
    """Which colours are not the contract's, a line each."""
    return [
        f"the {name} is {colours[name]} in {target}, and by the contract {range.least} to {range.most}"
        for name, range in FIGURES[target].items()
        if not range.holds(colours[name])
    ]


def apart(one: Mapping[str, Colour], other: Mapping[str, Colour]) -> list[str]:
    """Which colours of the two pictures are further apart than the contract has them, a line each."""
    found = []
    for name, most in PARITY.items():
        off = [abs(a - b) for a, b in zip(one[name], other[name], strict=True)]
        if any(each > within + _ROUNDING for each, within in zip(off, most, strict=True)):
            found.append(f"the {name} is {one[name]} and {other[name]}: further apart than {most}")
    return found


def judge(listener: Listener, built: Built) -> list[str]:
    """What of a colour camera's picture of the scene is not as the contract has it."""
    # What speaks ROS is for this alone; the rest compares files.
    from sensor_msgs.msg import CameraInfo
    from sensor_msgs.msg import Image as Message

    from robotdsl_tests.launched.pictures import rgb_of

    listener.ready()
    listener.pause(1.0)
    pictures = listener.hear(Message, "/camera/image_raw")
    lenses = listener.hear(CameraInfo, "/camera/camera_info")
    listener.until(lambda: len(pictures) > 2 and lenses, "the camera")
    rgb, lens = rgb_of(pictures[-1]), lenses[-1]
    kept = os.environ.get(PICTURES)
    if kept:
        Path(kept).mkdir(parents=True, exist_ok=True)
        Image.fromarray(rgb).save(Path(kept) / f"{built.case.target}.png")
    (sensor,) = built.robot.sensors
    place = listener.truth[-1][1] @ Transform(sensor.pose.position, sensor.pose.orientation)
    try:
        colours = measure(rgb, Pinhole(place, lens.k[0], (lens.k[2], lens.k[5])))
    except ValueError as error:
        return [str(error)]
    if kept:
        text = json.dumps(colours, indent=2) + "\n"
        (Path(kept) / f"{built.case.target}.json").write_text(text, encoding="utf-8")
    return against_figures(built.case.target, colours)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compares the colours that two runs measured.")
    parser.add_argument("measures", nargs=2, type=Path, metavar="FILE", help="what a run left in ROBOTDSL_PICTURES")
    one, other = (json.loads(file.read_text(encoding="utf-8")) for file in parser.parse_args(argv).measures)
    for name in PARITY:
        off = math.dist(one[name], other[name])
        print(f"{name:6} {one[name]} {other[name]}  {off:.1f} apart")
    wrong = apart(one, other)
    print("\n".join(wrong) or "as near as the contract has them")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
