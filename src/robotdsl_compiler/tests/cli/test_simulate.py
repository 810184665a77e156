"""``simulate``: it compiles, says so, and becomes the run with the run's own options."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from robotdsl_compiler.cli.main import main
from robotdsl_compiler.cli.verbs.simulate import _FLAGS, _VALUES


@pytest.fixture
def simulate(becoming: Callable[..., tuple[int, list[str]]]) -> Callable[..., tuple[int, list[str]]]:
    return lambda *words: becoming("simulate", *words, "--library", "parts")


@pytest.fixture(autouse=True)
def let_replacement_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line reports exceptions; that a process was replaced is none."""
    from robotdsl_compiler.cli import main as entry

    def fault(error: Exception) -> int:
        raise error

    monkeypatch.setattr(entry, "_fault", fault)


def test_it_compiles_and_becomes_the_run(
    simulate: Callable[..., tuple[int, list[str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    code, words = simulate("program")
    assert (code, words) == (0, [sys.executable, "build/p/run.py"])
    assert Path("build/p/run.py").is_file()
    assert capsys.readouterr().err.startswith("Compiled program (13 checks) into build/p (")


@pytest.mark.parametrize(
    ("files", "name"), [(("program/p.task", "program/p.world", "program/p.core"), "p"), (("program",), "p")]
)
def test_the_output_is_named_after_the_robots_file(
    simulate: Callable[..., tuple[int, list[str]]], files: tuple[str, ...], name: str
) -> None:
    assert simulate(*files)[1][1] == f"build/{name}/run.py"


def test_the_runs_options_are_passed_on(simulate: Callable[..., tuple[int, list[str]]]) -> None:
    flags = ["--real-time", "--view", "--no-picture", "--no-report", "--quiet", "--json"]
    _, words = simulate(
        "program", "--output", "there", "--run-dir=-odd name", "--seed", "3", "--video", "a.gif", *reversed(flags)
    )
    assert words[1:] == ["there/run.py", "--run-dir=-odd name", "--seed=3", "--video=a.gif", *flags]


def test_every_option_of_the_run_can_be_given(workshop: Any) -> None:
    """What run.py takes and what the verb passes on are kept in two places that do not import each other."""
    command = pytest.importorskip("robotdsl_mujoco_sim.embedded")
    names = {option.removeprefix("--").replace("-", "_") for option in command._parser()._option_string_actions}
    assert names - {"help", "_h"} == {*_VALUES, *_FLAGS}


def test_a_faulty_program_is_not_run(
    simulate: Callable[..., tuple[int, list[str]]], workshop: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    workshop.program(task="Task t { Navigate(goal = @world/nowhere) }")
    assert simulate("program") == (1, [])
    assert not Path("build").exists()
    assert capsys.readouterr().err.endswith("error: 1 error; program did not compile\n")


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--seed", "-1", "a seed is a whole number of 0 or more, not '-1'"),
        ("--seed", "1.5", "a seed is a whole number of 0 or more, not '1.5'"),
        ("--run-dir", "", "an empty name"),
        ("--video", "", "an empty name"),
    ],
)
def test_an_option_that_the_run_would_refuse_is_told_before_anything_is_compiled(
    option: str,
    value: str,
    said: str,
    workshop: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    workshop.program()
    monkeypatch.chdir(workshop.folder)
    with pytest.raises(SystemExit) as stopped:
        main(["simulate", "program", "--library", "parts", f"{option}={value}"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.endswith(f"robotdsl simulate: error: argument {option}: {said}\n")
    assert not Path("build").exists()
