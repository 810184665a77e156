"""The drives of the runtime: runtime/run_omni_drive.py, run_steering_drive.py and run_track_drive.py, for bases that no
controller of ros2_controllers models, and run_base.py, which drives any base of an output without ros2_control.

Each takes ``/cmd_vel`` (geometry_msgs/TwistStamped) and publishes ``/odom`` and odom -> base_footprint on ``/tf``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from geometry_msgs.msg import Twist, TwistStamped
from nav_msgs.msg import Odometry
from rclpy.node import Node
from rclpy.qos import QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from tf2_msgs.msg import TFMessage

from robotdsl_runtime.kinematics.actuation import Actuation, DriveError
from robotdsl_runtime.nodes.base import BaseDriver, OdometryState
from robotdsl_runtime.nodes.messages import (
    COMMAND_TOPIC,
    FOOTPRINT,
    JOINT_STATES,
    NEWEST,
    ODOM,
    ODOMETRY_TOPIC,
    planar_transform,
    seconds,
    transform_message,
)
from robotdsl_runtime.nodes.process import NodeFault, run_node, take_no_arguments

RATE_HZ = 50.0
HARDWARE_STATES, HARDWARE_COMMANDS = "/mujoco/joint_states", "/mujoco/joint_commands"
# As bringup/plan.py has the simulation listen.
CARRIED_TOPIC = "/kinematic/cmd_vel"
_DEEP = QoSProfile(depth=50)


class Outlet:
    """Where what a base is to do goes."""

    def send(self, stamp: Any, told: Actuation) -> None:
        raise NotImplementedError


class GroupControllers(Outlet):
    """The groups of ros2_controllers: the wheels' speeds and the kingpins' angles, each in the layout's order."""

    def __init__(self, node: Node, driver: BaseDriver) -> None:
        self._wheels = node.create_publisher(Float64MultiArray, "/drive_controller/commands", 10)
        self._kingpins = (
            node.create_publisher(Float64MultiArray, "/steering_controller/commands", 10)
            if driver.drive.kingpins
            else None
        )

    def send(self, stamp: Any, told: Actuation) -> None:
        self._wheels.publish(Float64MultiArray(data=list(told.wheels)))
        if self._kingpins is not None:
            self._kingpins.publish(Float64MultiArray(data=list(told.kingpins)))


class TrackMotion(Outlet):
    """The motion that the belts carry the base in, for the simulator that moves their surfaces."""

    def __init__(self, node: Node, driver: BaseDriver) -> None:
        self._tracks = node.create_publisher(Twist, "/tracks/cmd_vel", 10)

    def send(self, stamp: Any, told: Actuation) -> None:
        message = Twist()
        message.linear.x, message.angular.z = told.belts
        self._tracks.publish(message)


class Hardware(Outlet):
    """The simulator's own topics, without ros2_control between: wheels by velocity, kingpins by position."""

    def __init__(self, node: Node, driver: BaseDriver) -> None:
        self._joints = list(driver.joints)
        self._wheels = len(driver.drive.wheels)
        self._commands = node.create_publisher(JointState, HARDWARE_COMMANDS, 10)

    def send(self, stamp: Any, told: Actuation) -> None:
        nothing = math.nan
        message = JointState(name=self._joints)
        message.header.stamp = stamp
        message.velocity = [*told.wheels, *(nothing for _ in told.kingpins)]
        message.position = [*(nothing for _ in told.wheels), *told.kingpins]
        self._commands.publish(message)


class Carried(Outlet):
    """What ``outlet`` is told, and the motion that follows from it, for the simulator to carry the base in. An
    approximation: nothing slips, and nothing stops the base.
    """

    def __init__(self, node: Node, driver: BaseDriver, outlet: Outlet) -> None:
        self._driver, self._outlet = driver, outlet
        self._motion = node.create_publisher(Twist, CARRIED_TOPIC, 10)

    def send(self, stamp: Any, told: Actuation) -> None:
        self._outlet.send(stamp, told)
        message = Twist()
        message.linear.x, message.linear.y, message.angular.z = self._driver.motion_of(told)
        self._motion.publish(message)


