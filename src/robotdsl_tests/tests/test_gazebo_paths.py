"""An output for Gazebo in a folder of an awkward name, and moved: what the bring-up tells Gazebo is found there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_runtime.nodes.bringup.arguments import complete
from robotdsl_runtime.nodes.bringup.plan import bringup_plan

from robotdsl_libraries import library, program


def told(output: Path) -> str:
    """The description that goes round, with the output's place in it."""
    states = next(p for p in bringup_plan(output, complete({})).processes if p.name == "state_publisher")
    return str(dict(states.parameters)["robot_description"])


def found(name: str) -> bool:
    """As Gazebo looks for a mesh: a URI's path and a plain path as they stand, with no escape undone."""
    return Path(name.removeprefix("file://")).is_file()


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gazebo") / "out"
    outcome = compile_program(
        Request(tuple(map(str, program("room"))), (str(library("example")),), target="ros-gz-nav2", output=str(folder))
    )
    assert [d.message for d in outcome.diagnostics if d.blocking] == []
    return folder


@pytest.mark.parametrize("name", ["plain", "a b", "über #1", 'x & "y" <z>', "100%25"])
def test_a_moved_output_is_found(output: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    shutil.copytree(output, folder)
    description = ElementTree.fromstring(told(folder))
    meshes = [mesh.attrib["filename"] for mesh in description.iter("mesh")]
    assert meshes and all(map(found, meshes))
    assert Path(description.findtext("gazebo/plugin/parameters") or "").is_file()
    world = ElementTree.parse(folder / "world" / "world.sdf")
    # Named by their paths from the world's file, and so with nothing of the folder's name in them.
    uris = [uri.text or "" for uri in world.iter("uri")]
    assert uris and all((folder / "world" / uri).is_file() for uri in uris)


def test_sdformat_hands_the_names_on_as_they_stand(output: Path, tmp_path: Path) -> None:
    tool = shutil.which("gz") or shutil.which("ign")
    if tool is None:
        pytest.skip("sdformat's checker is not installed (Debian's libsdformat-dev and ignition-tools)")
    # What it prints is not escaped, so no name that XML would read.
    folder = tmp_path / "über #1 100%25"
    shutil.copytree(output, folder)
    (tmp_path / "robot.urdf").write_text(told(folder), encoding="utf-8")
    done = subprocess.run(
        [tool, "sdf", "-p", str(tmp_path / "robot.urdf")],
        capture_output=True, timeout=60, check=True, env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip
    text = done.stdout[done.stdout.index(b"<sdf") :]
    uris = [
        uri.text or "" for uri in ElementTree.fromstring(text.replace(b"gz:expressed_in", b"expressed_in")).iter("uri")
    ]
    assert uris and all(map(found, uris))
