"""The drives over real DDS: commands in, what moves the base out, odometry and its frame, and when the base stops."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("tf2_msgs", reason="neither tf2's messages nor their stand-ins are installed")

from dds import Bench, ros_domain, stamp
from drive_documents import car, differential, omni, tracks
from geometry_msgs.msg import Twist, TwistStamped
from nav_msgs.msg import Odometry
from robotdsl_runtime.kinematics.drive import drive_of
from robotdsl_runtime.nodes.drive import DriveNode, drive_node
from robotdsl_runtime.nodes.process import NodeFault
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from tf2_msgs.msg import TFMessage

LIFETIME_S, LOOP_S = 0.5, 0.02


@pytest.fixture(scope="module", autouse=True)
def ros() -> Iterator[None]:
    with ros_domain():
        yield


class Trial:
    """A drive of ``document`` as ``kind``, and everything round it."""

    def __init__(self, output: Path, kind: str, document: dict[str, Any], states: str | None) -> None:
        (output / "robot").mkdir()
        layout = "base_drive.json" if kind == "base" else f"{kind}.json"
        (output / "robot" / layout).write_text(json.dumps(document))
        self.bench = Bench("drive")
        self.wheels = self.bench.hear(Float64MultiArray, "/drive_controller/commands")
        self.kingpins = self.bench.hear(Float64MultiArray, "/steering_controller/commands")
        self.belts = self.bench.hear(Twist, "/tracks/cmd_vel")
        self.hardware = self.bench.hear(JointState, "/mujoco/joint_commands")
        self.relayed = self.bench.hear(JointState, "/joint_states") if kind == "base" else []
        self.odometry = self.bench.hear(Odometry, "/odom")
        self.frames = self.bench.hear(TFMessage, "/tf")
        self.drive: DriveNode = drive_node(self.bench.subject, output, kind)
        self.commands = self.bench.node.create_publisher(TwistStamped, "/cmd_vel", 10)
        self.states = None if states is None else self.bench.node.create_publisher(JointState, states, 10)
        self.bench.joined(self.commands)
        if self.states is not None:
            self.bench.joined(self.states)
        for heard in ("/odom", "/tf"):
            self.bench.until(lambda heard=heard: self.bench.node.count_publishers(heard) > 0, heard)
        self.bench.at(1.0)

    def tell(self, v: float, left: float, w: float, at: float | None = None) -> None:
        message = TwistStamped()
        if at is not None:
            stamp(at, message)
        message.twist.linear.x, message.twist.linear.y, message.twist.angular.z = v, left, w
        self.commands.publish(message)

    def measured(self, positions: dict[str, float]) -> None:
        message = stamp(self.bench.time, JointState(name=list(positions), position=list(positions.values())))
        assert self.states is not None
        self.states.publish(message)

    def latest(self, heard: list[Any], wanted: Callable[[Any], bool]) -> Any:
        """Let time pass until a message such as ``wanted`` comes."""
        self.bench.pass_until(lambda: bool(heard) and wanted(heard[-1]))
        return heard[-1]


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Callable[..., Trial]]:
    made: list[Trial] = []

    def make(kind: str, document: dict[str, Any], states: str | None = "/joint_states") -> Trial:
        made.append(Trial(tmp_path, kind, document, states))
        return made[-1]

    yield make
    for one in made:
        one.bench.close()


def near(*values: float) -> Any:
    return pytest.approx(values, abs=1e-6)


def test_an_omni_base_is_told_its_wheels_speeds(trial: Callable[..., Trial]) -> None:
    document = omni()
    run = trial("omni_drive", document)
    run.tell(0.2, -0.1, 0.3, at=1.0)
    told = run.latest(run.wheels, lambda message: any(message.data))
    rows = [wheel["row"] for wheel in document["wheels"]]
    assert tuple(told.data) == near(*(a * 0.2 + b * -0.1 + c * 0.3 for a, b, c in rows))
    assert run.kingpins == []


def test_a_car_is_told_its_wheels_speeds_and_its_kingpins_angles(trial: Callable[..., Trial]) -> None:
    document = car()
    run = trial("steering_drive", document)
    run.tell(0.3, 0.0, 0.4, at=1.0)
    told = run.latest(run.wheels, lambda message: any(message.data))
    expected = drive_of(document).command((0.3, 0.0, 0.4))
    assert tuple(told.data) == near(*expected.wheels)
    # Each kingpin at its own angle about a point 0.75 m to the left of the axle, 0.3 m behind it.
    steered = run.latest(run.kingpins, lambda message: any(message.data))
    assert tuple(steered.data) == near(math.atan2(0.3, 0.75 - 0.1), math.atan2(0.3, 0.75 + 0.1))


def test_belts_are_told_the_motion_that_their_motors_reach(trial: Callable[..., Trial]) -> None:
    document = tracks(max_speed=0.4)
    for belt, y in zip(document["belts"], (0.2, -0.2), strict=True):
        belt["y"] = y
    run = trial("track_drive", document, None)
    half = 0.5 * document["separation"]
    run.tell(0.6, 0.0, 1.0, at=1.0)
    told = run.latest(run.belts, lambda message: message.linear.x != 0.0)
    share = 0.4 / (0.6 + half)
    assert (told.linear.x, told.angular.z) == near(0.6 * share, share)
    # The odometry is that of the motion.
    turned = run.latest(run.odometry, lambda message: message.twist.twist.angular.z != 0.0)
    assert (turned.twist.twist.linear.x, turned.twist.twist.angular.z) == near(0.6 * share, share)


def test_any_base_is_driven_without_ros2_control(trial: Callable[..., Trial]) -> None:
    run = trial("base", car(), "/mujoco/joint_states")
    run.tell(0.3, 0.0, 0.4, at=1.0)
    told = run.latest(run.hardware, lambda message: any(v and math.isfinite(v) for v in message.velocity))
    expected = drive_of(car()).command((0.3, 0.0, 0.4))
    wheels = len(expected.wheels)
    assert list(told.name[wheels:]) == ["front_l_steer_joint", "front_r_steer_joint"]
    # Wheels by velocity alone, kingpins by position alone.
    assert tuple(told.velocity[:wheels]) == near(*expected.wheels)
    assert tuple(told.position[wheels:]) == near(*expected.kingpins)
    assert all(map(math.isnan, (*told.position[:wheels], *told.velocity[wheels:])))
    assert told.header.stamp.sec == 1


def test_odometry_follows_the_joints_and_is_a_frame(trial: Callable[..., Trial]) -> None:
    run = trial("base", differential(half=0.13, radius=0.05), "/mujoco/joint_states")
    run.measured({"left_joint": 0.0, "right_joint": 0.0})
    run.latest(run.odometry, lambda message: True)
    run.bench.at(2.0)
    # Half a turn of both wheels, and what turns the base to the left by 0.4 rad on top.
    more = 0.4 * 0.13 / 0.05
    run.measured({"left_joint": math.pi - more, "right_joint": math.pi + more})
    told = run.latest(run.odometry, lambda message: message.header.stamp.sec == 2)
    assert (told.header.frame_id, told.child_frame_id) == ("odom", "base_footprint")
    # A chord of the arc of that length.
    chord = 0.05 * math.pi * math.sin(0.2) / 0.2
    assert (told.pose.pose.position.x, told.pose.pose.position.y) == near(chord * math.cos(0.2), chord * math.sin(0.2))
    assert 2.0 * math.asin(told.pose.pose.orientation.z) == pytest.approx(0.4)
    frame = run.latest(run.frames, lambda message: message.transforms[0].header.stamp.sec == 2).transforms[0]
    assert (frame.header.frame_id, frame.child_frame_id) == ("odom", "base_footprint")
    assert frame.transform.translation.x == told.pose.pose.position.x
    # Whoever wants the joints' states hears them as from a joint_state_broadcaster.
    run.latest(run.relayed, lambda message: message.header.stamp.sec == 2)


def test_a_drive_that_has_fallen_behind_goes_on_with_what_is_so_now(trial: Callable[..., Trial]) -> None:
    run = trial("base", differential(radius=0.05), "/mujoco/joint_states")
    run.measured({"left_joint": 0.0, "right_joint": 0.0})
    run.latest(run.odometry, lambda message: True)
    before = len(run.odometry)
    # All of them before it looks once.
    for k in range(1, 31):
        run.bench.time = 1.0 + 0.01 * k
        run.measured({"left_joint": 0.1 * k, "right_joint": 0.1 * k})
    told = run.latest(run.odometry, lambda message: message.pose.pose.position.x > 0.149)
    assert told.pose.pose.position.x == pytest.approx(3.0 * 0.05)
    assert len(run.odometry) - before <= 3


def test_a_stale_command_stops_the_base_within_half_a_second(trial: Callable[..., Trial]) -> None:
    run = trial("base", differential(), "/mujoco/joint_states")
    run.tell(0.3, 0.0, 0.0, at=1.0)
    run.latest(run.hardware, lambda message: message.velocity[0] > 0.0)
    stopped = run.latest(run.hardware, lambda message: message.velocity[0] == 0.0)
    at = stopped.header.stamp.sec + 1e-9 * stopped.header.stamp.nanosec
    assert LIFETIME_S - LOOP_S <= at - 1.0 <= LIFETIME_S + LOOP_S + 1e-6
    # One that was stale when it came moves nothing; one without a stamp is as fresh as it comes.
    before = len(run.hardware)
    run.tell(0.3, 0.0, 0.0, at=run.bench.time - 0.6)
    run.latest(run.hardware, lambda message: len(run.hardware) > before + 5)
    assert all(message.velocity[0] == 0.0 for message in run.hardware[before:])
    run.tell(0.1, 0.0, 0.0)
    run.latest(run.hardware, lambda message: message.velocity[0] > 0.0)


def test_a_command_that_is_not_finite_is_dropped(trial: Callable[..., Trial]) -> None:
    run = trial("omni_drive", omni())
    run.tell(0.2, 0.0, 0.0, at=1.0)
    run.latest(run.wheels, lambda message: any(message.data))
    before = len(run.wheels)
    for bad in ((math.nan, 0.0, 0.0), (0.1, math.inf, 0.0), (0.1, 0.0, -math.inf)):
        run.tell(*bad, at=run.bench.time)
    run.latest(run.wheels, lambda message: not any(message.data))
    moving = [message.data for message in run.wheels[before:] if any(message.data)]
    # It went on as it was told before, no longer than that lived.
    assert moving and all(data == run.wheels[before - 1].data for data in moving)
    assert run.bench.time <= 1.0 + LIFETIME_S + 3 * LOOP_S


def test_a_drive_that_ends_leaves_the_base_standing(trial: Callable[..., Trial]) -> None:
    run = trial("omni_drive", omni())
    run.tell(0.2, 0.0, 0.0, at=1.0)
    run.latest(run.wheels, lambda message: any(message.data))
    before = len(run.wheels)
    run.drive.close()
    run.bench.until(lambda: len(run.wheels) > before, "the last command")
    assert not any(run.wheels[-1].data)


def test_a_layout_that_is_missing_or_wrong_is_told(tmp_path: Path) -> None:
    bench = Bench("faulty")
    try:
        with pytest.raises(NodeFault, match=r"omni_drive\.json"):
            drive_node(bench.subject, tmp_path, "omni_drive")
        (tmp_path / "robot").mkdir()
        (tmp_path / "robot" / "omni_drive.json").write_text('{"kinematics": "hover"}')
        with pytest.raises(NodeFault, match="none of"):
            drive_node(bench.subject, tmp_path, "omni_drive")
    finally:
        bench.close()