class DriveNode:
    """A base on a node. ``states`` is the topic of its joints' states; ``None`` for a base that has no joints, whose
    odometry follows what it is told. With ``relayed`` the states are published on ``/joint_states`` as well.
    """

    def __init__(self, node: Node, driver: BaseDriver, outlet: Outlet, states: str | None, relayed: bool) -> None:
        self._node, self._driver, self._outlet = node, driver, outlet
        self._odometry = node.create_publisher(Odometry, ODOMETRY_TOPIC, _DEEP)
        self._tf = node.create_publisher(TFMessage, "/tf", QoSProfile(depth=100))
        self._relay = node.create_publisher(JointState, JOINT_STATES, _DEEP) if relayed else None
        node.create_subscription(TwistStamped, COMMAND_TOPIC, self._command, NEWEST)
        self._measured = states is not None
        if states is not None:
            node.create_subscription(JointState, states, self._states, NEWEST)
        node.create_timer(1.0 / RATE_HZ, self._loop)

    def close(self) -> None:
        """Leave a base that stands: what takes the commands holds the last of them."""
        self._driver.stop()
        self._outlet.send(self._now().to_msg(), self._driver.actuation(0.0))

    def _now(self) -> Any:
        return self._node.get_clock().now()

    def _command(self, message: Any) -> None:
        now = float(self._now().nanoseconds) * 1e-9
        # One without a stamp is as fresh as it arrives; none is from the future.
        told_at = seconds(message.header.stamp) or now
        twist = message.twist
        self._driver.command(min(told_at, now), twist.linear.x, twist.linear.y, twist.angular.z)

    def _loop(self) -> None:
        now = self._now()
        time, stamp = float(now.nanoseconds) * 1e-9, now.to_msg()
        self._outlet.send(stamp, self._driver.actuation(time))
        if not self._measured:
            self._tell(stamp, self._driver.follow(time))

    def _states(self, message: Any) -> None:
        if self._relay is not None:
            self._relay.publish(message)
        positions = {
            name: float(value)
            for name, value in zip(message.name, message.position, strict=False)
            if math.isfinite(value)
        }
        state = self._driver.measure(seconds(message.header.stamp), positions)
        if state is not None:
            self._tell(message.header.stamp, state)

    def _tell(self, stamp: Any, state: OdometryState) -> None:
        (x, y, yaw), (v, left, w) = state.pose, state.motion
        message = Odometry()
        message.header.stamp, message.header.frame_id, message.child_frame_id = stamp, ODOM, FOOTPRINT
        message.pose.pose.position.x, message.pose.pose.position.y = x, y
        message.pose.pose.orientation.z, message.pose.pose.orientation.w = math.sin(yaw / 2.0), math.cos(yaw / 2.0)
        message.twist.twist.linear.x, message.twist.twist.linear.y, message.twist.twist.angular.z = v, left, w
        self._odometry.publish(message)
        self._tf.publish(
            TFMessage(transforms=[transform_message(ODOM, FOOTPRINT, stamp, planar_transform(state.pose))])
        )


# What each entry point is: its layout under robot/, its outlet, and where its joints' states come from.
_Kind = tuple[str, Callable[[Node, BaseDriver], Outlet], str | None, bool]
KINDS: dict[str, _Kind] = {
    "omni_drive": ("omni_drive.json", GroupControllers, JOINT_STATES, False),
    "steering_drive": ("steering_drive.json", GroupControllers, JOINT_STATES, False),
    "track_drive": ("track_drive.json", TrackMotion, None, False),
    "base": ("base_drive.json", Hardware, HARDWARE_STATES, True),
}


def drive_node(node: Node, output: Path, kind: str) -> DriveNode:
    """The drive ``kind`` of the output at ``output``. Raises ``NodeFault``."""
    layout, outlet, states, relayed = KINDS[kind]
    try:
        document = json.loads((output / "robot" / layout).read_text(encoding="utf-8"))
        driver = BaseDriver.from_document(document)
    except (OSError, DriveError, ValueError, AttributeError) as error:
        raise NodeFault(f"robot/{layout}: {error}") from None
    if driver.drive.belts:
        outlet, states, relayed = TrackMotion, None, False
    made = outlet(node, driver)
    if node.declare_parameter("kinematic", False).value:
        node.get_logger().warning(
            "the base is carried as its wheels are told, whatever they do: an approximation without wheel physics"
        )
        made = Carried(node, driver, made)
    return DriveNode(node, driver, made, states, relayed)


def _run(output: Path, kind: str, argv: Sequence[str]) -> int:
    """Drive the base of ``output`` until the process is told to end."""
    entry = f"run_{kind}.py"
    take_no_arguments(entry, argv)
    return run_node(entry, argv, f"robotdsl_{kind}", lambda node: drive_node(node, output, kind))


def omni_drive(output: Path, argv: Sequence[str]) -> int:
    """runtime/run_omni_drive.py."""
    return _run(output, "omni_drive", argv)


def steering_drive(output: Path, argv: Sequence[str]) -> int:
    """runtime/run_steering_drive.py."""
    return _run(output, "steering_drive", argv)


def track_drive(output: Path, argv: Sequence[str]) -> int:
    """runtime/run_track_drive.py."""
    return _run(output, "track_drive", argv)


def base(output: Path, argv: Sequence[str]) -> int:
    """runtime/run_base.py."""
    return _run(output, "base", argv)
