"""The node's process: loads the output, starts ROS, and steps until it is told to end."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import mujoco
import rclpy
from rclpy.node import Node
from rclpy.utilities import remove_ros_args
from robotdsl_runtime.nodes.process import Asked, NodeFault, begin, require_to_be_alone

from robotdsl_mujoco_sim.errors import MujocoVersionError, OutputError, SimulationError
from robotdsl_mujoco_sim.node.simulator import Simulator
from robotdsl_mujoco_sim.node.world import load_world
from robotdsl_mujoco_sim.plugins.interface import PluginError

NODE, SCRIPT = "mujoco_sim", "run_mujoco_sim.py"
EXIT_BROKEN, EXIT_FAULT = 1, 2
# Threads take turns this often, in s: Python's own 5 ms would keep a step waiting for that long.
_TURN_S = 0.0005


def run(output: Path, argv: Sequence[str]) -> int:
    """The exit code that ``main`` documents."""
    options = _parser().parse_args(remove_ros_args([SCRIPT, *argv])[1:])
    asked = begin(SCRIPT, argv)
    try:
        return _run(output, options.seed, asked)
    except (OutputError, MujocoVersionError, NodeFault) as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAULT
    finally:
        rclpy.try_shutdown()


def _run(output: Path, seed: int, asked: Asked) -> int:
    # All that it is started with: which parameters plugins have, they know.
    node = Node(NODE, automatically_declare_parameters_from_overrides=True)
    world = load_world(output, seed)
    require_to_be_alone(node)
    try:
        simulator = Simulator(node, world)
    except (ValueError, PluginError) as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAULT
    sys.setswitchinterval(_TURN_S)
    node.get_logger().info(
        f"{world.robot} in {world.name} on MuJoCo {mujoco.__version__}, real-time factor {simulator.pacer.factor:g}"
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=SCRIPT, description="Simulate the robot of an output in its world.")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="of the sensors' noise (default 0)")
    return parser


def _seed(text: str) -> int:
    seed = int(text)
    if seed < 0:
        raise argparse.ArgumentTypeError("a seed is a whole number of 0 or more")
    return seed
