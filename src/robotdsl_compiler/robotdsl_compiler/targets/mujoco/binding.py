"""What of a robot cannot be built in MuJoCo as it is told. Each answer points at the construct to change."""

from __future__ import annotations

from robotdsl_compiler.model.facts import Facts, PlacedPart, RobotFacts, WheelFact
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.binding import refuse_drive, refuse_joints, refuse_names, unsupported
from robotdsl_compiler.targets.mujoco.inertia import LEAST_MASS
from robotdsl_compiler.targets.mujoco.naming import part_link_name, roller_name
from robotdsl_compiler.targets.mujoco.rollers import MOST_COUNT, Unbuildable, rollers
from robotdsl_compiler.targets.mujoco.wheels import roller_wheels
from robotdsl_compiler.targets.names import link_name, placed

# MuJoCo's own name for the body that everything hangs from.
_WORLD_BODY = "world"
# The categories that collide by what makes them what they are.
_OWN_SHAPE = (Category.WHEEL, Category.TRACK)


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for everything of the robot that no scene can hold, whatever its wheels are."""
    robot = facts.robot
    refuse_names(robot, diagnostics, {_WORLD_BODY: "MuJoCo's world"})
    refuse_joints(robot, diagnostics)
    for part in placed(robot):
        _shape(part, diagnostics)
    refuse_drive(facts, diagnostics)


def refuse_rollers(facts: Facts, diagnostics: Diagnostics) -> None:
    """The same for wheels whose rollers cannot be built."""
    for wheel in roller_wheels(facts.robot):
        _rollers(facts.robot, wheel, diagnostics)


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
