"""A model written to disk: MuJoCo's binary form, or MJCF with the files that it names beside it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import mujoco

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.spec import without_attach_warnings

BINARY, TEXT = ".mjb", ".xml"


def save_model(spec: mujoco.MjSpec, model: mujoco.MjModel, path: Path) -> None:
    """Write ``model``, compiled of ``spec``, to ``path``, in the form that its suffix says: ``.mjb``, or ``.xml`` for
    MJCF, whose meshes and pictures go to the folder ``<name>_meshes`` beside it.

    Raises ``DescriptionError`` for another suffix and for what cannot be written.
    """
    try:
        if path.suffix == BINARY:
            mujoco.mj_saveModel(model, str(path))
            # MuJoCo only warns of a folder that is not there.
            if not path.is_file():
                raise DescriptionError(f"{path} cannot be written")
        elif path.suffix == TEXT:
            path.write_text(_text(spec, path.parent / f"{path.stem}_meshes"), encoding="utf-8")
        else:
            raise DescriptionError(f"{path} ends neither in {BINARY} (MuJoCo's binary form) nor in {TEXT} (MJCF)")
    except OSError as error:
        raise DescriptionError(f"{path} cannot be written: {error.strerror or error}") from None


def _text(spec: mujoco.MjSpec, folder: Path) -> str:
    """The MJCF of ``spec``, the files that it names written to ``folder``."""
    with without_attach_warnings():
        text: str = spec.to_xml()
    root = ElementTree.fromstring(text)
    named = {value for element in root.iter() for key, value in element.attrib.items() if key.startswith("file")}
    used = {name: content for name, content in spec.assets.items() if name in named}
    if not used:
        return text
    folder.mkdir(exist_ok=True)
    for name, content in used.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    compiler = root.find("compiler")
    if compiler is None:
        compiler = ElementTree.SubElement(root, "compiler")
    for directory in ("meshdir", "texturedir"):
        compiler.set(directory, folder.name)
    return ElementTree.tostring(root, encoding="unicode") + "\n"
