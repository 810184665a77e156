"""The simulation node beside bare stepping of its model, how late its steps are, and whether its memory grows.

It runs in a process of ROS's Python, ``robotdsl_tests.node.measured``, with another one that listens to the sensors.
"""

from __future__ import annotations

import importlib.util
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request

from robotdsl_libraries import library, program
from robotdsl_tests.benchmarks.process import Measure

PROCESS = "robotdsl_tests.node.measured"


def ros_python() -> str | None:
    """A Python that speaks ROS: this one, or that which ``./robotdsl test`` has set up; ``None`` without either."""
    if importlib.util.find_spec("rclpy"):
        return sys.executable
    found = Path(sys.prefix) / "ros" / "bin" / "python"
    return str(found) if found.is_file() else None


def measures(python: str, folder: Path, repeats: int, minutes: float) -> Iterator[Measure]:
    """The benchmark, run by ``python``: each ratio from ``repeats`` pairs, memory over simulated ``minutes``."""
    request = Request(
        tuple(map(str, program("sensors"))), (str(library("example")),), target="ros-mujoco-nav2", output=str(folder)
    )
    compile_program(request)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "ROS_DOMAIN_ID": str(1 + os.getpid() % 101),
    }
    done = subprocess.run(
        [python, "-m", PROCESS, str(folder), str(repeats), str(minutes)],
        env=environment, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    told = json.loads(done.stdout.splitlines()[-1])
    # Publishing has a core of its own where there is one.
    for name, clock, aim in (("processor time", "work", ""), ("the clock on the wall", "wall", "at least 0.4")):
        node, bare = told[f"node_{clock}"], told[f"bare_{clock}"]
        pairs = [b / n for n, b in zip(node, bare, strict=True)]
        yield Measure(
            f"node's speed / bare mj_step's, by {name}",
            f"{statistics.median(bare) / statistics.median(node):.2f}",
            aim,
            f"{min(pairs):.2f} to {max(pairs):.2f}; lidar and IMU heard, no pace",
        )
    yield Measure(
        "steps at real time late, 99 of 100 by at most",
        f"{told['lateness_ms']:.1f} ms",
        "under 5 ms",
        "with a camera too; on a busy machine this is how busy it is",
    )
    yield Measure(
        "processor time of 5 ms of steps, 99 of 100 at most",
        f"{told['step_ms']:.1f} ms",
        "under 5 ms",
        "with what the sensors take; without other work a step is late by little more",
    )
    drawn = f"with the camera's process, {told['pictures']} pictures"
    yield Measure("cores at real time", f"{told['cores']:.2f}", "at most 1", drawn)
    since = f"of {told['memory_mb']:.0f} MB, in {minutes:g} min simulated"
    yield Measure("memory grown", f"{told['grown_mb']:.1f} MB", "0", since)
