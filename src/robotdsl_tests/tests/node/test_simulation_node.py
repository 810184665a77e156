"""The simulation node over real DDS: time, joints, belts, requests and the process, judged by the simulation's own
ground truth.
"""

from __future__ import annotations

import itertools
import json
import math
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("ros_gz_interfaces", reason="neither Gazebo's interfaces nor their stand-ins are installed")

from geometry_msgs.msg import Twist, TwistStamped
from nav_msgs.msg import Odometry
from rclpy.parameter import Parameter
from robotdsl_mujoco_sim.errors import SimulationError
from robotdsl_mujoco_sim.node.simulator import Simulator
from robotdsl_mujoco_sim.node.world import load_world
from robotdsl_runtime.nodes.base import BaseDriver
from robotdsl_runtime.nodes.drive import DriveNode, Hardware, TrackMotion
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState
from std_srvs.srv import SetBool, Trigger
from tf2_msgs.msg import TFMessage
from trial import DEADLINE_S, EVERY, WHEELS, Trial, ns, stamps

STATES = "/mujoco/joint_states"
pytestmark = pytest.mark.usefixtures("ros")


# Time, joints, ground truth


def test_states_and_poses_come_on_whole_steps(trial: Callable[..., Trial]) -> None:
    run = trial("demo")
    states, clock, poses = (
        run.hear(JointState, STATES),
        run.hear(Clock, "/clock"),
        run.hear(TFMessage, "/model/diff_bot/pose"),
    )
    run.start()
    run.until(lambda: len(states) > 80 and len(clock) > 160 and len(poses) > 40, "the topics")
    # A controller at 50 Hz finds a state at each of its updates, 20.0 ms apart.
    assert {b - a for a, b in itertools.pairwise(stamps(states))} == {10_000_000}
    assert {ns(m.clock) % 5_000_000 for m in clock} == {0}
    assert all(ns(b.clock) > ns(a.clock) for a, b in itertools.pairwise(clock))
    assert {ns(m.transforms[0].header.stamp) % 20_000_000 for m in poses} == {0}
    assert set(states[0].name) >= set(WHEELS)
    assert len(states[0].name) == len(states[0].position) == len(states[0].velocity) == len(states[0].effort)
    (transform,) = poses[-1].transforms
    assert (transform.header.frame_id, transform.child_frame_id) == ("demo", "diff_bot")


def test_commanded_wheels_move_the_robot_as_they_turn(trial: Callable[..., Trial]) -> None:
    run = trial("demo")
    states, poses = run.hear(JointState, STATES), run.hear(TFMessage, "/model/diff_bot/pose")
    run.start()
    run.run(0.3)
    run.drive(6.0, 6.0, seconds=1.0)
    x, y, *_ = run.simulation.pose()
    told = poses[-1].transforms[0].transform.translation
    last = states[-1]
    turned = [last.position[last.name.index(joint)] for joint in WHEELS]
    radius = float(run.simulation.model.geom("left_wheel_collision").size[0])
    assert turned[0] > 3.0 and turned[0] == pytest.approx(turned[1], rel=0.02)
    assert x == pytest.approx(turned[0] * radius, rel=0.1) and abs(y) < 0.02
    assert told.x == pytest.approx(x, abs=0.05)
    # A command that is no number changes nothing; the wheels hold the last one.
    run.drive(math.nan, math.inf, seconds=0.2)
    before = run.simulation.pose()[0]
    run.run(0.3)
    assert run.simulation.pose()[0] - before > 0.1 * 6.0 * radius
    run.drive(0.0, 0.0, seconds=0.4)
    assert abs(run.simulation.twist().linear[0]) < 0.01


def test_it_pauses_steps_and_starts_again(trial: Callable[..., Trial]) -> None:
    run = trial("demo")
    clock = run.hear(Clock, "/clock")
    run.start()
    run.drive(6.0, 6.0, seconds=0.5)
    assert not run.call(Trigger, "/mujoco_sim/step").success
    assert run.call(SetBool, "/mujoco_sim/pause", data=True).success
    steps = run.simulation.steps
    # Who comes late learns the time all the same, again and again once those from before the pause have arrived.
    run.until(
        lambda: len(clock) > 2 and {ns(m.clock) for m in clock[-3:]} == {steps * 1_000_000},
        "the clock of a paused simulation",
    )
    for k in (1, 2, 3):
        assert run.call(Trigger, "/mujoco_sim/step").success
        assert run.simulation.steps == steps + 20 * k
    moved = run.simulation.pose()[0]
    assert moved > 0.02
    assert run.call(Trigger, "/mujoco_sim/reset").success
    assert (run.simulation.steps, run.simulation.pose()[:3]) == (0, (0.0, 0.0, 0.05))
    assert not run.simulation.data.ctrl.any()
    assert run.call(SetBool, "/mujoco_sim/pause", data=False).success
    run.run(0.2)
    assert ns(clock[-1].clock) < steps * 1_000_000 + 60_000_000
    assert abs(run.simulation.pose()[0]) < 0.005


