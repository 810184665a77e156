"""After the run: the verdicts, and the files that a run leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from robotdsl_runtime.evaluation.bounds import PASS
from robotdsl_runtime.evaluation.report import REPORT, TOP_VIEW, Picture, write_report
from robotdsl_runtime.evaluation.results import EVALUATION, EVIDENCE, TASK_RESULT, judge_and_write
from robotdsl_runtime.evaluation.verdicts import judge, overall
from robotdsl_runtime.run_folder import RunFolder
from robotdsl_runtime.task.runner import INTERRUPTED

from robotdsl_mujoco_sim.run.loading import LoadedOutput
from robotdsl_mujoco_sim.run.loop import Outcome

VIEW = "view.png"
# Everything that a run writes.
RESULTS = (TASK_RESULT, EVALUATION, EVIDENCE, REPORT, TOP_VIEW, VIEW)

EXIT_GOOD, EXIT_NOT_GOOD, EXIT_INTERRUPTED = 0, 1, 130


def judged(loaded: LoadedOutput, outcome: Outcome) -> dict[str, Any]:
    """The document of the run's evaluation.json, of a run that leaves nothing else."""
    return judge(
        loaded.evaluation_document,
        loaded.mission_document,
        outcome.result,
        outcome.evidence,
        loaded.base.goal_tolerance_m,
    )


def write_record(folder: RunFolder, loaded: LoadedOutput, outcome: Outcome) -> dict[str, Any]:
    """What was recorded and judged, before anything is drawn from it: the document of evaluation.json. Raises
    ``RunFolderError`` and ``JudgingError``.
    """
    return judge_and_write(
        folder,
        loaded.evaluation_document,
        loaded.mission_document,
        outcome.result,
        outcome.evidence,
        loaded.base.goal_tolerance_m,
    )


def write_pages(
    folder: RunFolder,
    loaded: LoadedOutput,
    outcome: Outcome,
    evaluation: Mapping[str, Any],
    pictures: Sequence[Picture] = (),
) -> None:
    """The report and the picture from above. Raises ``RunFolderError``."""

    def write(path: Path, content: bytes) -> None:
        folder.write(path.name, content)

    write_report(
        folder.path,
        loaded.path,
        outcome.result,
        evaluation,
        outcome.evidence,
        write,
        pictures,
    )


def exit_code(outcome: Outcome, evaluation: Mapping[str, Any]) -> int:
    """0 where every verdict is pass; 130 for a run that was interrupted, as a shell has it; 1 for any other. What
    could not be decided is no pass.
    """
    if outcome.result["status"] == INTERRUPTED:
        return EXIT_INTERRUPTED
    return EXIT_GOOD if overall(evaluation) == PASS else EXIT_NOT_GOOD
