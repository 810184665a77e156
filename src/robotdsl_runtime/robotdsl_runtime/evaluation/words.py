"""Verdicts in words, shared by the report and the terminal table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from robotdsl_runtime.evaluation.bounds import FAIL, PASS, UNKNOWN, worst
from robotdsl_runtime.evaluation.drawing.leaves import time_of
from robotdsl_runtime.evaluation.drawing.scene import mapping
from robotdsl_runtime.evaluation.numbers import apart, seconds, short

VERDICTS = (PASS, FAIL, UNKNOWN)
# What became of a task, as the sentence that a person reads.
_STATUS = {
    "success": "succeeded",
    "failure": "failed",
    "timeout": "ran out of time",
    "error": "ended with an error",
    "not_started": "did not start",
    "interrupted": "was interrupted",
}


def verdict(stated: Any) -> str:
    """One of the three verdicts; anything else is unknown."""
    return stated if stated in VERDICTS else UNKNOWN


def all_of(verdicts: Sequence[str]) -> str:
    """The worst of the verdicts; no verdict at all is unknown."""
    return worst(list(verdicts)) if verdicts else UNKNOWN


def checks_of(evaluation_result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    stated = evaluation_result.get("checks")
    return [c for c in stated if isinstance(c, Mapping)] if isinstance(stated, Sequence) else []


def duration(task_result: Mapping[str, Any]) -> float | None:
    """How long the task took, in seconds; ``None`` when it did not start or end."""
    start, end = time_of(task_result, "started_at"), time_of(task_result, "ended_at")
    return None if start is None or end is None else end - start


def task_verdict(task_result: Mapping[str, Any], evaluation_result: Mapping[str, Any]) -> str:
    """The evaluation's verdict on the task; without one, pass for a success."""
    stated = mapping(evaluation_result.get("task")).get("verdict")
    if stated is not None:
        return verdict(stated)
    return "pass" if task_result.get("status") == "success" else "fail" if task_result.get("status") else "unknown"


def task_words(task_result: Mapping[str, Any]) -> str:
    """``succeeded after 12.3 s``."""
    status, took = str(task_result.get("status") or "no status"), duration(task_result)
    text = _STATUS.get(status, status)
    if took is not None and status != "not_started":
        text += f" after {seconds(took)}"
    message = str(task_result.get("message") or "")
    return f"{text}: {message}" if message else text


def physical_words(evaluation_result: Mapping[str, Any]) -> str:
    """What the physical verdict rests on."""
    return str(mapping(evaluation_result.get("physical")).get("reason") or "nothing to judge it by")


def checks_words(evaluation_result: Mapping[str, Any]) -> str:
    """``4 of 5 pass, 1 unknown``."""
    verdicts = [verdict(c.get("verdict")) for c in checks_of(evaluation_result)]
    if not verdicts:
        return "the program states none"
    parts = [f"{verdicts.count('pass')} of {len(verdicts)} pass"]
    parts += [f"{verdicts.count(v)} {word}" for v, word in (("fail", "fail"), ("unknown", "unknown")) if v in verdicts]
    return ", ".join(parts)


def check_subject(check: Mapping[str, Any]) -> str:
    """What a check is on: ``left_wheel``, ``body to box``."""
    target, source = check.get("target"), check.get("source")
    if target is None and source is None:
        return "any obstacle" if check.get("type") == "Check_clearance" else "-"
    if target is None:
        return f"{source} to any"
    if check.get("type") == "Check_contact":
        # The target is the robot's part, the source the part that feels the touch for it.
        part = str(target) if source is None else f"{target} by {source}"
        return part if check.get("entity") is None else f"{part} to {check['entity']}"
    return str(target) if source is None else f"{source} to {target}"


def check_numbers(check: Mapping[str, Any]) -> tuple[float | None, float | None, float | None]:
    """The value and the two bounds, ``None`` for each that is not stated. A value that is not finite stays as it is."""
    found = []
    for name in ("value", "min", "max"):
        number = check.get(name)
        found.append(float(number) if isinstance(number, int | float) and not isinstance(number, bool) else None)
    return found[0], found[1], found[2]


def value_words(check: Mapping[str, Any]) -> str:
    """The value, with as many digits as tell it from its bounds; ``-`` where there is none."""
    value, low, high = check_numbers(check)
    return "-" if value is None else apart(value, tuple(b for b in (low, high) if b is not None))


def bound_words(check: Mapping[str, Any]) -> str:
    """``min 0.05``, ``max 60`` or ``0.05 to 2``."""
    _, low, high = check_numbers(check)
    if low is not None and high is not None:
        return f"{short(low, 6)} to {short(high, 6)}"
    return f"min {short(low, 6)}" if low is not None else f"max {short(high, 6)}" if high is not None else "-"


def summary(task_result: Mapping[str, Any], evaluation_result: Mapping[str, Any] | None) -> str:
    """The three verdicts in a line: ``task success, physical pass, 5 of 5 checks pass``."""
    parts = [f"task {task_result.get('status') or 'unknown'}"]
    if evaluation_result:
        parts.append(f"physical {verdict(mapping(evaluation_result.get('physical')).get('verdict'))}")
        checks = [verdict(c.get("verdict")) for c in checks_of(evaluation_result)]
        if checks:
            parts.append(f"{checks.count('pass')} of {len(checks)} checks pass")
    return ", ".join(parts)
