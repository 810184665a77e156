"""What the plan becomes: the <ros2_control> block of the description, controllers.yaml, and a drive's layout."""

from __future__ import annotations

from collections.abc import Mapping

from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.control.plan import DRIVE, JOINT_STATES, Plan
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.topics import COMMAND, JOINT_COMMANDS, ODOMETRY
from robotdsl_compiler.targets.topics import JOINT_STATES as JOINT_STATES_TOPIC
from robotdsl_compiler.targets.values import json_file
from robotdsl_compiler.targets.yaml_text import Value, yaml_text

CONTROLLERS = "robot/controllers.yaml"
# Updates a second: a period of whole steps of either simulator (1 ms and 4 ms).
UPDATE_RATE = 50
_STATES = ("position", "velocity", "effort")

# The hardware of the MuJoCo target: topics. It compares a command with the joint's position to see whether to send it,
# and so sends none of a joint that is commanded by velocity alone, unless the threshold is below zero.
TOPIC_HARDWARE: dict[str, str] = {
    "plugin": "topic_based_ros2_control/TopicBasedSystem",
    "joint_commands_topic": JOINT_COMMANDS,
    "joint_states_topic": JOINT_STATES_TOPIC,
    "trigger_joint_command_threshold": "-1",
}


def ros2_control(plan: Plan, name: str, hardware: Mapping[str, str]) -> tuple[Element, ...]:
    """The block of ``hardware``, its ``plugin`` first and the rest its parameters; none for a base without joints."""
    if not plan.joints:
        return ()
    told = dict(hardware)
    plugin = Element("plugin", text=told.pop("plugin"))
    parameters = [Element("param", (("name", key),), text=value) for key, value in told.items()]
    joints = [_joint(joint, command) for joint, command in plan.joints.items()]
    attributes = (("name", name), ("type", "system"))
    return (Element("ros2_control", attributes, (Element("hardware", (), (plugin, *parameters)), *joints)),)


def _joint(name: str, command: str | None) -> Element:
    interfaces = [] if command is None else [Element("command_interface", (("name", command),))]
    interfaces += [Element("state_interface", (("name", state),)) for state in _STATES]
    return Element("joint", (("name", name),), tuple(interfaces))


def remappings(plan: Plan) -> tuple[tuple[str, str], ...]:
    """The topics of a controller that takes the base's commands and tells its odometry itself, each with the name that
    every base's has. (It publishes its transform on /tf as it is.)
    """
    if plan.layout is not None or not plan.controllers:
        return ()
    return ((f"/{DRIVE}/cmd_vel", COMMAND), (f"/{DRIVE}/odom", ODOMETRY))


def controllers(plan: Plan) -> tuple[File, ...]:
    """controllers.yaml; none for a base without joints."""
    if not plan.controllers:
        return ()
    manager: dict[str, Value] = {
        "use_sim_time": True,
        "update_rate": UPDATE_RATE,
        JOINT_STATES: {"type": "joint_state_broadcaster/JointStateBroadcaster"},
        **{each.name: {"type": each.type} for each in plan.controllers},
    }
    document: dict[str, Value] = {"controller_manager": {"ros__parameters": manager}}
    for each in plan.controllers:
        document[each.name] = {"ros__parameters": {"use_sim_time": True, **each.parameters}}
    return (File(CONTROLLERS, yaml_text(document).encode()),)


def layouts(plan: Plan) -> tuple[File, ...]:
    """The layout of the drive that the runtime works out, if it does."""
    if plan.layout is None:
        return ()
    name = plan.layout.name
    return (json_file(f"robot/{name}.json", name, plan.layout.values),)
