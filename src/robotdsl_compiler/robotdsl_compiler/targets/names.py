"""The names that every target gives to a robot's links and joints."""

from __future__ import annotations

from robotdsl_compiler.model.facts import PlacedPart, RobotFacts

FOOTPRINT_LINK = "base_footprint"
CHASSIS_LINK = "base_link"
# The floor of a world.
GROUND_PLANE = "ground_plane"


def link_name(part: PlacedPart) -> str:
    """``base_link`` for the chassis, a component's own name for any other."""
    return CHASSIS_LINK if part.parent is None else part.component.name


def joint_name(component: str) -> str:
    return f"{component}_joint"


def knuckle_name(component: str) -> str:
    """The link between the chassis and the part on a steered mount; it turns by ``joint_name`` of this name."""
    return f"{component}_steer"


def collision_name(link: str) -> str:
    """The shape that a link collides by."""
    return f"{link}_collision"


def contact_link_name(link: str, index: int) -> str:
    """The link of a ground contact that a part declares, ``index`` from 0 within the part."""
    return f"{link}_contact_{index}"


def added_links(robot: RobotFacts) -> dict[str, str]:
    """The links that a target makes beside those named after components, each with what it is for."""
    links = {FOOTPRINT_LINK: "the robot's place on the floor", CHASSIS_LINK: "the chassis"}
    by_component = {part.component.name: link_name(part) for part in robot.parts}
    for contact in robot.contacts:
        owner = contact.component.name
        links[contact_link_name(by_component[owner], contact.index)] = f"a ground contact of {owner}"
    for pin in robot.kingpins:
        links[knuckle_name(pin.component.name)] = f"the knuckle that steers {pin.component.name}"
    return links


def placed(robot: RobotFacts) -> tuple[PlacedPart, ...]:
    """The parts that have a place, the chassis first."""
    return tuple(part for part in robot.parts if part.parent is None or part.pose is not None)
