"""How the base moves and how fast, for each kind of kinematics."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TypedDict

from robotdsl_compiler.analysis.statics import Weight, yaw_inertia
from robotdsl_compiler.analysis.steering import axle_x, min_turning_radius, path_wheel
from robotdsl_compiler.analysis.wheels import sides_y
from robotdsl_compiler.model.drives import (
    CoupledWheel,
    DifferentialDrive,
    DriveFact,
    KingpinFact,
    LeggedDrive,
    MecanumDrive,
    OmniDrive,
    Row,
    SteeringDrive,
    TrackDrive,
)
from robotdsl_compiler.model.facts import BeltFact, JointLimits, PlacedPart, WheelFact
from robotdsl_compiler.model.geometry import Vec2
from robotdsl_compiler.model.program import Robot
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES, Role
from robotdsl_compiler.support.value import value

# Indoors, beside people and furniture, a small base is not driven faster, whatever its motors could do.
SPEED_CAP = 0.5
TURN_CAP = 1.5
ACCELERATION_CAP = 1.0
TURN_ACCELERATION_CAP = 2.5

# A motion less than this share of another one does not count as turning a wheel.
_NONE = 1e-9
_SIDE = 1e-6
# The wheels that a holonomic base needs at the least: one for each of its three motions.
_HOLONOMIC_WHEELS = 3


@value
class Undercarriage:
    """What a drive is worked out from, in ``base_footprint``. ``bodies`` are ``None`` where the mass is not known."""

    robot: Robot
    parts: tuple[PlacedPart, ...]
    wheels: tuple[WheelFact, ...]
    belts: tuple[BeltFact, ...]
    kingpins: tuple[KingpinFact, ...]
    bodies: tuple[Weight, ...] | None
    mass: float | None

    @property
    def driven(self) -> list[WheelFact]:
        return [w for w in self.wheels if w.role is Role.DRIVEN]


class _Common(TypedDict):
    kinematics: str
    max_speed: float
    max_turn: float
    max_acceleration: float
    max_turn_acceleration: float
    turns_in_place: bool
    holonomic: bool
    assumed_limits: bool
    motor_speed: float | None
    turning_center: Vec2


def drive_fact(base: Undercarriage) -> DriveFact | None:
    """The drive; ``None`` for a base that lacks what its kinematics turns."""
    kinematics = COMPONENT_TYPES[base.robot.chassis.type].kinematics
    return _DRIVES[kinematics](base) if kinematics in _DRIVES else None


def _common(base: Undercarriage, turned: list[tuple[JointLimits, Row]], center: Vec2) -> _Common:
    """The limits of a base that turns about ``center``, from what each motor can do and the row of what it turns.

    What turns at ``row`` · motion lets the base move at its own speed over the row's term; the same term, by virtual
    work, is the lever by which its torque moves the base.
    """
    type = COMPONENT_TYPES[base.robot.chassis.type]
    ahead, turn = reach(turned, 0), reach(turned, 2)
    forces = [limits.effort for limits, _ in turned if limits.effort is not None]
    inertia = yaw_inertia(base.bodies, center)
    acceleration, turn_acceleration = ACCELERATION_CAP, TURN_ACCELERATION_CAP
    if len(forces) == len(turned) and base.mass is not None and inertia is not None and inertia > 0.0:
        force, moment = (sum(f * abs(row[k]) for f, (_, row) in zip(forces, turned, strict=True)) for k in (0, 2))
        acceleration = min(acceleration, force / base.mass)
        turn_acceleration = min(turn_acceleration, moment / inertia)
    return {
        "kinematics": type.kinematics or "",
        "max_speed": _capped(SPEED_CAP, ahead),
        "max_turn": _capped(TURN_CAP, turn),
        "max_acceleration": acceleration,
        "max_turn_acceleration": turn_acceleration,
        "turns_in_place": type.turns_in_place,
        "holonomic": type.holonomic,
        "assumed_limits": ahead is None,
        "motor_speed": ahead,
        "turning_center": center,
    }


def reach(turned: Iterable[tuple[JointLimits, Row]], term: int) -> float | None:
    """How fast the base moves along one of its motions (0 ahead, 1 to the left, 2 turning) by the slowest of the
    motors whose speed is known; ``None`` where none is.
    """
    speeds = [
        limits.velocity / abs(row[term])
        for limits, row in turned
        if limits.velocity is not None and abs(row[term]) > _NONE
    ]
    return min(speeds, default=None)


def _capped(cap: float, reached: float | None) -> float:
    return cap if reached is None else min(cap, reached)


def _differential(base: Undercarriage) -> DifferentialDrive | None:
    """A wheel on the left runs at ``(v - w separation / 2) / radius``, one on the right at the sum. The sides are those
    of the wheels' middle, wherever the chassis' origin lies.
    """
    driven = base.driven
    if not driven:
        return None
    middle = (_mean([w.center[0] for w in driven]), _mean([w.center[1] for w in driven]))
    line = sides_y(base.wheels)
    left, right = ([w for w in driven if (w.center[1] - line) * side > _SIDE] for side in (1.0, -1.0))
    if not left or not right:
        return None
    separation = _mean([w.center[1] for w in left]) - _mean([w.center[1] for w in right])
    half = separation / 2.0
    turned: list[tuple[JointLimits, Row]] = [
        (w.limits, (1.0 / w.radius, 0.0, math.copysign(half, line - w.center[1]) / w.radius)) for w in driven
    ]
    return DifferentialDrive(
        **_common(base, turned, middle),
        separation=separation,
        radius=(_mean([w.radius for w in left]) + _mean([w.radius for w in right])) / 2.0,
    )


# The signs of a mecanum wheel's motion to the left and turn at each mount, with the wheel's rollers as they lie.
_MECANUM_SIGNS = {
    "front_left_wheel": (-1.0, -1.0),
    "front_right_wheel": (1.0, 1.0),
    "rear_left_wheel": (1.0, -1.0),
    "rear_right_wheel": (-1.0, 1.0),
}


def _mecanum(base: Undercarriage) -> MecanumDrive | None:
    """Each wheel turns at ``(1, ±1, ±k) / radius`` · motion, ``k`` the lever arm (the contract's rows, those of the
    mecanum controller of ros2_controllers).
    """
    wheels = {w.mount: w for w in base.driven}
    if any(mount not in wheels for mount in _MECANUM_SIGNS):
        return None
    four = [wheels[mount] for mount in _MECANUM_SIGNS]
    xs, ys = ([w.center[axis] for w in four] for axis in (0, 1))
    wheelbase, track = (xs[0] + xs[1] - xs[2] - xs[3]) / 2.0, (ys[0] + ys[2] - ys[1] - ys[3]) / 2.0
    arm, radius = (wheelbase + track) / 2.0, _mean([w.radius for w in four])
    rows: list[Row] = [(1.0 / radius, aside / radius, turn * arm / radius) for aside, turn in _MECANUM_SIGNS.values()]
    turned = [(wheel.limits, row) for wheel, row in zip(four, rows, strict=True)]
    return MecanumDrive(
        **_common(base, turned, (_mean(xs), _mean(ys))),
        radius=radius,
        lever_arm=arm,
        max_side_speed=_capped(SPEED_CAP, reach(turned, 1)),
        wheels=tuple(_coupled(wheel, row) for wheel, row in zip(four, rows, strict=True)),
    )


def _omni(base: Undercarriage) -> OmniDrive | None:
    """A wheel at (x, y) that rolls along the unit vector d turns at d · (velocity of its centre) / radius."""
    driven = base.driven
    if len(driven) < _HOLONOMIC_WHEELS or any(abs(w.axle[2]) > math.sin(math.radians(45.0)) for w in driven):
        return None
    turned: list[tuple[JointLimits, Row]] = []
    for wheel in driven:
        (x, y, _), (dx, dy, _) = wheel.center, wheel.rolling
        turned.append((wheel.limits, (dx / wheel.radius, dy / wheel.radius, (x * dy - y * dx) / wheel.radius)))
    center = (_mean([w.center[0] for w in driven]), _mean([w.center[1] for w in driven]))
    common = _common(base, turned, center)
    # It turns about any point that it is told to; about its frame's, as long as nothing is said.
    common["turning_center"] = (0.0, 0.0)
    return OmniDrive(
        **common,
        max_side_speed=_capped(SPEED_CAP, reach(turned, 1)),
        wheels=tuple(_coupled(wheel, row) for wheel, (_, row) in zip(driven, turned, strict=True)),
    )


def _coupled(wheel: WheelFact, row: Row) -> CoupledWheel:
    x, y, _ = wheel.center
    dx, dy, _ = wheel.rolling
    return CoupledWheel(wheel.component, (x, y), (dx, dy), wheel.radius, row)


def _steering(base: Undercarriage) -> SteeringDrive | None:
    """A car: its wheels turn at the speed of their own paths about a point on the unsteered axle."""
    axle, steered = axle_x(base.wheels), COMPONENT_TYPES[base.robot.chassis.type].steered
    pins, driven = base.kingpins, [w for w in base.driven if w.mount is not None]
    if axle is None or not driven or {p.mount for p in pins} != set(steered):
        return None
    radius = min_turning_radius(pins, axle)
    turned: list[tuple[JointLimits, Row]] = [(w.limits, (1.0 / w.radius, 0.0, radius / w.radius)) for w in driven]
    common = _common(base, turned, (axle, 0.0))
    # It turns as it drives: no faster than along its tightest circle. One that steers by a quarter turns in place.
    if radius > _NONE:
        common["max_turn"] = min(common["max_turn"], common["max_speed"] / radius)
        common["max_turn_acceleration"] = min(TURN_ACCELERATION_CAP, common["max_acceleration"] / radius)
    return SteeringDrive(
        **common,
        axle_x=axle,
        min_turning_radius=radius,
        kingpins=pins,
        wheels=tuple(path_wheel(w, pins) for w in driven),
    )


def _tracks(base: Undercarriage) -> TrackDrive | None:
    """Each belt runs at the speed of its side, a half separation from the chassis' origin. Of a belt's motor nothing
    but its speed counts: a moving surface takes a speed and no torque.
    """
    driven = [b for b in base.belts if b.role is Role.DRIVEN]
    sides = [[b for b in driven if _middle(b)[1] * side > _SIDE] for side in (1.0, -1.0)]
    if any(len(side) != 1 for side in sides):
        return None
    (left,), (right,) = sides
    (left_x, left_y), (right_x, right_y) = _middle(left), _middle(right)
    half = (left_y - right_y) / 2.0
    turned: list[tuple[JointLimits, Row]] = [
        (JointLimits(None, belt.max_speed), (1.0, 0.0, arm)) for belt, arm in ((left, -half), (right, half))
    ]
    common = _common(base, turned, ((left_x + right_x) / 2.0, (left_y + right_y) / 2.0))
    # Its belts' surfaces move as a turn about the chassis' origin takes, wherever the belts lie along the robot.
    common["turning_center"] = (0.0, 0.0)
    return TrackDrive(
        **common,
        separation=2.0 * half,
        middle_y=(left_y + right_y) / 2.0,
    )


def _middle(belt: BeltFact) -> Vec2:
    return ((belt.start[0] + belt.end[0]) / 2.0, (belt.start[1] + belt.end[1]) / 2.0)


def _legged(base: Undercarriage) -> LeggedDrive:
    """A base that walks as fast as its controller can be told, or one that only stands."""
    from robotdsl_compiler.analysis.walking import gait_of, policy_fact

    type = COMPONENT_TYPES[base.robot.chassis.type]
    policy, gait = policy_fact(base.robot, base.parts), gait_of(base.robot)
    stated = gait or (None if policy is None else policy.record)
    command = None if stated is None else stated.command
    return LeggedDrive(
        kinematics=type.kinematics or "",
        max_speed=0.0 if command is None else min(SPEED_CAP, command.ahead[1]),
        max_turn=0.0 if command is None else min(TURN_CAP, *(abs(turn) for turn in command.turn)),
        max_acceleration=ACCELERATION_CAP if gait is None else min(ACCELERATION_CAP, gait.slew.ahead),
        max_turn_acceleration=TURN_ACCELERATION_CAP if gait is None else min(TURN_ACCELERATION_CAP, gait.slew.turn),
        turns_in_place=type.turns_in_place,
        holonomic=type.holonomic,
        assumed_limits=False,
        controller="gait" if gait is not None else "policy" if policy is not None else "stand",
        command=command,
        policy=policy,
        gait=gait,
    )


_DRIVES: dict[str, Callable[[Undercarriage], DriveFact | None]] = {
    "differential": _differential,
    "holonomic": _mecanum,
    "omni": _omni,
    "steering": _steering,
    "tracks": _tracks,
    "legged": _legged,
}


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
