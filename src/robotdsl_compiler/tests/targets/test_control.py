"""ros2_control: the controllers of each base with parameters that Jazzy declares, and a layout for what the runtime
drives.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from robotdsl_compiler.model.drives import SteeringDrive
from robotdsl_compiler.targets.control.files import TOPIC_HARDWARE, controllers, layouts, ros2_control
from robotdsl_compiler.targets.control.plan import Plan, left_out, plan
from robotdsl_compiler.targets.description.tree import links
from robotdsl_compiler.targets.yaml_text import yaml_text

from .examples import facts_of_program

WHEELED = (
    "minimal", "demo", "skid", "motors", "sensors", "room", "car", "buggy", "tricycle", "mecanum", "omni", "omni_three",
)  # fmt: skip
# Every parameter that ros2_controllers declares on its branch jazzy, by controller, with its type.
DECLARED = yaml.safe_load(Path(__file__).with_name("ros2_controllers_jazzy.yaml").read_text(encoding="utf-8"))
TYPES = {"string": str, "double": float, "int": int, "bool": bool, "string_array": list}
# The types of the controllers, each with what declares its parameters.
DECLARING = {
    "diff_drive_controller/DiffDriveController": "diff_drive_controller",
    "mecanum_drive_controller/MecanumDriveController": "mecanum_drive_controller",
    "tricycle_controller/TricycleController": "tricycle_controller",
    # Groups are forward command controllers that set the interface themselves.
    "velocity_controllers/JointGroupVelocityController": "forward_command_controller",
    "position_controllers/JointGroupPositionController": "forward_command_controller",
}
# What a controller cannot do without, or does otherwise than is meant by its default.
NEEDED = {
    "diff_drive_controller": {
        "left_wheel_names", "right_wheel_names", "wheel_separation", "wheel_radius", "base_frame_id", "odom_frame_id",
        "tf_frame_prefix_enable", "cmd_vel_timeout",
    },
    "mecanum_drive_controller": {
        *(
            f"{end}_{side}_wheel_{kind}_joint_name"
            for end in ("front", "rear")
            for side in ("left", "right")
            for kind in ("command", "state")
        ),
        "kinematics.wheels_radius", "kinematics.sum_of_robot_center_projection_on_X_Y_axis", "base_frame_id",
        "odom_frame_id", "tf_frame_prefix_enable", "reference_timeout",
    },
    "tricycle_controller": {
        "traction_joint_name", "steering_joint_name", "wheel_radius", "wheelbase", "base_frame_id", "odom_frame_id",
        "cmd_vel_timeout", "steering.max_position", "steering.min_position",
    },
    "forward_command_controller": {"joints"},
}  # fmt: skip


def planned(name: str) -> Plan:
    made = plan(facts_of_program(name).robot)
    assert made is not None
    return made


def loaded(name: str) -> dict[str, Any]:
    (file,) = controllers(planned(name))
    assert file.path == "robot/controllers.yaml"
    found: dict[str, Any] = yaml.safe_load(file.data)
    return found


def flat(parameters: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in parameters.items():
        found |= flat(value, f"{above}{key}.") if isinstance(value, dict) else {f"{above}{key}": value}
    return found


@pytest.mark.parametrize("name", WHEELED)
def test_every_parameter_is_declared_and_of_its_type(name: str) -> None:
    document = loaded(name)
    manager = document.pop("controller_manager")["ros__parameters"]
    assert (manager.pop("use_sim_time"), manager.pop("update_rate")) == (True, 50)
    types = {each: stated["type"] for each, stated in manager.items()}
    assert set(types) == {"joint_state_broadcaster", *document}
    for controller, stated in document.items():
        parameters = flat(stated["ros__parameters"])
        assert parameters.pop("use_sim_time") is True
        declaring = DECLARING[types[controller]]
        declared = {key: TYPES.get(stated["type"]) for key, stated in DECLARED["controllers"][declaring].items()}
        for key, value in parameters.items():
            assert (key, type(value)) == (key, declared.get(key))
        assert parameters.keys() >= NEEDED[declaring]


@pytest.mark.parametrize("name", WHEELED)
def test_every_driven_wheel_is_commanded_and_every_joint_that_turns_observed(name: str) -> None:
    facts, made = facts_of_program(name), planned(name)
    assert left_out(facts.robot, made) == ()
    turning = {link.joint.name for link in links(facts.robot) if link.joint is not None and link.joint.axis is not None}
    assert made.joints.keys() == turning
    (block,) = ros2_control(made, "mujoco", TOPIC_HARDWARE)
    text = "\n".join(block.lines())
    assert text.count('<state_interface name="velocity"/>') == len(turning)
    named = {each for controller in made.controllers for each in _names(controller.parameters)}
    assert named == {joint for joint, command in made.joints.items() if command is not None}


def _names(parameters: Mapping[str, Any]) -> set[str]:
    """The joints that a controller's parameters name."""
    found: set[str] = set()
    for value in flat(parameters).values():
        found |= {each for each in (value if isinstance(value, list) else [value]) if str(each).endswith("_joint")}
    return found


def test_a_binding_that_leaves_a_wheel_out_is_found() -> None:
    robot, made = facts_of_program("skid").robot, planned("skid")
    first = next(iter(made.joints))
    assert left_out(robot, replace(made, joints={**made.joints, first: None})) == (first.removesuffix("_joint"),)


