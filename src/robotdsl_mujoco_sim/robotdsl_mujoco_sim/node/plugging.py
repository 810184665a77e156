"""What a node gives to plugins: its parameters below ``mujoco_plugins.``, and messages between two steps."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile

from robotdsl_mujoco_sim.plugins.finding import PARAMETERS

_EVERY = QoSProfile(depth=10)


def plugin_parameters(node: Node) -> dict[str, Any]:
    """Those that the node was started with, where it declares all of them, by their names below the prefix."""
    return {name: each.value for name, each in node.get_parameters_by_prefix(PARAMETERS).items()}


class Subscriptions:
    """Those of plugins on ``node``, whose messages ``put`` brings to the thread that steps."""

    def __init__(self, node: Node, put: Callable[[Callable[[], None]], None]) -> None:
        self._node, self._put = node, put
        self._made: list[Any] = []

    def subscribe(self, type: str, topic: str, heard: Callable[[Any], None]) -> None:
        """``type`` is ROS's name of one, such as ``geometry_msgs/msg/Twist``."""
        package, _, name = type.partition("/msg/")
        found = getattr(importlib.import_module(f"{package}.msg"), name)
        made = self._node.create_subscription(found, topic, lambda message: self._put(partial(heard, message)), _EVERY)
        self._made.append(made)

    def clear(self) -> None:
        """End all of them."""
        while self._made:
            self._node.destroy_subscription(self._made.pop())
