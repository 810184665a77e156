"""The records of a library's parts, as ``component.yaml`` states them. SI units; vectors in the part's own frame,
x forward, y left, z up. Nothing is defaulted: what the file does not state is ``None`` or empty.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from robotdsl_compiler.model.geometry import Pose, Vec3
from robotdsl_compiler.model.shapes import Box, Cylinder, Sphere
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.value import value


class Category(Enum):
    CHASSIS = "chassis"
    WHEEL = "wheel"
    TRACK = "track"
    MOTOR = "motor"
    LEG = "leg"
    SENSOR = "sensor"
    ATTACHMENT = "attachment"


class JointType(Enum):
    FIXED = "fixed"
    CONTINUOUS = "continuous"
    REVOLUTE = "revolute"
    PRISMATIC = "prismatic"


@value
class Visual:
    """``file`` is relative to the part's folder; ``xyz`` and ``rpy`` place the mesh in the part's frame."""

    file: str
    xyz: Vec3 | None
    rpy: Vec3 | None


@value
class CollisionBox:
    size: Vec3
    origin: Vec3


@value
class Hull:
    """The convex hull of ``vertices`` collides."""

    vertices: tuple[Vec3, ...]


@value
class Inertial:
    """``mass`` in kg, ``origin`` of the centre of mass, ``inertia`` about it as ixx, iyy, izz, ixy, ixz, iyz."""

    mass: float
    origin: Vec3
    inertia: tuple[float, float, float, float, float, float]
    source: str
    basis: str | None


@value
class WheelShape:
    radius: float
    width: float


@value
class TrackShape:
    """A belt: its run on the ground from ``run_start`` to ``run_end``, its ``width``, and the metres that it travels
    for each turn of what drives it, where that is stated.
    """

    run_start: Vec3
    run_end: Vec3
    width: float
    travel_per_turn: float | None


@value
class MotorRating:
    """At the shaft: ``stall_torque`` in N m, ``no_load_speed`` in rad/s."""

    stall_torque: float
    no_load_speed: float


@value
class RangeRating:
    min_m: float
    max_m: float
    field_of_view_rad: float
    rate_hz: float


@value
class SensorRating:
    """What a datasheet states; every field may be absent."""

    range_min_m: float | None = None
    range_max_m: float | None = None
    samples: int | None = None
    horizontal_fov_rad: float | None = None
    rings: int | None = None
    vertical_fov_rad: float | None = None
    width: int | None = None
    height: int | None = None
    rate_hz: float | None = None
    noise_stddev: float | None = None


@value
class Steering:
    axis: Vec3
    max_angle_rad: float


@value
class Connector:
    """Where another part may be mated: ``pos``, the outward unit ``dir``, the unit ``up`` perpendicular to it."""

    name: str
    pos: Vec3
    dir: Vec3
    up: Vec3 | None
    joint: JointType
    joint_axis: Vec3 | None
    steering: Steering | None


@value
class Driveline:
    """``motor`` (a mount) turns the wheels on ``drives`` (mounts); the wheel turns ``reduction`` times slower."""

    motor: str
    drives: tuple[str, ...]
    reduction: float | None


@value
class GroundContact:
    """A skid or a ball of a chassis that touches the ground: a sphere of ``radius`` about ``xyz``."""

    xyz: Vec3
    radius: float
    note: str | None


@value
class Capsule:
    """Along its own z: a cylinder of ``radius`` with half a ball on each end, their centres ``length`` metres apart."""

    radius: float
    length: float


@value
class LinkShape:
    """A collision shape of a link, ``pose`` in the link's frame."""

    name: str
    shape: Box | Sphere | Cylinder | Capsule
    pose: Pose


@value
class Servo:
    """A position servo on a link's joint: gain ``kp`` in N m/rad, ``effort`` its greatest torque in N m, ``hold`` the
    angle in rad that it keeps when nothing commands it, ``damping`` in N m s/rad, ``armature`` in kg m²,
    ``frictionloss`` in N m.
    """

    kp: float
    effort: float
    hold: float
    damping: float
    armature: float
    frictionloss: float


@value
class Hinge:
    """How a link turns on its parent: about the unit ``axis`` of the link's frame, within ``range`` (rad)."""

    axis: Vec3
    range: tuple[float, float]
    servo: Servo | None


