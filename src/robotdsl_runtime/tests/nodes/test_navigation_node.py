"""The navigation node over real DDS: a base that goes where it is told, and everyone who speaks to Nav2."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("nav2_msgs", reason="neither Nav2's interfaces nor their stand-ins are installed")

from action_msgs.msg import GoalStatus
from dds import Bench, ros_domain, stamp
from geometry_msgs.msg import PolygonStamped, TwistStamped
from nav2_msgs.action import BackUp, DriveOnHeading, NavigateToPose, Spin
from nav2_msgs.srv import ManageLifecycleNodes
from nav_msgs.msg import OccupancyGrid, Odometry
from rclpy.action import ActionClient
from rclpy.qos import DurabilityPolicy, QoSProfile
from robotdsl_runtime.geometry import advance
from robotdsl_runtime.nodes.messages import goal_pose
from robotdsl_runtime.nodes.navigation import _parser, navigation_node
from robotdsl_runtime.nodes.process import NodeFault
from std_srvs.srv import Trigger
from tf2_msgs.msg import TFMessage

STEP_S = 0.05
LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
ACTIONS = {
    "navigate_to_pose": NavigateToPose, "spin": Spin, "backup": BackUp, "drive_on_heading": DriveOnHeading
}  # fmt: skip
SUCCEEDED, CANCELED, ABORTED = GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_CANCELED, GoalStatus.STATUS_ABORTED


@pytest.fixture(scope="module", autouse=True)
def ros() -> Iterator[None]:
    with ros_domain():
        yield


def output(folder: Path) -> Path:
    """A hall of 6 by 4 m with a pillar in it, and a robot that starts at (1, 2), heading along x."""
    for name in ("nav", "task"):
        (folder / name).mkdir()
    columns, rows = 120, 80
    pixels = [[254] * columns for _ in range(rows)]
    for row in range(rows):
        for column in range(columns):
            if row in (0, rows - 1) or column in (0, columns - 1) or (36 <= row < 44 and 60 <= column < 68):
                pixels[row][column] = 0
    body = bytes(value for line in pixels for value in line)
    (folder / "nav" / "map.pgm").write_bytes(f"P5\n{columns} {rows}\n255\n".encode() + body)
    (folder / "nav" / "map.yaml").write_text(
        "image: map.pgm\nmode: trinary\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\n"
        "free_thresh: 0.196\n"
    )
    fields = {
        "schema": "robotdsl.navigation", "version": 1, "map": "map.yaml",
        "outline": [[0.2, 0.15], [-0.2, 0.15], [-0.2, -0.15], [0.2, -0.15]], "max_speed_mps": 0.6,
        "max_turn_radps": 1.5,
        "max_acceleration_mps2": 1.0, "max_turn_acceleration_radps2": 3.0, "kinematics": "differential",
        "turns_in_place": True, "min_turning_radius_m": 0.0, "max_side_speed_mps": 0.0, "turning_center_m": [0.0, 0.0],
        "goal_tolerance_m": 0.15, "goal_tolerance_rad": 0.15, "inflation_radius_m": 0.5, "localization": "odometry",
        "scan": None, "odometry_noise": {"turn": 0.05, "distance": 0.05},
    }  # fmt: skip
    (folder / "nav" / "navigation.json").write_text(json.dumps(fields))
    mission = {
        "schema": "robotdsl.mission", "version": 1, "robot": "bot", "world": "hall", "task": "job", "timeout_s": None,
        "spawn": {"pose": [1, 2, 0, 0, 0, 0, 1]}, "goals": {}, "entities": {},
    }  # fmt: skip
    (folder / "task" / "mission.json").write_text(json.dumps(mission))
    return folder


class Hall:
    """The navigation node and a base that does as it is told at once."""

    def __init__(self, folder: Path) -> None:
        self.bench = bench = Bench("navigation")
        self.node = navigation_node(bench.subject, output(folder), _parser().parse_args([]))
        self.pose, self.velocity = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        self.heard = bench.hear(TwistStamped, "/cmd_vel")
        bench.node.create_subscription(TwistStamped, "/cmd_vel", self._command, 10)
        self._odometry = bench.node.create_publisher(Odometry, "/odom", 10)
        self.frames = bench.hear(TFMessage, "/tf")
        self.clients = {name: ActionClient(bench.node, kind, name) for name, kind in ACTIONS.items()}
        self.asked = bench.node.create_client(Trigger, "/lifecycle_manager/is_active")
        self.manage = bench.node.create_client(ManageLifecycleNodes, "/lifecycle_manager/manage_nodes")
        for name, client in self.clients.items():
            bench.until(client.server_is_ready, name)
        for client in (self.asked, self.manage):
            bench.until(client.service_is_ready, client.srv_name)
        bench.joined(self._odometry)

    def _command(self, message: Any) -> None:
        self.velocity = (message.twist.linear.x, message.twist.linear.y, message.twist.angular.z)

    def step(self) -> None:
        v, left, w = self.velocity
        self.pose = advance(self.pose, v * STEP_S, w * STEP_S, left * STEP_S)
        self.bench.at(self.bench.time + STEP_S)
        message = stamp(self.bench.time, Odometry())
        message.header.frame_id, message.child_frame_id = "odom", "base_footprint"
        message.pose.pose.position.x, message.pose.pose.position.y = self.pose[:2]
        message.pose.pose.orientation.z = math.sin(0.5 * self.pose[2])
        message.pose.pose.orientation.w = math.cos(0.5 * self.pose[2])
        twist = message.twist.twist
        twist.linear.x, twist.linear.y, twist.angular.z = self.velocity
        self._odometry.publish(message)
        pilot = self.node._pilot
        self.bench.until(lambda: pilot._track.until == pytest.approx(self.bench.time), "the odometry")

    def run(self, done: Callable[[], bool], most_s: float = 40.0) -> None:
        end = self.bench.time + most_s
        while not done():
            assert self.bench.time < end, "it did not come about in time"
            before = len(self.frames)
            self.step()
            # The node has had its control period.
            self.bench.until(lambda before=before: len(self.frames) > before, "the map's frame")

    def ask(self, client: Any, request: Any) -> Any:
        future = client.call_async(request)
        self.bench.until(future.done, client.srv_name)
        return future.result()

    @property
    def active(self) -> bool:
        return bool(self.ask(self.asked, Trigger.Request()).success)

    def start(self) -> None:
        request = ManageLifecycleNodes.Request(command=ManageLifecycleNodes.Request.STARTUP)
        assert self.ask(self.manage, request).success
        self.step()
        assert self.active

    def send(self, name: str, goal: Any) -> Any:
        """A goal's handle."""
        future = self.clients[name].send_goal_async(goal)
        self.bench.until(future.done, f"an answer of {name}")
        return future.result()

    def result(self, handle: Any) -> Any:
        future = handle.get_result_async()
        self.run(future.done)
        return future.result()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.bench.close()


