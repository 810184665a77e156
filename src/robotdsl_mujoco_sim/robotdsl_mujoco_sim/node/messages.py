"""ROS messages of what the simulation measures."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from geometry_msgs.msg import TransformStamped
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image, Imu, JointState, LaserScan, PointCloud2, PointField
from tf2_msgs.msg import TFMessage

from robotdsl_mujoco_sim.node.clouds import PackedCloud
from robotdsl_mujoco_sim.node.lens import Lens
from robotdsl_mujoco_sim.sensors.imu import ImuReading
from robotdsl_mujoco_sim.sensors.rays import Scan
from robotdsl_mujoco_sim.simulation import Pose7
from robotdsl_mujoco_sim.stepped import JointStates

_BILLION = 1_000_000_000


def headed(message: Any, stamp: int, frame: str) -> Any:
    """``message`` with its header filled in: of ``stamp``, in ns of simulated time, in ``frame``.

    A message makes all its parts when it is made, those too that it is given; what is published hundreds of times a
    second is therefore made empty, and filled.
    """
    header = message.header
    header.stamp.sec, header.stamp.nanosec = divmod(stamp, _BILLION)
    header.frame_id = frame
    return message


def clock(stamp: int) -> Any:
    message = Clock()
    message.clock.sec, message.clock.nanosec = divmod(stamp, _BILLION)
    return message


def joint_states(stamp: int, names: Sequence[str], states: JointStates) -> Any:
    message = headed(JointState(), stamp, "")
    message.name = list(names)
    message.position, message.velocity = _doubles(states.position), _doubles(states.velocity)
    message.effort = _doubles(states.effort)
    return message


def pose(stamp: int, world: str, robot: str, place: Pose7) -> Any:
    """Where the robot is in the world, their frames named after them."""
    message = headed(TransformStamped(), stamp, world)
    message.child_frame_id = robot
    to, turn = message.transform.translation, message.transform.rotation
    to.x, to.y, to.z, turn.x, turn.y, turn.z, turn.w = place
    return TFMessage(transforms=[message])


def scan(stamp: int, frame: str, seen: Scan, rate_hz: float) -> Any:
    last = seen.angle_min + seen.angle_increment * (len(seen.ranges) - 1)
    message = LaserScan(
        angle_min=seen.angle_min,
        angle_max=last,
        angle_increment=seen.angle_increment,
        scan_time=1.0 / rate_hz,
        range_min=seen.range_min,
        range_max=seen.range_max,
        ranges=array("f", seen.ranges.astype(np.float32).tobytes()),
    )
    return headed(message, stamp, frame)


def imu(stamp: int, frame: str, reading: ImuReading) -> Any:
    message = headed(Imu(), stamp, frame)
    turn, rate, push = message.orientation, message.angular_velocity, message.linear_acceleration
    turn.x, turn.y, turn.z, turn.w = reading.orientation.tolist()
    rate.x, rate.y, rate.z = reading.angular_velocity.tolist()
    push.x, push.y, push.z = reading.linear_acceleration.tolist()
    return message


def cloud(stamp: int, frame: str, points: PackedCloud) -> Any:
    message = PointCloud2(
        height=points.height,
        width=points.width,
        fields=[PointField(name=name, offset=at, datatype=kind, count=1) for name, at, kind in points.fields],
        is_bigendian=False,
        point_step=points.point_step,
        row_step=points.point_step * points.width,
        data=array("B", points.data),
        is_dense=points.dense,
    )
    return headed(message, stamp, frame)


def colours(stamp: int, frame: str, rgb: npt.NDArray[np.uint8]) -> Any:
    return _image(stamp, frame, rgb, "rgb8", 3)


def depths(stamp: int, frame: str, depth: npt.NDArray[np.float32]) -> Any:
    return _image(stamp, frame, depth, "32FC1", 4)


def camera_info(stamp: int, frame: str, lens: Lens) -> Any:
    """A pinhole without distortion."""
    message = CameraInfo(
        height=lens.height,
        width=lens.width,
        distortion_model="plumb_bob",
        d=[0.0] * 5,
        k=list(lens.matrix),
        r=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p=list(lens.projection),
    )
    return headed(message, stamp, frame)


def _doubles(values: npt.NDArray[np.float64]) -> array[float]:
    return array("d", values.tobytes())


def _image(stamp: int, frame: str, pixels: npt.NDArray[np.generic], encoding: str, depth: int) -> Any:
    height, width = pixels.shape[:2]
    message = Image(
        height=height,
        width=width,
        encoding=encoding,
        is_bigendian=0,
        step=width * depth,
        data=array("B", pixels.tobytes()),
    )
    return headed(message, stamp, frame)
