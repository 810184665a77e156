"""The sensors: the role each plays and what it measures."""

from __future__ import annotations

import math
from dataclasses import fields

from robotdsl_compiler.model.facts import PlacedPart, SensorFact
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.part import Part, SensorRating

# Component type -> the stem of its topics.
ROLES = {
    "Lidar": "scan",
    "Lidar3D": "lidar3d",
    "IMU": "imu",
    "Camera": "camera",
    "DepthCamera": "depth",
    "RGBD": "rgbd",
    "Ultrasonic": "ultrasonic",
    "Range": "range",
    "Bumper": "bumper",
}

_DEPTH = SensorRating(
    range_min_m=0.1,
    range_max_m=5.0,
    horizontal_fov_rad=1.089,
    width=160,
    height=120,
    rate_hz=10.0,
    noise_stddev=0.0,
)
# What a sensor does whose part does not say: the output contract's table of approximations, and no noise. A plain
# camera draws from 0.1 m, where SDF's cameras begin, to the contract's 10 m. A Range has no stand-ins: its part has to
# state its cone.
STAND_INS: dict[str, SensorRating] = {
    "Lidar": SensorRating(
        range_min_m=0.3,
        range_max_m=12.0,
        samples=360,
        horizontal_fov_rad=2.0 * math.pi,
        rate_hz=10.0,
        noise_stddev=0.0,
    ),
    "Lidar3D": SensorRating(
        range_min_m=0.3,
        range_max_m=20.0,
        samples=360,
        horizontal_fov_rad=2.0 * math.pi,
        rings=16,
        vertical_fov_rad=0.52,
        rate_hz=10.0,
        noise_stddev=0.0,
    ),
    "IMU": SensorRating(rate_hz=100.0, noise_stddev=0.0),
    "Camera": SensorRating(
        range_min_m=0.1,
        range_max_m=10.0,
        horizontal_fov_rad=1.089,
        width=320,
        height=240,
        rate_hz=10.0,
        noise_stddev=0.0,
    ),
    "DepthCamera": _DEPTH,
    "RGBD": _DEPTH,
    "Ultrasonic": SensorRating(
        range_min_m=0.02, range_max_m=4.0, horizontal_fov_rad=0.52, rate_hz=20.0, noise_stddev=0.0
    ),
    "Range": SensorRating(noise_stddev=0.0),
    "Bumper": SensorRating(rate_hz=50.0),
}


def sensor_facts(parts: tuple[PlacedPart, ...], footprint: Pose) -> tuple[SensorFact, ...]:
    """The placed sensors in the program's order, each with a complete rating."""
    seen: set[str] = set()
    facts = []
    for part in parts:
        component = part.component
        role = ROLES.get(component.type)
        if role is None or part.pose is None:
            continue
        rating, assumed = _rating(component.type, component.part)
        facts.append(
            SensorFact(
                component=component,
                type=component.type,
                role=f"{role}_{component.name}" if role in seen else role,
                pose=footprint @ part.pose,
                rating=rating,
                assumed=assumed,
            )
        )
        seen.add(role)
    return tuple(facts)


def _rating(type: str, part: Part) -> tuple[SensorRating, tuple[str, ...]]:
    """What the part states, filled by the stand-ins, and the names of the fields that those fill."""
    stated, assumed = _stated(part), []
    values: dict[str, float | int | None] = {}
    for field in fields(SensorRating):
        value, stand_in = getattr(stated, field.name), getattr(STAND_INS[type], field.name)
        if value is None and stand_in is not None:
            assumed.append(field.name)
            value = stand_in
        values[field.name] = value
    return SensorRating(**values), tuple(assumed)  # type: ignore[arg-type]  # each by its field's type


def _stated(part: Part) -> SensorRating:
    if part.range is not None:
        cone = part.range
        return SensorRating(
            range_min_m=cone.min_m,
            range_max_m=cone.max_m,
            horizontal_fov_rad=cone.field_of_view_rad,
            rate_hz=cone.rate_hz,
            noise_stddev=part.sensor.noise_stddev if part.sensor is not None else None,
        )
    return part.sensor or SensorRating()
