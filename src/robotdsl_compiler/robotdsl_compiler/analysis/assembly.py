"""Mating: where every part sits, and on what.

A component may be written before the one that it is mated onto. Parts are therefore placed in rounds: each round
looks at the connectors of what the rounds before have placed, and within a round the component written first takes a
connector that two claim. The result does not hang on the order otherwise.
"""

from __future__ import annotations

import math
from dataclasses import replace

from robotdsl_compiler.model.along import Along
from robotdsl_compiler.model.facts import PlacedPart
from robotdsl_compiler.model.geometry import Pose, Vec3, angle_between, mating_pose, norm, scale, sub
from robotdsl_compiler.model.part import Category, Connector, JointType
from robotdsl_compiler.model.program import Component, Glue, Mount, Robot
from robotdsl_compiler.support.value import value

# A glue matches a connector within 1 mm and 0.1 degree; the hair beside is for the rounding of the comparison itself.
POSITION_TOLERANCE = 1e-3 + 1e-9
ANGLE_TOLERANCE = math.radians(0.1) + 1e-9
# What a radian of wrong direction weighs against metres when the nearest connector is looked for: a normal written
# the wrong way round at the right point is still nearest to the connector there.
METRES_PER_RADIAN = 0.02
# A misplaced part is taken to be meant for its nearest connector when that is within this many metres.
SLIP = 0.05


@value
class Site:
    """A connector of a placed component, in ``base_link``."""

    component: str
    connector: Connector
    point: Vec3
    direction: Vec3
    up: Vec3 | None

    @property
    def key(self) -> tuple[str, str]:
        return (self.component, self.connector.name)


def assemble(robot: Robot) -> tuple[PlacedPart, ...]:
    """Every component of ``robot`` in the program's order, placed where its glue or mount puts it."""
    assembly = _Assembly(robot)
    assembly.place_all()
    unplaced = assembly.unplaced()
    return tuple(assembly.placed.get(c.name) or unplaced[c.name] for c in robot.components)


class _Assembly:
    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        chassis = robot.chassis
        self.placed: dict[str, PlacedPart] = {
            chassis.name: PlacedPart(chassis, Pose(), None, None, None, JointType.FIXED, None)
        }
        self.sites: dict[tuple[str, str], Site] = {}
        # (component, connector) -> the component that sits there.
        self.holders: dict[tuple[str, str], str] = {}
        # Who waits for a place, in the program's order; by whom they are mounted on, and where they are glued.
        self.pending = {c.name: c for c in robot.components if c is not chassis}
        self.mounted: dict[str, list[Component]] = {}
        for component in self.pending.values():
            if isinstance(component.placement, Mount):
                self.mounted.setdefault(self._owner(component.placement), []).append(component)
        self.glued = Along((g.point, c) for c in self.pending.values() if isinstance(g := c.placement, Glue))

    def place_all(self) -> None:
        """Rounds until one offers no connector: what no fresh one suits now, none will."""
        fresh = _sites(self.robot.chassis, Pose(), None)
        while fresh:
            self.sites |= {site.key: site for site in fresh}
            fresh = self._round(fresh)

    def _round(self, fresh: list[Site]) -> list[Site]:
        """Place what the fresh sites are meant for; the sites that this offers."""
        claims = self._claims(fresh)
        offered: list[Site] = []
        for component in [c for name, c in self.pending.items() if name in claims]:
            site = next((s for s in claims[component.name] if s.key not in self.holders), None)
            if site is None:
                continue
            part = mate(component, site, self.placed[site.component])
            self.placed[component.name] = part
            self.holders[site.key] = component.name
            del self.pending[component.name]
            assert part.pose is not None
            offered += _sites(component, part.pose, component.own_connector)
        return offered

    def _claims(self, fresh: list[Site]) -> dict[str, list[Site]]:
        """Which fresh sites each component means, the best first."""
        claims: dict[str, list[Site]] = {}
        for site in fresh:
            for _, component in self.glued.near(site.point, POSITION_TOLERANCE):
                claims.setdefault(component.name, []).append(site)
        claims = {name: _matches(self.pending[name].placement, s) for name, s in claims.items() if name in self.pending}
        for owner in dict.fromkeys(site.component for site in fresh):
            for component in self.mounted.get(owner, ()):
                claims[component.name] = self._mount_sites(component.placement)
        return claims

    def _mount_sites(self, mount: Glue | Mount | None) -> list[Site]:
        """The one site that a mount means, where it is there."""
        assert isinstance(mount, Mount)
        base = self.placed.get(owner := self._owner(mount))
        connector = None if base is None else base.component.connector(mount.logical)
        site = None if connector is None else self.sites.get((owner, connector.name))
        return [] if site is None else [site]

    def _owner(self, mount: Mount) -> str:
        return self.robot.chassis.name if mount.component is None else mount.component

    def unplaced(self) -> dict[str, PlacedPart]:
        """The facts about the parts that found no connector, with why."""
        every = Along((site.point, site) for site in self.sites.values())
        left = [site for site in self.sites.values() if site.key not in self.holders]
        free = Along((site.point, (i, site)) for i, site in enumerate(left))
        facts = {name: self._why(c, every, free) for name, c in self.pending.items()}
        # A part glued onto a connector of a misplaced part misses it through no fault of its own.
        for component in self.pending.values():
            for site in self._meant_sites(facts[component.name]):
                for _, other in self.glued.near(site.point, POSITION_TOLERANCE):
                    fact = facts.get(other.name)
                    if fact is None or other is component or fact.taken_by or fact.waits_for:
                        continue
                    if _matches(other.placement, [site]):
                        facts[other.name] = replace(fact, waits_for=component.name)
        return facts

    def _why(self, component: Component, every: Along[Site], free: Along[tuple[int, Site]]) -> PlacedPart:
        fact = PlacedPart(component, None, None, None, component.own_connector, JointType.FIXED, None)
        placement = component.placement
        if isinstance(placement, Mount):
            taken = self._mount_sites(placement)
        else:
            assert isinstance(placement, Glue)
            taken = _matches(placement, [site for _, site in every.near(placement.point, POSITION_TOLERANCE)])
        if taken:
            return replace(fact, taken_by=self.holders[taken[0].key], nearest=(*taken[0].key, 0.0))
        if isinstance(placement, Mount):
            owner = self._owner(placement)
            base = self.placed.get(owner)
            if base is None:
                return replace(fact, waits_for=owner)
            # The connector by which the base itself is mated onto its parent is no site.
            return replace(fact, taken_by=base.parent)
        best = _nearest(placement, free)
        if best is None:
            return fact
        return replace(fact, nearest=(*best.key, norm(sub(best.point, placement.point))))

    def _meant_sites(self, fact: PlacedPart) -> list[Site]:
        """The sites that a misplaced part would offer if it sat on the connector nearest to its glue."""
        if fact.nearest is None or fact.taken_by or fact.nearest[2] > SLIP:
            return []
        site = self.sites[fact.nearest[:2]]
        pose = mate(fact.component, site, self.placed[site.component]).pose
        assert pose is not None
        return _sites(fact.component, pose, fact.component.own_connector)


