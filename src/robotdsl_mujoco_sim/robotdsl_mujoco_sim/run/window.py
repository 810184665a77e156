"""MuJoCo's own window: on a run, or on a model that is driven by hand."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import mujoco

from robotdsl_mujoco_sim.run.monitors import Active
from robotdsl_mujoco_sim.simulation import Simulation

# Seconds of wall time between two pictures.
PICTURE_S = 1.0 / 60.0


class WindowError(Exception):
    """No window can be opened; the message says why."""


def open_viewer(
    model: mujoco.MjModel, data: mujoco.MjData, pressed: Callable[[int], None] | None = None, panels: bool = False
) -> Any:
    """MuJoCo's passive viewer. ``pressed`` is called, by the viewer's thread, with GLFW's code of each key.

    Raises ``WindowError`` where there is no display, or the viewer does not start.
    """
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise WindowError("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)")
    try:
        import mujoco.viewer

        # The viewer starts in a thread of its own, and where GLFW cannot start it would be waited for without end.
        if sys.platform != "darwin" and not mujoco.viewer.glfw.init():
            raise WindowError("the display cannot be opened")
        return mujoco.viewer.launch_passive(
            model, data, key_callback=pressed, show_left_ui=panels, show_right_ui=panels
        )
    except WindowError:
        raise
    except Exception as error:  # GLFW, the driver or the platform may each refuse in a way of their own
        raise WindowError(f"MuJoCo's viewer did not start: {error}") from error


class Window:
    """Shows the simulation; closing the window leaves the run going."""

    def __init__(self, viewer: Any) -> None:
        self._viewer = viewer
        self._next = 0.0

    @classmethod
    def open(cls, simulation: Simulation) -> Window:
        """Raises ``WindowError`` where there is no display, or MuJoCo's viewer does not start."""
        return cls(open_viewer(simulation.model, simulation.data))

    def update(self, simulated: float, active: Active) -> None:
        now = time.perf_counter()
        if now >= self._next and self._viewer.is_running():
            self._next = now + PICTURE_S
            self._viewer.sync()

    def close(self) -> None:
        self._viewer.close()