@pytest.mark.parametrize(
    ("name", "types", "layout"),
    [
        ("demo", ["diff_drive_controller/DiffDriveController"], None),
        ("skid", ["diff_drive_controller/DiffDriveController"], None),
        ("mecanum", ["mecanum_drive_controller/MecanumDriveController"], None),
        ("omni", ["velocity_controllers/JointGroupVelocityController"], "robot/omni_drive.json"),
        (
            "car",
            [
                "velocity_controllers/JointGroupVelocityController",
                "position_controllers/JointGroupPositionController",
            ],
            "robot/steering_drive.json",
        ),
        ("tricycle", ["tricycle_controller/TricycleController"], None),
        ("tracked", [], "robot/track_drive.json"),
    ],
)
def test_the_controllers_of_each_base(name: str, types: list[str], layout: str | None) -> None:
    made = planned(name)
    assert [controller.type for controller in made.controllers] == types
    assert [file.path for file in layouts(made)] == ([] if layout is None else [layout])


def test_a_tracked_base_has_no_joint_and_so_no_controllers() -> None:
    made = planned("tracked")
    assert controllers(made) == ()
    assert ros2_control(made, "mujoco", TOPIC_HARDWARE) == ()
    (file,) = layouts(made)
    stated = json.loads(file.data)
    assert (stated["schema"], stated["kinematics"]) == ("robotdsl.track_drive", "tracks")
    assert [belt["component"] for belt in stated["belts"]] == ["left_track", "right_track"]


def test_the_velocity_and_the_position_group_of_a_car() -> None:
    document = loaded("car")
    assert document["drive_controller"]["ros__parameters"]["joints"] == [
        "rear_left_wheel_joint", "rear_right_wheel_joint",
    ]  # fmt: skip
    assert document["steering_controller"]["ros__parameters"]["joints"] == [
        "front_left_wheel_steer_joint", "front_right_wheel_steer_joint",
    ]  # fmt: skip
    assert len(loaded("buggy")["drive_controller"]["ros__parameters"]["joints"]) == 4
    (file,) = layouts(planned("car"))
    stated = json.loads(file.data)
    assert {wheel["actuator"] for wheel in stated["wheels"]} == {
        "rear_left_wheel_joint/velocity", "rear_right_wheel_joint/velocity",
    }  # fmt: skip
    assert stated["kingpins"][0]["actuator"] == "front_left_wheel_steer_joint/position"


def test_a_differential_bases_figures() -> None:
    drive: Any = facts_of_program("skid").robot.drive
    stated = loaded("skid")["drive_controller"]["ros__parameters"]
    assert stated["wheel_separation"] == pytest.approx(drive.separation)
    assert stated["wheel_radius"] == pytest.approx(drive.radius)
    assert stated["left_wheel_names"] == ["front_left_wheel_joint", "rear_left_wheel_joint"]
    assert (stated["base_frame_id"], stated["odom_frame_id"]) == ("base_footprint", "odom")
    assert stated["cmd_vel_timeout"] == 0.5


def test_a_tricycle_whose_kingpin_points_down_is_driven_by_the_runtime() -> None:
    robot = facts_of_program("tricycle").robot
    drive = robot.drive
    assert isinstance(drive, SteeringDrive)
    down = replace(drive, kingpins=tuple(replace(pin, sign=-1.0) for pin in drive.kingpins))
    made = plan(replace(robot, drive=down))
    assert made is not None
    assert made.layout is not None
    assert made.layout.name == "steering_drive"


def test_a_wheel_that_only_rolls_is_observed_and_not_commanded() -> None:
    made = planned("car")
    assert made.joints["front_left_wheel_joint"] is None
    (block,) = ros2_control(made, "mujoco", TOPIC_HARDWARE)
    rolling = next(each for each in block.children if ("name", "front_left_wheel_joint") in each.attributes)
    assert [each.tag for each in rolling.children] == ["state_interface"] * 3


def test_the_hardware_sends_commands_of_joints_that_are_commanded_by_velocity_alone() -> None:
    (block,) = ros2_control(planned("demo"), "mujoco", TOPIC_HARDWARE)
    assert block.lines()[:7] == [
        '<ros2_control name="mujoco" type="system">',
        "  <hardware>",
        "    <plugin>topic_based_ros2_control/TopicBasedSystem</plugin>",
        '    <param name="joint_commands_topic">/mujoco/joint_commands</param>',
        '    <param name="joint_states_topic">/mujoco/joint_states</param>',
        '    <param name="trigger_joint_command_threshold">-1</param>',
        "  </hardware>",
    ]


def test_a_legged_base_has_no_controllers() -> None:
    assert plan(facts_of_program("quadruped").robot) is None


def test_yaml_keeps_the_point_of_a_float_and_quotes_what_is_no_plain_word() -> None:
    document: dict[str, Any] = {
        "a": 2.0, "b": 2, "c": True, "d": "true", "e": "it's: so", "f": [1.0, 0.5], "g": ["x", "on"], "h": {},
        "i": {"j": {"k": "plain/word.x"}}, "/**": {"l": ""},
    }  # fmt: skip
    text = yaml_text(document)
    assert yaml.safe_load(text) == document
    assert "a: 2.0\nb: 2\n" in text
    assert "k: plain/word.x" in text
