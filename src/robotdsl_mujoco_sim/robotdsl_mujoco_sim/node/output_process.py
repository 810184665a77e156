"""The process of an output's node: loads the output, then runs as every simulation node does."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rclpy.utilities import remove_ros_args

from robotdsl_mujoco_sim.errors import MujocoVersionError, OutputError
from robotdsl_mujoco_sim.node.process import EXIT_FAULT, run_node
from robotdsl_mujoco_sim.node.simulator import Simulator
from robotdsl_mujoco_sim.node.world import load_world

SCRIPT = "run_mujoco_sim.py"


def run(output: Path, argv: Sequence[str]) -> int:
    """The exit code that ``main`` documents."""
    options = _parser().parse_args(remove_ros_args([SCRIPT, *argv])[1:])
    try:
        world = load_world(output, options.seed)
    except (OutputError, MujocoVersionError) as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAULT
    return run_node(SCRIPT, argv, lambda node: (Simulator(node, world), f"{world.robot} in {world.name}"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=SCRIPT, description="Simulate the robot of an output in its world.")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="of the sensors' noise (default 0)")
    return parser


def _seed(text: str) -> int:
    seed = int(text)
    if seed < 0:
        raise argparse.ArgumentTypeError("a seed is a whole number of 0 or more")
    return seed
