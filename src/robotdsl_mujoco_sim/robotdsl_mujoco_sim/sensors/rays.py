"""Sensors that measure along beams: planar and spinning lidars and the cones of range finders.

All beams of a reading are cast by one call of MuJoCo's ``mj_multiRay``. They return from the geoms of groups 0 and 3,
which are the world's that collide, the latter drawn by a mesh: never from the robot (group 1), from a mark that only
shows, or from the floor (group 2). A ``Range`` sensor alone sees the floor, the plane z = 0, by its equation.

A beam that meets nothing within the sensor's far limit reads ``inf``, one that meets something nearer than its near
limit ``-inf`` (REP 117: too close to measure, and not to be taken for free).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import mujoco
import numpy as np
import numpy.typing as npt

from robotdsl_mujoco_sim.sensors.spec import SensorSpec
from robotdsl_mujoco_sim.state import Array, State

# What a beam returns from, by geom group.
SEEN_GROUPS = np.array([1, 0, 0, 1, 0, 0], dtype=np.uint8)
# A horizontal view this close to the full circle is one, whose last beam must not repeat its first.
_FULL_CIRCLE = 2.0 * math.pi - 1e-6
# The output contract: 9 by 9 beams fill a range finder's cone.
CONE_BEAMS = 9
# The output contract: an ultrasonic sensor drops what returns less than 5 cm above the ground.
ECHO_HEIGHT_M = 0.05
# The output contract: a fixed-distance sensor, or one whose near limit is 0, measures from 1 cm.
LEAST_RANGE_M = 0.01


@dataclass(frozen=True, eq=False)
class Scan:
    """One planar scan in the sensor's frame: beam ``i`` of ``ranges`` (n,) in metres points at ``angle_min`` + ``i``
    * ``angle_increment`` (rad, to the left of the x axis).
    """

    angle_min: float
    angle_increment: float
    range_min: float
    range_max: float
    ranges: Array


@dataclass(frozen=True, eq=False)
class Cloud:
    """One turn of a spinning lidar: ``points`` (m, 3) of the beams that returned, in the sensor's frame in metres,
    ring by ring from the lowest; ``ranges`` (rings, samples) of every beam.
    """

    points: Array
    ranges: Array


class Beams:
    """A fixed set of beams from a body's origin; ``directions`` (n, 3) are unit vectors in the body's frame."""

    def __init__(self, state: State, body: int, directions: Array, reach: float) -> None:
        self._state = state
        self._reach = reach
        count = len(directions)
        self.directions = np.ascontiguousarray(directions)
        self._turned = np.empty((count, 3))
        self._flat = self._turned.reshape(-1)
        self._distances = np.empty(count)
        self._geoms = np.empty(count, dtype=np.int32)
        # Views into the data: where the body is after every ``place``.
        self.origin: Array = state.data.xpos[body]
        self._to_world: Array = state.data.xmat[body].reshape(3, 3).T

    def cast(self) -> Array:
        """Distances (n,) in metres along each beam, -1 where nothing is met; the next cast overwrites them."""
        self._state.place()
        np.matmul(self.directions, self._to_world, out=self._turned)
        mujoco.mj_multiRay(
            self._state.model,
            self._state.data,
            self.origin,
            self._flat,
            SEEN_GROUPS,
            True,
            -1,
            self._geoms,
            self._distances,
            None,
            len(self._distances),
            self._reach,
        )
        return self._distances

    @property
    def rises(self) -> Array:
        """The z components (n,) in the world of the beams as last cast."""
        return self._turned[:, 2]


# Which beams returned (m,) and what they read (m,), in metres.
Returns = tuple[npt.NDArray[np.intp], Array]


class _Limits:
    """The limits and the noise that make readings of distances."""

    def __init__(self, spec: SensorSpec, rng: np.random.Generator) -> None:
        self.near = spec.number("range_min_m")
        self.far = spec.number("range_max_m")
        self._noise = spec.numbers.get("noise_stddev", 0.0)
        self._rng = rng

    def returns(self, distances: Array) -> Returns:
        """The beams whose distance lies within the limits, and what they read. Noise is Gaussian, drawn for each of
        them; a noisy reading stays within the limits.
        """
        within = distances >= self.near
        within &= distances <= self.far
        beams = np.flatnonzero(within)
        readings: Array = distances.take(beams)
        if self._noise > 0.0:
            noise = self._rng.standard_normal(len(beams))
            noise *= self._noise
            readings += noise
            np.maximum(readings, self.near, out=readings)
            np.minimum(readings, self.far, out=readings)
        return beams, readings

    def readings(self, distances: Array) -> Array:
        """A reading for every beam, in a new array."""
        readings = np.full(len(distances), math.inf)
        readings[(distances >= 0.0) & (distances < self.near)] = -math.inf
        beams, found = self.returns(distances)
        readings[beams] = found
        return readings


def azimuths(samples: int, view: float) -> tuple[float, float]:
    """``(first angle, increment)`` in rad of ``samples`` beams over a horizontal ``view`` about straight ahead.

    Both edges of a partial view have a beam; on the full circle, the first beam points backwards and the last is one
    increment short of it.
    """
    if view >= _FULL_CIRCLE:
        return -math.pi, 2.0 * math.pi / samples
    if samples == 1:
        return 0.0, view
    return -0.5 * view, view / (samples - 1)


def beam_grid(azimuth: npt.NDArray[np.floating], elevation: npt.NDArray[np.floating]) -> Array:
    """Unit vectors (elevations * azimuths, 3), the azimuth running fastest; x ahead, y left, z up."""
    up, around = np.meshgrid(elevation, azimuth, indexing="ij")
    level = np.cos(up)
    return np.stack((level * np.cos(around), level * np.sin(around), np.sin(up)), axis=-1).reshape(-1, 3)


class Lidar:
    """A planar lidar of ``samples`` beams in the x-y plane of its frame."""

    def __init__(self, state: State, body: int, spec: SensorSpec, rng: np.random.Generator) -> None:
        self.spec = spec
        samples = spec.count("samples")
        self.angle_min, self.angle_increment = azimuths(samples, spec.number("horizontal_fov_rad"))
        self._limits = _Limits(spec, rng)
        angles = self.angle_min + self.angle_increment * np.arange(samples)
        self.beams = Beams(state, body, beam_grid(angles, np.zeros(1)), self._limits.far)

    def read(self) -> Scan:
        """The scan at the present moment."""
        readings = self._limits.readings(self.beams.cast())
        return Scan(self.angle_min, self.angle_increment, self._limits.near, self._limits.far, readings)

    @property
    def scan_directions(self) -> Array:
        """Unit vectors (n, 3) of a scan's beams in the sensor's frame."""
        return self.beams.directions

    def scan(self) -> Scan:
        """The same as ``read``: what a planar localizer takes from any lidar."""
        return self.read()

    def scan_returns(self) -> Returns:
        """A scan as its returns alone: the beams that met something within the limits, and their readings."""
        return self._limits.returns(self.beams.cast())


class Lidar3D:
    """A spinning lidar of ``rings`` by ``samples`` beams, its rings spread evenly over ``vertical_fov_rad`` about
    the level; a scan is its middle ring (the upper of the two middle ones, where their number is even).
    """

    def __init__(self, state: State, body: int, spec: SensorSpec, rng: np.random.Generator) -> None:
        self.spec = spec
        self._samples, self._rings = spec.count("samples"), spec.count("rings")
        self.angle_min, self.angle_increment = azimuths(self._samples, spec.number("horizontal_fov_rad"))
        self._limits = _Limits(spec, rng)
        angles = self.angle_min + self.angle_increment * np.arange(self._samples)
        half = 0.5 * spec.number("vertical_fov_rad")
        elevations = np.linspace(-half, half, self._rings) if self._rings > 1 else np.zeros(1)
        directions = beam_grid(angles, elevations)
        self.beams = Beams(state, body, directions, self._limits.far)
        middle = self._rings // 2 * self._samples
        self._middle = Beams(state, body, directions[middle : middle + self._samples], self._limits.far)

    def read(self) -> Cloud:
        """The cloud at the present moment."""
        readings = self._limits.readings(self.beams.cast())
        returned = np.isfinite(readings)
        points = self.beams.directions[returned] * readings[returned, np.newaxis]
        return Cloud(points, readings.reshape(self._rings, self._samples))

    @property
    def scan_directions(self) -> Array:
        """Unit vectors (n, 3) of a scan's beams in the sensor's frame."""
        return self._middle.directions

    def scan(self) -> Scan:
        """The middle ring alone, at the cost of one ring."""
        readings = self._limits.readings(self._middle.cast())
        return Scan(self.angle_min, self.angle_increment, self._limits.near, self._limits.far, readings)

    def middle_of(self, cloud: Cloud) -> Scan:
        """The middle ring of a turn."""
        readings: Array = cloud.ranges[self._rings // 2]
        return Scan(self.angle_min, self.angle_increment, self._limits.near, self._limits.far, readings)

    def scan_returns(self) -> Returns:
        """The middle ring as its returns alone."""
        return self._limits.returns(self._middle.cast())


class RangeCone:
    """A range finder: the nearest return of 9 by 9 beams over a cone of ``field_of_view_rad``.

    An ``Ultrasonic`` sensor's pulse glances off the floor, and returns less than 5 cm above the ground are dropped;
    a ``Range`` sensor measures with light, which comes back from the floor (``floor`` says whether there is one). A
    ``Range`` sensor whose limits are equal only tells whether something is within that distance.
    """

    def __init__(self, state: State, body: int, spec: SensorSpec, floor: bool) -> None:
        self.spec = spec
        near = spec.number("range_min_m")
        self.range_max = spec.number("range_max_m")
        self.fixed_distance = spec.type == "Range" and near == self.range_max
        self.range_min = LEAST_RANGE_M if self.fixed_distance or near <= 0.0 else near
        self._light = spec.type == "Range"
        self._floor = floor and self._light
        half = 0.5 * spec.number("field_of_view_rad")
        angles = np.linspace(-half, half, CONE_BEAMS)
        self.beams = Beams(state, body, beam_grid(angles, angles), self.range_max)

    def read(self) -> float:
        """The reading in metres.

        The far limit when nothing is within it, ``-inf`` when something is nearer than the near limit. A
        fixed-distance sensor reads ``-inf`` when something is within its distance, else ``inf`` (REP 117).
        """
        distances = self.beams.cast()
        found = distances >= 0.0
        if not self._light:
            found &= self.beams.origin[2] + distances * self.beams.rises > ECHO_HEIGHT_M
        nearest = float(distances[found].min(initial=math.inf))
        if self._floor:
            nearest = min(nearest, self._floor_distance())
        if self.fixed_distance:
            return -math.inf if nearest <= self.range_max else math.inf
        return -math.inf if nearest < self.range_min else min(nearest, self.range_max)

    def points(self) -> Array:
        """Where the cone's beams returned, (m, 3) in the sensor's frame, metres: nearer than the near limit too, and
        lower than 5 cm. What a reading is made of where it is made elsewhere.
        """
        distances = self.beams.cast()
        reached = np.where(distances >= 0.0, distances, math.inf)
        height = float(self.beams.origin[2])
        if self._floor and height >= 0.0:
            rises = self.beams.rises
            floor = np.full(len(rises), math.inf)
            np.divide(-height, rises, out=floor, where=rises < 0.0)
            np.minimum(reached, floor, out=reached)
        returned = np.flatnonzero(reached <= self.range_max)
        found: Array = self.beams.directions[returned] * reached[returned, np.newaxis]
        return found

    def _floor_distance(self) -> float:
        """Where the steepest downward beam meets the plane z = 0: of all beams from one point, the nearest there."""
        height = float(self.beams.origin[2])
        steepest = float(self.beams.rises.min())
        if height < 0.0 or steepest >= 0.0:
            return math.inf
        return -height / steepest


def planar_points(returns: Returns, origin: Array, directions: Array) -> Array:
    """Where a scan's beams returned, (m, 2) in metres in the frame in which ``origin`` (2,) and the directions of all
    of the scan's beams (n, 2) are stated: their projections onto its x-y plane.
    """
    beams, readings = returns
    points: Array = directions.take(beams, axis=0)
    points *= readings[:, np.newaxis]
    points += origin
    return points
