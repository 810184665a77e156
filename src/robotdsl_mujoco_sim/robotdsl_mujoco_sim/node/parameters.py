"""How a simulation node comes to the values of its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rcl_interfaces.msg import ParameterDescriptor
from rclpy.node import Node

from robotdsl_mujoco_sim.node.numbers import wrong


def declared(node: Node, name: str, default: Any) -> Any:
    """The value of a parameter, which the node may have declared on its own from what it was started with."""
    if node.has_parameter(name):
        return node.get_parameter(name).value
    # Dynamic, so that a number may be given as a whole one.
    return node.declare_parameter(name, default, ParameterDescriptor(dynamic_typing=True)).value


def numbers(node: Node, defaults: Mapping[str, float]) -> dict[str, float]:
    """The values at the start. Raises ``ValueError`` for one that makes no sense."""
    values = {name: declared(node, name, default) for name, default in defaults.items()}
    for name, value in values.items():
        if (said := wrong(name, value)) is not None:
            raise ValueError(said)
    return {name: float(value) for name, value in values.items()}
