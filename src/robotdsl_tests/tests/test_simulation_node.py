"""The simulation node over real DDS, judged by the simulation's own ground truth: compiled robots, driven by joint
commands and belts, and every topic of every sensor against a wall whose place is known.
"""

from __future__ import annotations

import ctypes.util
import itertools
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.targets.description.robot import description, description_meshes
from robotdsl_compiler.targets.mujoco.compiler_block import compiler_block
from robotdsl_compiler.targets.mujoco.document import mujoco_document, object_meshes

from robotdsl_libraries import library, program

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("ros_gz_interfaces", reason="neither Gazebo's interfaces nor their stand-ins are installed")

from geometry_msgs.msg import Twist  # noqa: E402  after the skips
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rclpy.parameter import Parameter  # noqa: E402
from rclpy.qos import QoSProfile, qos_profile_sensor_data  # noqa: E402
from robotdsl_mujoco_sim.node.lens import Lens  # noqa: E402
from robotdsl_mujoco_sim.node.simulator import Simulator  # noqa: E402
from robotdsl_mujoco_sim.node.world import load_world  # noqa: E402
from ros_gz_interfaces.msg import Contacts  # noqa: E402
from rosgraph_msgs.msg import Clock  # noqa: E402
from sensor_msgs.msg import CameraInfo, Image, Imu, JointState, LaserScan, PointCloud2  # noqa: E402
from std_srvs.srv import SetBool, Trigger  # noqa: E402
from tf2_msgs.msg import TFMessage  # noqa: E402

DEADLINE_S = 60.0
EVERY, SENSOR = QoSProfile(depth=500), qos_profile_sensor_data
STATES, COMMANDS = "/mujoco/joint_states", "/mujoco/joint_commands"
WHEELS = ["left_wheel_joint", "right_wheel_joint"]
# Where the wall's near face is, and how high it is; m.
WALL_X, WALL_TOP = 0.75, 0.4
WALLED = f"""World hall {{
    spawn(robot = @core/sensor_bot, pose = (0, 0, 0.05, 0, 0, 0, 1))
    Scenario room(ref = "empty", ground_plane = true) {{
        Obstacle wall(type = "box", pos = ({WALL_X + 0.05}, 0, {WALL_TOP / 2}, 0, 0, 0, 1), size = (0.1, 6, {WALL_TOP}))
    }}
    Goal there(pose = (-1, 0, 0, 0, 0, 0, 1))
}}
"""
needs_osmesa = pytest.mark.skipif(ctypes.util.find_library("OSMesa") is None, reason="OSMesa is not installed")


@pytest.fixture(scope="module", autouse=True)
def ros() -> Iterator[None]:
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    os.environ["ROS_DOMAIN_ID"] = str(1 + (os.getpid() + 31) % 100)
    rclpy.init(domain_id=int(os.environ["ROS_DOMAIN_ID"]))
    yield
    rclpy.shutdown()


def composed(files: tuple[Path, ...], folder: Path) -> Path:
    """What the node reads of an output, written to ``folder``."""
    outcome = compile_program(Request(tuple(map(str, files)), (str(library("example")),), check=True))
    assert [d.message for d in outcome.diagnostics if d.blocking] == []
    facts = outcome.facts
    assert facts is not None
    described = (description(facts.robot, [compiler_block()]), *description_meshes(facts.robot))
    for file in (*described, mujoco_document(facts), *object_meshes(facts)):
        (folder / file.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / file.path).write_bytes(file.data)
    return folder


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    made: dict[str, Path] = {}

    def make(name: str) -> Path:
        if name not in made:
            folder = tmp_path_factory.mktemp(name)
            files = program("sensors" if name == "walled" else name)
            if name == "walled":
                sources = [file for file in files if file.suffix == ".core"]
                for suffix, text in ((".world", WALLED), (".task", "Task t { Wait(duration_s = 1) }\n")):
                    sources.append(folder / f"walled{suffix}")
                    sources[-1].write_text(text)
                files = tuple(sources)
            made[name] = composed(files, folder / "out")
        return made[name]

    return make


