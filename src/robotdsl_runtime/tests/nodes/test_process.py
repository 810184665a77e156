"""What every node's process does round its node."""

from __future__ import annotations

import subprocess
import sys

import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")

from dds import ros_domain
from robotdsl_runtime.nodes.process import NodeFault, require_to_be_alone

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


def test_a_domain_that_has_such_a_node_is_refused() -> None:
    with ros_domain():
        first, other = (rclpy.create_node(name) for name in ("drive", "navigation"))
        require_to_be_alone(first, 0.1)
        second = rclpy.create_node("drive")
        elsewhere = rclpy.create_node("drive", namespace="hall")
        with pytest.raises(NodeFault, match=r"ROS domain \d+ has a node drive already, of another output that runs"):
            require_to_be_alone(second, 60.0)
        require_to_be_alone(elsewhere, 0.1)
        for node in (first, other, second, elsewhere):
            node.destroy_node()
