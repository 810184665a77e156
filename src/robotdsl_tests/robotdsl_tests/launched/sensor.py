"""What a sensor tells of the wall in front of it, against where the simulator has the robot."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from robotdsl_compiler.model.facts import SensorFact
from robotdsl_runtime.nodes.messages import FOOTPRINT, points_of
from robotdsl_runtime.nodes.transforms import Transform
from sensor_msgs.msg import CameraInfo, Image, Imu, LaserScan, PointCloud2, Range

from robotdsl_tests.launched.build import WALL_TOP, WALL_X, Built
from robotdsl_tests.launched.listener import Listener
from robotdsl_tests.launched.motion import motion_of, since
from robotdsl_tests.launched.pictures import FLOAT, rgb_of, values_of

# How far a mean or a median of many readings, each with the noise of its part, may be off, m; and a single one.
MEAN_M, ONE_M = 0.03, 0.1
GRAVITY = 9.81
# m/s towards the wall, and rad/s on the spot.
PUSH, SPIN = 0.15, 0.5
# So many readings come before one is looked at, since the first may be of a robot that still settles.
SETTLED = 5


class _Looker:
    """One sensor of a robot that stands before the wall."""

    def __init__(self, listener: Listener, built: Built, sensor: SensorFact) -> None:
        self.listener, self.built, self.sensor = listener, built, sensor
        self.name = sensor.component.name
        self.mount = Transform(sensor.pose.position, sensor.pose.orientation)
        self.wrong: list[str] = []

    def last(self, type: Any, topic: str, reliable: bool = False) -> Any:
        """The last of some messages of a topic, whose frame is the sensor's."""
        heard = self.listener.hear(type, topic, reliable)
        self.listener.until(lambda: len(heard) >= SETTLED, topic)
        frame = heard[-1].header.frame_id
        self.hold(frame == self.name, f"{topic} is in the frame {frame!r}, not {self.name!r}")
        return heard[-1]

    def hold(self, good: bool, words: str) -> None:
        if not good:
            self.wrong.append(f"{self.name}: {words}")

    def near(self, what: str, measured: float, truth: float, within: float) -> None:
        """A measure is a number near the truth."""
        good = math.isfinite(measured) and abs(measured - truth) <= within
        self.hold(good, f"{what} is {measured:.3f}, and in truth {truth:.3f}")

    def distance(self) -> float:
        """How far the wall is ahead of the sensor, m."""
        base = self.listener.truth[-1][1]
        place = base @ self.mount
        # The wall is long: a robot that has turned a little sees it further away.
        return (WALL_X - place.position[0]) / math.cos(place.planar[2])

    @property
    def height(self) -> float:
        """Above the floor, m."""
        return (self.listener.truth[-1][1] @ self.mount).position[2]


def judge(listener: Listener, built: Built) -> list[str]:
    """What is wrong with what the robot's sensors tell, a line each."""
    listener.ready()
    listener.pause(1.0)
    found = []
    for sensor in built.robot.sensors:
        looker = _Looker(listener, built, sensor)
        _frame(looker)
        _LOOKS[sensor.type](looker)
        found += looker.wrong
    return found


def _frame(looker: _Looker) -> None:
    """The robot's links are told where the program has them."""
    tree = looker.listener.tree
    looker.listener.until(lambda: tree.lookup(FOOTPRINT, looker.name) is not None, f"the frame {looker.name}")
    told = tree.lookup(FOOTPRINT, looker.name)
    assert told is not None
    off = math.dist(told.position, looker.mount.position)
    looker.hold(off < 1e-3, f"its frame is {off:.4f} m from where it sits")
    looker.hold(bool(np.allclose(told.matrix, looker.mount.matrix, atol=1e-3)), "its frame is turned")


def _lidar(looker: _Looker) -> None:
    _scan(looker, "/scan")


def _lidar3d(looker: _Looker) -> None:
    _scan(looker, "/lidar3d/scan")
    _cloud(looker, "/lidar3d/points")


def _scan(looker: _Looker, topic: str) -> None:
    scan = looker.last(LaserScan, topic)
    angles = scan.angle_min + scan.angle_increment * np.arange(len(scan.ranges))
    ranges = np.array(scan.ranges)
    before = np.abs(angles) < 0.5
    looker.near(f"the wall on {topic}", float(np.mean((ranges * np.cos(angles))[before])), looker.distance(), MEAN_M)
    looker.hold(bool(np.isinf(ranges[np.abs(angles) > 2.0]).all()), f"{topic} sees something behind the robot")


def _cloud(looker: _Looker, topic: str) -> None:
    points = points_of(looker.last(PointCloud2, topic))
    # Of the wall: above the floor, below its upper edge, and not far to the side.
    low, high = 0.03 - looker.height, WALL_TOP - looker.height
    wall = points[(points[:, 2] > low) & (points[:, 2] < high) & (np.abs(points[:, 1]) < 0.3) & (points[:, 0] > 0)]
    looker.hold(len(wall) > 0, f"{topic} has no point of the wall")
    if len(wall):
        looker.near(f"the wall on {topic}", float(np.median(wall[:, 0])), looker.distance(), MEAN_M)


def _depth_picture(looker: _Looker, topic: str) -> None:
    image = looker.last(Image, topic)
    looker.hold(image.encoding == FLOAT, f"{topic} is encoded as {image.encoding}")
    depth = values_of(image)
    looker.near(f"the wall on {topic}", float(np.median(_middle(depth))), looker.distance(), MEAN_M)
    sky = np.isinf(depth[0]) if looker.height < WALL_TOP else np.array([True])
    looker.hold(bool(sky.all()), f"the sky on {topic} is not infinitely far")


