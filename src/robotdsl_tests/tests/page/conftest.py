"""The example bases as the ``mjcf`` target writes them, and the page's tools."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_web.errors import PageError
from robotdsl_web.tools import WEB, Tools, find_node, prepare

from robotdsl_libraries import library, program

PROBE = Path(__file__).parent / "probe.mjs"
# A program for every kind of base that the target writes.
BASES = ("demo", "skid", "motors", "tricycle", "car", "buggy", "mecanum", "tracked", "crawler", "quadruped", "hexapod")
Ask = Callable[..., Any]


@pytest.fixture(scope="session")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The output directory of each base."""
    folder = tmp_path_factory.mktemp("mjcf")
    for name in BASES:
        files = tuple(str(file) for file in program(name))
        request = Request(files, (str(library("example")),), target="mjcf", output=str(folder / name))
        assert compile_program(request).ok, name
    return {name: folder / name for name in BASES}


@pytest.fixture(scope="session")
def drives(outputs: Mapping[str, Path]) -> Mapping[str, dict[str, Any]]:
    """What the drive.json of each base holds."""
    return {name: json.loads((output / "drive.json").read_text()) for name, output in outputs.items()}


@pytest.fixture(scope="session")
def node() -> Path:
    try:
        return find_node().program
    except PageError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def tools(node: Path, tmp_path_factory: pytest.TempPathFactory) -> Tools:
    """Node and the pinned packages: beside this Python's own, where ./robotdsl keeps them too, if it is one of a
    virtual environment.
    """
    own = sys.prefix != sys.base_prefix
    try:
        return prepare(Path(sys.prefix, "page") if own else tmp_path_factory.mktemp("page") / "tools")
    except PageError as error:
        pytest.skip(f"the page's packages of npm are not to be had: {error}")


@pytest.fixture(scope="session")
def ask(node: Path) -> Ask:
    """Ask the page's scripts: see probe.mjs."""

    def asked(question: str, *mujoco: Path, **fields: Any) -> Any:
        done = subprocess.run(
            [str(node), str(PROBE), str(WEB), *map(str, mujoco)],
            input=json.dumps({"ask": question, **fields}),
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return asked
