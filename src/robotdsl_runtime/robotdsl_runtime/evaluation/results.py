"""What a run leaves: its own account, what was recorded, and the verdicts on it, which are put in place together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robotdsl_runtime.evaluation.record import Evidence
from robotdsl_runtime.evaluation.shapes import ShapeError
from robotdsl_runtime.evaluation.verdicts import judge
from robotdsl_runtime.run_folder import RunFolder
from robotdsl_runtime.task.mission import TaskError
from robotdsl_runtime.task.node import describe
from robotdsl_runtime.task.runner import NOT_STARTED

TASK_RESULT, EVALUATION, EVIDENCE = "task_result.json", "evaluation.json", "evidence.npz"

Document = Mapping[str, Any]


class JudgingError(Exception):
    """A run cannot be judged; the message says why."""


def check_judgeable(evaluation: Document, mission: Document) -> None:
    """Judge a run that never started, so that none is driven that cannot be judged in the end. Raises
    ``JudgingError``.
    """
    try:
        if not isinstance(evaluation["checks"], list):
            raise TypeError("checks is not a list")
        for check in evaluation["checks"]:
            for bound in ("min", "max"):
                if check[bound] is not None and not isinstance(check[bound], int | float):
                    raise TypeError(f"{check['type']}: {bound} is not a number")
        nothing: Document = {"status": NOT_STARTED, "started_at": None, "ended_at": None, "events": []}
        judge(evaluation, mission, nothing, Evidence.empty(), 0.0)
    except KeyError as error:
        raise JudgingError(f"cannot be judged: {error.args[0]!r} is missing") from None
    except (ShapeError, TaskError, TypeError, ValueError, AttributeError) as error:
        raise JudgingError(f"cannot be judged: {error}") from None


def judge_and_write(
    folder: RunFolder,
    evaluation: Document,
    mission: Document,
    result: Document,
    evidence: Evidence,
    goal_tolerance_m: float,
) -> dict[str, Any]:
    """Judge a run and put its record and its verdicts into ``folder``: all of them, or none where one cannot be
    written. Where judging fails the record alone is kept, for whoever mends that. The verdicts.

    Raises ``RunFolderError`` and ``JudgingError``.
    """
    verdicts: dict[str, Any] | None = None
    failure = ""
    try:
        verdicts = judge(evaluation, mission, result, evidence, goal_tolerance_m)
    except Exception as error:  # whatever it was, what the robot did is not to be lost by it
        failure = describe(error)
    with folder.together() as drafts:
        drafts.write_json(TASK_RESULT, result)
        drafts.save(EVIDENCE, evidence.save)
        if verdicts is not None:
            drafts.write_json(EVALUATION, verdicts)
    if verdicts is None:
        raise JudgingError(f"the run cannot be judged: {failure}; {TASK_RESULT} and {EVIDENCE} tell what it did")
    return verdicts
