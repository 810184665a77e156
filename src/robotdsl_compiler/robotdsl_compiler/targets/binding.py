"""What of a robot no simulator's target can build as it is told. Each answer points at the construct to change."""

from __future__ import annotations

from collections.abc import Mapping

from robotdsl_compiler.model.drives import TrackDrive
from robotdsl_compiler.model.facts import BeltFact, Facts, PlacedPart, RobotFacts
from robotdsl_compiler.model.part import Category, JointType
from robotdsl_compiler.model.program import Component
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.targets.names import added_links, placed

_UNSUPPORTED = "target.unsupported"
# How far from the middle between its tracks a chassis' origin may lie; the contract's.
MIDWAY_TOLERANCE = 0.002


def unsupported(
    diagnostics: Diagnostics, message: str, span: Span, *, label: str, help: str | tuple[str, ...] = ()
) -> None:
    diagnostics.report(_UNSUPPORTED, Phase.TARGET_BINDING, message, span, label=label, help=help)


def refuse_names(robot: RobotFacts, diagnostics: Diagnostics, own: Mapping[str, str] | None = None) -> None:
    """Reports components that are named like a link which a target adds; ``own`` are the simulator's own names, each
    with what it is for.
    """
    taken = added_links(robot) | dict(own or {})
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


def refuse_joints(robot: RobotFacts, diagnostics: Diagnostics) -> None:
    """Reports moving joints that the description would hold fixed, and wheels that cannot turn."""
    for part in placed(robot):
        _joints(robot, part, diagnostics)


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


def refuse_drive(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports a base that nothing drives, belts of no known height, and tracks that do not lie midway."""
    robot, chassis = facts.robot, facts.program.robot.chassis
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
        _midway(chassis, robot.drive.middle_y, diagnostics)


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


def _midway(chassis: Component, offset: float, diagnostics: Diagnostics) -> None:
    """Tracks whose middle lies ``offset`` metres to the left of the chassis' origin."""
    if abs(offset) > MIDWAY_TOLERANCE:
        unsupported(
            diagnostics,
            f"the origin of {chassis.type} `{chassis.name}` lies {abs(offset) * 1000.0:.1f} mm to the "
            f"{'right' if offset > 0.0 else 'left'} of the middle between its tracks",
            chassis.ref_span,
            label="cannot be driven straight",
            help=f"move the part's frame to within {MIDWAY_TOLERANCE * 1000.0:g} mm of the middle",
        )
