"""How the base moves and how fast."""

from __future__ import annotations

from robotdsl_compiler.analysis.statics import yaw_inertia
from robotdsl_compiler.model.facts import DriveFact, PlacedPart, WheelFact
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.program import Robot
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES, Role

# Indoors, beside people and furniture, a small base is not driven faster, whatever its motors could do.
SPEED_CAP = 0.5
TURN_CAP = 1.5
ACCELERATION_CAP = 1.0
TURN_ACCELERATION_CAP = 2.5


def drive_fact(
    robot: Robot,
    wheels: tuple[WheelFact, ...],
    parts: tuple[PlacedPart, ...],
    footprint: Pose,
    mass: float | None,
) -> DriveFact | None:
    """The drive of a differential base; ``None`` for other kinematics and for one without a driven wheel on each
    side.

    A wheel at the lateral distance y of the middle runs at ``(v - w y) / radius``: the base turns at w when the wheels
    of the two sides run at plus and minus ``w separation / 2``. The force that the motors press the base ahead with is
    the sum of stall torque over radius; the turn's is the same with its lever arm, against the yaw inertia about the
    middle between the driven wheels.
    """
    type = COMPONENT_TYPES[robot.chassis.type]
    driven = [w for w in wheels if w.role is Role.DRIVEN]
    left, right = ([w for w in driven if w.center[1] * side > 1e-6] for side in (1.0, -1.0))
    if type.kinematics != "differential" or not left or not right:
        return None
    separation = _mean([w.center[1] for w in left]) - _mean([w.center[1] for w in right])
    radius = (_mean([w.radius for w in left]) + _mean([w.radius for w in right])) / 2.0
    speeds = [w.limits.velocity * w.radius for w in driven if w.limits.velocity is not None]
    reach = min(speeds, default=None)
    middle = (_mean([w.center[0] for w in driven]), _mean([w.center[1] for w in driven]))
    forces = [(w.limits.effort / w.radius, abs(w.center[1] - middle[1])) for w in driven if w.limits.effort is not None]
    inertia = yaw_inertia(parts, footprint, middle)
    acceleration, turn_acceleration = ACCELERATION_CAP, TURN_ACCELERATION_CAP
    if len(forces) == len(driven) and mass is not None and inertia is not None and inertia > 0.0:
        acceleration = min(acceleration, sum(force for force, _ in forces) / mass)
        turn_acceleration = min(turn_acceleration, sum(force * arm for force, arm in forces) / inertia)
    return DriveFact(
        kinematics=type.kinematics,
        separation=separation,
        radius=radius,
        max_speed=SPEED_CAP if reach is None else min(SPEED_CAP, reach),
        max_turn=TURN_CAP if reach is None else min(TURN_CAP, reach / (separation / 2.0)),
        max_acceleration=acceleration,
        max_turn_acceleration=turn_acceleration,
        turns_in_place=type.turns_in_place,
        holonomic=type.holonomic,
        assumed_limits=reach is None,
        motor_speed=reach,
        turning_center_x=middle[0],
    )


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
