"""What of a program cannot be built in MuJoCo as it is told. Each answer points at the construct to change."""

from __future__ import annotations

from robotdsl_compiler.model.drives import DifferentialDrive
from robotdsl_compiler.model.facts import Facts, PlacedPart, RobotFacts
from robotdsl_compiler.model.part import Category, JointType
from robotdsl_compiler.model.program import Component
from robotdsl_compiler.model.vocabulary import COMPONENT_TYPES, Role
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets.names import added_links, placed

_UNSUPPORTED = "target.unsupported"
# How far from the middle between its sides a chassis' origin may lie; the contract states it for a tracked base.
MIDWAY_TOLERANCE = 0.002
# MuJoCo's own name for the body that everything hangs from.
_WORLD_BODY = "world"
# The categories that collide by what makes them what they are.
_OWN_SHAPE = (Category.WHEEL, Category.TRACK)
# How a message names a base by its kinematics.
_BASES = {
    "holonomic": "a mecanum",
    "omni": "an omni",
    "steering": "a steering",
    "tracks": "a tracked",
    "legged": "a legged",
}


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for everything of the robot and the world that the scene cannot hold."""
    _names(facts.robot, diagnostics)
    for part in placed(facts.robot):
        _joints(facts.robot, part, diagnostics)
        _shape(part, diagnostics)
        _links(part, diagnostics)
    _drive(facts, diagnostics)
    for fact in facts.world.entities:
        entity = fact.entity
        if not entity.is_static:
            diagnostics.report(
                _UNSUPPORTED,
                Phase.TARGET_BINDING,
                f"{entity.type} `{entity.name}` is declared movable, and no entity states the mass to move it with",
                entity.static_span or entity.span,
                label="cannot be built",
                help="leave is_static out, or write is_static = true",
            )


def _names(robot: RobotFacts, diagnostics: Diagnostics) -> None:
    taken = added_links(robot) | {_WORLD_BODY: "MuJoCo's world"}
    for part in robot.parts:
        component = part.component
        owner = taken.get(component.name)
        if owner is not None:
            diagnostics.report(
                _UNSUPPORTED,
                Phase.TARGET_BINDING,
                f"the name `{component.name}` is taken by the link for {owner}",
                component.name_span,
                label="a component cannot have this name",
                help="give the component another name",
            )


def _joints(robot: RobotFacts, part: PlacedPart, diagnostics: Diagnostics) -> None:
    component, own, base = part.component, part.own_connector, part.base_connector
    is_wheel = component.part.category is Category.WHEEL

    def report(message: str, help: str) -> None:
        span = component.span if component.placement is None else component.placement.span
        diagnostics.report(_UNSUPPORTED, Phase.TARGET_BINDING, message, span, label="mated here", help=help)

    if base is not None and base.joint is not JointType.FIXED:
        report(
            f"`{component.name}` is mated onto connector `{base.name}` of `{part.parent}`, which declares "
            f"a {base.joint.value} joint that this target would hold fixed",
            "mate onto a fixed connector; only a wheel's own connector may move",
        )
    if own is not None and own.joint is not JointType.FIXED and not is_wheel:
        report(
            f"connector `{own.name}` of `{component.name}` declares a {own.joint.value} joint "
            "that this target would hold fixed",
            "use a part whose connector is fixed; only a wheel's own connector may move",
        )
    if own is not None and own.joint is JointType.PRISMATIC and is_wheel:
        report(
            f"wheel `{component.name}` slides along its connector `{own.name}` instead of turning",
            "use a wheel whose connector declares a continuous joint",
        )
    wheel = next((w for w in robot.wheels if w.component is component), None)
    if wheel is not None and wheel.role is not None and part.joint is JointType.FIXED:
        report(
            f"wheel `{component.name}` cannot turn: its connector declares no joint",
            "use a wheel whose connector declares a continuous joint about its axle",
        )


def _shape(part: PlacedPart, diagnostics: Diagnostics) -> None:
    component = part.component
    record = component.part
    if record.category in _OWN_SHAPE or record.links or record.collision is not None or record.hull is not None:
        return
    diagnostics.report(
        _UNSUPPORTED,
        Phase.TARGET_BINDING,
        f"part `{record.id}` declares neither a collision box nor a hull, so `{component.name}` has no shape "
        "to collide by",
        component.ref_span,
        label="has no collision shape",
        help=f"state collision or hull in the component.yaml of `{record.id}`, or use another part",
    )


def _links(part: PlacedPart, diagnostics: Diagnostics) -> None:
    component = part.component
    if component.part.links:
        diagnostics.report(
            _UNSUPPORTED,
            Phase.TARGET_BINDING,
            f"part `{component.part.id}` of `{component.name}` has links of its own, which this target does not "
            "build yet",
            component.ref_span,
            label=f"has {len(component.part.links)} links of its own",
            help="use a part without links",
        )


def _midway(robot: RobotFacts, chassis: Component, diagnostics: Diagnostics) -> None:
    """The drive and the odometry take the chassis' origin to lie midway between the two sides, as the tracks' do."""
    driven = [wheel.center[1] for wheel in robot.wheels if wheel.role is Role.DRIVEN]
    left, right = [y for y in driven if y > 0.0], [y for y in driven if y < 0.0]
    offset = (sum(left) / len(left) + sum(right) / len(right)) / 2.0 if left and right else 0.0
    if abs(offset) > MIDWAY_TOLERANCE:
        diagnostics.report(
            _UNSUPPORTED,
            Phase.TARGET_BINDING,
            f"the origin of {chassis.type} `{chassis.name}` lies {abs(offset) * 1000.0:.1f} mm to the "
            f"{'right' if offset > 0.0 else 'left'} of the middle between its driven wheels",
            chassis.ref_span,
            label="cannot be driven straight",
            help=f"move the part's frame to within {MIDWAY_TOLERANCE * 1000.0:g} mm of the middle",
        )


def _drive(facts: Facts, diagnostics: Diagnostics) -> None:
    drive, chassis = facts.robot.drive, facts.program.robot.chassis
    if isinstance(drive, DifferentialDrive):
        _midway(facts.robot, chassis, diagnostics)
        return
    other = _BASES.get(COMPONENT_TYPES[chassis.type].kinematics or "")
    what = "no wheel that this robot drives" if other is None else f"{other} base, which it does not build yet"
    diagnostics.report(
        _UNSUPPORTED,
        Phase.TARGET_BINDING,
        f"{chassis.type} `{chassis.name}` gives the target {what}",
        chassis.span,
        label="cannot be driven",
        help="use a Diff_two_caster or Diff_drive chassis with its wheels mounted",
    )
