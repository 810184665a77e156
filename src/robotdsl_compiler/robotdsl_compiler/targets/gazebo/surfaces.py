"""How what stands on the floor grips it, and how a base's wheels slip sideways.

DART gives one contact point to a sphere, and each contact two coefficients: ``mu`` along the first friction direction
and ``mu2`` across it. A direction is expressed in ``base_footprint``, so that it does not turn with its wheel. The
coefficients are the output contract's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from robotdsl_compiler.model.drives import DifferentialDrive
from robotdsl_compiler.model.facts import Facts, PlacedPart, RobotFacts, WheelFact
from robotdsl_compiler.model.geometry import Vec3, norm
from robotdsl_compiler.model.part import JointType
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.targets.gazebo.sdf import holder, leaf, system
from robotdsl_compiler.targets.gazebo.world import friction
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.names import FOOTPRINT_LINK, contact_link_name, link_name
from robotdsl_compiler.targets.stand_ins import BELT_GRIP
from robotdsl_compiler.targets.values import clean, clean_all

GRIP, SLIDE, DIRECTED = 3.0, 0.01, 1.0
# How far a wheel slips sideways for its sideways force, of a base no longer than it is wide.
SLIP_COMPLIANCE = 2.0
_SKID_STEER = "Diff_drive"
_TURNING = (JointType.CONTINUOUS, JointType.REVOLUTE)


@dataclass(frozen=True, slots=True)
class Surface:
    """``mu`` along ``along`` (in ``base_footprint``) and ``mu2`` across it; without ``along`` both are the same."""

    mu: float
    mu2: float
    along: Vec3 | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """Of each wheel of a base: its sideways ``compliance`` and the ``force`` in N that it stands on the floor with."""

    compliance: float
    force: float


def wheel_surface(robot: RobotFacts, chassis: str, wheel: WheelFact) -> Surface:
    """How a wheel of a ``chassis`` of that type grips."""
    part = robot.part(wheel.component.name)
    if not rolls(part):
        return Surface(SLIDE, SLIDE)
    if wheel.component.type == "Mecanum" and wheel.roller_axis is not None:
        x, y, _ = wheel.roller_axis
        return Surface(DIRECTED, 0.0, (1.0, -1.0, 0.0) if x * y < 0.0 else (1.0, 1.0, 0.0))
    if wheel.component.type == "Omni_wheel":
        x, y, z = clean_all(wheel.rolling)
        return Surface(DIRECTED, 0.0, (x, y, z))
    if chassis == _SKID_STEER and wheel.role is Role.DRIVEN:
        # Along the axle first, which is how the system that lets it slip takes the directions.
        return Surface(DIRECTED, GRIP, (0.0, 1.0, 0.0))
    return Surface(GRIP, GRIP)


def rolls(part: PlacedPart) -> bool:
    """Whether a wheel rolls and therefore grips; a caster, and a wheel that is held fixed, slides every way."""
    return part.component.type != "Caster" and part.joint in _TURNING


def slip(facts: Facts) -> Slip | None:
    """Of a skid-steer base alone, which turns by dragging its wheels sideways."""
    robot, driven = facts.robot, slipping(facts)
    if not driven or not isinstance(robot.drive, DifferentialDrive):
        return None
    ahead = [wheel.center[0] for wheel in driven]
    longer = max(1.0, (max(ahead) - min(ahead)) / robot.drive.separation)
    weight = _mass(robot) * norm(facts.program.world.gravity)
    if weight <= 0.0:
        return None
    return Slip(clean(SLIP_COMPLIANCE * longer**2), clean(weight / len(driven)))


def slipping(facts: Facts) -> tuple[WheelFact, ...]:
    if facts.program.robot.chassis.type != _SKID_STEER:
        return ()
    return tuple(wheel for wheel in facts.robot.wheels if wheel.role is Role.DRIVEN)


def surface_blocks(facts: Facts) -> Iterator[Element]:
    """The blocks of a description that give its wheels, ground contacts and belts their friction."""
    robot, chassis = facts.robot, facts.program.robot.chassis.type
    for wheel in robot.wheels:
        yield _block(link_name(robot.part(wheel.component.name)), wheel_surface(robot, chassis, wheel))
    for contact in robot.contacts:
        owner = link_name(robot.part(contact.component.name))
        yield _block(contact_link_name(owner, contact.index), Surface(SLIDE, SLIDE))
    for belt in robot.belts:
        yield _block(link_name(robot.part(belt.component.name)), Surface(BELT_GRIP, BELT_GRIP))


def slip_block(facts: Facts) -> Iterator[Element]:
    found = slip(facts)
    if found is None:
        return
    wheels = [
        holder(
            "wheel",
            [
                leaf("slip_compliance_lateral", found.compliance),
                leaf("slip_compliance_longitudinal", 0.0),
                leaf("wheel_normal_force", found.force),
                leaf("wheel_radius", clean(wheel.radius)),
            ],
            link_name=link_name(facts.robot.part(wheel.component.name)),
        )
        for wheel in slipping(facts)
    ]
    yield holder("gazebo", [system("wheel-slip", "WheelSlip", wheels)])


def _block(link: str, surface: Surface) -> Element:
    """The two coefficients alone reach a link that Gazebo merges into the one it is fixed to; a direction is expressed
    in another link only as part of the collision.
    """
    if surface.along is None:
        return holder("gazebo", [leaf("mu1", surface.mu), leaf("mu2", surface.mu2)], reference=link)
    along = leaf("fdir1", surface.along, expressed_in=FOOTPRINT_LINK)
    collision = holder("collision", [friction(surface.mu, surface.mu2, along)], name=converted_collision(link))
    return holder("gazebo", [collision], reference=link)


def converted_collision(link: str) -> str:
    """What a link's collision is called once Gazebo has made SDF of the description: it adds an ending of its own."""
    return f"{link}_collision_collision"


def _mass(robot: RobotFacts) -> float:
    """Of the parts that state theirs."""
    stated = (part.component.part.inertial for part in robot.parts if part.parent is None or part.pose is not None)
    return sum(inertial.mass for inertial in stated if inertial is not None)
