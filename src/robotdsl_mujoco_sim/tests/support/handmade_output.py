"""A compiled output written by hand, so that the simulation is tested without the compiler.

The robot is a box of 0.30 x 0.24 x 0.08 m on two driven wheels of radius 0.05 m at y = ±0.13 m and a caster 0.11 m
behind their axle; the world is the demo world unless a test places its own entities.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RADIUS, HALF_SEPARATION, LENGTH, WIDTH = 0.05, 0.13, 0.30, 0.24
WHEEL_MASS, CASTER_MASS, BASE_MASS = 0.2, 0.05, 3.0
RESOLUTION = 0.05
Pose7 = tuple[float, float, float, float, float, float, float]
Box = tuple[float, float, float]


@dataclass(frozen=True)
class Entity:
    """A thing of the world: ``shape`` is box, sphere or cylinder, ``size`` as a program states it."""

    name: str
    size: Box
    pos: Box
    yaw: float = 0.0
    shape: str = "box"
    type: str = "Obstacle"

    @property
    def collides(self) -> bool:
        return self.type != "Marker"

    @property
    def pose(self) -> Pose7:
        return (*self.pos, 0.0, 0.0, math.sin(self.yaw / 2), math.cos(self.yaw / 2))

    def region(self) -> dict[str, Any]:
        x, y = self.pos[:2]
        if self.shape != "box":
            return {"disc": {"center": [x, y], "radius": self.size[0] / 2}}
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        a, b = self.size[0] / 2, self.size[1] / 2
        corners = ((-a, -b), (a, -b), (a, b), (-a, b))
        return {"polygon": [[x + u * cos - v * sin, y + u * sin + v * cos] for u, v in corners]}


DEMO_ENTITIES = (
    Entity("box", (0.3, 0.3, 0.5), (1.2, 0.0, 0.25)),
    Entity("flag", (0.3, 0.3, 0.02), (2.5, 0.0, 0.01), shape="cylinder", type="Marker"),
)
LIDAR = {
    "name": "lidar", "type": "Lidar", "role": "scan", "body": "lidar", "rate_hz": 10.0, "samples": 360,
    "horizontal_fov_rad": 2 * math.pi, "range_min_m": 0.1, "range_max_m": 12.0, "noise_stddev": 0.0,
}  # fmt: skip
IMU = {"name": "imu", "type": "IMU", "role": "imu", "body": "imu", "rate_hz": 100.0}
BUMPER = {
    "name": "bumper", "type": "Bumper", "role": "bumper", "body": "bumper", "rate_hz": 50.0,
    "geoms": ["bumper_collision"],
}  # fmt: skip
# Where each part of the robot sits in base_link, which is at the height of the axle.
MOUNTS = {"lidar": (0.05, 0.0, 0.13), "imu": (-0.05, 0.04, 0.02), "bumper": (0.155, 0.0, 0.0)}
DEMO_TREE = '<Sequence><Navigate goal="goal"/><Spin angle_rad="1.57"/><Wait duration_s="1.0"/><Stop/></Sequence>'
DEMO_CHECKS = (
    {"type": "Check_time", "target": "reach", "source": None, "min": None, "max": 60.0, "joint": None, "unit": "s"},
    {"type": "Check_vel", "target": "left_wheel", "source": None, "min": None, "max": 30.0,
     "joint": "left_wheel_joint", "unit": "rad/s"},
    {"type": "Check_distance", "target": "goal", "source": None, "min": None, "max": 0.3, "joint": None, "unit": "m"},
    {"type": "Check_clearance", "target": "box", "source": None, "min": 0.02, "max": None, "joint": None, "unit": "m"},
)  # fmt: skip


@dataclass(frozen=True)
class Setup:
    """What an output holds; every field has the demo's value."""

    entities: tuple[Entity, ...] = DEMO_ENTITIES
    sensors: tuple[dict[str, Any], ...] = (LIDAR, IMU, BUMPER)
    spawn: Pose7 = (0.0, 0.0, 0.05, 0.0, 0.0, 0.0, 1.0)
    gravity: Box = (0.0, 0.0, -9.81)
    floor: bool = True
    max_speed: float | None = 20.0
    # How far ahead of base_footprint's origin the axle lies.
    axle_x: float = 0.0
    # What a test places instead of a part's own mount, in base_link.
    mounts: dict[str, Any] = field(default_factory=dict)
    # Kilograms at a point of base_link, to make it top-heavy.
    ballast: tuple[float, Box] | None = None
    tree: str = DEMO_TREE
    timeout_s: float | None = 120.0
    goals: dict[str, Pose7] = field(default_factory=lambda: {"goal": (2.5, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)})
    checks: tuple[dict[str, Any], ...] = DEMO_CHECKS
    localization: str = "scan"


