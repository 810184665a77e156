"""The records of a library's parts, as ``component.yaml`` states them. SI units; vectors in the part's own frame,
x forward, y left, z up. Nothing is defaulted: what the file does not state is ``None`` or empty.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from robotdsl_compiler.model.geometry import Vec3
from robotdsl_compiler.support.source import Span


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


@dataclass(frozen=True, slots=True)
class Visual:
    """``file`` is relative to the part's folder; ``xyz`` and ``rpy`` place the mesh in the part's frame."""

    file: str
    xyz: Vec3 | None
    rpy: Vec3 | None


@dataclass(frozen=True, slots=True)
class CollisionBox:
    size: Vec3
    origin: Vec3


@dataclass(frozen=True, slots=True)
class Hull:
    """The convex hull of ``vertices`` collides."""

    vertices: tuple[Vec3, ...]


@dataclass(frozen=True, slots=True)
class Inertial:
    """``mass`` in kg, ``origin`` of the centre of mass, ``inertia`` about it as ixx, iyy, izz, ixy, ixz, iyz."""

    mass: float
    origin: Vec3
    inertia: tuple[float, float, float, float, float, float]
    source: str
    basis: str | None


@dataclass(frozen=True, slots=True)
class WheelShape:
    radius: float
    width: float


@dataclass(frozen=True, slots=True)
class MotorRating:
    """At the shaft: ``stall_torque`` in N m, ``no_load_speed`` in rad/s."""

    stall_torque: float
    no_load_speed: float


@dataclass(frozen=True, slots=True)
class RangeRating:
    min_m: float
    max_m: float
    field_of_view_rad: float
    rate_hz: float


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Steering:
    axis: Vec3
    max_angle_rad: float


@dataclass(frozen=True, slots=True)
class Connector:
    """Where another part may be mated: ``pos``, the outward unit ``dir``, the unit ``up`` perpendicular to it."""

    name: str
    pos: Vec3
    dir: Vec3
    up: Vec3 | None
    joint: JointType
    joint_axis: Vec3 | None
    steering: Steering | None


@dataclass(frozen=True, slots=True)
class Driveline:
    """``motor`` (a mount) turns the wheels on ``drives`` (mounts); the wheel turns ``reduction`` times slower."""

    motor: str
    drives: tuple[str, ...]
    reduction: float | None


@dataclass(frozen=True, slots=True)
class GroundContact:
    """A skid or a ball of a chassis that touches the ground: a sphere of ``radius`` about ``xyz``."""

    xyz: Vec3
    radius: float
    note: str | None


@dataclass(frozen=True, slots=True)
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
    motor: MotorRating | None
    range: RangeRating | None
    sensor: SensorRating | None
    connectors: dict[str, Connector]
    drivelines: tuple[Driveline, ...]
    contacts: tuple[GroundContact, ...]
    profiles: dict[str, Profile]
    provenance: dict[str, object] | None
    # Where ``id`` stands in component.yaml, for diagnostics about the part.
    span: Span