def _colour_picture(looker: _Looker, role: str) -> None:
    """The wall is before the sky, and is drawn on its shaded side; the lens is the part's."""
    rgb = rgb_of(looker.last(Image, f"{role}/image_raw")).astype(int)
    info = looker.last(CameraInfo, f"{role}/camera_info")
    rating = looker.sensor.rating
    looker.hold((info.width, info.height) == (rating.width, rating.height), f"{info.width} x {info.height} pixels")
    view = 2.0 * math.atan(0.5 * info.width / info.k[0])
    looker.near("the field of view", view, float(rating.horizontal_fov_rad or 0.0), 1e-3)
    sky, wall = np.median(rgb[0], axis=0), np.median(_middle(rgb).reshape(-1, 3), axis=0)
    looker.hold(sky[2] > sky[0] > 150, f"the sky is drawn as {sky.tolist()}")
    looker.hold(30 < wall.mean() < 150 and np.ptp(wall) < 12, f"the wall is drawn as {wall.tolist()}")


def _middle(picture: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A few pixels in the middle of a picture, where the wall is."""
    rows, columns = picture.shape[:2]
    found: npt.NDArray[Any] = picture[rows // 2 - 3 : rows // 2 + 3, columns // 2 - 3 : columns // 2 + 3]
    return found


def _camera(looker: _Looker) -> None:
    _colour_picture(looker, "/camera")


def _depth_camera(looker: _Looker) -> None:
    _depth_picture(looker, "/depth/image_raw")
    _cloud(looker, "/depth/points")


def _rgbd(looker: _Looker) -> None:
    _colour_picture(looker, "/rgbd")
    _depth_picture(looker, "/rgbd/depth/image_raw")
    _cloud(looker, "/rgbd/points")


def _imu(looker: _Looker) -> None:
    """It feels gravity, and how the robot turns."""
    readings = looker.listener.hear(Imu, "/imu")
    rest = looker.last(Imu, "/imu").linear_acceleration
    looker.near("the acceleration at rest, its length,", math.hypot(rest.x, rest.y, rest.z), GRAVITY, 0.2)
    looker.near("the acceleration upward at rest", rest.z, GRAVITY, 0.2)
    looker.listener.drive((0.0, 0.0, SPIN), 2.0)
    end = looker.listener.now
    turned = motion_of(since(looker.listener.truth, end - 1.0))[2]
    felt = [r.angular_velocity.z for r in readings if end - 1.0 <= r.header.stamp.sec + 1e-9 * r.header.stamp.nanosec]
    looker.hold(abs(turned) > 0.5 * SPIN, f"the robot turns by {turned:.3f} rad/s, told {SPIN}")
    looker.near("the rate of turn", float(np.mean(felt)) if felt else math.nan, turned, 0.05)


def _ultrasonic(looker: _Looker) -> None:
    _range(looker, "/ultrasonic", Range.ULTRASOUND)


def _infrared(looker: _Looker) -> None:
    _range(looker, "/range", Range.INFRARED)


def _range(looker: _Looker, role: str, radiation: int) -> None:
    topic = "/ultrasonic/range" if role == "/ultrasonic" else role
    reading = looker.last(Range, topic, reliable=True)
    looker.hold(reading.radiation_type == radiation, f"{topic} tells of radiation {reading.radiation_type}")
    # The nearest return: straight ahead, of a wall that is square to it.
    looker.near(f"the wall on {topic}", reading.range, looker.distance(), MEAN_M)
    points = points_of(looker.last(PointCloud2, f"{role}/points"))
    # In Gazebo the floor returns too.
    points = points[points[:, 2] > 0.05 - looker.height]
    looker.hold(len(points) > 0, f"{role}/points has no return of the wall")
    if len(points):
        looker.near(f"the nearest return on {role}/points", float(points[:, 0].min()), looker.distance(), ONE_M)


def _bumper(looker: _Looker) -> None:
    """Nothing presses it until the robot has driven to the wall, and then the wall does."""
    # Where nothing tells of contacts their messages may be missing.
    from ros_gz_interfaces.msg import Contacts

    reports = looker.listener.hear(Contacts, "/bumper", reliable=True)
    looker.listener.drive((PUSH, 0.0, 0.0), 0.5)
    early = _pressed(reports)
    looker.hold(not early, f"{early} press it away from the wall")
    start = looker.listener.now

    def done() -> bool:
        return bool(_pressed(reports)) or looker.listener.now > start + 2.0 * WALL_X / PUSH

    while not done():
        looker.listener.drive((PUSH, 0.0, 0.0), 0.2)
    pressing = _pressed(reports)
    looker.hold(pressing == {"wall"}, f"pressed against the wall it tells of {sorted(pressing)}")


def _pressed(reports: list[Any]) -> set[str]:
    """The entities that pressed it, in any report."""
    names = {
        side.name.split("::")[0]
        for report in reports
        for contact in report.contacts
        for side in (contact.collision1, contact.collision2)
        if "bumper" not in side.name
    }
    return names


_LOOKS: dict[str, Callable[[_Looker], None]] = {
    "Lidar": _lidar,
    "Lidar3D": _lidar3d,
    "Camera": _camera,
    "DepthCamera": _depth_camera,
    "RGBD": _rgbd,
    "IMU": _imu,
    "Ultrasonic": _ultrasonic,
    "Range": _infrared,
    "Bumper": _bumper,
}
