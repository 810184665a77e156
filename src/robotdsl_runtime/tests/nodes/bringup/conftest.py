"""Outputs as far as a bring-up reads them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from robotdsl_runtime.nodes.bringup.arguments import complete
from robotdsl_runtime.nodes.bringup.plan import Plan, bringup_plan

SERVERS = ["map_server", "planner_server", "controller_server", "behavior_server", "bt_navigator"]
DIFFERENTIAL = {
    "node": None,
    "controllers": ["joint_state_broadcaster", "drive_controller"],
    "remappings": [["/drive_controller/cmd_vel", "/cmd_vel"], ["/drive_controller/odom", "/odom"]],
}
CAR = {
    "node": "steering_drive",
    "controllers": ["joint_state_broadcaster", "drive_controller", "steering_controller"],
    "remappings": [],
}
GAZEBO = {"simulator": {"type": "gazebo", "world": "hall", "robot": "bot"}}
TRACKED = {"node": "track_drive", "controllers": [], "remappings": []}


@pytest.fixture
def output(tmp_path: Path) -> Callable[..., Path]:
    """Writes the files of an output in a folder with a name that XML and URIs would read otherwise."""

    def make(drive: dict[str, Any] = DIFFERENTIAL, **fields: Any) -> Path:
        folder = tmp_path / "an output & <more>"
        for name in ("launch", "task", "robot", "nav", "runtime"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        document = {
            "schema": "robotdsl.bringup",
            "version": 1,
            "simulator": {"type": "mujoco"},
            "drive": drive,
            "navigation": {"servers": [SERVERS[0], "amcl", *SERVERS[1:]], "scan": {"scan": "/scan"}},
            "depth_scan": None,
            "ranges": [],
            **fields,
        }
        (folder / "launch" / "bringup.json").write_text(json.dumps(document))
        mission = {"spawn": {"pose": [1.5, -2.0, 0.0, 0.0, 0.0, 0.6, 0.8]}}
        (folder / "task" / "mission.json").write_text(json.dumps(mission))
        urdf = '<robot name="bot"><mesh filename="file://${OUTPUT_DIR}/robot/meshes/a.glb"/></robot>'
        (folder / "robot" / "robot.urdf").write_text(urdf)
        return folder

    return make


@pytest.fixture
def plan_of(output: Callable[..., Path]) -> Callable[..., Plan]:
    """The plan for a drive and arguments."""

    def make(base: dict[str, Any] = DIFFERENTIAL, fields: dict[str, Any] | None = None, **arguments: str) -> Plan:
        return bringup_plan(output(base, **(fields or {})), complete(arguments))

    return make