def test_without_a_limit_it_is_faster_than_the_clock(trial: Callable[..., Trial]) -> None:
    run = trial("demo", real_time_factor=0.0)
    run.start()
    run.run(0.1)
    begun, wall = run.simulation.time, time.monotonic()
    run.run(10.0)
    assert run.simulation.time - begun > 1.2 * (time.monotonic() - wall)


@pytest.mark.parametrize("name, value", [("real_time_factor", -1.0), ("clock_rate", 0.0), ("step_period", math.nan)])
def test_a_parameter_that_makes_no_sense_is_named(output: Callable[[str], Path], name: str, value: float) -> None:
    node = rclpy.create_node("mujoco_sim", parameter_overrides=[Parameter(name, value=value)])
    try:
        with pytest.raises(ValueError, match=f"{name} is a number above 0"):
            Simulator(node, load_world(output("demo")))
    finally:
        node.destroy_node()


def test_belts_carry_the_base_and_stop_when_nothing_reaches_them(trial: Callable[..., Trial]) -> None:
    run = trial("tracked")
    tell = run.other.create_publisher(Twist, "/tracks/cmd_vel", 10)
    run.start()
    run.run(0.3)
    told = Twist()
    told.linear.x = 0.2
    end = run.simulation.time + 1.0
    last = 0.0

    def drive() -> bool:
        nonlocal last
        tell.publish(told)
        last = run.simulation.time
        return last >= end

    run.until(drive, "the drive")
    assert run.simulation.twist().linear[0] == pytest.approx(0.2, rel=0.1)
    x = run.simulation.pose()[0]
    assert 0.1 < x < 0.25
    bad = Twist()
    bad.linear.x = math.nan
    tell.publish(bad)
    run.until(lambda: run.simulation.belt_motion() == (0.0, 0.0), "the belts to stop")
    assert run.simulation.time - last == pytest.approx(0.5, abs=0.06)
    run.run(0.3)
    assert abs(run.simulation.twist().linear[0]) < 0.01


# With the runtime's drive between


@pytest.mark.parametrize(
    ("name", "layout", "v", "w"), [("car", "steering_drive", 0.4, 0.3), ("tracked", "track_drive", 0.3, 0.4)]
)
def test_a_base_goes_where_it_is_told_and_its_odometry_says_so(
    trial: Callable[..., Trial], output: Callable[[str], Path], name: str, layout: str, v: float, w: float
) -> None:
    run = trial(name)
    driver = BaseDriver.from_document(json.loads((output(name) / f"robot/{layout}.json").read_text()))
    run.other.set_parameters([Parameter("use_sim_time", value=True)])
    if name == "tracked":
        DriveNode(run.other, driver, TrackMotion(run.other, driver), None, False)
    else:
        DriveNode(run.other, driver, Hardware(run.other, driver), STATES, False)
    tell = run.other.create_publisher(TwistStamped, "/cmd_vel", 10)
    odometry = run.hear(Odometry, "/odom")
    told = TwistStamped()
    told.twist.linear.x, told.twist.angular.z = v, w
    run.start()
    run.run(0.5)

    run.telling(lambda: tell.publish(told), 1.5)
    motion = run.simulation.twist()
    assert motion.linear[0] == pytest.approx(v, rel=0.1)
    assert motion.angular[2] == pytest.approx(w, rel=0.2)
    # Told nothing more, it stops by itself.
    run.run(1.2)
    assert max(map(abs, run.simulation.twist().linear)) < 0.02
    count = len(odometry)
    run.until(lambda: len(odometry) > count + 3, "the odometry")
    believed, (x, y, *_) = odometry[-1].pose.pose.position, run.simulation.pose()
    assert math.hypot(x, y) > 0.3
    assert math.hypot(believed.x - x, believed.y - y) < 0.1 * math.hypot(x, y)


