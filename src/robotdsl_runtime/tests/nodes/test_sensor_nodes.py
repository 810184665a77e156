"""The depth scan, the range sensors and the frames of the links over real DDS."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("tf2_msgs", reason="neither tf2's messages nor their stand-ins are installed")

from dds import Bench, ros_domain, stamp
from rclpy.qos import DurabilityPolicy, QoSProfile, qos_profile_sensor_data
from robotdsl_runtime.nodes.depth_scan import DepthScan
from robotdsl_runtime.nodes.links import read_joints
from robotdsl_runtime.nodes.messages import transform_message
from robotdsl_runtime.nodes.range_sensor import RangeSensor, argument_parser
from robotdsl_runtime.nodes.state_publisher import StatePublisher
from robotdsl_runtime.nodes.transforms import Transform
from sensor_msgs.msg import JointState, LaserScan, PointCloud2, PointField, Range
from tf2_msgs.msg import TFMessage

STATIC = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL)


@pytest.fixture(scope="module", autouse=True)
def ros() -> Iterator[None]:
    with ros_domain():
        yield


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench("sensor")
    yield made
    made.close()


def cloud(frame: str, points: list[tuple[float, float, float]], at: float) -> Any:
    data = np.array(points, dtype="<f4").reshape(-1, 3)
    message = PointCloud2(
        height=1,
        width=len(data),
        point_step=12,
        row_step=12 * len(data),
        fields=[PointField(name=n, offset=4 * k, datatype=PointField.FLOAT32, count=1) for k, n in enumerate("xyz")],
        data=data.tobytes(),
    )
    message.header.frame_id = frame
    return stamp(at, message)


def place(bench: Bench, child: str, x: float, z: float, pitch: float = 0.0) -> None:
    """A sensor ``x`` ahead of the base and ``z`` above the ground, looking down by ``pitch``."""
    static = bench.node.create_publisher(TFMessage, "/tf_static", STATIC)
    where = Transform((x, 0.0, z), (0.0, math.sin(0.5 * pitch), 0.0, math.cos(0.5 * pitch)))
    message = transform_message("base_footprint", child, bench.node.get_clock().now().to_msg(), where)
    static.publish(TFMessage(transforms=[message]))


def asked(bench: Bench, topic: str, heard: list[Any], message: Any) -> Any:
    """Send until an answer comes: a sensor's messages are of best effort, and frames take their time."""
    sender = bench.node.create_publisher(PointCloud2, topic, qos_profile_sensor_data)
    bench.joined(sender)
    before = len(heard)

    def answered() -> bool:
        sender.publish(message)
        return len(heard) > before

    bench.until(answered, "an answer")
    return heard[-1]


def test_a_depth_camera_s_cloud_becomes_a_scan_on_the_ground(bench: Bench) -> None:
    heard = bench.hear(LaserScan, "/scan", qos_profile_sensor_data)
    DepthScan(bench.subject, "/depth/points", "/scan", 5.0)
    place(bench, "eye", 0.2, 0.4)
    # A wall 1.8 m ahead of the camera, the floor before it, and what nothing is known of.
    seen = [(1.8, 0.0, 0.0), (1.0, 0.0, -0.4), (2.0, 2.0, 0.1), (math.nan, 0.0, 0.0), (5.5, 0.0, 0.2)]
    scan = asked(bench, "/depth/points", heard, cloud("eye", seen, 3.5))
    assert (scan.header.frame_id, scan.header.stamp.sec, scan.header.stamp.nanosec) == (
        "base_footprint",
        3,
        500_000_000,
    )
    assert len(scan.ranges) == 360 and scan.range_max == 5.0
    angles = scan.angle_min + scan.angle_increment * np.arange(360)
    assert angles[-1] == pytest.approx(scan.angle_max, abs=1e-5)
    returns = {round(math.degrees(angles[k])): r for k, r in enumerate(scan.ranges) if math.isfinite(r)}
    assert returns == {
        0: pytest.approx(2.0, abs=1e-6),
        round(math.degrees(math.atan2(2.0, 2.2))): pytest.approx(math.hypot(2.0, 2.2), abs=1e-6),
    }
    assert all(r > 0.0 for r in scan.ranges)


