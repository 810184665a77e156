"""The files beside the scene: what drives it, reads it, plans in it and judges it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

Build = Callable[..., Any]

SENSORS = {
    "Lidar": "exact_laser",
    "Lidar3D": "spinner",
    "Camera": "camera",
    "DepthCamera": "depth",
    "RGBD": "rgbd",
    "IMU": "imu",
    "Ultrasonic": "sonar",
    "Range": "eye",
    "Bumper": "bumper",
}


def test_drive(build: Build, texts: dict[str, str]) -> None:
    drive = build(core=texts["quad"]).json("drive.json")
    assert list(drive) == [
        "schema", "version", "robot", "root", "bodies", "kinematics", "separation", "radius", "wheels",
    ]  # fmt: skip
    assert drive["root"] == {"body": "base_footprint", "joint": "root"}
    assert drive["bodies"] == {"base": "base_link", "fl": "fl", "fr": "fr", "rl": "rl", "rr": "rr"}
    assert (drive["robot"], drive["kinematics"]) == ("bot", "differential")
    assert (drive["separation"], drive["radius"]) == (0.28, 0.05)
    assert [(w["component"], w["y"]) for w in drive["wheels"]] == [
        ("fl", 0.14), ("fr", -0.14), ("rl", 0.14), ("rr", -0.14),
    ]  # fmt: skip
    assert drive["wheels"][0] == {
        "component": "fl", "joint": "fl_joint", "actuator": "fl_joint_actuator", "y": 0.14, "radius": 0.05,
        "max_speed": None, "max_torque": None,
    }  # fmt: skip


def test_drive_names_what_the_scene_holds(build: Build, texts: dict[str, str]) -> None:
    built = build(core=texts["duo"])
    drive = built.json("drive.json")
    assert set(drive["bodies"].values()) <= built.named("body").keys()
    for wheel in drive["wheels"]:
        assert wheel["joint"] in built.named("joint")
        assert built.named("velocity")[wheel["actuator"]]["joint"] == wheel["joint"]


@pytest.mark.parametrize("type", SENSORS)
def test_each_sensor_states_what_its_reader_needs(build: Build, texts: dict[str, str], type: str) -> None:
    core = texts["duo"] + f'{type} it(ref = "{SENSORS[type]}", mount = "top_0")\n'
    built = build(core=core)
    (sensor,) = built.json("sensors.json")["sensors"]
    roles = {"Lidar": "scan", "Lidar3D": "lidar3d", "DepthCamera": "depth"}
    assert [*sensor][:5] == ["name", "type", "role", "body", "rate_hz"]
    assert (sensor["name"], sensor["type"], sensor["body"]) == ("it", type, "it")
    assert sensor["role"] == roles.get(type, type.lower())
    beams = {"samples": 360, "horizontal_fov_rad": 2 * math.pi, "range_min_m": 0.3}
    depth = {"width": 160, "height": 120, "horizontal_fov_rad": 1.089, "range_min_m": 0.1, "range_max_m": 5.0}
    expected: dict[str, dict[str, object]] = {
        "Lidar": {
            "rate_hz": 5.0, "samples": 90, "horizontal_fov_rad": 3.1, "range_min_m": 0.1, "range_max_m": 8.0,
            "noise_stddev": 0.01,
        },
        "Lidar3D": {
            "rate_hz": 10.0, **beams, "range_max_m": 20.0, "rings": 16, "vertical_fov_rad": 0.52, "noise_stddev": 0.0,
        },
        "Camera": {"rate_hz": 10.0, **depth, "width": 320, "height": 240, "range_max_m": 10.0},
        "DepthCamera": {"rate_hz": 10.0, **depth},
        "RGBD": {"rate_hz": 10.0, **depth},
        "IMU": {"rate_hz": 100.0},
        "Ultrasonic": {"rate_hz": 20.0, "range_min_m": 0.02, "range_max_m": 4.0, "field_of_view_rad": 0.52},
        "Range": {"rate_hz": 20.0, "range_min_m": 0.02, "range_max_m": 1.5, "field_of_view_rad": 0.3},
        "Bumper": {"rate_hz": 50.0, "geoms": ["it_collision"]},
    }  # fmt: skip
    assert {key: value for key, value in sensor.items() if key not in ("name", "type", "role", "body")} == expected[
        type
    ]


def test_a_second_sensor_of_a_kind_has_a_role_of_its_own(build: Build, texts: dict[str, str]) -> None:
    core = texts["duo"] + 'Lidar a(ref = "laser", mount = "top_0") Lidar b(ref = "laser", mount = "top_1")\n'
    sensors = build(core=core).json("sensors.json")["sensors"]
    assert [(s["name"], s["role"]) for s in sensors] == [("a", "scan"), ("b", "scan_b")]


def test_navigation(build: Build, texts: dict[str, str]) -> None:
    built = build()
    navigation = built.json("nav/navigation.json")
    drive = built.outcome.facts.robot.drive
    assert list(navigation) == [
        "schema", "version", "map", "outline", "footprint", "max_speed_mps", "max_turn_radps", "max_acceleration_mps2",
        "max_turn_acceleration_radps2", "kinematics", "turns_in_place", "min_turning_radius_m", "max_side_speed_mps",
        "turning_center_m", "goal_tolerance_m",
        "goal_tolerance_rad", "inflation_radius_m", "localization", "scan", "odometry_noise",
    ]  # fmt: skip
    assert navigation["max_speed_mps"] == drive.max_speed
    assert (navigation["goal_tolerance_m"], navigation["goal_tolerance_rad"]) == (0.15, 0.15)
    assert (navigation["localization"], navigation["scan"]) == ("scan", "laser")
    assert navigation["odometry_noise"] == {"turn": 0.05, "distance": 0.05}
    corners = navigation["footprint"]
    assert corners == [[-0.15, -0.18], [0.15, -0.18], [0.15, 0.18], [-0.15, 0.18]]
    reach = math.hypot(0.15, 0.18)
    assert navigation["inflation_radius_m"] == pytest.approx(reach + 0.3)
    assert all(-0.15 <= x <= 0.15 and -0.18 <= y <= 0.18 for x, y in navigation["outline"])


def test_a_skid_steer_bases_odometry_is_not_trusted_in_turns(build: Build, texts: dict[str, str]) -> None:
    navigation = build(core=texts["quad"] + texts["laser"]).json("nav/navigation.json")
    assert navigation["odometry_noise"] == {"turn": 0.7, "distance": 0.1}


@pytest.mark.parametrize(
    ("sensors", "scan"),
    [
        ((), None),
        (("Ultrasonic", "sonar"), None),
        (("Lidar3D", "spinner"), "s0"),
        (("Lidar3D", "spinner", "Lidar", "laser"), "s1"),
        (("Lidar", "laser", "Lidar", "exact_laser"), "s0"),
    ],
)
def test_what_the_robot_is_localised_by(
    build: Build, texts: dict[str, str], sensors: tuple[str, ...], scan: str | None
) -> None:
    pairs = list(zip(sensors[::2], sensors[1::2], strict=True))
    core = texts["duo"] + "".join(
        f'{type} s{i}(ref = "{ref}", mount = "top_{i}")\n' for i, (type, ref) in enumerate(pairs)
    )
    navigation = build(core=core).json("nav/navigation.json")
    assert navigation["scan"] == scan
    assert navigation["localization"] == ("odometry" if scan is None else "scan")


def read_pgm(data: bytes) -> list[bytes]:
    """The rows of a binary PGM, the top one first."""
    match = re.match(rb"P5\n(\d+) (\d+)\n255\n", data)
    assert match is not None
    width, height = int(match[1]), int(match[2])
    pixels = data[match.end() :]
    assert len(pixels) == width * height
    return [pixels[row * width : (row + 1) * width] for row in range(height)]


def test_the_map_shows_obstacles_and_nothing_else(build: Build, texts: dict[str, str]) -> None:
    world = texts["world"].replace(
        "Marker flag",
        'SupportSurface pad(type = "box", pos = (0, 3, -0.05, 0, 0, 0, 1), size = (1, 1, 0.1))\n'
        'Obstacle ball(type = "sphere", pos = (0, -1, 0.2, 0, 0, 0, 1), size = (0.4, 0.4, 0.4))\nMarker flag',
    )
    built = build(world=world)
    described = yaml.safe_load((built.folder / "nav" / "map.yaml").read_text())
    rows = read_pgm((built.folder / "nav" / "map.pgm").read_bytes())
    assert described == {
        "image": "map.pgm", "mode": "trinary", "resolution": 0.05, "origin": [-2.5, -3.2, 0], "negate": 0,
        "occupied_thresh": 0.65, "free_thresh": 0.196,
    }  # fmt: skip
    assert set(b"".join(rows)) == {0, 254}

    def occupied(x: float, y: float) -> bool:
        column = int((x - described["origin"][0]) / 0.05)
        row = int((y - described["origin"][1]) / 0.05)
        return rows[len(rows) - 1 - row][column] == 0

    assert all(occupied(x, y) for x, y in ((1.2, 0.0), (1.06, -0.14), (1.34, 0.14), (0.0, -1.0), (0.0, -0.82)))
    assert not any(occupied(x, y) for x, y in ((1.03, 0.0), (1.37, 0.0), (2.5, 0.0), (0.0, 3.0), (0.19, -0.81)))
    # The crate takes the 6 x 6 cells that it lies on exactly.
    crate = [1 for x in range(20) for y in range(20) if occupied(0.725 + 0.05 * x, -0.475 + 0.05 * y)]
    assert len(crate) == 36


def test_the_tree_reads_like_the_program(build: Build, texts: dict[str, str]) -> None:
    task = """\
