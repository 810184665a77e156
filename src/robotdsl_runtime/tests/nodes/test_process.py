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
assert not asked()
for number in (signal.SIGINT, signal.SIGTERM):
    os.kill(os.getpid(), number)
    assert asked()
print("whole")
"""


def test_who_is_asked_to_end_twice_ends_once() -> None:
    done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("whole\n", 0), done.stderr
