"""What the simulation node of a ROS target adds to what cannot be built: wheels that slide along a line of their own,
and objects that it cannot show.
"""

from __future__ import annotations

from robotdsl_compiler.model.drives import MecanumDrive, OmniDrive
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.binding import unsupported
from robotdsl_compiler.targets.mujoco.visuals import GLTF, mesh_format


def refuse_wheels(facts: Facts, diagnostics: Diagnostics) -> None:
    chassis = facts.program.robot.chassis
    if isinstance(facts.robot.drive, (MecanumDrive, OmniDrive)):
        kind = "mecanum" if isinstance(facts.robot.drive, MecanumDrive) else "omni"
        unsupported(
            diagnostics,
            f"{chassis.type} `{chassis.name}` drives on {kind} wheels, which slide along one line and grip along the "
            "other, and the friction of this target's wheels knows no direction",
            chassis.span,
            label="cannot be driven",
            help="use a base on other wheels, the embedded target, which builds their rollers, or --kinematic, which "
            "carries the base without wheel physics",
        )


def refuse_objects(facts: Facts, diagnostics: Diagnostics) -> None:
    for fact in facts.world.entities:
        entity, thing = fact.entity, fact.entity.object
        if thing is None or mesh_format(thing) in GLTF or thing.shapes:
            continue
        unsupported(
            diagnostics,
            f"{entity.type} `{entity.name}` only shows, by a mesh in {mesh_format(thing)}, and of meshes this target "
            "shows glTF",
            entity.span,
            label="nothing of it would be in the scene",
            help=f"state a glTF file (.glb) as the visual of object `{thing.id}`, or shapes that it collides by",
        )
