"""The process of an output's node: loads the output, then runs as every simulation node does."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rclpy.node import Node
from robotdsl_runtime.nodes.process import own_arguments, require_to_be_alone

from robotdsl_mujoco_sim.node.process import run_node
from robotdsl_mujoco_sim.node.simulator import Simulator
from robotdsl_mujoco_sim.node.stepping import SteppingNode
from robotdsl_mujoco_sim.node.world import load_world

SCRIPT = "run_mujoco_sim.py"


def run(output: Path, argv: Sequence[str]) -> int:
    """The exit code that ``main`` documents."""
    options = _parser().parse_args(own_arguments(SCRIPT, argv))

    def make(node: Node) -> tuple[SteppingNode, str]:
        world = load_world(output, options.seed)
        # While it loaded, others have been heard of.
        require_to_be_alone(node)
        return Simulator(node, world), f"{world.robot} in {world.name}"

    return run_node(SCRIPT, argv, make)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=SCRIPT, description="Simulate the robot of an output in its world.")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="of the sensors' noise (default 0)")
    return parser


def _seed(text: str) -> int:
    seed = int(text)
    if seed < 0:
        raise argparse.ArgumentTypeError("a seed is a whole number of 0 or more")
    return seed
