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

from pathlib import Path

OUTPUT = Path(__file__).resolve().{output}
sys.path.insert(0, str(OUTPUT / "runtime"))

from {module} import main

if __name__ == "__main__":
    sys.exit(main(OUTPUT, {arguments}))
'''

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

_NODES, _PLAIN = "robotdsl_runtime.nodes", "sys.argv[1:]"
# Each script of a ROS target's runtime: what it is, the module that it runs, and what that takes after the output.
_SCRIPTS: dict[str, tuple[str, str, str]] = {
    "task": ("Runs the task of this output on the robot and judges it.", f"{_NODES}.task", _PLAIN),
    "mujoco_sim": ("Simulates the robot in its world.", "robotdsl_mujoco_sim.node.main", _PLAIN),
    "omni_drive": ("Drives a base on omni wheels.", f"{_NODES}.drive", f'"omni_drive", {_PLAIN}'),
    "steering_drive": ("Drives a base that steers as a car does.", f"{_NODES}.drive", f'"steering_drive", {_PLAIN}'),
    "track_drive": ("Drives a base on tracks.", f"{_NODES}.drive", f'"track_drive", {_PLAIN}'),
    "base": ("Drives the base of this output without ros2_control.", f"{_NODES}.drive", f'"base", {_PLAIN}'),
    "state_publisher": ("Publishes where the robot's links are.", f"{_NODES}.state_publisher", _PLAIN),
    "depth_scan": ("Makes a scan of a camera's cloud.", f"{_NODES}.depth_scan", _PLAIN),
    "range_sensor": ("Makes a range of the cone of a range finder.", f"{_NODES}.range_sensor", _PLAIN),
    "navigation": ("Navigates where Nav2 is not installed.", f"{_NODES}.navigation", _PLAIN),
    "bringup": ("Brings all of this output up without the launch package.", f"{_NODES}.bringup.command", _PLAIN),
}


def entry_point() -> File:
    """run.py of an embedded output."""
    what = "Runs the task of this folder in MuJoCo and judges it: python run.py --help. Needs numpy and mujoco."
    return _script("run.py", what, "robotdsl_mujoco_sim.embedded", _PLAIN, "parent")


def node_entry_points() -> tuple[File, ...]:
    """runtime/run_<what>.py of a ROS target's output."""
    return tuple(
        _script(f"runtime/run_{name}.py", what, module, arguments, "parent.parent")
        for name, (what, module, arguments) in _SCRIPTS.items()
    )


def launch_file() -> File:
    """launch/bringup.launch.py, which carries out the plan that the runtime makes of an output."""
    return File("launch/bringup.launch.py", _LAUNCH.encode("utf-8"))


def _script(path: str, what: str, module: str, arguments: str, output: str) -> File:
    text = _SCRIPT.format(what=what, module=module, arguments=arguments, output=output)
    return File(path, text.encode("utf-8"))
