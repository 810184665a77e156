"""What touches what: the bumpers' reports and the ground under the robot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import mujoco

from robotdsl_mujoco_sim.errors import OutputError
from robotdsl_mujoco_sim.sensors.spec import SensorSpec
from robotdsl_mujoco_sim.state import State

# An entity's body and geoms are named <entity>::link, so that they meet no name of the robot's.
ENTITY_SUFFIX = "::link"
FLOOR = "ground_plane"


Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Touch:
    """One point where the world presses a sensor: the sensor's geom ``own`` and the geom ``other`` of ``entity``, where
    it is (m, in the world), the contact's normal away from the entity, and how deep they meet (m).
    """

    own: str
    entity: str
    other: str
    position: Vector
    normal: Vector
    depth: float


class Contacts:
    """The contacts of the last step between the robot's geoms and the world's."""

    def __init__(self, state: State) -> None:
        self._state = state
        model = state.model
        self._entity: list[str | None] = [_entity_of(model, geom) for geom in range(model.ngeom)]
        self._name = [model.geom(geom).name for geom in range(model.ngeom)]

    def touching(self, geoms: Iterable[int]) -> tuple[str, ...]:
        """The names of the entities that touch any of these geoms, sorted, each once."""
        wanted = geoms if isinstance(geoms, frozenset) else frozenset(geoms)
        pairs = self._state.data.contact.geom
        # Nearly always only the wheels touch something.
        if wanted.isdisjoint(pairs.ravel().tolist()):
            return ()
        found = set()
        for one, other in pairs.tolist():
            if one in wanted and (entity := self._entity[other]) is not None:
                found.add(entity)
            if other in wanted and (entity := self._entity[one]) is not None:
                found.add(entity)
        return tuple(sorted(found))

    def touches(self, geoms: Iterable[int]) -> tuple[Touch, ...]:
        """Each point at which an entity touches one of these geoms."""
        wanted = geoms if isinstance(geoms, frozenset) else frozenset(geoms)
        contacts = self._state.data.contact
        pairs = contacts.geom
        if wanted.isdisjoint(pairs.ravel().tolist()):
            return ()
        found = []
        for k, (one, other) in enumerate(pairs.tolist()):
            # A contact's frame begins with its normal, from the first geom to the second.
            for own, far, away in ((one, other, -1.0), (other, one, 1.0)):
                entity = self._entity[far]
                if own in wanted and entity is not None:
                    x, y, z = contacts.pos[k].tolist()
                    nx, ny, nz = (away * contacts.frame[k, :3]).tolist()
                    names = (self._name[own], entity, self._name[far])
                    found.append(Touch(*names, (x, y, z), (nx, ny, nz), max(0.0, -float(contacts.dist[k]))))
        return tuple(found)

    def on_ground(self) -> tuple[str, ...]:
        """The names of the geoms that touch the floor, sorted, each once."""
        found = set()
        for one, other in self._state.data.contact.geom.tolist():
            if self._name[one] == FLOOR:
                found.add(self._name[other])
            elif self._name[other] == FLOOR:
                found.add(self._name[one])
        return tuple(sorted(found))


class Bumper:
    """A bumper: its own geoms, and the entities that press them. The floor presses nothing."""

    def __init__(self, contacts: Contacts, model: mujoco.MjModel, spec: SensorSpec) -> None:
        self.spec = spec
        self._contacts = contacts
        self._geoms = frozenset(geom_id(model, name, spec.name, spec.where) for name in spec.geoms)

    def read(self) -> tuple[str, ...]:
        """The names of the entities that press it, sorted; none when it is free."""
        return self._contacts.touching(self._geoms)

    def touches(self) -> tuple[Touch, ...]:
        """Each point at which an entity presses it."""
        return self._contacts.touches(self._geoms)


def geom_id(model: mujoco.MjModel, name: str, sensor: str, where: str) -> int:
    found = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, name)
    if found < 0:
        raise OutputError(f"{where}: {sensor}: the model holds no geom {name!r}")
    return int(found)


def _entity_of(model: mujoco.MjModel, geom: int) -> str | None:
    """The entity whose body holds a geom: it may be made of several shapes."""
    body: str = model.body(int(model.geom_bodyid[geom])).name
    return body.removesuffix(ENTITY_SUFFIX) if body.endswith(ENTITY_SUFFIX) else None
