"""The sensor blocks of a description, and Gazebo's topics for what each sensor tells."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from robotdsl_compiler.model.facts import RobotFacts, SensorFact
from robotdsl_compiler.model.part import SensorRating
from robotdsl_compiler.targets.gazebo.sdf import holder, leaf
from robotdsl_compiler.targets.gazebo.surfaces import converted_collision
from robotdsl_compiler.targets.gazebo.world import TIMESTEP
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.names import joint_name, link_name, placed
from robotdsl_compiler.targets.topics import sensor_topics
from robotdsl_compiler.targets.values import clean

# Beams of a range finder's cone, each way.
CONE_BEAMS = 9
# By these bits a sensor sees what has one of its own: it looks for the world's, which the robot lacks and everything
# else has. A window looks for any of them, and lets things be picked by another.
WORLD_BIT = 0x1000
ROBOT_BITS = 0x0FFFFFFF & ~WORLD_BIT
# Metres: where the cone begins of one that states no distance to begin at.
CONE_NEAR = 0.01
# What measures distances, and so has a noise in metres.
NOISY = ("Lidar", "Lidar3D", "Ultrasonic", "Range")
# Hz: of what is read in every step, and of what is read once in some 30 years.
FASTEST_RATE, SLOWEST_RATE = 1.0 / TIMESTEP, 1e-9
_FULL_CIRCLE = 2.0 * math.pi - 1e-6

_TYPES = {
    "Lidar": "gpu_lidar",
    "Lidar3D": "gpu_lidar",
    "Ultrasonic": "gpu_lidar",
    "Range": "gpu_lidar",
    "IMU": "imu",
    "Camera": "camera",
    "DepthCamera": "depth_camera",
    "RGBD": "rgbd_camera",
    "Bumper": "contact",
}
_CAMERAS = frozenset({"camera", "depth_camera", "rgbd_camera"})
# What heeds such bits. Harmonic's cameras that measure depth show all there is (Ogre2DepthCamera.cc of gz-rendering 8).
HEEDING = frozenset({"gpu_lidar", "camera"})
# The sensor's own topic: that of what it tells by this name, or by its role alone.
_OWN_TOPIC = {
    "Lidar": "scan",
    "Lidar3D": "scan",
    "IMU": "imu",
    "Camera": "image",
    "DepthCamera": "depth",
    "Bumper": "contacts",
}
# Where Gazebo tells a thing whose topic follows from the sensor's own.
_DERIVED: dict[str, dict[str, str]] = {
    "Lidar3D": {"points": "/points"},
    "DepthCamera": {"points": "/points"},
    "RGBD": {"image": "/image", "camera_info": "/camera_info", "depth": "/depth_image", "points": "/points"},
    "Ultrasonic": {"points": "/points"},
    "Range": {"points": "/points"},
}
# Beams one way: the element, how many and the view in rad that they fill.
Fan = tuple[str, int | None, float | None]


def own_topic(sensor: SensorFact) -> str:
    told = _OWN_TOPIC.get(sensor.type)
    return f"/{sensor.role}" if told is None else sensor_topics(sensor)[told]


def gazebo_topics(sensor: SensorFact) -> dict[str, str]:
    """What crosses the bridge, by what each topic carries. A range finder's reading does not: the runtime makes it of
    the cone's returns.
    """
    own, derived = own_topic(sensor), _DERIVED.get(sensor.type, {})
    found = {told: own + tail for told, tail in derived.items()}
    told = _OWN_TOPIC.get(sensor.type)
    if told is not None:
        found[told] = own
    if sensor.type == "Camera":
        # Beside the picture, where ROS's tools look for it as well.
        found["camera_info"] = f"{own.rpartition('/')[0]}/camera_info"
    return found


def rate(sensor: SensorFact) -> float:
    """Hz. Gazebo reads a sensor once in a step at most. It counts the steps in whole milliseconds of 64 bits of
    nanoseconds, and waits without end for a sensor whose period is none of those.
    """
    stated = sensor.rating.rate_hz
    assert stated is not None, "the rating is complete"
    return min(max(stated, SLOWEST_RATE), FASTEST_RATE)


def second_cameras(robot: RobotFacts) -> list[SensorFact]:
    """All cameras but the first: Gazebo takes a second one of the same link for the right eye of a stereo pair, and
    tells its camera info so. One with a link of its own is a camera by itself.
    """
    return [sensor for sensor in robot.sensors if _TYPES[sensor.type] in _CAMERAS][1:]


def sensor_blocks(robot: RobotFacts) -> Iterator[Element]:
    apart = [sensor for sensor in second_cameras(robot) if sensor.component.part.inertial is not None]
    for sensor in robot.sensors:
        link = link_name(robot.part(sensor.component.name))
        if sensor.type == "Bumper" or sensor in apart:
            yield own_link(sensor.component.name)
        head = [leaf("always_on", True), leaf("update_rate", rate(sensor))]
        if sensor.type != "Bumper":
            head.append(leaf("topic", own_topic(sensor)))
        head.append(leaf("gz_frame_id", link))
        inside = [*head, *_BODIES[sensor.type](sensor, link)]
        block = holder("sensor", inside, name=sensor.component.name, type=_TYPES[sensor.type])
        yield holder("gazebo", [block], reference=link)


def looks_past_its_robot(sensor: SensorFact) -> bool:
    return _TYPES[sensor.type] in HEEDING


def unseen_blocks(robot: RobotFacts) -> Iterator[Element]:
    """What hides the robot from its own sensors, for a robot that has any that look past it."""
    if not any(looks_past_its_robot(sensor) for sensor in robot.sensors):
        return
    for part in placed(robot):
        if part.component.part.visual is not None:
            hidden = holder("visual", [leaf("visibility_flags", ROBOT_BITS)])
            yield holder("gazebo", [hidden], reference=link_name(part))


def own_link(component: str) -> Element:
    """Keeps the link of a part that is fixed to another from being merged into that."""
    return holder("gazebo", [leaf("preserveFixedJoint", True)], reference=joint_name(component))


def _laser(sensor: SensorFact, _: str) -> list[Element]:
    rating = sensor.rating
    rings = [] if sensor.type == "Lidar" else [("vertical", rating.rings, rating.vertical_fov_rad)]
    return [_lidar([("horizontal", rating.samples, rating.horizontal_fov_rad), *rings], _near(rating), rating)]


def _cone(sensor: SensorFact, _: str) -> list[Element]:
    rating = sensor.rating
    fans: list[Fan] = [(way, CONE_BEAMS, rating.horizontal_fov_rad) for way in ("horizontal", "vertical")]
    near = _near(rating)
    fixed = near == rating.range_max_m
    return [_lidar(fans, CONE_NEAR if fixed or near <= 0.0 else near, rating)]


def _lidar(fans: list[Fan], near: float, rating: SensorRating) -> Element:
    scan = [_fan(way, samples, view) for way, samples, view in fans]
    reach = [leaf("min", near), leaf("max", rating.range_max_m), leaf("resolution", 0.001)]
    mask = leaf("visibility_mask", WORLD_BIT)
    return holder("lidar", [holder("scan", scan), holder("range", reach), *_noise(rating), mask])


def _fan(way: str, samples: int | None, view: float | None) -> Element:
    """``samples`` beams over ``view``, both edges among them; on the full circle the last is one short of the first."""
    assert samples is not None and view is not None, "the rating is complete"
    first, last = -view / 2.0, view / 2.0
    if view >= _FULL_CIRCLE:
        first, last = -math.pi, math.pi - 2.0 * math.pi / samples
    if samples == 1:
        first = last = 0.0
    told = [leaf("samples", samples), leaf("resolution", 1.0)]
    return holder(way, [*told, leaf("min_angle", clean(first)), leaf("max_angle", clean(last))])


def _near(rating: SensorRating) -> float:
    return 0.0 if rating.range_min_m is None else rating.range_min_m


def _noise(rating: SensorRating) -> list[Element]:
    if not rating.noise_stddev:
        return []
    return [holder("noise", [leaf("type", "gaussian"), leaf("mean", 0.0), leaf("stddev", rating.noise_stddev)])]


def _camera(sensor: SensorFact, _: str) -> list[Element]:
    rating = sensor.rating
    picture = [leaf("width", rating.width), leaf("height", rating.height)]
    picture.append(leaf("format", "R_FLOAT32" if sensor.type == "DepthCamera" else "R8G8B8"))
    clip = [leaf("near", rating.range_min_m), leaf("far", rating.range_max_m)]
    fov = leaf("horizontal_fov", rating.horizontal_fov_rad)
    mask = [leaf("visibility_mask", WORLD_BIT)] if looks_past_its_robot(sensor) else []
    return [holder("camera", [fov, holder("image", picture), holder("clip", clip), *mask])]


def _bumper(sensor: SensorFact, link: str) -> list[Element]:
    told = [leaf("collision", converted_collision(link)), leaf("topic", own_topic(sensor))]
    return [holder("contact", told)]


def _imu(sensor: SensorFact, _: str) -> list[Element]:
    # How it is turned in the world, as ROS has it (REP 145), and not since the start.
    return [holder("imu", [holder("orientation_reference_frame", [leaf("localization", "ENU")])])]


_BODIES: dict[str, Callable[[SensorFact, str], list[Element]]] = {
    "Lidar": _laser,
    "Lidar3D": _laser,
    "Ultrasonic": _cone,
    "Range": _cone,
    "IMU": _imu,
    "Camera": _camera,
    "DepthCamera": _camera,
    "RGBD": _camera,
    "Bumper": _bumper,
}
