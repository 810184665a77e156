"""A camera as a pinhole: what its picture and its depths say of the directions that it looks in.

It looks along the x axis of its frame, with z up in the picture. Columns and rows count from 0 at the middle of the
first pixel, as camera calibrations do, so that the picture's middle lies at (width - 1) / 2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.sensors.spec import SensorSpec

COLOUR, DEPTH = frozenset({"Camera", "RGBD"}), frozenset({"DepthCamera", "RGBD"})
KINDS = COLOUR | DEPTH
# Where a picture begins that states no near end, m: the nearest that a scene is drawn from.
NEAR_M = 0.02
# MuJoCo's cameras look along -z with y up: the turn from that to x ahead and z up, (w, x, y, z).
TURN = (0.5, 0.5, -0.5, -0.5)


@dataclass(frozen=True)
class Lens:
    """``width`` and ``height`` in pixels, ``view`` the horizontal field of view in rad, ``near`` and ``far`` where what
    is seen begins and ends, m; ``colour`` and ``depth`` are what it takes.
    """

    name: str
    body: str
    width: int
    height: int
    view: float
    near: float
    far: float
    colour: bool
    depth: bool

    @classmethod
    def of(cls, spec: SensorSpec) -> Lens:
        """Raises ``OutputError`` for a camera that lacks one of its numbers."""
        return cls(
            spec.name,
            spec.body,
            spec.count("width"),
            spec.count("height"),
            spec.number("horizontal_fov_rad"),
            max(NEAR_M, spec.numbers.get("range_min_m", NEAR_M)),
            spec.number("range_max_m"),
            spec.type in COLOUR,
            spec.type in DEPTH,
        )

    @property
    def focal(self) -> float:
        """The focal length in pixels, of both axes: pixels are square."""
        return 0.5 * self.width / math.tan(0.5 * self.view)

    @property
    def center(self) -> tuple[float, float]:
        return (self.width - 1) / 2.0, (self.height - 1) / 2.0

    @property
    def upright_view(self) -> float:
        """The vertical field of view, rad."""
        return 2.0 * math.atan(0.5 * self.height / self.focal)

    @property
    def matrix(self) -> tuple[float, ...]:
        """The camera matrix K, row by row."""
        (cx, cy), f = self.center, self.focal
        return (f, 0.0, cx, 0.0, f, cy, 0.0, 0.0, 1.0)

    @property
    def projection(self) -> tuple[float, ...]:
        """The projection matrix P, row by row."""
        (cx, cy), f = self.center, self.focal
        return (f, 0.0, cx, 0.0, 0.0, f, cy, 0.0, 0.0, 0.0, 1.0, 0.0)

    @cached_property
    def rays(self) -> npt.NDArray[np.float32]:
        """(height, width, 3): through each pixel's middle, in the camera's frame, 1 long along x."""
        (cx, cy), f = self.center, self.focal
        left = (cx - np.arange(self.width)) / f
        up = (cy - np.arange(self.height)) / f
        ahead = np.ones((self.height, self.width))
        return np.stack([ahead, *np.broadcast_arrays(left, up[:, np.newaxis])], axis=-1).astype(np.float32)

    @cached_property
    def slant(self) -> npt.NDArray[np.float32]:
        """(height, width): the length of each of ``rays``, by which a distance along it exceeds the depth."""
        length: npt.NDArray[np.float32] = np.linalg.norm(self.rays, axis=-1).astype(np.float32)
        return length

    def depths(self, buffer: npt.NDArray[np.float32], end: float) -> npt.NDArray[np.float32]:
        """Depths along x (height, width), m, of a picture's depth buffer, whose values run from 0 at ``near`` to 1 at
        ``end`` as a perspective has them; ``inf`` past the far end (REP 118), which is a distance from a camera that
        measures depth and a distance ahead of another.
        """
        depth = (self.near * end / (end - buffer.astype(np.float64) * (end - self.near))).astype(np.float32)
        depth[(depth * self.slant if self.depth else depth) > self.far] = np.inf
        return depth

    def points(self, depth: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """(height, width, 3) in the camera's frame, m; NaN where nothing was seen."""
        known = np.where(np.isfinite(depth), depth, np.float32(np.nan))
        found: npt.NDArray[np.float32] = self.rays * known[..., np.newaxis]
        return found
