"""run.py, as whoever starts an output meets it."""

from __future__ import annotations

import ast
import sys

import pytest
from robotdsl_compiler.targets.payload.entry import entry_point


def test_a_python_that_is_too_old_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 18, "final", 0))
    with pytest.raises(SystemExit) as stopped:
        exec(compile(entry_point().data, "run.py", "exec"), {"__name__": "__main__", "__file__": "run.py"})
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "error: Python 3.11 or newer is needed; this is 3.8\n"


def test_an_older_python_can_read_it() -> None:
    ast.parse(entry_point().data, feature_version=(3, 4))
