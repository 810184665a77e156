"""What each leaf asks of the robot, what it answers and what it leaves behind when it is halted or fails."""

from __future__ import annotations

import math

import pytest
from robotdsl_runtime.task import leaves
from robotdsl_runtime.task.leaves import Leaf
from robotdsl_runtime.task.node import Context, Event, TreeError
from robotdsl_runtime.task.robot import ActionState
from robotdsl_runtime.task.scripted import LETTERS, NEVER, Plan, ScriptedRobot
from robotdsl_runtime.task.status import Status

DOCK = (2.0, -1.0, math.pi / 2)


def context(robot: ScriptedRobot) -> Context:
    return Context(robot, {"dock": DOCK}, started_at=robot.time, start_distance=robot.driven)


def tick(leaf: Leaf, run: Context, times: list[float]) -> str:
    """The answers, by letter, at the given times."""
    letters = {status: letter for letter, status in LETTERS.items()}
    answers = ""
    for time in times:
        run.robot.time = time
        answers += letters[leaf.tick(run)]
    return answers


@pytest.mark.parametrize(
    ("leaf", "request_"),
    [
        (leaves.Navigate("dock"), ("navigate", DOCK)),
        (leaves.Spin(-1.5), ("spin", -1.5)),
        (leaves.Advance(0.8), ("drive", 0.8, 0.0, 0.15)),
        (leaves.Advance(0.8, speed_mps=0.4), ("drive", 0.8, 0.0, 0.4)),
        (leaves.BackUp(0.8), ("drive", -0.8, 0.0, 0.15)),
        (leaves.BackUp(0.8, speed_mps=0.1), ("drive", -0.8, 0.0, 0.1)),
        (leaves.Strafe(0.5), ("drive", 0.0, 0.5, 0.15)),
        (leaves.Strafe(-0.5, speed_mps=0.2), ("drive", 0.0, -0.5, 0.2)),
    ],
)
def test_motions_ask_once_and_pass_on_the_answer(leaf: leaves.Motion, request_: tuple[object, ...]) -> None:
    robot = ScriptedRobot(plans={verb: [Plan("RRS")] for verb in ("navigate", "spin", "drive")})
    run = context(robot)
    assert tick(leaf, run, [0.0, 0.1, 0.2, 0.3]) == "RRRS"
    assert robot.log == [request_]
    # A straight motion along one axis does not read -0.0 along the other.
    assert all(math.copysign(1.0, value) > 0 for value in robot.log[0] if value == 0.0)
    assert run.events == [Event(leaf.kind, "0", leaf.parameters, 0.0, "success", "", 0.3)]
    assert run.halted == []


def test_a_motion_begins_anew_when_it_is_ticked_after_its_end() -> None:
    robot = ScriptedRobot()
    run = context(robot)
    leaf = leaves.Spin(1.0)
    assert tick(leaf, run, [0.0, 0.1, 0.2, 0.3]) == "RSRS"
    assert robot.log == [("spin", 1.0)] * 2
    assert [(event.started_at, event.ended_at) for event in run.events] == [(0.0, 0.1), (0.2, 0.3)]


def test_a_failed_motion_stops_the_robot_and_says_why() -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("RF", message="no path")]})
    run = context(robot)
    assert tick(leaves.Navigate("dock"), run, [0.0, 0.1, 0.2]) == "RRF"
    assert robot.log[1:] == [("stop",)]
    assert (run.events[0].outcome, run.events[0].message) == ("failure", "no path")
    assert run.reason == "Navigate(goal=dock) at 0 failed: no path"
    assert run.halted == []


def test_a_halted_motion_is_cancelled_at_once_and_the_robot_stopped() -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("R", stops_after_s=NEVER)]})
    run = context(robot)
    leaf = leaves.Navigate("dock")
    tick(leaf, run, [0.0, 0.1])
    leaf.reset(run)
    assert robot.log[1:] == [("cancel", "navigate"), ("stop",)]
    assert leaf.status is Status.IDLE
    assert (run.events[0].outcome, run.events[0].ended_at) == ("halted", 0.1)
    assert [halted.leaf for halted in run.halted] == ["Navigate(goal=dock) at 0"]


@pytest.mark.parametrize(
    "plan",
    [Plan("R", raises={"poll": OSError("link lost")}), Plan("I")],
    ids=["poll raises", "poll answers idle"],
)
def test_a_motion_whose_action_breaks_is_cancelled(plan: Plan) -> None:
    robot = ScriptedRobot(plans={"spin": [plan]})
    run = context(robot)
    leaf = leaves.Spin(1.0)
    tick(leaf, run, [0.0])
    with pytest.raises(TreeError, match=r"Spin\(angle_rad=1\.0\) at 0 raised (OSError: link lost|ValueError: its)"):
        leaf.tick(run)
    assert robot.log[1:] == [("cancel", "spin"), ("stop",)]
    assert run.events[0].outcome == "failure"
    assert [halted.leaf for halted in run.halted] == ["Spin(angle_rad=1.0) at 0"]


def test_a_motion_that_cannot_be_asked_for_stops_the_robot() -> None:
    robot = ScriptedRobot(raises={"spin": RuntimeError()})
    run = context(robot)
    with pytest.raises(TreeError, match=r"raised RuntimeError$"):
        leaves.Spin(1.0).tick(run)
    assert robot.log == [("spin", 1.0), ("stop",)]