# Faults


def test_a_second_simulation_in_the_domain_is_told(trial: Callable[..., Trial]) -> None:
    run = trial("demo", real_time_factor=0.0)
    said: list[str] = []
    run.simulator._complain = said.append
    run.other.create_publisher(Clock, "/clock", 10)
    run.start()
    run.until(lambda: said, "the complaint")
    assert "another node publishes /clock" in said[0]


def test_physics_that_break_down_end_the_run(trial: Callable[..., Trial]) -> None:
    run = trial("demo")
    run.simulation.data.qvel[:] = 1e12
    with pytest.raises(SimulationError, match="MuJoCo warned at"):
        run.simulator.run(lambda: False)


# The process


def started(folder: Path, *arguments: str, before: str = "pass") -> subprocess.Popen[str]:
    code = f"import sys; {before}; from robotdsl_mujoco_sim.node.main import command; sys.exit(command())"
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


# The terminal and who brought it up may both ask: the second while it ends, the third when Python's handlers are gone.
ASKED_AGAIN = (
    "import os; from robotdsl_mujoco_sim.node.simulator import Simulator; close = Simulator.close; "
    "Simulator.close = lambda self: (os.kill(os.getpid(), {number}), close(self)); "
    "late = type('Late', (), {{'__del__': lambda self, tell=os.kill, to=os.getpid(): tell(to, 2)}})()"
)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_however_often_it_is_told_to(output: Callable[[str], Path], number: signal.Signals) -> None:
    process = started(output("demo"), before=ASKED_AGAIN.format(number=int(number)))
    other = rclpy.create_node("listener")
    heard: list[Any] = []
    other.create_subscription(Clock, "/clock", heard.append, EVERY)
    try:
        limit = time.monotonic() + DEADLINE_S
        while not heard:
            assert process.poll() is None and time.monotonic() < limit
            rclpy.spin_once(other, timeout_sec=0.05)
        process.send_signal(number)
        said, _ = process.communicate(timeout=DEADLINE_S)
    finally:
        process.kill()
        other.destroy_node()
    assert process.returncode == 0
    assert "diff_bot in demo on MuJoCo" in said and "Traceback" not in said


NO_GAZEBO = "sys.modules['ros_gz_interfaces'] = None"


def test_a_robot_without_a_bumper_needs_no_interfaces_of_gazebo(output: Callable[[str], Path]) -> None:
    process = started(output("demo"), before=NO_GAZEBO)
    assert process.stdout is not None
    try:
        assert any("diff_bot in demo on MuJoCo" in line for line in process.stdout)
    finally:
        process.kill()
        process.communicate()


def test_a_bumper_without_its_interfaces_is_said_in_a_line(output: Callable[[str], Path]) -> None:
    process = started(output("sensor_bumper"), before=NO_GAZEBO)
    said, _ = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 2
    assert "error: ros_gz_interfaces is not installed" in said and "Traceback" not in said


def test_a_parameter_that_makes_no_sense_ends_the_process(output: Callable[[str], Path]) -> None:
    process = started(output("demo"), "--ros-args", "-p", "real_time_factor:=-2")
    said, _ = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 2
    assert "error: real_time_factor is a number above 0, or 0 for no limit, and not -2" in said
    assert "Traceback" not in said


def test_an_output_that_is_none_is_named(tmp_path: Path) -> None:
    said, _ = (process := started(tmp_path)).communicate(timeout=DEADLINE_S)
    assert (process.returncode, said.strip()) == (2, f"error: world/mujoco.json is missing from {tmp_path}")


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("sys.modules['mujoco'] = None", "mujoco is not installed: pip install 'mujoco>=3.11,<4'"),
        ("sys.modules['rclpy'] = None", "rclpy is not installed: source the set-up file of a ROS 2 installation"),
        (
            "import mujoco; mujoco.__version__ = '3.10.2'",
            "MuJoCo 3.10.2 is installed, and the simulation runs on",
        ),
    ],
)
def test_a_package_that_is_missing_or_too_old_is_named(output: Callable[[str], Path], before: str, told: str) -> None:
    said, _ = (process := started(output("demo"), before=before)).communicate(timeout=DEADLINE_S)
    assert process.returncode == 2
    assert said.startswith(f"error: {told}") and len(said.splitlines()) == 1
