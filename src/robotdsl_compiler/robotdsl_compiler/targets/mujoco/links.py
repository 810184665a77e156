"""The links that parts have of their own: bodies, hinges and servos, their feet, and the keyframe that holds them.

Every number of a link is written as the library states it, to the last digit: rounded, a narrow range closes to a
point, which MuJoCo reads as no range, and a walking controller meets a model that it was not trained on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from robotdsl_compiler.model.facts import PlacedPart, RobotFacts
from robotdsl_compiler.model.part import Foot, Hinge, Link, LinkShape, Servo
from robotdsl_compiler.model.program import Component
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.geoms import geom_shape
from robotdsl_compiler.targets.mujoco.inertials import exact_inertial
from robotdsl_compiler.targets.mujoco.mjcf import Value, mjcf
from robotdsl_compiler.targets.mujoco.naming import KEYFRAME, actuator_name, foot_name, part_link_name
from robotdsl_compiler.targets.mujoco.place import exact_place
from robotdsl_compiler.targets.mujoco.surfaces import COLOURS, ROLLING, TURNING, Manner
from robotdsl_compiler.targets.names import GROUND_PLANE, placed

# Of the contact of a foot and the floor: two directions along the floor beside its normal.
_FOOT_DIMENSIONS = 3


@dataclass(frozen=True, slots=True)
class ServoFact:
    """A servo: the link of ``component`` that it turns, its joint's name, range and ratings."""

    component: Component
    link: Link
    hinge: Hinge
    servo: Servo

    @property
    def joint(self) -> str:
        return part_link_name(self.component.name, self.link.name)

    @property
    def actuator(self) -> str:
        return actuator_name(self.joint)


def servos(robot: RobotFacts) -> tuple[ServoFact, ...]:
    """In the program's order and, of one part, in that of its links."""
    return tuple(
        ServoFact(part.component, link, link.hinge, link.hinge.servo)
        for part in placed(robot)
        for link in part.component.part.links.values()
        if link.hinge is not None and link.hinge.servo is not None
    )


def link_bodies(part: PlacedPart, manner: Manner, parent: str | None = None) -> list[Element]:
    """The links that hang from ``parent``, of the part's own frame for ``None``, each with what hangs from it."""
    component = part.component
    feet = {(foot.link, foot.shape): foot for foot in component.part.feet.values()}
    bodies = []
    for link in component.part.links.values():
        if link.parent != parent:
            continue
        name = part_link_name(component.name, link.name)
        inside = [
            *_hinge(name, link),
            exact_inertial(link.inertial),
            *(_geom(component, shape, feet.get((link.name, shape.name)), manner) for shape in link.shapes),
            *link_bodies(part, manner, link.name),
        ]
        bodies.append(mjcf("body", inside, name=name, **exact_place(link.pose)))
    return bodies


def _hinge(name: str, link: Link) -> list[Element]:
    hinge = link.hinge
    if hinge is None:
        return []
    servo = hinge.servo
    stated: dict[str, Value] = (
        {}
        if servo is None
        else {"damping": servo.damping, "armature": servo.armature, "frictionloss": servo.frictionloss}
    )
    return [mjcf("joint", name=name, type="hinge", axis=hinge.axis, range=hinge.range, **stated)]


def _geom(component: Component, shape: LinkShape, foot: Foot | None, manner: Manner) -> Element:
    return mjcf(
        "geom",
        name=None if foot is None else foot_name(component.name, foot.name),
        rgba=manner.colour(COLOURS[component.part.category]),
        **geom_shape(shape.shape),
        **exact_place(shape.pose),
        **manner.meets,
    )


def servo_actuator(fact: ServoFact) -> Element:
    return mjcf(
        "position",
        name=fact.actuator,
        joint=fact.joint,
        kp=fact.servo.kp,
        ctrlrange=fact.hinge.range,
        forcerange=(-fact.servo.effort, fact.servo.effort),
    )


def foot_pairs(robot: RobotFacts) -> list[Element]:
    """The contact of each foot with the floor."""
    return [
        mjcf(
            "pair",
            geom1=GROUND_PLANE,
            geom2=foot_name(fact.component.name, fact.foot.name),
            condim=_FOOT_DIMENSIONS,
            friction=(fact.foot.friction, fact.foot.friction, TURNING, ROLLING, ROLLING),
        )
        for fact in robot.feet
    ]


def hold_keyframe(robot: RobotFacts, root: Element, actuators: list[Element]) -> list[Element]:
    """The keyframe that has each servo at its hold, the free joint of ``root``, the robot's body, where the body
    stands, and everything else at zero. None where no link turns on a servo.
    """
    holds = {fact.joint: fact.servo.hold for fact in servos(robot)}
    if not holds:
        return []
    commands = {fact.actuator: fact.servo.hold for fact in servos(robot)}
    joints = [holds.get(name, 0.0) for name in _joints(root)]
    ctrl = [commands.get(dict(actuator.attributes)["name"], 0.0) for actuator in actuators]
    return [mjcf("keyframe", [mjcf("key", name=KEYFRAME, qpos=(*_stand(root), *joints), ctrl=ctrl)])]


def _stand(root: Element) -> tuple[float, ...]:
    """Where a body stands in the world, as its attributes say: place and turn, the real part first."""
    stated = dict(root.attributes)
    texts = stated.get("pos", "0 0 0"), stated.get("quat", "1 0 0 0")
    return tuple(float(word) for text in texts for word in text.split())


def _joints(body: Element) -> Iterator[str]:
    """The hinges below a body in the order in which MuJoCo numbers them: a body's own, then those in it."""
    for child in body.children:
        if child.tag == "joint":
            yield dict(child.attributes)["name"]
    for child in body.children:
        if child.tag == "body":
            yield from _joints(child)
