"""Sensors' roles and ratings, what entities cover, the map's extent, and what the task uses."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from robotdsl_compiler.analysis.sensing import ROLES, STAND_INS
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Disc, Polygon
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES

FactsOf = Callable[..., Facts]
SPAWN = "spawn(robot = @core/bot, pose = (0, 0, 0, 0, 0, 0, 1))"
STOP = "Task fetch { Stop() }"


def test_every_sensor_type_has_a_role_and_stand_ins() -> None:
    types = {t.name for t in COMPONENT_TYPES.values() if t.category is Category.SENSOR}
    assert set(ROLES) == set(STAND_INS) == types
    assert len(set(ROLES.values())) == len(ROLES)


def test_the_first_of_a_kind_has_the_role_and_the_others_their_name_behind_it(
    facts_of: FactsOf, texts: Mapping[str, str]
) -> None:
    sensors = facts_of(
        f"""{texts["duo"]} Lidar front(ref = "laser", mount = "top_0") Camera eye(ref = "camera", mount = "top_1")
        Lidar back(ref = "laser", mount = "top_2") Camera side(ref = "camera", mount = "top_3")"""
    ).robot.sensors
    assert [(s.component.name, s.role) for s in sensors] == [
        ("front", "scan"), ("eye", "camera"), ("back", "scan_back"), ("side", "camera_side"),
    ]  # fmt: skip
    assert [s.type for s in sensors] == ["Lidar", "Camera", "Lidar", "Camera"]
    # The connector at z = 0.05 on a chassis whose frame is 0.05 up; the sensor's frame 0.02 above it.
    assert sensors[0].pose.position == pytest.approx((0.1, 0.0, 0.12))


def test_the_contracts_stand_ins(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    found: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {}
    kinds = [
        ("Lidar", "laser"), ("Lidar3D", "spinner"), ("Camera", "camera"), ("DepthCamera", "depth"),
        ("RGBD", "rgbd"), ("IMU", "imu"), ("Ultrasonic", "sonar"), ("Bumper", "bumper"),
    ]  # fmt: skip
    for start in (0, 4):
        group = [
            f'{type} s{i}(ref = "{ref}", mount = "top_{i}")' for i, (type, ref) in enumerate(kinds[start : start + 4])
        ]
        for sensor in facts_of(texts["duo"] + "\n".join(group)).robot.sensors:
            stated = {k: getattr(sensor.rating, k) for k in sensor.rating.__dataclass_fields__}
            found[sensor.type] = ({k: v for k, v in stated.items() if v is not None}, sensor.assumed)
    circle = pytest.approx(2.0 * math.pi)
    depth = {"range_min_m": 0.1, "range_max_m": 5.0, "horizontal_fov_rad": 1.089, "width": 160, "height": 120,
             "rate_hz": 10.0, "noise_stddev": 0.0}  # fmt: skip
    assert {type: rating for type, (rating, _) in found.items()} == {
        "Lidar": {"range_min_m": 0.3, "range_max_m": 12.0, "samples": 360, "horizontal_fov_rad": circle,
                  "rate_hz": 10.0, "noise_stddev": 0.0},
        "Lidar3D": {"range_min_m": 0.3, "range_max_m": 20.0, "samples": 360, "horizontal_fov_rad": circle, "rings": 16,
                    "vertical_fov_rad": 0.52, "rate_hz": 10.0, "noise_stddev": 0.0},
        "Camera": {"range_min_m": 0.1, "range_max_m": 10.0, "horizontal_fov_rad": 1.089, "width": 320, "height": 240,
                   "rate_hz": 10.0, "noise_stddev": 0.0},
        "DepthCamera": depth,
        "RGBD": depth,
        "IMU": {"rate_hz": 100.0, "noise_stddev": 0.0},
        "Ultrasonic": {"range_min_m": 0.02, "range_max_m": 4.0, "horizontal_fov_rad": 0.52, "rate_hz": 20.0,
                       "noise_stddev": 0.0},
        "Bumper": {"rate_hz": 50.0},
    }  # fmt: skip
    assert all(set(rating) == set(assumed) for rating, assumed in found.values())


def test_what_the_part_states_is_not_assumed(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    laser, eye = facts_of(
        f'{texts["duo"]} Lidar l(ref = "exact_laser", mount = "top_0") Range e(ref = "eye", mount = "top_1")'
    ).robot.sensors
    assert (laser.rating.samples, laser.rating.range_max_m, laser.rating.noise_stddev, laser.assumed) == (
        90,
        8.0,
        0.01,
        (),
    )
    assert (eye.rating.range_min_m, eye.rating.range_max_m) == (0.02, 1.5)
    assert (eye.rating.horizontal_fov_rad, eye.rating.rate_hz) == (0.3, 20.0)
    assert eye.assumed == ("noise_stddev",)


def world(items: str, extra: str = "") -> str:
    return f'World hall {{ {SPAWN} Scenario room(ref = "empty") {{ {items} }} {extra} }}'


def test_what_entities_cover(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    s = math.sqrt(0.5)
    facts = facts_of(
        texts["duo"],
        world=world(
            f"""Obstacle crate(type = "box", size = (1, 2, 3), pos = (1, 0, 0, 0, 0, {s:.9f}, {s:.9f}))
            Obstacle ball(type = "sphere", size = (0.5, 1, 1), pos = (3, 1, 5, 0, 0, 0, 1))
            Obstacle post(type = "cylinder", size = (0.4, 1, 1), pos = (4, 0, 0, 0, 0, 0, 1))
            Obstacle log(type = "cylinder", size = (0.4, 1, 2), pos = (6, 0, 0.2, 0, {s:.9f}, 0, {s:.9f}))
            Marker spot(type = "box", size = (1, 1, 1), pos = (0, 0, 0, 0, 0, 0, 1))"""
        ),
        task=STOP,
    )
    crate, ball, post, log, spot = facts.world.entities
    (square,) = crate.regions
    assert isinstance(square, Polygon)
    # A quarter turn swaps its sides.
    assert {(round(x, 6), round(y, 6)) for x, y in square.points} == {(x, y) for x in (0.0, 2.0) for y in (-0.5, 0.5)}
    assert ball.regions == (Disc((3.0, 1.0), 0.25),)
    assert post.regions == (Disc((4.0, 0.0), 0.2),)
    (lying,) = log.regions
    assert isinstance(lying, Polygon)
    assert min(x for x, _ in lying.points) == pytest.approx(5.0) and max(x for x, _ in lying.points) == pytest.approx(
        7.0
    )
    assert max(y for _, y in lying.points) == pytest.approx(0.2, rel=0.003)
    assert spot.regions == ()


def test_the_map_lies_around_everything_on_whole_cells(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    facts = facts_of(
        texts["duo"],
        world=world(
            'Marker spot(type = "box", size = (0.5, 0.5, 1), pos = (3, -1, 0, 0, 0, 0, 1))',
            "Goal far(pose = (1, 4.02, 0, 0, 0, 0, 1))",
        ),
        task=STOP,
    )
    # x from the spawn at 0 to the mark at 3.25, y from the mark at -1.25 to the goal at 4.02; 2 m around it all.
    assert facts.world.map_origin == (-2.0, -3.25)
    assert facts.world.map_size == (7.25, 9.3)  # up to x = 5.25 and y = 6.02, the last cell's edge 6.05


def test_a_map_around_the_spawn_alone(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    facts = facts_of(texts["duo"], world=f"World hall {{ {SPAWN} }}", task=STOP)
    assert (facts.world.map_origin, facts.world.map_size) == ((-2.0, -2.0), (4.0, 4.0))


def test_an_absurd_world_is_still_a_fact(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    far = world('Obstacle o(type = "box", size = (1e300, 1, 1), pos = (1e308, 0, 0, 0, 0, 0, 1))')
    facts = facts_of(texts["duo"], world=far, task=STOP)
    assert all(math.isfinite(v) for v in (*facts.world.map_origin, *facts.world.map_size))


def test_what_the_task_uses(facts_of: FactsOf, texts: Mapping[str, str]) -> None:
    task = facts_of(
        texts["duo"],
        task="""Task fetch { Fallback { Navigate(goal = @world/there) Sequence {
            Navigate(goal = @world/flag) GoalReached(goal = @world/there) Spin(angle_rad = 1) } } Stop() }""",
    ).task
    assert task.goals == ("there", "flag")
    assert task.uses == {"Sequence", "Fallback", "Navigate", "GoalReached", "Spin", "Stop"}