def to(x: float, y: float, yaw: float = 0.0, frame: str = "map") -> Any:
    goal = NavigateToPose.Goal()
    goal.pose = goal_pose(frame, rclpy.clock.Clock().now(), (x, y, yaw))
    return goal


def straight(kind: Any, x: float, speed: float, y: float = 0.0) -> Any:
    goal = kind.Goal(speed=speed)
    goal.target.x, goal.target.y = x, y
    return goal


def test_it_is_started_as_nav2_is_and_then_tells_what_a_task_waits_for(hall: Hall) -> None:
    assert not hall.active
    # Nothing is driven before it is.
    assert not hall.send("spin", Spin.Goal(target_yaw=1.0)).accepted
    request = ManageLifecycleNodes.Request(command=ManageLifecycleNodes.Request.STARTUP)
    assert hall.ask(hall.manage, request).success
    # It does not know where it is yet.
    assert not hall.active
    hall.step()
    assert hall.active
    drawn = hall.bench.hear(OccupancyGrid, "/map", LATCHED)
    names = ("local_costmap", "global_costmap")
    costs = {name: hall.bench.hear(OccupancyGrid, f"/{name}/costmap", LATCHED) for name in names}
    feet = {name: hall.bench.hear(PolygonStamped, f"/{name}/published_footprint") for name in names}
    for name in names:
        hall.bench.until(lambda name=name: hall.bench.node.count_publishers(f"/{name}/published_footprint") > 0, name)
    hall.run(lambda: bool(drawn) and all(map(len, (*costs.values(), *feet.values()))))
    (floor,) = drawn
    assert (floor.info.width, floor.info.height, floor.header.frame_id) == (120, 80, "map")
    assert (floor.data[40 * 120 + 64], floor.data[40 * 120 + 30]) == (100, 0)
    whole, near = costs["global_costmap"][-1], costs["local_costmap"][-1]
    assert (whole.data[40 * 120 + 64], whole.data[40 * 120 + 69], whole.data[40 * 120 + 30]) == (100, 99, 0)
    assert near.header.frame_id == "odom"
    # The pillar from 2.0 m ahead of the robot's start on, in a window of 6 m about it.
    row, column = (int((place + 3.0) / 0.05) for place in (0.0, 2.1))
    assert near.data[row * near.info.width + column] == 100
    corners = {(round(p.x, 3), round(p.y, 3)) for p in feet["global_costmap"][-1].polygon.points}
    assert corners == {(1.2, 2.15), (0.8, 2.15), (0.8, 1.85), (1.2, 1.85)}
    (frame,) = hall.frames[-1].transforms
    assert (frame.header.frame_id, frame.child_frame_id) == ("map", "odom")
    assert (frame.transform.translation.x, frame.transform.translation.y) == pytest.approx((1.0, 2.0))
    # The base is left to others as long as nothing is asked for.
    assert hall.heard == []


