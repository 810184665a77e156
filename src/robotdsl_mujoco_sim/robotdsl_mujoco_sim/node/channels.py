"""Each sensor's topics: what is measured for them when it is due, and only while somebody listens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from rclpy.node import Node
from rclpy.qos import QoSProfile, qos_profile_sensor_data
from sensor_msgs.msg import CameraInfo, Image, Imu, LaserScan, PointCloud2

from robotdsl_mujoco_sim.node import clouds, messages
from robotdsl_mujoco_sim.node.drawing_process import Picture
from robotdsl_mujoco_sim.node.lens import Lens
from robotdsl_mujoco_sim.node.outlet import Outlet
from robotdsl_mujoco_sim.sensors import imu, rays
from robotdsl_mujoco_sim.sensors.contacts import Bumper
from robotdsl_mujoco_sim.sensors.spec import SensorSpec
from robotdsl_mujoco_sim.simulation import Simulation

# A press that is not told is a press that did not happen: nothing of it may be lost.
CONTACT_QOS = QoSProfile(depth=100)
# What is published by what a topic carries. A range finder's reading is another node's to make.
_TYPES: Mapping[str, Any] = {
    "scan": LaserScan,
    "points": PointCloud2,
    "imu": Imu,
    "image": Image,
    "depth": Image,
    "camera_info": CameraInfo,
}
_CONTACTS = "contacts"


class Topics:
    """The publishers of one sensor by what they carry."""

    def __init__(self, node: Node, outlet: Outlet, spec: SensorSpec) -> None:
        self.spec = spec
        self._outlet = outlet
        self._publishers = {
            carried: node.create_publisher(_TYPES[carried], topic, qos_profile_sensor_data)
            for carried, topic in spec.topics.items()
            if carried in _TYPES
        }
        if _CONTACTS in spec.topics:
            self._publishers[_CONTACTS] = node.create_publisher(_contacts().TYPE, spec.topics[_CONTACTS], CONTACT_QOS)

    def wanted(self, carried: str) -> bool:
        """Whether somebody listens."""
        publisher = self._publishers.get(carried)
        return publisher is not None and publisher.get_subscription_count() > 0

    def publish(self, carried: str, make: Callable[[], Any]) -> None:
        """``make`` the message and publish it, when those before it have gone."""
        publisher = self._publishers[carried]
        self._outlet.offer(lambda: publisher.publish(make()))


class BodySensor:
    """A sensor that is worked out from the state, by the simulation's own reader of it."""

    def __init__(self, topics: Topics, robot: str) -> None:
        self._topics, self._robot = topics, robot
        self._measure = _MEASURES[topics.spec.type]

    def measure(self, simulation: Simulation, stamp: int) -> None:
        self._measure(self._topics, simulation.sensors[self._topics.spec.name], stamp, self._robot)


def _lidar(topics: Topics, sensor: Any, stamp: int, _robot: str) -> None:
    if topics.wanted("scan"):
        seen, frame, rate = sensor.read(), topics.spec.body, topics.spec.rate_hz
        topics.publish("scan", lambda: messages.scan(stamp, frame, seen, rate))


def _spinning_lidar(topics: Topics, sensor: rays.Lidar3D, stamp: int, _robot: str) -> None:
    frame, rate = topics.spec.body, topics.spec.rate_hz
    scan_wanted = topics.wanted("scan")
    if topics.wanted("points"):
        turn = sensor.read()
        rings = np.nonzero(np.isfinite(turn.ranges))[0]
        topics.publish("points", lambda: messages.cloud(stamp, frame, clouds.of_rings(turn.points, rings)))
        seen = sensor.middle_of(turn)
    elif scan_wanted:
        seen = sensor.scan()
    if scan_wanted:
        topics.publish("scan", lambda: messages.scan(stamp, frame, seen, rate))


def _cone(topics: Topics, sensor: rays.RangeCone, stamp: int, _robot: str) -> None:
    if topics.wanted("points"):
        points, frame = sensor.points(), topics.spec.body
        topics.publish("points", lambda: messages.cloud(stamp, frame, clouds.of_points(points)))


def _imu(topics: Topics, sensor: imu.Imu, stamp: int, _robot: str) -> None:
    if topics.wanted("imu"):
        reading, frame = sensor.read(), topics.spec.body
        topics.publish("imu", lambda: messages.imu(stamp, frame, reading))


def _bumper(topics: Topics, sensor: Bumper, stamp: int, robot: str) -> None:
    if topics.wanted(_CONTACTS):
        touches, frame = sensor.touches(), topics.spec.body
        topics.publish(_CONTACTS, lambda: _contacts().contacts(stamp, frame, robot, touches))


def _contacts() -> Any:
    """The module of a bumper's messages, which a robot without one does not need."""
    from robotdsl_mujoco_sim.node import contacts

    return contacts


_MEASURES: Mapping[str, Callable[[Topics, Any, int, str], None]] = {
    "Lidar": _lidar,
    "Lidar3D": _spinning_lidar,
    "Ultrasonic": _cone,
    "Range": _cone,
    "IMU": _imu,
    "Bumper": _bumper,
}


class CameraSensor:
    """A camera: what is wanted of it is ordered, and published when it has been drawn."""

    def __init__(self, topics: Topics) -> None:
        self._topics = topics
        self.lens = Lens.of(topics.spec)

    def wants(self) -> tuple[str, bool, bool, bool] | None:
        """Its name and whether its colours, depths and points are wanted; ``None`` when nothing is."""
        image, depth, points = (self._topics.wanted(carried) for carried in ("image", "depth", "points"))
        return (self.lens.name, image, depth, points) if image or depth or points else None

    def describe(self, stamp: int) -> None:
        """Publish what is known of it without a picture."""
        if self._topics.wanted("camera_info"):
            frame, lens = self._topics.spec.body, self.lens
            self._topics.publish("camera_info", lambda: messages.camera_info(stamp, frame, lens))

    def publish(self, picture: Picture) -> None:
        """Publish what was drawn, described where somebody asks."""
        topics, stamp, frame = self._topics, picture.stamp, self._topics.spec.body
        rgb, depth, cloud = picture.rgb, picture.depth, picture.cloud
        if rgb is not None:
            topics.publish("image", lambda: messages.colours(stamp, frame, rgb))
        self.describe(stamp)
        if depth is not None:
            topics.publish("depth", lambda: messages.depths(stamp, frame, depth))
        if cloud is not None:
            topics.publish("points", lambda: messages.cloud(stamp, frame, cloud))
