"""A program's own task on a stack that is brought up: its result and its verdicts, and whether they rest on what the
simulator told.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from robotdsl_runtime.evaluation.record import Evidence

from robotdsl_tests.launched.build import Built

if TYPE_CHECKING:
    from robotdsl_tests.launched.listener import Listener

# Between the last pose that was heard here and the last one that the run was judged by, m.
NEAR_M = 0.05
# What a task has that states no limit of its own, and what it has to start, s of the simulation.
UNLIMITED_S, START_S = 120.0, 120.0
# Of the clock's pace: a simulation that is slower than this is not waited for.
SLOWEST = 0.1
RESULTS = ("task_result.json", "evaluation.json", "evidence.npz")


def judge(listener: Listener, built: Built, ended: Callable[[], bool]) -> list[str]:
    """What went wrong with the task, a line each. ``ended`` tells whether its process has ended."""
    files = [built.run_dir / name for name in RESULTS]
    listener.until(lambda: listener.truth, "the simulator's pose of the robot")
    mission = json.loads((built.output / "task" / "mission.json").read_text(encoding="utf-8"))
    allowed = UNLIMITED_S if mission["timeout_s"] is None else float(mission["timeout_s"])
    limit = (allowed + START_S) / SLOWEST
    listener.until(lambda: ended() or all(file.is_file() for file in files), "the task's results", limit)
    if not all(file.is_file() for file in files):
        return ["the task ended without results"]
    result, evaluation = (json.loads(file.read_text(encoding="utf-8")) for file in files[:2])
    found = []
    if result["status"] != "success":
        found.append(f"the task ended with {result['status']}: {result.get('message')}")
    if result["unstopped_actions"]:
        found.append(f"actions that did not stop: {result['unstopped_actions']}")
    found += [f"{kind}: {evaluation[kind]}" for kind in ("task", "physical") if evaluation[kind]["verdict"] != "pass"]
    found += [f"check: {check}" for check in evaluation["checks"] if check["verdict"] != "pass"]
    return [*found, *_evidence(listener, files[2])]


def _evidence(listener: Listener, file: Path) -> list[str]:
    """The run was judged by poses that were heard here too."""
    evidence = Evidence.load(file)
    _, heard = min(listener.truth, key=lambda each: abs(each[0] - float(evidence.time[-1])))
    off = math.dist(heard.position[:2], evidence.pose[-1, :2])
    return [] if off < NEAR_M else [f"the run was judged by an end {off:.2f} m from where the simulator had the robot"]
