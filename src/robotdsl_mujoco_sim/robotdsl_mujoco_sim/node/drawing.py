"""Draws what the cameras of an output see, without a window.

They see the sky, the floor and each entity, by its shape or its mesh, and nothing of the robot. What is seen begins at
a camera's near end; the far end of a plain camera is a distance ahead of it, that of one that measures depth a distance
from it, and beyond is the sky.
"""

from __future__ import annotations

import math
from pathlib import Path

import mujoco
import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.engine import keep_warnings_off_the_disk
from robotdsl_mujoco_sim.model.output import WORLD, output_spec, read_world
from robotdsl_mujoco_sim.model.spec import compiled
from robotdsl_mujoco_sim.node.lens import KINDS, TURN, Lens
from robotdsl_mujoco_sim.sensors.spec import read_sensors

# Groups of geoms: the world's that collide, and what only shows; not the robot's.
_SHOWN_GROUPS = [1, 0, 1, 0, 0, 0]
# At most, of each side of the shadows' map: without a graphics card it is most of what a picture costs.
_SHADOW_PIXELS = 4096
# MuJoCo draws its sky on a cube that begins at 0.7 of where drawing ends, and hides what lies behind: drawing ends so
# many times further than seeing, which the depths end.
_BEYOND = 4.0
_FONT = mujoco.mjtFontScale.mjFONTSCALE_100


class Drawing:
    """The cameras of one output, with one graphics context for all of them."""

    def __init__(self, output: Path) -> None:
        """Raises ``OutputError``, or whatever the graphics library does."""
        keep_warnings_off_the_disk()
        document = read_world(output)
        spec = output_spec(output, document)
        lenses = [Lens.of(each) for each in read_sensors(document, WORLD) if each.type in KINDS]
        self.lenses = {lens.name: lens for lens in lenses}
        for lens in lenses:
            spec.body(lens.body).add_camera(name=lens.name, quat=list(TURN), fovy=math.degrees(lens.upright_view))
        spec.visual.quality.shadowsize = min(_SHADOW_PIXELS, spec.visual.quality.shadowsize)
        width, height = max(lens.width for lens in lenses), max(lens.height for lens in lenses)
        spec.visual.global_.offwidth, spec.visual.global_.offheight = width, height
        self._model = compiled(spec, str(output))
        self._data = mujoco.MjData(self._model)
        self._gl = mujoco.GLContext(width, height)
        self._gl.make_current()
        self._context = mujoco.MjrContext(self._model, _FONT)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        self._scene = mujoco.MjvScene(self._model, maxgeom=max(1000, 2 * self._model.ngeom))
        self._option = mujoco.MjvOption()
        self._option.geomgroup[:] = _SHOWN_GROUPS
        self._perturb = mujoco.MjvPerturb()
        self._sky: dict[str, npt.NDArray[np.uint8]] = {}

    def place(self, qpos: npt.NDArray[np.float64]) -> None:
        """The robot stands as the generalized positions say; the world stands still."""
        self._data.qpos[:] = qpos
        mujoco.mj_kinematics(self._model, self._data)
        mujoco.mj_camlight(self._model, self._data)

    def take(
        self, name: str, colour: bool, depth: bool
    ) -> tuple[npt.NDArray[np.uint8] | None, npt.NDArray[np.float32] | None]:
        """What a camera sees: RGB (height, width, 3), and depths (height, width) in metres ahead of it."""
        lens = self.lenses[name]
        self._look(lens, shadows=colour)
        rgb, buffer = self._drawn(lens)
        depths = lens.depths(buffer, _BEYOND * lens.far)
        if colour:
            rgb[np.isinf(depths)] = self._sky_of(lens)
        return rgb if colour else None, depths if depth else None

    def close(self) -> None:
        self._context.free()
        self._gl.free()

    def _look(self, lens: Lens, shadows: bool) -> None:
        model, extent = self._model, float(self._model.stat.extent)
        model.vis.map.znear, model.vis.map.zfar = lens.near / extent, _BEYOND * lens.far / extent
        camera = mujoco.MjvCamera()
        camera.type, camera.fixedcamid = mujoco.mjtCamera.mjCAMERA_FIXED, model.camera(lens.name).id
        everything = mujoco.mjtCatBit.mjCAT_ALL
        mujoco.mjv_updateScene(model, self._data, self._option, self._perturb, camera, everything, self._scene)
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = shadows

    def _drawn(self, lens: Lens) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
        viewport = mujoco.MjrRect(0, 0, lens.width, lens.height)
        mujoco.mjr_render(viewport, self._scene, self._context)
        rgb = np.empty((lens.height, lens.width, 3), dtype=np.uint8)
        buffer = np.empty((lens.height, lens.width), dtype=np.float32)
        mujoco.mjr_readPixels(rgb, buffer, viewport, self._context)
        # OpenGL counts rows from below.
        return np.ascontiguousarray(rgb[::-1]), np.ascontiguousarray(buffer[::-1])

    def _sky_of(self, lens: Lens) -> npt.NDArray[np.uint8]:
        """The sky's colour as it is drawn: that of a picture of nothing else."""
        if lens.name not in self._sky:
            self._scene.ngeom = 0
            rgb, _ = self._drawn(lens)
            self._sky[lens.name] = rgb[0, 0].copy()
        return self._sky[lens.name]
