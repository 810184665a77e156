"""The task node over real DDS, against a stack that is scripted: a base that goes where it is told, Nav2's actions,
services and costmaps, and the simulator's pose.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("nav2_msgs", reason="neither Nav2's interfaces nor their stand-ins are installed")

from dds import own_domain
from geometry_msgs.msg import PolygonStamped, TransformStamped, TwistStamped
from nav2_msgs.action import BackUp, DriveOnHeading, NavigateToPose, Spin
from nav2_msgs.srv import ManageLifecycleNodes
from nav_msgs.msg import OccupancyGrid, Odometry
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.parameter import Parameter
from rclpy.qos import DurabilityPolicy, QoSProfile
from robotdsl_runtime.nodes.actions import PATIENCE_S
from robotdsl_runtime.nodes.task import OutputFault, TaskNode, TaskOutput, _parser
from rosgraph_msgs.msg import Clock
from std_srvs.srv import Trigger
from tf2_msgs.msg import TFMessage

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
STEP = 0.02
# Of the machine's clock: long past what any of these takes.
DEADLINE_S = 90.0


def stamp(seconds: float, message: Any) -> Any:
    message.header.stamp.sec = int(seconds)
    message.header.stamp.nanosec = round((seconds % 1.0) * 1e9) % 1_000_000_000
    return message


class Stack:
    """The rest of a robot's software. ``frozen`` names what it keeps to itself."""

    def __init__(self, frozen: tuple[str, ...] = (), starts: bool = True, obeys: bool = True) -> None:
        self.frozen, self.starts, self.obeys = frozen, starts, obeys
        self.node = rclpy.create_node("stack")
        self.time = 0.0
        self.pose = [0.0, 0.0, 0.0]
        self.velocity = (0.0, 0.0, 0.0)
        self.commands: list[tuple[float, float, float]] = []
        self.goals: list[tuple[str, Any]] = []
        self.active = False
        self.started_after: float | None = None
        self._first_question: float | None = None
        node, group = self.node, ReentrantCallbackGroup()
        self.clock = node.create_publisher(Clock, "/clock", 10)
        self.odom = node.create_publisher(Odometry, "/odom", 10)
        self.tf = node.create_publisher(TFMessage, "/tf", 10)
        self.truth = node.create_publisher(TFMessage, "/model/bot/pose", 10)
        node.create_subscription(TwistStamped, "/cmd_vel", self._command, 10)
        for costmap in ("local_costmap", "global_costmap"):
            if costmap not in frozen:
                node.create_publisher(OccupancyGrid, f"/{costmap}/costmap", LATCHED).publish(OccupancyGrid())
                footprint = node.create_publisher(PolygonStamped, f"/{costmap}/published_footprint", 10)
                node.create_timer(0.05, lambda footprint=footprint: footprint.publish(PolygonStamped()))
        if "manager" not in frozen:
            node.create_service(Trigger, "/lifecycle_manager/is_active", self._is_active)
        node.create_service(ManageLifecycleNodes, "/lifecycle_manager/manage_nodes", self._manage)
        for type, name in (
            (NavigateToPose, "navigate_to_pose"), (Spin, "spin"), (BackUp, "backup"),
            (DriveOnHeading, "drive_on_heading"),
        ):  # fmt: skip
            ActionServer(
                node, type, name, self._execute,
                goal_callback=lambda goal, name=name: self._accept(name, goal),
                cancel_callback=lambda _: CancelResponse.ACCEPT if self.obeys else CancelResponse.REJECT,
                callback_group=group,
            )  # fmt: skip
        self.behave: Callable[[Any], str] = lambda _: "succeed"

    def step(self) -> None:
        self.time += STEP
        v, left, w = self.velocity
        x, y, yaw = self.pose
        self.pose = [
            x + (v * math.cos(yaw) - left * math.sin(yaw)) * STEP,
            y + (v * math.sin(yaw) + left * math.cos(yaw)) * STEP,
            yaw + w * STEP,
        ]
        message = Clock()
        message.clock.sec, message.clock.nanosec = int(self.time), int((self.time % 1.0) * 1e9)
        self.clock.publish(message)
        odometry = stamp(self.time, Odometry())
        odometry.pose.pose.position.x, odometry.pose.pose.position.y = self.pose[0], self.pose[1]
        odometry.pose.pose.orientation.z = math.sin(self.pose[2] / 2.0)
        odometry.pose.pose.orientation.w = math.cos(self.pose[2] / 2.0)
        if "odometry" not in self.frozen:
            self.odom.publish(odometry)
        frames = [self._frame("odom", "base_footprint", self.pose)]
        if "map" not in self.frozen:
            frames.append(self._frame("map", "odom", (1.0, 0.0, 0.0)))
        self.tf.publish(TFMessage(transforms=frames))
        self.truth.publish(
            TFMessage(transforms=[self._frame("world", "bot", (self.pose[0] + 1.0, self.pose[1], self.pose[2]))])
        )

    def _frame(self, parent: str, child: str, pose: Any) -> TransformStamped:
        message = stamp(self.time, TransformStamped())
        message.header.frame_id, message.child_frame_id = parent, child
        message.transform.translation.x, message.transform.translation.y = float(pose[0]), float(pose[1])
        message.transform.rotation.z, message.transform.rotation.w = math.sin(pose[2] / 2.0), math.cos(pose[2] / 2.0)
        return message

    def _command(self, message: TwistStamped) -> None:
        twist = message.twist
        self.velocity = (twist.linear.x, twist.linear.y, twist.angular.z)
        self.commands.append(self.velocity)

    def _is_active(self, _: Any, response: Any) -> Any:
        if self._first_question is None:
            self._first_question = time.monotonic()
        response.success = self.active
        return response

    def _manage(self, request: Any, response: Any) -> Any:
        assert request.command == ManageLifecycleNodes.Request.STARTUP
        assert self._first_question is not None
        self.started_after = time.monotonic() - self._first_question
        response.success = self.starts
        self.active = self.starts and "servers" not in self.frozen
        return response

    def _accept(self, name: str, goal: Any) -> Any:
        self.goals.append((name, goal))
        return GoalResponse.ACCEPT if self.behave(goal) != "refuse" else GoalResponse.REJECT

    def _execute(self, handle: Any) -> Any:
        answer = self.behave(handle.request)
        while answer == "wait" and not handle.is_cancel_requested and rclpy.ok() and not self._over():
            self.node.get_clock().sleep_for(rclpy.duration.Duration(nanoseconds=5_000_000))
        if handle.is_cancel_requested:
            handle.canceled()
        elif answer == "succeed":
            handle.succeed()
        else:
            handle.abort()
        return type(handle).__name__ and self._result(handle)

    over = False

    def _over(self) -> bool:
        return self.over

    @staticmethod
    def _result(handle: Any) -> Any:
        kinds = (NavigateToPose, Spin, BackUp, DriveOnHeading)
        return next(kind.Result() for kind in kinds if isinstance(handle.request, kind.Goal))


