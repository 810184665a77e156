"""What a run leaves, together, and what is left of one that cannot be judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from robotdsl_runtime.evaluation import results
from robotdsl_runtime.evaluation.record import Evidence
from robotdsl_runtime.evaluation.results import JudgingError, check_judgeable, judge_and_write
from robotdsl_runtime.run_folder import RunFolder


def written(run: Any, folder: Path) -> dict[str, Any]:
    return judge_and_write(RunFolder(folder), run.evaluation, run.mission, run.task_result, run.evidence, 0.15)


def test_a_run_is_judged_and_written(run: Any, tmp_path: Path) -> None:
    verdicts = written(run, tmp_path)
    assert verdicts == run.judged()
    assert json.loads((tmp_path / "evaluation.json").read_text()) == verdicts
    assert json.loads((tmp_path / "task_result.json").read_text()) == run.task_result
    assert len(Evidence.load(tmp_path / "evidence.npz").time) == len(run.evidence.time)


def test_a_judge_that_fails_leaves_the_record(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("float division by zero")

    monkeypatch.setattr(results, "judge", fails)
    with pytest.raises(JudgingError, match="cannot be judged: ZeroDivisionError: float division by zero; task_result"):
        written(run, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evidence.npz", "task_result.json"]


def test_what_cannot_be_judged_is_known_before(run: Any) -> None:
    check_judgeable(run.evaluation, run.mission)
    with pytest.raises(JudgingError, match="'parts' is missing"):
        check_judgeable({"checks": [], "entities": {}}, run.mission)
    with pytest.raises(JudgingError, match="checks is not a list"):
        check_judgeable({**run.evaluation, "checks": 5}, run.mission)
