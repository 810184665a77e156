"""Two MuJoCo models of one robot, compared field by field.

One may have more of a world round the robot than the other. Left out of the comparison, as the output contract says:
what is not the robot, its floor, its light or its sky; the light's offset from the world's centre of mass; the nearest
distance that is drawn; the numbers that say where an element lies in its model's arrays, of which the parent of a body,
the body of a joint and of a geom and the joint of an actuator are compared by name. A mesh is compared by its triangles
and their normals in its body's frame, since MuJoCo keeps it in a frame of its own choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
# How far two numbers may be apart: what reading and writing them as roll, pitch and yaw, and to 12 decimals, leaves.
ABSOLUTE, RELATIVE = 1e-9, 1e-7
# MuJoCo keeps the corners of meshes in single precision.
_MESH = 2e-6

# What MuJoCo derives from where elements lie in their arrays.
_PLACES = {
    "body": {
        "body_parentid", "body_rootid", "body_weldid", "body_mocapid", "body_jntadr", "body_dofadr", "body_treeid",
        "body_geomadr", "body_plugin", "body_bvhadr", "body_bvhnum",
    },
    "jnt": {"jnt_qposadr", "jnt_dofadr", "jnt_bodyid", "jnt_actuatorid"},
    "dof": {"dof_bodyid", "dof_jntid", "dof_parentid", "dof_treeid", "dof_Madr"},
    "geom": {"geom_bodyid", "geom_dataid", "geom_matid", "geom_plugin"},
    "actuator": {"actuator_trnid", "actuator_actadr", "actuator_plugin", "actuator_historyadr"},
    "light": {"light_bodyid", "light_targetbodyid", "light_texid", "light_poscom0"},
}  # fmt: skip
# Of a geom that is a mesh, what is stated in the mesh's own frame.
_IN_MESH_FRAME = {"geom_pos", "geom_quat", "geom_size", "geom_aabb", "geom_rbound", "geom_sameframe"}
_NOT_DRAWN_ALIKE = {"vis.map_.znear"}


def differences(one: mujoco.MjModel, other: mujoco.MjModel, root: str) -> list[str]:
    """What the models do not agree on of the robot whose root body is called ``root``, one line each."""
    return [
        *_elements(one, other, "body", robot_bodies(one, root), robot_bodies(other, root)),
        *_elements(one, other, "jnt", joints(one, root), joints(other, root)),
        *_elements(one, other, "dof", dofs(one, root), dofs(other, root)),
        *_elements(one, other, "geom", geoms(one, root), geoms(other, root)),
        *_elements(one, other, "actuator", actuators(one), actuators(other)),
        *_elements(one, other, "light", _all(one, "light", one.nlight), _all(other, "light", other.nlight)),
        *_owners(one, other, root),
        *_meshes(one, other, root),
        *_skies(one, other),
        *_settings("opt", one.opt, other.opt),
        *_settings("vis", one.vis, other.vis),
    ]


def robot_bodies(model: mujoco.MjModel, root: str) -> dict[str, int]:
    at = model.body(root).id
    return {model.body(i).name: i for i in range(model.nbody) if model.body_rootid[i] == at}


def joints(model: mujoco.MjModel, root: str) -> dict[str, int]:
    bodies = set(robot_bodies(model, root).values())
    return {model.joint(i).name: i for i in range(model.njnt) if int(model.jnt_bodyid[i]) in bodies}


def dofs(model: mujoco.MjModel, root: str) -> dict[str, int]:
    """Each degree of freedom by its joint and its number within it."""
    found = {}
    for name, joint in joints(model, root).items():
        first = int(model.jnt_dofadr[joint])
        for dof in range(first, model.nv):
            if int(model.dof_jntid[dof]) == joint:
                found[f"{name}[{dof - first}]"] = dof
    return found


def geoms(model: mujoco.MjModel, root: str) -> dict[str, int]:
    """Those of the robot and of the world itself, its floor."""
    bodies = {0, *robot_bodies(model, root).values()}
    return {model.geom(i).name: i for i in range(model.ngeom) if int(model.geom_bodyid[i]) in bodies}


def actuators(model: mujoco.MjModel) -> dict[str, int]:
    return _all(model, "actuator", model.nu)


def _all(model: mujoco.MjModel, kind: str, count: int) -> dict[str, int]:
    return {getattr(model, kind)(i).name: i for i in range(count)}


def _elements(
    one: mujoco.MjModel, other: mujoco.MjModel, kind: str, at: dict[str, int], there: dict[str, int]
) -> Iterator[str]:
    if list(at) != list(there):
        yield f"{kind}: {list(at)} against {list(there)}"
    for field in _fields(one, kind):
        for name in at.keys() & there.keys():
            if kind == "geom" and field in _IN_MESH_FRAME and _is_mesh(one, at[name]):
                continue
            values = (np.asarray(getattr(m, field))[i] for m, i in ((one, at[name]), (other, there[name])))
            yield from _differ(f"{field} of {name}", *values)


def _fields(model: mujoco.MjModel, kind: str) -> list[str]:
    left_out = _PLACES[kind]
    found = [field for field in dir(model) if field.startswith(f"{kind}_") and field not in left_out]
    return [field for field in found if isinstance(getattr(model, field), np.ndarray)]


def _is_mesh(model: mujoco.MjModel, geom: int) -> bool:
    return int(model.geom_type[geom]) == int(mujoco.mjtGeom.mjGEOM_MESH)


def _differ(what: str, value: Any, against: Any, absolute: float = ABSOLUTE) -> Iterator[str]:
    a, b = np.asarray(value), np.asarray(against)
    if a.shape != b.shape:
        yield f"{what}: of shape {a.shape} against {b.shape}"
    elif not np.allclose(a, b, rtol=RELATIVE, atol=absolute):
        yield f"{what}: {a.tolist()} against {b.tolist()}"


def _owners(one: mujoco.MjModel, other: mujoco.MjModel, root: str) -> Iterator[str]:
    named: dict[str, Callable[[mujoco.MjModel], dict[str, str]]] = {
        "parent of body": lambda m: {n: m.body(int(m.body_parentid[i])).name for n, i in robot_bodies(m, root).items()},
        "body of joint": lambda m: {n: m.body(int(m.jnt_bodyid[i])).name for n, i in joints(m, root).items()},
        "body of geom": lambda m: {n: m.body(int(m.geom_bodyid[i])).name for n, i in geoms(m, root).items()},
        "joint of actuator": lambda m: {n: m.joint(int(m.actuator_trnid[i, 0])).name for n, i in actuators(m).items()},
    }
    for what, of in named.items():
        here, there = of(one), of(other)
        yield from (f"{what} {n}: {here[n]} against {there.get(n)}" for n in here if here[n] != there.get(n))


def _meshes(one: mujoco.MjModel, other: mujoco.MjModel, root: str) -> Iterator[str]:
    at, there = geoms(one, root), geoms(other, root)
    for name in at.keys() & there.keys():
        if _is_mesh(one, at[name]) and _is_mesh(other, there[name]):
            yield from _differ(f"mesh of {name}", _triangles(one, at[name]), _triangles(other, there[name]), _MESH)


def _triangles(model: mujoco.MjModel, geom: int) -> Array:
    """Each triangle's corners and normals (n, 6, 3) in the body's frame, in an order of their own."""
    mesh = int(model.geom_dataid[geom])
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, model.geom_quat[geom])
    rows = []
    for kind, faces, values in (("vert", "mesh_face", "mesh_vert"), ("normal", "mesh_facenormal", "mesh_normal")):
        first, count = int(getattr(model, f"mesh_{kind}adr")[mesh]), int(model.mesh_facenum[mesh])
        start = int(model.mesh_faceadr[mesh])
        corners = getattr(model, values)[first + getattr(model, faces)[start : start + count]]
        turned = corners @ turn.reshape(3, 3).T
        rows.append(turned + model.geom_pos[geom] if kind == "vert" else turned)
    whole = np.concatenate(rows, axis=1)
    return whole[np.lexsort(np.round(whole[:, :3].reshape(len(whole), -1), 4).T)]


def _skies(one: mujoco.MjModel, other: mujoco.MjModel) -> Iterator[str]:
    yield from _differ("sky", _sky(one), _sky(other))


def _sky(model: mujoco.MjModel) -> Array:
    """The pixels of the skybox."""
    kinds = [int(kind) for kind in model.tex_type]
    at = kinds.index(int(mujoco.mjtTexture.mjTEXTURE_SKYBOX))
    size = int(model.tex_height[at]) * int(model.tex_width[at]) * int(model.tex_nchannel[at])
    first = int(model.tex_adr[at])
    shape = (int(model.tex_height[at]), int(model.tex_width[at]), int(model.tex_nchannel[at]))
    return np.asarray(model.tex_data[first : first + size]).reshape(shape)


def _settings(where: str, one: Any, other: Any) -> Iterator[str]:
    """The fields of an options or a drawing structure, and of the structures in it."""
    for field in dir(one):
        if field.startswith("_") or callable(getattr(one, field)) or f"{where}.{field}" in _NOT_DRAWN_ALIKE:
            continue
        value, against = getattr(one, field), getattr(other, field)
        if isinstance(value, bool | int | float | np.ndarray):
            yield from _differ(f"{where}.{field}", value, against)
        else:
            yield from _settings(f"{where}.{field}", value, against)
