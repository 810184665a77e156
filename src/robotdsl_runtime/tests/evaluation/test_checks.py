"""Every check with numbers worked out by hand: pass, fail and unknown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from robotdsl_runtime.evaluation.record import Evidence, Recorder
from robotdsl_runtime.evaluation.verdicts import judge

UNITS = {
    "Check_vel": "rad/s",
    "Check_acc": "rad/s^2",
    "Check_jerk": "rad/s^3",
    "Check_effort": "N m",
    "Check_contact": "s",
    "Check_time": "s",
}


def pose7(x: float, y: float, z: float = 0.0) -> list[float]:
    return [x, y, z, 0.0, 0.0, 0.0, 1.0]


def square(x: float, y: float, half: float) -> dict[str, Any]:
    return {"polygon": [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]}


# A body of 0.4 m by 0.4 m with a point of a sensor 0.3 m ahead of its middle.
PARTS = {
    "body": [square(0.0, 0.0, 0.2)],
    "eye": [{"disc": {"center": [0.3, 0.0], "radius": 0.0}}],
    "bumper": [square(0.2, 0.0, 0.05)],
}
# At x = 2: a post of radius 0.1, on the path of the robot; a ramp over the start; a mark without a shape at (4, 3).
ENTITIES = {
    "post": {"type": "Obstacle", "regions": [{"disc": {"center": [2.0, 0.0], "radius": 0.1}}]},
    "gate": {"type": "Obstacle", "regions": [square(0.0, 2.0, 0.1), square(0.0, 5.0, 0.1)]},
    "ramp": {"type": "SupportSurface", "regions": [square(0.0, 0.0, 0.5)]},
    "cone": {"type": "Marker", "regions": [{"disc": {"center": [-3.0, 0.0], "radius": 0.5}}]},
}
MISSION: dict[str, Any] = {
    "schema": "robotdsl.mission",
    "version": 1,
    "robot": "bot",
    "world": "room",
    "task": "deliver",
    "timeout_s": None,
    "spawn": {"pose": pose7(0.0, 0.0)},
    "goals": {"dock": {"pose": pose7(1.0, 1.0), "target": None}},
    "entities": {
        **{name: {"type": entity["type"], "pose": pose7(9.0, 9.0)} for name, entity in ENTITIES.items()},
        "mark": {"type": "Marker", "pose": pose7(4.0, 3.0)},
    },
}
# Straight ahead along x.
PATH = (0.0, 0.5, 1.0, 0.5)


def drive(
    path: Sequence[float] = PATH,
    speeds: Sequence[float] | None = None,
    efforts: Sequence[float] | None = None,
    *,
    step: float = 0.25,
    start: float = 10.0,
    bumper: Sequence[tuple[str, ...]] | None = None,
) -> Evidence:
    """A run along x with a sample every ``step`` seconds, one joint, and a report of the bumper with each sample."""
    recorder = Recorder(("left_wheel_joint",), None if bumper is None else {"bumper": 1.0 / step})
    for i, x in enumerate(path):
        time = start + step * i
        speed = speeds[i] if speeds is not None else 0.0
        effort = efforts[i] if efforts is not None else 0.0
        recorder.sample(time, pose7(x, 0.0), (0.0,), (speed,), (effort,))
        if bumper is not None and i < len(bumper):
            recorder.contact(time, "bumper", bumper[i])
    return recorder.evidence()


def judged(
    kind: str,
    evidence: Evidence,
    *,
    started: float | None = 10.0,
    ended: float | None = None,
    status: str = "success",
    entities: dict[str, Any] | None = None,
    **parameters: Any,
) -> dict[str, Any]:
    if ended is None and started is not None:
        ended = float(evidence.time[-1]) if len(evidence.time) else started
    check = {
        "type": kind,
        "target": None,
        "source": None,
        "min": None,
        "max": None,
        "joint": "left_wheel_joint" if UNITS.get(kind, "").startswith(("rad", "N")) else None,
        "unit": UNITS.get(kind, "m"),
        **parameters,
    }
    evaluation = {"parts": PARTS, "entities": ENTITIES if entities is None else entities, "checks": [check]}
    result: dict[str, Any] = {"status": status, "started_at": started, "ended_at": ended, "events": []}
    checks: list[dict[str, Any]] = judge(evaluation, MISSION, result, evidence, 0.15)["checks"]
    assert len(checks) == 1
    return checks[0]


def outcome(*arguments: Any, **parameters: Any) -> tuple[str, Any]:
    check = judged(*arguments, **parameters)
    return check["verdict"], check["value"]


# Speeds at 0.25 s: accelerations 8, -24, 4 rad/s² at the middles, jerks -128, 112 rad/s³.
SPEEDS = (1.0, 3.0, -3.0, -2.0)


@pytest.mark.parametrize(
    ("kind", "bounds", "expected"),
    [
        ("Check_vel", {"max": 3.0}, ("pass", 3.0)),
        ("Check_vel", {"max": 2.9}, ("fail", 3.0)),
        ("Check_vel", {"min": 1.0}, ("pass", 1.0)),
        ("Check_vel", {"min": 1.5}, ("fail", 1.0)),
        ("Check_acc", {"max": 24.0}, ("pass", 24.0)),
        ("Check_acc", {"max": 23.0}, ("fail", 24.0)),
        ("Check_acc", {"min": 4.0}, ("pass", 4.0)),
        ("Check_acc", {"min": 5.0}, ("fail", 4.0)),
        ("Check_jerk", {"max": 128.0}, ("pass", 128.0)),
        ("Check_jerk", {"max": 127.0}, ("fail", 128.0)),
        ("Check_jerk", {"min": 112.0}, ("pass", 112.0)),
        ("Check_jerk", {"min": 113.0}, ("fail", 112.0)),
    ],
)
def test_speeds_and_their_differences(kind: str, bounds: dict[str, float], expected: tuple[str, float]) -> None:
    verdict, value = outcome(kind, drive(speeds=SPEEDS), target="left_wheel", **bounds)
    assert (verdict, value) == (expected[0], pytest.approx(expected[1]))


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ({"max": 0.5}, ("pass", 0.5)),
        ({"max": 0.4}, ("fail", 0.5)),
        ({"min": 0.1}, ("pass", 0.1)),
        ({"min": 0.2}, ("fail", 0.1)),
    ],
)
def test_efforts(bounds: dict[str, float], expected: tuple[str, float]) -> None:
    evidence = drive(efforts=(0.1, -0.5, 0.3, 0.2))
    assert outcome("Check_effort", evidence, target="left_wheel", **bounds) == expected


def test_both_bounds_are_reported_with_their_own_values() -> None:
    check = judged("Check_vel", drive(speeds=SPEEDS), target="left_wheel", min=0.5, max=4.0)
    assert check == {
        "type": "Check_vel",
        "target": "left_wheel",
        "source": None,
        "entity": None,
        "min": 0.5,
        "max": 4.0,
        "value": 3.0,
        "min_value": 1.0,
        "max_value": 3.0,
        "unit": "rad/s",
        "verdict": "pass",
        "reason": "smallest at 10.00 s, 1 rad/s, not below 0.5 rad/s; largest at 10.25 s, 3 rad/s, not above 4 rad/s",
    }
    check = judged("Check_vel", drive(speeds=SPEEDS), target="left_wheel", min=2.0, max=4.0)
    assert (check["verdict"], check["value"], check["max_value"]) == ("fail", 1.0, 3.0)


def test_uneven_samples_are_differenced_over_their_own_times() -> None:
    recorder = Recorder(("left_wheel_joint",))
    for time, speed in ((10.0, 0.0), (10.1, 1.0), (10.4, 1.6)):
        recorder.sample(time, pose7(0.0, 0.0), (0.0,), (speed,), (0.0,))
    # 10 and 2 rad/s², 0.2 s between the middles of their times.
    assert outcome("Check_acc", recorder.evidence(), target="w", max=20.0)[1] == pytest.approx(10.0)
    assert outcome("Check_acc", recorder.evidence(), target="w", min=1.0)[1] == pytest.approx(2.0)
    assert outcome("Check_jerk", recorder.evidence(), target="w", max=99.0)[1] == pytest.approx(40.0)


def test_every_state_of_a_joint_is_judged_at_its_own_time() -> None:
    """States come between poses, and of other times: the largest speed is in none of the poses' moments, and no
    difference is taken over a pose's period.
    """
    recorder = Recorder(("left_wheel_joint",))
    for time in (10.0, 10.2, 10.4):
        recorder.pose(time, pose7(0.0, 0.0))
    for time, speed in ((10.0, 0.0), (10.1, 3.0), (10.2, 1.0), (10.21, 1.0), (10.4, 1.0)):
        recorder.joints(time, (0.0,), (speed,), (0.5 * speed,))
    evidence = recorder.evidence()
    assert outcome("Check_vel", evidence, target="w", max=2.0) == ("fail", 3.0)
    assert outcome("Check_effort", evidence, target="w", max=1.0) == ("fail", 1.5)
    assert outcome("Check_acc", evidence, target="w", max=99.0) == ("pass", pytest.approx(30.0))
    assert outcome("Check_vel", evidence, started=10.15, target="w", max=2.0) == ("pass", 1.0)


def test_a_hole_in_the_states_of_a_joint_is_one_though_poses_were_recorded() -> None:
    recorder = Recorder(("left_wheel_joint",))
    for i in range(11):
        recorder.pose(10.0 + 0.1 * i, pose7(0.0, 0.0))
    for time in (10.0, 11.0):
        recorder.joints(time, (0.0,), (1.0,), (0.0,))
    assert outcome("Check_vel", recorder.evidence(), target="w", max=2.0)[0] == "unknown"


def test_a_sample_taken_twice_is_no_infinite_acceleration() -> None:
    recorder = Recorder(("left_wheel_joint",))
    for time, speed in ((10.0, 0.0), (10.1, 1.0), (10.1, 1.5), (10.2, 1.0)):
        recorder.sample(time, pose7(0.0, 0.0), (0.0,), (speed,), (0.0,))
    verdict, value = outcome("Check_acc", recorder.evidence(), target="w", max=11.0)
    assert (verdict, value) == ("pass", pytest.approx(10.0))


def test_what_was_sampled_before_the_task_started_does_not_count() -> None:
    evidence = drive(speeds=(9.0, 1.0, 1.0, 1.0))
    assert outcome("Check_vel", evidence, started=10.25, target="w", max=2.0) == ("pass", 1.0)
    assert outcome("Check_vel", evidence, started=10.0, target="w", max=2.0) == ("fail", 9.0)


def test_what_was_sampled_until_the_actions_stopped_counts() -> None:
    evidence = drive(speeds=(1.0, 1.0, 1.0, 5.0))
    assert outcome("Check_vel", evidence, ended=10.5, target="w", max=2.0) == ("fail", 5.0)


@pytest.mark.parametrize(
    ("kind", "samples"), [("Check_vel", 0), ("Check_acc", 1), ("Check_jerk", 2), ("Check_effort", 0)]
)
def test_joint_checks_without_enough_samples_are_unknown(kind: str, samples: int) -> None:
    check = judged(kind, drive(PATH[:samples]), target="w", max=1.0)
    assert (check["verdict"], check["value"]) == ("unknown", None)
    assert check["reason"]
    assert judged(kind, drive(PATH[: samples + 1]), target="w", max=1.0)["verdict"] == "pass"


@pytest.mark.parametrize("kind", ["Check_vel", "Check_acc", "Check_jerk", "Check_effort"])
def test_a_joint_that_was_not_recorded_is_unknown(kind: str) -> None:
    check = judged(kind, drive(), target="arm", joint="arm_joint", max=1.0)
    assert (check["verdict"], check["reason"]) == ("unknown", "no sample of the joint arm_joint was recorded")


def test_samples_that_are_not_numbers_leave_a_check_undecided() -> None:
    evidence = drive(speeds=(1.0, math.nan, 3.0, 1.0))
    check = judged("Check_vel", evidence, target="w", max=4.0)
    assert (check["verdict"], check["value"]) == ("unknown", 3.0)
    assert check["reason"] == "largest at 10.50 s, 3 rad/s, not above 4 rad/s; some samples are not numbers"
    # What was seen proves the failure all the same.
    assert outcome("Check_vel", evidence, target="w", max=2.0) == ("fail", 3.0)
    assert outcome("Check_vel", drive(speeds=[math.nan] * 4), target="w", max=2.0) == ("unknown", None)


def test_a_hole_in_the_record_leaves_a_check_undecided() -> None:
    check = judged("Check_vel", drive(speeds=SPEEDS), ended=12.0, target="w", max=4.0)
    assert check["verdict"] == "unknown"
    assert check["reason"].endswith("; nothing is recorded from 10.75 s to 12.00 s")
    assert outcome("Check_vel", drive(speeds=SPEEDS), ended=12.0, target="w", max=2.0) == ("fail", 3.0)
    assert judged("Check_vel", drive(speeds=SPEEDS, step=0.75), target="w", max=4.0)["verdict"] == "unknown"
    late = judged("Check_vel", drive(speeds=SPEEDS), started=9.0, target="w", max=4.0)
    assert late["reason"].endswith("; nothing is recorded from 9.00 s to 10.00 s")


# The eye is at 0.3 before the body's middle and so at 1.3 when the robot is at 1.0; it ends at 0.8.
@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        # min: the closest approach over the run. 2.0 - 0.1 - 1.3.
        ({"target": "post", "min": 0.6}, ("pass", 0.6)),
        ({"target": "post", "min": 0.7}, ("fail", 0.6)),
        # max: the distance at the end. 2.0 - 0.1 - 0.8.
        ({"target": "post", "max": 1.2}, ("pass", 1.1)),
        ({"target": "post", "max": 1.0}, ("fail", 1.1)),
        # The body's front edge is at 1.2 and ends at 0.7.
        ({"target": "post", "source": "body", "min": 0.7}, ("pass", 0.7)),
        ({"target": "post", "source": "body", "max": 1.3}, ("pass", 1.2)),
        ({"target": "post", "source": "bot", "min": 0.7}, ("fail", 0.6)),
        # A goal is a point: (1, 1) is 0.8 above the body's upper edge.
        ({"target": "dock", "min": 0.8}, ("pass", 0.8)),
        ({"target": "dock", "min": 0.9}, ("fail", 0.8)),
        # At the end the body's corner is at (0.7, 0.2): 0.3, 0.8.
        ({"target": "dock", "source": "body", "max": 0.9}, ("pass", math.hypot(0.3, 0.8))),
        ({"target": "dock", "source": "body", "max": 0.8}, ("fail", math.hypot(0.3, 0.8))),
        # An entity that does not collide is the point where it stands. From the eye: (4 - 1.3, 3).
        ({"target": "mark", "source": "eye", "min": 4.0}, ("pass", math.hypot(2.7, 3.0))),
        # Of several regions the nearest counts: the gate's lower post ends at y = 1.9.
        ({"target": "gate", "source": "body", "min": 1.8}, ("fail", 1.7)),
    ],
)
def test_distances(parameters: dict[str, Any], expected: tuple[str, float]) -> None:
    verdict, value = outcome("Check_distance", drive(), **parameters)
    assert (verdict, value) == (expected[0], pytest.approx(expected[1] if expected else None))


def test_a_distance_with_both_bounds_is_held_to_two_values() -> None:
    check = judged("Check_distance", drive(), target="post", min=0.5, max=1.0)
    assert check["verdict"] == "fail"
    assert check["value"] == check["max_value"] == pytest.approx(1.1)
    assert check["min_value"] == pytest.approx(0.6)
    assert check["reason"] == "closest approach at 10.50 s, 0.6 m, not below 0.5 m; at the end 1.1 m, above 1 m"


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"target": "attic"}, "no shape of attic to measure to"),
        ({"target": "post", "source": "arm"}, "no shape of arm to measure from"),
    ],
)
def test_a_distance_without_shapes_is_unknown(parameters: dict[str, Any], reason: str) -> None:
    check = judged("Check_distance", drive(), max=1.0, **parameters)
    assert (check["verdict"], check["value"], check["reason"]) == ("unknown", None, reason)


@pytest.mark.parametrize("kind", ["Check_distance", "Check_clearance"])
def test_a_distance_without_poses_is_unknown(kind: str) -> None:
    for evidence, started in ((Evidence.empty(), 10.0), (drive(), None)):
        check = judged(kind, evidence, started=started, target="post", min=0.1)
        assert (check["verdict"], check["value"], check["reason"]) == ("unknown", None, "no pose was recorded")


def test_the_distance_at_the_end_needs_the_end() -> None:
    evidence = drive()
    assert judged("Check_distance", evidence, ended=13.0, target="post", max=2.0)["verdict"] == "unknown"
    assert judged("Check_distance", evidence, ended=13.0, target="post", max=1.0)["verdict"] == "unknown"
    # The closest approach can only have been closer.
    assert judged("Check_distance", evidence, ended=13.0, target="post", min=0.5)["verdict"] == "unknown"
    assert judged("Check_distance", evidence, ended=13.0, target="post", min=0.7)["verdict"] == "fail"
    lost = drive((0.0, 0.5, math.nan))
    assert judged("Check_distance", lost, target="post", max=2.0)["reason"] == "the robot's last pose is not known"


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"target": "post", "min": 0.6}, ("pass", 0.6)),
        ({"target": "post", "min": 0.61}, ("fail", 0.6)),
        # Both bounds hold the closest approach.
        ({"target": "post", "max": 0.6}, ("pass", 0.6)),
        ({"target": "post", "max": 0.5}, ("fail", 0.6)),
        # Any obstacle: the post again; neither the ramp nor the mark is one, though the robot stands on the ramp.
        ({"min": 0.5}, ("pass", 0.6)),
        ({"min": 0.7}, ("fail", 0.6)),
        ({"source": "body", "min": 0.7}, ("pass", 0.7)),
        # What is no obstacle stands for every obstacle: a goal, a mark, a mark that collides, a ramp.
        ({"target": "dock", "min": 0.5}, ("pass", 0.6)),
        ({"target": "dock", "min": 0.7}, ("fail", 0.6)),
        ({"target": "mark", "min": 0.7}, ("fail", 0.6)),
        ({"target": "cone", "source": "body", "min": 0.8}, ("fail", 0.7)),
        ({"target": "ramp", "min": 0.1}, ("pass", 0.6)),
    ],
)
def test_clearances(parameters: dict[str, Any], expected: tuple[str, float]) -> None:
    # The sums are not exact in binary; the bounds that are meant to be met exactly get that much room.
    parameters = {k: v - 1e-9 if k == "min" else v + 1e-9 if k == "max" else v for k, v in parameters.items()}
    verdict, value = outcome("Check_clearance", drive(), **parameters)
    assert (verdict, value) == (expected[0], pytest.approx(expected[1], abs=1e-8))


def test_a_clearance_without_an_obstacle_is_unknown() -> None:
    check = judged("Check_clearance", drive(), entities={"ramp": ENTITIES["ramp"]}, min=0.1)
    assert (check["verdict"], check["reason"]) == ("unknown", "no shape of any obstacle to measure to")
    check = judged("Check_clearance", drive(), entities={}, target="dock", min=0.1)
    assert check["verdict"] == "unknown"
    assert check["reason"] == "no shape of any obstacle to measure to; dock is no obstacle, so that any obstacle counts"
    # The post is an obstacle, though one without a shape here.
    check = judged("Check_clearance", drive(), entities={"gate": ENTITIES["gate"]}, target="post", min=0.1)
    assert (check["verdict"], check["reason"]) == ("unknown", "no shape of post to measure to")


def test_a_clearance_tells_that_its_target_is_no_obstacle() -> None:
    check = judged("Check_clearance", drive(), target="dock", min=0.5)
    assert check["target"] == "dock"
    assert check["reason"].endswith("not below 0.5 m; dock is no obstacle, so that any obstacle counts")


def test_a_clearance_with_a_hole_in_the_record() -> None:
    assert judged("Check_clearance", drive(), ended=20.0, target="post", min=0.5)["verdict"] == "unknown"
    assert judged("Check_clearance", drive(), ended=20.0, target="post", min=0.7)["verdict"] == "fail"
    assert judged("Check_clearance", drive(), ended=20.0, target="post", max=0.7)["verdict"] == "pass"


# The eye touches the post from x = 1.6 on, to within 5 mm from 1.595 on; the body from 1.7, to within 5 mm 1.695.
TOUCH = (1.0, 1.596, 1.65, 1.72, 1.2, 1.72)


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        # Each pose stands for 0.25 s until the next; the last one stands for nothing.
        ({"target": "eye", "max": 0.75}, ("pass", 0.75)),
        ({"target": "eye", "max": 0.7}, ("fail", 0.75)),
        ({"target": "eye", "min": 0.75}, ("pass", 0.75)),
        ({"target": "eye", "min": 0.8}, ("fail", 0.75)),
        ({"target": "body", "max": 0.25}, ("pass", 0.25)),
        ({"target": "bot", "max": 0.75}, ("pass", 0.75)),
        ({"target": "eye", "entity": "post", "max": 0.75}, ("pass", 0.75)),
        ({"target": "eye", "entity": "gate", "max": 0.0}, ("pass", 0.0)),
        # A marker that collides is an entity like any other.
        ({"target": "body", "entity": "cone", "max": 0.0}, ("pass", 0.0)),
        # The source feels the touch in the target's stead.
        ({"target": "body", "source": "eye", "max": 0.75}, ("pass", 0.75)),
        ({"target": "eye", "source": "body", "max": 0.25}, ("pass", 0.25)),
        ({"target": "eye", "source": "bot", "max": 0.75}, ("pass", 0.75)),
        ({"target": "body", "source": "eye", "entity": "gate", "max": 0.0}, ("pass", 0.0)),
    ],
)
def test_contact_by_the_shapes(parameters: dict[str, Any], expected: tuple[str, float]) -> None:
    assert outcome("Check_contact", drive(TOUCH), **parameters) == expected


def test_contact_names_what_touched() -> None:
    check = judged("Check_contact", drive(TOUCH), target="eye", max=0.1)
    assert check["reason"] == "touched by post for 0.75 s, above 0.1 s"
    check = judged("Check_contact", drive(), target="eye", max=0.1)
    assert check["reason"] == "touched for 0 s, not above 0.1 s"


def test_standing_on_a_support_surface_is_no_contact() -> None:
    assert outcome("Check_contact", drive((0.0, 0.0, 0.0)), target="body", max=0.0) == ("pass", 0.0)
    check = judged("Check_contact", drive((0.0, 0.0, 0.0)), target="body", entity="ramp", max=0.0)
    assert check["verdict"] == "unknown"
    assert check["reason"] == "ramp is a support surface, whose touch does not count as contact"


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"target": "body", "entity": "mark"}, "mark does not collide"),
        ({"target": "arm"}, "no shape of arm to measure from"),
        ({"target": "body", "source": "arm"}, "no shape of arm to measure from"),
    ],
)
def test_contact_without_shapes_is_unknown(parameters: dict[str, Any], reason: str) -> None:
    check = judged("Check_contact", drive(), max=1.0, **parameters)
    assert (check["verdict"], check["reason"]) == ("unknown", reason)


@pytest.mark.parametrize(("samples", "reason"), [(0, "no pose was recorded"), (1, "a single pose was recorded")])
def test_contact_without_poses_is_unknown(samples: int, reason: str) -> None:
    check = judged("Check_contact", drive(PATH[:samples]), target="body", max=0.0)
    assert (check["verdict"], check["reason"]) == ("unknown", reason)


def test_contact_with_a_hole_in_the_record() -> None:
    assert outcome("Check_contact", drive(TOUCH), ended=20.0, target="eye", max=0.7) == ("fail", 0.75)
    assert judged("Check_contact", drive(TOUCH), ended=20.0, target="eye", max=0.8)["verdict"] == "unknown"
    assert judged("Check_contact", drive(TOUCH), ended=20.0, target="eye", min=0.7)["verdict"] == "pass"
    assert judged("Check_contact", drive(TOUCH), ended=20.0, target="eye", min=0.8)["verdict"] == "unknown"


PRESSED: tuple[tuple[str, ...], ...] = ((), ("post",), ("post", "gate"), ("ramp",))


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        # Each report stands for a period of the bumper, here 0.25 s.
        ({"max": 0.5}, ("pass", 0.5)),
        ({"max": 0.4}, ("fail", 0.5)),
        ({"min": 0.5}, ("pass", 0.5)),
        ({"min": 0.6}, ("fail", 0.5)),
        ({"entity": "gate", "max": 0.2}, ("fail", 0.25)),
        ({"entity": "cone", "max": 0.0}, ("pass", 0.0)),
    ],
)
def test_contact_of_a_bumper_by_its_reports(parameters: dict[str, Any], expected: tuple[str, float]) -> None:
    # By the shapes, nothing ever touches the bumper on this path.
    evidence = drive(bumper=PRESSED)
    assert outcome("Check_contact", evidence, target="bumper", **parameters) == expected


def test_a_bumper_feels_for_another_part() -> None:
    evidence = drive(bumper=PRESSED)
    assert outcome("Check_contact", evidence, target="body", max=0.0) == ("pass", 0.0)
    check = judged("Check_contact", evidence, target="body", source="bumper", max=0.4)
    assert (check["verdict"], check["value"]) == ("fail", 0.5)
    assert (check["target"], check["source"], check["entity"]) == ("body", "bumper", None)
    # And the other way round the bumper's own reports do not count.
    assert outcome("Check_contact", evidence, target="bumper", source="body", max=0.0) == ("pass", 0.0)


def test_contact_of_a_bumper_names_what_pressed_it() -> None:
    check = judged("Check_contact", drive(bumper=PRESSED), target="bumper", max=0.1)
    assert check["reason"] == "touched by gate, post for 0.5 s, above 0.1 s"
    # The floor is no entity of the scene.
    floor = drive(bumper=[("ground_plane",)] * 4)
    assert outcome("Check_contact", floor, target="bumper", max=0.0) == ("pass", 0.0)


def test_a_free_bumper_passes_and_a_silent_one_is_unknown() -> None:
    assert outcome("Check_contact", drive(bumper=[()] * 4), target="bumper", max=0.0) == ("pass", 0.0)
    check = judged("Check_contact", drive(bumper=[]), target="bumper", max=0.0)
    assert (check["verdict"], check["value"], check["reason"]) == ("unknown", None, "bumper reported nothing")


def test_a_bumper_that_fell_silent_is_unknown() -> None:
    path = [0.0] * 8
    check = judged("Check_contact", drive(path, bumper=[()] * 4), target="bumper", max=0.0)
    assert check["verdict"] == "unknown"
    assert check["reason"] == "touched for 0 s, not above 0 s; nothing is recorded from 10.75 s to 11.75 s"


@pytest.mark.parametrize(
    ("bounds", "status", "expected"),
    [
        ({"max": 20.0}, "success", ("pass", 20.0)),
        ({"max": 19.0}, "success", ("fail", 20.0)),
        ({"min": 20.0}, "failure", ("pass", 20.0)),
        ({"min": 21.0}, "timeout", ("fail", 20.0)),
        ({"max": 20.0}, "error", ("pass", 20.0)),
        # A task that was interrupted would have taken longer.
        ({"max": 20.0}, "interrupted", ("unknown", 20.0)),
        ({"max": 19.0}, "interrupted", ("fail", 20.0)),
        ({"min": 20.0}, "interrupted", ("pass", 20.0)),
        ({"min": 21.0}, "interrupted", ("unknown", 20.0)),
    ],
)
def test_time(bounds: dict[str, float], status: str, expected: tuple[str, float]) -> None:
    # It does not need a single sample.
    outcome_ = outcome(
        "Check_time", Evidence.empty(), started=3.0, ended=23.0, status=status, target="deliver", **bounds
    )
    assert outcome_ == expected


def test_time_of_a_task_that_never_started_is_unknown() -> None:
    check = judged("Check_time", drive(), started=None, ended=120.0, status="not_started", target="deliver", max=1.0)
    assert (check["verdict"], check["value"], check["reason"]) == ("unknown", None, "the task never started")


def test_time_of_another_task_is_unknown() -> None:
    check = judged("Check_time", drive(), target="patrol", max=1.0)
    assert (check["verdict"], check["reason"]) == ("unknown", "the task that ran is deliver, not patrol")


def test_a_check_that_is_not_known_is_unknown() -> None:
    check = judged("Check_mood", drive(), max=1.0)
    assert (check["verdict"], check["reason"]) == ("unknown", "Check_mood is no check that can be judged")
