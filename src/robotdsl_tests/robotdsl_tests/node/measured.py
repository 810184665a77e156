"""The process of the benchmark of the simulation node: ``measured OUTPUT REPEATS MINUTES`` prints what it measured
as JSON, and ``measured listen TOPIC TYPE ...`` is who listens, until its input ends.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import rclpy
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.qos import qos_profile_sensor_data
from robotdsl_mujoco_sim.node.drawing_process import Picture
from robotdsl_mujoco_sim.node.process import _TURN_S
from robotdsl_mujoco_sim.node.simulator import Simulator
from robotdsl_mujoco_sim.node.world import load_world

SENSORS = ("/scan", "LaserScan", "/imu", "Imu")
CAMERA = ("/camera/image_raw", "Image")
# Of a portion whose speed is taken, and of what goes before it; s of the simulation.
PORTION_S, WARM_UP_S = 5.0, 2.0
# Of the wall clock, at real time.
PACED_S = 20.0


def listen(topics: Sequence[str]) -> None:
    from sensor_msgs import msg

    rclpy.init()
    node = rclpy.create_node("listener")
    for topic, kind in zip(topics[::2], topics[1::2], strict=True):
        node.create_subscription(getattr(msg, kind), topic, lambda _: None, qos_profile_sensor_data)
    threading.Thread(target=lambda: (sys.stdin.read(), rclpy.try_shutdown()), daemon=True).start()
    with suppress(rclpy.executors.ExternalShutdownException):
        rclpy.spin(node)


@contextmanager
def heard(node: Node, topics: Sequence[str]) -> Iterator[None]:
    """Within it somebody listens to ``topics``."""
    command = [sys.executable, "-m", "robotdsl_tests.node.measured", "listen", *topics]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as listener:
        while not all(node.count_subscribers(topic) for topic in topics[::2]):
            time.sleep(0.05)
        yield
        assert listener.stdin is not None
        listener.stdin.close()


class Subject:
    """The simulation node of an output in this process."""

    def __init__(self, output: Path) -> None:
        self.node = rclpy.create_node(
            "mujoco_sim",
            parameter_overrides=[Parameter("real_time_factor", value=0.0)],
            automatically_declare_parameters_from_overrides=True,
        )
        self.world = load_world(output)
        self.simulator = Simulator(self.node, self.world)

    def run(self, seconds: float, each: Callable[[], object] = lambda: None) -> tuple[float, float]:
        """Through ``seconds`` of the simulation; processor time and wall time that it took."""
        end = self.world.simulation.time + seconds

        def over() -> bool:
            each()
            return self.world.simulation.time >= end

        work, wall = time.process_time(), time.perf_counter()
        self.simulator.run(over)
        return time.process_time() - work, time.perf_counter() - wall

    def bare(self, seconds: float) -> tuple[float, float]:
        """The same of the model alone, in the portions in which the node steps it."""
        model = self.world.simulation.model
        data = mujoco.MjData(model)
        steps = round(0.005 / model.opt.timestep)
        work, wall = time.process_time(), time.perf_counter()
        for _ in range(round(seconds / (steps * model.opt.timestep))):
            mujoco.mj_step(model, data, nstep=steps)
        return time.process_time() - work, time.perf_counter() - wall


def speeds(subject: Subject, repeats: int) -> dict[str, list[float]]:
    with heard(subject.node, SENSORS):
        subject.run(WARM_UP_S)
        pairs = [(subject.run(PORTION_S), subject.bare(PORTION_S)) for _ in range(repeats)]
    return {
        f"{who}_{what}": [pair[k][n] for pair in pairs]
        for k, who in enumerate(("node", "bare"))
        for n, what in enumerate(("work", "wall"))
    }


def paced(subject: Subject) -> dict[str, Any]:
    simulator = subject.simulator
    late: list[float] = []
    work_of_steps: list[float] = []
    pictures: list[Picture] = []
    worked = time.thread_time()
    drawn = simulator.cameras._taken

    def look() -> None:
        nonlocal worked
        since, worked = worked, time.thread_time()
        late.append(simulator.pacer.lateness)
        work_of_steps.append(worked - since)

    def take(picture: Picture) -> None:
        pictures.append(picture)
        drawn(picture)

    simulator.cameras._taken = take
    with heard(subject.node, (*SENSORS, *CAMERA)):
        simulator.pace(1.0)
        # The process that draws reads its world first.
        while not pictures:
            subject.run(0.1)
        pictures.clear()
        children = _work_of(simulator.cameras)
        work, wall = subject.run(PACED_S, look)
        work += _work_of(simulator.cameras) - children
        simulator.pace(0.0)
    # No picture is kept while memory is measured.
    simulator.cameras._taken = drawn
    return {
        "lateness_ms": float(np.percentile(late, 99)) * 1e3,
        "step_ms": float(np.percentile(work_of_steps, 99)) * 1e3,
        "cores": work / wall,
        "pictures": len(pictures),
    }


def memory(subject: Subject, minutes: float) -> dict[str, float]:
    with heard(subject.node, (*SENSORS, *CAMERA)):
        # What is filled once, queues and caches, is full by then.
        subject.run(60.0)
        before = _resident_mb()
        subject.run(60.0 * minutes)
        return {"memory_mb": before, "grown_mb": _resident_mb() - before}


def _work_of(cameras: Any) -> float:
    process = cameras._process
    if process is None:
        return 0.0
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def main(output: Path, repeats: int, minutes: float) -> None:
    sys.setswitchinterval(_TURN_S)
    rclpy.init()
    subject = Subject(output)
    told = {**speeds(subject, repeats), **paced(subject), **memory(subject, minutes)}
    subject.simulator.close()
    print(json.dumps(told), flush=True)
    rclpy.try_shutdown()


if __name__ == "__main__":
    if sys.argv[1] == "listen":
        listen(sys.argv[2:])
    else:
        main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
