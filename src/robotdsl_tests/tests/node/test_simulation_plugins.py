"""Plugins on the simulation node, over real DDS."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("ros_gz_interfaces", reason="neither Gazebo's interfaces nor their stand-ins are installed")

from geometry_msgs.msg import Twist, TwistStamped
from nav_msgs.msg import Odometry
from rclpy.parameter import Parameter
from robotdsl_mujoco_sim.plugins.interface import PluginError
from robotdsl_runtime.nodes.drive import drive_node
from std_srvs.srv import Trigger
from trial import Trial

pytestmark = pytest.mark.usefixtures("ros")
OFFERED = """
from robotdsl_mujoco_sim.plugins.interface import Plugin

class Brittle(Plugin):
    def init(self, context, model, data):
        self.steps = 0
        return True

    def pre_step(self, data):
        self.steps += 1
        if self.steps == 40:
            raise ZeroDivisionError("by nought")

    def cleanup(self):
        print("cleaned up", flush=True)
"""


def drive(**more: Any) -> dict[str, Any]:
    values = {"type": "BaseVelocityPlugin", "body": "base_footprint", **more}
    return {f"mujoco_plugins.base.{name}": value for name, value in values.items()}


@pytest.mark.parametrize("stamped", [False, True])
def test_a_base_goes_exactly_as_it_is_told_by_topic(trial: Callable[..., Trial], stamped: bool) -> None:
    """To the side, and turning: what a differential base's wheels could never do."""
    run = trial("demo", **drive(use_stamped_twist=stamped, cmd_vel_topic="/told", max_linear_velocity=0.5))
    told = run.other.create_publisher(TwistStamped if stamped else Twist, "/told", 10)
    message = TwistStamped() if stamped else Twist()
    twist = message.twist if stamped else message
    twist.linear.x, twist.linear.y, twist.angular.z = 0.6, -0.8, 0.4
    seen: list[Any] = []

    def reached() -> bool:
        told.publish(message)
        seen.append(run.simulation.twist())
        return len(seen) > 20 and seen[-1].linear[1] < -0.3

    run.start()
    run.until(reached, "the base to move")
    run.close_loop()
    motion = run.simulation.twist()
    assert (*motion.linear[:2], motion.angular[2]) == pytest.approx((0.3, -0.4, 0.4), abs=1e-3)


def test_a_reset_of_the_world_stops_the_base(trial: Callable[..., Trial]) -> None:
    run = trial("demo", **drive(cmd_timeout=1e6))
    told = run.other.create_publisher(Twist, "/cmd_vel", 10)
    message = Twist()
    message.linear.x = 0.5

    def moving() -> bool:
        told.publish(message)
        return run.simulation.pose()[0] > 0.02 + start

    start = run.simulation.pose()[0]
    run.start()
    run.until(moving, "the base to move")
    assert run.call(Trigger, "/mujoco_sim/reset").success
    run.run(0.3)
    assert run.simulation.pose()[0] == pytest.approx(start, abs=0.02)


def test_a_plugin_that_is_not_ready_refuses_to_start(trial: Callable[..., Trial]) -> None:
    with pytest.raises(PluginError, match=r"plugin 'base' \(BaseVelocityPlugin\) failed in init: .* body is 'nobody'"):
        trial("demo", **drive(body="nobody"))


def test_an_exception_in_a_plugin_names_it_and_stops_the_node_cleanly(
    output: Callable[[str], Path], tmp_path: Path
) -> None:
    """A plugin of another package, found by its entry point."""
    (tmp_path / "brittle.py").write_text(OFFERED)
    info = tmp_path / "brittle-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brittle\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[robotdsl_mujoco_sim.plugins]\nbrittle/Brittle = brittle:Brittle\n")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [
            sys.executable, "-m", "robotdsl_mujoco_sim.node.main", str(output("demo")),
            "--ros-args", "-p", "mujoco_plugins.odd.type:=brittle/Brittle",
        ],
        env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "plugin 'odd' (brittle/Brittle) failed in pre_step: ZeroDivisionError: by nought" in done.stderr
    assert done.stdout.count("cleaned up") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "left", "robot_turns"),
    [("demo", 0.0, 0.6), ("tracked", 0.0, 0.5), ("car", 0.0, 0.2), ("mecanum", 0.2, 0.4), ("omni_three", -0.2, 0.3)],
)
def test_a_kinematic_base_goes_as_its_wheels_are_told(
    trial: Callable[..., Trial], output: Callable[[str], Path], name: str, left: float, robot_turns: float
) -> None:
    """What ``drive:=kinematic`` starts: the plugin, and the runtime's drive that tells it."""
    run = trial(name, **drive(cmd_vel_topic="/kinematic/cmd_vel"))
    parameters = [Parameter("use_sim_time", value=True), Parameter("kinematic", value=True)]
    node = rclpy.create_node("robotdsl_base", parameter_overrides=parameters)
    base = drive_node(node, output(name), "base")
    run._executor.add_node(node)
    told = run.other.create_publisher(TwistStamped, "/cmd_vel", 10)
    odometry = run.hear(Odometry, "/odom")
    message = TwistStamped()
    message.twist.linear.x, message.twist.linear.y, message.twist.angular.z = 0.3, left, robot_turns

    def moving() -> bool:
        told.publish(message)
        seen = run.simulation.twist()
        turns, ahead = abs(seen.angular[2] - robot_turns) < 0.02, abs(seen.linear[0] - 0.3) < 0.01
        # A base that cannot go sideways turns about a point that may lie ahead of where it is looked at.
        return bool(turns and ahead and (left == 0.0 or abs(seen.linear[1] - left) < 0.01))

    try:
        run.start()
        run.until(moving, "the base to move")
        run.until(lambda: moving() and abs(odometry[-1].twist.twist.angular.z - robot_turns) < 0.05, "its odometry")
        run.close_loop()
        # Wheels that slide under it tilt it no further than it stands.
        assert run.simulation.tilt() < 0.02
    finally:
        run.close_loop()
        base.close()
        run._executor.remove_node(node)
        node.destroy_node()
