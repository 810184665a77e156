"""What every node's process does round its node: ROS's start and end, simulated time, signals, faults."""

from __future__ import annotations

import argparse
import atexit
import signal
import sys
import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.signals import SignalHandlerOptions

EXIT_FAULT = 2
# A signal is heard between two waits of the executor; s of the machine's clock.
_WAIT_S = 0.1
# How long other nodes of the domain are looked for before one acts, and how often; s of the machine's clock. They tell
# a newcomer of themselves within tenths of a second.
FINDING_S, _LOOK_S = 0.5, 0.05


class NodeFault(Exception):
    """The output or the arguments cannot be used; the message says what is wrong."""


def simulated_node(name: str) -> Node:
    """A node whose clock is the simulation's."""
    return Node(name, parameter_overrides=[Parameter("use_sim_time", value=True)])


def require_to_be_alone(node: Node, seconds: float = FINDING_S) -> None:
    """Raises ``NodeFault`` where the ROS domain has a node of this one's name already: two outputs in one domain would
    drive each other's robots. Others are looked for as long as ``seconds`` of the machine's clock.
    """
    own, until = (node.get_name(), node.get_namespace()), time.monotonic() + seconds
    while True:
        if node.get_node_names_and_namespaces().count(own) > 1:
            raise NodeFault(
                f"ROS domain {node.context.get_domain_id()} has a node {own[0]} already, of another output that runs: "
                "end it, or give this one a ROS_DOMAIN_ID of its own"
            )
        if time.monotonic() >= until:
            return
        time.sleep(_LOOK_S)


class Asked:
    """Whether the process was asked to end, by Ctrl-C or a request to terminate.

    That is only noted, however often it comes: who starts many processes may well ask twice, by the terminal, which
    asks them all, and by itself. An exception in the midst of a call into ROS's own code would come out as another, and
    half of a result is worse than none. What does not end is ended by whoever started it.
    """

    def __init__(self) -> None:
        self._asked = False
        # Whatever the parent process had made of the two.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)
        # Python forgets its handlers last of all; a Ctrl-C after that would end what has ended well as if it had not.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)

    def __call__(self) -> bool:
        return self._asked

    def _ask(self, number: int, _frame: FrameType | None) -> None:
        self._asked = True


def begin(entry: str, argv: Sequence[str]) -> Asked:
    """Start ROS for the entry point ``entry``, which then looks itself whether it was asked to end. Exits as
    ``own_arguments`` does.
    """
    own_arguments(entry, argv)
    asked = Asked()
    rclpy.init(args=[entry, *argv], signal_handler_options=SignalHandlerOptions.NO)
    return asked


def run_node(entry: str, argv: Sequence[str], name: str, build: Callable[[Node], Any]) -> int:
    """Run what ``build`` makes on a node called ``name`` until the process is told to end; the exit code.

    ``build`` raises ``NodeFault``. What it returns is asked to ``close`` in the end, if it can.
    """
    asked = begin(entry, argv)
    node = simulated_node(name)
    executor = SingleThreadedExecutor()
    served: Any = None
    try:
        require_to_be_alone(node)
        served = build(node)
        executor.add_node(node)
        while rclpy.ok() and not asked():
            executor.spin_once(timeout_sec=_WAIT_S)
    except NodeFault as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAULT
    except ExternalShutdownException:
        pass
    finally:
        close = getattr(served, "close", None)
        if close is not None and rclpy.ok():
            close()
        executor.shutdown(timeout_sec=1.0)
        node.destroy_node()
        rclpy.try_shutdown()
    return 0


def take_no_arguments(entry: str, argv: Sequence[str]) -> None:
    """Exits as argparse does where ``argv`` holds more than what is meant for ROS."""
    argparse.ArgumentParser(prog=entry).parse_args(own_arguments(entry, argv))


def own_arguments(entry: str, argv: Sequence[str]) -> list[str]:
    """``argv`` without what is meant for ROS. Exits with 2 and a line where ROS cannot read that, as argparse does
    where it cannot read the rest.
    """
    try:
        return list(rclpy.utilities.remove_ros_args([entry, *argv])[1:])
    except RuntimeError as error:
        # What rclpy raises of arguments, unknown and malformed ones, has no other type in common.
        print(f"error: arguments of ROS: {' '.join(str(error).split())}", file=sys.stderr)
        raise SystemExit(EXIT_FAULT) from None
