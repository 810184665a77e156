"""What the recorder hears of bumpers over real DDS, of a simulator that reports as Gazebo does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="ROS's Python client is not installed")
pytest.importorskip("tf2_msgs", reason="neither tf2's messages nor their stand-ins are installed")
pytest.importorskip("ros_gz_interfaces", reason="neither Gazebo's messages nor their stand-ins are installed")

from dds import Bench, ros_domain, stamp
from geometry_msgs.msg import TransformStamped
from robotdsl_runtime.nodes.recorder import Bumper, RosRecorder
from ros_gz_interfaces.msg import Contact, Contacts
from tf2_msgs.msg import TFMessage


@pytest.fixture(scope="module", autouse=True)
def ros() -> Iterator[None]:
    with ros_domain():
        yield


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench("recorder")
    yield made
    made.close()


def pressed_by(entity: str, at: float) -> Any:
    contact = Contact()
    contact.collision1.name, contact.collision2.name = "bot::front::collision", f"{entity}::link::collision"
    return stamp(at, Contacts(contacts=[contact]))


def test_readings_at_the_rate_while_somebody_could_have_spoken(bench: Bench) -> None:
    bumpers = {name: Bumper(f"/{name}", 50.0, silent_when_free=True) for name in ("front", "rear")}
    recorder = RosRecorder(bench.node, "bot", (), bumpers)
    poses = bench.node.create_publisher(TFMessage, "/model/bot/pose", 100)
    front = bench.node.create_publisher(Contacts, "/front", 100)
    bench.joined(poses)
    bench.joined(front)
    for i in range(6):
        poses.publish(TFMessage(transforms=[stamp(0.02 * i, TransformStamped(child_frame_id="bot"))]))
    for i in range(5):
        front.publish(pressed_by("box", 0.044 + 0.004 * i))

    def all_heard() -> bool:
        return any(report.entities for report in recorder.evidence().bumper_reports) and recorder.time >= 0.1

    bench.until(all_heard, "the last pose and a press")
    read = [(report.bumper, round(report.time, 6), report.entities) for report in recorder.evidence().bumper_reports]
    # Nobody publishes what the other bumper would tell, so that its silence means nothing.
    assert read == [("front", round(0.02 * k, 6), ("box",) if k == 3 else ()) for k in range(1, 6)]
