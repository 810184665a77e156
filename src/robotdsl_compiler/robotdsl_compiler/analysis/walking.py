"""Which controller a legged base walks by: its chassis part's own, else a walker trained for its body and its legs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from robotdsl_compiler.model.drives import FootPhase, PolicyFact, PolicyJoint
from robotdsl_compiler.model.facts import PlacedPart
from robotdsl_compiler.model.part import Category
from robotdsl_compiler.model.program import Component, Glue, Robot
from robotdsl_compiler.model.walker import Walker
from robotdsl_compiler.model.walking import Gait, Policy


def gait_of(robot: Robot) -> Gait | None:
    controller = robot.chassis.part.controller
    return controller if isinstance(controller, Gait) else None


def policy_fact(robot: Robot, parts: Iterable[PlacedPart]) -> PolicyFact | None:
    """The policy that the base walks by; ``None`` where it walks by a gait or only stands. Of several walkers that fit,
    the first of the library's list.
    """
    part = robot.chassis.part
    if isinstance(part.controller, Policy):
        turning = [name for name, link in part.links.items() if link.hinge is not None and link.hinge.servo is not None]
        return _fact(robot, part.controller, turning, {}, None)
    legs = _legs(parts)
    if part.controller is not None or legs is None:
        return None
    for walker in robot.walkers:
        on = _fit(walker, legs)
        if on is not None:
            return _fact(robot, walker.policy, walker.joints, on, walker)
    return None


# Where each leg sits: its part's id and library and the chassis's connector.
_Legs = Mapping[tuple[str, str, str], Component]


def _legs(parts: Iterable[PlacedPart]) -> _Legs | None:
    """The robot's legs by where they sit; ``None`` where one is not placed, sits on another part than the chassis, or
    is turned about its connector.
    """
    placed = list(parts)
    chassis = next(
        p.component.name for p in placed if p.parent is None and p.component.part.category is Category.CHASSIS
    )
    found: dict[tuple[str, str, str], Component] = {}
    for part in placed:
        component = part.component
        if component.part.category is not Category.LEG:
            continue
        placement = component.placement
        turned = isinstance(placement, Glue) and placement.roll != 0.0
        if part.pose is None or part.base_connector is None or part.parent != chassis or turned:
            return None
        found[component.part.library, component.part.id, part.base_connector.name] = component
    return found


def _fit(walker: Walker, legs: _Legs) -> dict[str, Component] | None:
    """The robot's leg for each of the walker's; ``None`` where it was not trained for exactly these."""
    on = {name: legs.get((walker.library, leg.part, leg.connector)) for name, leg in walker.legs.items()}
    found = {name: component for name, component in on.items() if component is not None}
    return found if len(found) == len(on) == len(legs) else None


def _fact(
    robot: Robot, policy: Policy, joints: Iterable[str], legs: Mapping[str, Component], walker: Walker | None
) -> PolicyFact:
    def owner(name: str) -> tuple[Component, str]:
        leg, slash, own = name.rpartition("/")
        return (legs[leg] if slash else robot.chassis), own

    offsets = {} if policy.phase is None else policy.phase.offsets
    return PolicyFact(
        record=policy,
        directory=robot.chassis.part.directory if walker is None else walker.directory,
        joints=tuple(PolicyJoint(*owner(name)) for name in joints),
        hidden=tuple(PolicyJoint(*owner(name)) for name in policy.hidden),
        phases=tuple(FootPhase(*owner(name), offset) for name, offset in offsets.items()),
        walker=walker,
    )
