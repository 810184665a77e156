"""How long a large description takes to load, against MuJoCo reading the same meshes bare.

Bare is an MJCF of the same bodies, joints and shapes that names the same files, or binary STL of the same triangles
where MuJoCo does not read the files' format. Both go as far as a compiled model, in processor time.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt
from robotdsl_mujoco_sim.model.description import read_description
from robotdsl_mujoco_sim.model.load import load_description
from robotdsl_mujoco_sim.model.triangles import write_stl

from robotdsl_tests.benchmarks.process import Measure

LINKS, RINGS = 40, 100
_INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'


def measures(folder: Path, repeats: int) -> Iterator[Measure]:
    """The benchmark, its robots written below ``folder``."""
    shapes = [_blob(seed) for seed in range(LINKS)]
    faces = sum(len(shape) for shape in shapes)
    for name, suffix, write in (
        ("binary STL", "stl", write_stl),
        ("text STL", "stl", _text_stl),
    ):
        below = folder / name.replace(" ", "_")
        below.mkdir(parents=True)
        urdf, bare = _robot(below, shapes, suffix, write)

        def load(path: Path = urdf) -> Any:
            return load_description(read_description(path)).model()

        def read(path: Path = bare) -> Any:
            return mujoco.MjModel.from_xml_path(str(path))

        assert load().nmeshface == read().nmeshface
        pairs = [(_seconds(load), _seconds(read)) for _ in range(repeats)]
        ratio = statistics.median(own for own, _ in pairs) / statistics.median(other for _, other in pairs)
        ratios = [own / other for own, other in pairs]
        yield Measure(
            f"loading {LINKS} links with meshes in {name} / bare",
            f"{ratio:.2f}",
            "",
            f"{min(ratios):.2f} to {max(ratios):.2f}; {faces} faces, {statistics.median(o for o, _ in pairs):.2f} s",
        )


def _blob(seed: int) -> npt.NDArray[np.float64]:
    """The triangles (n, 3, 3) of a bumpy ball, which looks like nobody else's."""
    around, down = np.meshgrid(np.linspace(0.0, 2 * np.pi, RINGS), np.linspace(0.01, np.pi - 0.01, RINGS // 2))
    radius = 0.1 + 0.01 * np.sin((3 + seed % 5) * around) * np.sin((2 + seed % 7) * down)
    points = np.stack(
        [
            radius * np.cos(around) * np.sin(down),
            radius * np.sin(around) * np.sin(down),
            (1.0 + 0.01 * seed) * radius * np.cos(down),
        ],
        axis=-1,
    )
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]
    halves = [np.stack(corners, axis=2).reshape(-1, 3, 3) for corners in ((a, c, b), (a, d, c))]
    return np.concatenate(halves)


def _robot(
    folder: Path, shapes: list[npt.NDArray[np.float64]], suffix: str, write: Callable[[Any], bytes]
) -> tuple[Path, Path]:
    """A chain of links that are seen and collide by a mesh each, as URDF and as the MJCF to compare with."""
    links, joints, meshes = [], [], []
    bodies = ends = ""
    for number, corners in enumerate(shapes):
        (folder / f"m{number}.{suffix}").write_bytes(write(corners))
        (folder / f"bare{number}.stl").write_bytes(write_stl(corners))
        mesh = f'<geometry><mesh filename="m{number}.{suffix}"/></geometry>'
        links.append(f'<link name="l{number}">{_INERTIAL}<visual>{mesh}</visual><collision>{mesh}</collision></link>')
        if number:
            joints.append(
                f'<joint name="j{number}" type="continuous"><parent link="l{number - 1}"/><child link="l{number}"/>'
                '<origin xyz="0 0 0.3"/></joint>'
            )
        meshes.append(f'<mesh file="bare{number}.stl" inertia="shell"/>')
        bodies += (
            f'<body name="l{number}" pos="0 0 0.3">'
            + (f'<joint name="j{number}" axis="1 0 0"/>' if number else "")
            + '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
            + f'<geom type="mesh" mesh="bare{number}" contype="0" conaffinity="0"/>'
            + f'<geom type="mesh" mesh="bare{number}"/>'
        )
        ends += "</body>"
    urdf, bare = folder / "robot.urdf", folder / "bare.xml"
    urdf.write_text(f'<robot name="large">{"".join(links)}{"".join(joints)}</robot>', encoding="utf-8")
    bare.write_text(
        f"<mujoco><asset>{''.join(meshes)}</asset><worldbody>{bodies}{ends}</worldbody></mujoco>", encoding="utf-8"
    )
    return urdf, bare


def _text_stl(corners: npt.NDArray[np.float64]) -> bytes:
    facets = (
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {x:.9g} {y:.9g} {z:.9g}\n" for x, y, z in triangle)
        + "endloop\nendfacet\n"
        for triangle in corners.tolist()
    )
    return ("solid blob\n" + "".join(facets) + "endsolid blob\n").encode()


def _seconds(work: Callable[[], object]) -> float:
    # MuJoCo keeps what it has made of a file, and would not read it a second time.
    mujoco.mj_clearCache(mujoco.mj_getCache())
    start = time.process_time()
    work()
    return time.process_time() - start
