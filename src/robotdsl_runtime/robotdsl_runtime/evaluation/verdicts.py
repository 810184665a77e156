"""The three verdicts on a run: the task's own, the physical one from ground truth alone, and the checks'."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from robotdsl_runtime.evaluation.bounds import FAIL, PASS, UNKNOWN, worst
from robotdsl_runtime.evaluation.checks import judge_check
from robotdsl_runtime.evaluation.record import Evidence
from robotdsl_runtime.evaluation.run import OBSTACLE, TOUCHING_M, Run, read_run
from robotdsl_runtime.evaluation.shapes import Approach, closest_approach
from robotdsl_runtime.task.runner import INTERRUPTED, NOT_STARTED, SUCCESS

SCHEMA = "robotdsl.evaluation_result"
VERSION = 1

# A robot stops at a goal on its belief, which is off the truth by the error of its localization.
GOAL_TOLERANCES = 2.0

# A task that never ran, or was cut off, says nothing of what it would have come to.
_UNDECIDED = (NOT_STARTED, INTERRUPTED)


def judge(
    evaluation: Mapping[str, Any],
    mission: Mapping[str, Any],
    task_result: Mapping[str, Any],
    evidence: Evidence,
    goal_tolerance_m: float,
) -> dict[str, Any]:
    """The document of evaluation.json of a run.

    ``evaluation`` and ``mission`` are the documents of the output's task/ folder, ``task_result`` that of the run's
    task_result.json; ``goal_tolerance_m`` is what the controller stops by. Raises `ShapeError`, `TaskError` or
    ``KeyError`` for documents that are not what they should be.
    """
    run = read_run(evaluation, mission, task_result, evidence)
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "task": {"status": run.status, "verdict": _task(run.status)},
        "physical": _physical(run, goal_tolerance_m),
        "checks": [_check(run, check) for check in evaluation["checks"]],
    }


def overall(document: Mapping[str, Any]) -> str:
    """One word for a judged run: fail where any verdict is, else unknown where any is, else pass."""
    verdicts = [document["task"]["verdict"], document["physical"]["verdict"]]
    return worst(verdicts + [check["verdict"] for check in document["checks"]])


def _task(status: str) -> str:
    if status == SUCCESS:
        return PASS
    return UNKNOWN if status in _UNDECIDED else FAIL


def _check(run: Run, check: Mapping[str, Any]) -> dict[str, Any]:
    judgement = judge_check(run, check)
    return {
        "type": check["type"],
        "target": check["target"],
        "source": check["source"],
        "entity": check.get("entity"),
        "min": check["min"],
        "max": check["max"],
        "value": judgement.value,
        "min_value": judgement.min_value,
        "max_value": judgement.max_value,
        "unit": check["unit"],
        "verdict": judgement.verdict,
        "reason": judgement.reason,
    }


def _physical(run: Run, goal_tolerance_m: float) -> dict[str, Any]:
    goal, clearance = _goal(run, GOAL_TOLERANCES * goal_tolerance_m), _clearance(run)
    reasons: list[str] = []
    if len(run.evidence.time) == 0:
        return {"verdict": UNKNOWN, "goal": goal, "clearance": clearance, "reason": "no pose was recorded"}
    verdicts = [judged["verdict"] for judged in (goal, clearance) if judged is not None]
    if goal is None:
        reasons.append("the task navigated to no goal")
    elif goal["distance_m"] is not None:
        reasons.append(f"ended {goal['distance_m']:.3f} m from {goal['name']}, tolerance {goal['tolerance_m']:g} m")
    if clearance is None:
        reasons.append("there is no obstacle")
    elif clearance["distance_m"] is not None:
        touch = "touched" if clearance["distance_m"] <= TOUCHING_M else "came closest to"
        reasons.append(
            f"{touch} {clearance['obstacle']}, {clearance['distance_m']:.3f} m at {clearance['time_s']:.2f} s"
        )
    if run.pose_hole:
        reasons.append(run.pose_hole)
        verdicts.append(UNKNOWN)
    return {"verdict": worst(verdicts), "goal": goal, "clearance": clearance, "reason": "; ".join(reasons)}


def _goal(run: Run, tolerance: float) -> dict[str, Any] | None:
    """Where the robot truly ended, against the last goal that the task navigated to."""
    last = run.goal()
    if last is None:
        return None
    name, (x, y, _) = last
    distance, verdict = None, UNKNOWN
    if len(run.poses) and np.isfinite(run.poses[-1]).all():
        distance = float(np.hypot(run.poses[-1, 0] - x, run.poses[-1, 1] - y))
        if not run.pose_hole:
            verdict = PASS if distance <= tolerance else FAIL
    return {"name": name, "distance_m": distance, "tolerance_m": tolerance, "verdict": verdict}


def _clearance(run: Run) -> dict[str, Any] | None:
    """The closest approach of any part of the robot to any obstacle over the run."""
    names = run.scene.of_type(OBSTACLE)
    if not names:
        return None
    best: tuple[Approach, str] | None = None
    for name in names:
        approach = closest_approach(run.poses, run.scene.robot(None), run.scene.entities[name])
        if approach is not None and (best is None or approach.distance < best[0].distance):
            best = approach, name
    if best is None:
        return {"obstacle": None, "distance_m": None, "time_s": None, "verdict": UNKNOWN}
    approach, name = best
    verdict = FAIL if approach.distance <= TOUCHING_M else UNKNOWN if run.pose_hole else PASS
    time = float(run.evidence.time[approach.index])
    return {"obstacle": name, "distance_m": approach.distance, "time_s": time, "verdict": verdict}
