"""Where a mesh is that a description names: by the kind of its URI."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.description import Description

_FILE, _PACKAGE = "file://", "package://"


def locate(description: Description, uri: str, link: str) -> Path:
    """The file that ``uri``, named by ``link``, means: a ``file://`` URI and an absolute path as they stand, a
    ``package://`` URI below the package's folder, a relative path below the folder of the description's file.

    Raises ``DescriptionError`` when the URI is of no such kind, the package is not found, or the file is not there.
    """
    where = f"{description.name}: link {link!r} names the mesh {uri!r}"
    if not uri.strip():
        raise DescriptionError(f"{description.name}: link {link!r} has a mesh that names no file: state its filename")
    if uri.startswith(_PACKAGE):
        package, _, rest = uri.removeprefix(_PACKAGE).partition("/")
        candidates = [folder / package / rest for folder in description.packages]
        if not any((folder / package).is_dir() for folder in description.packages):
            raise DescriptionError(
                f"{where}, and there is no package {package!r} in {_listed(description.packages)}: "
                "source the workspace that holds it, or name its parent folder in ROS_PACKAGE_PATH"
            )
    elif uri.startswith(_FILE):
        candidates = [Path("/" + uri.removeprefix(_FILE).lstrip("/"))]
    elif "://" in uri:
        raise DescriptionError(f"{where}, whose kind is not known: use file://, package:// or a path")
    elif Path(uri).is_absolute():
        candidates = [Path(uri)]
    elif description.folder is None:
        raise DescriptionError(
            f"{where}, a relative path, and the description is a text without a file that it could be relative to: "
            "use package://, file:// or an absolute path"
        )
    else:
        candidates = [description.folder / uri]
    # A URI may be percent-encoded; a file may be named with a percent sign.
    candidates += [Path(unquote(str(path))) for path in candidates]
    found = next((path for path in candidates if path.is_file()), None)
    if found is None:
        raise DescriptionError(f"{where}, and there is no file {candidates[0]}: put it there, or correct the name")
    return found


def _listed(folders: object) -> str:
    texts = [str(folder) for folder in folders] if isinstance(folders, (list, tuple)) else []
    return ", ".join(texts) or "AMENT_PREFIX_PATH and ROS_PACKAGE_PATH, which are empty"
