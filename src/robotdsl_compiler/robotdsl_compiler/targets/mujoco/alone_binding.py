"""What the robot alone adds to what cannot be built."""

from __future__ import annotations

from robotdsl_compiler.model.drives import LeggedDrive, OmniDrive
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.mujoco.binding import unsupported


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    world, chassis = facts.program.world, facts.program.robot.chassis
    if not world.floor:
        unsupported(
            diagnostics,
            f"world `{world.name}` has no floor, and the robot alone would fall without end",
            world.name_span,
            label="has no floor",
            help="write ground_plane = true in its Scenario",
        )
    if isinstance(facts.robot.drive, OmniDrive):
        unsupported(
            diagnostics,
            f"{chassis.type} `{chassis.name}` drives on omni wheels, which slide along their axles, and "
            "MuJoCo's friction knows no direction",
            chassis.span,
            label="cannot be driven",
            help="use mecanum wheels, or the embedded target, which stands rollers in for an omni wheel's",
        )
    _feet(facts, diagnostics)


def _feet(facts: Facts, diagnostics: Diagnostics) -> None:
    """Two feet of one shape would be one contact with two frictions; a base without any stands on nothing."""
    chassis = facts.program.robot.chassis
    if isinstance(facts.robot.drive, LeggedDrive) and not facts.robot.feet:
        unsupported(
            diagnostics,
            f"{chassis.type} `{chassis.name}` has no foot, and would fall through the floor",
            chassis.span,
            label="stands on nothing",
            help=f"mount legs on it, or state feet in the component.yaml of `{chassis.part.id}`",
        )
    seen: dict[tuple[str, str, str], str] = {}
    for fact in facts.robot.feet:
        foot, component = fact.foot, fact.component
        first = seen.setdefault((component.name, foot.link, foot.shape), foot.name)
        if first != foot.name:
            unsupported(
                diagnostics,
                f"feet `{first}` and `{foot.name}` of `{component.name}` are the same shape",
                component.ref_span,
                label=f"states the shape `{foot.shape}` of `{foot.link}` as two feet",
                help=f"state it once in the component.yaml of `{component.part.id}`",
            )