def mate(component: Component, site: Site, base: PlacedPart) -> PlacedPart:
    """``component`` with its own connector on ``site``."""
    own = component.own_connector
    roll = component.placement.roll if isinstance(component.placement, Glue) else 0.0
    pose = mating_pose(site.point, site.direction, site.up, own.pos, own.dir, own.up, roll)
    joint, axis = _joint(own, site.connector, base, pose)
    if axis is not None and component.part.category is Category.WHEEL and not _points_left(pose.turn(axis)):
        axis = scale(axis, -1.0)
    return PlacedPart(component, pose, site.component, site.connector, own, joint, axis)


def _joint(own: Connector, onto: Connector, base: PlacedPart, pose: Pose) -> tuple[JointType, Vec3 | None]:
    """The joint that the mating makes, its axis in the part's frame: the part's own, else that of the base."""
    if own.joint is not JointType.FIXED:
        return own.joint, own.joint_axis or own.dir
    if onto.joint is not JointType.FIXED and base.pose is not None:
        return onto.joint, pose.inverse().turn(base.pose.turn(onto.joint_axis or onto.dir))
    return JointType.FIXED, None


def _points_left(axis: Vec3) -> bool:
    """Whether an axis in ``base_link`` points to the robot's left; one along the robot points ahead, an upright one
    up.
    """
    return next((value > 0.0 for value in (axis[1], axis[0], axis[2]) if abs(value) > 1e-6), True)


def _sites(component: Component, pose: Pose, own: Connector | None) -> list[Site]:
    return [
        Site(component.name, c, pose.apply(c.pos), pose.turn(c.dir), None if c.up is None else pose.turn(c.up))
        for c in component.part.connectors.values()
        if own is None or c.name != own.name
    ]


def _matches(glue: Glue | Mount | None, sites: list[Site]) -> list[Site]:
    """The sites within tolerance of ``glue``, the nearest first."""
    assert isinstance(glue, Glue)
    found = [
        s
        for s in sites
        if norm(sub(s.point, glue.point)) <= POSITION_TOLERANCE
        and angle_between(s.direction, glue.direction) <= ANGLE_TOLERANCE
    ]
    return sorted(found, key=lambda s: _offset(glue, s))


def _nearest(glue: Glue, sites: Along[tuple[int, Site]]) -> Site | None:
    """The site with the least offset; of equals the first by its number."""
    best: tuple[float, int, Site] | None = None
    for along, (i, site) in sites.outwards(glue.point):
        if best is not None and along > best[0]:
            break
        offset = _offset(glue, site)
        if best is None or (offset, i) < best[:2]:
            best = (offset, i, site)
    return None if best is None else best[2]


def _offset(glue: Glue, site: Site) -> float:
    """How far ``site`` is from ``glue``, in metres, its direction counted in."""
    turned = angle_between(site.direction, glue.direction)
    return norm(sub(site.point, glue.point)) + METRES_PER_RADIAN * turned
