"""What a plugin is, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import mujoco

from robotdsl_mujoco_sim.errors import SimulationError


class PluginError(SimulationError):
    """A plugin cannot be used or has failed; the message names its instance, its type and the call."""


class Subscribe(Protocol):
    """Has ``heard`` called with each message of ``topic``, between two steps. ``type`` is ROS's name of its type, such
    as ``geometry_msgs/msg/Twist``.
    """

    def __call__(self, type: str, topic: str, heard: Callable[[Any], None]) -> None: ...


class PluginContext:
    """What a plugin instance may use besides the model and its data.

    ``name`` is that of the instance and ``parameters`` its own, by their names below ``mujoco_plugins.<name>.``.
    ``node`` is the ROS node that simulates, ``None`` where there is no ROS; ``subscribe`` then does nothing. ``warn``
    tells people a line.
    """

    def __init__(
        self,
        name: str,
        parameters: Mapping[str, Any],
        warn: Callable[[str], None],
        node: Any = None,
        subscribe: Subscribe | None = None,
    ) -> None:
        self.name, self.parameters, self.warn, self.node = name, parameters, warn, node
        self._subscribe = subscribe

    def subscribe(self, type: str, topic: str, heard: Callable[[Any], None]) -> None:
        if self._subscribe is not None:
            self._subscribe(type, topic, heard)


class Plugin:
    """A plugin overrides what it needs; here every call but ``init`` does nothing.

    All calls come from the thread that steps. What a call raises ends the simulation, with an error that names the
    plugin.
    """

    def init(self, context: PluginContext, model: mujoco.MjModel, data: mujoco.MjData) -> bool:
        """Once, before the first step. ``True`` when the plugin is ready; anything else refuses to simulate with it."""
        raise NotImplementedError

    def pre_step(self, data: mujoco.MjData) -> None:
        """Immediately before every simulation step. ``data`` may be changed."""

    def post_step(self, data: mujoco.MjData) -> None:
        """Immediately after every simulation step, before anything is told of it. ``data`` may be changed; frames of
        bodies are still those of the step before.
        """

    def update_read(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Once for each state that is handed to controllers, before it is."""

    def update_write(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Once for each stretch of steps, after the commands that have come are in ``data`` and before it is taken."""
        self.update(model, data)

    def update(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """The same as ``update_write``, for a plugin that overrides this one."""

    def on_reset(self, data: mujoco.MjData) -> None:
        """After the world was reset."""

    def cleanup(self) -> None:
        """Once, at the end, whatever ended it."""
