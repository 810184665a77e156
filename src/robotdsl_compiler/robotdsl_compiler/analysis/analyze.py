"""The entry of analysis: a program in, its facts out."""

from __future__ import annotations

from robotdsl_compiler.analysis import footprint as shapes
from robotdsl_compiler.analysis.assembly import assemble
from robotdsl_compiler.analysis.drive import Undercarriage, drive_fact
from robotdsl_compiler.analysis.mechanism import foot_facts, link_facts
from robotdsl_compiler.analysis.places import world_facts
from robotdsl_compiler.analysis.sensing import sensor_facts
from robotdsl_compiler.analysis.statics import mass_and_center, support_polygon, weights
from robotdsl_compiler.analysis.task_use import task_facts
from robotdsl_compiler.analysis.wheels import base_height, belt_facts, contact_facts, kingpin_facts, wheel_facts
from robotdsl_compiler.model.facts import Facts, RobotFacts
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.hull import hull_mesh
from robotdsl_compiler.model.program import Program, Robot


def analyze(program: Program) -> Facts:
    """Everything that follows from ``program``. Judges and reports nothing: a part that found no place is a fact."""
    return Facts(
        program=program,
        robot=robot_facts(program.robot),
        world=world_facts(program.world),
        task=task_facts(program.task),
    )


def robot_facts(robot: Robot) -> RobotFacts:
    """The facts of the robot alone."""
    parts = assemble(robot)
    own_links = link_facts(parts, Pose())
    height = base_height(parts, foot_facts(parts, own_links))
    # base_link in base_footprint: straight above it.
    base = Pose((0.0, 0.0, height))
    wheels, contacts = wheel_facts(robot, parts, base), contact_facts(parts, base)
    belts, kingpins = belt_facts(robot, parts, base), kingpin_facts(robot, parts, base)
    links = link_facts(parts, base)
    feet = foot_facts(parts, links)
    bodies = weights(parts, base, links)
    mass, center = mass_and_center(bodies)
    placed = [p for p in parts if p.pose is not None]
    regions = {p.component.name: shapes.regions(p, base, links, belts) for p in placed}
    shapeless = tuple(p.component.name for p in placed if shapes.is_shapeless(p))
    everything = [region for part in regions.values() for region in part]
    return RobotFacts(
        name=robot.name,
        parts=parts,
        base_height=height,
        wheels=wheels,
        contacts=contacts,
        drive=drive_fact(Undercarriage(robot, parts, wheels, belts, kingpins, bodies, mass)),
        mass=mass,
        center_of_mass=center,
        support=support_polygon(wheels, contacts, belts, feet),
        footprint=None if shapeless else shapes.footprint_box(everything),
        outline=None if shapeless else shapes.outline(everything),
        height=max((body.top for p in placed for body in shapes.bodies(p, base, links, belts)), default=0.0),
        regions=regions,
        sensors=sensor_facts(parts, base),
        shapeless=shapeless,
        kingpins=kingpins,
        belts=belts,
        links=links,
        feet=feet,
        hulls={
            p.component.name: hull_mesh(p.component.part.hull.vertices)
            for p in placed
            if p.component.part.hull is not None
        },
    )
