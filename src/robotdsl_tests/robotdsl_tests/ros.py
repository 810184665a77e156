"""An environment in which the tests can speak ROS on a machine without it: the client library as wheels, and stand-ins
for the interfaces that no wheel brings.

It lies inside of the tests' own environment and sees what that one holds, so that nothing is installed twice. A machine
that has ROS sourced needs none of it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy

# What the wheels' CMake files name of the machine that they were built on.
_THEIR_NUMPY = re.compile(r"/opt/python/[^;\"\s]*/numpy/_core/include")
_THEIR_PYTHON = re.compile(r"/opt/python/[^;\"\s]*/include/python3\.\d+")
_TOOLS = ("cmake", "g++")
# Each after what it uses.
_UNDERLAY = ("tf2_msgs", "ros_gz_interfaces", "nav2_msgs")


class RosMissing(Exception):
    """ROS cannot be had here; the message says why, in a line."""


def python_with_ros(workspace: Path) -> Path:
    """A Python that imports rclpy and the interfaces: this one, or that of the environment, which is made on first use
    and again when what it is made of has changed.

    Raises ``RosMissing`` where the wheels cannot be installed or the stand-ins cannot be built.
    """
    if all(importlib.util.find_spec(name) for name in ("rclpy", *_UNDERLAY)):
        return Path(sys.executable)
    environment = Path(sys.prefix) / "ros"
    python = environment / "bin" / "python"
    pins = workspace / "requirements" / "ros.txt"
    underlay = workspace / "src" / "robotdsl_tests" / "underlay"
    stamp, made_of = environment / "stamp", _digest(pins, underlay)
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == made_of:
        return python
    shutil.rmtree(environment, ignore_errors=True)
    log = Path(sys.prefix) / "ros.log"
    log.unlink(missing_ok=True)
    print("Setting up ROS's Python client (once, some minutes)", flush=True)
    _install(environment, python, pins, log)
    _build(environment, python, underlay, log)
    stamp.write_text(made_of, encoding="utf-8")
    return python


def _digest(pins: Path, underlay: Path) -> str:
    found = hashlib.sha256(f"{sys.prefix} {sys.version}".encode())
    for file in (pins, Path(__file__), *sorted(f for f in underlay.rglob("*") if f.is_file())):
        found.update(file.read_bytes())
    return found.hexdigest()


def _install(environment: Path, python: Path, pins: Path, log: Path) -> None:
    _run(log, "a virtual environment", sys.executable, "-m", "venv", "--without-pip", str(environment))
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    # Ahead of its own: a wheel of ROS brings an old lark of the same name.
    lent = sysconfig.get_path("purelib")
    (packages / "lent.pth").write_text(f"import sys; sys.path.insert(1, {lent!r})\n", encoding="utf-8")
    _run(
        log, "the wheels of ROS for this machine and Python",
        sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-cache-dir",
        "--disable-pip-version-check", "--progress-bar", "off", "--requirement", str(pins),
    )  # fmt: skip


def _build(environment: Path, python: Path, underlay: Path, log: Path) -> None:
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if missing:
        raise RosMissing(f"the interface stand-ins need {', '.join(missing)} to be built")
    for file in (environment / "share").glob("*/cmake/*.cmake"):
        text = mended = file.read_text(encoding="utf-8")
        mended = _THEIR_NUMPY.sub(lambda _: numpy.get_include(), mended)
        mended = _THEIR_PYTHON.sub(lambda _: sysconfig.get_path("include"), mended)
        if mended != text:
            file.write_text(mended, encoding="utf-8")
    # What builds faster, where it is there.
    generator = ("-G", "Ninja") if shutil.which("ninja") else ()
    for name in _UNDERLAY:
        place = environment / "build" / name
        _run(
            log, f"the stand-ins for {name}",
            "cmake", "-S", str(underlay / name), "-B", str(place), *generator, "-DBUILD_TESTING=OFF",
            f"-DCMAKE_INSTALL_PREFIX={environment}", f"-DCMAKE_PREFIX_PATH={environment}",
            f"-DPython3_EXECUTABLE={python}", environment=environment,
        )  # fmt: skip
        _run(
            log, f"the stand-ins for {name}",
            "cmake", "--build", str(place), "--target", "install", "--parallel", str(os.cpu_count() or 1),
            environment=environment,
        )  # fmt: skip
    shutil.rmtree(environment / "build")


def _run(log: Path, what: str, *command: str, environment: Path | None = None) -> None:
    # Pip asks rustc for its version, and rustup keeps its settings in here then.
    variables = {"RUSTUP_HOME": str(Path(sys.prefix) / "rustup"), **os.environ}
    if environment is not None:
        # The generators of ROS are Python too, and are found by the path.
        variables["PATH"] = f"{environment / 'bin'}{os.pathsep}{variables.get('PATH', '')}"
        variables["AMENT_PREFIX_PATH"] = variables["CMAKE_PREFIX_PATH"] = str(environment)
    with log.open("ab") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=variables, check=False)
    if done.returncode != 0:
        raise RosMissing(f"{what} could not be had; {log} tells more")
