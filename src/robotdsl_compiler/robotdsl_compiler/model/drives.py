"""How a base moves: one record for each kind of kinematics. Places are in ``base_footprint``; metres, radians, seconds.

A wheel's ``row`` says how fast it turns: its dot product with the base's motion (speed ahead, speed to the left, turn
to the left) is the wheel's speed in rad/s.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from robotdsl_compiler.model.geometry import Vec2, Vec3
from robotdsl_compiler.model.program import Component
from robotdsl_compiler.support.value import value

if TYPE_CHECKING:
    from robotdsl_compiler.model.walker import Walker
    from robotdsl_compiler.model.walking import CommandRanges, Gait, Policy

Row = tuple[float, float, float]


@dataclass(frozen=True, eq=False, kw_only=True)
class DriveFact:
    """What every base has. ``kinematics`` is the chassis type's. The limits are what the wheels reach: ``max_speed``
    in m/s ahead, ``max_turn`` in rad/s, ``max_acceleration`` in m/s² and ``max_turn_acceleration`` in rad/s².
    """

    kinematics: str
    max_speed: float
    max_turn: float
    max_acceleration: float
    max_turn_acceleration: float
    turns_in_place: bool
    holonomic: bool
    # True where no motor rating bounds the speed and the target's own stand-in does.
    assumed_limits: bool
    # The speed ahead in m/s that the slowest motor reaches unloaded, before any cap; ``None`` where none is known.
    motor_speed: float | None = None
    # The point that the base turns about, in ``base_footprint``.
    turning_center: Vec2 = (0.0, 0.0)


@dataclass(frozen=True, eq=False, kw_only=True)
class DifferentialDrive(DriveFact):
    """``separation`` is the distance between the left and the right driven wheels and ``radius`` their radius (means
    over the sides). It turns about the point midway between them.
    """

    separation: float
    radius: float


@value
class CoupledWheel:
    """A driven wheel of a holonomic base: where it stands, the unit direction ``rolling`` that it rolls in when it
    turns ahead (of a mecanum wheel, its hub's), and its ``row``.
    """

    component: Component
    center: Vec2
    rolling: Vec2
    radius: float
    row: Row


@dataclass(frozen=True, eq=False, kw_only=True)
class MecanumDrive(DriveFact):
    """Four mecanum wheels of ``radius`` whose ``lever_arm`` is half the wheelbase plus half the track.
    ``max_side_speed`` is that to the left and to the right.
    """

    radius: float
    lever_arm: float
    max_side_speed: float
    wheels: tuple[CoupledWheel, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class OmniDrive(DriveFact):
    """Omni wheels, each where it stands. ``max_side_speed`` is that to the left and to the right."""

    max_side_speed: float
    wheels: tuple[CoupledWheel, ...]


@value
class KingpinFact:
    """What a steered mount turns about: the upright ``axis`` (unit, pointing up) through ``position``, by at most
    ``limit`` to each side. ``component`` is the part on the mount, a motor or a wheel. ``sign`` is -1 where the part
    states the axis pointing down, so that a positive angle of its joint steers to the right.
    """

    component: Component
    mount: str
    position: Vec3
    axis: Vec3
    limit: float
    sign: float


@value
class PathWheel:
    """A driven wheel of a steering base. One that steers is stated by its kingpin's ``center`` and by how far left of
    it along the axle it stands (``offset``); of another one, ``center`` is its own and ``offset`` 0.
    """

    component: Component
    center: Vec2
    offset: float
    radius: float
    steered: bool


@dataclass(frozen=True, eq=False, kw_only=True)
class SteeringDrive(DriveFact):
    """``axle_x`` is where the unsteered axle lies; the base turns about points on it. ``min_turning_radius`` is that
    of the tightest circle which the middle of that axle follows with every kingpin within its limit.
    """

    axle_x: float
    min_turning_radius: float
    kingpins: tuple[KingpinFact, ...]
    wheels: tuple[PathWheel, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class TrackDrive(DriveFact):
    """``separation`` is the distance between the middle lines of the belts, and ``middle_y`` how far left of the
    chassis' origin they have their middle.
    """

    separation: float
    middle_y: float


@value
class PolicyJoint:
    """A link of a part that a servo turns."""

    component: Component
    link: str


@value
class FootPhase:
    """A foot of a part and its offset in a policy's phase, in rad."""

    component: Component
    foot: str
    offset: float


@dataclass(frozen=True, eq=False)
class PolicyFact:
    """A policy on the robot that it moves. ``record`` states its numbers, and its names as its file has them; ``file``
    lies in ``directory``. ``joints`` are the servos in the order in which it reads and moves them, ``hidden`` those of
    them whose angle and speed it reads as 0, and ``phases`` the feet in the order of their phases. Its inertial unit
    sits on the chassis. ``walker`` is the one whose policy it is, ``None`` for the chassis part's own.
    """

    record: Policy
    directory: Path
    joints: tuple[PolicyJoint, ...]
    hidden: tuple[PolicyJoint, ...]
    phases: tuple[FootPhase, ...]
    walker: Walker | None


@dataclass(frozen=True, eq=False, kw_only=True)
class LeggedDrive(DriveFact):
    """``controller`` is ``policy``, ``gait`` or, on a base that only stands, ``stand``; ``command`` is what it can be
    told. A base walks by the controller that its chassis part states, else by the walker that the part's library
    trained for it on its legs as they are placed. ``policy`` or ``gait`` is that controller.
    """

    controller: str
    command: CommandRanges | None
    policy: PolicyFact | None = None
    gait: Gait | None = None