def numbers(values: Sequence[float]) -> str:
    return " ".join(repr(float(value)) for value in values)


def inertial(mass: float, moments: Box, pos: Box = (0.0, 0.0, 0.0)) -> str:
    return f'<inertial pos="{numbers(pos)}" mass="{mass!r}" fullinertia="{numbers((*moments, 0, 0, 0))}"/>'


def quaternion(rpy: Box) -> str:
    """``w x y z`` of roll, pitch and yaw about the fixed axes."""
    (cr, sr), (cp, sp), (cy, sy) = ((math.cos(a / 2), math.sin(a / 2)) for a in rpy)
    return numbers(
        (
            cr * cp * cy + sr * sp * sy,
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
        )
    )


# Where nothing is stated MuJoCo would put the least mass at the body's own offset, applied twice.
LEAST = inertial(0.001, (1e-6, 1e-6, 1e-6))
ROBOT_GEOM = 'group="1" contype="2" conaffinity="1" priority="1"'


def caster_x(setup: Setup) -> float:
    """Behind the axle, or ahead of one that lies behind the middle, so that the mass is between the two."""
    return -0.11 if setup.axle_x >= 0.0 else 0.11


def wheel(name: str, x: float, y: float) -> str:
    return (
        f'<body name="{name}" pos="{x!r} {y!r} 0">{inertial(WHEEL_MASS, (2e-4, 2.5e-4, 2e-4))}'
        f'<joint name="{name}_joint" type="hinge" axis="0 1 0" armature="0.0001" actuatorfrcrange="-1 1"/>'
        f'<geom name="{name}_collision" type="sphere" size="{RADIUS}" {ROBOT_GEOM} friction="1 0.005 0.0001"/>'
        f'<geom name="{name}_visual" type="cylinder" size="{RADIUS} 0.01" euler="1.5707963267948966 0 0" group="1"'
        f' contype="0" conaffinity="0"/></body>'
    )


def mounted(setup: Setup, name: str, inner: str) -> str:
    place = setup.mounts.get(name, MOUNTS.get(name, (0.15, 0.0, 0.05)))
    xyz, rpy = (place, (0.0, 0.0, 0.0)) if len(place) == 3 else (place[:3], place[3:])
    return f'<body name="{name}" pos="{numbers(xyz)}" quat="{quaternion(rpy)}">{inner}</body>'