@pytest.fixture(scope="module", autouse=True)
def ros() -> Iterator[None]:
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    rclpy.init(domain_id=own_domain())
    yield
    rclpy.shutdown()


def output(folder: Path, body: str, timeout: float | None = None) -> TaskOutput:
    (folder / "task").mkdir()
    (folder / "nav").mkdir()
    (folder / "task" / "behavior_tree.xml").write_text(
        f'<root BTCPP_format="4" main_tree_to_execute="job"><BehaviorTree ID="job">{body}</BehaviorTree></root>'
    )
    mission = {
        "schema": "robotdsl.mission", "version": 1, "robot": "bot", "world": "hall", "task": "job",
        "timeout_s": timeout, "spawn": {"pose": [1, 0, 0, 0, 0, 0, 1]},
        "goals": {"dock": {"pose": [2, 0.5, 0, 0, 0, 1, 0], "target": None}}, "entities": {},
    }  # fmt: skip
    (folder / "task" / "mission.json").write_text(json.dumps(mission))
    evaluation = {
        "schema": "robotdsl.evaluation",
        "version": 1,
        "name": None,
        "checks": [],
        "parts": {},
        "entities": {},
    }
    (folder / "task" / "evaluation.json").write_text(json.dumps(evaluation))
    base = {"xy_goal_tolerance": 0.15, "yaw_goal_tolerance": 0.2}
    for name, checker in (("base", base), ("robot", {"plugin": "nav2_controller::SimpleGoalChecker"})):
        text = json.dumps({"controller_server": {"ros__parameters": {"goal_checker": checker}}})
        (folder / "nav" / f"nav2.{name}.yaml").write_text(text)
    return TaskOutput.load(folder)


