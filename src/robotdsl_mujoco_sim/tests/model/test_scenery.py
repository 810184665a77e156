"""The world of an output: an entity shown by its mesh, in its colours, and lit as the contract says."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from PIL import Image
from robotdsl_mujoco_sim.errors import OutputError
from robotdsl_mujoco_sim.model.output import output_model
from robotdsl_mujoco_sim.rendering.backends import candidates
from robotdsl_mujoco_sim.sensors.rays import SEEN_GROUPS

GREY = 0.7297
WORLD: dict[str, Any] = {
    "schema": "robotdsl.mujoco_world", "version": 1, "robot": "r", "root": "base_footprint",
    "spawn": [0, 0, 3, 0, 0, 0, 1], "gravity": [0, 0, -9.81], "timestep": 0.001, "ground": {"name": "ground_plane"},
    "light": {
        "ambient": 0.4, "sun": 0.5, "direction": [-0.5, 0.1, -0.9], "position": [1.5, -0.3, 3.0],
        "background": [0.85, 0.88, 0.93], "ground": [0.9, 0.9, 0.9], "shape": [GREY, GREY, GREY], "gamma": 2.2,
        "shadow_size": 1024, "shadow_reach": 4.0,
    },
    "friction": {}, "actuators": [], "tracks": None, "sensors": [],
}  # fmt: skip
URDF = """<robot name="r"><link name="base_footprint"/><mujoco><compiler discardvisual="true"/></mujoco></robot>"""


def picture() -> bytes:
    """Red above, blue below."""
    pixels = np.zeros((32, 32, 3), dtype=np.uint8)
    pixels[:16, :, 0], pixels[16:, :, 2] = 255, 255
    file = BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def board(image: bytes | None) -> bytes:
    """A board of 1 m that stands upright in glTF's frame (y up, its face along z), with a picture on it."""
    points = np.array([[-0.5, 0, 0], [0.5, 0, 0], [0.5, 1, 0], [-0.5, 1, 0]], dtype="<f4").tobytes()
    # From the picture's upper left corner, as glTF has it.
    uv = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], dtype="<f4").tobytes()
    order = np.array([0, 1, 2, 0, 2, 3], dtype="<u2").tobytes()
    parts = [points, uv, order, *([] if image is None else [image])]
    views, at = [], 0
    for part in parts:
        views.append({"buffer": 0, "byteOffset": at, "byteLength": len(part)})
        at += len(part)
    surface: dict[str, Any] = {"baseColorFactor": [0.5, 0.25, 0.125, 1]}
    if image is not None:
        surface = {"baseColorTexture": {"index": 0}}
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2, "material": 0}]}],
        "materials": [{"pbrMetallicRoughness": surface}],
        "textures": [{"source": 0}], "images": [{"bufferView": 3, "mimeType": "image/png"}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC2"},
            {"bufferView": 2, "componentType": 5123, "count": 6, "type": "SCALAR"},
        ],
        "bufferViews": views, "buffers": [{"byteLength": at}],
    }  # fmt: skip
    told, binary = json.dumps(document).encode(), b"".join(parts)
    told, binary = told + b" " * (-len(told) % 4), binary + b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<II", len(told), 0x4E4F534A) + told + struct.pack("<II", len(binary), 0x004E4942) + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def output(folder: Path, *entities: dict[str, Any], mesh: bytes | None = None) -> Path:
    (folder / "robot").mkdir()
    (folder / "world" / "meshes").mkdir(parents=True)
    (folder / "robot" / "robot.urdf").write_text(URDF)
    (folder / "world" / "mujoco.json").write_text(json.dumps({**WORLD, "entities": list(entities)}))
    if mesh is not None:
        (folder / "world" / "meshes" / "it.glb").write_bytes(mesh)
    return folder


def entity(name: str, y: float, **fields: Any) -> dict[str, Any]:
    return {
        "name": name, "type": "Obstacle", "body": f"{name}::link", "pose": [0, y, 0, 0, 0, 0, 1], "collision": True,
        "shapes": [
            {"name": f"{name}::link_0", "type": "box", "size": [1, 0.02, 1], "pose": [0, 0, 0.5, 0, 0, 0, 1]}
        ],
        "visual": None, **fields,
    }  # fmt: skip