class Trial:
    """A simulator that runs in a thread, and a node that listens to it."""

    def __init__(self, folder: Path, **parameters: float) -> None:
        overrides = [Parameter(name, value=value) for name, value in parameters.items()]
        self.node = rclpy.create_node("mujoco_sim", parameter_overrides=overrides)
        self.world = load_world(folder)
        self.simulation = self.world.simulation
        self.simulator = Simulator(self.node, self.world)
        self.heard: dict[str, list[Any]] = defaultdict(list)
        self.other = rclpy.create_node("listener")
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self.other)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self.simulator.run, args=(self._stop.is_set,))
        self.tell = self.other.create_publisher(JointState, COMMANDS, 10)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()
        self.simulator.close()
        self._executor.shutdown()
        self.node.destroy_node()
        self.other.destroy_node()

    def hear(self, type: Any, topic: str, qos: Any = EVERY) -> list[Any]:
        if topic not in self.heard:
            self.other.create_subscription(type, topic, self.heard[topic].append, qos)
        return self.heard[topic]

    def until(self, condition: Callable[[], Any], what: str) -> None:
        limit = time.monotonic() + DEADLINE_S
        while not condition():
            assert self._thread.is_alive() and time.monotonic() < limit, f"waited for {what}"
            self._executor.spin_once(timeout_sec=0.02)

    def run(self, seconds: float) -> None:
        end = self.simulation.time + seconds
        self.until(lambda: self.simulation.time >= end, f"{seconds} s of the simulation")

    def drive(self, *speeds: float, seconds: float) -> None:
        """Tell the wheels, over and over as a controller does."""
        end = self.simulation.time + seconds

        def told() -> bool:
            self.tell.publish(JointState(name=WHEELS, velocity=list(speeds)))
            return self.simulation.time >= end

        self.until(told, "the drive")

    def call(self, type: Any, service: str, **request: Any) -> Any:
        client = self.other.create_client(type, service)
        self.until(client.service_is_ready, service)
        future = client.call_async(type.Request(**request))
        self.until(future.done, f"the answer of {service}")
        return future.result()


@pytest.fixture
def trial(output: Callable[[str], Path]) -> Iterator[Callable[..., Trial]]:
    made: list[Trial] = []

    def make(name: str, **parameters: float) -> Trial:
        made.append(Trial(output(name), **parameters))
        return made[-1]

    yield make
    for one in made:
        one.close()


def ns(stamp: Any) -> int:
    return int(stamp.sec) * 1_000_000_000 + int(stamp.nanosec)


def stamps(messages: list[Any]) -> list[int]:
    return [ns(message.header.stamp) for message in messages]


def points(cloud: Any) -> npt.NDArray[np.float64]:
    """(m, 3) of those that are finite."""
    raw = np.frombuffer(bytes(cloud.data), dtype=np.uint8).reshape(-1, cloud.point_step)
    assert [(f.name, f.offset, f.datatype) for f in cloud.fields[:3]] == [("x", 0, 7), ("y", 4, 7), ("z", 8, 7)]
    assert len(raw) == cloud.width * cloud.height
    xyz = np.ascontiguousarray(raw[:, :12]).view("<f4").astype(float)
    return xyz[np.isfinite(xyz).all(axis=1)]


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
    # Who comes late learns the time all the same.
    count = len(clock)
    run.until(lambda: len(clock) > count + 2, "the clock of a paused simulation")
    assert {ns(m.clock) for m in clock[-2:]} == {steps * 1_000_000}
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


# Sensors


@pytest.fixture
def walled(trial: Callable[..., Trial]) -> Trial:
    run = trial("walled")
    run.start()
    run.run(0.4)
    return run


def ahead(run: Trial, sensor: str) -> float:
    """How far the wall is from a sensor that looks ahead."""
    origin, rotation = run.simulation.sensor_in_base(sensor)
    assert rotation[0, 0] == pytest.approx(1.0, abs=1e-6)
    return WALL_X - run.simulation.pose()[0] - float(origin[0])


