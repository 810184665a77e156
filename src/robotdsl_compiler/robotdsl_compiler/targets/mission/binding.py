"""What of an evaluation cannot be judged on this robot."""

from __future__ import annotations

from robotdsl_compiler.model.facts import Facts, RobotFacts
from robotdsl_compiler.model.vocabulary import CHECK_TYPES
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.suggest import listing


def moving_joints(robot: RobotFacts) -> tuple[str, ...]:
    """The components that hang from a joint that moves."""
    return tuple(part.component.name for part in robot.parts if part.has_moving_joint)


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for a check on the joint of a part that has none that moves."""
    evaluation = facts.program.evaluation
    if evaluation is None:
        return
    moving = moving_joints(facts.robot)
    for check in evaluation.checks:
        if CHECK_TYPES[check.type].needs_joint and check.target not in moving:
            diagnostics.report(
                "target.unsupported",
                Phase.TARGET_BINDING,
                f"{check.type} judges how a joint moves, and `{check.target}` has no moving joint",
                check.target_span or check.span,
                label="does not move",
                help=f"{listing(moving, 'and')} move" if moving else (),
            )
