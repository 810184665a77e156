"""What of a base ros2_control cannot drive."""

from __future__ import annotations

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.binding import unsupported
from robotdsl_compiler.targets.control.plan import left_out, plan


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for a driven wheel that no controller commands."""
    made = plan(facts.robot)
    if made is None:
        return
    chassis = facts.program.robot.chassis
    for name in left_out(facts.robot, made):
        unsupported(
            diagnostics,
            f"wheel `{name}` is driven, and no controller of {chassis.type} `{chassis.name}` commands it",
            facts.robot.part(name).component.span,
            label="would be dragged along",
            help="use a base whose controller drives every wheel that the program drives",
        )