def options(**changed: Any) -> Any:
    values = {
        "points": "/near/points", "range": "/near", "frame": "near", "radiation": "ultrasound",
        "field-of-view": 0.5, "range-min": 0.02, "range-max": 4.0, **changed,
    }  # fmt: skip
    return argument_parser().parse_args([word for key, value in values.items() for word in (f"--{key}", str(value))])


def test_an_ultrasonic_sensor_reports_the_nearest_return_off_the_floor(bench: Bench) -> None:
    heard = bench.hear(Range, "/near", qos_profile_sensor_data)
    RangeSensor(bench.subject, options())
    place(bench, "near", 0.1, 0.2, pitch=0.1)
    # 1.5 m along the axis it is 0.05 m above the ground; a little below, nearer, is floor.
    told = asked(
        bench, "/near/points", heard, cloud("near", [(1.2, 0.0, -0.08), (1.45, 0.1, 0.0), (2.0, 0.0, 0.2)], 2.0)
    )
    assert told.range == pytest.approx(math.hypot(1.45, 0.1), abs=1e-6)
    assert (told.radiation_type, told.header.frame_id, told.header.stamp.sec) == (Range.ULTRASOUND, "near", 2)
    assert (told.field_of_view, told.min_range, told.max_range) == pytest.approx((0.5, 0.02, 4.0))
    nothing = asked(bench, "/near/points", heard, cloud("near", [], 2.0))
    while nothing.range != nothing.max_range:
        # Answers to what was sent before may still come.
        nothing = asked(bench, "/near/points", heard, cloud("near", [], 2.0))


@pytest.mark.parametrize(("points", "told"), [([(0.5, 0.0, -0.2)], -math.inf), ([], math.inf)])
def test_a_light_of_fixed_distance_says_whether_something_is_there(
    bench: Bench, points: list[tuple[float, float, float]], told: float
) -> None:
    heard = bench.hear(Range, "/near", qos_profile_sensor_data)
    # It needs no frame: the floor comes back to it too.
    RangeSensor(bench.subject, options(radiation="infrared", **{"range-min": 0.8, "range-max": 0.8}))
    message = asked(bench, "/near/points", heard, cloud("near", points, 1.0))
    assert message.range == told
    assert (message.radiation_type, message.min_range) == (Range.INFRARED, message.max_range)


ROBOT = """<robot name="bot">
  <joint name="base_joint" type="fixed">
    <parent link="base_footprint"/><child link="base_link"/><origin xyz="0 0 0.2"/></joint>
  <joint name="wheel_joint" type="continuous">
    <parent link="base_link"/><child link="wheel"/><axis xyz="0 1 0"/></joint>
</robot>"""


def test_links_are_told_by_the_joints(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "robot.urdf").write_text(ROBOT)
    StatePublisher(bench.subject, read_joints(tmp_path / "robot.urdf"))
    # The fixed ones are there for those who come late.
    static = bench.hear(TFMessage, "/tf_static", STATIC)
    bench.until(lambda: bool(static), "the fixed joints")
    (fixed,) = static[0].transforms
    assert (fixed.header.frame_id, fixed.child_frame_id) == ("base_footprint", "base_link")
    assert fixed.transform.translation.z == 0.2
    moved = bench.hear(TFMessage, "/tf")
    states = bench.node.create_publisher(JointState, "/joint_states", 10)
    bench.joined(states)
    bench.until(lambda: bench.node.count_publishers("/tf") > 0, "who tells of moving links")
    tell: Callable[[float, float], None] = lambda at, angle: states.publish(  # noqa: E731
        stamp(at, JointState(name=["wheel_joint", "other_joint"], position=[angle, 1.0]))
    )
    # A state without a stamp makes no frame, nor does one right after another.
    for at, angle in ((0.0, 9.0), (1.0, 0.5), (1.005, 0.6), (1.02, 0.7)):
        tell(at, angle)
    bench.until(lambda: len(moved) >= 2, "the moving joint")
    turns = [2.0 * math.asin(message.transforms[0].transform.rotation.y) for message in moved]
    assert turns == pytest.approx([0.5, 0.7])
    assert [m.transforms[0].child_frame_id for m in moved] == ["wheel", "wheel"]
    assert all(len(m.transforms) == 1 for m in moved)
