"""Beams against the geometry they meet, worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
import pytest
from handmade_output import LIDAR, Entity
from robotdsl_mujoco_sim.sensors.rays import (
    ECHO_HEIGHT_M,
    Lidar,
    Lidar3D,
    RangeCone,
    azimuths,
    beam_grid,
    planar_points,
)
from robotdsl_mujoco_sim.simulation import Simulation

Loader = Callable[..., Simulation]
# In base_link at 0.05 m: the lidar of the fixture looks from 0.18 m above the floor.
HEIGHT = 0.18
LIDAR3D = {**LIDAR, "name": "dome", "type": "Lidar3D", "body": "dome", "rings": 16, "vertical_fov_rad": 0.52}


def ranger(kind: str, **fields: float) -> dict[str, Any]:
    return {
        "name": "finder", "type": kind, "role": "range", "body": "finder", "rate_hz": 20.0, "range_min_m": 0.02,
        "range_max_m": 4.0, "field_of_view_rad": 0.2, **fields,
    }  # fmt: skip


def wall(distance: float, height: float = 2.0) -> Entity:
    """A wall across x whose near face lies ``distance`` ahead of the world's origin."""
    return Entity("wall", (0.2, 40.0, height), (distance + 0.1, 0.0, height / 2))


def afloat(simulation: Loader, **fields: Any) -> Simulation:
    """The robot before its first step, where it was placed and exactly level, 5 cm above the floor's height."""
    return simulation(spawn=(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0), **fields)


