"""The meshes of the example library: made by the script, the same bytes each time, and what the solids promise."""

from __future__ import annotations

import math

import make_meshes
import numpy as np
import pytest
import trimesh
from solids import Mesh, arc_bar, ball, block, box, cylinder, lathe, ring


@pytest.mark.parametrize("part", make_meshes.PARTS)
def test_a_mesh_is_what_the_script_makes(part: str) -> None:
    assert make_meshes.mesh_file(part).read_bytes() == make_meshes.make(part), "run tools/make_meshes.py"


def test_every_mesh_of_the_library_has_its_recipe() -> None:
    files = sorted(path.stem for path in make_meshes.LIBRARY.glob("parts/*/*.glb"))
    assert files == sorted(make_meshes.PARTS)


def test_the_check_names_what_differs(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path_factory.mktemp("library")
    monkeypatch.setattr(make_meshes, "LIBRARY", folder)
    monkeypatch.setattr(make_meshes, "PARTS", {"imu_6axis": make_meshes.imu_6axis})
    assert make_meshes.main(["--check"]) == 1
    assert make_meshes.main([]) == 0
    assert make_meshes.main(["--check"]) == 0
    path = folder / "parts" / "imu_6axis" / "imu_6axis.glb"
    path.write_bytes(path.read_bytes() + b"\0")
    assert make_meshes.main(["--check"]) == 1
    name = "parts/imu_6axis/imu_6axis.glb"
    assert capsys.readouterr().out == f"differs: {name}\nwrote: {name}\ndiffers: {name}\n"


def solid(mesh: Mesh) -> trimesh.Trimesh:
    made = trimesh.Trimesh(mesh.vertices, mesh.triangles, process=False)
    made.merge_vertices()
    made.update_faces(made.nondegenerate_faces())
    assert made.is_watertight
    assert made.is_winding_consistent
    return made


@pytest.mark.parametrize(
    ("mesh", "volume", "size"),
    [
        (cylinder(0.02, -0.01, 0.05), math.pi * 0.02**2 * 0.06, (0.04, 0.04, 0.06)),
        (cylinder(0.02, -0.01, 0.05, axis="y"), math.pi * 0.02**2 * 0.06, (0.04, 0.06, 0.04)),
        (cylinder(0.02, 0.0, 0.05, edge=1e-4), math.pi * 0.02**2 * 0.05, (0.04, 0.04, 0.05)),
        (ring(0.01, 0.02, 0.0, 0.05), math.pi * (0.02**2 - 0.01**2) * 0.05, (0.04, 0.04, 0.05)),
        (ball(0.03), 4.0 / 3.0 * math.pi * 0.03**3, (0.06, 0.06, 0.06)),
        (box((0.1, 0.2, 0.3), (0.0, 0.0, 0.0), edge=1e-4), 0.006, (0.1, 0.2, 0.3)),
        (block(0.1, 0.2, 0.0, 0.3, corner=1e-4), 0.006, (0.1, 0.2, 0.3)),
        (lathe([(0.0, 0.0), (0.1, 0.0), (0.0, 0.3)]), math.pi * 0.1**2 * 0.1, (0.2, 0.2, 0.3)),
        (arc_bar(10.0, 0.02, 0.1, 0.2, edge=1e-4), 0.02 * (10.0**2 - 9.9**2) / 2.0 * 0.2, (0.1005, 0.2, 0.2)),
    ],
)
def test_a_solid_is_closed_and_as_large_as_it_says(mesh: Mesh, volume: float, size: tuple[float, ...]) -> None:
    made = solid(mesh)
    assert made.volume == pytest.approx(volume, rel=0.02)
    assert made.extents == pytest.approx(size, rel=5e-3)


def test_solids_are_laid_and_turned_by_the_right_hand() -> None:
    tip = Mesh(np.array([[0.0, 0.0, 1.0]]), np.zeros((0, 3), dtype=np.int64))
    assert tip.along("x").vertices[0] == pytest.approx((1.0, 0.0, 0.0))
    assert tip.along("y").vertices[0] == pytest.approx((0.0, 1.0, 0.0))
    assert tip.turned("x", math.pi / 2.0).vertices[0] == pytest.approx((0.0, -1.0, 0.0))
    assert tip.turned("y", math.pi / 2.0).vertices[0] == pytest.approx((1.0, 0.0, 0.0))
    assert tip.along("x").turned("z", math.pi / 2.0).vertices[0] == pytest.approx((0.0, 1.0, 0.0))
    assert tip.moved(1.0, 2.0, 3.0).vertices[0] == pytest.approx((1.0, 2.0, 4.0))
