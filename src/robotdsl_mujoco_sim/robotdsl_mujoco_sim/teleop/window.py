"""Driving by hand: the model in MuJoCo's viewer, at the pace of the wall clock, told by keys or a gamepad."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
from robotdsl_runtime.kinematics.actuation import Motion

from robotdsl_mujoco_sim.driving import Driver
from robotdsl_mujoco_sim.measure import GroundTruth
from robotdsl_mujoco_sim.run.monitors import Pacer
from robotdsl_mujoco_sim.run.window import PICTURE_S, open_viewer
from robotdsl_mujoco_sim.teleop.gamepad import Gamepad
from robotdsl_mujoco_sim.teleop.keys import START_AGAIN, Keys, hand_limits, help_lines

# How often the base is told anew, s.
_TOLD_S = 0.02
# For so many pictures after one of our keys the drawing is set back: the viewer switches some of it by letters too.
_RESTORED_PICTURES = 4
# How far away the camera is, in lengths of the robot.
_VIEW_LENGTHS = 5.0


class Hand:
    """What the person asks for, by keys and by a gamepad: whichever was moved last."""

    def __init__(self, driver: Driver, glfw: Any) -> None:
        limits = hand_limits(driver.drive)
        self.keys = Keys(limits)
        self.gamepad = Gamepad(limits, glfw)
        self.start_again = False
        self.restore = 0

    def pressed(self, key: int) -> None:
        """Called by the viewer's thread."""
        if key == START_AGAIN:
            self.start_again = True
        elif self.keys.press(key):
            self.restore = _RESTORED_PICTURES

    def motion(self) -> Motion:
        asked = self.gamepad.motion()
        if asked is None:
            return self.keys.motion
        # Sticks that are let go stop the base: the keys begin again from a standstill.
        self.keys.stop()
        return asked


def drive_by_hand(driver: Driver, data: mujoco.MjData, opened: Callable[[], None]) -> None:
    """Show the model and let it be driven until the window is closed; ``opened`` is called once it is there.

    Raises ``WindowError`` where none opens.
    """
    import mujoco.viewer

    hand = Hand(driver, mujoco.viewer.glfw)
    viewer = open_viewer(driver.model, data, hand.pressed)
    opened()
    _follow(viewer, driver)
    drawing = Drawing(viewer)
    truth, pacer = GroundTruth(driver, data), Pacer()
    steps = max(1, round(_TOLD_S / float(driver.model.opt.timestep)))
    simulated = next_picture = 0.0
    try:
        while viewer.is_running():
            if hand.start_again:
                hand.start_again = False
                hand.keys.stop()
                with viewer.lock():
                    driver.start(data)
            told = hand.motion()
            driver.command(data, *told)
            measured = truth.watch(steps * float(driver.model.opt.timestep)).motion
            simulated += steps * float(driver.model.opt.timestep)
            if time.perf_counter() >= next_picture:
                next_picture = time.perf_counter() + PICTURE_S
                hand.restore = drawing.restored(hand.restore)
                viewer.set_texts(_overlay(driver, told, measured))
                viewer.sync()
            pacer.update(simulated, tuple)
    finally:
        viewer.close()


def _follow(viewer: Any, driver: Driver) -> None:
    """Let the camera go along with the robot, from behind it and above; the mouse still turns it."""
    with viewer.lock():
        viewer.cam.type = mujoco.mjtCamera.mjCAMERA_TRACKING
        viewer.cam.trackbodyid = driver.root_body
        viewer.cam.distance = _VIEW_LENGTHS * _length(driver)
        viewer.cam.azimuth, viewer.cam.elevation = 30.0, -25.0


def _length(driver: Driver) -> float:
    """How far the robot reaches from its root, m: the spheres round its geoms."""
    model, root = driver.model, driver.root_body
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    own = model.body_rootid[model.geom_bodyid] == root
    reach = np.linalg.norm(data.geom_xpos[own] - data.xpos[root], axis=1) + model.geom_rbound[own]
    return float(reach.max(initial=0.1))


class Drawing:
    """How the viewer draws, put back after a key that both it and the base listen to."""

    def __init__(self, viewer: Any) -> None:
        self._viewer = viewer
        self._scene, self._options = self._flags()

    def restored(self, pictures: int) -> int:
        """Put the drawing back while ``pictures`` are left to do so in, else keep what the person made of it; how many
        are left then.
        """
        if pictures <= 0:
            self._scene, self._options = self._flags()
            return 0
        with self._viewer.lock():
            self._viewer.user_scn.flags[:] = self._scene
            self._viewer.opt.flags[:] = self._options
        return pictures - 1

    def _flags(self) -> tuple[Any, Any]:
        return np.array(self._viewer.user_scn.flags), np.array(self._viewer.opt.flags)


def _overlay(driver: Driver, told: Motion, measured: Motion) -> list[tuple[int, int, str, str]]:
    font = int(mujoco.mjtFontScale.mjFONTSCALE_150)
    told_text, measured_text = (f"{v:+.2f} m/s  {left:+.2f} m/s  {w:+.2f} rad/s" for v, left, w in (told, measured))
    keys, meanings = zip(*help_lines(driver.drive), strict=True)
    return [
        (
            font,
            int(mujoco.mjtGridPos.mjGRID_TOPLEFT),
            "\ntold\nmeasured",
            f"ahead, left, turn\n{told_text}\n{measured_text}",
        ),
        (font, int(mujoco.mjtGridPos.mjGRID_BOTTOMLEFT), "\n".join(keys), "\n".join(meanings)),
    ]