class TestLidar:
    def test_a_wall_ahead_by_its_equation(self, simulation: Loader) -> None:
        sim = afloat(simulation, entities=(wall(2.05),))
        scan = sim.sensor("lidar", Lidar).read()
        angles = scan.angle_min + scan.angle_increment * np.arange(len(scan.ranges))
        hits = np.cos(angles) > 2.0 / 12.0 + 0.01
        assert np.allclose(scan.ranges[hits], 2.0 / np.cos(angles[hits]), atol=1e-9)
        assert np.all(scan.ranges[np.cos(angles) < 2.0 / 12.0 - 0.01] == math.inf)

    def test_the_first_beam_points_backwards_and_none_twice(self, simulation: Loader) -> None:
        scan = afloat(simulation).sensor("lidar", Lidar).read()
        assert scan.angle_min == -math.pi
        assert scan.angle_increment == pytest.approx(2 * math.pi / 360)
        assert scan.ranges.shape == (360,)

    @pytest.mark.parametrize("bearing", [0, 45, 90, 200])
    def test_beams_turn_to_the_left(self, simulation: Loader, bearing: int) -> None:
        angle = math.radians(bearing)
        post = Entity(
            "post", (0.2, 0.2, 1.0), (0.05 + 3.0 * math.cos(angle), 3.0 * math.sin(angle), 0.5), shape="cylinder"
        )
        scan = afloat(simulation, entities=(post,)).sensor("lidar", Lidar).read()
        nearest = int(np.argmin(scan.ranges))
        assert scan.ranges[nearest] == pytest.approx(2.9, abs=1e-9)
        assert math.remainder(scan.angle_min + nearest * scan.angle_increment - angle, 2 * math.pi) == pytest.approx(
            0.0, abs=1e-9
        )

    def test_a_disc_by_its_equation(self, simulation: Loader) -> None:
        radius, distance = 0.4, 2.0
        post = Entity("post", (2 * radius, 2 * radius, 1.0), (0.05 + distance, 0.0, 0.5), shape="cylinder")
        scan = afloat(simulation, entities=(post,)).sensor("lidar", Lidar).read()
        angles = scan.angle_min + scan.angle_increment * np.arange(360)
        hit = np.isfinite(scan.ranges)
        assert hit.sum() == np.sum(np.abs(angles) < math.asin(radius / distance))
        side = distance * np.sin(angles[hit])
        expected = distance * np.cos(angles[hit]) - np.sqrt(radius**2 - side**2)
        assert np.allclose(scan.ranges[hit], expected, atol=1e-9)

    def test_never_the_robot_the_floor_or_a_mark(self, simulation: Loader) -> None:
        mark = Entity("mark", (1.0, 1.0, 1.0), (1.0, 0.0, 0.5), type="Marker")
        # Inside the robot's own chassis, turned nose down so that beams meet the floor.
        sim = afloat(simulation, entities=(mark,), mounts={"lidar": (0.0, 0.0, 0.03, 0.0, 0.5, 0.0)})
        assert np.all(sim.sensor("lidar", Lidar).read().ranges == math.inf)

    def test_beyond_its_reach_and_too_close(self, simulation: Loader) -> None:
        lidar = {**LIDAR, "range_min_m": 0.5, "range_max_m": 3.0}
        ahead, behind = wall(0.35), Entity("back", (0.2, 0.5, 2.0), (-4.0, 0.0, 1.0))
        ranges = afloat(simulation, entities=(ahead, behind), sensors=(lidar,)).sensor("lidar", Lidar).read().ranges
        assert ranges[180] == -math.inf  # 0.3 m
        assert ranges[0] == math.inf  # 3.95 m
        finite = ranges[np.isfinite(ranges)]
        assert finite.size and finite.min() >= 0.5 and finite.max() <= 3.0

    def test_turns_with_the_robot(self, simulation: Loader) -> None:
        half = math.sqrt(0.5)
        sim = simulation(spawn=(0.0, 0.0, 0.0, 0.0, 0.0, half, half), entities=(wall(2.0),))
        ranges = sim.sensor("lidar", Lidar).read().ranges
        # The wall is to the right of a robot that faces left.
        assert ranges[90] == pytest.approx(2.0, abs=1e-9)
        assert ranges[270] == math.inf

    def test_is_of_the_present_moment(self, simulation: Loader) -> None:
        sim = simulation(floor=False, entities=(Entity("slab", (6.0, 6.0, 0.5), (4.0, 0.0, 0.0)),), sensors=(LIDAR,))
        lidar = sim.sensor("lidar", Lidar)
        assert lidar.read().ranges[180] == pytest.approx(0.95, abs=1e-9)
        sim.data.qvel[0] = 1.0
        sim.step(1)
        assert lidar.read().ranges[180] == pytest.approx(0.949, abs=1e-9)

    def test_a_partial_view(self, simulation: Loader) -> None:
        lidar = {**LIDAR, "samples": 91, "horizontal_fov_rad": math.pi / 2}
        scan = afloat(simulation, entities=(wall(2.05),), sensors=(lidar,)).sensor("lidar", Lidar).read()
        assert scan.angle_min == pytest.approx(-math.pi / 4)
        assert scan.angle_min + 90 * scan.angle_increment == pytest.approx(math.pi / 4)
        assert scan.ranges[[0, 45, 90]] == pytest.approx([math.sqrt(8), 2.0, math.sqrt(8)])

    def test_noise(self, simulation: Loader) -> None:
        sensors = ({**LIDAR, "noise_stddev": 0.03, "range_max_m": 2.05},)
        one, same, other = (
            afloat(simulation, entities=(wall(2.05),), sensors=sensors, seed=seed) for seed in (1, 1, 2)
        )
        scans = [one.sensor("lidar", Lidar).read().ranges for _ in range(40)]
        assert np.array_equal(scans[0], same.sensor("lidar", Lidar).read().ranges)
        assert not np.array_equal(scans[0], other.sensor("lidar", Lidar).read().ranges)
        angles = -math.pi + 2 * math.pi / 360 * np.arange(360)
        hit = np.isfinite(scans[0])
        # What a beam meets is decided before its noise, and a noisy reading stays within the limits.
        assert np.array_equal(hit, (np.cos(angles) > 2.0 / 2.05))
        assert all(np.all(scan[hit] <= 2.05) for scan in scans)
        error = np.concatenate([scan[178:183] - 2.0 / np.cos(angles[178:183]) for scan in scans])
        assert abs(error.mean()) < 0.01
        assert 0.02 < error.std() < 0.04

    def test_returns_are_the_readings_of_the_beams_that_met_something(self, simulation: Loader) -> None:
        sensors = ({**LIDAR, "noise_stddev": 0.03, "range_min_m": 0.5, "range_max_m": 2.5},)
        entities = (wall(2.05), Entity("near", (0.1, 0.1, 1.0), (-0.3, 0.0, 0.5)))
        one, same = (afloat(simulation, entities=entities, sensors=sensors, seed=5) for _ in range(2))
        ranges = one.sensor("lidar", Lidar).read().ranges
        beams, readings = same.sensor("lidar", Lidar).scan_returns()
        assert np.array_equal(beams, np.flatnonzero(np.isfinite(ranges)))
        assert np.array_equal(readings, ranges[beams])
        assert ranges[0] == -math.inf and len(beams) > 50

    def test_one_sensors_readings_do_not_touch_anothers_noise(self, simulation: Loader) -> None:
        noisy = {**LIDAR, "noise_stddev": 0.03}
        sensors = (noisy, {**noisy, "name": "second", "body": "second"})
        one, other = (afloat(simulation, entities=(wall(2.05),), sensors=sensors) for _ in range(2))
        for _ in range(5):
            one.sensor("lidar", Lidar).read()
        assert np.array_equal(one.sensor("second", Lidar).read().ranges, other.sensor("second", Lidar).read().ranges)

    def test_points_lie_where_the_wall_does(self, simulation: Loader) -> None:
        # Turned about its own axis and off to one side: the points must not care.
        sim = afloat(simulation, entities=(wall(2.0),), mounts={"lidar": (0.1, 0.07, 0.13, 0.0, 0.0, 2.0)})
        lidar = sim.sensor("lidar", Lidar)
        origin, rotation = sim.sensor_in_base("lidar")
        points = planar_points(lidar.scan_returns(), origin[:2], (lidar.scan_directions @ rotation.T)[:, :2])
        assert origin == pytest.approx([0.1, 0.07, HEIGHT])
        assert len(points) > 100
        assert np.allclose(points[:, 0], 2.0, atol=1e-9)
        assert points[:, 1].min() < -8 and points[:, 1].max() > 8

    def test_agrees_with_single_rays(self, simulation: Loader) -> None:
        sim = afloat(simulation, entities=(Entity("box", (0.3, 0.6, 0.5), (1.2, 0.4, 0.25), yaw=0.7), wall(3.0)))
        lidar = sim.sensor("lidar", Lidar)
        scan = lidar.read()
        group, geom = np.array([1, 0, 0, 0, 0, 0], np.uint8), np.zeros(1, np.int32)
        for i in range(0, 360, 7):
            alone = mujoco.mj_ray(
                sim.model, sim.data, np.array([0.05, 0.0, HEIGHT]), lidar.scan_directions[i], group, 1, -1, geom, None
            )
            expected = alone if 0 <= alone <= 12.0 else math.inf
            assert scan.ranges[i] == pytest.approx(expected, abs=1e-9)


