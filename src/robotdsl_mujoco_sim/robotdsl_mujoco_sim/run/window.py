"""MuJoCo's own window on a run."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from robotdsl_mujoco_sim.run.monitors import Active
from robotdsl_mujoco_sim.simulation import Simulation

# Seconds of wall time between two pictures.
_PICTURE_S = 1.0 / 60.0


class WindowError(Exception):
    """No window can be opened; the message says why."""


class Window:
    """Shows the simulation; closing the window leaves the run going."""

    def __init__(self, viewer: Any) -> None:
        self._viewer = viewer
        self._next = 0.0

    @classmethod
    def open(cls, simulation: Simulation) -> Window:
        """Raises ``WindowError`` where there is no display, or MuJoCo's viewer does not start."""
        if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            raise WindowError("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)")
        try:
            import mujoco.viewer

            viewer = mujoco.viewer.launch_passive(
                simulation.model, simulation.data, show_left_ui=False, show_right_ui=False
            )
        except Exception as error:  # GLFW, the driver or the platform may each refuse in a way of their own
            raise WindowError(f"MuJoCo's viewer did not start: {error}") from error
        return cls(viewer)

    def update(self, simulated: float, active: Active) -> None:
        now = time.perf_counter()
        if now >= self._next and self._viewer.is_running():
            self._next = now + _PICTURE_S
            self._viewer.sync()

    def close(self) -> None:
        self._viewer.close()
