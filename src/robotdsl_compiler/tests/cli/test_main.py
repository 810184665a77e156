"""The frame of the command line: help and version, and what happens when something goes wrong in it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from robotdsl_compiler.cli import main as entry
from robotdsl_compiler.cli.arguments import parse
from robotdsl_compiler.cli.main import main
from robotdsl_compiler.driver.registry import TARGETS
from robotdsl_compiler.support.version import VERSION

VERBS = ("compile", "simulate", "fmt", "explain", "targets")


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"robotdsl {VERSION}\n"
    package = Path(__file__).parents[2]
    assert f"<version>{VERSION}</version>" in (package / "package.xml").read_text()
    assert f'version="{VERSION}"' in (package / "setup.py").read_text()


@pytest.mark.parametrize("words", [["--help"], *([verb, "--help"] for verb in VERBS)])
def test_help(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert text.startswith("usage: robotdsl")
    if len(words) == 1:
        assert all(re.search(rf"^    {verb} ", text, re.MULTILINE) for verb in VERBS)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["compile", "a.core", "--check", "b.world", "--library", "L", "c.task"], ["a.core", "b.world", "c.task"]),
        (["compile", "--library", "L", "a.core", "b.world"], ["a.core", "b.world"]),
        (["drive", "a.core", "--command", "0.5", "0", "-1", "b.world"], ["a.core", "b.world"]),
        (["library", "L", "--json", "M"], ["L", "M"]),
        (["new", "Diff_drive", "--name", "x", "Lidar", "--library", "L", "IMU"], ["Lidar", "IMU"]),
        (["new", "Diff_drive"], []),
        (["fmt", "-", "--form", "core", "x.core"], ["-", "x.core"]),
        (["fmt", "x.core", "--check", "-"], ["x.core", "-"]),
    ],
)
def test_a_list_may_go_on_behind_an_option(words: list[str], found: list[str]) -> None:
    arguments = parse(words)
    assert getattr(arguments, arguments.list) == found


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["compile", "a.core", "--bogus", "b.world"], "--bogus"),
        (["compile", "a.core", "--check", "b.world", "-x"], "-x"),
        (["convert", "a.urdf", "--output", "o", "b.urdf"], "b.urdf"),
        (["targets", "mjcf"], "mjcf"),
        (["explain", "a", "b"], "b"),
    ],
)
def test_what_is_left_over_is_told(words: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        parse(words)
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith(f"unrecognized arguments: {named}\n")


@pytest.mark.parametrize("more", [["--check"], ["--dump", "program"], []])
def test_a_way_to_build_needs_something_to_build(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        parse(["compile", "a.core", "--kinematic", *more])
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith("name the target with --target\n")


@pytest.mark.parametrize(
    "words",
    [["compile", "a.core", "--check", "-l", ""], ["new", "Tricycle", "--library", ""], ["library", "L", ""]],
)
def test_a_library_without_a_name_is_not_this_folder(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        parse(words)
    assert stop.value.code == 2
    assert capsys.readouterr().err.endswith("an empty name\n")


def test_targets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["targets"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(TARGETS)
    assert max(map(len, lines)) <= 80


def test_help_and_a_check_import_no_more_than_they_need() -> None:
    code = (
        "import sys; sys.argv = ['robotdsl', '--version'];"
        "from robotdsl_compiler.cli.main import main; main();"
        "print(sorted({m.split('.')[0] for m in sys.modules} & {'numpy', 'lark', 'yaml', 'mujoco'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_exception_is_reported_as_a_fault_of_the_compiler(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(argv: object) -> int:
        raise RuntimeError("the gears slipped")

    monkeypatch.setattr(entry, "_run", fail)
    monkeypatch.delenv("ROBOTDSL_BACKTRACE", raising=False)
    assert main(["targets"]) == 70
    said = capsys.readouterr().err
    assert "internal error: RuntimeError: the gears slipped" in said
    assert "a fault of the compiler" in said
    assert "ROBOTDSL_BACKTRACE=1" in said
    assert "Traceback" not in said
    monkeypatch.setenv("ROBOTDSL_BACKTRACE", "1")
    assert main(["targets"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_ends_with_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(argv: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "_run", stop)
    assert main(["targets"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_a_reader_that_goes_away_is_no_fault() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "robotdsl_compiler.cli", "explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 141
