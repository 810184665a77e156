"""The names that this adapter gives beside the links and joints of every target. None can meet another: a component's
name holds no slash and no colon.
"""

from __future__ import annotations

from robotdsl_compiler.targets.names import joint_name

ROOT_JOINT = "root"
KEYFRAME = "hold"


def visual_name(link: str) -> str:
    return f"{link}_visual"


def hull_name(link: str) -> str:
    return f"{link}_hull"


def actuator_name(joint: str) -> str:
    return f"{joint}_actuator"


def wheel_actuator_name(component: str) -> str:
    return actuator_name(joint_name(component))


def roller_name(link: str, index: int) -> str:
    """The body and the hinge of a wheel's roller, ``index`` from 0."""
    return f"{link}/roller_{index}"


def part_link_name(component: str, link: str) -> str:
    """The body, and the hinge, of a link that a part has of its own."""
    return f"{component}/{link}"


def foot_name(component: str, foot: str) -> str:
    """The shape of a foot. Shapes are named apart from bodies and joints."""
    return f"{component}/{foot}"
