"""Brings up the simulation, the robot, its drive, navigation and the task: ros2 launch THIS --show-args."""

import sys
from pathlib import Path

OUTPUT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(OUTPUT / "runtime"))

from robotdsl_runtime.nodes.bringup.launching import launch_description


def generate_launch_description():
    return launch_description(OUTPUT)
