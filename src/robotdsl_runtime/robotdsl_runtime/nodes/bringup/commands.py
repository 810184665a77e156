"""The command line of a process of the plan."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from robotdsl_runtime.nodes.bringup.arguments import BringupError
from robotdsl_runtime.nodes.bringup.plan import Process

# How long a process has after it was asked to end, and after it was told to, s.
GRACE_S, KILL_AFTER_S = 10.0, 5.0


def script_command(output: Path, process: Process, python: str) -> list[str]:
    """A script of the output's runtime, run by ``python``."""
    return [python, str(output / "runtime" / process.executable), *process.arguments, *_ros_arguments(process)]


def command(output: Path, process: Process, python: str, environment: Mapping[str, str] = os.environ) -> list[str]:
    """The same for a process of any kind. Raises ``BringupError`` for an executable of a package that is not there."""
    if process.tool:
        tool = shutil.which(process.executable, path=environment.get("PATH"))
        if tool is None:
            raise BringupError(f"{process.name} needs the program {process.executable}, which is not installed")
        return [tool, *process.arguments]
    if process.package is None:
        return script_command(output, process, python)
    prefixes = [Path(p) for p in environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    places = [prefix / "lib" / process.package / process.executable for prefix in prefixes]
    found = next((place for place in places if os.access(place, os.X_OK)), None)
    if found is None:
        raise BringupError(
            f"{process.name} needs {process.executable} of the package {process.package}, which is not installed; "
            "control:=embedded and navigation:=embedded do without it"
        )
    return [str(found), *process.arguments, *_ros_arguments(process)]


def variables(process: Process, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment variables that a process has beside those of ``environment``."""
    lists: list[tuple[str, str | None, str | None]] = [
        (name, str(folder), environment.get(name)) for name, folder in process.search
    ]
    if process.libraries is not None:
        lists.append((process.libraries, environment.get(process.libraries), environment.get("LD_LIBRARY_PATH")))
    return {name: os.pathsep.join(folders for folders in two if folders) for name, *two in lists}


def _ros_arguments(process: Process) -> list[str]:
    words: list[str] = []
    if process.node is not None:
        words += ["-r", f"__node:={process.node}"]
    for file in process.parameter_files:
        words += ["--params-file", str(file)]
    for name, value in process.parameters:
        # A parameter's value is YAML, which JSON is.
        words += ["-p", f"{name}:={json.dumps(value)}"]
    for told, heard in process.remappings:
        words += ["-r", f"{told}:={heard}"]
    return ["--ros-args", *words] if words else []
