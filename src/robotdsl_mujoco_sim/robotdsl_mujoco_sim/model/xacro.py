"""Descriptions written with xacro's macros, expanded by the package xacro where it is installed."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from robotdsl_mujoco_sim.errors import DescriptionError
from robotdsl_mujoco_sim.model.description import Description, read_description, ros_packages

SUFFIX = ".xacro"
# Either of the two namespaces that xacro's own documents use.
_NAMESPACE = re.compile(r"""xmlns:xacro\s*=\s*["']""")


def read_any(path: Path, arguments: Mapping[str, str]) -> Description:
    """The description in a file of URDF or, by its suffix, of xacro; ``arguments`` are those that xacro is given.

    Raises ``DescriptionError`` when it cannot be read or expanded, or xacro is needed and not installed.
    """
    if path.suffix != SUFFIX:
        return read_description(path)
    if not path.is_file():
        raise DescriptionError(f"{path} cannot be read: there is no such file")
    try:
        xacro: Any = importlib.import_module("xacro")
    except ModuleNotFoundError:
        raise DescriptionError(
            f"{path} is written with xacro, and the package xacro is not installed: install it (pip install xacro), or "
            "expand the file elsewhere and give the URDF"
        ) from None
    try:
        text = xacro.process_file(str(path), mappings=dict(arguments)).toprettyxml(indent="  ")
    except Exception as error:  # its own, and whatever the expressions in the file raise
        raise DescriptionError(f"{path}: xacro says {type(error).__name__}: {' '.join(str(error).split())}") from None
    return Description(text, path.name, path.parent, ros_packages())


def of_text(text: str, name: str) -> Description:
    """The description in a text that is no file. Raises ``DescriptionError`` for one with macros left in it."""
    if _NAMESPACE.search(text) and "<xacro:" in text:
        raise DescriptionError(f"{name} has macros of xacro left in it: expand it first, or name its file")
    return Description(text, name, None, ros_packages())
