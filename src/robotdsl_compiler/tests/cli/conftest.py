"""Verbs that become another process, called where a program and its library lie."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import pytest
from robotdsl_compiler.cli.main import main


class Became(BaseException):
    """The process was replaced."""


@pytest.fixture
def becoming(workshop: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, list[str]]]:
    """Calls a verb; the exit code, or 0 and the command line of the process that it became."""
    workshop.program()
    monkeypatch.chdir(workshop.folder)

    def replace(program: str, words: list[str]) -> None:
        assert program == sys.executable
        raise Became(words)

    monkeypatch.setattr(os, "execv", replace)

    def call(*words: str) -> tuple[int, list[str]]:
        try:
            return main(words), []
        except Became as became:
            return 0, became.args[0]

    return call