Task patrol {
    Retry(count = 3) { Fallback { GoalReached(goal = @world/there) Navigate(goal = @world/flag) } }
    Parallel(policy = "success_on_one") { Spin(angle_rad = -1.5) Wait(duration_s = 2) }
    Timeout(timeout_s = 5) { Inverter { DistanceTraveled(distance_m = 0.25) } }
    Advance(distance_m = 0.1, speed_mps = 0.2)
    Stop()
}
"""
    built = build(task=task)
    text = (built.folder / "task" / "behavior_tree.xml").read_text()
    assert (
        text
        == """\
<?xml version="1.0" encoding="UTF-8"?>
<root BTCPP_format="4" main_tree_to_execute="patrol">
  <BehaviorTree ID="patrol">
    <Sequence>
      <Retry count="3">
        <Fallback>
          <GoalReached goal="there"/>
          <Navigate goal="flag"/>
        </Fallback>
      </Retry>
      <Parallel policy="success_on_one">
        <Spin angle_rad="-1.5"/>
        <Wait duration_s="2"/>
      </Parallel>
      <Timeout timeout_s="5">
        <Inverter>
          <DistanceTraveled distance_m="0.25"/>
        </Inverter>
      </Timeout>
      <Advance distance_m="0.1" speed_mps="0.2"/>
      <Stop/>
    </Sequence>
  </BehaviorTree>
  <TreeNodesModel>
    <Control ID="Parallel">
      <input_port name="policy"/>
    </Control>
    <Decorator ID="Retry">
      <input_port name="count"/>
    </Decorator>
    <Decorator ID="Timeout">
      <input_port name="timeout_s"/>
    </Decorator>
    <Action ID="Navigate">
      <input_port name="goal"/>
    </Action>
    <Action ID="Wait">
      <input_port name="duration_s"/>
    </Action>
    <Action ID="Stop"/>
    <Action ID="Spin">
      <input_port name="angle_rad"/>
    </Action>
    <Action ID="Advance">
      <input_port name="distance_m"/>
      <input_port name="speed_mps"/>
    </Action>
    <Condition ID="GoalReached">
      <input_port name="goal"/>
    </Condition>
    <Condition ID="DistanceTraveled">
      <input_port name="distance_m"/>
    </Condition>
  </TreeNodesModel>
