"""What every node's process does when it is told to end."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("rclpy", reason="ROS's Python client is not installed")

ENDING = """
import os, signal
from robotdsl_runtime.nodes.process import Asked
asked = Asked()
print(asked())
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
    os.kill(os.getpid(), number)
print(asked())
"""


def test_who_is_asked_to_end_more_than_once_goes_on_to_its_end() -> None:
    done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("False\nTrue\n", 0), done.stderr
