"""A task from its start to its result: every status, every way to fail, and the halt at the end."""

from __future__ import annotations

from typing import Any

import pytest
from robotdsl_runtime.task import leaves
from robotdsl_runtime.task.composites import Fallback, Parallel, Policy, Sequence
from robotdsl_runtime.task.decorators import Timeout
from robotdsl_runtime.task.mission import Mission, Place
from robotdsl_runtime.task.node import Node
from robotdsl_runtime.task.runner import Phase, TaskRunner
from robotdsl_runtime.task.scripted import NEVER, Plan, ScriptedLeaf, ScriptedRobot
from robotdsl_runtime.task.status import Status

HERE = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)


def mission(timeout_s: float | None = None) -> Mission:
    dock = Place((2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    return Mission("bot", "room", "deliver", timeout_s, HERE, {"dock": dock}, {"box": Place(HERE, "Obstacle")})


def drive(runner: TaskRunner, robot: ScriptedRobot, limit: int = 200) -> Status:
    """Tick at ten hertz until it is done."""
    for _ in range(limit):
        status = runner.tick()
        if status is not Status.RUNNING:
            return status
        robot.time = round(robot.time + 0.1, 3)
    raise AssertionError("the task never ended")


def run(tree: Node, robot: ScriptedRobot, timeout_s: float | None = None) -> dict[str, Any]:
    runner = TaskRunner(tree, robot, mission(timeout_s))
    runner.start()
    drive(runner, robot)
    return runner.result()


def test_the_result_of_a_task_that_succeeds() -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("RS")]})
    robot.time, robot.driven = 5.0, 1.0
    runner = TaskRunner(Sequence([leaves.Navigate("dock"), leaves.Wait(0.2)]), robot, mission(60.0))
    assert (runner.phase, runner.status) == (Phase.READY, None)
    runner.start()
    robot.driven, robot.believed_pose = 3.5, (2.01, 0.99, 0.1)
    assert drive(runner, robot) is Status.SUCCESS
    assert (runner.phase, runner.done, runner.status) == (Phase.DONE, True, "success")
    assert runner.result() == {
        "schema": "robotdsl.task_result",
        "version": 1,
        "task": "deliver",
        "status": "success",
        "message": "",
        "started_at": 5.0,
        "ended_at": 5.4,
        "events": [
            {
                "node": "Navigate",
                "path": "0.0",
                "parameters": {"goal": "dock"},
                "outcome": "success",
                "message": "",
                "started_at": 5.0,
                "ended_at": 5.2,
            },
            {
                "node": "Wait",
                "path": "0.1",
                "parameters": {"duration_s": 0.2},
                "outcome": "success",
                "message": "",
                "started_at": 5.2,
                "ended_at": 5.4,
            },
        ],
        "final_pose": [2.01, 0.99, 0.1],
        "odometry_distance_m": 2.5,
        "unstopped_actions": [],
    }
    # The robot is commanded to stop, however a task ends.
    assert robot.log == [("navigate", (2.0, 1.0, 0.0)), ("stop",)]


def test_an_entity_is_a_place_to_navigate_to() -> None:
    robot = ScriptedRobot()
    assert run(leaves.Navigate("box"), robot)["status"] == "success"
    assert robot.log[0] == ("navigate", (0.0, 0.0, 0.0))


def test_the_active_leaves_are_named() -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("R")]})
    tree = Parallel(Policy.SUCCESS_ON_ONE, [leaves.Navigate("dock"), leaves.Wait(0.1)])
    runner = TaskRunner(tree, robot, mission())
    seen = [runner.active]
    runner.start()
    for time in (0.0, 0.1):
        robot.time = time
        runner.tick()
        seen.append(runner.active)
    assert seen == [(), ("Navigate(goal=dock) at 0.0", "Wait(duration_s=0.1) at 0.1"), ()]


