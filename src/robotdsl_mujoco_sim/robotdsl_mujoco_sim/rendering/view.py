"""The rendered picture of a run: its world, the robot where it ended, and the path that it drove."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import mujoco
import numpy as np
import numpy.typing as npt
from robotdsl_runtime.evaluation.drawing.palette import LIGHT, SPEED_STEPS, rgb

from robotdsl_mujoco_sim.rendering.cameras import Placement, framing, world_box
from robotdsl_mujoco_sim.rendering.replay import Replay

Pixels = npt.NDArray[np.uint8]

VIEW_SIZE = (1200, 750)
_TRAIL_PIECES = 800  # of the path at most
_TRAIL_HEIGHT = 0.012  # above the floor, metres: over a mark that lies on it
_TRAIL_SHARE = 0.0035  # the trail's radius as a share of what the picture spans
_GEOMS = 10_000


@contextmanager
def drawing(model: mujoco.MjModel, size: tuple[int, int]) -> Iterator[mujoco.Renderer]:
    """A renderer of ``size`` (width, height) pixels. Raises whatever the graphics library does."""
    width, height = size
    model.vis.global_.offwidth = max(width, model.vis.global_.offwidth)
    model.vis.global_.offheight = max(height, model.vis.global_.offheight)
    renderer = mujoco.Renderer(model, height, width, max_geom=_GEOMS)
    try:
        yield renderer
    finally:
        renderer.close()


def take(renderer: mujoco.Renderer, replay: Replay, placement: Placement, trail_radius: float = 0.0) -> Pixels:
    """One picture (h, w, 3) of the replay as it stands; with a trail when ``trail_radius`` (m) is not zero."""
    camera = mujoco.MjvCamera()
    placement.apply(camera)
    renderer.update_scene(replay.data, camera)
    if trail_radius > 0.0:
        add_trail(renderer.scene, replay, trail_radius)
    return np.array(renderer.render(), dtype=np.uint8)


def add_trail(scene: mujoco.MjvScene, replay: Replay, radius: float) -> None:
    """Add the driven path to ``scene``: capsules of ``radius`` metres a little above the floor, coloured by speed as on
    the map. What the scene has no room for is left out.
    """
    motion = replay.motion
    travelled = motion.travelled
    pieces = int(min(_TRAIL_PIECES, max(1.0, float(travelled[-1]) / (2.0 * radius)), scene.maxgeom - scene.ngeom))
    at = np.searchsorted(travelled, np.linspace(0.0, travelled[-1], pieces + 1))
    marks = np.unique(np.minimum(at, len(motion) - 1))
    fastest = max(float(motion.speed.max()), 1e-9)
    steps = np.minimum(motion.speed / fastest * SPEED_STEPS, SPEED_STEPS - 1).astype(int)
    for before, after in zip(marks[:-1].tolist(), marks[1:].tolist(), strict=True):
        geom = scene.geoms[scene.ngeom]
        color = np.array([*(c / 255.0 for c in rgb(LIGHT[f"speed-{steps[after]}"])), 1.0], dtype=np.float32)
        start, end = (np.array([motion.x[k], motion.y[k], _TRAIL_HEIGHT]) for k in (before, after))
        mujoco.mjv_initGeom(geom, mujoco.mjtGeom.mjGEOM_CAPSULE, np.zeros(3), np.zeros(3), np.zeros(9), color)
        mujoco.mjv_connector(geom, mujoco.mjtGeom.mjGEOM_CAPSULE, radius, start, end)
        geom.emission = 0.35  # the path keeps its colour in a shadow
        geom.specular, geom.shininess = 0.0, 0.0
        scene.ngeom += 1


def render_view(replay: Replay, size: tuple[int, int] = VIEW_SIZE) -> Pixels:
    """The world from above its corner with the whole path, ``(height, width, 3)`` RGB.

    Needs ``MUJOCO_GL`` set to something that works before MuJoCo was imported; raises whatever the graphics library
    does where that is not so.
    """
    model = replay.model
    with drawing(model, size) as renderer:
        box = world_box(replay)
        placement = framing(box, float(model.vis.global_.fovy), size[0] / size[1])
        radius = _TRAIL_SHARE * float(np.hypot(*(box[1] - box[0])[:2]))
        replay.show(replay.end)
        return take(renderer, replay, placement, radius)