SHOWN = {"file": "world/meshes/it.glb", "pose": [0, 0, 0, 0.5**0.5, 0, 0, 0.5**0.5]}


def test_an_entity_collides_by_its_shapes_and_is_shown_by_its_mesh(tmp_path: Path) -> None:
    two = [entity("a", 0.0, visual=SHOWN), entity("b", 2.0, visual=SHOWN)]
    model = output_model(output(tmp_path, *two, entity("c", 4.0, collision=False), mesh=board(picture())))
    assert (model.nmesh, model.nmat, model.ntex) == (1, 1, 2)
    shape, shown, mark = model.geom("a::link_0"), model.geom("a::visual_0"), model.geom("c::link_0")
    assert (int(shape.contype[0]), int(shape.conaffinity[0]), int(shape.group[0])) == (1, 2, 3)
    # Rays meet it, and pass through what is wholly transparent; the group is not drawn.
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    hit, far_above = np.array([-1], dtype=np.int32), np.add(data.geom("a::link_0").xpos, (0.0, 0.0, 5.0))
    mujoco.mj_ray(model, data, far_above, np.array([0.0, 0.0, -1.0]), SEEN_GROUPS, 1, -1, hit)
    assert model.geom(int(hit[0])).name == "a::link_0"
    assert (int(shown.contype[0]), int(shown.conaffinity[0]), int(shown.group[0])) == (0, 0, 2)
    assert (int(mark.contype[0]), int(mark.group[0])) == (0, 2)
    assert mark.rgba == pytest.approx([GREY, GREY, GREY, 1.0])


def test_a_colour_is_encoded_as_the_rest_of_the_scene_is(tmp_path: Path) -> None:
    model = output_model(output(tmp_path, entity("a", 0.0, visual=SHOWN), mesh=board(None)))
    assert model.mat_rgba[0] == pytest.approx([0.5 ** (1 / 2.2), 0.25 ** (1 / 2.2), 0.125 ** (1 / 2.2), 1.0], abs=1e-6)
    assert model.ntex == 1


# Run in a process of its own: MuJoCo reads how to draw from the environment, once.
DRAW = """
import sys, pathlib, mujoco, numpy
from robotdsl_mujoco_sim.model.output import output_model
model = output_model(pathlib.Path(sys.argv[1]))
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
camera = mujoco.MjvCamera()
# From in front of the board's face, which looks along -y in the entity's frame.
camera.lookat[:], camera.distance, camera.azimuth, camera.elevation = (0.0, 0.0, 0.5), 1.5, 90.0, 0.0
with mujoco.Renderer(model, 60, 80) as renderer:
    renderer.update_scene(data, camera)
    numpy.save(sys.argv[2], renderer.render())
"""


def test_a_picture_is_the_right_way_up(tmp_path: Path) -> None:
    choices = candidates(os.environ)
    if not choices:
        pytest.skip("neither OSMesa nor EGL is installed (Debian: libosmesa6)")
    place = output(tmp_path, entity("a", 0.0, visual=SHOWN), mesh=board(picture()))
    environment = {**os.environ, "MUJOCO_GL": choices[0], "PYTHONPATH": os.pathsep.join(sys.path)}
    drawn = tmp_path / "drawn.npy"
    subprocess.run([sys.executable, "-c", DRAW, str(place), str(drawn)], env=environment, check=True)
    pixels = np.load(drawn).astype(int)
    upper, lower = pixels[20, 40], pixels[40, 40]
    assert upper[0] > 60 > upper[2]
    assert lower[2] > 60 > lower[0]
    # The sky stands over the board.
    assert pixels[0, 2] == pytest.approx([217, 224, 237], abs=6)


@pytest.mark.parametrize(
    ("mesh", "message"), [(None, "it.glb cannot be read: No such file"), (b"glTF", "it.glb cannot be shown")]
)
def test_a_mesh_that_cannot_be_shown_is_named(mesh: bytes | None, message: str, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=message):
        output_model(output(tmp_path, entity("a", 0.0, visual=SHOWN), mesh=mesh))
