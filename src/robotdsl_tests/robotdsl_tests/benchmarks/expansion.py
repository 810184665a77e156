"""Compiling the demo for Gazebo, every file of its output, against xacro expanding a description of the same robot."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from robotdsl_libraries import library, program
from robotdsl_tests.benchmarks.process import Measure, measured

DESCRIBED = Path(__file__).with_name("described.xacro")
_NAME = "compile for ros-gz-nav2 / xacro on a description of the robot"
_AIM = "below 1.5"


def measures(folder: Path, repeats: int) -> Iterator[Measure]:
    if find_spec("xacro") is None:
        yield Measure(_NAME, "-", _AIM, "xacro, of requirements/test.txt, is not installed")
        return
    expand = (sys.executable, "-c", "from xacro import main; main()", str(DESCRIBED), "-o", str(folder / "robot.urdf"))
    command = (
        sys.executable, "-m", "robotdsl_compiler.cli", "compile", *(str(file) for file in program("demo")),
        "--library", str(library("example")), "--target", "ros-gz-nav2", "--output", str(folder / "gazebo"),
    )  # fmt: skip
    # Once unmeasured, as of every pair of processes: byte code and the file cache are there for both from then on.
    measured(*expand), measured(*command)
    pairs = [(measured(*command), measured(*expand)) for _ in range(repeats)]
    ratios = [a.seconds / b.seconds for a, b in pairs]
    ratio = statistics.median(a.seconds for a, _ in pairs) / statistics.median(b.seconds for _, b in pairs)
    files = sum(1 for path in (folder / "gazebo").rglob("*") if path.is_file())
    yield Measure(_NAME, f"{ratio:.2f}", _AIM, f"{min(ratios):.2f} to {max(ratios):.2f}; {files} files")
