"""A world that an MJCF file states, with all that it names in memory, so that it can be saved elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import mujoco

from robotdsl_mujoco_sim.errors import DescriptionError


def read_world_file(path: Path) -> mujoco.MjSpec:
    """Raises ``DescriptionError`` when it, or a file that it names, cannot be read."""
    if not path.is_file():
        raise DescriptionError(f"{path} cannot be read: there is no such file")
    _is_mjcf(path)
    if path.suffix != ".xml":
        # MuJoCo tells by its name what a file is, and minds capitals.
        raise DescriptionError(f"{path} cannot be read: MuJoCo takes MJCF from files called .xml alone: rename it")
    try:
        spec = mujoco.MjSpec.from_file(str(path))
    except ValueError as error:
        raise DescriptionError(f"{path}: {' '.join(str(error).split())}") from None
    folder = path.parent
    # MuJoCo counts a compiler's folders from the file, and calls what has no name after its file.
    named: list[tuple[Any, str]] = [(mesh, spec.meshdir) for mesh in spec.meshes]
    named += [(field, spec.meshdir) for field in spec.hfields]
    named += [(texture, spec.texturedir) for texture in spec.textures]
    assets = dict(spec.assets)
    for element, below in named:
        if element.file and element.file not in assets:
            file = Path(element.file)
            element.name = element.name or file.stem
            element.file = _taken(assets, folder / below / (file.name if spec.strippath else file), path)
    for texture in spec.textures:
        files = list(texture.cubefiles)
        if any(files):
            texture.cubefiles = [
                _taken(assets, folder / spec.texturedir / file, path) if file else "" for file in files
            ]
    spec.assets = assets
    spec.meshdir = spec.texturedir = ""
    return spec


def _is_mjcf(path: Path) -> None:
    """MuJoCo would read a URDF as well, without all that the loader of descriptions sees to."""
    try:
        tag = ElementTree.parse(path).getroot().tag
    except (ElementTree.ParseError, OSError) as error:
        raise DescriptionError(f"{path} is not XML: {error}") from None
    if tag != "mujoco":
        more = ": a robot is described by description.path" if tag == "robot" else ""
        raise DescriptionError(f"{path} is no MJCF: its root is <{tag}>, not <mujoco>{more}")


def _taken(assets: dict[str, bytes], file: Path, world: Path) -> str:
    """The name by which ``file`` is in ``assets``."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise DescriptionError(f"{world} names {file}, which cannot be read: {error.strerror or error}") from None
    for name in _names(file):
        if assets.setdefault(name, data) == data:
            return name
    raise AssertionError("there is always another name")


def _names(file: Path) -> Iterator[str]:
    yield file.name
    count = 1
    while True:
        count += 1
        yield f"{file.stem}_{count}{file.suffix}"
