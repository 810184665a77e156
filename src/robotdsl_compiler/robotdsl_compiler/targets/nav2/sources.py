"""What the costmaps look with and what the robot is localised by: its scan, its point clouds and its range cones."""

from __future__ import annotations

from dataclasses import dataclass

from robotdsl_compiler.model.facts import RobotFacts, SensorFact
from robotdsl_compiler.targets.topics import sensor_topics

# What the runtime makes of the cloud of a robot that has no other scan, and how far it reaches in metres.
PROJECTED_SCAN, PROJECTED_RANGE = "/scan", 5.0

_SCANNERS = ("Lidar", "Lidar3D")
_DEPTH = ("DepthCamera", "RGBD")
_CLOUDS = ("Lidar3D", *_DEPTH)
_CONES = ("Ultrasonic", "Range")


@dataclass(frozen=True, slots=True)
class Scan:
    """The one scan that a robot is localised by: its topic, its range in metres, and the sensor that it comes from.
    ``projected`` where the runtime makes it of that sensor's cloud.
    """

    topic: str
    range_max: float
    sensor: SensorFact
    projected: bool


def scan_of(robot: RobotFacts) -> Scan | None:
    """The first laser's scan; without one the middle ring of the first spinning lidar; without either what the runtime
    makes of the cloud of the first depth or RGBD camera. ``None`` for a robot with none of them.
    """
    for kind in _SCANNERS:
        for sensor in robot.sensors:
            if sensor.type == kind:
                return Scan(sensor_topics(sensor)["scan"], _range(sensor), sensor, projected=False)
    for sensor in robot.sensors:
        if sensor.type in _DEPTH:
            return Scan(PROJECTED_SCAN, min(PROJECTED_RANGE, _range(sensor)), sensor, projected=True)
    return None


def clouds_of(robot: RobotFacts) -> tuple[tuple[str, str, float], ...]:
    """Every point cloud that shows obstacles: a name for it, which no parameter of a layer has, its topic and its range
    in metres.
    """
    return tuple(
        (f"{s.component.name}_cloud", sensor_topics(s)["points"], _range(s)) for s in robot.sensors if s.type in _CLOUDS
    )


def cones_of(robot: RobotFacts) -> tuple[str, ...]:
    """The topic of every range finder."""
    return tuple(sensor_topics(s)["range"] for s in robot.sensors if s.type in _CONES)


def _range(sensor: SensorFact) -> float:
    reach = sensor.rating.range_max_m
    assert reach is not None, f"the rating of {sensor.component.name} is complete"
    return reach
