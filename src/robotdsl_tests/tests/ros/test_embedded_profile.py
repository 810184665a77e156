"""The runtime's nodes together over real DDS: base drive, navigation and task, round a simulated robot that moves every
way, without Nav2 and ros2_control. The simulator's ground truth says whether it got there. Bases of the other kinds are
driven in whole outputs, in test_output_runs.py.
"""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request

from robotdsl_libraries import library, program

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("nav2_msgs", reason="neither Nav2's interfaces nor their stand-ins are installed")

from nav_msgs.msg import Odometry
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, QoSProfile, qos_profile_sensor_data
from robotdsl_mujoco_sim.sensors.rays import Lidar, Lidar3D
from robotdsl_mujoco_sim.simulation import Simulation
from robotdsl_runtime.nodes.messages import planar_transform, seconds, transform_message
from robotdsl_runtime.nodes.transforms import Transform
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState, LaserScan
from tf2_msgs.msg import TFMessage

# What the simulation does between two looks at what it was told, s.
PERIOD_S = 0.02
SCAN_PERIOD_S = 0.1
DEADLINE_S = 120.0
# How far behind those may be who are waited for, s.
LAG_S = 0.06
HEARD = 8


@pytest.fixture(scope="module", autouse=True)
def ros() -> Iterator[None]:
    # The processes have it from their environment.
    ours = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_DOMAIN_ID": str(61 + os.getpid() % 20)}
    before = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)
    rclpy.init()
    yield
    rclpy.shutdown()
    for name, value in before.items():
        os.environ.pop(name)
        if value is not None:
            os.environ[name] = value


def compiled(name: str, output: Path) -> Path:
    """The embedded target's output with what the nodes read besides."""
    outcome = compile_program(
        Request(tuple(map(str, program(name))), (str(library("example")),), target="embedded", output=str(output))
    )
    assert [d.message for d in outcome.diagnostics] == []
    drive, fields = (json.loads((output / f).read_text()) for f in ("drive.json", "nav/navigation.json"))
    for belt, side in zip(drive.get("belts", ()), (1.0, -1.0), strict=False):
        belt["y"] = side * 0.5 * drive["separation"]
    drive["turning_center"] = fields["turning_center_m"]
    (output / "robot").mkdir()
    (output / "robot" / "base_drive.json").write_text(json.dumps(drive))
    checker = {
        "plugin": "nav2_controller::SimpleGoalChecker" if fields["turns_in_place"] else "PositionGoalChecker",
        "xy_goal_tolerance": fields["goal_tolerance_m"],
        "yaw_goal_tolerance": fields["goal_tolerance_rad"] or 0.0,
    }
    text = json.dumps({"controller_server": {"ros__parameters": {"goal_checker": checker}}})
    for file in ("nav2.base.yaml", "nav2.robot.yaml"):
        (output / "nav" / file).write_text(text)
    return output


class Simulator:
    """What stands in for the simulation's node: it speaks and listens as that one does, step by step."""

    def __init__(self, output: Path, robot: str) -> None:
        self.simulation = Simulation.load(output)
        self.node = rclpy.create_node("simulator")
        node = self.node
        self._robot = robot
        self._clock = node.create_publisher(Clock, "/clock", 10)
        self._states = node.create_publisher(JointState, "/mujoco/joint_states", 10)
        self._poses = node.create_publisher(TFMessage, f"/model/{robot}/pose", 100)
        self._scans = node.create_publisher(LaserScan, "/scan", qos_profile_sensor_data)
        static = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self._static = node.create_publisher(TFMessage, "/tf_static", static)
        node.create_subscription(JointState, "/mujoco/joint_commands", self._command, 1)
        sensors = self.simulation.sensors.items()
        self.lidar = next(((n, s) for n, s in sensors if isinstance(s, Lidar | Lidar3D)), None)
        model = self.simulation.model
        self._actuators = {model.joint(int(model.actuator_trnid[k, 0])).name: k for k in range(model.nu)}
        if self.lidar is not None:
            origin, rotation = self.simulation.sensor_in_base(self.lidar[0])
            yaw = math.atan2(rotation[1, 0], rotation[0, 0])
            turn = planar_transform((0.0, 0.0, yaw)).rotation
            place = transform_message("base_footprint", self.lidar[0], self._stamp(), Transform(tuple(origin), turn))
            self._static.publish(TFMessage(transforms=[place]))
        self._next_scan = 0.0

    def _stamp(self) -> Any:
        message = Clock()
        message.clock.sec, message.clock.nanosec = divmod(round(self.simulation.time * 1e9), 1_000_000_000)
        return message.clock

    def step(self) -> None:
        simulation = self.simulation
        simulation.advance(PERIOD_S)
        stamp = self._stamp()
        if simulation.joint_names:
            states = simulation.joint_states()
            message = JointState(
                name=list(simulation.joint_names),
                position=array("d", states.position.tobytes()),
                velocity=array("d", states.velocity.tobytes()),
            )
            message.header.stamp = stamp
            self._states.publish(message)
        pose = simulation.pose()
        self._poses.publish(
            TFMessage(transforms=[transform_message("world", self._robot, stamp, Transform(pose[:3], pose[3:]))])
        )
        if self.lidar is not None and simulation.time >= self._next_scan:
            self._next_scan = simulation.time + SCAN_PERIOD_S - 1e-6
            self._scan(stamp)
        self._clock.publish(Clock(clock=stamp))

    def _scan(self, stamp: Any) -> None:
        name, sensor = self.lidar or ("", None)
        seen = sensor.read() if isinstance(sensor, Lidar) else sensor.scan()
        message = LaserScan(
            angle_min=seen.angle_min, angle_increment=seen.angle_increment, range_min=seen.range_min,
            range_max=seen.range_max, ranges=seen.ranges.astype("f4").tolist(),
        )  # fmt: skip
        message.header.stamp, message.header.frame_id = stamp, name
        self._scans.publish(message)

    def _command(self, message: Any) -> None:
        for name, speed, angle in zip(message.name, message.velocity, message.position, strict=True):
            value = angle if math.isnan(speed) else speed
            if math.isfinite(value):
                self.simulation.data.ctrl[self._actuators[name]] = value


