"""The topics of a second sensor of a kind, in the bridge and in the blocks of the description."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import yaml
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.targets.gazebo.bridge import bridge

# What the contract calls the topics of the first of a kind, and those of one more called `other`.
TOPICS = {
    "Lidar": (("/scan",), ("/scan_other",)),
    "Lidar3D": (("/lidar3d/scan", "/lidar3d/points"), ("/lidar3d_other/scan", "/lidar3d_other/points")),
    "IMU": (("/imu",), ("/imu_other",)),
    "Camera": (
        ("/camera/image_raw", "/camera/camera_info"),
        ("/camera_other/image_raw", "/camera_other/camera_info"),
    ),
    "DepthCamera": (("/depth/image_raw", "/depth/points"), ("/depth_other/image_raw", "/depth_other/points")),
    "RGBD": (
        ("/rgbd/image_raw", "/rgbd/depth/image_raw", "/rgbd/points", "/rgbd/camera_info"),
        ("/rgbd_other/image_raw", "/rgbd_other/depth/image_raw", "/rgbd_other/points", "/rgbd_other/camera_info"),
    ),
    "Ultrasonic": (("/ultrasonic/points",), ("/ultrasonic_other/points",)),
    "Range": (("/range/points",), ("/range_other/points",)),
    "Bumper": (("/bumper",), ("/bumper_other",)),
}
PARTS = {
    "Lidar": "laser", "Lidar3D": "spinner", "IMU": "imu", "Camera": "camera", "DepthCamera": "depth", "RGBD": "rgbd",
    "Ultrasonic": "sonar", "Range": "eye", "Bumper": "bumper",
}  # fmt: skip


@pytest.mark.parametrize("kind", TOPICS)
def test_a_second_sensor_of_a_kind(facts_of: Callable[..., Facts], texts: dict[str, str], kind: str) -> None:
    ref = PARTS[kind]
    core = texts["duo"] + f'{kind} one(ref = "{ref}", mount = "top_0") {kind} other(ref = "{ref}", mount = "top_1")\n'
    entries = yaml.safe_load(bridge(facts_of(core).robot).data)
    sensed = entries[2:]
    assert {each["ros_topic_name"] for each in sensed} == {topic for topics in TOPICS[kind] for topic in topics}
    told = [each["gz_topic_name"] for each in entries]
    assert len(set(told)) == len(told)
    # Either sensor's topics in Gazebo are its own.
    assert sum("_other" in topic for topic in told) == len(TOPICS[kind][1])
    for each in sensed:
        if each["ros_topic_name"].endswith("/camera_info"):
            assert each["ros_topic_name"].replace("camera_info", "image_raw") in {e["ros_topic_name"] for e in sensed}
