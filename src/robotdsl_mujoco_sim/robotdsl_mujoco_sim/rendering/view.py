"""The rendered picture of a run: its world, the robot where it ended, and the path that it drove."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import mujoco
import numpy as np
import numpy.typing as npt
from robotdsl_runtime.evaluation.drawing.palette import LIGHT, SPEED_STEPS, rgb
from robotdsl_runtime.evaluation.drawing.plan import nice_step

from robotdsl_mujoco_sim.rendering.cameras import Placement, framing, shape_of, world_box
from robotdsl_mujoco_sim.rendering.replay import Replay

Pixels = npt.NDArray[np.uint8]

VIEW_WIDTH = 1000
_TRAIL_PIECES = 800  # of the path at most
_TRAIL_HEIGHT = 0.004  # above the floor, metres: over the lines that are drawn on it
_TRAIL_SHARE = 0.008  # the trail's width as a share of what the picture spans
_GRID_LINES = 14  # to each side of what the camera looks at
_GRID_COLOR = (0.68, 0.68, 0.68)
_GEOMS = 10_000
# Shadows reach this much deeper than by MuJoCo's own setting: else a lit floor shows dark specks far away. The rest of
# them, and the far end of the floor's lines, fade into the sky between these distances, in extents of the model.
_SHADOW_DEPTH = 2.0
_SHADOW_PIXELS = 3072
_FADE = (1.5, 4.0)
_SKY = (0.85, 0.88, 0.93, 1.0)


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn on the floor: a line every ``grid_step`` metres, and the path driven until the time ``until`` (s),
    ``trail_width`` metres wide, in at most ``trail_pieces``.
    """

    grid_step: float
    trail_width: float
    trail_pieces: int
    until: float


@contextmanager
def drawing(model: mujoco.MjModel, size: tuple[int, int]) -> Iterator[mujoco.Renderer]:
    """A renderer of ``size`` (width, height) pixels. Raises whatever the graphics library does."""
    width, height = size
    model.vis.global_.offwidth = max(width, model.vis.global_.offwidth)
    model.vis.global_.offheight = max(height, model.vis.global_.offheight)
    # Most of what a picture costs without a graphics card, in time and in memory.
    model.vis.quality.shadowsize = _SHADOW_PIXELS
    model.vis.map.shadowclip = max(_SHADOW_DEPTH, model.vis.map.shadowclip)
    model.vis.map.fogstart, model.vis.map.fogend = _FADE
    model.vis.rgba.fog[:] = _SKY
    renderer = mujoco.Renderer(model, height, width, max_geom=_GEOMS)
    try:
        yield renderer
    finally:
        renderer.close()


def take(renderer: mujoco.Renderer, replay: Replay, placement: Placement, marks: Marks) -> Pixels:
    """One picture (h, w, 3) of the replay as it stands, with ``marks`` on its floor."""
    renderer.scene.flags[mujoco.mjtRndFlag.mjRND_FOG] = 1
    camera = mujoco.MjvCamera()
    placement.apply(camera)
    renderer.update_scene(replay.data, camera)
    add_grid(renderer.scene, replay, placement, marks)
    add_trail(renderer.scene, replay, marks)
    return np.array(renderer.render(), dtype=np.uint8)


def _add(scene: mujoco.MjvScene, kind: int, color: tuple[float, float, float], emission: float) -> mujoco.MjvGeom:
    geom = scene.geoms[scene.ngeom]
    rgba = np.array([*color, 1.0], dtype=np.float32)
    mujoco.mjv_initGeom(geom, kind, np.zeros(3), np.zeros(3), np.eye(3).reshape(9), rgba)
    geom.emission = emission
    geom.specular, geom.shininess = 0.0, 0.0
    scene.ngeom += 1
    return geom


def add_grid(scene: mujoco.MjvScene, replay: Replay, placement: Placement, marks: Marks) -> None:
    """Add lines to the floor about what the camera looks at, at whole multiples of their spacing in the world, so that
    a film shows how fast the robot drives and a picture how far it is. None in a world without a floor.
    """
    if not replay.has_floor:
        return
    step, reach = marks.grid_step, marks.grid_step * _GRID_LINES
    half = np.array([reach, 0.006 * step, 0.0005])
    for axis in (0, 1):
        middle = placement.lookat[axis]
        size = half if axis == 1 else half[[1, 0, 2]]
        for k in range(round(middle / step) - _GRID_LINES, round(middle / step) + _GRID_LINES + 1):
            if scene.ngeom >= scene.maxgeom:
                return
            geom = _add(scene, mujoco.mjtGeom.mjGEOM_BOX, _GRID_COLOR, 0.0)
            geom.size[:] = size
            geom.pos[:] = (*placement.lookat[:2], 0.0005)
            geom.pos[axis] = k * step


def add_trail(scene: mujoco.MjvScene, replay: Replay, marks: Marks) -> None:
    """Add the path driven until ``marks.until``: a ribbon a little above the floor, coloured by speed as on the map.
    What the scene has no room for is left out.
    """
    motion = replay.motion
    travelled = motion.travelled
    last = int(np.searchsorted(motion.time, marks.until, side="right")) - 1
    if last < 1:
        return
    pieces = int(min(marks.trail_pieces, max(1.0, float(travelled[-1]) / marks.trail_width)))
    at = np.searchsorted(travelled, np.linspace(0.0, travelled[-1], pieces + 1))
    ends = np.unique(np.minimum(at, last))
    fastest = max(float(motion.speed.max()), 1e-9)
    steps = np.minimum(motion.speed / fastest * SPEED_STEPS, SPEED_STEPS - 1).astype(int)
    for number, (before, after) in enumerate(itertools.pairwise([*ends.tolist(), last])):
        if scene.ngeom >= scene.maxgeom:
            return
        red, green, blue = (c / 255.0 for c in rgb(LIGHT[f"speed-{steps[after]}"]))
        dx, dy = float(motion.x[after] - motion.x[before]), float(motion.y[after] - motion.y[before])
        length = math.hypot(dx, dy)
        if length == 0.0:
            continue
        # The path keeps its colour in a shadow. A box is the cheapest thing to draw; a little overlap fills the bends.
        geom = _add(scene, mujoco.mjtGeom.mjGEOM_BOX, (red, green, blue), 0.35)
        c, s = dx / length, dy / length
        geom.mat[:] = ((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0))
        # Pieces of two colours overlap without a flicker when they do not lie in one plane.
        height = _TRAIL_HEIGHT + 0.001 * (number % 2)
        geom.pos[:] = (motion.x[before] + dx / 2.0, motion.y[before] + dy / 2.0, height)
        geom.size[:] = (length / 2.0 + 0.4 * marks.trail_width, marks.trail_width / 2.0, 0.001)


def render_view(replay: Replay, width: int = VIEW_WIDTH) -> Pixels:
    """The world from above its corner with the whole path, ``(h, width, 3)`` RGB; the height follows from the world's
    shape.

    Needs ``MUJOCO_GL`` set to something that works before MuJoCo was imported; raises whatever the graphics library
    does where that is not so.
    """
    model = replay.model
    box = world_box(replay)
    aspect = shape_of(box)
    size = (width, round(width / aspect))
    with drawing(model, size) as renderer:
        placement = framing(box, float(model.vis.global_.fovy), size[0] / size[1])
        span = float(np.hypot(*(box[1] - box[0])[:2]))
        replay.show(replay.end)
        marks = Marks(nice_step(span / 12.0), _TRAIL_SHARE * span, _TRAIL_PIECES, replay.end)
        return take(renderer, replay, placement, marks)
