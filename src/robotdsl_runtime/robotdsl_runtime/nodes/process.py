"""What every node's process does round its node: ROS's start and end, simulated time, signals, faults."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any

import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.signals import SignalHandlerOptions

EXIT_FAULT = 2
# A signal is heard between two waits of the executor; s of the machine's clock.
_WAIT_S = 0.1


class NodeFault(Exception):
    """The output or the arguments cannot be used; the message says what is wrong."""


def simulated_node(name: str) -> Node:
    """A node whose clock is the simulation's."""
    return Node(name, parameter_overrides=[Parameter("use_sim_time", value=True)])


def begin(entry: str, argv: Sequence[str]) -> None:
    """Start ROS for the entry point ``entry``; from then on a request to terminate is a ``KeyboardInterrupt``, like an
    interrupt, whatever the parent process had made of the two.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    rclpy.init(args=[entry, *argv], signal_handler_options=SignalHandlerOptions.NO)


def end_undisturbed() -> None:
    """From here on neither request is heard: what is left takes a moment, and half of it would be worse than none. (Who
    starts many processes may well ask twice: by the terminal, which asks them all, and by itself.)
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def run_node(entry: str, argv: Sequence[str], name: str, build: Callable[[Node], Any]) -> int:
    """Run what ``build`` makes on a node called ``name`` until the process is told to end; the exit code.

    ``build`` raises ``NodeFault``. What it returns is asked to ``close`` in the end, if it can.
    """
    begin(entry, argv)
    node = simulated_node(name)
    executor = SingleThreadedExecutor()
    served: Any = None
    try:
        served = build(node)
        executor.add_node(node)
        while rclpy.ok():
            executor.spin_once(timeout_sec=_WAIT_S)
    except NodeFault as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAULT
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    finally:
        end_undisturbed()
        close = getattr(served, "close", None)
        if close is not None and rclpy.ok():
            close()
        executor.shutdown(timeout_sec=1.0)
        node.destroy_node()
        rclpy.try_shutdown()
    return 0


def own_arguments(entry: str, argv: Sequence[str]) -> list[str]:
    """``argv`` without what is meant for ROS."""
    return list(rclpy.utilities.remove_ros_args([entry, *argv])[1:])