def test_a_cancellation_that_raises_is_kept_as_a_fault_and_the_robot_stopped() -> None:
    robot = ScriptedRobot(plans={"spin": [Plan("R", raises={"cancel": OSError("deaf")})]})
    run = context(robot)
    leaf = leaves.Spin(1.0)
    tick(leaf, run, [0.0])
    leaf.reset(run)
    assert run.faults == ["Spin(angle_rad=1.0) at 0 could not be halted: OSError: deaf"]
    assert robot.log[-1] == ("stop",)
    assert run.events[0].outcome == "halted"
    assert len(run.halted) == 1


def test_an_unknown_goal_is_an_error_of_the_leaf() -> None:
    with pytest.raises(TreeError, match=r"Navigate\(goal=attic\) at 0 raised KeyError: 'attic'"):
        leaves.Navigate("attic").tick(context(ScriptedRobot()))


def test_wait_lets_its_time_pass_from_its_first_tick() -> None:
    run = context(ScriptedRobot())
    wait = leaves.Wait(0.3)
    # 0.1 * 3 is more than 0.3 in binary, 12.1 + 0.1 + 0.1 + 0.1 less than 12.4: neither costs or saves a tick.
    assert tick(wait, run, [0.0, 0.1, 0.2, 0.1 * 3]) == "RRRS"
    assert tick(wait, run, [12.1, 12.2, 12.299999999999999, 12.399999999999999]) == "RRRS"


def test_stop_commands_zero_velocity_for_half_a_second() -> None:
    robot = ScriptedRobot()
    run = context(robot)
    assert tick(leaves.Stop(), run, [3.0, 3.1, 3.2, 3.3, 3.4, 3.5]) == "RRRRRS"
    assert robot.log == [("stop",)] * 6
    assert run.events == [Event("Stop", "0", {}, 3.0, "success", "", 3.5)]


@pytest.mark.parametrize(
    ("pose", "tolerance", "reached"),
    [
        ((2.0, -1.0, math.pi / 2), (0.15, 0.15), True),
        ((2.09, -1.12, math.pi / 2), (0.15, 0.15), True),  # 0.15 m off: 9, 12, 15
        ((2.1, -1.12, math.pi / 2), (0.15, 0.15), False),
        ((2.0, -1.0, math.pi / 2 + 0.14), (0.15, 0.15), True),
        ((2.0, -1.0, math.pi / 2 + 0.16), (0.15, 0.15), False),
        # The headings' difference is taken the short way round.
        ((2.0, -1.0, math.pi / 2 - 2 * math.pi + 0.1), (0.15, 0.15), True),
        # A base that cannot turn in place is not held to a heading.
        ((2.0, -1.0, -math.pi / 2), (0.15, math.inf), True),
        (None, (0.15, 0.15), False),
        ((math.nan, -1.0, math.pi / 2), (0.15, 0.15), False),
    ],
)
def test_goal_reached(pose: tuple[float, float, float] | None, tolerance: tuple[float, float], reached: bool) -> None:
    robot = ScriptedRobot(pose=pose, tolerance=(tolerance[0] + 1e-12, tolerance[1]))
    run = context(robot)
    assert tick(leaves.GoalReached("dock"), run, [0.0]) == ("S" if reached else "F")
    # A question does not touch the robot.
    assert robot.log == []


@pytest.mark.parametrize(
    ("pose", "message"),
    [
        (None, "the robot does not know its pose"),
        ((2.0, 0.0, 0.0), "1.000 m away"),
        ((2.0, -1.0, 0.0), "turned 1.571 rad away"),
    ],
)
def test_goal_reached_says_what_is_missing(pose: tuple[float, float, float] | None, message: str) -> None:
    run = context(ScriptedRobot(pose=pose))
    tick(leaves.GoalReached("dock"), run, [0.0])
    assert run.events[0].message == message


def test_distance_traveled_counts_from_the_tasks_start() -> None:
    robot = ScriptedRobot()
    robot.driven = 4.0
    run = context(robot)
    leaf = leaves.DistanceTraveled(1.5)
    robot.driven = 5.25
    assert tick(leaf, run, [1.0]) == "F"
    robot.driven = 5.5
    assert tick(leaf, run, [2.0]) == "S"
    assert [event.message for event in run.events] == ["1.250 m driven", ""]


def test_time_expired_counts_from_the_tasks_start() -> None:
    robot = ScriptedRobot()
    robot.time = 100.0
    run = context(robot)
    assert tick(leaves.TimeExpired(0.3), run, [100.0, 100.2, 100.3, 101.0]) == "FFSS"
    assert len(run.events) == 4


def test_a_condition_whose_port_raises_is_an_error() -> None:
    run = context(ScriptedRobot(raises={"pose": OSError("no transform")}))
    with pytest.raises(TreeError, match=r"GoalReached\(goal=dock\) at 0 raised OSError: no transform"):
        leaves.GoalReached("dock").tick(run)
    assert run.events[0].outcome == "failure"


def test_an_interrupt_within_the_first_tick_leaves_a_leaf_that_can_be_halted() -> None:
    class Interrupted(leaves.Wait):
        def begin(self, context: Context) -> ActionState:
            raise KeyboardInterrupt

    run = context(ScriptedRobot())
    leaf = Interrupted(1.0)
    with pytest.raises(KeyboardInterrupt):
        leaf.tick(run)
    leaf.reset(run)
    assert run.events[0].outcome == "halted"
