"""What steers: a knuckle between the chassis and the part on a steered mount, turning about the declared kingpin."""

from __future__ import annotations

from robotdsl_compiler.model.drives import KingpinFact
from robotdsl_compiler.model.geometry import Pose, scale
from robotdsl_compiler.targets import knuckle
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.inertials import ball_inertial
from robotdsl_compiler.targets.mujoco.mjcf import mjcf
from robotdsl_compiler.targets.mujoco.naming import actuator_name
from robotdsl_compiler.targets.mujoco.place import place, vector
from robotdsl_compiler.targets.names import joint_name, knuckle_name

# The output contract's figures, since no part states them: N m/rad, N m s/rad.
STEERING_GAIN, STEERING_DAMPING = 50.0, 2.0


def steer_joint_name(pin: KingpinFact) -> str:
    return joint_name(knuckle_name(pin.component.name))


def knuckle_pose(pin: KingpinFact, base_height: float) -> Pose:
    """In ``base_link``, turned as it is."""
    x, y, z = pin.position
    return Pose((x, y, z - base_height))


def knuckle_body(pin: KingpinFact, base_height: float, child: Element) -> Element:
    joint = mjcf(
        "joint",
        name=steer_joint_name(pin),
        type="hinge",
        axis=vector(scale(pin.axis, pin.sign)),
        range=(-pin.limit, pin.limit),
        actuatorfrcrange=(-knuckle.EFFORT, knuckle.EFFORT),
    )
    return mjcf(
        "body",
        [joint, ball_inertial(knuckle.MASS, knuckle.MOMENT), child],
        name=knuckle_name(pin.component.name),
        **place(knuckle_pose(pin, base_height)),
    )


def steering_actuator(pin: KingpinFact) -> Element:
    joint = steer_joint_name(pin)
    return mjcf(
        "position",
        name=actuator_name(joint),
        joint=joint,
        kp=STEERING_GAIN,
        kv=STEERING_DAMPING,
        ctrlrange=(-pin.limit, pin.limit),
    )
