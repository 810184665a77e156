"""The records of a library's parts, as ``component.yaml`` states them. SI units; vectors in the part's own frame,
x forward, y left, z up. Nothing is defaulted: what the file does not state is ``None`` or empty.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from robotdsl_compiler.model.geometry import Pose, Vec3
from robotdsl_compiler.model.shapes import Box, Cylinder, Sphere
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.value import value

if TYPE_CHECKING:
    from robotdsl_compiler.model.walking import Controller


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
