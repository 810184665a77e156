"""The lidar as navigation takes it: the returns of one planar scan, in ``base_footprint``."""

from __future__ import annotations

import math

import numpy as np

from robotdsl_mujoco_sim.sensors.rays import Lidar, Lidar3D, planar_points
from robotdsl_mujoco_sim.simulation import Simulation
from robotdsl_mujoco_sim.state import Array


class Sight:
    """A lidar fixed to the base. ``origin`` (x, y) is where it stands and ``facing`` where its field of view has its
    middle, both in ``base_footprint``; ``beam_spacing`` is the angle between two beams (rad).
    """

    def __init__(self, simulation: Simulation, sensor: Lidar | Lidar3D) -> None:
        self._sensor = sensor
        origin, rotation = simulation.sensor_in_base(sensor.spec.name)
        # Seen from above: a beam that dips or rises reaches less far on the map.
        self._directions: Array = np.ascontiguousarray((sensor.scan_directions @ rotation.T)[:, :2])
        self._origin: Array = origin[:2].copy()
        self.origin: tuple[float, float] = (float(origin[0]), float(origin[1]))
        self.facing = math.atan2(float(rotation[1, 0]), float(rotation[0, 0]))
        self.rate_hz = sensor.spec.rate_hz
        self.range_max = sensor.spec.number("range_max_m")
        self.field_of_view = min(sensor.spec.number("horizontal_fov_rad"), 2.0 * math.pi)
        self.beam_spacing = sensor.angle_increment

    def look(self) -> Array:
        """The returns of a scan taken now, (n, 2) in metres."""
        return planar_points(self._sensor.scan_returns(), self._origin, self._directions)
