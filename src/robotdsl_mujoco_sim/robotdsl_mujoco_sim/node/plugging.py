"""What a node gives to plugins: its parameters below ``mujoco_plugins.``, and messages between two steps."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile

from robotdsl_mujoco_sim.plugins.finding import PARAMETERS
from robotdsl_mujoco_sim.plugins.interface import Subscribe

_EVERY = QoSProfile(depth=10)


def plugin_parameters(node: Node) -> dict[str, Any]:
    """Those that the node was started with, where it declares all of them, by their names below the prefix."""
    return {name: each.value for name, each in node.get_parameters_by_prefix(PARAMETERS).items()}


def subscriber(node: Node, put: Callable[[Callable[[], None]], None]) -> Subscribe:
    """Subscriptions of ``node`` whose messages ``put`` brings to the thread that steps."""

    def subscribe(type: str, topic: str, heard: Callable[[Any], None]) -> None:
        package, _, name = type.partition("/msg/")
        found = getattr(importlib.import_module(f"{package}.msg"), name)
        node.create_subscription(found, topic, lambda message: put(partial(heard, message)), _EVERY)

    return subscribe
