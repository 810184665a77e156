"""What no controller may leave standing: a base drives with all the wheels that its motors turn, or not at all."""

from __future__ import annotations

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.binding import unsupported
from robotdsl_compiler.targets.control.plan import left_out, plan


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for each driven wheel that the base's controllers do not command."""
    made = plan(facts.robot)
    for name in () if made is None else left_out(facts.robot, made):
        component = facts.robot.part(name).component
        unsupported(
            diagnostics,
            f"wheel `{name}` is driven, and no controller of {facts.program.robot.chassis.type} commands it",
            component.span,
            label="would be dragged along",
            help="mount the base's wheels as its chassis type has them",
        )
