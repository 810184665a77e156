"""The command lines of the benchmarks and of the campaign: what they refuse, before they begin."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from robotdsl_tests.campaigns import random_worlds

from robotdsl_tests import bench


@pytest.mark.parametrize(
    ("main", "option", "value", "said"),
    [
        (bench.main, "--repeats", "0", "a whole number of 1 or more is needed, not '0'"),
        (bench.main, "--repeats", "x", "a whole number of 1 or more is needed, not 'x'"),
        (random_worlds.main, "--worlds", "-1", "a whole number of 1 or more is needed, not '-1'"),
        (random_worlds.main, "--seeds", "0", "a whole number of 1 or more is needed, not '0'"),
        (random_worlds.main, "--jobs", "0", "a whole number of 1 or more is needed, not '0'"),
        (random_worlds.main, "--json", "nowhere/runs.json", "nowhere is not a folder"),
        (random_worlds.main, "--json", ".", ". is a folder"),
    ],
)
def test_what_is_refused(
    main: Callable[[list[str]], int],
    option: str,
    value: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        main([f"{option}={value}"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: argument {option}: {said}\n")
