"""What the robot is told: joint commands to its actuators, and a motion to its belts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.driving import Driver

# The output contract: a belt stops when nothing has reached it for so long, s.
BELT_LIFETIME_S = 0.5


class JointCommands:
    """Commands by the names of joints: a speed (rad/s) for each joint with a velocity actuator, an angle (rad) for each
    with a position actuator, a moment (N m) for each with an effort actuator. A joint keeps its command until it is
    given another.
    """

    def __init__(self, model: mujoco.MjModel, actuators: Sequence[Mapping[str, Any]]) -> None:
        """``actuators``: those of the world document."""
        self._by_kind: dict[str, dict[str, int]] = {"position": {}, "velocity": {}, "effort": {}}
        for each in actuators:
            self._by_kind[each["type"]][each["joint"]] = int(model.actuator(each["name"]).id)

    def take(
        self, ctrl: npt.NDArray[np.float64], names: Sequence[str], values: Mapping[str, Sequence[float]]
    ) -> str | None:
        """Write a command to ``ctrl``; what is wrong with it, in words, or ``None``.

        ``values`` are those of the kinds ``position``, ``velocity`` and ``effort``: as many as ``names``, or one for
        each of them that has an actuator of that kind (ros2_control's topic_based_ros2_control names all joints and
        sends values for those alone). Values of one kind are taken together or, where one is not finite or the number
        is another, not at all: half of a base's wheels told would turn it.
        """
        complaint = None
        for kind, told in values.items():
            actuators = self._by_kind[kind]
            meant = [(i, actuators[name]) for i, name in enumerate(names) if name in actuators]
            if not meant or not len(told):
                continue
            if len(told) == len(names):
                numbers = [float(told[i]) for i, _ in meant]
            elif len(told) == len(meant):
                numbers = [float(value) for value in told]
            else:
                complaint = (
                    f"a command of {len(names)} joints states {len(told)} values of {kind}, and {len(meant)} of the "
                    "joints take one: it is dropped"
                )
                continue
            if not all(map(math.isfinite, numbers)):
                complaint = f"a command of {kind} that is not finite is dropped"
                continue
            ctrl[[actuator for _, actuator in meant]] = numbers
        return complaint


class Belts:
    """The belts of a tracked base, which stop when nothing has reached them for 0.5 s of simulated time."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._told_at: float | None = None

    def take(self, v: float, w: float, now: float) -> bool:
        """A motion of m/s ahead and rad/s to the left, told at ``now`` (s); whether it was finite, and not dropped."""
        if not (math.isfinite(v) and math.isfinite(w)):
            return False
        self._driver.command_belts(v, w)
        self._told_at = now
        return True

    def check(self, now: float) -> None:
        if self._told_at is not None and now - self._told_at >= BELT_LIFETIME_S:
            self._driver.command_belts(0.0, 0.0)
            self._told_at = None

    def reset(self) -> None:
        """The simulation was set back, and with it the belts."""
        self._told_at = None
