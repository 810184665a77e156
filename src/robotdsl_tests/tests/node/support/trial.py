"""A compiled robot on the simulation node, and a node that listens to it."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile, qos_profile_sensor_data
from robotdsl_mujoco_sim.node.simulator import Simulator
from robotdsl_mujoco_sim.node.world import load_world
from sensor_msgs.msg import JointState

# How often a controller tells a base what to do, s of the simulation.
PERIOD = 0.02
DEADLINE_S = 60.0
EVERY, SENSOR = QoSProfile(depth=500), qos_profile_sensor_data
COMMANDS = "/mujoco/joint_commands"
WHEELS = ["left_wheel_joint", "right_wheel_joint"]


class Trial:
    """A simulator that runs in a thread, and a node that listens to it."""

    def __init__(self, folder: Path, **parameters: Any) -> None:
        overrides = [Parameter(name, value=value) for name, value in parameters.items()]
        self.node = rclpy.create_node(
            "mujoco_sim", parameter_overrides=overrides, automatically_declare_parameters_from_overrides=True
        )
        self.world = load_world(folder)
        self.simulation = self.world.simulation
        # Worked out before it steps: looking later would touch the state between two threads.
        self.mounts = {spec.name: self.simulation.sensor_in_base(spec.name) for spec in self.world.sensors}
        self.simulator = Simulator(self.node, self.world)
        self.heard: dict[str, list[Any]] = defaultdict(list)
        self.other = rclpy.create_node("listener")
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self.other)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self.simulator.run, args=(self._stop.is_set,))
        self.tell = self.other.create_publisher(JointState, COMMANDS, 10)

    def start(self) -> None:
        self._thread.start()

    def close_loop(self) -> None:
        """Let it step no more, so that its state can be looked at."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def close(self) -> None:
        self.close_loop()
        self.simulator.close()
        self._executor.shutdown()
        self.node.destroy_node()
        self.other.destroy_node()

    def hear(self, type: Any, topic: str, qos: Any = EVERY) -> list[Any]:
        if topic not in self.heard:
            self.other.create_subscription(type, topic, self.heard[topic].append, qos)
        return self.heard[topic]

    def until(self, condition: Callable[[], Any], what: str) -> None:
        limit = time.monotonic() + DEADLINE_S
        while not condition():
            assert self._thread.is_alive() and time.monotonic() < limit, f"waited for {what}"
            self._executor.spin_once(timeout_sec=0.02)

    def run(self, seconds: float) -> None:
        end = self.simulation.time + seconds
        self.until(lambda: self.simulation.time >= end, f"{seconds} s of the simulation")

    def drive(self, *speeds: float, seconds: float) -> None:
        """Tell the wheels, over and over as a controller does."""
        self.telling(lambda: self.tell.publish(JointState(name=WHEELS, velocity=list(speeds))), seconds)

    def telling(self, tell: Callable[[], None], seconds: float) -> None:
        """Call ``tell`` every ``PERIOD`` s of the simulation, for ``seconds`` of it."""
        end, due = self.simulation.time + seconds, self.simulation.time

        def told() -> bool:
            nonlocal due
            if self.simulation.time >= due:
                due = self.simulation.time + PERIOD
                tell()
            return self.simulation.time >= end

        self.until(told, "the drive")

    def call(self, type: Any, service: str, **request: Any) -> Any:
        client = self.other.create_client(type, service)
        self.until(client.service_is_ready, service)
        future = client.call_async(type.Request(**request))
        self.until(future.done, f"the answer of {service}")
        return future.result()


def ns(stamp: Any) -> int:
    return int(stamp.sec) * 1_000_000_000 + int(stamp.nanosec)


def stamps(messages: list[Any]) -> list[int]:
    return [ns(message.header.stamp) for message in messages]


def points(cloud: Any) -> npt.NDArray[np.float64]:
    """(m, 3) of those that are finite."""
    raw = np.frombuffer(bytes(cloud.data), dtype=np.uint8).reshape(-1, cloud.point_step)
    assert [(f.name, f.offset, f.datatype) for f in cloud.fields[:3]] == [("x", 0, 7), ("y", 4, 7), ("z", 8, 7)]
    assert len(raw) == cloud.width * cloud.height
    xyz = np.ascontiguousarray(raw[:, :12]).view("<f4").astype(float)
    return xyz[np.isfinite(xyz).all(axis=1)]
