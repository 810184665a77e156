"""A node beside a run that is brought up: it hears the simulator's ground truth and the robot's topics, and tells the
base what to do.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import rclpy
from geometry_msgs.msg import TwistStamped
from nav_msgs.msg import Odometry
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile, qos_profile_sensor_data
from robotdsl_runtime.nodes.listening import Transforms
from robotdsl_runtime.nodes.messages import (
    COMMAND_TOPIC,
    FOOTPRINT,
    ODOMETRY_TOPIC,
    command,
    pose_of,
    seconds,
    transform_of,
)
from tf2_msgs.msg import TFMessage

from robotdsl_tests.launched.cases import Motion
from robotdsl_tests.launched.motion import Track

# Of the machine's clock: a stack that has not come up by then will not.
DEADLINE_S = 300.0
# How often a base is told what to do, s of the simulation.
PERIOD_S = 0.05
_DEEP = QoSProfile(depth=1000)


class Silence(Exception):
    """What was waited for did not come; the message says what."""


class Listener:
    """``truth`` and ``odometry`` are what was heard of where ``base_footprint`` is: times (s) and places, in the world
    and in the odometry's frame.
    """

    def __init__(self, robot: str) -> None:
        self._robot = robot
        self._context = Context()
        # The words of the command line are those of what it runs in.
        rclpy.init(args=[], context=self._context)
        simulated = [Parameter("use_sim_time", value=True)]
        self.node = rclpy.create_node("launched", context=self._context, parameter_overrides=simulated)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self.node)
        self.truth: Track = []
        self.odometry: Track = []
        self.tree = Transforms(self.node).tree
        self._heard: dict[str, list[Any]] = defaultdict(list)
        self.node.create_subscription(TFMessage, f"/model/{robot}/pose", self._pose, _DEEP)
        self.node.create_subscription(Odometry, ODOMETRY_TOPIC, self._odometry, _DEEP)
        self._command = self.node.create_publisher(TwistStamped, COMMAND_TOPIC, 10)

    def close(self) -> None:
        self._executor.shutdown()
        self.node.destroy_node()
        rclpy.shutdown(context=self._context)

    def _pose(self, message: Any) -> None:
        for item in message.transforms:
            if item.child_frame_id in (self._robot, FOOTPRINT):
                self.truth.append((seconds(item.header.stamp), transform_of(item.transform)))

    def _odometry(self, message: Any) -> None:
        self.odometry.append((seconds(message.header.stamp), pose_of(message.pose.pose)))

    @property
    def now(self) -> float:
        """Simulated time, s, as the last true pose tells it."""
        return self.truth[-1][0]

    def hear(self, type: Any, topic: str, reliable: bool = False) -> list[Any]:
        """The messages of a topic from now on, in a list that grows."""
        if topic not in self._heard:
            qos = _DEEP if reliable else qos_profile_sensor_data
            self.node.create_subscription(type, topic, self._heard[topic].append, qos)
        return self._heard[topic]

    def until(self, condition: Callable[[], Any], what: str, limit_s: float = DEADLINE_S) -> None:
        """Listen until ``condition`` holds. Raises ``Silence`` when it does not within ``limit_s`` s of the clock."""
        limit = time.monotonic() + limit_s
        while not condition():
            if time.monotonic() > limit:
                raise Silence(f"waited {limit_s:.0f} s for {what}")
            self._executor.spin_once(timeout_sec=0.05)

    def ready(self) -> None:
        """Wait until the simulator tells where the robot is, the drive tells odometry and hears commands."""
        self.until(lambda: self.truth, "the simulator's pose of the robot")
        self.until(lambda: self.odometry, "odometry")
        self.until(lambda: self.node.count_subscribers(COMMAND_TOPIC) > 0, "a drive that takes commands")
        self.until(lambda: self.node.get_clock().now().nanoseconds > 0, "the clock")

    def pause(self, duration_s: float) -> None:
        """Listen for so many seconds of the simulation."""
        end = self.now + duration_s
        self.until(lambda: self.now >= end, f"{duration_s} s of the simulation")

    def drive(self, motion: Motion, duration_s: float) -> None:
        """Tell the base to move, as a controller does, for so many seconds of the simulation."""
        end, due = self.now + duration_s, self.now

        def told() -> bool:
            nonlocal due
            if self.now >= due:
                due = self.now + PERIOD_S
                self._command.publish(command(self.node.get_clock().now(), *motion))
            return self.now >= end

        self.until(told, "the drive")
