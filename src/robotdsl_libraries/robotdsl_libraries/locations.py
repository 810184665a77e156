"""Where this package keeps its data: beside it in a source tree, below ``share/`` where it is installed."""

from __future__ import annotations

from pathlib import Path

PACKAGE = "robotdsl_libraries"


def share() -> Path:
    """The folder that holds ``libraries/`` and ``programs/``. Raises ``FileNotFoundError`` when neither is there."""
    here = Path(__file__).resolve().parent
    candidates = [here.parent, *(folder / "share" / PACKAGE for folder in here.parents)]
    for candidate in candidates:
        if (candidate / "libraries").is_dir() and (candidate / "programs").is_dir():
            return candidate
    raise FileNotFoundError(f"{PACKAGE} is installed without its libraries and programs")


def library(name: str) -> Path:
    """A library's folder, for ``--library``."""
    return share() / "libraries" / name


def program(name: str) -> tuple[Path, ...]:
    """The files of a program, in the order of the four forms."""
    folder = share() / "programs" / name
    files = (folder / f"{name}.{form}" for form in ("core", "world", "task", "eval"))
    return tuple(path for path in files if path.is_file())
