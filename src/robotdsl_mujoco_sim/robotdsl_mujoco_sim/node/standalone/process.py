"""The process of the node: loads the description, starts ROS, and steps until it is told to end."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import mujoco
import rclpy
from rclpy.node import Node
from rclpy.utilities import remove_ros_args
from robotdsl_runtime.nodes.process import Asked, begin

from robotdsl_mujoco_sim.errors import DescriptionError, MujocoVersionError, SimulationError
from robotdsl_mujoco_sim.node.process import EXIT_BROKEN, EXIT_FAULT
from robotdsl_mujoco_sim.node.standalone.simulator import DescriptionSimulator
from robotdsl_mujoco_sim.plugins.interface import PluginError

NODE, SCRIPT = "mujoco_sim", "description_node"


def run(argv: Sequence[str]) -> int:
    """The exit code that ``main`` documents."""
    more = remove_ros_args([SCRIPT, *argv])[1:]
    if more:
        print(f"error: {more[0]!r} is no argument: parameters follow --ros-args", file=sys.stderr)
        return EXIT_FAULT
    asked = begin(SCRIPT, argv)
    try:
        return _run(asked)
    finally:
        rclpy.try_shutdown()


def _run(asked: Asked) -> int:
    # All that it is started with: which parameters plugins have, they know.
    node = Node(NODE, automatically_declare_parameters_from_overrides=True)
    try:
        simulator = DescriptionSimulator(node)
    except (DescriptionError, PluginError, MujocoVersionError) as error:
        print(f"error: {error}", file=sys.stderr)
        node.destroy_node()
        return EXIT_FAULT
    node.get_logger().info(
        f"{simulator.robot.built.name} on MuJoCo {mujoco.__version__}, real-time factor {simulator.pacer.factor:g}"
    )
    try:
        simulator.run(asked)
        return 0
    except SimulationError as error:
        node.get_logger().fatal(str(error))
        return EXIT_BROKEN
    finally:
        simulator.close()
        node.destroy_node()
