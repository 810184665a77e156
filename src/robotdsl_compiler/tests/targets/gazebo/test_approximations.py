"""Each row of the output contract's table of approximations is declared for what triggers it, and for nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.contract import Approximation
from robotdsl_compiler.targets.ros_gz_nav2 import RosGzNav2

from .. import undercarriages as bases
from ..undercarriages import Robot

SIDES = ("left", "right")
FOUR, FRONT = [*bases.CORNERS], ["front_left_wheel", "front_right_wheel"]
REAR = ["rear_left_wheel", "rear_right_wheel"]
TRACKS = ["left_track", "right_track"]


@dataclass(frozen=True)
class Row:
    """What a robot of ``parts`` and the body ``core`` in ``world`` has declared as ``construct``: by component, what
    is emitted, or a part of it.
    """

    construct: str
    declared: dict[str, str]
    robot: Robot
    world: dict[str, str] = field(default_factory=dict)


def duo(more: str = "", *parts: bases.Fields, chassis: str = "duo") -> Robot:
    core = (
        f'    Diff_two_caster base(ref = "{chassis}")\n'
        '    Standard left_wheel(ref = "wheel", mount = "left_wheel")\n'
        '    Standard right_wheel(ref = "wheel", mount = "right_wheel")\n'
    )
    if chassis == "duo":
        core += '    Caster caster(ref = "caster", mount = "under")\n'
    return [*parts], core + more


def quad(*parts: bases.Fields, chassis: str = "quad") -> Robot:
    core = f'    Diff_drive base(ref = "{chassis}")\n'
    return [*parts], core + "".join(f'    Standard {m}(ref = "wheel", mount = "{m}")\n' for m in FOUR)


def long_quad() -> bases.Fields:
    """0.6 m between its axles and 0.28 m between its wheels' middles, which lie 0.01 m outside of their mounts."""
    mounts = {
        name: {**at, "pos": [math.copysign(0.3, at["pos"][0]), math.copysign(0.13, at["pos"][1]), 0]}
        for name, at in bases.CORNERS.items()
    }
    return {**bases.frame("Diff_drive", mounts), "id": "long_quad"}


def driveline(**fields: Any) -> Robot:
    """A car whose rear wheels one motor of the chassis turns."""
    parts, core = bases.car()
    frame = parts[0]
    frame["connectors"]["engine"] = {"pos": [-0.1, 0, 0.03], "dir": [0, 0, 1]}
    frame["drivelines"] = [{"motor": "engine", "drives": REAR, **fields}]
    return parts, core + '    Motor drive(ref = "motor", mount = "engine")\n'


def eye(type: str, ref: str) -> str:
    return f'    {type} eye(ref = "{ref}", mount = "top_0")\n'


def of_all(components: list[str], emitted: str) -> dict[str, str]:
    return dict.fromkeys(components, emitted)


def along(x: float, y: float) -> str:
    return f"mu = 1 along ({x:g} {y:g} 0) of base_footprint and mu2 = 0 across it"


