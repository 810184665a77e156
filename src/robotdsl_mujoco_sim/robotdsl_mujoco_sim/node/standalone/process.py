"""The process of the node of any description."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rclpy.node import Node
from robotdsl_runtime.nodes.process import own_arguments

from robotdsl_mujoco_sim.node.process import EXIT_FAULT, run_node
from robotdsl_mujoco_sim.node.standalone.simulator import DescriptionSimulator
from robotdsl_mujoco_sim.node.stepping import SteppingNode

SCRIPT = "description_node"


def run(argv: Sequence[str]) -> int:
    """The exit code that ``main`` documents."""
    more = own_arguments(SCRIPT, argv)
    if more:
        print(f"error: {more[0]!r} is no argument: parameters follow --ros-args", file=sys.stderr)
        return EXIT_FAULT
    return run_node(SCRIPT, argv, _made)


def _made(node: Node) -> tuple[SteppingNode, str]:
    simulator = DescriptionSimulator(node)
    return simulator, simulator.robot.built.name