class Stack:
    """The processes of the embedded profile for an output, and the simulator, which goes no faster than they do."""

    def __init__(self, output: Path) -> None:
        mission = json.loads((output / "task" / "mission.json").read_text())
        self.simulator = Simulator(output, mission["robot"])
        self.odometry_at = self.frame_at = -math.inf
        node = self.simulator.node
        node.create_subscription(Odometry, "/odom", self._odometry, 50)
        node.create_subscription(TFMessage, "/tf", self._frame, 100)
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(node)
        scan = ["--scan", "/scan"] if self.simulator.lidar is not None else []
        self.others = [started("drive", "base", output), started("navigation", "main", output, *scan)]
        self.task = started("task", "main", output, "--start-lifecycle", "--start-after", "0.5")

    def _odometry(self, message: Any) -> None:
        self.odometry_at = seconds(message.header.stamp)

    def _frame(self, message: Any) -> None:
        for item in message.transforms:
            if item.header.frame_id == "map":
                self.frame_at = seconds(item.header.stamp)

    def run(self) -> int:
        """Until the task's process ends: its exit code."""
        limit = time.monotonic() + DEADLINE_S
        while self.task.poll() is None:
            assert time.monotonic() < limit, "the task did not end"
            assert [process.poll() for process in self.others] == [None, None]
            self.simulator.step()
            # Each hears one message; more arrive in a step than one.
            for _ in range(HEARD):
                self._executor.spin_once(timeout_sec=0.0)
            while self._ahead() and self.task.poll() is None and time.monotonic() < limit:
                self._executor.spin_once(timeout_sec=0.01)
        return self.task.returncode

    def _ahead(self) -> bool:
        """Whether the simulation has left those behind whom it hears: a base of 20 ms, navigation of 50 ms."""
        now = self.simulator.simulation.time
        return now - LAG_S > self.odometry_at > 0.0 or now - 2.0 * LAG_S > self.frame_at > 0.0

    def end(self) -> list[int]:
        """The exit codes of the processes that run until they are told to end."""
        for process in self.others:
            process.send_signal(signal.SIGINT)
        codes = [process.wait(DEADLINE_S) for process in self.others]
        self._executor.shutdown()
        self.simulator.node.destroy_node()
        return codes

    def kill(self) -> None:
        for process in (*self.others, self.task):
            process.kill()
            process.wait(DEADLINE_S)


def started(module: str, entry: str, output: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """The process that an entry point of the output's runtime/ is."""
    code = (
        "import sys; from pathlib import Path; "
        f"from robotdsl_runtime.nodes.{module} import {entry}; sys.exit({entry}(Path(sys.argv[1]), sys.argv[2:]))"
    )
    return subprocess.Popen([sys.executable, "-c", code, str(output), *arguments])


def with_task(output: Path, tree: str) -> Path:
    """The output with a shorter task, and nothing to check but where it got."""
    folder = output / "task"
    root = '<root BTCPP_format="4" main_tree_to_execute="{0}"><BehaviorTree ID="{0}">{1}</BehaviorTree></root>'
    mission, evaluation = (json.loads((folder / f"{n}.json").read_text()) for n in ("mission", "evaluation"))
    (folder / "behavior_tree.xml").write_text(root.format(mission["task"], tree))
    (folder / "evaluation.json").write_text(json.dumps({**evaluation, "checks": []}))
    return output


MOTIONS = """<Sequence>
    <Navigate goal="at_shelf"/> <Spin angle_rad="1.0"/> <BackUp distance_m="0.1"/> <Strafe distance_m="0.2"/>
    <Advance distance_m="0.1"/>
</Sequence>"""


def test_a_base_does_its_task_over_ros(tmp_path: Path) -> None:
    stack = Stack(with_task(compiled("mecanum", tmp_path / "out"), MOTIONS))
    try:
        code = stack.run()
        result, evaluation = (
            json.loads((tmp_path / "out" / "run" / f"{n}.json").read_text()) for n in ("task_result", "evaluation")
        )
        assert (result["status"], result["message"]) == ("success", "")
        assert evaluation["physical"]["verdict"] == "pass", evaluation["physical"]["reason"]
        assert code == 0
        assert stack.end() == [0, 0]
    finally:
        stack.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_task_that_is_interrupted_as_it_waits_is_judged_all_the_same(number: int, tmp_path: Path) -> None:
    output = with_task(compiled("demo", tmp_path / "out"), '<Navigate goal="goal"/>')
    node = rclpy.create_node("onlooker")
    process = started("task", "main", output, "--start-lifecycle")
    try:
        limit = time.monotonic() + DEADLINE_S
        # Its transforms are listened to last of all but the timer.
        while node.count_subscribers("/global_costmap/published_footprint") == 0:
            assert process.poll() is None and time.monotonic() < limit
            rclpy.spin_once(node, timeout_sec=0.05)
        process.send_signal(number)
        assert process.wait(DEADLINE_S) == 130
    finally:
        process.kill()
        process.wait(DEADLINE_S)
        node.destroy_node()
    result, evaluation = (json.loads((output / "run" / f"{n}.json").read_text()) for n in ("task_result", "evaluation"))
    assert (result["status"], result["started_at"]) == ("interrupted", None)
    assert evaluation["task"]["verdict"] == "unknown"