STAGE = 'SupportSurface stage(type = "box", pos = (4, 0, 0.05, 0, 0, 0, 1), size = (1, 1, 0.1))'
WORLD = """\
World hall {
    spawn(robot = @core/bot, pose = (0, 0, 0.01, 0, 0, 0, 1))
    Scenario room(ref = "empty", ground_plane = true) { %s }
    Goal there(pose = (2.5, 0, 0, 0, 0, 0, 1))
}
"""
CONE = "A gpu_lidar of 9 by 9 beams that fill its cone, whose nearest return is the reading"
IN_GAZEBO = "A base that turns in place short of its command when its tracks' runs are long"
UNSTATED = "A {} whose part does not state all of its figures"
ROWS = [
    Row(
        "A mecanum wheel",
        {
            "front_left_wheel": along(1, -1), "front_right_wheel": along(1, 1),
            "rear_left_wheel": along(1, 1), "rear_right_wheel": along(1, -1),
        },
        bases.mecanum(),
    ),
    Row("A wheel", of_all(["left_wheel", "right_wheel"], "A sphere of 0.05 m with mu = mu2 = 3"), duo()),
    Row("A caster", {"caster": "A sphere of 0.005 m with mu = mu2 = 0.01"}, duo()),
    Row(
        "An omni wheel",
        {
            name: f"mu = 1 along ({x} {y} 0) of base_footprint and mu2 = 0 along its axle"
            for name, x, y in (
                ("front_left_wheel", "0.707106781187", "-0.707106781187"),
                ("front_right_wheel", "0.707106781187", "0.707106781187"),
                ("rear_left_wheel", "0.707106781187", "0.707106781187"),
                ("rear_right_wheel", "0.707106781187", "-0.707106781187"),
            )
        },
        bases.omni(),
    ),
    Row(
        "A wheel of a skid-steer base",
        of_all(FOUR, "mu = 1 along (0 1 0) of base_footprint and mu2 = 3 along its rolling direction, and a sideways "
                     "slip compliance of 2 at "),
        quad(),
    ),
    Row("A wheel of a skid-steer base", of_all(FOUR, "compliance of 9.183673469388 at "),
        quad(long_quad(), chassis="long_quad")),
    Row("The ground plane", {"hall": "A collision with mu = mu2 = 3"}, duo()),
    Row("The ground plane", {}, duo(), {"world": (WORLD % "").replace("true", "false")}),
    Row("A SupportSurface", {"stage": "A collision with mu = mu2 = 3"}, duo(), {"world": WORLD % STAGE}),
    Row("A track", of_all(TRACKS, "A box on its run, 30 mm wide and 79.6 mm tall"), bases.tracked()),
    Row("The drive of a track", of_all(TRACKS, "a belt whose speed nothing bounds"), bases.tracked()),
    Row("A tracked base", {"base": "without scrubbing"}, bases.tracked()),
    Row("The odometry of a tracked base", {"base": "The motion that the speeds given"}, bases.tracked()),
    Row("A tracked base, in Gazebo", {"base": IN_GAZEBO}, bases.tracked()),
    Row("Ground contact 0", {"base": "A sphere of 0.01 m on a link of its own, with mu = mu2 = 0.01"},
        duo(chassis="skid_duo")),
    Row("Ground contact 1", {"base": "A sphere of 0.01 m"}, duo(chassis="skid_duo")),
    Row("A steered wheel", of_all(FRONT, "A knuckle of 10 g between it and the chassis, with up to 50 N m and 3 rad/s"),
        bases.car()),
    Row("A steered wheel", {"drive": "A knuckle of 10 g"}, bases.tricycle(motor=True)),
    Row("An Ackermann base", {"base": "each run at the speed of their own paths"}, bases.car()),
    Row("An Ackermann base", {}, bases.tricycle()),
    Row("A wheel that shares its motor with others", of_all(REAR, "an equal share, 1/2, of the motor's torque"),
        driveline(reduction=2.0)),
    Row("A wheel on a driveline that states no reduction", of_all(REAR, "A joint without bounds on torque and speed"),
        driveline()),
    Row(UNSTATED.format("Lidar"), {"eye": "range_min_m 0.3, range_max_m 12, samples 360, horizontal_fov_rad "
                                          "6.28318530718, rate_hz 10, noise_stddev 0"}, duo(eye("Lidar", "laser"))),
    Row(UNSTATED.format("Lidar"), {}, duo(eye("Lidar", "exact_laser"))),
    Row(UNSTATED.format("Lidar3D"), {"eye": "range_min_m 0.3, range_max_m 20, samples 360, horizontal_fov_rad "
                                            "6.28318530718, rings 16, vertical_fov_rad 0.52, rate_hz 10"},
        duo(eye("Lidar3D", "spinner"))),
    Row("An IMU", {"eye": "An ideal imu sensor"}, duo(eye("IMU", "imu"))),
    Row("An IMU whose part does not state all of its figures", {"eye": "A sensor with rate_hz 100"},
        duo(eye("IMU", "imu"))),
    Row(UNSTATED.format("Camera"), {"eye": "range_min_m 0.1, range_max_m 10, horizontal_fov_rad 1.089, width 320, "
                                           "height 240, rate_hz 10"}, duo(eye("Camera", "camera"))),
    Row(UNSTATED.format("DepthCamera"), {"eye": "range_min_m 0.1, range_max_m 5, horizontal_fov_rad 1.089, width 160, "
                                                "height 120, rate_hz 10"}, duo(eye("DepthCamera", "depth"))),
    Row("An RGBD whose part does not state all of its figures",
        {"eye": "range_min_m 0.1, range_max_m 5, horizontal_fov_rad 1.089, width 160, height 120, rate_hz 10"},
        duo(eye("RGBD", "rgbd"))),
    Row("An ultrasonic range finder", {"eye": CONE}, duo(eye("Ultrasonic", "sonar"))),
    Row("An Ultrasonic whose part does not state all of its figures",
        {"eye": "range_min_m 0.02, range_max_m 4, horizontal_fov_rad 0.52, rate_hz 20"},
        duo(eye("Ultrasonic", "sonar"))),
    Row("An ultrasonic range finder's reading",
        {"eye": "Made at run time from the cone's returns more than 0.05 m above the ground"},
        duo(eye("Ultrasonic", "sonar"))),
    Row("A range finder that measures with light", {"eye": CONE}, duo(eye("Range", "eye"))),
    Row("A bumper", {"eye": "An ideal contact sensor over its collision shape, on a link of its own"},
        duo(eye("Bumper", "bumper"))),
    Row("A spinning lidar as the only planar range sensor", {"eye": "Its middle ring as the scan"},
        duo(eye("Lidar3D", "spinner"))),
    Row("A spinning lidar as the only planar range sensor", {},
        duo(eye("Lidar3D", "spinner") + '    Lidar laser(ref = "laser", mount = "top_1")\n')),
    Row("A depth camera as the only range sensor", {"eye": "Its cloud projected onto the floor as a scan, up to 5 m"},
        duo(eye("DepthCamera", "depth"))),
    Row("An RGBD camera as the only range sensor", {"eye": "Its cloud projected onto the floor as a scan"},
        duo(eye("RGBD", "rgbd"))),
    Row("A part without a collision shape", {"sheet": "Nothing to collide by"},
        duo('    Attachment sheet(ref = "ghost", mount = "top_1")\n')),
    *(
        Row("What a sensor sees of its own robot", declared, duo(eye(type, ref)))
        for type, ref, declared in (
            ("Lidar", "laser", {"eye": "Nothing"}), ("Range", "eye", {"eye": "Nothing"}),
            ("Camera", "camera", {"eye": "Nothing"}), ("RGBD", "rgbd", {}), ("DepthCamera", "depth", {}),
            ("IMU", "imu", {}), ("Bumper", "bumper", {}),
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.construct)
def test_a_row_of_the_table(facts_of: Callable[..., Facts], row: Row) -> None:
    parts, core = row.robot
    declared = {each.component: each for each in of(facts_of(core, *parts, **row.world), row.construct)}
    assert declared.keys() == row.declared.keys()
    for component, emitted in row.declared.items():
        assert emitted in declared[component].emitted
        assert declared[component].reason


def of(facts: Facts, construct: str) -> list[Approximation]:
    bound = RosGzNav2().bind(facts, Diagnostics())
    assert bound is not None
    found = [each for each in bound.approximations if each.construct == construct]
    assert len({each.component for each in found}) == len(found)
    return found
