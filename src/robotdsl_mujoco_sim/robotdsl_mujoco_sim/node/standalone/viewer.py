"""MuJoCo's window on described robots: what they look like, and their collision shapes when they are asked for."""

from __future__ import annotations

import time
from typing import Any

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.groups import HIDDEN
from robotdsl_mujoco_sim.run.window import PICTURE_S, WindowError, open_viewer
from robotdsl_mujoco_sim.stepped import Stepped


class Viewer:
    """Opened on one model, and anew on another. Whoever closes the window leaves the simulation going."""

    def __init__(self) -> None:
        self._window: Any = None
        self._next = 0.0

    def open(self, simulated: Stepped) -> None:
        """Raises ``DescriptionError`` where there is no display, or MuJoCo's viewer does not start."""
        try:
            window = open_viewer(simulated.model, simulated.data, panels=True)
        except WindowError as error:
            raise DescriptionError(f"viewer: {error}; viewer:=false does without") from None
        with window.lock():
            interactive_defaults(window.opt)
        self.close()
        self._window = window

    def show(self) -> None:
        """Bring the window up to the state, at the rate of pictures."""
        now = time.perf_counter()
        if self._window is not None and now >= self._next and self._window.is_running():
            self._next = now + PICTURE_S
            self._window.sync()

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
            self._window = None


def interactive_defaults(option: Any) -> None:
    """Of MuJoCo's own choice of what is shown (``MjvOption``), all but the collision shapes of descriptions; the
    window's panel has the switch for them.
    """
    option.geomgroup[HIDDEN] = 0
