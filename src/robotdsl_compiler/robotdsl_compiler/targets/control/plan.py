"""Which controllers drive a base, and what each joint is commanded by.

The controllers are those of ros2_controllers for ROS 2 Jazzy. A base that none of them models is driven through groups
of joints, whose commands a drive of the runtime works out by a layout of its wheels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from robotdsl_compiler.model.drives import (
    DifferentialDrive,
    DriveFact,
    MecanumDrive,
    OmniDrive,
    SteeringDrive,
    TrackDrive,
)
from robotdsl_compiler.model.facts import RobotFacts, WheelFact
from robotdsl_compiler.model.part import JointType
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.targets.drive_values import (
    Document,
    belt_values,
    holonomic_values,
    rear_axle_values,
    steering_values,
    track_values,
)
from robotdsl_compiler.targets.names import FOOTPRINT_LINK, joint_name, knuckle_name
from robotdsl_compiler.targets.values import clean
from robotdsl_compiler.targets.yaml_text import Value

DRIVE, STEERING, JOINT_STATES = "drive_controller", "steering_controller", "joint_state_broadcaster"
ODOM_FRAME = "odom"
# Seconds after which a command is stale; the contract's.
COMMAND_TIMEOUT = 0.5
_TURNING = (JointType.CONTINUOUS, JointType.REVOLUTE)

_GROUPS = {
    "velocity": "velocity_controllers/JointGroupVelocityController",
    "position": "position_controllers/JointGroupPositionController",
}


@dataclass(frozen=True, slots=True)
class Controller:
    """A controller by its ``name`` in the manager, its plugin ``type`` and its ``parameters``."""

    name: str
    type: str
    parameters: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Layout:
    """What a drive of the runtime reads: ``robot/<name>.json``."""

    name: str
    values: Document


@dataclass(frozen=True, slots=True)
class Plan:
    """``joints`` are those that turn, each with the interface that it is commanded by; ``None`` for one that is only
    observed. ``layout`` is there for a base that the runtime drives. A base without joints has no controllers.
    """

    controllers: tuple[Controller, ...]
    joints: dict[str, str | None]
    layout: Layout | None = None


def plan(robot: RobotFacts) -> Plan | None:
    """``None`` for a base that nothing here drives."""
    make = _PLANS.get(type(robot.drive))
    return None if make is None else make(robot, robot.drive)


def left_out(robot: RobotFacts, made: Plan) -> tuple[str, ...]:
    """The components of driven wheels that no controller of ``made`` commands: a base drives with all of them or not at
    all.
    """
    named = {name for controller in made.controllers for name in _texts(controller.parameters)}
    commanded = {joint for joint, interface in made.joints.items() if interface == "velocity"} & named
    return tuple(w.component.name for w in _driven(robot) if joint_name(w.component.name) not in commanded)


def _texts(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, Sequence):
        for each in value:
            yield from _texts(each)


def _differential(robot: RobotFacts, drive: DifferentialDrive) -> Plan:
    sides = {
        side: [
            joint_name(w.component.name)
            for w in _driven(robot)
            if (w.center[1] > drive.turning_center[1]) == (side == "left")
        ]
        for side in ("left", "right")
    }
    controller = Controller(
        DRIVE,
        "diff_drive_controller/DiffDriveController",
        {
            "left_wheel_names": sides["left"],
            "right_wheel_names": sides["right"],
            "wheel_separation": clean(drive.separation),
            "wheel_radius": clean(drive.radius),
            **_frames(),
            "tf_frame_prefix_enable": False,
            "enable_odom_tf": True,
            "cmd_vel_timeout": COMMAND_TIMEOUT,
        },
    )
    return Plan((controller,), _joints(robot, _velocities(robot)))


def _mecanum(robot: RobotFacts, drive: MecanumDrive) -> Plan:
    names: dict[str, Value] = {}
    for wheel in _driven(robot):
        for kind in ("command", "state"):
            names[f"{wheel.mount}_{kind}_joint_name"] = joint_name(wheel.component.name)
    kinematics: dict[str, Value] = {
        "wheels_radius": clean(drive.radius),
        "sum_of_robot_center_projection_on_X_Y_axis": clean(drive.lever_arm),
    }
    controller = Controller(
        DRIVE,
        "mecanum_drive_controller/MecanumDriveController",
        {
            **names,
            "kinematics": kinematics,
            **_frames(),
            "tf_frame_prefix_enable": False,
            "enable_odom_tf": True,
            "reference_timeout": COMMAND_TIMEOUT,
        },
    )
    return Plan((controller,), _joints(robot, _velocities(robot)))


def _omni(robot: RobotFacts, drive: OmniDrive) -> Plan:
    commanded = _velocities(robot)
    layout = Layout("omni_drive", holonomic_values(robot, drive, _velocity_interface))
    return Plan((_group(DRIVE, commanded, "velocity"),), _joints(robot, commanded), layout)


def _steering(robot: RobotFacts, drive: SteeringDrive) -> Plan:
    commanded = {**_velocities(robot), **{_pin(pin.component.name): "position" for pin in drive.kingpins}}
    if _is_tricycle(drive):
        return Plan((_tricycle(drive),), _joints(robot, commanded))
    controllers = (_group(DRIVE, commanded, "velocity"), _group(STEERING, commanded, "position"))
    values = steering_values(robot, drive, _velocity_interface, _position_interface)
    layout = Layout("steering_drive", {**values, **rear_axle_values(robot)})
    return Plan(controllers, _joints(robot, commanded), layout)


def _is_tricycle(drive: SteeringDrive) -> bool:
    """Whether tricycle_controller models it: one wheel, driven and steered, which that controller takes on the axis of
    its kingpin, and a kingpin that turns to the left for a positive angle. (One that its part states pointing down
    turns the other way.)
    """
    if len(drive.kingpins) != 1 or len(drive.wheels) != 1:
        return False
    (pin,), (wheel,) = drive.kingpins, drive.wheels
    return wheel.steered and pin.sign > 0.0


def _tricycle(drive: SteeringDrive) -> Controller:
    (pin,), (wheel,) = drive.kingpins, drive.wheels
    return Controller(
        DRIVE,
        "tricycle_controller/TricycleController",
        {
            "traction_joint_name": joint_name(wheel.component.name),
            "steering_joint_name": _pin(pin.component.name),
            "wheel_radius": clean(wheel.radius),
            "wheelbase": clean(pin.position[0] - drive.axle_x),
            **_frames(),
            "enable_odom_tf": True,
            # In milliseconds, unlike the other controllers'.
            "cmd_vel_timeout": round(COMMAND_TIMEOUT * 1000),
            "steering": {"max_position": clean(pin.limit), "min_position": clean(-pin.limit)},
        },
    )


def _tracked(robot: RobotFacts, drive: TrackDrive) -> Plan:
    """No joint, so no controllers; wheels that such a base may have beside its tracks only roll."""
    return Plan((), {}, Layout("track_drive", tracked_layout(robot, drive)))


def tracked_layout(robot: RobotFacts, drive: TrackDrive) -> Document:
    """How fast each belt is to run, by the side that it lies on, ``y``."""
    sides = {belt.component.name: clean((belt.start[1] + belt.end[1]) / 2.0) for belt in robot.belts}
    belts = [{**belt, "y": sides[str(belt["component"])]} for belt in belt_values(robot)]
    return {**track_values(robot, drive), "belts": belts, "middle_y": clean(drive.middle_y)}


_PLANS: dict[type[DriveFact] | type[None], Callable[[RobotFacts, Any], Plan]] = {
    DifferentialDrive: _differential,
    MecanumDrive: _mecanum,
    OmniDrive: _omni,
    SteeringDrive: _steering,
    TrackDrive: _tracked,
}


def _driven(robot: RobotFacts) -> tuple[WheelFact, ...]:
    return tuple(wheel for wheel in robot.wheels if wheel.role is Role.DRIVEN)


def _velocities(robot: RobotFacts) -> dict[str, str]:
    return {joint_name(wheel.component.name): "velocity" for wheel in _driven(robot)}


def _joints(robot: RobotFacts, commanded: dict[str, str]) -> dict[str, str | None]:
    """Every joint that turns, the wheels' in the program's order, then the kingpins'."""
    turning = [
        joint_name(wheel.component.name) for wheel in robot.wheels if robot.part(wheel.component.name).joint in _TURNING
    ]
    turning += [_pin(pin.component.name) for pin in robot.kingpins]
    return {joint: commanded.get(joint) for joint in turning}


def _group(name: str, commanded: dict[str, str], interface: str) -> Controller:
    joints = [joint for joint, by in commanded.items() if by == interface]
    return Controller(name, _GROUPS[interface], {"joints": joints})


def _frames() -> dict[str, Value]:
    return {"base_frame_id": FOOTPRINT_LINK, "odom_frame_id": ODOM_FRAME}


def _pin(component: str) -> str:
    return joint_name(knuckle_name(component))


def _velocity_interface(joint: str) -> str:
    return f"{joint}/velocity"


def _position_interface(joint: str) -> str:
    return f"{joint}/position"
