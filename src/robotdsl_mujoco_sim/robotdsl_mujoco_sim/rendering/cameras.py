"""Where the camera stands: over the whole world, or behind the robot."""

from __future__ import annotations

import math
from dataclasses import dataclass

import mujoco
import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.rendering.replay import Replay

Array = npt.NDArray[np.float64]
Box = tuple[Array, Array]

# The view over the world, degrees: from the side on which the world is longer, a little round its corner.
VIEW_ELEVATION = -50.0
_VIEW_ROUND = 18.0
_VIEW_MARGIN = 1.06
_VIEW_SHAPES = (1.2, 2.0)  # width over height, the least and the most
# The chase: as many of the robot's radii behind it, but at least so many metres.
_CHASE_RADII, _CHASE_LEAST = 7.5, 1.1
# The elevations that the chase takes, the first that sees the robot past what stands in between; degrees.
_CHASE_ELEVATIONS = (-26.0, -38.0, -52.0, -68.0)
# How long the chase takes to follow a turn, in seconds: the width of the mean that it turns by.
_CHASE_EASE = 1.6
# The steepness of the camera follows faster.
_RISE_EASE = 1.0


@dataclass(frozen=True, slots=True)
class Placement:
    """A free camera of MuJoCo: it looks at ``lookat`` (m) from ``distance`` (m); ``azimuth`` and ``elevation`` are the
    directions of its look, in degrees.
    """

    lookat: tuple[float, float, float]
    distance: float
    azimuth: float
    elevation: float

    def apply(self, camera: mujoco.MjvCamera) -> None:
        camera.type = mujoco.mjtCamera.mjCAMERA_FREE
        camera.lookat[:] = self.lookat
        camera.distance = self.distance
        camera.azimuth = self.azimuth
        camera.elevation = self.elevation


def geom_box(model: mujoco.MjModel, data: mujoco.MjData, geom: int) -> Box:
    """The least and the greatest corner of a geom in the world, (3,) each."""
    center, half = model.geom_aabb[geom, :3], model.geom_aabb[geom, 3:]
    turn = data.geom_xmat[geom].reshape(3, 3)
    middle = data.geom_xpos[geom] + turn @ center
    reach = np.abs(turn) @ half
    return middle - reach, middle + reach


def world_box(replay: Replay) -> Box:
    """A box around everything that is drawn but the floor, and around the driven path."""
    model, motion = replay.model, replay.motion
    replay.show(replay.end)
    boxes = [
        geom_box(model, replay.data, geom)
        for geom in range(model.ngeom)
        if model.geom_type[geom] != mujoco.mjtGeom.mjGEOM_PLANE and model.geom_group[geom] < 3
    ]
    low = np.min([b[0] for b in boxes], axis=0)
    high = np.max([b[1] for b in boxes], axis=0)
    low[:2] = np.minimum(low[:2], (motion.x.min(), motion.y.min()))
    high[:2] = np.maximum(high[:2], (motion.x.max(), motion.y.max()))
    low[2] = min(low[2], 0.0)
    return low, high


def _axes(azimuth: float, elevation: float) -> tuple[Array, Array, Array]:
    """Ahead, right and up of a camera that looks in a direction given in degrees."""
    a, e = math.radians(azimuth), math.radians(elevation)
    ahead = np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    right = np.array([math.sin(a), -math.cos(a), 0.0])
    return ahead, right, np.cross(right, ahead)


def _corners(box: Box) -> Array:
    low, high = box
    return np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])


def _view_azimuth(box: Box) -> float:
    """Looking along +y over a world that is wide, along -x over one that is deep."""
    wide, deep = (box[1] - box[0])[:2]
    return 90.0 + _VIEW_ROUND if wide >= deep else 180.0 - _VIEW_ROUND


def shape_of(box: Box) -> float:
    """Width over height of a picture that suits ``box`` at the view's direction."""
    _, right, up = _axes(_view_azimuth(box), VIEW_ELEVATION)
    corners = _corners(box)
    wide, high = np.ptp(corners @ right), np.ptp(corners @ up)
    return float(np.clip(wide / max(float(high), 1e-6), *_VIEW_SHAPES))


