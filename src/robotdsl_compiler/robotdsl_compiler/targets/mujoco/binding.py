"""What of a robot cannot be built in MuJoCo as it is told. Each answer points at the construct to change."""

from __future__ import annotations

from robotdsl_compiler.model.drives import TrackDrive
from robotdsl_compiler.model.facts import BeltFact, Facts, PlacedPart, RobotFacts, WheelFact
from robotdsl_compiler.model.part import Category, JointType
from robotdsl_compiler.model.program import Component
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MASS
from robotdsl_compiler.targets.mujoco.naming import part_link_name, roller_name
from robotdsl_compiler.targets.mujoco.rollers import MOST_COUNT, Unbuildable, rollers
from robotdsl_compiler.targets.mujoco.wheels import roller_wheels
from robotdsl_compiler.targets.names import added_links, link_name, placed

_UNSUPPORTED = "target.unsupported"
# How far from the middle between its sides a chassis' origin may lie; the contract states it for a tracked base.
MIDWAY_TOLERANCE = 0.002
# MuJoCo's own name for the body that everything hangs from.
_WORLD_BODY = "world"
# The categories that collide by what makes them what they are.
_OWN_SHAPE = (Category.WHEEL, Category.TRACK)


def unsupported(
    diagnostics: Diagnostics, message: str, span: Span, *, label: str, help: str | tuple[str, ...] = ()
) -> None:
    diagnostics.report(_UNSUPPORTED, Phase.TARGET_BINDING, message, span, label=label, help=help)


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for everything of the robot that no scene can hold."""
    robot, chassis = facts.robot, facts.program.robot.chassis
    _names(robot, diagnostics)
    for part in placed(robot):
        _joints(robot, part, diagnostics)
        _shape(part, diagnostics)
    for wheel in roller_wheels(robot):
        _rollers(robot, wheel, diagnostics)
    for belt in robot.belts:
        _belt(belt, diagnostics)
    if robot.drive is None:
        unsupported(
            diagnostics,
            f"{chassis.type} `{chassis.name}` gives the target no wheel that this robot drives",
            chassis.span,
            label="cannot be driven",
            help="mount its wheels or tracks",
        )
    if isinstance(robot.drive, TrackDrive):
        refuse_off_middle(chassis, robot.drive.middle_y, "its tracks", diagnostics)


def _names(robot: RobotFacts, diagnostics: Diagnostics) -> None:
    taken = added_links(robot) | {_WORLD_BODY: "MuJoCo's world"}
    for part in robot.parts:
        component = part.component
        owner = taken.get(component.name)
        if owner is not None:
            unsupported(
                diagnostics,
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
        unsupported(diagnostics, message, span, label="mated here", help=help)

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
    if record.category in _OWN_SHAPE or record.collision is not None or record.hull is not None:
        return
    # What a part's links collide by is a shape of the part.
    if any(link.shapes for link in record.links.values()):
        return
    unsupported(
        diagnostics,
        f"part `{record.id}` declares neither a collision box nor a hull, so `{component.name}` has no shape "
        "to collide by",
        component.ref_span,
        label="has no collision shape",
        help=f"state collision or hull in the component.yaml of `{record.id}`, or use another part",
    )


def _rollers(robot: RobotFacts, wheel: WheelFact, diagnostics: Diagnostics) -> None:
    """A wheel that turns on rollers: what keeps them from being built round its hub."""
    component, shape = wheel.component, rollers(wheel)
    kind = "mecanum" if component.type == "Mecanum" else "omni"

    def report(message: str, label: str, help: str) -> None:
        unsupported(diagnostics, message, component.ref_span, label=label, help=help)

    if isinstance(shape, Unbuildable):
        width, diameter = wheel.width * 1000.0, wheel.radius * 2000.0
        why = "their ends would be pointed" if shape.wide else f"it would need more than {MOST_COUNT} of them"
        report(
            f"{kind} wheel `{component.name}` is too {'wide' if shape.wide else 'narrow'} for its rollers: {why}",
            f"{width:.3g} mm wide, {diameter:.3g} mm in diameter",
            "use a wheel of a width between about a ninth and two thirds of its diameter"
            if kind == "mecanum"
            else "use a wider wheel",
        )
        return
    stated = component.part.inertial
    mass = 0.0 if stated is None else stated.mass
    if mass - shape.mass < LEAST_MASS - 1e-12:
        weighs = "states no mass" if stated is None else f"weighs {mass * 1000.0:.3g} g"
        report(
            f"{kind} wheel `{component.name}` is too light for its rollers: its part {weighs}, and {shape.count} "
            f"rollers of 1 g would leave its hub less than 1 g",
            weighs,
            "use a heavier wheel",
        )
    link = link_name(robot.part(component.name))
    taken = {roller_name(link, index) for index in range(shape.count)}
    for own in component.part.links:
        if part_link_name(component.name, own) in taken:
            report(
                f"link `{own}` of {kind} wheel `{component.name}` has the name of one of its rollers",
                f"has a link `{own}`",
                "give the link another name in the part's component.yaml",
            )


def _belt(belt: BeltFact, diagnostics: Diagnostics) -> None:
    component = belt.component
    if belt.height is None:
        unsupported(
            diagnostics,
            f"track `{component.name}` has a belt whose height is not known: its part `{component.part.id}` states no "
            "travel per turn",
            component.ref_span,
            label="states no travel_per_turn",
            help=f"state track.travel_per_turn in the component.yaml of `{component.part.id}`, or use another part",
        )


def refuse_off_middle(chassis: Component, offset: float, between: str, diagnostics: Diagnostics) -> None:
    """Reports a chassis whose origin does not lie midway between its two sides: their middle is ``offset`` metres to
    the left of it.
    """
    if abs(offset) > MIDWAY_TOLERANCE:
        unsupported(
            diagnostics,
            f"the origin of {chassis.type} `{chassis.name}` lies {abs(offset) * 1000.0:.1f} mm to the "
            f"{'right' if offset > 0.0 else 'left'} of the middle between {between}",
            chassis.ref_span,
            label="cannot be driven straight",
            help=f"move the part's frame to within {MIDWAY_TOLERANCE * 1000.0:g} mm of the middle",
        )
