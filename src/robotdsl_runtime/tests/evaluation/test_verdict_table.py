from __future__ import annotations

import re
from typing import Any

import pytest
from robotdsl_runtime.evaluation.verdict_table import verdict_table

JUDGED = """\
task      pass     succeeded after 10 s
physical  pass     ended 0.012 m from goal, tolerance 0.3 m; came closest to
                   box, 0.205 m at 3.02 s
checks    fail     3 of 5 pass, 1 fail, 1 unknown

verdict  check            on                 value  bound
pass     Check_time       reach               10 s  max 60
pass     Check_clearance  any obstacle     0.205 m  min 0.05
pass     Check_distance   base to box       1.05 m  0.1 to 5
fail     Check_vel        left_wheel    11.5 rad/s  max 5
         largest at 4.00 s, 11.54 rad/s, above 5 rad/s
unknown  Check_effort     caster                 -  max 1
         no sample of the joint caster_joint was recorded
"""

NOT_JUDGED = """\
task      fail     ended with an error: Navigate(goal=goal) at 0.0: the map has
                   no such place
physical  unknown  the run was not judged
checks    unknown  the run was not judged
"""

NO_CHECKS = """\
task      unknown  did not start: waited 120 s for the robot's pose
physical  unknown  no pose was recorded
checks    none     the program states none
"""


def result_of(*checks: dict[str, Any]) -> dict[str, Any]:
    return {
        "task": {"status": "success", "verdict": "pass"},
        "physical": {"verdict": "pass", "goal": None, "clearance": None, "reason": "there is no obstacle"},
        "checks": list(checks),
    }


def check(**changes: Any) -> dict[str, Any]:
    base = {"type": "Check_time", "target": "t", "source": None, "min": None, "max": 1.0, "value": 0.5, "unit": "s"}
    return {**base, "verdict": "pass", "reason": "took 0.5 s", **changes}


@pytest.fixture
def judged() -> dict[str, Any]:
    result = result_of(
        check(target="reach", max=60.0, value=10.0),
        check(type="Check_clearance", target=None, min=0.05, max=None, value=0.2052, unit="m"),
        check(type="Check_distance", target="box", source="base", min=0.1, max=5.0, value=1.05, unit="m"),
        check(
            type="Check_vel", target="left_wheel", max=5.0, value=11.54, unit="rad/s", verdict="fail",
            reason="largest at 4.00 s, 11.54 rad/s, above 5 rad/s",
        ),
        check(
            type="Check_effort", target="caster", value=None, unit="N m", verdict="unknown",
            reason="no sample of the joint caster_joint was recorded",
        ),
    )  # fmt: skip
    reason = "ended 0.012 m from goal, tolerance 0.3 m; came closest to box, 0.205 m at 3.02 s"
    result["physical"]["reason"] = reason
    return result


def test_a_judged_run(run: Any, judged: dict[str, Any]) -> None:
    assert verdict_table(run.task_result, judged) == JUDGED


def test_a_run_that_was_not_judged(run: Any) -> None:
    run.task_result.update(status="error", message="Navigate(goal=goal) at 0.0: the map has no such place")
    run.task_result.update(started_at=None)
    assert verdict_table(run.task_result, None) == NOT_JUDGED


def test_a_program_without_checks() -> None:
    task = {"status": "not_started", "message": "waited 120 s for the robot's pose", "started_at": None}
    result = {"task": {"verdict": "unknown"}, "physical": {"verdict": "unknown", "reason": "no pose was recorded"}}
    assert verdict_table(task, {**result, "checks": []}) == NO_CHECKS


def test_colour_changes_nothing_else(run: Any, judged: dict[str, Any]) -> None:
    colored = verdict_table(run.task_result, judged, color=True)
    assert "\x1b[32mpass\x1b[0m" in colored and "\x1b[31mfail\x1b[0m" in colored
    assert "\x1b[33munknown\x1b[0m" in colored
    assert re.sub(r"\x1b\[\d*m", "", colored) == JUDGED


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_longer_than_the_terminal(run: Any, judged: dict[str, Any], width: int) -> None:
    for each in judged["checks"]:
        each.update(target="a_target_with_a_name_of_its_own", source="and_a_source_with_another_long_name")
        each.update(reason="word " * 40 + "x" * 150)
    judged["physical"]["reason"] = "y" * 200
    table = verdict_table(run.task_result, judged, width=width)
    assert max(len(line) for line in table.splitlines()) <= width
    assert not any(line != line.rstrip() for line in table.splitlines())
    assert table.count("pass  ") >= 3


def test_two_long_names_both_stay_recognisable() -> None:
    table = verdict_table({}, result_of(check(target="t" * 60, source="s" * 60)))
    assert re.search(r"s+\.\.s+ to t+\.\.t+ ", table)
    short_source = verdict_table({}, result_of(check(target="t" * 60, source="base")))
    assert re.search(r" base to t+\.\.t+ ", short_source)


def test_forty_checks_are_forty_lines() -> None:
    table = verdict_table({"status": "success"}, result_of(*(check(target=f"t{k}") for k in range(40))))
    assert len(table.splitlines()) == 3 + 1 + 1 + 40
    assert "40 of 40 pass" in table


def test_a_passed_check_needs_no_reason() -> None:
    assert "took 0.5 s" not in verdict_table({}, result_of(check()))
    assert "took 0.5 s" in verdict_table({}, result_of(check(verdict="unknown")))


def test_a_value_that_misses_its_bound_by_a_hair_does_not_read_like_it() -> None:
    table = verdict_table({}, result_of(check(value=1.0004, verdict="fail")))
    assert "1.0004 s  max 1" in table


def test_a_contact_reads_from_the_part_to_what_touched_it() -> None:
    table = verdict_table({}, result_of(check(type="Check_contact", target="bumper", entity="box")))
    assert "bumper to box" in table
    table = verdict_table({}, result_of(check(type="Check_contact", target="body", source="bumper")))
    assert "body by bumper" in table


def test_a_verdict_that_is_none_is_unknown() -> None:
    table = verdict_table({}, result_of(check(verdict="maybe", value=float("nan"))))
    assert "unknown  Check_time" in table and "nan s" in table
