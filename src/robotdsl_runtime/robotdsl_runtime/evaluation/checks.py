"""The checks of the .eval file, each judged on its own evidence.

Where the evidence has a hole, what was seen still proves what it can: a closest approach can only have been closer,
a largest speed only larger. What it cannot prove is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from robotdsl_runtime.evaluation.bounds import UNKNOWN, Judgement, Known, Measure, hold
from robotdsl_runtime.evaluation.run import OBSTACLE, SUPPORT_SURFACE, TOUCHING_M, Run
from robotdsl_runtime.evaluation.shapes import Array, Region, closest_approach, distances, touching

Check = Mapping[str, Any]

# The statuses of a task that was cut off from outside: it would have taken longer.
_CUT_OFF = ("interrupted",)


def unknown(reason: str) -> Judgement:
    return Judgement(UNKNOWN, reason)


def _samples(run: Run, check: Check, values: Array) -> Array | None:
    """The column of the check's joint; ``None`` when it was not recorded."""
    names = run.evidence.joint_names
    if check["joint"] not in names or len(run.evidence.joint_times) == 0:
        return None
    column: Array = values[:, names.index(check["joint"])]
    return column


def _magnitudes(run: Run, check: Check, times: Array, values: Array) -> Judgement:
    known = np.isfinite(values)
    times, sizes = times[known], np.abs(values[known])
    if len(sizes) == 0:
        return unknown(f"too few samples of the joint {check['joint']} were recorded")
    hole = "" if known.all() else "some samples are not numbers"
    hole = hole or run.hole(run.evidence.joint_times)
    low, high = int(np.argmin(sizes)), int(np.argmax(sizes))
    return hold(
        Measure(f"smallest at {times[low]:.2f} s,", float(sizes[low]), Known.AT_MOST if hole else Known.EXACTLY),
        Measure(f"largest at {times[high]:.2f} s,", float(sizes[high]), Known.AT_LEAST if hole else Known.EXACTLY),
        check["min"],
        check["max"],
        check["unit"],
        hole,
    )


def _joint_rate(order: int) -> Callable[[Run, Check], Judgement]:
    """The judge of a joint's speed (order 0) or of its differences over time (1: acceleration, 2: jerk).

    A difference belongs to the middle of its two times: between samples at t0, t1, t2 the accelerations are those of
    (t0 + t1)/2 and (t1 + t2)/2, and the jerk is their difference over the time between.
    """

    def judge(run: Run, check: Check) -> Judgement:
        values = _samples(run, check, run.evidence.velocity)
        if values is None:
            return unknown(f"no sample of the joint {check['joint']} was recorded")
        times = run.evidence.joint_times
        for _ in range(order):
            values = np.diff(values) / np.diff(times)
            times = (times[1:] + times[:-1]) / 2.0
        return _magnitudes(run, check, times, values)

    return judge


def _effort(run: Run, check: Check) -> Judgement:
    values = _samples(run, check, run.evidence.effort)
    if values is None:
        return unknown(f"no sample of the joint {check['joint']} was recorded")
    return _magnitudes(run, check, run.evidence.joint_times, values)


def _nearest(run: Run, source: str | None, fixed: tuple[Region, ...]) -> Measure | None:
    approach = closest_approach(run.poses, run.scene.robot(source), fixed)
    if approach is None:
        return None
    time = float(run.evidence.time[approach.index])
    known = Known.AT_MOST if run.pose_hole else Known.EXACTLY
    return Measure(f"closest approach at {time:.2f} s,", approach.distance, known)


def _distance(run: Run, check: Check) -> Judgement:
    """``min`` bounds the closest approach over the run, ``max`` the distance at its end."""
    fixed = run.scene.world(check["target"])
    nearest = _nearest(run, check["source"], fixed)
    if nearest is None:
        return unknown(_no_evidence(run, check["source"], bool(fixed), check["target"]))
    moving, last = run.scene.robot(check["source"]), run.poses[-1:]
    end = min(float(distances(last, a, b)[0]) for a in moving for b in fixed)
    if not np.isfinite(end):
        return unknown("the robot's last pose is not known")
    final = Measure("at the end", end, Known.ROUGHLY if run.pose_hole else Known.EXACTLY)
    return hold(nearest, final, check["min"], check["max"], check["unit"], run.pose_hole)