# High enough that no ring passes under the wall.
HIGH = {"dome": (0.05, 0.0, 0.65)}
# A range finder 0.3 m above the floor and 0.15 m ahead of the origin, looking level ahead and straight down.
LEVEL = {"finder": (0.15, 0.0, 0.25)}
DOWN = {"finder": (0.15, 0.0, 0.25, 0.0, math.pi / 2, 0.0)}


class TestLidar3D:
    def test_every_ring_meets_the_wall(self, simulation: Loader) -> None:
        sim = afloat(simulation, entities=(wall(2.05, height=3.0),), sensors=(LIDAR3D,), mounts=HIGH)
        cloud = sim.sensor("dome", Lidar3D).read()
        assert cloud.ranges.shape == (16, 360)
        elevations = np.linspace(-0.26, 0.26, 16)
        # Straight ahead, each ring meets the wall 2 m away along the level.
        assert np.allclose(cloud.ranges[:, 180], 2.0 / np.cos(elevations), atol=1e-9)
        assert np.allclose(cloud.points[:, 0], 2.0, atol=1e-9)
        assert cloud.points.shape == (np.isfinite(cloud.ranges).sum(), 3)
        assert np.all(np.diff(cloud.points[np.abs(cloud.points[:, 1]) < 1e-6, 2]) > 0)

    def test_the_scan_is_the_middle_ring(self, simulation: Loader) -> None:
        sim = afloat(simulation, entities=(wall(2.05, height=3.0),), sensors=(LIDAR3D,), mounts=HIGH)
        dome = sim.sensor("dome", Lidar3D)
        turn = dome.read()
        assert np.array_equal(dome.scan().ranges, turn.ranges[8])
        assert np.array_equal(dome.middle_of(turn).ranges, turn.ranges[8])
        assert dome.middle_of(turn).angle_min == dome.scan().angle_min

    def test_a_low_box_is_seen_by_the_low_rings_alone(self, simulation: Loader) -> None:
        low = Entity("low", (0.3, 0.3, 0.1), (2.0, 0.0, 0.05))
        sim = afloat(simulation, entities=(low,), sensors=(LIDAR3D,), mounts={"dome": (0.05, 0.0, 0.45)})
        ranges = sim.sensor("dome", Lidar3D).read().ranges
        seen = [bool(np.isfinite(ring).any()) for ring in ranges]
        assert seen[0] and not any(seen[8:])


