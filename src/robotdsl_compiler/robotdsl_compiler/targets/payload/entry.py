"""The entry points of an output: scripts that put its runtime on Python's path and call it."""

from __future__ import annotations

from robotdsl_compiler.targets.contract import File

_SCRIPT = '''\
"""{what}"""

import sys

# In words that an older Python understands, which would stumble over the files it is about to read.
if sys.version_info < (3, 11):
    sys.stderr.write("error: Python 3.11 or newer is needed; this is %d.%d\\n" % sys.version_info[:2])
    sys.exit(2)

import signal

# What is interrupted while it loads ends at once and without a traceback; who starts it may hold the signal back until
# here.
signal.signal(signal.SIGINT, signal.SIG_DFL)
if hasattr(signal, "pthread_sigmask"):
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {{signal.SIGINT}})

from pathlib import Path

OUTPUT = Path(__file__).resolve().{output}
sys.path.insert(0, str(OUTPUT / "runtime"))

from {module} import {function}

{heard}if __name__ == "__main__":
    sys.exit({function}(OUTPUT, sys.argv[1:]))
'''

# One that is started alone hears of an end from here on. A process of many that are brought up and ended together says
# nothing of an end that comes before it has anything to put away; once it has, it handles the signal itself.
_HEARD = "signal.signal(signal.SIGINT, signal.default_int_handler)\n\n"

_LAUNCH = '''\
"""Brings up the simulation, the robot, its drive, navigation and the task: ros2 launch THIS --show-args."""

import sys
from pathlib import Path

OUTPUT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(OUTPUT / "runtime"))

from robotdsl_runtime.nodes.bringup.launching import launch_description


def generate_launch_description():
    return launch_description(OUTPUT)
'''

_NODES = "robotdsl_runtime.nodes"
# Each script of a ROS target's runtime: what it does, and the function that it calls.
_SCRIPTS: dict[str, tuple[str, str, str]] = {
    "task": ("Runs the task of this output on the robot and judges it.", f"{_NODES}.task", "main"),
    "mujoco_sim": ("Simulates the robot in its world.", "robotdsl_mujoco_sim.node.main", "main"),
    "omni_drive": ("Drives a base on omni wheels.", f"{_NODES}.drive", "omni_drive"),
    "steering_drive": ("Drives a base that steers as a car does.", f"{_NODES}.drive", "steering_drive"),
    "track_drive": ("Drives a base on tracks.", f"{_NODES}.drive", "track_drive"),
    "base": ("Drives the base of this output without ros2_control.", f"{_NODES}.drive", "base"),
    "state_publisher": ("Publishes where the robot's links are.", f"{_NODES}.state_publisher", "main"),
    "depth_scan": ("Makes a scan of a camera's cloud.", f"{_NODES}.depth_scan", "main"),
    "range_sensor": ("Makes a reading of a range finder's cone.", f"{_NODES}.range_sensor", "main"),
    "navigation": ("Navigates where Nav2 is not installed.", f"{_NODES}.navigation", "main"),
    "bringup": ("Brings all of this output up without the launch package.", f"{_NODES}.bringup.command", "main"),
}


def entry_point() -> File:
    """run.py of an embedded output."""
    what = "Runs the task of this folder in MuJoCo and judges it: python run.py --help. Needs numpy and mujoco."
    return _script("run.py", what, "robotdsl_mujoco_sim.embedded", "main", heard=_HEARD)


# Those that are of use with the MuJoCo simulation node alone.
_OF_MUJOCO = ("mujoco_sim", "base", "state_publisher")


def node_entry_points(*, mujoco: bool) -> tuple[File, ...]:
    """runtime/run_<what>.py of a ROS target's output, with ``mujoco`` one that is simulated in MuJoCo."""
    return tuple(
        _script(f"runtime/run_{name}.py", what, module, function)
        for name, (what, module, function) in _SCRIPTS.items()
        if mujoco or name not in _OF_MUJOCO
    )


def launch_file() -> File:
    """launch/bringup.launch.py, which carries out the plan that the runtime makes of an output."""
    return File("launch/bringup.launch.py", _LAUNCH.encode("utf-8"))


def _script(path: str, what: str, module: str, function: str, heard: str = "") -> File:
    up = ".".join(["parent"] * len(path.split("/")))
    text = _SCRIPT.format(what=what, module=module, function=function, output=up, heard=heard)
    return File(path, text.encode("utf-8"))
