"""The test command: lint, types, then the tests of every package through colcon, ending with the counts.

Run as ``./robotdsl test``. Everything it writes lies under ``build/check`` of the checkout.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from robotdsl_tests.ros import RosMissing, python_with_ros

TYPED = (
    "robotdsl_compiler", "robotdsl_runtime", "robotdsl_mujoco_sim", "robotdsl_web", "robotdsl_libraries",
    "robotdsl_tests",
)  # fmt: skip


# Its tests take as long as those of all other packages.
LONGEST = "robotdsl_tests"


@dataclass(frozen=True, slots=True)
class Counts:
    """Tests by outcome."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def count_results(folder: Path) -> dict[str, Counts]:
    """The outcomes in the JUnit files that colcon's pytest step leaves in each package's build folder."""
    found: dict[str, Counts] = {}
    for file in sorted(folder.glob("*/pytest.xml")):
        for suite in ElementTree.parse(file).getroot().iter("testsuite"):
            tests, errors, failures, skipped = (
                int(suite.get(key, "0")) for key in ("tests", "errors", "failures", "skipped")
            )
            counts = Counts(tests - errors - failures - skipped, errors + failures, skipped)
            found[file.parent.name] = found.get(file.parent.name, Counts()) + counts
    return found


def failures(folder: Path) -> list[tuple[str, str]]:
    """Every failed test as ``(name, what it printed)``."""
    found = []
    for file in sorted(folder.glob("*/pytest.xml")):
        for case in ElementTree.parse(file).getroot().iter("testcase"):
            for child in case:
                if child.tag in ("failure", "error"):
                    name = f"{file.parent.name}: {case.get('classname', '')}.{case.get('name', '')}"
                    found.append((name, child.text or child.get("message") or ""))
    return found


def environment(scripts: Path) -> dict[str, str]:
    """The caller's environment with this Python's tools first, so that colcon's own ``python3`` is this one. What
    speaks ROS stays on this machine.
    """
    path = f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}"
    logs = str(Path(sys.prefix) / "ros_logs")
    return {**os.environ, "PATH": path, "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_LOG_DIR": logs}


def testing_python(workspace: Path) -> str:
    """The Python that runs the tests: one that speaks ROS where that can be had."""
    try:
        return str(python_with_ros(workspace))
    except RosMissing as why:
        print(f"The tests that speak ROS are skipped: {why}", flush=True)
        return sys.executable


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./robotdsl test", description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("workspace", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--packages", nargs="+", metavar="NAME", help="test these packages only")
    options = parser.parse_args(argv)
    workspace: Path = options.workspace
    built = workspace / "build" / "check"
    scripts = Path(sys.executable).parent
    env = environment(scripts)
    source = workspace / "src"
    selected = options.packages or sorted(p.parent.name for p in source.glob("*/package.xml"))

    def run(title: str, *command: str) -> bool:
        print(f"== {title}", flush=True)
        return subprocess.run(command, cwd=workspace, env=env, check=False).returncode == 0

    python = sys.executable
    typed = [str(source / name / name) for name in TYPED]
    # Old results of tests that are gone would be counted.
    shutil.rmtree(built / "build", ignore_errors=True)
    start = time.monotonic()
    colcon = (testing_python(workspace), str(scripts / "colcon"), "--log-base")
    places = ("--base-paths", str(source), "--build-base", str(built / "build"))
    installed = ("--install-base", str(built / "install"))

    def test(packages: list[str], log: str) -> tuple[str, ...]:
        return (
            *colcon, str(built / log), "test", *places, *installed, "--packages-select", *packages,
            "--return-code-on-test-failure", "--event-handlers", "console_cohesion+",
        )  # fmt: skip

    passed = {
        "ruff check": run("ruff check", python, "-m", "ruff", "check", "--quiet", "."),
        "ruff format": run("ruff format", python, "-m", "ruff", "format", "--check", "--quiet", "."),
        "colcon build": run(
            "colcon build", *colcon, str(built / "log"), "build", *places, *installed, "--packages-up-to", *selected,
        ),
    }  # fmt: skip
    # Colcon tests a package after those that it needs, which keeps one core busy. The package that takes as long as all
    # others together needs them all; it starts first, and the others go beside it.
    others = [name for name in selected if name != LONGEST]
    steps = {f"colcon test {LONGEST}": test([LONGEST], "log_longest")} if LONGEST in selected else {}
    steps["mypy"] = (python, "-m", "mypy", *typed)
    if others:
        steps["colcon test"] = test(others, "log")
    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as beside:
        ended = {name: beside.submit(run, name, *command) for name, command in steps.items()}
        passed |= {name: future.result() for name, future in ended.items()}
    for name, text in failures(built / "build"):
        print(f"\n-- {name}\n{text}")
    counts = count_results(built / "build")
    print()
    for package, of_package in counts.items():
        print(f"  {package:22} {of_package}")
    for package in selected:
        if package not in counts:
            print(f"  {package:22} no test ran")
    for step, good in passed.items():
        if not good:
            print(f"  {step:22} FAILED")
    total = sum(counts.values(), Counts())
    print(f"  {time.monotonic() - start:.0f} s")
    print(total)
    return 0 if all(passed.values()) and total.failed == 0 and set(selected) <= counts.keys() else 1