class Trial:
    """A task node and its stack, stepped until the task is over."""

    def __init__(self, stack: Stack, loaded: TaskOutput, *options: str) -> None:
        self.stack = stack
        self.node = rclpy.create_node("task", parameter_overrides=[Parameter("use_sim_time", value=True)])
        self.task = TaskNode(self.node, loaded, _parser().parse_args(["--start-after", "0.2", *options]))
        self._beside = MultiThreadedExecutor(2)
        self._beside.add_node(stack.node)
        self._own = SingleThreadedExecutor()
        self._own.add_node(self.node)
        self._sent, command = 0, self.task.robot.command

        def counted(*motion: float) -> None:
            self._sent += 1
            command(*motion)

        self.task.robot.command = counted

    def run(self, until: Callable[[], bool] | None = None) -> Any:
        limit = time.monotonic() + DEADLINE_S
        while not (until() if until is not None else self.task.done):
            assert time.monotonic() < limit, "the task did not end"
            self.stack.step()
            for _ in range(4):
                self._own.spin_once(timeout_sec=0.0)
                self._beside.spin_once(timeout_sec=0.0005)
            # The simulation goes no faster than its clock and its commands arrive.
            while self._lags() and time.monotonic() < limit:
                self._own.spin_once(timeout_sec=0.005)
                self._beside.spin_once(timeout_sec=0.005)
        return self.task.runner.result() if until is None else None

    def _lags(self) -> bool:
        robot, stack = self.task.robot, self.stack
        behind = robot.now() < stack.time - 1e-6 or len(stack.commands) < self._sent
        told = robot.odometry.pose
        return behind or (told is not None and told[:2] != (stack.pose[0], stack.pose[1]))

    def close(self) -> None:
        self.stack.over = True
        self._beside.shutdown()
        self._own.shutdown()
        self.node.destroy_node()
        self.stack.node.destroy_node()


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Callable[..., Trial]]:
    made: list[Trial] = []

    def make(body: str, *options: str, stack: Stack | None = None, timeout: float | None = None) -> Trial:
        made.append(Trial(stack or Stack(), output(tmp_path, body, timeout), *options))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_it_starts_nav2_navigates_and_succeeds(trial: Callable[..., Trial]) -> None:
    run = trial('<Navigate goal="dock"/>', "--start-lifecycle")
    result = run.run()
    assert (result["status"], result["message"]) == ("success", "")
    # Not before the manager had the time that it was given.
    assert run.stack.started_after is not None and run.stack.started_after >= 0.2
    ((name, goal),) = run.stack.goals
    assert name == "navigate_to_pose"
    assert goal.pose.header.frame_id == "map"
    assert (goal.pose.pose.position.x, goal.pose.pose.position.y) == (2.0, 0.5)
    assert abs(goal.pose.pose.orientation.z) == pytest.approx(1.0)
    assert result["final_pose"][0] == pytest.approx(1.0, abs=0.01)
    assert len(run.task.recorder.evidence().time) > 5


def test_every_motion_is_bound_to_nav2_s_action(trial: Callable[..., Trial]) -> None:
    run = trial(
        '<Sequence><Spin angle_rad="-1.5"/><Advance distance_m="0.4"/><BackUp distance_m="0.3" speed_mps="0.1"/>'
        "</Sequence>",
        "--start-lifecycle",
    )
    assert run.run()["status"] == "success"
    (spin, turn), (advance, ahead), (backup, back) = run.stack.goals
    assert (spin, advance, backup) == ("spin", "drive_on_heading", "backup")
    assert turn.target_yaw == pytest.approx(-1.5)
    assert (ahead.target.x, ahead.speed) == pytest.approx((0.4, 0.15))
    assert (back.target.x, back.speed) == pytest.approx((0.3, 0.1))


@pytest.mark.parametrize("distance", [0.3, -0.3])
def test_a_strafe_goes_by_odometry(trial: Callable[..., Trial], distance: float) -> None:
    run = trial(f'<Strafe distance_m="{distance}"/>')
    result = run.run()
    assert result["status"] == "success"
    # As far as told, within what it may stop short and roll on until the next tick.
    assert run.stack.pose[1] == pytest.approx(distance, abs=0.03)
    assert max(abs(left) for _, left, _ in run.stack.commands) <= 0.15 + 1e-9
    assert run.stack.velocity == (0.0, 0.0, 0.0)