</root>
"""
    )
    assert built.json("task/mission.json")["timeout_s"] is None


def test_a_task_of_one_node_has_no_sequence_about_it(build: Build) -> None:
    built = build(task="Task t { Spin(angle_rad = 1) }")
    root = ElementTree.fromstring((built.folder / "task" / "behavior_tree.xml").read_bytes())
    assert [e.tag for e in root[0].iter()] == ["BehaviorTree", "Spin"]


def test_mission(build: Build, texts: dict[str, str]) -> None:
    world = texts["world"].replace("Goal there(", "Goal at_flag(target = @world/flag) Goal there(")
    assert build(world=world).json("task/mission.json") == {
        "schema": "robotdsl.mission",
        "version": 1,
        "robot": "bot",
        "world": "hall",
        "task": "fetch",
        "timeout_s": 90.0,
        "spawn": {"pose": [0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 1.0]},
        "goals": {
            "at_flag": {"pose": [2.5, 0.0, 0.01, 0.0, 0.0, 0.0, 1.0], "target": "flag"},
            "there": {"pose": [2.5, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], "target": None},
        },
        "entities": {
            "crate": {"type": "Obstacle", "pose": [1.2, 0.0, 0.25, 0.0, 0.0, 0.0, 1.0]},
            "flag": {"type": "Marker", "pose": [2.5, 0.0, 0.01, 0.0, 0.0, 0.0, 1.0]},
        },
    }


def test_evaluation(build: Build) -> None:
    eval = """\
