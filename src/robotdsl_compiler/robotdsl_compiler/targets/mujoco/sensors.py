"""sensors.json: what reads the scene. A sensor's frame is that of the body it names, x forward and z up."""

from __future__ import annotations

from robotdsl_compiler.model.facts import PlacedPart, RobotFacts, SensorFact
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.names import collision_name, link_name
from robotdsl_compiler.targets.values import json_file

_BEAMS = ("samples", "horizontal_fov_rad", "range_min_m", "range_max_m")
_LENS = ("width", "height", "horizontal_fov_rad")
_DEPTH = ("range_min_m", "range_max_m")

# Per type, the ratings that its reader needs, in the order in which they are written.
_FIELDS: dict[str, tuple[str, ...]] = {
    "Lidar": (*_BEAMS, "noise_stddev"),
    "Lidar3D": (*_BEAMS, "rings", "vertical_fov_rad", "noise_stddev"),
    "Ultrasonic": (*_DEPTH, "field_of_view_rad"),
    "Range": (*_DEPTH, "field_of_view_rad"),
    "Camera": (*_LENS, *_DEPTH),
    "DepthCamera": (*_LENS, *_DEPTH),
    "RGBD": (*_LENS, *_DEPTH),
    "IMU": (),
    "Bumper": (),
}
# The rating that a field is read from, where the names differ: a range finder's cone is as wide as it is high.
_RATINGS = {"field_of_view_rad": "horizontal_fov_rad"}
# What an unstated rating means, for those that no stand-in fills.
_UNSTATED: dict[str, float] = {"noise_stddev": 0.0}


def read_ratings(kind: str) -> tuple[str, ...]:
    """The ratings of a sensor of this type that its reader goes by."""
    return ("rate_hz", *(_RATINGS.get(field, field) for field in _FIELDS[kind]))


def sensors(robot: RobotFacts) -> File:
    return json_file(
        "sensors.json", "sensors", {"sensors": [sensor_values(s, robot.part(s.component.name)) for s in robot.sensors]}
    )


def sensor_values(sensor: SensorFact, part: PlacedPart) -> dict[str, object]:
    """What a document says of a sensor: where it sits and the ratings that its reader needs."""
    link = link_name(part)
    described: dict[str, object] = {
        "name": sensor.component.name,
        "type": sensor.type,
        "role": sensor.role,
        "body": link,
        "rate_hz": sensor.rating.rate_hz,
    }
    for field in _FIELDS[sensor.type]:
        value = getattr(sensor.rating, _RATINGS.get(field, field))
        described[field] = _UNSTATED.get(field) if value is None else value
    if sensor.type == "Bumper":
        described["geoms"] = [collision_name(link)]
    return described