def test_it_navigates_round_what_stands_on_the_map(hall: Hall) -> None:
    hall.start()
    told = []
    future = hall.clients["navigate_to_pose"].send_goal_async(to(5.0, 2.0), feedback_callback=told.append)
    hall.bench.until(future.done, "an answer")
    answer = hall.result(future.result())
    assert (answer.status, answer.result.error_code) == (SUCCEEDED, 0)
    assert math.dist(hall.pose[:2], (4.0, 0.0)) < 0.15
    assert told and told[-1].feedback.distance_remaining < 4.0
    assert hall.heard[-1].twist.linear.x == 0.0
    # It does not hold on to the base.
    count = len(hall.heard)
    hall.run(lambda: hall.bench.time % 1.0 < STEP_S)
    assert len(hall.heard) <= count + 1


def test_single_motions_are_driven(hall: Hall) -> None:
    hall.start()
    assert hall.result(hall.send("spin", Spin.Goal(target_yaw=-1.2))).status == SUCCEEDED
    assert hall.pose[2] == pytest.approx(-1.2, abs=0.05)
    assert hall.result(hall.send("spin", Spin.Goal(target_yaw=1.2))).status == SUCCEEDED
    assert hall.result(hall.send("drive_on_heading", straight(DriveOnHeading, 0.4, 0.3))).status == SUCCEEDED
    assert hall.pose[0] == pytest.approx(0.4, abs=0.05)
    answer = hall.result(hall.send("backup", straight(BackUp, 0.3, 0.2)))
    assert answer.status == SUCCEEDED and answer.result.total_elapsed_time.sec >= 1
    assert hall.pose[0] == pytest.approx(0.1, abs=0.06)


def test_a_cancelled_goal_brings_the_base_to_rest(hall: Hall) -> None:
    hall.start()
    handle = hall.send("navigate_to_pose", to(5.0, 3.2))
    hall.run(lambda: hall.velocity[0] > 0.3)
    cancelled = handle.cancel_goal_async()
    hall.bench.until(cancelled.done, "the cancellation's answer")
    answer = hall.result(handle)
    assert (answer.status, hall.velocity) == (CANCELED, (0.0, 0.0, 0.0))
    assert hall.pose[0] < 3.0