def scene(setup: Setup) -> str:
    world = []
    if setup.floor:
        world.append(
            '<geom name="ground_plane" type="plane" size="0 0 1" group="2" contype="1" conaffinity="2" friction="1"/>'
        )
    for entity in setup.entities:
        x, y, z = entity.size
        size = {"box": (x / 2, y / 2, z / 2), "sphere": (x / 2,), "cylinder": (x / 2, z / 2)}[entity.shape]
        bits = 'group="0" contype="1" conaffinity="2"' if entity.collides else 'group="2" contype="0" conaffinity="0"'
        name, (*xyz, qx, qy, qz, qw) = f"{entity.name}::link", entity.pose
        world.append(
            f'<body name="{name}" pos="{numbers(xyz)}" quat="{numbers((qw, qx, qy, qz))}">{LEAST}'
            f'<geom name="{name}" type="{entity.shape}" size="{numbers(size)}" {bits} friction="1"/></body>'
        )
    sensors = ""
    for sensor in setup.sensors:
        name = sensor["body"]
        box = "0.005 0.12 0.03" if sensor["type"] == "Bumper" else "0.02 0.02 0.02"
        inner = inertial(0.02, (1e-5, 1e-5, 1e-5))
        sensors += mounted(
            setup, name, f'{inner}<geom name="{name}_collision" type="box" size="{box}" {ROBOT_GEOM} friction="1"/>'
        )
    if setup.ballast:
        mass, at = setup.ballast
        sensors += (
            f'<body name="ballast" pos="{numbers(at)}">{inertial(mass, (mass / 10, mass / 10, mass / 10))}</body>'
        )
    caster = (
        f'<body name="caster" pos="{caster_x(setup)!r} 0 -0.03">{inertial(CASTER_MASS, (1e-5, 1e-5, 1e-5))}'
        f'<geom name="caster_collision" type="sphere" size="0.02" {ROBOT_GEOM} friction="0.01 0.005 0.0001"/></body>'
    )
    base = (
        inertial(BASE_MASS, (0.016, 0.024, 0.037), (-0.02, 0.0, 0.01)) + '<geom name="base_link_collision" type="box"'
        f' size="{LENGTH / 2} {WIDTH / 2} 0.04" pos="0 0 0.03" {ROBOT_GEOM} friction="1"/>'
    )
    x, y, z, qx, qy, qz, qw = setup.spawn
    kv = max(0.5, (BASE_MASS + 2 * WHEEL_MASS + CASTER_MASS) / 2 * RADIUS**2 / 0.020)
    limit = "" if setup.max_speed is None else f' ctrlrange="-{setup.max_speed!r} {setup.max_speed!r}"'
    actuators = "".join(
        f'<velocity name="{side}_wheel_joint_actuator" joint="{side}_wheel_joint" kv="{kv!r}" forcerange="-1 1"'
        f"{limit}/>"
        for side in ("left", "right")
    )
    return (
        '<mujoco model="diff_bot"><compiler angle="radian" autolimits="true" inertiafromgeom="false"'
        ' boundmass="0.001" boundinertia="1e-06"/>'
        f'<option timestep="0.001" integrator="implicitfast" gravity="{numbers(setup.gravity)}"/><worldbody>'
        f'{"".join(world)}<body name="base_footprint" pos="{numbers((x, y, z))}" quat="{numbers((qw, qx, qy, qz))}">'
        f'<freejoint name="root"/>{LEAST}<body name="base_link" pos="0 0 {RADIUS!r}">{base}'
        f"{wheel('left_wheel', setup.axle_x, HALF_SEPARATION)}{wheel('right_wheel', setup.axle_x, -HALF_SEPARATION)}"
        f"{caster}{sensors}</body></body>"
        f"</worldbody><actuator>{actuators}</actuator></mujoco>\n"
    )


def drive(setup: Setup) -> dict[str, Any]:
    def entry(side: str, y: float) -> dict[str, Any]:
        joint = f"{side}_wheel_joint"
        return {
            "component": f"{side}_wheel", "joint": joint, "actuator": f"{joint}_actuator", "y": y, "radius": RADIUS,
            "max_speed": setup.max_speed, "max_torque": 1.0,
        }  # fmt: skip

    names = ("left_wheel", "right_wheel", "caster", *(sensor["name"] for sensor in setup.sensors))
    return {
        "schema": "robotdsl.mjcf_drive", "version": 1, "robot": "diff_bot",
        "root": {"body": "base_footprint", "joint": "root"},
        "bodies": {"base": "base_link", **{name: name for name in names}},
        "kinematics": "differential", "separation": 2 * HALF_SEPARATION, "radius": RADIUS,
        "wheels": [entry("left", HALF_SEPARATION), entry("right", -HALF_SEPARATION)],
    }  # fmt: skip


def grid(setup: Setup) -> tuple[bytes, list[float]]:
    """The map over x -2..5, y -3..3: the cells whose square an obstacle's box overlaps, drawn from its outline."""
    x0, y0, columns, rows = -2.0, -3.0, 140, 120
    cells = bytearray([254]) * (columns * rows)
    for entity in setup.entities:
        if not entity.collides:
            continue
        cos, sin = math.cos(entity.yaw), math.sin(entity.yaw)
        a, b = entity.size[0] / 2 + RESOLUTION / 2, entity.size[1] / 2 + RESOLUTION / 2
        for row in range(rows):
            for column in range(columns):
                dx = x0 + (column + 0.5) * RESOLUTION - entity.pos[0]
                dy = y0 + (row + 0.5) * RESOLUTION - entity.pos[1]
                if abs(dx * cos + dy * sin) <= a and abs(-dx * sin + dy * cos) <= b:
                    cells[(rows - 1 - row) * columns + column] = 0
    return b"P5\n%d %d\n255\n" % (columns, rows) + bytes(cells), [x0, y0, 0.0]


