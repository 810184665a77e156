"""ROS messages of what the simulation measures."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from builtin_interfaces.msg import Time
from geometry_msgs.msg import TransformStamped
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image, Imu, JointState, LaserScan, PointCloud2, PointField
from std_msgs.msg import Header
from tf2_msgs.msg import TFMessage

from robotdsl_mujoco_sim.node.clouds import PackedCloud
from robotdsl_mujoco_sim.node.lens import Lens
from robotdsl_mujoco_sim.sensors.imu import ImuReading
from robotdsl_mujoco_sim.sensors.rays import Scan
from robotdsl_mujoco_sim.simulation import Pose7
from robotdsl_mujoco_sim.stepped import JointStates

_BILLION = 1_000_000_000


def time(stamp: int) -> Any:
    """``stamp`` in ns of simulated time."""
    return Time(sec=stamp // _BILLION, nanosec=stamp % _BILLION)


def header(stamp: int, frame: str) -> Any:
    return Header(stamp=time(stamp), frame_id=frame)


def clock(stamp: int) -> Any:
    return Clock(clock=time(stamp))


def joint_states(stamp: int, names: Sequence[str], states: JointStates) -> Any:
    return JointState(
        header=header(stamp, ""),
        name=list(names),
        position=_doubles(states.position),
        velocity=_doubles(states.velocity),
        effort=_doubles(states.effort),
    )


def pose(stamp: int, world: str, robot: str, place: Pose7) -> Any:
    """Where the robot is in the world, their frames named after them."""
    message = TransformStamped(header=header(stamp, world), child_frame_id=robot)
    to, turn = message.transform.translation, message.transform.rotation
    to.x, to.y, to.z, turn.x, turn.y, turn.z, turn.w = place
    return TFMessage(transforms=[message])


def scan(stamp: int, frame: str, seen: Scan, rate_hz: float) -> Any:
    last = seen.angle_min + seen.angle_increment * (len(seen.ranges) - 1)
    return LaserScan(
        header=header(stamp, frame),
        angle_min=seen.angle_min,
        angle_max=last,
        angle_increment=seen.angle_increment,
        scan_time=1.0 / rate_hz,
        range_min=seen.range_min,
        range_max=seen.range_max,
        ranges=array("f", seen.ranges.astype(np.float32).tobytes()),
    )


def imu(stamp: int, frame: str, reading: ImuReading) -> Any:
    message = Imu(header=header(stamp, frame))
    turn, rate, push = message.orientation, message.angular_velocity, message.linear_acceleration
    turn.x, turn.y, turn.z, turn.w = reading.orientation.tolist()
    rate.x, rate.y, rate.z = reading.angular_velocity.tolist()
    push.x, push.y, push.z = reading.linear_acceleration.tolist()
    return message


def cloud(stamp: int, frame: str, points: PackedCloud) -> Any:
    return PointCloud2(
        header=header(stamp, frame),
        height=points.height,
        width=points.width,
        fields=[PointField(name=name, offset=at, datatype=kind, count=1) for name, at, kind in points.fields],
        is_bigendian=False,
        point_step=points.point_step,
        row_step=points.point_step * points.width,
        data=array("B", points.data),
        is_dense=points.dense,
    )


def colours(stamp: int, frame: str, rgb: npt.NDArray[np.uint8]) -> Any:
    return _image(stamp, frame, rgb, "rgb8", 3)


def depths(stamp: int, frame: str, depth: npt.NDArray[np.float32]) -> Any:
    return _image(stamp, frame, depth, "32FC1", 4)


def camera_info(stamp: int, frame: str, lens: Lens) -> Any:
    """A pinhole without distortion."""
    return CameraInfo(
        header=header(stamp, frame),
        height=lens.height,
        width=lens.width,
        distortion_model="plumb_bob",
        d=[0.0] * 5,
        k=list(lens.matrix),
        r=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p=list(lens.projection),
    )


def _doubles(values: npt.NDArray[np.float64]) -> array[float]:
    return array("d", values.tobytes())


def _image(stamp: int, frame: str, pixels: npt.NDArray[np.generic], encoding: str, depth: int) -> Any:
    height, width = pixels.shape[:2]
    return Image(
        header=header(stamp, frame),
        height=height,
        width=width,
        encoding=encoding,
        is_bigendian=0,
        step=width * depth,
        data=array("B", pixels.tobytes()),
    )