def test_what_fails_says_why(trial: Callable[..., Trial]) -> None:
    run = trial('<Navigate goal="dock"/>', "--start-lifecycle")
    run.stack.behave = lambda _: "abort"
    assert run.run()["message"] == "Navigate(goal=dock) at 0 failed: given up"


def test_a_goal_that_is_refused_fails(trial: Callable[..., Trial]) -> None:
    run = trial('<Navigate goal="dock"/>', "--start-lifecycle")
    run.stack.behave = lambda _: "refuse"
    result = run.run()
    assert (result["status"], "refused the goal" in result["message"]) == ("failure", True)


def test_a_halted_action_is_cancelled_at_once(trial: Callable[..., Trial]) -> None:
    run = trial('<Timeout timeout_s="1.0"><Navigate goal="dock"/></Timeout>', "--start-lifecycle")
    run.stack.behave = lambda _: "wait"
    result = run.run()
    assert (result["status"], result["unstopped_actions"]) == ("failure", [])


def test_a_goal_that_does_not_stop_is_named(trial: Callable[..., Trial]) -> None:
    run = trial('<Navigate goal="dock"/>', "--start-lifecycle", stack=Stack(obeys=False), timeout=1.0)
    run.stack.behave = lambda _: "wait"
    result = run.run()
    assert result["status"] == "timeout"
    assert result["unstopped_actions"] == ["Navigate(goal=dock) at 0"]
    # It was given five seconds of the simulation.
    assert run.stack.time - result["ended_at"] >= 5.0 - 2 * STEP


@pytest.mark.parametrize(
    ("frozen", "waited_for"),
    [
        ("odometry", "the drive's odometry"),
        ("manager", "an answer of Nav2's lifecycle manager"),
        ("servers", "Nav2's servers, which are not active yet"),
        ("map", "the robot's pose in the map"),
        ("local_costmap", "the map of local_costmap"),
    ],
)
def test_a_task_that_cannot_start_says_what_it_waited_for(
    trial: Callable[..., Trial], frozen: str, waited_for: str
) -> None:
    run = trial('<Navigate goal="dock"/>', "--start-lifecycle", stack=Stack(frozen=(frozen,)))
    run.run(until=lambda: run.task.waiting_for == waited_for)
    run.stack.time += 119.5
    result = run.run()
    assert result["status"] == "not_started"
    assert result["message"] == f"the task could not start within 120 s: waited for {waited_for}"
    assert run.stack.goals == []


def test_a_simulation_that_is_set_back_before_the_start_begins_anew(trial: Callable[..., Trial]) -> None:
    run = trial('<Wait duration_s="0.5"/>', "--start-lifecycle", stack=Stack(frozen=("local_costmap",)))
    run.stack.time = 50.0
    run.run(until=lambda: run.task.waiting_for == "the map of local_costmap")
    run.stack.time = 0.0
    heard = run.task.recorder
    run.run(until=lambda: 0.0 < heard.time < 10.0 and run.stack.time > 0.3)
    assert heard.evidence().time[0] < 1.0
    # The time that it may wait for counts from there.
    run.stack.time = 100.0
    run.run(until=lambda: run.task.robot.now() > 100.2)
    assert not run.task.done


def test_a_simulation_that_is_set_back_ends_the_task(trial: Callable[..., Trial]) -> None:
    run = trial('<Navigate goal="dock"/>', "--start-lifecycle")
    run.stack.behave = lambda _: "wait"
    run.run(until=lambda: run.task.runner.active != () and run.stack.time > 0.5)
    run.stack.time = 0.0
    result = run.run()
    assert result["status"] == "error"
    assert result["message"].startswith("the clock was set back from ")
    assert result["started_at"] <= result["ended_at"]


def test_an_interrupted_task_sees_its_actions_stop(trial: Callable[..., Trial]) -> None:
    run = trial('<Navigate goal="dock"/>', "--start-lifecycle")
    run.stack.behave = lambda _: "wait"
    run.run(until=lambda: bool(run.stack.goals))
    run.task.interrupt()
    assert not run.task.done
    # The simulation's clock is at its end too, and nothing ticks any more.
    limit = time.monotonic() + DEADLINE_S
    while not run.task.done and time.monotonic() < limit:
        run._own.spin_once(timeout_sec=0.01)
        run._beside.spin_once(timeout_sec=0.01)
        run.task.stopping()
    result = run.task.runner.result()
    assert (result["status"], result["unstopped_actions"]) == ("interrupted", [])


