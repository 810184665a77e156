"""An interrupt that comes while a verb still loads is told in a word, as a later one is."""

from __future__ import annotations

import runpy
import sys
from types import ModuleType

import pytest


class Interrupting:
    """Stands in the way of a module's import, as a Ctrl-C in the middle of it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> None:
        if name == self.name:
            raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("package", "loading", "words"),
    [
        ("robotdsl_compiler.cli", "robotdsl_compiler.cli.main", ["targets"]),
        ("robotdsl_mujoco_sim.teleop", "robotdsl_mujoco_sim.teleop.command", ["output"]),
        ("robotdsl_web", "robotdsl_web.command", ["output"]),
        ("robotdsl_tests", "robotdsl_tests.check", ["test", "."]),
        ("robotdsl_tests", "robotdsl_tests.bench", ["bench"]),
        ("robotdsl_tests", "robotdsl_tests.motion.command", ["motion"]),
        ("robotdsl_tests", "robotdsl_tests.campaigns.random_worlds", ["campaign"]),
    ],
)
def test_an_interrupt_while_a_verb_loads(
    package: str, loading: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, loading, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting(loading), *sys.meta_path])
    monkeypatch.setattr(sys, "argv", [package, *words])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(package, run_name="__main__", alter_sys=True)
    assert (ended.value.code, *capsys.readouterr()) == (130, "", "interrupted\n")
