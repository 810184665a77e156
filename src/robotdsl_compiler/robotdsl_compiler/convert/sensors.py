"""Which links sense: by a gazebo sensor that says so, else by a name that leaves no doubt."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from robotdsl_compiler.convert.markup import Element
from robotdsl_compiler.convert.remarks import Remarks
from robotdsl_compiler.convert.tree import Tree
from robotdsl_compiler.model.geometry import Pose

Rating = dict[str, float | int]

# Words of a link's name that tell what it is. An optical frame is only a second frame of the camera above it.
_WORDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("Lidar3D", frozenset(("velodyne", "vlp16", "vlp", "ouster", "lidar3d", "3dlidar"))),
    ("Lidar", frozenset(("laser", "lidar", "hokuyo", "rplidar", "lds", "scan", "laserscanner", "sick"))),
    ("IMU", frozenset(("imu",))),
    ("RGBD", frozenset(("realsense", "kinect", "astra", "xtion", "rgbd", "d435", "d435i", "zed"))),
    ("Camera", frozenset(("camera", "cam", "webcam"))),
    ("Ultrasonic", frozenset(("sonar", "ultrasonic", "ultrasound"))),
    ("Bumper", frozenset(("bumper",))),
)
_CAMERAS = ("Camera", "DepthCamera", "RGBD")
# Metres, pixels, hertz: what is stated beyond it is no figure of a device.
_MOST = 1e6
# What is called a sensor and lies this near to the floor, in metres, is a frame for figures and no device.
_IN_THE_FLOOR = 5e-3
_FRAME_ONLY = re.compile(r"optical|_frame$")


@dataclass(frozen=True, slots=True)
class Sensor:
    """``pose`` of what it looks from, in the frame of the chassis. ``head`` is the link that becomes the sensor, or
    ``None`` where it is only a spot on another one.
    """

    type: str
    link: str
    head: str | None
    pose: Pose
    rating: Rating
    line: int


def find_sensors(tree: Tree, moving: frozenset[str], base: str, ground: float, remarks: Remarks) -> tuple[Sensor, ...]:
    """The sensors in the order of the file. ``moving`` are the heads of wheels and casters: what hangs from these
    carries none. ``base`` is the link of the chassis' frame, ``ground`` the height of the floor in it.
    """
    carried = [
        name
        for name in tree.urdf.links
        if name not in moving and not any(joint.child in moving for joint in tree.chain(name))
    ]
    found: list[Sensor] = []
    heads: set[str] = set()
    for element in (e for e in tree.urdf.others if e.tag == "gazebo"):
        link = element.attributes.get("reference", "")
        for sensor in element.all("sensor"):
            known = _of_gazebo(sensor, link, carried, remarks)
            if known is None:
                continue
            type, rating = known
            offset = _offset(sensor)
            own = link not in heads and not _is_base(tree, link, base) and offset is None
            pose = tree.poses[link] if offset is None else tree.poses[link] @ offset
            found.append(Sensor(type, link, link if own else None, pose, rating, sensor.line))
            if own:
                heads.add(link)
    sensed = {sensor.link for sensor in found}
    for name in carried:
        type_by_name = _by_name(name)
        if type_by_name is None or _is_base(tree, name, base):
            continue
        above = [joint.parent for joint in tree.chain(name)]
        below = [link for link in sensed if name in (joint.parent for joint in tree.chain(link))]
        # One device may be several links; the one that is known already, or that comes first, stands for it.
        if name in sensed or below or any(link in sensed for link in above):
            continue
        if tree.poses[name].position[2] < ground + _IN_THE_FLOOR:
            remarks.add(tree.link(name).line, f"`{name}`", f"no {type_by_name}, for it lies in the floor")
            continue
        remarks.add(
            tree.link(name).line, f"`{name}`", f"of type {type_by_name}, as its name says; what it measures is assumed"
        )
        found.append(Sensor(type_by_name, name, name, tree.poses[name], {}, tree.link(name).line))
        sensed.add(name)
    return tuple(found)


def _is_base(tree: Tree, link: str, base: str) -> bool:
    """Whether a link is the base or what the base itself hangs from."""
    return link == base or any(joint.parent == link for joint in tree.chain(base))


def _by_name(name: str) -> str | None:
    if _FRAME_ONLY.search(name.lower()):
        return None
    words = set(re.split(r"[^a-z0-9]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()))
    words |= {word.rstrip("0123456789") for word in words}
    return next((type for type, known in _WORDS if words & known), None)


def _offset(sensor: Element) -> Pose | None:
    pose = sensor.first("pose")
    numbers = [] if pose is None else _numbers(pose.text)
    if pose is None or len(numbers) != 6 or not any(numbers):
        return None
    x, y, z, roll, pitch, yaw = numbers
    return Pose.from_xyz_rpy((x, y, z), (roll, pitch, yaw))


def _numbers(text: str) -> list[float]:
    try:
        values = [float(word) for word in text.split()]
    except ValueError:
        return []
    return values if all(math.isfinite(v) for v in values) else []


def _of_gazebo(sensor: Element, link: str, carried: list[str], remarks: Remarks) -> tuple[str, Rating] | None:
    kind = sensor.attributes.get("type", "")
    what = f"the gazebo sensor of type `{kind}` on `{link}`"
    reader = _READERS.get(kind)
    if reader is None:
        remarks.add(sensor.line, what, "left out: no sensor type of the language is like it")
        return None
    if link not in carried:
        remarks.add(sensor.line, what, "left out: it does not sit on the base")
        return None
    type, rating = reader(sensor)
    return type, _sound(type, rating)


def _sound(type: str, rating: Rating) -> Rating:
    """The rating without what no such sensor can have."""
    kept = {field: value for field, value in rating.items() if value < _MOST}
    if type in _CAMERAS and kept.get("horizontal_fov_rad", 0.0) >= math.pi:
        del kept["horizontal_fov_rad"]
    if kept.get("range_min_m", 0.0) >= kept.get("range_max_m", math.inf):
        del kept["range_min_m"], kept["range_max_m"]
    return kept


def _value(element: Element, path: str) -> float | None:
    found = element.find(path)
    numbers = [] if found is None else _numbers(found.text)
    return numbers[0] if len(numbers) == 1 else None


def _collect(element: Element, paths: Mapping[str, str]) -> Rating:
    """The values that are stated and above zero, by field."""
    values = {field: _value(element, path) for field, path in paths.items()}
    return {field: value for field, value in values.items() if value is not None and value > 0.0}


def _swept(element: Element, axis: str) -> float | None:
    low, high = (_value(element, f"scan/{axis}/{end}_angle") for end in ("min", "max"))
    return None if low is None or high is None or high <= low else high - low


def _ray(sensor: Element) -> tuple[str, Rating]:
    body = sensor.first("ray") or sensor.first("lidar") or sensor
    rating = _collect(body, {"range_min_m": "range/min", "range_max_m": "range/max", "noise_stddev": "noise/stddev"})
    rating |= _collect(sensor, {"rate_hz": "update_rate"})
    wide, high = _swept(body, "horizontal"), _swept(body, "vertical")
    cone = _cone(sensor)
    if cone is not None and wide is not None and {"range_min_m", "range_max_m", "rate_hz"} <= rating.keys():
        return cone, {
            "min_m": rating["range_min_m"], "max_m": rating["range_max_m"], "rate_hz": rating["rate_hz"],
            "field_of_view_rad": min(wide, 3.0),
        }  # fmt: skip
    samples, rings = (_value(body, f"scan/{axis}/samples") for axis in ("horizontal", "vertical"))
    if samples is not None and samples >= 1:
        rating["samples"] = int(samples)
    if wide is not None:
        rating["horizontal_fov_rad"] = min(wide, 2.0 * math.pi)
    if rings is not None and rings > 1:
        rating["rings"] = int(rings)
        if high is not None:
            rating["vertical_fov_rad"] = min(high, math.pi)
        return "Lidar3D", rating
    return "Lidar", rating


def _cone(sensor: Element) -> str | None:
    """Whether the plugin of a ray sensor makes one distance of its rays, and by which means."""
    for element in sensor.walk():
        tag = element.tag.lower()
        if tag in ("radiation", "radiation_type", "radiationtype"):
            return "Ultrasonic" if "ultra" in element.text.lower() else "Range"
    return None


def _camera(type: str) -> Callable[[Element], tuple[str, Rating]]:
    def read(sensor: Element) -> tuple[str, Rating]:
        body = sensor.first("camera") or sensor
        rating = _collect(
            body,
            {
                "width": "image/width", "height": "image/height", "horizontal_fov_rad": "horizontal_fov",
                "range_min_m": "clip/near", "range_max_m": "clip/far", "noise_stddev": "noise/stddev",
            },
        )  # fmt: skip
        rating |= {field: int(rating[field]) for field in ("width", "height") if field in rating}
        return type, rating | _collect(sensor, {"rate_hz": "update_rate"})

    return read


def _rate_only(type: str) -> Callable[[Element], tuple[str, Rating]]:
    return lambda sensor: (type, _collect(sensor, {"rate_hz": "update_rate"}))


_READERS: dict[str, Callable[[Element], tuple[str, Rating]]] = {
    **dict.fromkeys(("ray", "gpu_ray", "lidar", "gpu_lidar"), _ray),
    "camera": _camera("Camera"),
    "wideanglecamera": _camera("Camera"),
    **dict.fromkeys(("depth", "depth_camera"), _camera("DepthCamera")),
    **dict.fromkeys(("rgbd", "rgbd_camera"), _camera("RGBD")),
    "imu": _rate_only("IMU"),
    "contact": _rate_only("Bumper"),
}