Evaluate judge {
    Check_vel(target = @core/left_wheel, max = 20)
    Check_distance(target = @world/there, min = 0.1, max = 0.5)
    Check_clearance(min = 0.05)
    Check_contact(target = @core/base, source = @world/crate, max = 0)
    Check_contact(target = @core/base, source = @core/laser, max = 0)
    Check_time(target = @task/fetch, max = 60)
}
"""
    evaluation = build(eval=eval).json("task/evaluation.json")
    assert evaluation["name"] == "judge"
    blank = {"target": None, "source": None, "entity": None, "min": None, "max": None, "joint": None}
    assert evaluation["checks"] == [
        {"type": "Check_vel", **blank, "target": "left_wheel", "max": 20.0, "joint": "left_wheel_joint",
         "unit": "rad/s"},
        {"type": "Check_distance", **blank, "target": "there", "min": 0.1, "max": 0.5, "unit": "m"},
        {"type": "Check_clearance", **blank, "min": 0.05, "unit": "m"},
        {"type": "Check_contact", **blank, "target": "base", "entity": "crate", "max": 0.0, "unit": "s"},
        {"type": "Check_contact", **blank, "target": "base", "source": "laser", "max": 0.0, "unit": "s"},
        {"type": "Check_time", **blank, "target": "fetch", "max": 60.0, "unit": "s"},
    ]  # fmt: skip
    assert list(evaluation["parts"]) == ["base", "left_wheel", "right_wheel", "caster", "laser"]
    assert evaluation["parts"]["left_wheel"] == [{"disc": {"center": [0.0, 0.13], "radius": 0.05}}]
    assert evaluation["entities"] == {
        "crate": {
            "type": "Obstacle",
            "regions": [{"polygon": [[1.05, -0.15], [1.35, -0.15], [1.35, 0.15], [1.05, 0.15]]}],
        }
    }


def test_without_an_evaluation(build: Build) -> None:
    evaluation = build().json("task/evaluation.json")
    assert (evaluation["name"], evaluation["checks"]) == (None, [])


def test_every_stand_in_is_declared_for_what_triggered_it(build: Build, texts: dict[str, str]) -> None:
    core = texts["duo"] + "".join(
        f'{type} {type.lower()}(ref = "{ref}", mount = "top_{i}")\n'
        for i, (type, ref) in enumerate(
            [("Lidar", "laser"), ("IMU", "imu"), ("Ultrasonic", "sonar"), ("RGBD", "rgbd"), ("Range", "eye")]
        )
    )
    built = build(core=core)
    found = built.json("compile.json")["approximations"]
    assert all(list(a) == ["component", "construct", "emitted", "reason"] and all(a.values()) for a in found)
    assert {(a["component"], a["construct"]) for a in found} == {
        ("left_wheel", "A wheel"),
        ("right_wheel", "A wheel"),
        ("caster", "A caster"),
        ("left_wheel", "The drive of a wheel"),
        ("right_wheel", "The drive of a wheel"),
        ("base", "How fast the base goes"),
        ("caster", "A part lighter than MuJoCo steps well"),
        (
            "lidar",
            "A Lidar whose part does not state range_min_m, range_max_m, samples, horizontal_fov_rad, rate_hz and "
            "noise_stddev",
        ),
        ("imu", "An IMU whose part does not state rate_hz"),
        ("imu", "An IMU"),
        (
            "ultrasonic",
            "An Ultrasonic whose part does not state range_min_m, range_max_m, horizontal_fov_rad and rate_hz",
        ),
        ("ultrasonic", "An ultrasonic range finder"),
        (
            "rgbd",
            "An RGBD whose part does not state range_min_m, range_max_m, horizontal_fov_rad, width, height and rate_hz",
        ),
        ("rgbd", "An RGBD"),
        ("range", "A range finder that measures with light"),
        ("flag", "A Marker that does not collide"),
        ("fetch", "The navigation stack that carries out the task's motions"),
        ("fetch", "Obstacles on the map"),
        ("lidar", "Where the robot believes it is"),
        ("ultrasonic", "What the robot looks with"),
        ("rgbd", "What the robot looks with"),
        ("range", "What the robot looks with"),
    }


def test_no_stand_in_is_declared_that_nothing_goes_by(build: Build, texts: dict[str, str]) -> None:
    """Each figure that compile.json says stands in for the datasheet's is in sensors.json, and the same there."""
    core = texts["duo"] + "".join(
        f'{type} {type.lower()}(ref = "{ref}", mount = "top_{i}")\n'
        for i, (type, ref) in enumerate(
            [("Lidar", "laser"), ("Lidar3D", "spinner"), ("Ultrasonic", "sonar"), ("Camera", "camera"), ("IMU", "imu")]
        )
    )
    built = build(core=core)
    described = {sensor["name"]: sensor for sensor in built.json("sensors.json")["sensors"]}
    declared = [a for a in built.json("compile.json")["approximations"] if "does not state" in a["construct"]]
    assert len(declared) == len(described) == 5
    for approximation in declared:
        sensor = described[approximation["component"]]
        for figure in approximation["emitted"].removeprefix("A sensor with ").split(", "):
            field, _, value = figure.partition(" ")
            name = "field_of_view_rad" if field == "horizontal_fov_rad" and field not in sensor else field
            assert math.isclose(float(value), sensor[name]), (approximation, field)


def test_what_is_stated_is_not_declared_as_assumed(build: Build, texts: dict[str, str]) -> None:
    built = build(core=texts["duo"] + 'Lidar eye(ref = "exact_laser", mount = "top_0")\n')
    found = built.json("compile.json")["approximations"]
    assert not [a for a in found if "does not state" in a["construct"]]