def test_a_task_that_fails_says_which_leaf_and_why() -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("RF", message="blocked")]})
    result = run(Sequence([leaves.Navigate("dock"), leaves.Wait(1.0)]), robot)
    assert (result["status"], result["message"]) == ("failure", "Navigate(goal=dock) at 0.0 failed: blocked")
    assert [event["outcome"] for event in result["events"]] == ["failure"]
    assert robot.log[1:] == [("stop",), ("stop",)]


def test_a_clock_that_is_set_back_ends_the_task() -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("R", stops_after_s=NEVER)]})
    runner = TaskRunner(leaves.Navigate("dock"), robot, mission())
    robot.time = 5.0
    runner.start()
    runner.tick()
    robot.time = 0.3
    runner.tick()
    # By such a clock nothing can be waited for.
    assert runner.done
    result = runner.result()
    assert (result["status"], result["message"]) == ("error", "the clock was set back from 5.000 s to 0.300 s")
    assert (result["started_at"], result["ended_at"]) == (5.0, 5.0)
    assert [(e["outcome"], e["started_at"], e["ended_at"]) for e in result["events"]] == [("halted", 5.0, 5.0)]
    assert result["unstopped_actions"] == ["Navigate(goal=dock) at 0"]


def test_the_time_budget_ends_the_task() -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("R")]})
    robot.time = 2.0
    result = run(leaves.Navigate("dock"), robot, timeout_s=0.5)
    assert (result["status"], result["message"]) == ("timeout", "the task was still running after its 0.5 s")
    assert (result["started_at"], result["ended_at"]) == (2.0, 2.5)
    assert [event["outcome"] for event in result["events"]] == ["halted"]
    assert robot.log[1:] == [("cancel", "navigate"), ("stop",), ("stop",)]


def test_a_task_without_a_budget_runs_on() -> None:
    robot = ScriptedRobot()
    result = run(leaves.Wait(15.0), robot)
    assert (result["status"], result["ended_at"]) == ("success", 15.0)


def test_a_leaf_that_raises_is_an_error_that_names_it_and_halts_the_rest() -> None:
    log: list[str] = []
    robot = ScriptedRobot()
    tree = Parallel(Policy.SUCCESS_ON_ALL, [ScriptedLeaf("a", "RRRR", log), ScriptedLeaf("b", "RX", log)])
    result = run(tree, robot)
    assert result["status"] == "error"
    assert result["message"] == "Scripted(name=b) at 0.1 raised RuntimeError: b is scripted to raise"
    assert log == ["a.begin", "b.begin", "b.halt", "a.halt"]
    assert [event["outcome"] for event in result["events"]] == ["halted", "failure"]
    assert robot.log == [("stop",)]


def test_a_fallback_does_not_swallow_what_a_leaf_raises() -> None:
    result = run(Fallback([ScriptedLeaf("a", "X"), ScriptedLeaf("b", "S")]), ScriptedRobot())
    assert (result["status"], len(result["events"])) == ("error", 1)


@pytest.mark.parametrize("call", ["navigate", "pose", "distance", "goal_tolerance"])
def test_a_port_that_raises_in_a_leaf_is_an_error(call: str) -> None:
    tree = {
        "navigate": leaves.Navigate("dock"),
        "pose": leaves.GoalReached("dock"),
        "distance": leaves.DistanceTraveled(1.0),
        "goal_tolerance": leaves.GoalReached("dock"),
    }[call]
    robot = ScriptedRobot()
    runner = TaskRunner(tree, robot, mission())
    runner.start()
    robot.raises[call] = OSError("gone")
    assert runner.tick() is Status.FAILURE
    result = runner.result()
    assert result["status"] == "error"
    assert result["message"].startswith(f"{tree.kind}(")
    assert "raised OSError: gone" in result["message"]
    assert robot.log[-1] == ("stop",)


