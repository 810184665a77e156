"""The three verdicts on a run, each on its own evidence."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import pytest
from robotdsl_runtime.evaluation.record import Evidence, Recorder
from robotdsl_runtime.evaluation.shapes import ShapeError
from robotdsl_runtime.evaluation.verdicts import judge, overall
from robotdsl_runtime.task.mission import TaskError

TOLERANCE = 0.15


def pose7(x: float, y: float, yaw: float = 0.0) -> list[float]:
    return [x, y, 0.0, 0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2)]


def box(x: float, y: float, half: float) -> dict[str, Any]:
    return {"polygon": [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]}


EVALUATION: dict[str, Any] = {
    "schema": "robotdsl.evaluation",
    "version": 1,
    "name": "fine",
    "checks": [],
    "parts": {"body": [box(0.0, 0.0, 0.2)], "wheel": [{"disc": {"center": [0.0, 0.2], "radius": 0.05}}]},
    "entities": {
        "crate": {"type": "Obstacle", "regions": [box(2.0, 0.6, 0.1)]},
        "wall": {"type": "Obstacle", "regions": [box(0.0, -9.0, 1.0)]},
        "ramp": {"type": "SupportSurface", "regions": [box(0.0, 0.0, 0.5)]},
        "bollard": {"type": "Marker", "regions": [box(1.0, 0.0, 0.1)]},
    },
}
MISSION: dict[str, Any] = {
    "schema": "robotdsl.mission",
    "version": 1,
    "robot": "bot",
    "world": "room",
    "task": "deliver",
    "timeout_s": 30.0,
    "spawn": {"pose": pose7(0.0, 0.0)},
    "goals": {"dock": {"pose": pose7(4.0, 0.0), "target": None}, "home": {"pose": pose7(0.0, 0.0), "target": None}},
    "entities": {
        name: {"type": entity["type"], "pose": pose7(9.0, 9.0)} for name, entity in EVALUATION["entities"].items()
    },
}


def navigate(goal: str, outcome: str = "success") -> dict[str, Any]:
    return {"node": "Navigate", "path": "0", "parameters": {"goal": goal}, "outcome": outcome, "message": ""}


def result(*events: dict[str, Any], status: str = "success", **changes: Any) -> dict[str, Any]:
    return {
        "task": "deliver",
        "status": status,
        "started_at": 10.0,
        "ended_at": 12.0,
        # The robot's own account, which no verdict but the task's rests on.
        "final_pose": [99.0, 99.0, 0.0],
        "odometry_distance_m": 99.0,
        "events": list(events),
        **changes,
    }


def drive(path: Sequence[tuple[float, float]], start: float = 10.0) -> Evidence:
    """From one point to the next in 0.5 s each, looking along x."""
    recorder = Recorder()
    for i, (x, y) in enumerate(path):
        recorder.sample(start + 0.5 * i, pose7(x, y))
    return recorder.evidence()


# Past the crate, whose lower edge is at y = 0.5, with the wheel's rim at y = 0.25.
PATH = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.1, 0.0))


def physical(task_result: dict[str, Any], evidence: Evidence, **changes: Any) -> dict[str, Any]:
    document = judge({**EVALUATION, **changes}, MISSION, task_result, evidence, TOLERANCE)["physical"]
    assert isinstance(document, dict)
    return document


def test_a_run_that_is_fine() -> None:
    check = {
        "type": "Check_time",
        "target": "deliver",
        "source": None,
        "min": None,
        "max": 5.0,
        "joint": None,
        "unit": "s",
    }
    document = judge({**EVALUATION, "checks": [check]}, MISSION, result(navigate("dock")), drive(PATH), TOLERANCE)
    assert list(document) == ["schema", "version", "task", "physical", "checks"]
    assert document["schema"] == "robotdsl.evaluation_result"
    assert document["version"] == 1
    assert document["task"] == {"status": "success", "verdict": "pass"}
    assert document["physical"] == {
        "verdict": "pass",
        "goal": {"name": "dock", "distance_m": pytest.approx(0.1), "tolerance_m": 0.3, "verdict": "pass"},
        "clearance": {"obstacle": "crate", "distance_m": pytest.approx(0.25), "time_s": 11.0, "verdict": "pass"},
        "reason": "ended 0.100 m from dock, tolerance 0.3 m; came closest to crate, 0.250 m at 11.00 s",
    }
    assert document["checks"] == [
        {
            "type": "Check_time",
            "target": "deliver",
            "source": None,
            "entity": None,
            "min": None,
            "max": 5.0,
            "value": 2.0,
            "min_value": None,
            "max_value": 2.0,
            "unit": "s",
            "verdict": "pass",
            "reason": "took 2 s, not above 5 s",
        }
    ]
    assert overall(document) == "pass"


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        ("success", "pass"),
        ("failure", "fail"),
        ("timeout", "fail"),
        ("error", "fail"),
        ("not_started", "unknown"),
        ("interrupted", "unknown"),
    ],
)
def test_the_tasks_verdict_is_its_status(status: str, verdict: str) -> None:
    document = judge(EVALUATION, MISSION, result(navigate("dock"), status=status), drive(PATH), TOLERANCE)
    assert document["task"] == {"status": status, "verdict": verdict}
    # The evidence of the physical verdict is another.
    assert document["physical"]["verdict"] == "pass"
    assert overall(document) == verdict


@pytest.mark.parametrize(
    ("x", "verdict"), [(4.0, "pass"), (4.29, "pass"), (3.71, "pass"), (4.31, "fail"), (3.69, "fail"), (0.0, "fail")]
)
def test_the_end_is_within_twice_the_tolerance_of_the_goal(x: float, verdict: str) -> None:
    judged = physical(result(navigate("dock")), drive((*PATH[:-1], (x, 0.0))))
    assert (judged["goal"]["verdict"], judged["verdict"]) == (verdict, verdict)
    assert judged["goal"]["distance_m"] == pytest.approx(abs(4.0 - x))


@pytest.mark.parametrize(
    ("events", "goal"),
    [
        ([navigate("home"), navigate("dock")], "dock"),
        ([navigate("dock"), {"node": "Spin", "parameters": {"angle_rad": 1.0}}], "dock"),
        # The last that it navigated to, whatever became of it.
        ([navigate("dock"), navigate("home", "failure")], "home"),
        ([navigate("dock"), navigate("crate", "halted")], "crate"),
    ],
)
def test_the_last_goal_counts(events: list[dict[str, Any]], goal: str) -> None:
    assert physical(result(*events), drive(PATH))["goal"]["name"] == goal


def test_a_task_that_navigates_nowhere_is_judged_by_what_it_touched() -> None:
    judged = physical(result({"node": "Wait", "parameters": {"duration_s": 1.0}}), drive(PATH))
    assert (judged["goal"], judged["verdict"]) == (None, "pass")
    assert judged["reason"] == "the task navigated to no goal; came closest to crate, 0.250 m at 11.00 s"


@pytest.mark.parametrize(
    ("y", "verdict", "distance"),
    [
        (0.24, "pass", 0.01),
        (0.244, "pass", 0.006),
        # Within 5 mm is touching.
        (0.246, "fail", 0.004),
        (0.25, "fail", 0.0),
        (0.6, "fail", 0.0),
    ],
)
def test_touching_an_obstacle_fails(y: float, verdict: str, distance: float) -> None:
    path = (*PATH[:2], (2.0, y), *PATH[3:])
    judged = physical(result(navigate("dock")), drive(path))
    assert judged["clearance"]["verdict"] == judged["verdict"] == verdict
    assert judged["clearance"]["distance_m"] == pytest.approx(distance)
    assert (judged["clearance"]["obstacle"], judged["clearance"]["time_s"]) == ("crate", 11.0)
    assert ("touched crate" in judged["reason"]) is (verdict == "fail")


def test_only_obstacles_fail_a_run() -> None:
    # The path crosses the bollard, a marker that collides, and starts on the ramp.
    judged = physical(result(navigate("dock")), drive(PATH))
    assert judged["clearance"]["obstacle"] == "crate"


def test_a_world_without_obstacles() -> None:
    entities = {"ramp": EVALUATION["entities"]["ramp"]}
    judged = physical(result(navigate("dock")), drive(PATH), entities=entities)
    assert (judged["clearance"], judged["verdict"]) == (None, "pass")
    assert judged["reason"].endswith("; there is no obstacle")


def test_without_evidence_it_is_unknown() -> None:
    judged = physical(result(navigate("dock")), Evidence.empty())
    assert judged == {
        "verdict": "unknown",
        "goal": {"name": "dock", "distance_m": None, "tolerance_m": 0.3, "verdict": "unknown"},
        "clearance": {"obstacle": None, "distance_m": None, "time_s": None, "verdict": "unknown"},
        "reason": "no pose was recorded",
    }


def test_a_task_that_never_started_has_no_evidence() -> None:
    never = result(status="not_started", started_at=None, ended_at=130.0)
    judged = physical(never, drive(PATH))
    assert (judged["verdict"], judged["goal"], judged["reason"]) == ("unknown", None, "no pose was recorded")


def test_a_record_that_ends_early_leaves_the_end_unknown() -> None:
    judged = physical(result(navigate("dock"), ended_at=14.0), drive(PATH))
    assert (judged["verdict"], judged["goal"]["verdict"], judged["clearance"]["verdict"]) == ("unknown",) * 3
    assert judged["reason"].endswith("; nothing is recorded from 12.00 s to 14.00 s")
    # Even one that ended elsewhere may have gone on to the goal; one that touched has touched.
    short = physical(result(navigate("home"), ended_at=14.0), drive(PATH))
    assert short["verdict"] == "unknown"
    touching = physical(result(navigate("dock"), ended_at=14.0), drive((*PATH[:2], (2.0, 0.6))))
    assert (touching["verdict"], touching["clearance"]["verdict"]) == ("fail", "fail")


def test_poses_that_are_not_numbers_are_never_a_pass() -> None:
    evidence = drive(PATH)
    evidence.pose[2:4] = math.nan
    judged = physical(result(navigate("dock")), evidence)
    assert judged["verdict"] == "unknown"
    evidence.pose[-1] = math.nan
    judged = physical(result(navigate("dock")), evidence)
    assert (judged["verdict"], judged["goal"]["distance_m"]) == ("unknown", None)


def test_the_shapes_turn_with_the_robot() -> None:
    # Turned by a quarter, the wheel on the left is behind: the crate is nearest to the body's edge.
    recorder = Recorder()
    for i in range(5):
        recorder.sample(10.0 + 0.5 * i, pose7(2.0, 0.0, math.pi / 2))
    judged = physical(result(), recorder.evidence())
    assert judged["clearance"]["distance_m"] == pytest.approx(0.3)


def test_what_happened_before_the_start_does_not_count() -> None:
    crash = drive(((2.0, 0.6), (0.0, 0.0), (0.0, 0.0), *PATH), start=8.5)
    judged = physical(result(navigate("dock")), crash)
    assert judged["verdict"] == "pass"


def test_the_document_is_json_and_the_same_every_time() -> None:
    def once() -> str:
        return json.dumps(judge(EVALUATION, MISSION, result(navigate("dock")), drive(PATH), TOLERANCE), allow_nan=False)

    assert once() == once()


def test_documents_that_are_not_what_they_should_be_are_refused() -> None:
    with pytest.raises(ShapeError, match="a region is a disc or a polygon"):
        judge({**EVALUATION, "parts": {"body": [{"blob": 1}]}}, MISSION, result(), drive(PATH), TOLERANCE)
    with pytest.raises(TaskError, match=r"mission\.json: unknown 'moon'"):
        judge(EVALUATION, {**MISSION, "moon": 1}, result(), drive(PATH), TOLERANCE)
    with pytest.raises(KeyError, match="parts"):
        judge({"entities": {}, "checks": []}, MISSION, result(), drive(PATH), TOLERANCE)
