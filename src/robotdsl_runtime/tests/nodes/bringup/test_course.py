"""What follows from the end of each process."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from robotdsl_runtime.nodes.bringup.course import Course, Ending, Step
from robotdsl_runtime.nodes.bringup.plan import Plan

from .conftest import CAR

PlanOf = Callable[..., Plan]


def started(step: Step) -> list[str]:
    return [process.name for process in step.start]


def test_navigation_and_the_task_wait_for_the_controllers(plan_of: PlanOf) -> None:
    course = Course(plan_of(CAR))
    first = [process.name for process in course.begin()]
    assert first == ["simulation", "state_publisher", "controller_manager", "controllers"]
    assert not course.running("task")
    step = course.ended("controllers", 0)
    assert started(step)[0] == "drive"
    assert started(step)[-1] == "task"
    assert (step.say, step.ending) == (None, None)
    assert course.running("task")


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        (
            "simulation",
            -9,
            "simulation (run_mujoco_sim.py) ended first, by signal 9: nothing moves the robot and no clock runs any "
            "more; there is no result",
        ),
        (
            "controller_manager",
            1,
            "controller_manager (ros2_control_node) ended first, with code 1: the joints keep the last commands that "
            "its controllers gave them; there is no result",
        ),
        (
            "controllers",
            1,
            "controllers (spawner) could not do its work: it ended with code 1; there is no result",
        ),
    ],
)
def test_what_a_robot_cannot_do_without(plan_of: PlanOf, name: str, code: int, said: str) -> None:
    course = Course(plan_of())
    course.begin()
    assert course.ended(name, code) == Step(ending=Ending(said, judged=False))
    # What ends from then on ends because of that.
    assert course.ended("task", 1) == Step()


@pytest.mark.parametrize("control", ["ros2_control", "embedded"])
def test_a_drive_that_ends_well_ends_the_run_too(plan_of: PlanOf, control: str) -> None:
    course = Course(plan_of(CAR, control=control, navigation="false"))
    course.begin()
    if control == "ros2_control":
        course.ended("controllers", 0)
    ending = course.ended("drive", 0).ending
    assert ending is not None
    assert "ended first, with code 0: nothing would end the command that the base has" in ending.message
    assert course.over


def test_the_task_ends_the_run(plan_of: PlanOf) -> None:
    course = Course(plan_of())
    course.begin()
    course.ended("controllers", 0)
    assert course.ended("task", 1) == Step(ending=Ending("the task has ended, with code 1", judged=True))
    assert course.task_code == 1


def test_a_task_that_is_killed_has_no_result(plan_of: PlanOf) -> None:
    course = Course(plan_of(control="embedded"))
    course.begin()
    ending = Ending("the task has ended, by signal 9; there is no result", judged=False)
    assert course.ended("task", -9) == Step(ending=ending)
    assert course.task_code is None


def test_navigation_that_ends_leaves_the_task_to_say_what_came_of_it(plan_of: PlanOf) -> None:
    course = Course(plan_of(control="embedded", navigation="embedded"))
    course.begin()
    ending = course.ended("navigation", 1).ending
    assert ending is not None and ending.judged
    assert ending.message == (
        "navigation (run_navigation.py) ended first, with code 1: nothing answers any more what the task asks of it"
    )
    assert course.over


def test_or_does_not_where_it_is_not_to(plan_of: PlanOf) -> None:
    course = Course(plan_of(exit_on_task_end="false"))
    course.begin()
    course.ended("controllers", 0)
    assert course.ended("task", 0) == Step(say="the task has ended, with code 0; the rest goes on")
    assert not course.over
    # The task has been judged by then, and keeps its result.
    ending = course.ended("simulation", 0).ending
    assert ending is not None
    assert ending.judged
    assert "no result" not in ending.message


def test_what_ends_without_harm_is_told_of(plan_of: PlanOf) -> None:
    course = Course(plan_of())
    course.begin()
    assert course.ended("state_publisher", -11) == Step(
        say="state_publisher (robot_state_publisher) ended, by signal 11"
    )
    assert not course.over


def test_after_an_interrupt_no_end_means_anything(plan_of: PlanOf) -> None:
    course = Course(plan_of())
    course.begin()
    course.stop()
    assert course.ended("controllers", 0) == Step()
    assert course.ended("simulation", 0) == Step()
    assert course.ended("task", 130) == Step()
    assert course.task_code == 130
