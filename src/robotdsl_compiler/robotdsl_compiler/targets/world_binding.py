"""What the robot in its world adds to what cannot be built: entities that would have to move, and bases and parts that
the run does not move.
"""

from __future__ import annotations

from robotdsl_compiler.model.drives import LeggedDrive
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.binding import unsupported
from robotdsl_compiler.targets.names import GROUND_PLANE, placed


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


def refuse_entity_names(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports entities that are named like another model of the world: contacts are reported by names."""
    taken = {facts.robot.name: "the robot"}
    if facts.program.world.floor:
        taken.setdefault(GROUND_PLANE, "the floor")
    for fact in facts.world.entities:
        entity = fact.entity
        owner = taken.get(entity.name)
        if owner is not None:
            unsupported(
                diagnostics,
                f"{entity.type} `{entity.name}` has the name of {owner}, and contacts are reported by names",
                entity.span,
                label="cannot have this name",
                help="give it another name",
            )
