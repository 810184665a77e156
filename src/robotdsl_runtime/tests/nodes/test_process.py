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
# Asked for the second time when Python has given up its signals.
LATE = """
import os, signal
from robotdsl_runtime.nodes.process import Asked
class Late:
    def __del__(self, kill=os.kill, process=os.getpid(), number=signal.SIGINT):
        kill(process, number)
asked, late = Asked(), Late()
"""


def test_who_is_asked_to_end_twice_ends_once() -> None:
    done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("whole\n", 0), done.stderr


def test_who_has_ended_well_does_not_die_of_being_asked_again() -> None:
    done = subprocess.run([sys.executable, "-c", LATE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
