"""What turns: a velocity servo on each driven wheel's hinge, and the actuators of the model in their order."""

from __future__ import annotations

from robotdsl_compiler.model.facts import RobotFacts, WheelFact
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MASS
from robotdsl_compiler.targets.mujoco.links import servo_actuator, servos
from robotdsl_compiler.targets.mujoco.mjcf import mjcf
from robotdsl_compiler.targets.mujoco.naming import wheel_actuator_name
from robotdsl_compiler.targets.mujoco.steering import steering_actuator
from robotdsl_compiler.targets.names import joint_name, placed
from robotdsl_compiler.targets.values import clean

# The servo's gain in N m s/rad where the base is light, and the time constant in seconds over which a wheel's share
# of a heavier base is brought to speed.
LEAST_GAIN = 0.5
TIME_CONSTANT = 0.020


def driven_wheels(robot: RobotFacts) -> tuple[WheelFact, ...]:
    return tuple(wheel for wheel in robot.wheels if wheel.role is Role.DRIVEN)


def gain(robot: RobotFacts, wheel: WheelFact) -> float:
    """The servo's gain in N m s/rad. The wheel's share ``m`` of the base's mass weighs ``m r²`` at its joint; a
    velocity loop of gain ``m r² / τ`` brings it to speed with the time constant ``τ``.
    """
    share = _mass(robot) / len(driven_wheels(robot))
    return clean(max(LEAST_GAIN, share * wheel.radius**2 / TIME_CONSTANT))


def _mass(robot: RobotFacts) -> float:
    """What the robot weighs in kg, a part that states nothing as little as the model lets it."""
    if robot.mass is not None:
        return robot.mass
    stated = [part.component.part.inertial for part in placed(robot)]
    own = sum(LEAST_MASS if inertial is None else inertial.mass for inertial in stated)
    return own + sum(fact.link.inertial.mass for fact in robot.links)


def actuators(robot: RobotFacts) -> list[Element]:
    """Of the driven wheels, the kingpins and the servos of links, in this order."""
    return [
        *(_wheel(robot, wheel) for wheel in driven_wheels(robot)),
        *(steering_actuator(pin) for pin in robot.kingpins),
        *(servo_actuator(fact) for fact in servos(robot)),
    ]


def _wheel(robot: RobotFacts, wheel: WheelFact) -> Element:
    return mjcf(
        "velocity",
        name=wheel_actuator_name(wheel.component.name),
        joint=joint_name(wheel.component.name),
        kv=gain(robot, wheel),
        ctrlrange=_both_ways(wheel.limits.velocity),
        forcerange=_both_ways(wheel.limits.effort),
    )


def _both_ways(limit: float | None) -> tuple[float, float] | None:
    return None if limit is None else (-limit, limit)