@value
class Link:
    """A link of a part: ``parent`` is the link that it hangs from, ``None`` for the part's own frame; ``pose`` is in
    the parent's frame with the hinge at zero; without a ``hinge`` it is fixed.
    """

    name: str
    parent: str | None
    pose: Pose
    hinge: Hinge | None
    inertial: Inertial
    shapes: tuple[LinkShape, ...]


@value
class Foot:
    """What a part stands on: the ``shape`` of ``link``, and its sliding friction on the floor."""

    name: str
    link: str
    shape: str
    friction: float


@value
class CommandRanges:
    """What a walking controller can be told, each from its least to its greatest: the speed ``ahead`` and ``aside``
    to the left in m/s, and the ``turn`` to the left in rad/s.
    """

    ahead: tuple[float, float]
    aside: tuple[float, float]
    turn: tuple[float, float]


@value
class PolicyPhase:
    """The clock of a policy's gait: ``frequency`` in Hz and each foot's ``offsets`` in rad, by its name. While the
    command is shorter than ``still_below``, every phase is read as ``still_at`` (rad).
    """

    frequency: float
    offsets: dict[str, float]
    still_at: float
    still_below: float


@value
class PolicySimulator:
    """The stepping that a policy was trained under: ``timestep`` in s, MuJoCo's ``integrator``, the solver's
    ``iterations`` and line-search ``ls_iterations``, and whether Euler's implicit damping is on.
    """

    timestep: float
    integrator: str
    iterations: int
    ls_iterations: int
    eulerdamp: bool


@value
class PolicyImu:
    """Where a policy's inertial unit sits: ``pose`` in the frame of ``link``, of the part itself for ``None``."""

    link: str | None
    pose: Pose


@value
class Policy:
    """A trained walking controller: the network in ``file`` (relative to the part's folder), called every ``period``
    seconds with the terms of ``observation`` one after another. Its action times ``action_scale`` (rad) is added to
    the servos' holds, in the order of the links; the angles and speeds of the links in ``hidden`` are read as 0.
    """

    file: str
    period: float
    action_scale: float
    observation: tuple[str, ...]
    hidden: tuple[str, ...]
    command: CommandRanges
    imu: PolicyImu
    phase: PolicyPhase | None
    simulator: PolicySimulator


@value
class GaitSlew:
    """How fast the command that a gait follows may change: m/s², m/s², rad/s²."""

    ahead: float
    aside: float
    turn: float


@value
class GaitSettle:
    """Below which speed (m/s) and turn rate (rad/s) a robot counts as settled."""

    speed: float
    turn: float


@value
class GaitLead:
    """How far ahead of the body the place (m) and the yaw (rad) may be that it is led to."""

    distance: float
    yaw: float


@value
class GaitBalance:
    """The spring that holds the body: natural ``frequency`` in Hz and ``damping`` as a share of critical."""

    frequency: float
    damping: float


@value
class Gait:
    """A walking controller by rule: targets are worked out every ``control`` seconds; a foot's cycle takes ``period``
    seconds, the share ``duty`` of it on the floor, and lifts the foot by ``step_height`` metres; the part's frame
    stands ``standing`` metres above the floor.
    """

    standing: float
    control: float
    period: float
    duty: float
    step_height: float
    command: CommandRanges
    slew: GaitSlew
    settle: GaitSettle
    lead: GaitLead
    balance: GaitBalance


Controller = Policy | Gait


@value
class Profile:
    """How a component type uses a part: its logical mounts to connector names."""

    mounts: dict[str, str]
    port_roles: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Part:
    """One part of a library. Compared by identity: ids may repeat between libraries."""

    id: str
    library: str
    category: Category
    description: str
    directory: Path
    visual: Visual | None
    collision: CollisionBox | None
    hull: Hull | None
    inertial: Inertial | None
    wheel: WheelShape | None
    track: TrackShape | None
    motor: MotorRating | None
    range: RangeRating | None
    sensor: SensorRating | None
    connectors: dict[str, Connector]
    drivelines: tuple[Driveline, ...]
    contacts: tuple[GroundContact, ...]
    # Each after the link that it hangs from.
    links: dict[str, Link]
    feet: dict[str, Foot]
    controller: Controller | None
    profiles: dict[str, Profile]
    provenance: dict[str, object] | None
    # Where ``id`` stands in component.yaml, for diagnostics about the part.
    span: Span
