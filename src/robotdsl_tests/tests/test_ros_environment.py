"""The environment in which the tests speak ROS: taken as it is, made once, made anew, or missing for a reason."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from robotdsl_tests import ros


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace whose environment is made by nothing but a record of what was asked for."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "ros.txt").write_text("ros-rclpy==1\n")
    (tmp_path / "src" / "robotdsl_tests" / "underlay").mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    (tmp_path / "venv").mkdir()
    monkeypatch.setattr(ros.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(ros, "_install", lambda environment, *_: environment.mkdir())
    monkeypatch.setattr(ros, "_build", lambda *_: None)
    return tmp_path


def test_a_python_that_speaks_ros_is_taken_as_it_is(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ros.importlib.util, "find_spec", lambda name: object())
    assert ros.python_with_ros(workspace) == Path(sys.executable)
    assert not (workspace / "venv" / "ros").exists()


def test_it_is_made_once_and_anew_when_a_pin_changes(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Path] = []
    monkeypatch.setattr(ros, "_build", lambda environment, *_: made.append(environment))
    python = ros.python_with_ros(workspace)
    assert python == workspace / "venv" / "ros" / "bin" / "python"
    assert ros.python_with_ros(workspace) == python
    assert len(made) == 1
    (workspace / "requirements" / "ros.txt").write_text("ros-rclpy==2\n")
    ros.python_with_ros(workspace)
    assert len(made) == 2


def test_one_that_was_broken_off_is_made_again(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ros.RosMissing("the network went away")

    with monkeypatch.context() as patched:
        patched.setattr(ros, "_build", broken)
        with pytest.raises(ros.RosMissing, match="network"):
            ros.python_with_ros(workspace)
    assert not (workspace / "venv" / "ros" / "stamp").exists()
    assert ros.python_with_ros(workspace).parent.name == "bin"
    assert (workspace / "venv" / "ros" / "stamp").is_file()


def test_a_machine_without_a_compiler_is_told_what_is_missing(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(ros.shutil, "which", lambda tool: None if tool == "cmake" else "/usr/bin/" + tool)
    with pytest.raises(ros.RosMissing, match="need cmake to be built"):
        ros._build(workspace / "ros", Path(sys.executable), workspace, workspace / "ros.log")


def test_what_fails_names_what_it_was_for(tmp_path: Path) -> None:
    with pytest.raises(ros.RosMissing, match="the wheels could not be had"):
        ros._run(tmp_path / "log", "the wheels", sys.executable, "-c", "print('no such wheel'); raise SystemExit(3)")
    assert "no such wheel" in (tmp_path / "log").read_text()
