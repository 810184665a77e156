"""A robot description as it was given: its text, and where the names in it count from."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from robotdsl_mujoco_sim.errors import DescriptionError


@dataclass(frozen=True, slots=True)
class Description:
    """``text`` is URDF; ``folder`` that of the file it was read from, ``None`` for a text that came as a parameter.

    ``packages`` are folders that hold packages by name, looked into in order. ``name`` is how messages call it.
    """

    text: str
    name: str
    folder: Path | None = None
    packages: Sequence[Path] = field(default_factory=tuple)


def read_description(
    path: Path, packages: Sequence[Path] | None = None, replaced: Mapping[str, str] | None = None
) -> Description:
    """The description in a file. ``replaced`` holds what stands in the file for something known at run time only, such
    as ``${OUTPUT_DIR}``, and its text. Raises ``DescriptionError`` when the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DescriptionError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise DescriptionError(f"{path} is not UTF-8: {error}") from None
    for token, value in (replaced or {}).items():
        text = text.replace(token, value)
    return Description(text, path.name, path.parent, ros_packages() if packages is None else packages)


def ros_packages() -> tuple[Path, ...]:
    """The folders in which the ROS environment keeps packages: the share folders of AMENT_PREFIX_PATH, then those of
    ROS_PACKAGE_PATH.
    """
    shares = [Path(prefix) / "share" for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if prefix]
    sources = [Path(folder) for folder in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if folder]
    return (*shares, *sources)
