"""A robot description, whoever wrote it, as a MuJoCo specification: the loader that stands on its own."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco

from robotdsl_mujoco_sim.model.bodies import put_weights
from robotdsl_mujoco_sim.model.bundle import bundle
from robotdsl_mujoco_sim.model.description import Description
from robotdsl_mujoco_sim.model.groups import put_groups
from robotdsl_mujoco_sim.model.joints import check_limits, put_friction, put_mimics
from robotdsl_mujoco_sim.model.spec import compiled, spec_of
from robotdsl_mujoco_sim.model.structure import root_link
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


def load_description(description: Description) -> Loaded:
    """Raises ``DescriptionError`` with the file, the link or joint, and what is wrong with it."""
    name = description.name
    made = bundle(description)
    urdf = made.urdf
    root = root_link(urdf, name)
    links, about_weights = weights(urdf, name)
    notes = [*made.notes, *about_weights, *check_limits(urdf, name)]
    spec = spec_of(made, name)
    # What a link weighs is stated, or nothing.
    spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE
    for mesh in spec.meshes:
        mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
    notes += [*put_weights(spec, links), *put_mimics(spec, urdf, name), *put_friction(spec, urdf)]
    put_groups(spec)
    return Loaded(spec, root, tuple(notes), name)
