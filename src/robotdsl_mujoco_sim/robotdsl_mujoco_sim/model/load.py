"""A robot description, whoever wrote it, as a MuJoCo specification: the loader that stands on its own."""

from __future__ import annotations

from dataclasses import dataclass, replace

import mujoco

from robotdsl_mujoco_sim.model.actuators import generate_actuators
from robotdsl_mujoco_sim.model.bodies import put_weights
from robotdsl_mujoco_sim.model.bundle import bundle, parsed
from robotdsl_mujoco_sim.model.checks import check_numbers, without_a_colour
from robotdsl_mujoco_sim.model.description import Description
from robotdsl_mujoco_sim.model.extended import Context, put_extended, read_extended
from robotdsl_mujoco_sim.model.groups import put_groups
from robotdsl_mujoco_sim.model.joints import check_floating, check_limits, put_continuous, put_friction, put_mimics
from robotdsl_mujoco_sim.model.meshes import MOST_CORNERS
from robotdsl_mujoco_sim.model.spec import compiled, spec_of
from robotdsl_mujoco_sim.model.structure import WORLD, root_link
from robotdsl_mujoco_sim.model.weights import weights


@dataclass(frozen=True, eq=False)
class Loaded:
    """``spec`` can still be added to; ``root`` is the name of the robot's root body. ``notes`` say what was done on
    the way that the description does not say, one line each.
    """

    spec: mujoco.MjSpec
    root: str
    notes: tuple[str, ...]
    name: str

    def model(self) -> mujoco.MjModel:
        """Raises ``DescriptionError`` with what MuJoCo says where it cannot be built."""
        return compiled(self.spec, self.name)


@dataclass(frozen=True, slots=True)
class Options:
    """``srdf`` is the text of an SRDF with extended parameters; ``actuators``: make those that <ros2_control> asks for;
    ``prefix`` goes before the names of a robot's bodies, joints and actuators, to tell several in one world apart.
    """

    srdf: str | None = None
    actuators: bool = False
    prefix: str = ""


def load_description(description: Description, options: Options = Options()) -> Loaded:  # frozen
    """Raises ``DescriptionError`` with the file, the link or joint, and what is wrong with it."""
    loaded = load_unprefixed(description, options)
    if not options.prefix:
        return loaded
    world = mujoco.MjSpec()
    world.option = loaded.spec.option
    attached(world, loaded.spec, options.prefix)
    return replace(loaded, spec=world, root=prefixed(loaded.root, options.prefix))


def load_unprefixed(description: Description, options: Options) -> Loaded:
    """The same, where the prefix goes before the names of meshes alone, for who attaches the robot to a world."""
    name = description.name
    stated = parsed(description)
    root = root_link(stated, name)
    check_numbers(stated, name)
    check_floating(stated, root, name)
    made = bundle(description, options.prefix)
    urdf = made.urdf
    links, about_weights = weights(urdf, name)
    joints = frozenset(joint.attrib["name"] for joint in urdf.findall("joint"))
    extended = {} if options.srdf is None else read_extended(options.srdf, "the SRDF", joints)
    notes = [*made.notes, *without_a_colour(urdf), *about_weights, *check_limits(urdf, name)]
    spec = spec_of(made, name)
    # What a link weighs is stated, or nothing.
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE
    for mesh in spec.meshes:
        mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
        if mesh.name in made.coarse:
            mesh.maxhullvert = MOST_CORNERS
    notes += [
        *put_weights(spec, links),
        *put_continuous(spec, urdf),
        *put_mimics(spec, urdf, name),
        *put_friction(spec, urdf),
    ]
    put_groups(spec)
    if options.actuators:
        generate_actuators(spec, urdf, extended, name)
    notes += put_extended(Context(spec, urdf), extended)
    return Loaded(spec, root, tuple(notes), name)


def attached(world: mujoco.MjSpec, spec: mujoco.MjSpec, prefix: str) -> None:
    """Have ``world`` hold what ``spec`` does, under names that begin with ``prefix``."""
    world.attach(spec, prefix=prefix, frame=world.worldbody.add_frame())


def prefixed(root: str, prefix: str) -> str:
    """What a robot's root body is called under a prefix; the world itself, which a root link may be, keeps its name."""
    return root if root == WORLD else prefix + root