def test_another_goal_takes_over(hall: Hall) -> None:
    hall.start()
    first = hall.send("navigate_to_pose", to(5.0, 3.2))
    hall.run(lambda: hall.velocity[0] > 0.1)
    second = hall.send("drive_on_heading", straight(DriveOnHeading, 0.2, 0.2))
    answer = hall.result(first)
    assert (answer.status, "took over" in answer.result.error_msg) == (ABORTED, True)
    assert hall.result(second).status == SUCCEEDED


@pytest.mark.parametrize(
    ("name", "goal", "code"),
    [
        ("navigate_to_pose", to(2.0 + 1.2, 2.0), 208),
        ("navigate_to_pose", to(2.0, 2.0, frame="nowhere"), 0),
        ("drive_on_heading", straight(DriveOnHeading, 0.5, -0.2), DriveOnHeading.Result.INVALID_INPUT),
        ("backup", straight(BackUp, 0.5, 0.2, y=0.1), BackUp.Result.INVALID_INPUT),
        ("backup", straight(BackUp, 3.0, 0.5), BackUp.Result.COLLISION_AHEAD),
    ],
)
def test_what_cannot_be_done_fails_and_says_why(hall: Hall, name: str, goal: Any, code: int) -> None:
    hall.start()
    answer = hall.result(hall.send(name, goal))
    assert (answer.status, answer.result.error_code) == (ABORTED, code)
    assert answer.result.error_msg


def test_a_motion_that_takes_longer_than_it_is_allowed_is_given_up(hall: Hall) -> None:
    hall.start()
    goal = straight(DriveOnHeading, 1.0, 0.1)
    goal.time_allowance.sec = 2
    answer = hall.result(hall.send("drive_on_heading", goal))
    assert (answer.status, answer.result.error_code) == (ABORTED, DriveOnHeading.Result.TIMEOUT)
    assert hall.pose[0] < 0.4


def test_a_base_whose_odometry_falls_silent_is_stopped_and_its_goal_given_up(hall: Hall) -> None:
    hall.start()
    handle = hall.send("navigate_to_pose", to(5.0, 3.2))
    hall.run(lambda: hall.velocity[0] > 0.3)
    future = handle.get_result_async()
    silent_since = hall.bench.time
    while not future.done():
        assert hall.bench.time < silent_since + 7.0
        before = len(hall.frames)
        hall.bench.at(hall.bench.time + STEP_S)
        hall.bench.until(lambda before=before: len(hall.frames) > before, "the map's frame")
        if hall.bench.time > silent_since + 0.5 + 3 * STEP_S:
            assert hall.velocity == (0.0, 0.0, 0.0)
    answer = future.result()
    assert answer.status == ABORTED
    assert answer.result.error_msg.startswith("nothing was heard of the odometry for 5")


def test_a_goal_may_be_in_the_frame_of_odometry(hall: Hall) -> None:
    hall.start()
    assert hall.result(hall.send("navigate_to_pose", to(0.6, 0.0, frame="odom"))).status == SUCCEEDED
    assert math.dist(hall.pose[:2], (0.6, 0.0)) < 0.15


def test_navigation_that_is_paused_leaves_a_base_that_stands(hall: Hall) -> None:
    hall.start()
    handle = hall.send("drive_on_heading", straight(DriveOnHeading, 0.9, 0.3))
    hall.run(lambda: hall.velocity[0] > 0.2)
    assert hall.ask(hall.manage, ManageLifecycleNodes.Request(command=ManageLifecycleNodes.Request.PAUSE)).success
    assert not hall.active
    assert hall.result(handle).status == ABORTED
    assert hall.velocity == (0.0, 0.0, 0.0)


def test_an_output_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    bench = Bench("faulty")
    try:
        with pytest.raises(NodeFault, match=r"navigation\.json"):
            navigation_node(bench.subject, tmp_path, _parser().parse_args([]))
        folder = output(tmp_path)
        (folder / "nav" / "map.pgm").unlink()
        with pytest.raises(NodeFault, match=r"map\.pgm"):
            navigation_node(bench.subject, folder, _parser().parse_args([]))
    finally:
        bench.close()
