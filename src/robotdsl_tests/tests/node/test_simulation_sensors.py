"""Every topic of every sensor over real DDS, against a wall whose place is known."""

from __future__ import annotations

import ctypes.util
import itertools
import math
from collections.abc import Callable

import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("ros_gz_interfaces", reason="neither Gazebo's interfaces nor their stand-ins are installed")

import numpy as np
from outputs import WALL_TOP, WALL_X
from robotdsl_mujoco_sim.node.lens import Lens
from ros_gz_interfaces.msg import Contacts
from sensor_msgs.msg import CameraInfo, Image, Imu, LaserScan, PointCloud2
from std_srvs.srv import SetBool, Trigger
from trial import SENSOR, Trial, ns, points, stamps

needs_osmesa = pytest.mark.skipif(ctypes.util.find_library("OSMesa") is None, reason="OSMesa is not installed")


@pytest.fixture
def walled(trial: Callable[..., Trial]) -> Trial:
    run = trial("walled")
    run.start()
    run.run(0.4)
    return run


def ahead(run: Trial, sensor: str) -> float:
    """How far the wall is from a sensor that looks ahead."""
    origin, rotation = run.mounts[sensor]
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
        height = float(run.mounts[name][0][2]) + run.simulation.pose()[2]
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
