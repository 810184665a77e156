"""What the robot in its world adds to what cannot be built: entities that would have to move, and bases and parts that
the run does not move.
"""

from __future__ import annotations

from robotdsl_compiler.model.drives import DifferentialDrive, LeggedDrive
from robotdsl_compiler.model.facts import Facts, RobotFacts
from robotdsl_compiler.model.vocabulary import Role
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.mujoco.binding import refuse_off_middle, unsupported
from robotdsl_compiler.targets.names import placed


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    for part in placed(facts.robot):
        component = part.component
        if component.part.links:
            unsupported(
                diagnostics,
                f"part `{component.part.id}` of `{component.name}` has links of its own, which this target does not "
                "move",
                component.ref_span,
                label=f"has {len(component.part.links)} links of its own",
                help="use a part without links; the mjcf target builds them",
            )
    chassis = facts.program.robot.chassis
    if isinstance(facts.robot.drive, DifferentialDrive):
        # The odometry counts the base's motion as that of the chassis' origin.
        refuse_off_middle(chassis, _middle(facts.robot), "its driven wheels", diagnostics)
    if isinstance(facts.robot.drive, LeggedDrive):
        unsupported(
            diagnostics,
            f"{chassis.type} `{chassis.name}` walks on feet, and this target drives wheels and belts only",
            chassis.span,
            label="cannot be driven",
            help="use a base on wheels or tracks; the mjcf target builds this one",
        )
    for fact in facts.world.entities:
        entity = fact.entity
        if not entity.is_static:
            unsupported(
                diagnostics,
                f"{entity.type} `{entity.name}` is declared movable, and no entity states the mass to move it with",
                entity.static_span or entity.span,
                label="cannot be built",
                help="leave is_static out, or write is_static = true",
            )


def _middle(robot: RobotFacts) -> float:
    """How far to the left of the chassis' origin the middle between the two sides' driven wheels lies, in metres."""
    driven = [wheel.center[1] for wheel in robot.wheels if wheel.role is Role.DRIVEN]
    left, right = [y for y in driven if y > 0.0], [y for y in driven if y < 0.0]
    return (sum(left) / len(left) + sum(right) / len(right)) / 2.0