def write_json(path: Path, document: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def write_output(folder: Path, setup: Setup) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scene.xml").write_text(scene(setup), encoding="utf-8")
    write_json(folder / "drive.json", drive(setup))
    write_json(folder / "sensors.json", {"schema": "robotdsl.sensors", "version": 1, "sensors": list(setup.sensors)})
    pgm, origin = grid(setup)
    (folder / "nav").mkdir(exist_ok=True)
    (folder / "nav" / "map.pgm").write_bytes(pgm)
    (folder / "nav" / "map.yaml").write_text(
        f"image: map.pgm\nmode: trinary\nresolution: {RESOLUTION}\norigin: [{origin[0]}, {origin[1]}, 0.0]\n"
        "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n",
        encoding="utf-8",
    )
    front, back, side = 0.16, -0.15, 0.14
    box = [[back, -side], [front, -side], [front, side], [back, side]]
    lidars = [sensor["name"] for sensor in setup.sensors if sensor["type"].startswith("Lidar")]
    scan = lidars[0] if lidars and setup.localization == "scan" else None
    write_json(
        folder / "nav" / "navigation.json",
        {
            "schema": "robotdsl.navigation", "version": 1, "map": "map.yaml", "outline": box, "footprint": box,
            "max_speed_mps": 0.5, "max_turn_radps": 1.5, "max_acceleration_mps2": 1.0,
            "max_turn_acceleration_radps2": 3.0, "turns_in_place": True, "kinematics": "differential",
            "min_turning_radius_m": 0.0, "max_side_speed_mps": 0.0,
            "turning_center_m": [setup.axle_x, 0.0], "goal_tolerance_m": 0.15,
            "goal_tolerance_rad": 0.15, "inflation_radius_m": 0.45,
            "localization": "scan" if scan else "odometry", "scan": scan,
            "odometry_noise": {"turn": 0.05, "distance": 0.05},
        },
    )  # fmt: skip
    (folder / "task").mkdir(exist_ok=True)
    (folder / "task" / "behavior_tree.xml").write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n<root BTCPP_format="4" main_tree_to_execute="reach">'
        f'<BehaviorTree ID="reach">{setup.tree}</BehaviorTree></root>\n',
        encoding="utf-8",
    )
    entities = {entity.name: {"type": entity.type, "pose": list(entity.pose)} for entity in setup.entities}
    write_json(
        folder / "task" / "mission.json",
        {
            "schema": "robotdsl.mission", "version": 1, "robot": "diff_bot", "world": "demo", "task": "reach",
            "timeout_s": setup.timeout_s, "spawn": {"pose": list(setup.spawn)},
            "goals": {name: {"pose": list(pose), "target": None} for name, pose in setup.goals.items()},
            "entities": entities,
        },
    )  # fmt: skip
    write_json(
        folder / "task" / "evaluation.json",
        {
            "schema": "robotdsl.evaluation", "version": 1, "name": "reach_check", "checks": list(setup.checks),
            "parts": {
                "base": [{"polygon": [[-0.15, -0.12], [0.15, -0.12], [0.15, 0.12], [-0.15, 0.12]]}],
                "left_wheel": [{"disc": {"center": [setup.axle_x, HALF_SEPARATION], "radius": RADIUS}}],
                "right_wheel": [{"disc": {"center": [setup.axle_x, -HALF_SEPARATION], "radius": RADIUS}}],
                "caster": [{"disc": {"center": [caster_x(setup), 0.0], "radius": 0.02}}],
                "bumper": [{"polygon": [[0.15, -0.12], [0.16, -0.12], [0.16, 0.12], [0.15, 0.12]]}],
            },
            "entities": {
                entity.name: {"type": entity.type, "regions": [entity.region()]}
                for entity in setup.entities
                if entity.collides
            },
        },
    )  # fmt: skip
    return folder