def framing(box: Box, fovy: float, aspect: float) -> Placement:
    """The placement from which ``box`` just fills a picture of ``fovy`` degrees upright and ``aspect`` (width over
    height), at the view's elevation.
    """
    corners = _corners(box)
    azimuth = _view_azimuth(box)
    ahead, right, up = _axes(azimuth, VIEW_ELEVATION)
    slope_up = math.tan(math.radians(fovy) / 2.0)
    slope_right = slope_up * aspect
    lookat = corners.mean(axis=0)
    distance = 1.0
    for _ in range(20):
        away = corners - lookat
        x, y, z = away @ right, away @ up, away @ ahead
        distance = float(max((np.abs(x) / slope_right - z).max(), (np.abs(y) / slope_up - z).max()))
        # Shift the picture's middle to the middle of what is seen.
        depth = distance + z
        shift_x = ((x / depth).max() + (x / depth).min()) / 2.0 * distance
        shift_y = ((y / depth).max() + (y / depth).min()) / 2.0 * distance
        lookat = lookat + shift_x * right + shift_y * up
    x, y, z = lookat.tolist()
    return Placement((x, y, z), distance * _VIEW_MARGIN, azimuth, VIEW_ELEVATION)


def robot_radius(replay: Replay) -> float:
    """How far the robot reaches from its root body, in metres."""
    model, data = replay.model, replay.data
    replay.show(replay.start)
    reach = 0.0
    for geom in range(model.ngeom):
        if model.body_rootid[model.geom_bodyid[geom]] == replay.root_body:
            low, high = geom_box(model, data, geom)
            corner = np.maximum(np.abs(low - data.xpos[replay.root_body]), np.abs(high - data.xpos[replay.root_body]))
            reach = max(reach, float(np.hypot(*corner[:2])))
    return reach or 0.2


def _eased(values: Array, width: int) -> Array:
    """A running mean over ``width`` samples, twice, so that it starts and ends softly; the ends are held."""
    for _ in range(2):
        if width > 1:
            padded = np.pad(values, (width // 2, width - 1 - width // 2), mode="edge")
            values = np.convolve(padded, np.full(width, 1.0 / width), mode="valid")
    return values


def chase(replay: Replay, times: Array) -> list[Placement]:
    """A camera behind the robot for each of ``times`` (rising, equally spaced). The whole run is known, so that it
    turns ahead of a turn as much as behind it, and rises over what would stand in between.
    """
    motion = replay.motion
    radius = robot_radius(replay)
    distance = max(_CHASE_LEAST, _CHASE_RADII * radius)
    step = float(times[1] - times[0]) if len(times) > 1 else 1.0
    yaw = _eased(np.interp(times, motion.time, motion.yaw), max(1, round(_CHASE_EASE / step)))
    x, y = np.interp(times, motion.time, motion.x), np.interp(times, motion.time, motion.y)
    heights = []
    for time in times:
        replay.show(float(time))
        heights.append(float(replay.data.xpos[replay.root_body][2]))
    height = _eased(np.array(heights), max(1, round(_RISE_EASE / step))) + 0.5 * radius
    steep = np.empty(len(times))
    groups = np.array([1, 0, 0, 0, 0, 0], dtype=np.uint8)  # what the robot must not touch, as its rays see it
    hit = np.zeros(1, dtype=np.int32)
    for k in range(len(times)):
        target = np.array([x[k], y[k], height[k]])
        steep[k] = _CHASE_ELEVATIONS[-1]
        for elevation in _CHASE_ELEVATIONS:
            ahead, _, _ = _axes(math.degrees(yaw[k]), elevation)
            seen = mujoco.mj_ray(replay.model, replay.data, target, -ahead, groups, 1, replay.root_body, hit)
            if seen < 0.0 or seen > distance:
                steep[k] = elevation
                break
    steep = _eased(steep, max(1, round(_RISE_EASE / step)))
    return [
        Placement((float(x[k]), float(y[k]), float(height[k])), distance, math.degrees(float(yaw[k])), float(steep[k]))
        for k in range(len(times))
    ]
