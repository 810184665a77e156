"""The process of a simulation node: starts ROS, and steps until it is told to end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import mujoco
import rclpy
from rclpy.node import Node
from robotdsl_runtime.nodes.process import Asked, NodeFault, begin

from robotdsl_mujoco_sim.errors import DescriptionError, MujocoVersionError, OutputError, SimulationError
from robotdsl_mujoco_sim.node.stepping import SteppingNode
from robotdsl_mujoco_sim.plugins.interface import PluginError

NODE = "mujoco_sim"
EXIT_BROKEN, EXIT_FAULT = 1, 2
# Threads take turns this often, in s: Python's own 5 ms would keep a step waiting for that long.
_TURN_S = 0.0005


def run_node(script: str, argv: Sequence[str], make: Callable[[Node], tuple[SteppingNode, str]]) -> int:
    """The exit code: 0 when told to end, 1 when the physics break down or a plugin fails, 2 when ``make`` says that
    what it is started with cannot be used. ``argv`` is the command line of ``script``, and ``make`` returns what steps
    and how messages call what it simulates.
    """
    sys.setswitchinterval(_TURN_S)
    asked = begin(script, argv)
    try:
        return _run(make, asked)
    finally:
        rclpy.try_shutdown()


def _run(make: Callable[[Node], tuple[SteppingNode, str]], asked: Asked) -> int:
    # All that it is started with: which parameters plugins have, they know.
    node = Node(NODE, automatically_declare_parameters_from_overrides=True)
    try:
        stepping, name = make(node)
    except (ValueError, DescriptionError, OutputError, PluginError, MujocoVersionError, NodeFault) as error:
        print(f"error: {error}", file=sys.stderr)
        node.destroy_node()
        return EXIT_FAULT
    node.get_logger().info(f"{name} on MuJoCo {mujoco.__version__}, real-time factor {stepping.pacer.factor:g}")
    try:
        stepping.run(asked)
        return 0
    except SimulationError as error:
        node.get_logger().fatal(str(error))
        return EXIT_BROKEN
    finally:
        stepping.close()
        node.destroy_node()