def test_a_manager_that_cannot_start_its_servers_ends_the_run(trial: Callable[..., Trial]) -> None:
    run = trial('<Navigate goal="dock"/>', "--start-lifecycle", stack=Stack(starts=False))
    result = run.run()
    assert (result["status"], result["message"]) == (
        "not_started",
        "Nav2's lifecycle manager could not start its servers",
    )
    assert run.stack.time < 100.0


def test_a_task_without_nav2_asks_nothing_of_it(trial: Callable[..., Trial]) -> None:
    run = trial('<Wait duration_s="0.5"/>', stack=Stack(frozen=("local_costmap", "global_costmap")))
    assert run.run()["status"] == "success"
    assert run.stack.started_after is None


def test_a_goal_waits_for_its_server_to_be_found(trial: Callable[..., Trial]) -> None:
    run = trial('<Navigate goal="dock"/>', "--start-lifecycle")
    client = run.task.robot._nav2._clients.prepare(NavigateToPose, "navigate_to_pose")
    found, client.server_is_ready = client.server_is_ready, lambda: False
    run.run(until=lambda: run.task.runner.active != ())
    started = run.stack.time
    run.run(until=lambda: run.stack.time > started + 2.0)
    assert run.stack.goals == []
    client.server_is_ready = found
    assert run.run()["status"] == "success"
    assert len(run.stack.goals) == 1


def test_a_goal_whose_server_is_never_found_fails(trial: Callable[..., Trial]) -> None:
    run = trial('<Navigate goal="dock"/>', "--start-lifecycle")
    client = run.task.robot._nav2._clients.prepare(NavigateToPose, "navigate_to_pose")
    client.server_is_ready = lambda: False
    result = run.run()
    assert (result["status"], "nothing answers navigate_to_pose" in result["message"]) == ("failure", True)
    assert result["ended_at"] - result["started_at"] == pytest.approx(PATIENCE_S, abs=0.5)


def test_a_task_that_asks_nothing_of_nav2_needs_none_of_its_interfaces(tmp_path: Path) -> None:
    output(tmp_path, '<Wait duration_s="0.1"/>')
    code = (
        "import sys; sys.modules['nav2_msgs'] = sys.modules['ros_gz_interfaces'] = None\n"
        "import rclpy; from pathlib import Path; from robotdsl_runtime.nodes import task\n"
        "rclpy.init(); node = rclpy.create_node('bare'); output = task.TaskOutput.load(Path(sys.argv[1]))\n"
        "task.TaskNode(node, output, task._parser().parse_args([]))\n"
        "rclpy.shutdown()\n"
        "sys.exit(task.main(Path(sys.argv[1]), ['--start-lifecycle']))"
    )
    environment = {**os.environ, "ROS_DOMAIN_ID": str(own_domain())}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True, text=True, check=False, env=environment, timeout=DEADLINE_S,
    )  # fmt: skip
    # It could wait to be started; it starts Nav2 only where that is installed.
    assert (done.returncode, done.stderr.splitlines()[-1:]) == (
        2,
        ["error: the task needs nav2_msgs, which is not installed"],
    )


@pytest.mark.parametrize("text", ["", "null", "[1, 2]", '{"controller_server": [1]}', "{", '"\\', "\0"])
@pytest.mark.parametrize(
    "name", ["task/mission.json", "task/evaluation.json", "nav/nav2.base.yaml", "nav/nav2.robot.yaml"]
)
def test_a_damaged_file_is_named(tmp_path: Path, name: str, text: str) -> None:
    output(tmp_path, '<Wait duration_s="0.1"/>')
    (tmp_path / name).write_text(text)
    with pytest.raises(OutputFault) as fault:
        TaskOutput.load(tmp_path)
    assert name in str(fault.value) and "\n" not in str(fault.value)


@pytest.mark.parametrize("bumpers", [None, [], {"front": None}, {"front": {"topic": "/bumper"}}])
def test_damaged_bumpers_are_refused(tmp_path: Path, bumpers: object) -> None:
    output(tmp_path, '<Wait duration_s="0.1"/>')
    file = tmp_path / "task" / "evaluation.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "bumpers": bumpers}))
    with pytest.raises(OutputFault, match=r"evaluation\.json: states no topic and rate of each bumper"):
        TaskOutput.load(tmp_path)


@pytest.mark.parametrize("text", ["nan", "inf", "-1", "soon"])
def test_a_wait_that_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(SystemExit):
        _parser().parse_args(["--start-after", text])