def test_a_clock_that_fails_ends_the_task_at_once() -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("R", stops_after_s=NEVER)]})
    runner = TaskRunner(leaves.Navigate("dock"), robot, mission())
    runner.start()
    runner.tick()
    robot.time = 0.1
    robot.raises["now"] = OSError("no clock")
    # It cannot wait for the action to stop without a clock, and does not hang.
    assert runner.tick() is Status.FAILURE
    result = runner.result()
    assert result["status"] == "error"
    assert result["message"].startswith("the task could not go on: OSError: no clock")
    assert (result["ended_at"], result["unstopped_actions"]) == (0.0, ["Navigate(goal=dock) at 0"])
    assert ("cancel", "navigate") in robot.log
    assert robot.log[-1] == ("stop",)


@pytest.mark.parametrize("call", ["now", "distance"])
def test_a_task_that_cannot_start_is_an_error(call: str) -> None:
    robot = ScriptedRobot(raises={call: OSError("gone")})
    runner = TaskRunner(leaves.Wait(1.0), robot, mission())
    runner.start()
    assert runner.done
    result = runner.result()
    assert result["status"] == "error"
    assert result["message"].startswith("the task could not start: OSError: gone")
    assert robot.log[-1] == ("stop",)


def test_a_robot_that_cannot_be_stopped_turns_success_into_error() -> None:
    robot = ScriptedRobot(raises={"stop": OSError("stuck on")})
    result = run(leaves.Wait(0.1), robot)
    assert (result["status"], result["message"]) == ("error", "stopping the robot raised OSError: stuck on")


def test_a_cancellation_that_raises_within_the_tree_is_an_error() -> None:
    robot = ScriptedRobot(plans={"spin": [Plan("R", raises={"cancel": OSError("deaf")})]})
    result = run(Sequence([Timeout(0.1, leaves.Spin(1.0)), leaves.Wait(5.0)]), robot)
    assert result["status"] == "error"
    assert result["message"] == "Spin(angle_rad=1.0) at 0.0.0 could not be halted: OSError: deaf"
    assert result["unstopped_actions"] == ["Spin(angle_rad=1.0) at 0.0.0"]


def test_the_end_waits_for_halted_actions_to_stop() -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("R", stops_after_s=1.2)]})
    tree = Parallel(Policy.SUCCESS_ON_ONE, [leaves.Navigate("dock"), leaves.Wait(0.3)])
    runner = TaskRunner(tree, robot, mission())
    runner.start()
    while not runner.finishing:
        assert runner.tick() is Status.RUNNING
        robot.time = round(robot.time + 0.1, 3)
    assert runner.status == "success"
    robot.believed_pose = (0.4, 0.0, 0.0)
    assert drive(runner, robot) is Status.SUCCESS
    result = runner.result()
    assert (result["ended_at"], result["unstopped_actions"]) == (0.3, [])
    assert robot.time == pytest.approx(1.5)
    # The account is that of the robot at rest, which was told to stand still all the while.
    assert result["final_pose"] == [0.4, 0.0, 0.0]
    assert robot.log.count(("stop",)) >= 12


def test_an_action_that_does_not_stop_within_five_seconds_is_named() -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("R", stops_after_s=NEVER)], "spin": [Plan("R")]})
    tree = Parallel(Policy.SUCCESS_ON_ONE, [leaves.Navigate("dock"), leaves.Spin(1.0), leaves.Wait(0.2)])
    runner = TaskRunner(tree, robot, mission())
    runner.start()
    assert drive(runner, robot) is Status.SUCCESS
    assert robot.time == pytest.approx(5.2)
    result = runner.result()
    assert (result["status"], result["unstopped_actions"]) == ("success", ["Navigate(goal=dock) at 0.0"])


def test_an_action_halted_long_before_the_end_is_waited_for_too() -> None:
    robot = ScriptedRobot(plans={"spin": [Plan("R", stops_after_s=NEVER)]})
    tree = Fallback([Timeout(0.1, leaves.Spin(1.0)), leaves.Wait(0.1)])
    result = run(tree, robot)
    assert (result["status"], result["unstopped_actions"]) == ("success", ["Spin(angle_rad=1.0) at 0.0.0"])


