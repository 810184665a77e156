"""A test's own end of ROS: a node that sets the time, speaks and listens, and waits for what it is told to."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile
from rosgraph_msgs.msg import Clock

# Of the machine's clock: long past what anything here takes.
DEADLINE_S = 60.0


def own_domain() -> int:
    return 1 + os.getpid() % 40


@contextmanager
def ros_domain() -> Iterator[None]:
    """ROS within this process and a domain of its own: 1 to 40, since the tests across the packages, which run beside
    these, keep to 41 to 100.
    """
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    rclpy.init(domain_id=own_domain())
    try:
        yield
    finally:
        rclpy.shutdown()


def stamp(seconds: float, message: Any) -> Any:
    """``message`` with its header's stamp set."""
    nanoseconds = round(seconds * 1e9)
    message.header.stamp.sec, message.header.stamp.nanosec = divmod(nanoseconds, 1_000_000_000)
    return message


class Bench:
    """``node`` is the test's own; ``subject`` the one that runs what is tested, on the time that the test sets."""

    def __init__(self, name: str) -> None:
        self.node = rclpy.create_node(f"bench_{name}")
        self.subject: Node = rclpy.create_node(name, parameter_overrides=[Parameter("use_sim_time", value=True)])
        self.time = 0.0
        self._clock = self.node.create_publisher(Clock, "/clock", 10)
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self.node)
        self._executor.add_node(self.subject)

    def hear(self, type: Any, topic: str, qos: QoSProfile | int = 10) -> list[Any]:
        """What arrives on ``topic`` from now on, the latest last."""
        heard: list[Any] = []
        self.node.create_subscription(type, topic, heard.append, qos)
        return heard

    def until(self, condition: Callable[[], bool], what: str = "what was waited for") -> None:
        limit = time.monotonic() + DEADLINE_S
        while not condition():
            assert time.monotonic() < limit, f"{what} did not come"
            self._executor.spin_once(timeout_sec=0.01)

    def at(self, seconds: float) -> None:
        """Set the time, and wait until the subject knows it."""
        self.time = seconds
        nanoseconds = round(seconds * 1e9)
        message = Clock()
        message.clock.sec, message.clock.nanosec = divmod(nanoseconds, 1_000_000_000)
        self.until(lambda: self._clock.get_subscription_count() > 0, "a listener to the clock")
        self._clock.publish(message)
        self.until(lambda: self.subject.get_clock().now().nanoseconds == nanoseconds, "the time")

    def pass_until(self, condition: Callable[[], bool], step: float = 0.02, most: float = 5.0) -> None:
        """Let time pass until ``condition``, ``most`` seconds of it."""
        end = self.time + most
        while not condition():
            assert self.time < end, "it did not come about in time"
            self.at(self.time + step)
            for _ in range(10):
                self._executor.spin_once(timeout_sec=0.001)

    def joined(self, publisher: Any) -> None:
        """Wait until somebody hears ``publisher``."""
        self.until(lambda: publisher.get_subscription_count() > 0, f"a listener to {publisher.topic_name}")

    def close(self) -> None:
        self._executor.shutdown()
        self.subject.destroy_node()
        self.node.destroy_node()