def _clearance(run: Run, check: Check) -> Judgement:
    """Both bounds hold the closest approach to the named obstacle. Without a name, and for one that is no obstacle
    (a goal, a mark), they hold that to any obstacle.
    """
    target, obstacles = check["target"], run.scene.of_type(OBSTACLE)
    named = target is not None and run.scene.is_type(target, OBSTACLE)
    fixed = tuple(region for name in ((target,) if named else obstacles) for region in run.scene.entities.get(name, ()))
    aside = "" if named or target is None else f"{target} is no obstacle, so that any obstacle counts"
    nearest = _nearest(run, check["source"], fixed)
    if nearest is None:
        missing = _no_evidence(run, check["source"], bool(fixed), target if named else "any obstacle")
        return unknown(_joined(missing, aside))
    judgement = hold(nearest, nearest, check["min"], check["max"], check["unit"], run.pose_hole)
    return replace(judgement, reason=_joined(judgement.reason, aside))


def _joined(*reasons: str) -> str:
    return "; ".join(reason for reason in reasons if reason)


def _no_evidence(run: Run, source: str | None, has_target: bool, target: str) -> str:
    if not has_target:
        return f"no shape of {target} to measure to"
    if not run.scene.robot(source):
        return f"no shape of {source or 'the robot'} to measure from"
    return "no pose was recorded"


def _contact(run: Run, check: Check) -> Judgement:
    """Seconds of touching: a bumper's by its own reports, any other part's by the poses and shapes.

    ``source`` is the part that feels the touch in the target's stead, ``entity`` the one entity whose touch counts.
    """
    part, entity = check["source"] or check["target"], check.get("entity")
    if entity is not None and run.scene.is_type(entity, SUPPORT_SURFACE):
        return unknown(f"{entity} is a support surface, whose touch does not count as contact")
    names = tuple(name for name in run.scene.touchable() if entity is None or name == entity)
    if entity is not None and not names:
        return unknown(f"{entity} does not collide")
    if part in run.evidence.bumper_rate_hz or any(report.bumper == part for report in run.evidence.bumper_reports):
        return _pressed(run, check, part, names)
    return _touched(run, check, part, names)


def _pressed(run: Run, check: Check, bumper: str, names: tuple[str, ...]) -> Judgement:
    rate = run.evidence.bumper_rate_hz.get(bumper, 0.0)
    reports = [report for report in run.evidence.bumper_reports if report.bumper == bumper]
    if not reports or rate <= 0.0:
        return unknown(f"{bumper} reported nothing")
    pressing = [tuple(name for name in report.entities if name in names) for report in reports]
    seconds = sum(1 for entities in pressing if entities) / rate
    return _seconds(
        check, seconds, {n for entities in pressing for n in entities}, run.hole(np.array([r.time for r in reports]))
    )


def _touched(run: Run, check: Check, part: str, names: tuple[str, ...]) -> Judgement:
    moving = run.scene.robot(part)
    if not moving:
        return unknown(f"no shape of {part} to measure from")
    poses, times = run.poses, run.evidence.time
    if len(times) < 2:
        return unknown("no pose was recorded" if len(times) == 0 else "a single pose was recorded")
    touched, by = np.zeros(len(times), dtype=np.bool_), set()
    for name in names:
        at = touching(poses, moving, run.scene.entities[name], TOUCHING_M)
        touched |= at
        if at.any():
            by.add(name)
    # Each pose stands until the next.
    return _seconds(check, float(np.diff(times)[touched[:-1]].sum()), by, run.pose_hole)


def _seconds(check: Check, seconds: float, by: set[str], hole: str) -> Judgement:
    name = f"touched by {', '.join(sorted(by))} for" if by else "touched for"
    measure = Measure(name, seconds, Known.AT_LEAST if hole else Known.EXACTLY)
    return hold(measure, measure, check["min"], check["max"], check["unit"], hole)


def _time(run: Run, check: Check) -> Judgement:
    duration = run.duration
    if check["target"] != run.scene.mission.task:
        return unknown(f"the task that ran is {run.scene.mission.task}, not {check['target']}")
    if duration is None:
        return unknown("the task never started")
    cut_off = run.status in _CUT_OFF
    measure = Measure("took", duration, Known.AT_LEAST if cut_off else Known.EXACTLY)
    missing = "the task was interrupted" if cut_off else ""
    return hold(measure, measure, check["min"], check["max"], check["unit"], missing)


CHECKS: Mapping[str, Callable[[Run, Check], Judgement]] = {
    "Check_vel": _joint_rate(0),
    "Check_acc": _joint_rate(1),
    "Check_jerk": _joint_rate(2),
    "Check_effort": _effort,
    "Check_distance": _distance,
    "Check_clearance": _clearance,
    "Check_contact": _contact,
    "Check_time": _time,
}


def judge_check(run: Run, check: Check) -> Judgement:
    """The judgement of one check of evaluation.json on ``run``."""
    judge = CHECKS.get(check["type"])
    return unknown(f"{check['type']} is no check that can be judged") if judge is None else judge(run, check)
