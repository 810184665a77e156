"""The MuJoCo library itself: which releases serve, and what it does with its warnings."""

from __future__ import annotations

import re

import mujoco
import numpy as np

from robotdsl_mujoco_sim.errors import MujocoVersionError, SimulationError

# 3.11 has geoms whose surface moves; 4.0 splits the package.
LEAST_VERSION = (3, 11)
VERSION_BELOW = (4, 0)


def require_supported_mujoco(version: str | None = None) -> None:
    """Raise ``MujocoVersionError`` unless ``version`` (the installed one) is 3.11 or later and below 4."""
    installed = mujoco.__version__ if version is None else version
    found = re.match(r"(\d+)\.(\d+)", installed)
    numbers = (int(found[1]), int(found[2])) if found else (0, 0)
    if not LEAST_VERSION <= numbers < VERSION_BELOW:
        raise MujocoVersionError(
            f"MuJoCo {installed} is installed, and the simulation runs on 3.11 or later and below 4: "
            "pip install 'mujoco>=3.11,<4'"
        )


def keep_warnings_off_the_disk() -> None:
    """Without a handler MuJoCo writes its warnings to a log file in the working directory.

    They are read from the state itself (``Watch``), so the handler has nothing to do. A handler that the process
    has already set stays.
    """
    if mujoco.get_mju_user_warning() is None:
        mujoco.set_mju_user_warning(_ignore)


def _ignore(_message: str) -> None:
    return None


class Watch:
    """Turns MuJoCo's warning counters into an error: after a warning it may have reset the state on its own."""

    def __init__(self, data: mujoco.MjData) -> None:
        # A view of the counters, not a copy: reading it is all that a check costs.
        self._counts = data.warning.number
        self._data = data

    def check(self, time: float) -> None:
        """Raise ``SimulationError`` when a warning was counted since the last reset; ``time`` (s) goes into it."""
        if any(self._counts.tolist()):
            kind = int(np.argmax(self._counts > 0))
            # MuJoCo's own text ends with a time of its own, which a reset on its part has set back.
            text = mujoco.mju_warningText(kind, self._data.warning[kind].lastinfo).split(" Time =")[0].rstrip(". ")
            raise SimulationError(f"MuJoCo warned at {time:.3f} s: {text}")
