"""Robots put together in one world: a floor, or what an MJCF file holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import mujoco

from robotdsl_mujoco_sim.engine import keep_warnings_off_the_disk
from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.bodies import weigh_floating
from robotdsl_mujoco_sim.model.description import Description
from robotdsl_mujoco_sim.model.load import Loaded, Options, attached, load_unprefixed, prefixed
from robotdsl_mujoco_sim.model.neighbours import part_fixed_neighbours
from robotdsl_mujoco_sim.model.spec import compiled
from robotdsl_mujoco_sim.model.structure import WORLD
from robotdsl_mujoco_sim.model.world_file import read_world_file

ROOT_JOINT, FLOOR = "root", "floor"
# A world without a file: a square floor, 2 x 20 m wide, and steps of 1 ms.
_FLOOR_HALF, _TIMESTEP = 20.0, 0.001
# What has a name in a specification, as messages call it.
_NAMED = {
    "body": "bodies", "joint": "joints", "geom": "geoms", "site": "sites", "camera": "cameras", "light": "lights",
    "mesh": "meshes", "material": "materials", "texture": "textures", "actuator": "actuators",
    "equality": "equalities", "sensor": "sensors", "tendon": "tendons",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Robot:
    """A robot to be put into a world. ``position`` (m) is its root link's; ``floating`` gives that link a free joint
    ``root``, and it is fixed to the world otherwise.
    """

    description: Description
    options: Options = field(default_factory=Options)
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    floating: bool = False


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the robots are in: what the MJCF file ``world`` holds or, without one, a light and, with ``floor``, a floor
    at z = 0. ``timestep`` in s; ``None`` takes the file's own, or 1 ms.
    """

    world: Path | None = None
    floor: bool = True
    timestep: float | None = None


@dataclass(frozen=True, eq=False)
class Composed:
    """``spec`` compiled as ``model``; ``roots`` are the robots' root bodies, in their order."""

    spec: mujoco.MjSpec
    model: mujoco.MjModel
    roots: tuple[str, ...]
    name: str
    notes: tuple[str, ...]


def compose(robots: Sequence[Robot], surroundings: Surroundings = Surroundings()) -> Composed:  # frozen
    """Raises ``DescriptionError`` for what cannot be loaded, and where two things of a kind share a name."""
    keep_warnings_off_the_disk()
    loaded = [load_unprefixed(each.description, each.options) for each in robots]
    spec, name = _world(robots, loaded, surroundings.world)
    notes: list[str] = []
    for number, (robot, one) in enumerate(zip(robots, loaded, strict=True)):
        said = [*one.notes, *_put_root(one, robot, spec)]
        notes += said if len(robots) == 1 else [f"{robot.options.prefix}{one.root}: {note}" for note in said]
        if one.spec is not spec:
            _attach(spec, one, robot.options.prefix, f"robot_{number}", name)
    world = surroundings.world
    if world is None:
        notes += _scene(spec, surroundings.floor)
    if world is None or surroundings.timestep is not None:
        spec.option.timestep = _TIMESTEP if surroundings.timestep is None else surroundings.timestep
    roots = tuple(prefixed(one.root, robot.options.prefix) for robot, one in zip(robots, loaded, strict=True))
    return Composed(spec, compiled(spec, name), roots, name, tuple(notes))


def _world(robots: Sequence[Robot], loaded: Sequence[Loaded], world: Path | None) -> tuple[mujoco.MjSpec, str]:
    """What the robots are attached to, and what messages call it."""
    if world is not None:
        return read_world_file(world), world.name
    if len(robots) == 1 and not robots[0].options.prefix:
        # As it was read, with the options that its own <mujoco> block states.
        return loaded[0].spec, loaded[0].name
    spec = mujoco.MjSpec()
    spec.option = loaded[0].spec.option
    return spec, "the world" if len(robots) > 1 else loaded[0].name


def _scene(spec: mujoco.MjSpec, floor: bool) -> Iterator[str]:
    """A light, and with ``floor`` a floor."""
    light = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    spec.worldbody.add_light(pos=[0.0, 0.0, 10.0], dir=[0.0, 0.0, -1.0], type=light)
    if floor:
        name, said = _free(spec.geom, FLOOR, "the floor")
        size = [_FLOOR_HALF, _FLOOR_HALF, 1.0]
        spec.worldbody.add_geom(name=name, type=mujoco.mjtGeom.mjGEOM_PLANE, size=size, rgba=[0.6, 0.6, 0.6, 1.0])
        yield from said


def _put_root(loaded: Loaded, robot: Robot, world: mujoco.MjSpec) -> Iterator[str]:
    """Where the robot is, and whether it may leave it. ``world`` is what it is then attached to."""
    root = loaded.spec.body(loaded.root)
    if root is None or loaded.root == WORLD:
        if robot.floating or any(robot.position):
            raise DescriptionError(f"{loaded.name}: the root link {loaded.root!r} is the world itself, and stays there")
        return
    root.pos = robot.position
    if robot.floating:
        own, theirs, prefix = loaded.spec.joint, world.joint, robot.options.prefix
        name, said = _free(lambda n: own(n) or theirs(prefix + n), ROOT_JOINT, f"the free joint of {loaded.root!r}")
        yield from weigh_floating(root)
        root.add_freejoint(name=name)
        yield from said
    elif not root.joints:
        part_fixed_neighbours(loaded.spec, loaded.root)


def _attach(spec: mujoco.MjSpec, loaded: Loaded, prefix: str, class_name: str, world: str) -> None:
    for kind, members in _NAMED.items():
        taken = {each.name for each in getattr(spec, members)} - {"", WORLD}
        twice = sorted(taken & {prefix + each.name for each in getattr(loaded.spec, members)})
        if twice:
            raise DescriptionError(
                f"{loaded.name}: its {kind} {twice[0]!r} has the name of another one in {world}: tell the two apart by "
                "description.attach_prefix, such as r1_"
            )
    # Another option would be dropped with a warning of MuJoCo's; the world's holds for all that is in it.
    loaded.spec.option = spec.option
    # A class without a name cannot be saved.
    loaded.spec.default.name = class_name
    attached(spec, loaded.spec, prefix)


def _free(find: Callable[[str], Any], wanted: str, what: str) -> tuple[str, list[str]]:
    """``wanted``, or it with a number where there is something of that name; and what has to be said about it."""
    name, count = wanted, 1
    while find(name) is not None:
        count += 1
        name = f"{wanted}_{count}"
    return name, [] if name == wanted else [f"{what} is called {name!r}, since there is another {wanted!r}"]