def test_an_action_that_cannot_say_whether_it_stopped_has_not() -> None:
    robot = ScriptedRobot(plans={"spin": [Plan("R", raises={"stopped": OSError("mute")})]})
    result = run(Fallback([Timeout(0.1, leaves.Spin(1.0)), leaves.Wait(0.1)]), robot)
    assert result["unstopped_actions"] == ["Spin(angle_rad=1.0) at 0.0.0"]


@pytest.mark.parametrize("status", ["error", "interrupted", "not_started"])
def test_aborting_a_running_task_halts_everything(status: str) -> None:
    robot = ScriptedRobot(plans={"navigate": [Plan("R", stops_after_s=0.3)]})
    runner = TaskRunner(leaves.Navigate("dock"), robot, mission())
    runner.start()
    runner.tick()
    robot.time = 0.1
    runner.abort(status, "the robot tipped over")
    assert (runner.finishing, runner.status) == (True, status)
    # The result can be had at once, or after the action has stopped.
    assert runner.result()["unstopped_actions"] == ["Navigate(goal=dock) at 0"]
    assert drive(runner, robot) is Status.FAILURE
    result = runner.result()
    assert (result["status"], result["message"]) == (status, "the robot tipped over")
    assert (result["ended_at"], result["unstopped_actions"]) == (0.1, [])
    assert [event["outcome"] for event in result["events"]] == ["halted"]
    assert robot.log[1:3] == [("cancel", "navigate"), ("stop",)]


def test_a_task_that_never_started() -> None:
    robot = ScriptedRobot(pose=None)
    robot.time = 120.0
    runner = TaskRunner(leaves.Wait(1.0), robot, mission())
    runner.abort("not_started", "waited for odometry")
    assert runner.done
    result = runner.result()
    assert (result["status"], result["message"]) == ("not_started", "waited for odometry")
    assert (result["started_at"], result["ended_at"]) == (None, 120.0)
    assert (result["events"], result["final_pose"], result["odometry_distance_m"]) == ([], None, 0.0)


def test_what_has_ended_is_not_aborted() -> None:
    runner = TaskRunner(ScriptedLeaf("a", "S"), ScriptedRobot(), mission())
    runner.start()
    runner.tick()
    runner.abort("interrupted", "")
    assert runner.result()["status"] == "success"
    assert runner.tick() is Status.SUCCESS


def test_what_goes_wrong_while_a_task_is_aborted_is_added_to_its_message() -> None:
    robot = ScriptedRobot(raises={"stop": OSError("stuck on")})
    runner = TaskRunner(leaves.Wait(1.0), robot, mission())
    runner.start()
    runner.tick()
    runner.abort("interrupted", "by Ctrl-C")
    result = runner.result()
    assert (result["status"], result["message"]) == (
        "interrupted",
        "by Ctrl-C; stopping the robot raised OSError: stuck on",
    )


def test_misuse_is_told() -> None:
    runner = TaskRunner(leaves.Wait(1.0), ScriptedRobot(), mission())
    with pytest.raises(RuntimeError, match="start the task before ticking it"):
        runner.tick()
    with pytest.raises(RuntimeError, match="has not ended"):
        runner.result()
    with pytest.raises(ValueError, match="not aborted with 'success'"):
        runner.abort("success", "")
    runner.start()
    with pytest.raises(RuntimeError, match="started already"):
        runner.start()


def test_the_same_run_gives_the_same_result() -> None:
    def once() -> dict[str, Any]:
        robot = ScriptedRobot(plans={"navigate": [Plan("RRF", message="stuck"), Plan("RS")]})
        return run(Fallback([leaves.Navigate("dock"), leaves.Navigate("box")]), robot)

    assert once() == once()
