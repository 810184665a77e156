"""The meshes of library objects that MuJoCo reads itself: of OBJ files and binary STL files the triangles.

Nothing is decoded here: a file that MuJoCo would not load is told by its bytes, and its object is then shown by the
shapes that it collides by, as one of any other format is.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.geometry import Pose
from robotdsl_compiler.model.scenery import LibraryObject
from robotdsl_compiler.targets.contract import File
from robotdsl_compiler.targets.markup import Element
from robotdsl_compiler.targets.mujoco.mjcf import mjcf

FOLDER = "world/meshes"
# What of meshes the simulation node of a ROS target shows; it decodes them itself.
GLTF = ("GLB", "GLTF")
# A binary STL is a header, the number of triangles, and 50 bytes for each; MuJoCo takes 1 to 200000 of them.
_STL_HEADER, _STL_TRIANGLE, _STL_MOST = 84, 50, 200_000
_OBJ_FACE = re.compile(rb"^[ \t]*f[ \t]+\S+[ \t]+\S+[ \t]+\S+", re.MULTILINE)


def mesh_format(thing: LibraryObject) -> str:
    """``OBJ``, ``STL``, ``GLB`` or ``DAE``."""
    return PurePosixPath(thing.visual.file).suffix[1:].upper()


def drawn(facts: Facts) -> dict[str, tuple[LibraryObject, bytes]]:
    """The objects that the world places and MuJoCo can show, by id, each with its mesh's file."""
    found: dict[str, tuple[LibraryObject, bytes]] = {}
    for thing in {e.object.id: e.object for e in facts.program.world.entities if e.object is not None}.values():
        data = _readable(thing)
        if data is not None:
            found[thing.id] = (thing, data)
    return found


def _readable(thing: LibraryObject) -> bytes | None:
    kind = mesh_format(thing)
    if kind not in ("OBJ", "STL"):
        return None
    try:
        data = (thing.directory / thing.visual.file).read_bytes()
    except OSError:
        return None
    if kind == "OBJ":
        return data if _OBJ_FACE.search(data) else None
    triangles = int.from_bytes(data[80:84], "little")
    whole = len(data) == _STL_HEADER + _STL_TRIANGLE * triangles
    return data if whole and 1 <= triangles <= _STL_MOST else None


def mesh_files(facts: Facts) -> tuple[File, ...]:
    return tuple(File(_path(thing), data) for thing, data in drawn(facts).values())


def mesh_assets(facts: Facts) -> list[Element]:
    # Nothing weighs by its mesh; a shell's inertia is the one that MuJoCo works out for an open mesh, too.
    return [
        mjcf("mesh", name=mesh_name(thing), inertia="shell", file=_path(thing)) for thing, _ in drawn(facts).values()
    ]


def mesh_name(thing: LibraryObject) -> str:
    return f"{thing.id}::mesh"


def mesh_pose(thing: LibraryObject) -> Pose:
    """Where the mesh sits in the object's frame."""
    return Pose.from_xyz_rpy(thing.visual.xyz or (0.0, 0.0, 0.0), thing.visual.rpy or (0.0, 0.0, 0.0))


def _path(thing: LibraryObject) -> str:
    # The name of the file in the library may be any: in the output it is the object's.
    return f"{FOLDER}/{thing.id}.{mesh_format(thing).lower()}"
