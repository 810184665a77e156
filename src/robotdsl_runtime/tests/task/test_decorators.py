"""Retry, Repeat, Timeout and Inverter, tick by tick. A row has a letter for the decorator and one for its child."""

from __future__ import annotations

import pytest
from robotdsl_runtime.task.composites import Parallel, Policy, Sequence
from robotdsl_runtime.task.decorators import Inverter, Repeat, Retry, Timeout
from robotdsl_runtime.task.node import Context, number
from robotdsl_runtime.task.scripted import ScriptedLeaf, ScriptedRobot

from .ticking import table


@pytest.mark.parametrize(
    ("count", "script", "rows"),
    [
        (1, "S", ["SI"]),
        (1, "F", ["FI"]),
        (3, "S", ["SI"]),
        # An attempt that begins and ends in one tick leaves it running until the next tick, but for the last.
        (3, "F F S", ["RI", "RI", "SI"]),
        (3, "F", ["RI", "RI", "FI"]),
        (2, "F F S", ["RI", "FI", "SI"]),
        # An attempt that ran is followed by the next in the same tick.
        (2, "RF RS", ["RR", "RR", "SI"]),
        (3, "RF S", ["RR", "SI"]),
        (3, "RF F S", ["RR", "RI", "SI"]),
        (2, "RF F", ["RR", "FI"]),
        # Counted afresh after an end.
        (2, "F S F F", ["RI", "SI", "RI", "FI"]),
    ],
)
def test_retry(count: int, script: str, rows: list[str]) -> None:
    assert table(Retry(count, ScriptedLeaf("a", script)), len(rows)) == rows


@pytest.mark.parametrize(
    ("count", "script", "rows"),
    [
        (1, "S", ["SI"]),
        (3, "S", ["RI", "RI", "SI"]),
        (3, "F", ["FI"]),
        (3, "S F", ["RI", "FI"]),
        (2, "RS RS", ["RR", "RR", "SI"]),
        (3, "RS S S", ["RR", "RI", "SI"]),
        # A failure clears the count.
        (2, "S F S S", ["RI", "FI", "RI", "SI"]),
    ],
)
def test_repeat(count: int, script: str, rows: list[str]) -> None:
    assert table(Repeat(count, ScriptedLeaf("a", script)), len(rows)) == rows


@pytest.mark.parametrize(("kind", "script"), [(Retry, "F"), (Repeat, "S")])
def test_halting_a_loop_clears_its_count(kind: type[Retry] | type[Repeat], script: str) -> None:
    root = kind(3, ScriptedLeaf("a", script))
    context = Context(ScriptedRobot())
    assert table(root, 2, context) == ["RI", "RI"]
    root.reset(context)
    assert table(root, 3, context)[:2] == ["RI", "RI"]
    assert len(context.events) == 5


def test_attempts_are_as_many_as_count_says() -> None:
    log: list[str] = []
    root = Retry(4, ScriptedLeaf("a", "RF", log))
    context = Context(ScriptedRobot())
    assert table(root, 5, context) == ["RR", "RR", "RR", "RR", "FI"]
    assert log == ["a.begin"] * 4
    assert [event.outcome for event in context.events] == ["failure"] * 4


def test_timeout_fails_and_halts_when_its_time_is_over() -> None:
    log: list[str] = []
    robot = ScriptedRobot()
    context = Context(robot)
    root = Timeout(0.3, ScriptedLeaf("a", "R", log))
    rows = []
    for tick in range(4):
        robot.time = 7.0 + tick * 0.1
        rows += table(root, 1, context)
    # Three periods of 0.1 s are 0.3 s, whatever their sum is in binary.
    assert rows == ["RR", "RR", "RR", "FI"]
    assert log == ["a.begin", "a.halt"]
    assert context.reason == "Timeout(timeout_s=0.3) at 0 ran out of time"


def test_timeout_does_not_tick_its_child_when_the_time_is_over() -> None:
    robot = ScriptedRobot()
    context = Context(robot)
    root = Timeout(1.0, ScriptedLeaf("a", "RS"))
    root.tick(context)
    robot.time = 1.0
    # The child would have succeeded in this tick.
    assert table(root, 1, context) == ["FI"]


def test_timeout_passes_on_a_child_that_ends_in_time() -> None:
    robot = ScriptedRobot()
    context = Context(robot)
    root = Timeout(1.0, ScriptedLeaf("a", "RS RF F"))
    assert table(root, 1, context) == ["RR"]
    robot.time = 0.99
    assert table(root, 1, context) == ["SI"]
    robot.time = 5.0
    # The time counts afresh.
    assert table(root, 1, context) == ["RR"]
    robot.time = 5.9
    assert table(root, 2, context) == ["FI", "FI"]


def test_timeout_counts_afresh_after_a_halt() -> None:
    robot = ScriptedRobot()
    context = Context(robot)
    root = Timeout(1.0, ScriptedLeaf("a", "R"))
    root.tick(context)
    root.reset(context)
    robot.time = 1.5
    assert table(root, 1, context) == ["RR"]
    robot.time = 2.4
    assert table(root, 1, context) == ["RR"]
    robot.time = 2.5
    assert table(root, 1, context) == ["FI"]


def test_timeout_about_a_loop_of_instant_children_is_interruptible() -> None:
    robot = ScriptedRobot()
    context = Context(robot)
    root = Timeout(0.25, Retry(1000, ScriptedLeaf("a", "F")))
    number(root)
    rows = []
    for tick in range(4):
        robot.time = tick * 0.1
        rows += table(root, 1, context)
    assert rows == ["RRI", "RRI", "RRI", "FII"]
    assert len(context.events) == 3


def test_inverter() -> None:
    context = Context(ScriptedRobot())
    root = Inverter(ScriptedLeaf("a", "RS F"))
    assert table(root, 2, context) == ["RR", "FI"]
    assert context.reason == "Inverter() at 0 failed because its child Scripted(name=a) at 0.0 succeeded"
    assert table(root, 1, context) == ["SI"]


def test_decorators_nest() -> None:
    log: list[str] = []
    root = Sequence(
        [
            Retry(2, Inverter(ScriptedLeaf("a", "S F", log))),
            Parallel(Policy.SUCCESS_ON_ONE, [Repeat(2, ScriptedLeaf("b", "S", log)), ScriptedLeaf("c", "R", log)]),
        ]
    )
    # Sequence, Retry, Inverter, a, Parallel, Repeat, b, c
    assert table(root, 3) == ["RRIIIIII", "RSIIRRIR", "SIIIIIII"]
    assert log == ["a.begin", "a.begin", "b.begin", "c.begin", "b.begin", "c.halt"]
