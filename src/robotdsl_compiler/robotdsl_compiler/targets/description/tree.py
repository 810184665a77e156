"""The robot as links and the joints between them, before it is any format's text.

A link hangs from the link of the part that its own is mated onto; a part on a steered mount from its knuckle, and the
knuckle from the chassis.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from robotdsl_compiler.model.drives import KingpinFact
from robotdsl_compiler.model.facts import BeltFact, ContactFact, PlacedPart, RobotFacts, WheelFact
from robotdsl_compiler.model.geometry import Pose, Vec3, add, cross, norm, quaternion_from_axes, scale, sub, unit
from robotdsl_compiler.model.hull import HullMesh
from robotdsl_compiler.model.part import Inertial, JointType, Visual
from robotdsl_compiler.model.shapes import Box, Sphere
from robotdsl_compiler.targets import knuckle
from robotdsl_compiler.targets.names import (
    FOOTPRINT_LINK,
    contact_link_name,
    joint_name,
    knuckle_name,
    link_name,
    placed,
)

_HERE = Pose()
_TURNING = (JointType.CONTINUOUS, JointType.REVOLUTE)
_KNUCKLE = Inertial(
    knuckle.MASS,
    (0.0, 0.0, 0.0),
    (knuckle.MOMENT, knuckle.MOMENT, knuckle.MOMENT, 0.0, 0.0, 0.0),
    "estimated",
    None,
)


@dataclass(frozen=True, slots=True)
class Limit:
    """Of a joint: ``effort`` in N m, ``velocity`` in rad/s and, where it turns only so far, ``range`` in rad."""

    effort: float
    velocity: float
    range: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Joint:
    """How a link hangs from ``parent``: ``origin`` is its frame there. Without an ``axis`` (unit, in the link's own
    frame) it is fixed.
    """

    name: str
    parent: str
    origin: Pose
    axis: Vec3 | None = None
    limit: Limit | None = None


@dataclass(frozen=True, eq=False)
class Collision:
    """A shape that a link collides by: ``shape`` at ``pose`` in the link's frame, or the hull of its part."""

    shape: Box | Sphere | HullMesh
    pose: Pose = _HERE


@dataclass(frozen=True, eq=False)
class Link:
    """``joint`` is ``None`` for the root alone; ``part`` for a link that no component is named after."""

    name: str
    joint: Joint | None
    part: PlacedPart | None = None
    inertial: Inertial | None = None
    visual: Visual | None = None
    collision: Collision | None = None


def links(robot: RobotFacts) -> tuple[Link, ...]:
    """The links of the robot, each after the one that it hangs from; those of one part together: its own, those of
    its ground contacts, then what is mated onto it in the program's order.
    """
    return (Link(FOOTPRINT_LINK, None), *_Tree(robot).below(None, FOOTPRINT_LINK, Pose()))


class _Tree:
    def __init__(self, robot: RobotFacts) -> None:
        self.robot = robot
        self.children: dict[str | None, list[PlacedPart]] = {}
        for part in placed(robot):
            self.children.setdefault(part.parent, []).append(part)
        self.base = Pose((0.0, 0.0, robot.base_height))
        self.wheels = {wheel.component.name: wheel for wheel in robot.wheels}
        self.belts = {belt.component.name: belt for belt in robot.belts}
        self.kingpins = {kingpin.component.name: kingpin for kingpin in robot.kingpins}

    def below(self, owner: str | None, parent: str, pose: Pose) -> Iterator[Link]:
        """What is mated onto the component ``owner``, whose link ``parent`` stands at ``pose`` in
        ``base_footprint``.
        """
        for part in self.children.get(owner, ()):
            kingpin = self.kingpins.get(part.component.name)
            if kingpin is None:
                yield from self._part(part, parent, pose)
            else:
                at = Pose(kingpin.position)
                yield _knuckle(kingpin, parent, pose)
                yield from self._part(part, knuckle_name(part.component.name), at)

    def _part(self, part: PlacedPart, parent: str, parent_pose: Pose) -> Iterator[Link]:
        name, record = link_name(part), part.component.part
        pose = self.base @ (part.pose or Pose())
        wheel = self.wheels.get(part.component.name)
        axis, limit = None, None
        if wheel is not None and part.joint in _TURNING:
            axis, limit = unit(pose.inverse().turn(wheel.axle)), _limit(wheel)
        joint = Joint(joint_name(part.component.name), parent, parent_pose.inverse() @ pose, axis, limit)
        yield Link(name, joint, part, record.inertial, record.visual, self._collision(part, wheel, pose))
        for contact in self.robot.contacts:
            if contact.component is part.component:
                yield _contact(contact, name, pose)
        yield from self.below(part.component.name, name, pose)

    def _collision(self, part: PlacedPart, wheel: WheelFact | None, pose: Pose) -> Collision | None:
        name, record = part.component.name, part.component.part
        if wheel is not None:
            return Collision(Sphere(wheel.radius), Pose(pose.inverse().apply(wheel.center)))
        if name in self.belts:
            return belt_box(self.belts[name], pose)
        if name in self.robot.hulls:
            return Collision(self.robot.hulls[name])
        if record.collision is not None:
            return Collision(Box(record.collision.size), Pose(record.collision.origin))
        return None


def belt_box(belt: BeltFact, pose: Pose) -> Collision | None:
    """The box that stands on a belt's run, in the frame of its part at ``pose``; ``None`` where the part states no
    travel, and so no height.
    """
    if belt.height is None:
        return None
    run = sub(belt.end, belt.start)
    up = unit(cross(run, belt.left))
    middle = add(scale(add(belt.start, belt.end), 0.5), scale(up, belt.height / 2.0))
    box = Box((norm(run), belt.width, belt.height))
    return Collision(box, pose.inverse() @ Pose(middle, quaternion_from_axes(unit(run), belt.left, up)))


def _knuckle(kingpin: KingpinFact, parent: str, pose: Pose) -> Link:
    """The knuckle's frame lies in the kingpin, along the chassis'. Its joint turns about the axis as the part states
    it, whichever way that points.
    """
    owner = kingpin.component.name
    limit = Limit(knuckle.EFFORT, knuckle.SPEED, (-kingpin.limit, kingpin.limit))
    origin = pose.inverse() @ Pose(kingpin.position)
    joint = Joint(joint_name(knuckle_name(owner)), parent, origin, scale(kingpin.axis, kingpin.sign), limit)
    return Link(knuckle_name(owner), joint, inertial=_KNUCKLE)


def _contact(contact: ContactFact, parent: str, pose: Pose) -> Link:
    name = contact_link_name(parent, contact.index)
    joint = Joint(joint_name(name), parent, Pose(pose.inverse().apply(contact.center)))
    return Link(name, joint, collision=Collision(Sphere(contact.radius)))


def _limit(wheel: WheelFact) -> Limit | None:
    """What the motor can do; ``None`` where that is not known, since URDF has no limit without both figures."""
    effort, velocity = wheel.limits.effort, wheel.limits.velocity
    return None if effort is None or velocity is None else Limit(effort, velocity)
