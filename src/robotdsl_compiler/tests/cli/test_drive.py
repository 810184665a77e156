"""``drive``: it compiles for mjcf, or takes what was compiled, and becomes the driver."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from robotdsl_compiler.cli.arguments import parser
from robotdsl_compiler.cli.verbs.drive import DRIVER, drive_options


@pytest.fixture
def drive(becoming: Callable[..., tuple[int, list[str]]]) -> Callable[..., tuple[int, list[str]]]:
    return lambda *words: becoming("drive", *words)


def test_it_compiles_and_becomes_the_driver(
    drive: Callable[..., tuple[int, list[str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    code, words = drive("program", "--library", "parts")
    assert (code, words) == (0, [sys.executable, "-P", "-m", DRIVER, "build/p-mjcf"])
    assert Path("build/p-mjcf/scene.xml").is_file() and Path("build/p-mjcf/drive.json").is_file()
    assert "into build/p-mjcf (" in capsys.readouterr().err


def test_what_was_compiled_is_driven_as_it_is(drive: Callable[..., tuple[int, list[str]]]) -> None:
    Path("made").mkdir()
    Path("made/drive.json").write_text("{}")
    code, words = drive("made", "--command", "0.5", "-0.25", "1e-7", "--seconds", "3")
    assert code == 0
    assert words[4:] == ["made", "--command", "0.500000000000", "-0.250000000000", "0.000000100000", "--seconds=3.0"]
    assert not Path("build").exists()


def test_a_program_that_does_not_compile_is_not_driven(
    drive: Callable[..., tuple[int, list[str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert drive("program") == (1, [])
    assert "did not compile" in capsys.readouterr().err


def test_without_the_simulation_it_says_so(
    drive: Callable[..., tuple[int, list[str]]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("robotdsl_compiler.cli.verbs.drive.find_spec", lambda name: None)
    assert drive("program", "--library", "parts") == (1, [])
    assert "the package robotdsl_mujoco_sim, which drives the model, is not installed" in capsys.readouterr().err


def test_the_driver_has_its_own_defaults() -> None:
    assert drive_options(parser().parse_args(["drive", "x"])) == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--command", "nan", "0", "0"), "a finite number is needed, not 'nan'"),
        (("--command", "fast", "0", "0"), "a finite number is needed, not 'fast'"),
        (("--seconds", "0"), "a time above 0 and up to 3600 s is needed, not '0'"),
        (("--seconds", "1e9"), "a time above 0 and up to 3600 s is needed, not '1e9'"),
    ],
)
def test_what_the_driver_would_refuse_is_told_before_anything_is_compiled(
    words: tuple[str, ...],
    why: str,
    drive: Callable[..., tuple[int, list[str]]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stop:
        drive("program", "--library", "parts", *words)
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert why in said and "usage: robotdsl drive" in said
    assert not Path("build").exists()
