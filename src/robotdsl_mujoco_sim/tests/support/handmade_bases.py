"""Small models of other bases by hand, each with its drive.json: tracks on two boxes, and a tricycle."""

from __future__ import annotations

from typing import Any

import mujoco

_HEAD = (
    '<mujoco><compiler angle="radian" autolimits="true"/><option timestep="0.001" integrator="implicitfast"/>'
    '<worldbody><geom name="ground_plane" type="plane" size="0 0 1"/>'
)
ROOT = {"body": "base_footprint", "joint": "root"}
# The belts' boxes lie turned and tilted in their bodies, which must not matter.
TRACKED = (
    _HEAD + '<body name="base_footprint" pos="1 2 0.001" euler="0 0 0.8"><freejoint name="root"/>'
    '<geom type="box" size="0.1 0.06 0.03" pos="0 0 0.06" mass="3"/>'
    '<body name="left" pos="0 0.1 0.03"><geom type="box" size="0.12 0.02 0.03" mass="0.5"/></body>'
    '<body name="right" pos="0 -0.1 0.03" euler="0 0 3.141592653589793">'
    '<geom type="box" size="0.02 0.03 0.12" euler="1.5707963267948966 1.5707963267948966 0" mass="0.5"/>'
    "</body></body></worldbody></mujoco>"
)
TRACKED_DRIVE: dict[str, Any] = {
    "root": ROOT, "kinematics": "tracks", "separation": 0.2,
    "belts": [{"component": side, "body": side, "max_speed": 0.5} for side in ("left", "right")],
}  # fmt: skip


def _wheel(name: str, place: str, inner: str = "") -> str:
    return (
        f'<body name="{name}" pos="{place}">{inner}<joint name="{name}_joint" axis="0 1 0" armature="0.0001"/>'
        f'<geom type="sphere" size="0.05" mass="0.2" friction="1 0.005 0.0001"/></body>'
    )


TRICYCLE = (
    _HEAD + '<body name="base_footprint" pos="0 0 0"><freejoint name="root"/>'
    '<geom type="box" size="0.15 0.06 0.03" pos="0.1 0 0.06" mass="3" contype="0" conaffinity="0"/>'
    f"{_wheel('rear_left', '0 0.12 0.05')}{_wheel('rear_right', '0 -0.12 0.05')}"
    '<body name="knuckle" pos="0.25 0 0.05"><joint name="front_steer_joint" axis="0 0 -1" range="-1 1"/>'
    '<inertial pos="0 0 0" mass="0.01" diaginertia="1e-5 1e-5 1e-5"/>'
    f"{_wheel('front', '0 0 0')}</body></body></worldbody><actuator>"
    '<velocity name="front_joint_actuator" joint="front_joint" kv="0.5"/>'
    '<position name="front_steer_joint_actuator" joint="front_steer_joint" kp="50" kv="2"/></actuator></mujoco>'
)
TRICYCLE_DRIVE: dict[str, Any] = {
    "root": ROOT, "kinematics": "steering", "axle_x": 0.0, "min_turning_radius": 0.16052,
    "wheels": [
        {"component": "front", "joint": "front_joint", "actuator": "front_joint_actuator", "x": 0.25, "y": 0.0,
         "offset": 0.0, "radius": 0.05, "max_speed": None, "max_torque": None},
    ],
    "kingpins": [
        {"component": "front", "joint": "front_steer_joint", "actuator": "front_steer_joint_actuator", "x": 0.25,
         "y": 0.0, "limit": 1.0, "sign": -1.0},
    ],
}  # fmt: skip
STANDING_DRIVE: dict[str, Any] = {"root": ROOT, "kinematics": "stand", "keyframe": "hold"}


def standing(hold: float) -> mujoco.MjModel:
    """A post with a boom on a servo, whose keyframe has the boom at ``hold``."""
    return mujoco.MjModel.from_xml_string(
        _HEAD + '<body name="base_footprint" pos="0 0 0.1"><freejoint name="root"/>'
        '<geom type="box" size="0.1 0.1 0.1" mass="5"/><body name="boom" pos="0 0 0.1">'
        '<joint name="boom" axis="0 1 0" range="-1 1"/><geom type="capsule" size="0.01" fromto="0 0 0 0 0 0.1"'
        ' mass="0.1" contype="0" conaffinity="0"/></body></body></worldbody><actuator>'
        '<position name="boom_actuator" joint="boom" kp="20" kv="1"/></actuator>'
        f'<keyframe><key name="hold" qpos="0 0 0.1 1 0 0 0 {hold}" ctrl="{hold}"/></keyframe></mujoco>'
    )
