"""What a bumper tells, in messages of Gazebo's interfaces: imported only for a robot that has one, since a machine that
simulates in MuJoCo may be without them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from geometry_msgs.msg import Vector3
from ros_gz_interfaces.msg import Contact, Contacts, Entity

from robotdsl_mujoco_sim.node.messages import headed
from robotdsl_mujoco_sim.sensors.contacts import ENTITY_SUFFIX, Touch

TYPE = Contacts


def contacts(stamp: int, frame: str, robot: str, touches: Sequence[Touch]) -> Any:
    """Who touches whom where, by the scoped names ``model::link::collision``."""
    return headed(Contacts(contacts=[_contact(robot, frame, touch) for touch in touches]), stamp, frame)


def _contact(robot: str, link: str, touch: Touch) -> Any:
    theirs = f"{touch.entity}{ENTITY_SUFFIX}"
    # An entity's shape is named after its body, with its number where there are several.
    shape = f"collision{touch.other.removeprefix(theirs)}"
    return Contact(
        collision1=Entity(name=f"{robot}::{link}::{touch.own}", type=Entity.COLLISION),
        collision2=Entity(name=f"{theirs}::{shape}", type=Entity.COLLISION),
        positions=[_vector(touch.position)],
        normals=[_vector(touch.normal)],
        depths=array("d", [touch.depth]),
    )


def _vector(values: tuple[float, float, float]) -> Any:
    x, y, z = values
    return Vector3(x=x, y=y, z=z)