class TestRangeFinders:
    def finder(self, simulation: Loader, sensor: dict[str, Any], *entities: Entity, **fields: Any) -> Any:
        sim = afloat(simulation, entities=entities, sensors=(sensor,), mounts=fields.pop("mounts", LEVEL), **fields)
        return sim.sensor("finder", RangeCone)

    @pytest.mark.parametrize("kind", ["Ultrasonic", "Range"])
    def test_the_nearest_return(self, simulation: Loader, kind: str) -> None:
        assert self.finder(simulation, ranger(kind), wall(1.15)).read() == pytest.approx(1.0, abs=1e-9)

    @pytest.mark.parametrize("kind", ["Ultrasonic", "Range"])
    def test_the_far_limit_when_nothing_is_there(self, simulation: Loader, kind: str) -> None:
        sensor = ranger(kind, range_max_m=2.0)
        assert self.finder(simulation, sensor).read() == 2.0

    @pytest.mark.parametrize("kind", ["Ultrasonic", "Range"])
    def test_too_close(self, simulation: Loader, kind: str) -> None:
        sensor = ranger(kind, range_min_m=0.3)
        assert self.finder(simulation, sensor, wall(0.35)).read() == -math.inf

    def test_only_light_sees_the_floor(self, simulation: Loader) -> None:
        # The lowest beam dips by 0.1 rad: it meets the floor 0.3 / sin(0.1) away.
        assert self.finder(simulation, ranger("Range")).read() == pytest.approx(0.3 / math.sin(0.1), abs=1e-9)
        assert self.finder(simulation, ranger("Ultrasonic")).read() == 4.0

    def test_straight_down(self, simulation: Loader) -> None:
        assert self.finder(simulation, ranger("Range"), mounts=DOWN).read() == pytest.approx(0.3, abs=1e-9)
        assert self.finder(simulation, ranger("Ultrasonic"), mounts=DOWN).read() == 4.0

    def test_no_floor_no_return(self, simulation: Loader) -> None:
        assert self.finder(simulation, ranger("Range"), floor=False).read() == 4.0

    def test_something_before_the_floor(self, simulation: Loader) -> None:
        assert self.finder(simulation, ranger("Range"), wall(1.15)).read() == pytest.approx(1.0, abs=1e-9)

    def test_an_echo_near_the_ground_is_dropped(self, simulation: Loader) -> None:
        for height, seen in ((ECHO_HEIGHT_M - 0.005, False), (ECHO_HEIGHT_M + 0.005, True)):
            plate = Entity("plate", (2.0, 2.0, height), (0.15, 0.0, height / 2))
            expected = 0.3 - height
            light = self.finder(simulation, ranger("Range"), plate, mounts=DOWN).read()
            assert light == pytest.approx(expected, abs=1e-9)
            sound = self.finder(simulation, ranger("Ultrasonic"), plate, mounts=DOWN).read()
            assert sound == pytest.approx(expected if seen else 4.0, abs=1e-9)

    @pytest.mark.parametrize(("distance", "reading"), [(0.05, -math.inf), (0.1, -math.inf), (0.11, math.inf)])
    def test_a_fixed_distance_sensor_says_only_whether(
        self, simulation: Loader, distance: float, reading: float
    ) -> None:
        sensor = ranger("Range", range_min_m=0.1, range_max_m=0.1)
        assert self.finder(simulation, sensor, wall(0.15 + distance)).read() == reading

    def test_a_fixed_distance_sensor_over_the_floor(self, simulation: Loader) -> None:
        low = {"finder": (0.15, 0.0, -0.02, 0.0, math.pi / 2, 0.0)}
        sensor = ranger("Range", range_min_m=0.05, range_max_m=0.05)
        assert self.finder(simulation, sensor, mounts=low).read() == -math.inf
        assert self.finder(simulation, sensor, mounts=low, floor=False).read() == math.inf

    def test_a_near_limit_of_zero_is_one_centimetre(self, simulation: Loader) -> None:
        finder = self.finder(simulation, ranger("Range", range_min_m=0.0), wall(0.155))
        assert finder.range_min == 0.01
        assert finder.read() == -math.inf

    @pytest.mark.parametrize("kind", ["Ultrasonic", "Range"])
    def test_its_points_lie_on_the_wall(self, simulation: Loader, kind: str) -> None:
        points = self.finder(simulation, ranger(kind), wall(1.15)).points()
        assert points.shape == (81, 3)
        assert points[:, 0] == pytest.approx(1.0, abs=1e-9)
        # Too near to be measured, and there all the same.
        near = self.finder(simulation, ranger(kind, range_min_m=0.3), wall(0.35)).points()
        assert near[:, 0] == pytest.approx(0.2, abs=1e-9)

    @pytest.mark.parametrize("mounts", [LEVEL, DOWN])
    def test_points_on_the_floor_are_lights_alone(self, simulation: Loader, mounts: dict[str, Any]) -> None:
        finder = self.finder(simulation, ranger("Range"), mounts=mounts)
        points = finder.points()
        assert np.linalg.norm(points, axis=1).min() == pytest.approx(finder.read(), abs=1e-9)
        heights = points[:, 2] if mounts is LEVEL else -points[:, 0]
        assert heights == pytest.approx(-0.3, abs=1e-9)
        assert self.finder(simulation, ranger("Ultrasonic"), mounts=mounts).points().shape == (0, 3)
        assert self.finder(simulation, ranger("Range"), mounts=mounts, floor=False).points().shape == (0, 3)

    def test_the_whole_cone_is_searched(self, simulation: Loader) -> None:
        # Off to the side, within the outermost beam alone.
        post = Entity("post", (0.02, 0.02, 2.0), (0.15 + math.cos(0.1), math.sin(0.1), 1.0), shape="cylinder")
        reading = self.finder(simulation, ranger("Ultrasonic"), post).read()
        assert reading == pytest.approx(0.99, abs=1e-3)


def test_azimuths_of_one_beam() -> None:
    assert azimuths(1, 1.0) == (0.0, 1.0)


def test_a_beam_grid_is_of_unit_vectors_ring_by_ring() -> None:
    grid = beam_grid(np.array([0.0, math.pi / 2]), np.array([-0.1, 0.1]))
    assert np.allclose(np.linalg.norm(grid, axis=1), 1.0)
    assert np.allclose(grid[0], [math.cos(0.1), 0.0, -math.sin(0.1)])
    assert np.allclose(grid[3], [0.0, math.cos(0.1), math.sin(0.1)])
