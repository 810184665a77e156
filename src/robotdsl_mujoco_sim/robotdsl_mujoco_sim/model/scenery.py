"""The world round the robot, as a world document states it: physics, light, floor, entities."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from robotdsl_mujoco_sim.documents import Document
from robotdsl_mujoco_sim.errors import OutputError
from robotdsl_mujoco_sim.model.gltf import Piece, is_png, read_gltf
from robotdsl_mujoco_sim.model.robot import pose, weigh_least
from robotdsl_mujoco_sim.model.triangles import MeshError

# What rays meet: what is drawn by its own shapes, and what is not, since a mesh shows it. MuJoCo's rays pass through a
# geom that is wholly transparent. Group 1 is the robot, group 2 the floor and what is only shown.
SEEN_GROUP, SHOWN_GROUP, BEHIND_A_MESH_GROUP = 0, 2, 3
_MEETS_ROBOT = {"contype": 1, "conaffinity": 2}
_MEETS_NOTHING = {"contype": 0, "conaffinity": 0}
_UNSEEN = [0.0, 0.0, 0.0, 0.0]
_DARK = [0.0, 0.0, 0.0]
_TYPES = {
    "box": mujoco.mjtGeom.mjGEOM_BOX,
    "sphere": mujoco.mjtGeom.mjGEOM_SPHERE,
    "cylinder": mujoco.mjtGeom.mjGEOM_CYLINDER,
}
# A texture of one colour; MuJoCo's least useful size.
_SKY_PIXELS = 32


def put_scenery(spec: mujoco.MjSpec, world: Document, output: Path) -> None:
    """Raises ``OutputError`` when a mesh of an entity cannot be read."""
    spec.modelname = world["robot"]
    spec.option.timestep = world["timestep"]
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.gravity = world["gravity"]
    _put_light(spec, world["light"])
    if world["ground"] is not None:
        spec.worldbody.add_geom(
            name=world["ground"]["name"],
            type=mujoco.mjtGeom.mjGEOM_PLANE,
            # Without end along x and y; the third spaces the grid that a viewer may draw.
            size=[0.0, 0.0, 1.0],
            group=SHOWN_GROUP,
            rgba=[*world["light"]["ground"], 1.0],
            **_MEETS_ROBOT,
        )
    library = _Library(spec, output, float(world["light"]["gamma"]))
    for entity in world["entities"]:
        _put_entity(spec, entity, [*world["light"]["shape"], 1.0], library)


def _put_light(spec: mujoco.MjSpec, light: Document) -> None:
    head = spec.visual.headlight
    head.ambient, head.diffuse, head.specular = [light["ambient"]] * 3, _DARK, _DARK
    spec.visual.quality.shadowsize = light["shadow_size"]
    spec.visual.map.shadowclip = light["shadow_reach"]
    spec.add_texture(
        type=mujoco.mjtTexture.mjTEXTURE_SKYBOX,
        builtin=mujoco.mjtBuiltin.mjBUILTIN_FLAT,
        rgb1=light["background"],
        width=_SKY_PIXELS,
        height=_SKY_PIXELS,
    )
    spec.worldbody.add_light(
        name="sun",
        type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
        castshadow=True,
        pos=light["position"],
        dir=light["direction"],
        diffuse=[light["sun"]] * 3,
        ambient=_DARK,
        specular=_DARK,
    )


def _put_entity(spec: mujoco.MjSpec, entity: Document, grey: list[float], library: _Library) -> None:
    body = spec.worldbody.add_body(name=entity["body"], **pose(entity["pose"]))
    weigh_least(body)
    visual = entity["visual"]
    behind = visual is not None and entity["collision"]
    for shape in entity["shapes"]:
        body.add_geom(
            name=shape["name"],
            type=_TYPES[shape["type"]],
            size=_half_sizes(shape),
            group=BEHIND_A_MESH_GROUP if behind else SEEN_GROUP if entity["collision"] else SHOWN_GROUP,
            rgba=grey if visual is None or behind else _UNSEEN,
            **pose(shape["pose"]),
            **(_MEETS_ROBOT if entity["collision"] else _MEETS_NOTHING),
        )
    if visual is not None:
        library.put(body, entity["name"], visual)


def _half_sizes(shape: Document) -> list[float]:
    """As MuJoCo takes them, of the three kinds of shape."""
    if shape["type"] == "box":
        return [side / 2.0 for side in shape["size"]]
    if shape["type"] == "sphere":
        return [shape["radius"], 0.0, 0.0]
    return [shape["radius"], shape["height"] / 2.0, 0.0]


class _Library:
    """The meshes of the world's objects, each read once however many entities show it."""

    def __init__(self, spec: mujoco.MjSpec, output: Path, gamma: float) -> None:
        self.spec, self.output, self.gamma = spec, output, gamma
        # file -> (mesh, material) of each piece.
        self._known: dict[str, list[tuple[str, str]]] = {}
        self._pictures: dict[bytes, str] = {}

    def put(self, body: Any, entity: str, visual: Document) -> None:
        file = visual["file"]
        if file not in self._known:
            self._known[file] = [self._piece(file, i, piece) for i, piece in enumerate(self._read(file))]
        for index, (mesh, material) in enumerate(self._known[file]):
            body.add_geom(
                name=f"{entity}::visual_{index}",
                type=mujoco.mjtGeom.mjGEOM_MESH,
                meshname=mesh,
                material=material,
                group=SHOWN_GROUP,
                **pose(visual["pose"]),
                **_MEETS_NOTHING,
            )

    def _read(self, file: str) -> tuple[Piece, ...]:
        path = self.output / file
        try:
            return read_gltf(path.read_bytes(), path.parent)
        except OSError as error:
            raise OutputError(f"{file} cannot be read: {error.strerror or error}") from None
        except MeshError as error:
            raise OutputError(f"{file} cannot be shown: {error}") from None

    def _piece(self, file: str, index: int, piece: Piece) -> tuple[str, str]:
        name = f"{file}::{index}"
        corners = piece.corners.reshape(-1, 3)
        mesh = self.spec.add_mesh(
            name=name,
            # Nothing weighs by it; a shell's frame can be worked out for an open mesh, too.
            inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL,
            uservert=corners.ravel(),
            userface=np.arange(len(corners), dtype=np.int32),
        )
        red, green, blue, opacity = piece.colour
        material = self.spec.add_material(
            name=name,
            # MuJoCo shows the numbers that it is given: a linear colour is encoded as the rest of the scene is.
            rgba=[*(max(0.0, min(1.0, c)) ** (1.0 / self.gamma) for c in (red, green, blue)), opacity],
            specular=0.0,
            shininess=0.0,
        )
        if piece.picture is not None and piece.uv is not None and is_png(piece.picture):
            mesh.usertexcoord = piece.uv.reshape(-1, 2).ravel()
            mesh.userfacetexcoord = np.arange(len(corners), dtype=np.int32)
            material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = self._picture(piece.picture)
        return name, name

    def _picture(self, data: bytes) -> str:
        if data not in self._pictures:
            name = f"picture_{len(self._pictures)}"
            file = f"{name}.png"
            self.spec.assets = {**self.spec.assets, file: data}
            self.spec.add_texture(name=name, type=mujoco.mjtTexture.mjTEXTURE_2D, file=file)
            self._pictures[data] = name
        return self._pictures[data]
