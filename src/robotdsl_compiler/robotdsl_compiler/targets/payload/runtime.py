"""The runtime packages that an output carries under ``runtime/``, read as files and never imported."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from robotdsl_compiler.targets.contract import File

_SIMULATION = "robotdsl_mujoco_sim"
# Each package with what of it no output needs: paths below the package.
_PACKAGES: dict[str, tuple[str, ...]] = {
    "robotdsl_runtime": ("task/scripted.py",),
    _SIMULATION: ("teleop", "measure.py", "node/standalone"),
}
# What an output needs only where it speaks ROS: of one that does not, the model lies there whole, the sensors give
# scans and the navigator plans on the drawn map.
_ROS: dict[str, tuple[str, ...]] = {
    "robotdsl_runtime": ("nodes", "sensing", "navigation/costs.py", "navigation/pilot.py"),
    _SIMULATION: ("node", "model", "plugins"),
}
_NEVER = frozenset({"__pycache__", "tests"})


class RuntimeMissing(OSError):
    """A runtime package is not installed beside the compiler."""


def runtime_files(*, ros: bool = False, mujoco: bool = True) -> tuple[File, ...]:
    """The files of the runtime packages, sorted by path, those that speak ROS among them with ``ros`` and those that
    simulate in MuJoCo with ``mujoco``.

    Raises ``OSError`` when one cannot be found or read.
    """
    files: list[File] = []
    for package, stays in _PACKAGES.items():
        if package == _SIMULATION and not mujoco:
            continue
        root, left_out = _directory(package), stays if ros else (*stays, *_ROS[package])
        for path in sorted(root.rglob("*"), key=lambda p: p.relative_to(root).parts):
            relative = path.relative_to(root)
            if _NEVER.intersection(relative.parts) or not path.is_file():
                continue
            if any(relative.is_relative_to(place) for place in left_out):
                continue
            if path.suffix not in (".pyc", ".pyo"):
                files.append(File(f"runtime/{package}/{relative.as_posix()}", path.read_bytes()))
    return tuple(files)


def _directory(package: str) -> Path:
    spec = find_spec(package)
    places = [] if spec is None else list(spec.submodule_search_locations or ())
    if not places:
        raise RuntimeMissing(f"the package {package}, which an output carries along, is not installed")
    return Path(places[0])