def test_scans_and_cones_measure_the_wall(walled: Trial) -> None:
    run = walled
    topics = {
        "/scan": (LaserScan, 100), "/lidar3d/scan": (LaserScan, 100), "/lidar3d/points": (PointCloud2, 100),
        "/ultrasonic/points": (PointCloud2, 50), "/range/points": (PointCloud2, 40),
    }  # fmt: skip
    for topic, (type, _) in topics.items():
        run.hear(type, topic, SENSOR)
    run.until(lambda: all(len(run.heard[topic]) > 5 for topic in topics), "the sensors")
    for topic, (_, period) in topics.items():
        apart = {b - a for a, b in itertools.pairwise(stamps(run.heard[topic]))}
        assert all(d > 0 and d % (period * 1_000_000) == 0 for d in apart), topic
        assert {s % (period * 1_000_000) for s in stamps(run.heard[topic])} == {0}
    for topic, name in (("/scan", "lidar"), ("/lidar3d/scan", "spinner")):
        scan = run.heard[topic][-1]
        assert scan.header.frame_id == name
        angles = scan.angle_min + scan.angle_increment * np.arange(len(scan.ranges))
        assert scan.angle_max == pytest.approx(angles[-1], abs=1e-5)
        near = np.abs(angles) < 0.5
        assert np.array(scan.ranges)[near] * np.cos(angles[near]) == pytest.approx(ahead(run, name), abs=0.1)
        assert np.isinf(np.array(scan.ranges)[np.abs(angles) > 2.0]).all()
    cloud = run.heard["/lidar3d/points"][-1]
    assert cloud.fields[3].name == "ring" and cloud.is_dense
    assert points(cloud)[:, 0] == pytest.approx(ahead(run, "spinner"), abs=0.1)
    for topic, name in (("/ultrasonic/points", "sonar"), ("/range/points", "feeler")):
        found = points(run.heard[topic][-1])
        assert run.heard[topic][-1].header.frame_id == name
        assert len(found) > 0 and found[:, 0] == pytest.approx(ahead(run, name), abs=0.005)


def test_the_imu_feels_gravity_and_a_push(walled: Trial) -> None:
    run = walled
    readings = run.hear(Imu, "/imu", SENSOR)
    run.until(lambda: len(readings) > 3, "the IMU")
    rest = readings[-1].linear_acceleration
    assert (rest.x, rest.y, rest.z) == pytest.approx((0.0, 0.0, 9.81), abs=0.1)
    # Pushed along x in the air, where nothing else touches it; every body by its mass, so it does not tip.
    assert run.call(SetBool, "/mujoco_sim/pause", data=True).success
    model, data = run.simulation.model, run.simulation.data
    model.opt.gravity[:] = 0.0
    data.xfrc_applied[:, 0] = 1.5 * model.body_mass
    data.qpos[2] += 0.5
    data.qvel[:] = 0.0
    count = len(readings)
    for _ in range(3):
        assert run.call(Trigger, "/mujoco_sim/step").success
    run.until(lambda: len(readings) >= count + 6, "the IMU")
    push = readings[-1].linear_acceleration
    assert (push.x, push.y, push.z) == pytest.approx((1.5, 0.0, 0.0), abs=0.05)
    assert run.simulation.twist().linear[0] == pytest.approx(1.5 * 0.06, rel=0.05)
    assert readings[-1].header.frame_id == "imu"


def test_a_pressed_bumper_tells_who_presses(walled: Trial) -> None:
    run = walled
    reports = run.hear(Contacts, "/bumper")
    run.until(lambda: len(reports) > 2, "the bumper")
    assert all(not report.contacts for report in reports)
    run.until(lambda: run.drive(8.0, 8.0, seconds=0.1) or any(report.contacts for report in reports), "a press")
    pressed = next(report for report in reports if report.contacts)
    contact = pressed.contacts[0]
    assert contact.collision1.name == "sensor_bot::bumper::bumper_collision"
    assert contact.collision2.name == "wall::link::collision"
    assert contact.positions[0].x == pytest.approx(WALL_X, abs=0.01)
    assert contact.normals[0].x == pytest.approx(-1.0, abs=0.01)
    assert pressed.header.frame_id == "bumper" and ns(pressed.header.stamp) % 20_000_000 == 0


