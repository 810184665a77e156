"""runtime/run_mujoco_sim.py, and ``ros2 run robotdsl_mujoco_sim node OUTPUT``: simulates a ROS target's output.

The process ends by Ctrl-C or a request to terminate, with 0; with 1 when the physics break down, and with 2 when the
output or the arguments cannot be used.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import mujoco
import rclpy
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from robotdsl_mujoco_sim.errors import MujocoVersionError, OutputError, SimulationError
from robotdsl_mujoco_sim.node.simulator import Simulator
from robotdsl_mujoco_sim.node.world import LoadedWorld, load_world
from robotdsl_mujoco_sim.run.interrupt import Interrupt

NODE = "mujoco_sim"
EXIT_BROKEN, EXIT_FAULT = 1, 2
# Threads take turns this often, in s: Python's own 5 ms would keep a step waiting for that long.
_TURN_S = 0.0005


def main(output: Path, argv: Sequence[str]) -> int:
    """Simulate the output at ``output`` by the command line ``argv``, in which ROS's own arguments may stand."""
    options = _parser().parse_args(rclpy.utilities.remove_ros_args(["run_mujoco_sim.py", *argv])[1:])
    try:
        world = load_world(output, options.seed)
    except (OutputError, MujocoVersionError) as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAULT
    sys.setswitchinterval(_TURN_S)
    with Interrupt() as interrupted:
        rclpy.init(args=["run_mujoco_sim.py", *argv], signal_handler_options=SignalHandlerOptions.NO)
        try:
            return _run(world, interrupted)
        finally:
            rclpy.try_shutdown()


def _run(world: LoadedWorld, interrupted: Interrupt) -> int:
    node = Node(NODE)
    try:
        simulator = Simulator(node, world)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAULT
    node.get_logger().info(
        f"{world.robot} in {world.name} on MuJoCo {mujoco.__version__}, real-time factor {simulator.pacer.factor:g}"
    )
    try:
        simulator.run(interrupted)
        return 0
    except SimulationError as error:
        node.get_logger().fatal(str(error))
        return EXIT_BROKEN
    finally:
        simulator.close()
        node.destroy_node()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="run_mujoco_sim.py", description="Simulate the robot in its world.")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the sensors' noise (default 0)")
    return parser


def command() -> int:
    """``ros2 run robotdsl_mujoco_sim node OUTPUT``."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print("usage: node OUTPUT [--seed N] [--ros-args …]", file=sys.stderr)
        return EXIT_FAULT
    return main(Path(sys.argv[1]), sys.argv[2:])


if __name__ == "__main__":
    sys.exit(command())
