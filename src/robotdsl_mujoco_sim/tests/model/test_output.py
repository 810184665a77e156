"""The model of an output, wherever the output lies and whatever has become of its files."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from robotdsl_mujoco_sim.errors import OutputError
from robotdsl_mujoco_sim.model.output import output_model

WORLD: dict[str, Any] = {
    "schema": "robotdsl.mujoco_world", "version": 1, "robot": "r", "root": "base", "spawn": [0, 0, 3, 0, 0, 0, 1],
    "gravity": [0, 0, -9.81], "timestep": 0.001, "ground": None,
    "light": {
        "ambient": 0.4, "sun": 0.5, "direction": [-0.5, 0.1, -0.9], "position": [1.5, -0.3, 3.0],
        "background": [0.85, 0.88, 0.93], "ground": [0.9, 0.9, 0.9], "shape": [0.7, 0.7, 0.7], "gamma": 2.2,
        "shadow_size": 1024, "shadow_reach": 4.0,
    },
    "friction": {}, "actuators": [], "tracks": None, "sensors": [], "entities": [],
}  # fmt: skip
URDF = """<robot name="r"><link name="base"><collision><geometry>
<mesh filename="file://${OUTPUT_DIR}/robot/hull.stl"/></geometry></collision></link></robot>"""
_CORNERS = np.vstack([np.zeros(3), np.eye(3)])


def output(folder: Path, **world: Any) -> Path:
    for part in ("robot", "world"):
        (folder / part).mkdir(parents=True)
    (folder / "robot" / "robot.urdf").write_text(URDF)
    faces = [_CORNERS[list(face)] for face in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))]
    triangles = b"".join(struct.pack("<12fH", 0.0, 0.0, 0.0, *face.ravel(), 0) for face in faces)
    (folder / "robot" / "hull.stl").write_bytes(bytes(80) + struct.pack("<I", len(faces)) + triangles)
    (folder / "world" / "mujoco.json").write_text(json.dumps({**WORLD, **world}))
    return folder


@pytest.mark.parametrize("name", ["a & b < c", "5\" 'mast'", "two\nlines", "50%41", "#1 räume?"])
def test_an_output_lies_in_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    assert output_model(output(tmp_path / name)).nmesh == 1


@pytest.mark.parametrize("friction", [None, [], 1.0])
def test_a_damaged_world_document_is_said(tmp_path: Path, friction: object) -> None:
    with pytest.raises(OutputError, match=r"world/mujoco\.json is damaged"):
        output_model(output(tmp_path, friction=friction))