@needs_osmesa
def test_depths_clouds_and_pictures_show_the_wall_where_it_is(walled: Trial) -> None:
    run = walled
    wanted = {
        "/camera/image_raw": Image, "/camera/camera_info": CameraInfo, "/depth/image_raw": Image,
        "/depth/points": PointCloud2, "/rgbd/image_raw": Image, "/rgbd/depth/image_raw": Image,
        "/rgbd/points": PointCloud2, "/rgbd/camera_info": CameraInfo,
    }  # fmt: skip
    # Nothing is drawn until a picture is wanted, and a description is none.
    run.hear(CameraInfo, "/camera/camera_info", SENSOR)
    run.until(lambda: len(run.heard["/camera/camera_info"]) > 1, "the description of the camera")
    assert not run.simulator.cameras.started
    for topic, type in wanted.items():
        run.hear(type, topic, SENSOR)
    run.until(lambda: all(len(run.heard[topic]) > 2 for topic in wanted), "the cameras")
    assert run.simulator.cameras.started and not run.simulator.cameras.failed
    lenses = {spec.name: Lens.of(spec) for spec in run.world.sensors if spec.name in ("eye", "depth", "rgbd")}
    for topic in wanted:
        assert {s % 100_000_000 for s in stamps(run.heard[topic])} == {0}, topic
    for name, topic, depths, clouds in (
        ("depth", None, "/depth/image_raw", "/depth/points"),
        ("rgbd", "/rgbd/image_raw", "/rgbd/depth/image_raw", "/rgbd/points"),
        ("eye", "/camera/image_raw", None, None),
    ):
        lens, distance = lenses[name], ahead(run, name)
        # Where the wall's upper edge, as ground truth has it, is in the picture.
        origin, _ = run.simulation.sensor_in_base(name)
        height = float(origin[2]) + run.simulation.pose()[2]
        edge = lens.center[1] - lens.focal * (WALL_TOP - height) / distance
        foot = lens.center[1] + lens.focal * height / distance
        assert 3 < edge < foot < lens.height - 3
        middle = lens.width // 2
        if depths is not None:
            image = run.heard[depths][-1]
            assert (image.encoding, image.step, image.header.frame_id) == ("32FC1", 4 * lens.width, name)
            depth = np.frombuffer(bytes(image.data), dtype="<f4").reshape(image.height, image.width)
            assert depth[math.ceil(edge + 1) : math.floor(foot - 1)] == pytest.approx(distance, abs=0.01)
            assert np.isinf(depth[: math.floor(edge - 1)]).all()
            # The floor, at its own place.
            low = lens.height - 2
            assert depth[low, middle] == pytest.approx(lens.focal * height / (low - lens.center[1]), rel=0.02)
        if clouds is not None:
            cloud = run.heard[clouds][-1]
            assert (cloud.width, cloud.height, cloud.header.frame_id) == (lens.width, lens.height, name)
            xyz = points(cloud)
            assert xyz[:, 0].max() < distance + 0.01
            # Above the floor only the wall; nothing under the floor.
            assert xyz[xyz[:, 2] > 0.02 - height, 0] == pytest.approx(distance, abs=0.01)
            assert xyz[:, 2].min() > -height - 0.01
        if topic is not None:
            image, info = run.heard[topic][-1], run.heard[f"{topic.rpartition('/')[0]}/camera_info"][-1]
            assert (image.encoding, image.step, image.header.frame_id) == ("rgb8", 3 * lens.width, name)
            rgb = np.frombuffer(bytes(image.data), dtype=np.uint8).reshape(image.height, image.width, 3)
            wall = rgb[round((edge + foot) / 2), middle].astype(int)
            assert np.ptp(wall) <= 2 and 60 < wall[0] < 200
            assert rgb[0, middle] == pytest.approx((217, 223, 236), abs=4)
            assert rgb[math.floor(edge - 1), middle] == pytest.approx((217, 223, 236), abs=4)
            assert abs(int(rgb[math.ceil(edge + 1), middle][0]) - 217) > 20
            assert (info.width, info.height, info.header.frame_id) == (lens.width, lens.height, name)
            assert (info.distortion_model, list(info.d)) == ("plumb_bob", [0.0] * 5)
            assert 2 * math.atan(0.5 * info.width / info.k[0]) == pytest.approx(lens.view)
            assert (info.k[0], info.k[2], info.k[5]) == (info.p[0], info.p[2], info.p[6])


# The process


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    code = "import sys; from robotdsl_mujoco_sim.node.main import command; sys.exit(command())"
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_when_it_is_told_to(output: Callable[[str], Path], number: signal.Signals) -> None:
    process = started(output("demo"))
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


def test_an_output_that_is_none_is_named(tmp_path: Path) -> None:
    said, _ = (process := started(tmp_path)).communicate(timeout=DEADLINE_S)
    assert (process.returncode, said.strip()) == (2, f"error: world/mujoco.json is missing from {tmp_path}")
