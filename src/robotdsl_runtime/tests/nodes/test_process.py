"""What every node's process does round its node."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")

from dds import ros_domain
from robotdsl_runtime.nodes.process import NodeFault, begin, own_arguments, require_to_be_alone, take_no_arguments

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


@pytest.mark.parametrize("told", [["-p", "rate:="], ["--bogus"], ["--params-file", "none.yaml"], ["-p"]])
@pytest.mark.parametrize("read", [own_arguments, begin])
def test_arguments_that_ros_cannot_read_end_with_a_line(
    read: Callable[[str, list[str]], object], told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        read("run_x.py", ["--ros-args", *told])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.startswith("error: arguments of ROS: ") and said.count("\n") == 1 and told[0] in said


def test_a_node_that_takes_no_arguments_refuses_one(capsys: pytest.CaptureFixture[str]) -> None:
    take_no_arguments("run_x.py", ["--ros-args", "-p", "rate:=1", "--"])
    with pytest.raises(SystemExit) as ended:
        take_no_arguments("run_x.py", ["bogus", "--ros-args", "-p", "rate:=1"])
    assert (ended.value.code, "run_x.py: error: " in capsys.readouterr().err) == (2, True)
