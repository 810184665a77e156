"""Models written to disk are read back as they were."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest
from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.description import read_description
from robotdsl_mujoco_sim.model.load import Loaded, Options, load_description
from robotdsl_mujoco_sim.model.saving import save_model
from robotdsl_mujoco_sim.model.triangles import write_stl

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
MESH = '<geometry><mesh filename="{0}/part.stl" scale="1 2 1"/></geometry>'
CORNERS = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]


@pytest.fixture(params=["", "r0_"])
def loaded(tmp_path: Path, request: pytest.FixtureRequest) -> Loaded:
    """Two meshes of one name."""
    for folder, size in (("visual", 1.0), ("collision", 0.5)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "part.stl").write_bytes(write_stl(size * CORNERS[FACES]))
    (tmp_path / "robot.urdf").write_text(
        f'<robot name="r"><link name="a">{INERTIAL}<visual>{MESH.format("visual")}</visual>'
        f"<collision>{MESH.format('collision')}</collision></link></robot>"
    )
    return load_description(read_description(tmp_path / "robot.urdf"), Options(prefix=request.param))


@pytest.mark.parametrize("suffix", ["mjb", "xml"])
def test_mjb_and_mjcf_are_read_back_as_they_were(loaded: Loaded, tmp_path: Path, suffix: str) -> None:
    own = loaded.model()
    path = tmp_path / "saved" / f"robot.{suffix}"
    path.parent.mkdir()
    save_model(loaded.spec, own, path)
    read = mujoco.MjModel.from_binary_path if suffix == "mjb" else mujoco.MjModel.from_xml_path
    model = read(str(path))
    for field in ("body_mass", "body_inertia", "geom_group", "geom_friction", "mesh_vert", "mesh_face"):
        assert getattr(model, field) == pytest.approx(getattr(own, field)), field
    assert [model.body(k).name for k in range(model.nbody)] == [own.body(k).name for k in range(own.nbody)]


def test_another_suffix_is_refused(loaded: Loaded, tmp_path: Path) -> None:
    with pytest.raises(DescriptionError, match=r"ends neither in \.mjb .* nor in \.xml"):
        save_model(loaded.spec, loaded.model(), tmp_path / "robot.usd")


@pytest.mark.parametrize("suffix", ["mjb", "xml"])
def test_a_folder_that_is_not_there_is_named(loaded: Loaded, tmp_path: Path, suffix: str) -> None:
    with pytest.raises(DescriptionError, match="cannot be written"):
        save_model(loaded.spec, loaded.model(), tmp_path / "none" / f"robot.{suffix}")
