"""The links that parts have of their own, as their servos hold them, and the feet on them."""

from __future__ import annotations

from collections.abc import Iterable

from robotdsl_compiler.analysis.bodies import shape_body
from robotdsl_compiler.model.facts import FootFact, LinkFact, PlacedPart
from robotdsl_compiler.model.geometry import Pose, quaternion_about


def link_facts(parts: Iterable[PlacedPart], footprint: Pose) -> tuple[LinkFact, ...]:
    """The links of the placed parts, in the program's order and, of one part, each after the one that it hangs from.
    ``footprint`` is the pose of ``base_link`` in the frame that the facts are wanted in.
    """
    facts: list[LinkFact] = []
    for part in parts:
        if part.pose is None:
            continue
        poses: dict[str | None, Pose] = {None: footprint @ part.pose}
        for link in part.component.part.links.values():
            pose, hinge = poses[link.parent] @ link.pose, link.hinge
            angle = hinge.servo.hold if hinge is not None and hinge.servo is not None else 0.0
            axis = None
            if hinge is not None:
                axis = pose.turn(hinge.axis)
                pose = pose @ Pose(orientation=quaternion_about(hinge.axis, angle))
            poses[link.name] = pose
            facts.append(LinkFact(part.component, link, link.parent, pose, axis, angle))
    return tuple(facts)


def foot_facts(parts: Iterable[PlacedPart], links: Iterable[LinkFact]) -> tuple[FootFact, ...]:
    """The feet of the placed parts, in the frame of ``links``."""
    by_name = {(fact.component.name, fact.link.name): fact for fact in links}
    facts: list[FootFact] = []
    for part in parts:
        component = part.component
        for foot in component.part.feet.values() if part.pose is not None else ():
            fact = by_name[component.name, foot.link]
            shape = next(s for s in fact.link.shapes if s.name == foot.shape)
            pose = fact.pose @ shape.pose
            joints: list[str] = []
            above: str | None = foot.link
            while above is not None:
                link = component.part.links[above]
                if link.hinge is not None:
                    joints.insert(0, above)
                above = link.parent
            low = shape_body(shape.shape, pose).bottom
            facts.append(FootFact(component, foot, pose.position, low, tuple(joints)))
    return tuple(facts)
