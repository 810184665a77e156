"""What Gazebo adds to what cannot be built: belts that do not run along the robot, links that weigh nothing, and
bumpers that nothing can press.
"""

from __future__ import annotations

from robotdsl_compiler.model.facts import Facts, PlacedPart, RobotFacts
from robotdsl_compiler.model.geometry import norm, sub
from robotdsl_compiler.model.program import Component
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.targets.binding import refuse_drive, refuse_joints, refuse_names, unsupported
from robotdsl_compiler.targets.names import joint_name, knuckle_name, placed

# What fixes a thing to the world, in SDF.
_WORLD = "world"
# Of a belt's run: how far across the robot it may go for its length.
_ALONG = 1e-3


def refuse(facts: Facts, diagnostics: Diagnostics) -> None:
    """Reports ``target.unsupported`` for everything of the robot that Gazebo cannot have."""
    robot = facts.robot
    refuse_names(robot, diagnostics, {_WORLD: "Gazebo's world", **_joints(robot)})
    program = facts.program
    named = [(f"{entity.type} `{entity.name}`", entity.name, entity.span) for entity in program.world.entities]
    named.append((f"robot `{robot.name}`", robot.name, program.robot.name_span))
    named += [
        (f"component `{part.component.name}`", part.component.name, part.component.name_span)
        for part in robot.parts
        if part.component.name != _WORLD
    ]
    for what, name, span in named:
        if _reserved(name):
            unsupported(
                diagnostics,
                f"{what} has a name that Gazebo keeps for itself",
                span,
                label="cannot have this name",
                help="give it another name",
            )
    refuse_joints(robot, diagnostics)
    refuse_drive(facts, diagnostics)
    for belt in robot.belts:
        run = sub(belt.end, belt.start)
        if abs(run[1]) > _ALONG * norm(run):
            unsupported(
                diagnostics,
                f"the run of track `{belt.component.name}` does not lie along the robot, and its belt would push it "
                "aside",
                belt.component.span,
                label="runs askew",
                help="mount the tracks along the chassis",
            )
    for part in placed(robot):
        _shape(part, diagnostics)
    for component in _own_links(robot):
        if component.part.inertial is None:
            unsupported(
                diagnostics,
                f"part `{component.part.id}` of `{component.name}` states no mass, and Gazebo takes no link without "
                "one",
                component.ref_span,
                label="weighs nothing",
                help=f"state inertial in the component.yaml of `{component.part.id}`, or use another part",
            )


def _shape(part: PlacedPart, diagnostics: Diagnostics) -> None:
    """A bumper tells of what presses its shape."""
    component, record = part.component, part.component.part
    if component.type == "Bumper" and record.collision is None and record.hull is None and record.visual is None:
        unsupported(
            diagnostics,
            f"part `{record.id}` of `{component.name}` has no shape, and nothing can press it",
            component.ref_span,
            label="has neither a collision shape nor a mesh",
            help=f"state collision in the component.yaml of `{record.id}`, or use another part",
        )


def _reserved(name: str) -> bool:
    return name == _WORLD or (name.startswith("__") and name.endswith("__"))


def _joints(robot: RobotFacts) -> dict[str, str]:
    """The names of the joints, which no link may have as well."""
    names = {joint_name(part.component.name): f"the joint of {part.component.name}" for part in robot.parts}
    for pin in robot.kingpins:
        names[joint_name(knuckle_name(pin.component.name))] = f"the kingpin of {pin.component.name}"
    return names


def _own_links(robot: RobotFacts) -> list[Component]:
    """The parts whose links Gazebo keeps: the chassis, into which what is fixed to it is merged, and what turns, runs
    or is felt by itself.
    """
    own = {wheel.component.name for wheel in robot.wheels if robot.part(wheel.component.name).has_moving_joint}
    own |= {belt.component.name for belt in robot.belts}
    own |= {sensor.component.name for sensor in robot.sensors if sensor.type == "Bumper"}
    return [p.component for p in placed(robot) if p.parent is None or p.component.name in own]
