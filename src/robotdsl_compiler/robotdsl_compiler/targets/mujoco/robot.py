"""The robot as a tree of bodies: a body for each placed part where its mating puts it, its inertial, its shape, and a
hinge where it turns.
"""

from __future__ import annotations

from robotdsl_compiler.model.drives import LeggedDrive
from robotdsl_compiler.model.facts import ContactFact, PlacedPart, RobotFacts
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.belts import belt_geom
from robotdsl_compiler.targets.mujoco.inertials import exact_inertial, least_inertial, part_inertial
from robotdsl_compiler.targets.mujoco.links import link_bodies
from robotdsl_compiler.targets.mujoco.mjcf import mjcf
from robotdsl_compiler.targets.mujoco.naming import ROOT_JOINT, hull_name
from robotdsl_compiler.targets.mujoco.place import place
from robotdsl_compiler.targets.mujoco.steering import knuckle_body, knuckle_pose
from robotdsl_compiler.targets.mujoco.surfaces import COLOURS, Manner
from robotdsl_compiler.targets.mujoco.wheels import wheel_elements
from robotdsl_compiler.targets.names import (
    CHASSIS_LINK,
    FOOTPRINT_LINK,
    collision_name,
    contact_link_name,
    link_name,
    placed,
)


def on_feet(robot: RobotFacts) -> bool:
    """Whether it is a legged base: its free body is the chassis itself, and of its shapes only the feet meet
    anything.
    """
    return isinstance(robot.drive, LeggedDrive)


def root_link(robot: RobotFacts) -> str:
    return CHASSIS_LINK if on_feet(robot) else FOOTPRINT_LINK


def robot_body(robot: RobotFacts, spawn: Pose, *, drawn: bool) -> Element:
    """``base_footprint`` on its free joint at ``spawn``, and the whole robot in it; a legged base without that body,
    the chassis on the joint itself.
    """
    tree = _Tree(robot, Manner(drawn, on_feet(robot)))
    return tree.legged(spawn) if on_feet(robot) else tree.rolling(spawn)


class _Tree:
    def __init__(self, robot: RobotFacts, manner: Manner) -> None:
        self.robot, self.manner = robot, manner
        self.children: dict[str | None, list[PlacedPart]] = {}
        for part in placed(robot):
            self.children.setdefault(part.parent, []).append(part)
        self.wheels = {wheel.component.name: wheel for wheel in robot.wheels}
        self.belts = {belt.component.name: belt for belt in robot.belts}
        self.pins = {pin.component.name: pin for pin in robot.kingpins}
        # The chassis frame is base_link, in which the parts' poses are stated; the footprint lies below it.
        self.in_footprint = Pose((0.0, 0.0, robot.base_height))
        (self.chassis,) = self.children[None]

    def rolling(self, spawn: Pose) -> Element:
        chassis = self.body(self.chassis, self.in_footprint.inverse())
        return mjcf(
            "body",
            [mjcf("freejoint", name=ROOT_JOINT), least_inertial(), chassis],
            name=FOOTPRINT_LINK,
            **place(spawn),
        )

    def legged(self, spawn: Pose) -> Element:
        inside = [mjcf("freejoint", name=ROOT_JOINT), *self.inside(self.chassis)]
        return mjcf("body", inside, name=CHASSIS_LINK, **place(spawn @ self.in_footprint))

    def body(self, part: PlacedPart, parent: Pose) -> Element:
        """``parent`` is the pose in ``base_link`` of the frame that the part hangs from."""
        own, pin = _pose(part), self.pins.get(part.component.name)
        if pin is not None:
            knuckle = knuckle_pose(pin, self.robot.base_height)
            inner = mjcf("body", self.inside(part), name=link_name(part), **place(knuckle.inverse() @ own))
            return knuckle_body(pin, self.robot.base_height, inner)
        return mjcf("body", self.inside(part), name=link_name(part), **place(parent.inverse() @ own))

    def inside(self, part: PlacedPart) -> list[Element]:
        """What the body of a part holds."""
        name, own = part.component.name, _pose(part)
        to_part = (self.in_footprint @ own).inverse()
        wheel, belt, manner = self.wheels.get(name), self.belts.get(name), self.manner
        if wheel is not None:
            inside = wheel_elements(part, wheel, to_part, manner)
        elif belt is not None:
            inside = [self.inertial(part), belt_geom(part, belt, to_part, manner)]
        else:
            inside = [self.inertial(part), *_shape_geoms(part, manner)]
        contacts = [c for c in self.robot.contacts if c.component is part.component]
        return [
            *inside,
            *(_contact_body(link_name(part), contact, to_part, manner) for contact in contacts),
            *link_bodies(part, manner),
            *(self.body(child, own) for child in self.children.get(name, ())),
        ]

    def inertial(self, part: PlacedPart) -> Element:
        stated = part.component.part.inertial
        if stated is not None and part is self.chassis and self.manner.on_feet:
            return exact_inertial(stated)
        return part_inertial(stated)


def hull_meshes(robot: RobotFacts) -> list[Element]:
    """A mesh asset for each declared hull, its faces wound outward."""
    return [
        mjcf(
            "mesh",
            name=hull_name(link_name(part)),
            inertia="convex",
            vertex=[c for vertex in hull.vertices for c in vertex],
            face=[corner for face in hull.faces for corner in face],
        )
        for part in placed(robot)
        for hull in [robot.hulls.get(part.component.name)]
        if hull is not None
    ]


def _pose(part: PlacedPart) -> Pose:
    return part.pose if part.pose is not None else Pose()


def _shape_geoms(part: PlacedPart, manner: Manner) -> list[Element]:
    record = part.component.part
    link = link_name(part)
    colour = manner.colour(COLOURS[record.category])
    if record.hull is not None:
        return [mjcf("geom", name=collision_name(link), type="mesh", mesh=hull_name(link), rgba=colour, **manner.meets)]
    if record.collision is not None:
        box = record.collision
        x, y, z = box.size
        return [
            mjcf(
                "geom",
                name=collision_name(link),
                type="box",
                size=(x / 2.0, y / 2.0, z / 2.0),
                rgba=colour,
                **place(Pose(box.origin)),
                **manner.meets,
            )
        ]
    return []


def _contact_body(link: str, contact: ContactFact, to_part: Pose, manner: Manner) -> Element:
    name = contact_link_name(link, contact.index)
    sphere = mjcf(
        "geom",
        name=collision_name(name),
        type="sphere",
        size=(contact.radius,),
        rgba=manner.unseen,
        **manner.meets,
        **manner.slides,
    )
    return mjcf("body", [least_inertial(), sphere], name=name, **place(Pose(to_part.apply(contact.center))))
