"""Sequence, Fallback and Parallel, tick by tick. A row of a table has a letter for each node, parents first."""

from __future__ import annotations

import pytest
from robotdsl_runtime.task.composites import Fallback, Parallel, Policy, Sequence
from robotdsl_runtime.task.decorators import Inverter
from robotdsl_runtime.task.node import Context, TreeError, number
from robotdsl_runtime.task.scripted import ScriptedLeaf, ScriptedRobot, statuses

from .ticking import table

ALL, ONE = Policy.SUCCESS_ON_ALL, Policy.SUCCESS_ON_ONE


def leaves(*scripts: str) -> tuple[list[ScriptedLeaf], list[str]]:
    log: list[str] = []
    return [ScriptedLeaf(chr(ord("a") + i), script, log) for i, script in enumerate(scripts)], log


@pytest.mark.parametrize(
    ("scripts", "rows"),
    [
        # All that end at once are run in one tick; what has ended keeps its status until the sequence ends.
        (("S", "S"), ["SII"]),
        (("S", "RS", "S"), ["RSRI", "SIII"]),
        # The running child is remembered: what has succeeded is not ticked again.
        (("S", "RRS", "RS"), ["RSRI", "RSRI", "RSSR", "SIII"]),
        (("S", "F", "S"), ["FIII"]),
        (("RF", "S"), ["RRI", "FII"]),
        # After an end it starts at the first child again.
        (("S", "RF RS"), ["RSR", "FII", "RSR", "SII"]),
    ],
)
def test_sequence(scripts: tuple[str, ...], rows: list[str]) -> None:
    children, _ = leaves(*scripts)
    assert table(Sequence(children), len(rows)) == rows


@pytest.mark.parametrize(
    ("scripts", "rows"),
    [
        (("F", "F"), ["FII"]),
        (("S", "F"), ["SII"]),
        (("F", "RS", "S"), ["RFRI", "SIII"]),
        (("F", "RRF", "RF"), ["RFRI", "RFRI", "RFFR", "FIII"]),
        (("F", "RS RF"), ["RFR", "SII", "RFR", "FII"]),
    ],
)
def test_fallback(scripts: tuple[str, ...], rows: list[str]) -> None:
    children, _ = leaves(*scripts)
    assert table(Fallback(children), len(rows)) == rows


def test_sequence_does_not_begin_what_lies_behind_a_running_child() -> None:
    children, log = leaves("S", "RS", "S")
    root = Sequence(children)
    context = Context(ScriptedRobot())
    root.tick(context)
    assert log == ["a.begin", "b.begin"]
    root.tick(context)
    assert log == ["a.begin", "b.begin", "c.begin"]


@pytest.mark.parametrize("kind", [Sequence, Fallback])
def test_halting_halts_the_running_child_only_and_starts_afresh(kind: type[Sequence] | type[Fallback]) -> None:
    ends = "S" if kind is Sequence else "F"
    children, log = leaves(ends, "R", "S")
    root = kind(children)
    context = Context(ScriptedRobot())
    root.tick(context)
    root.reset(context)
    assert log == ["a.begin", "b.begin", "b.halt"]
    assert statuses(root) == "IIII"
    root.tick(context)
    assert log[3:] == ["a.begin", "b.begin"]


@pytest.mark.parametrize(
    ("policy", "scripts", "rows"),
    [
        (ALL, ("S", "S"), ["SII"]),
        (ALL, ("RS", "RRS"), ["RRR", "RSR", "SII"]),
        # A child that has ended is not ticked again while the others run.
        (ALL, ("S F", "RRS"), ["RSR", "RSR", "SII"]),
        # The first failure fails it, and halts the rest.
        (ALL, ("RR", "RF"), ["RRR", "FII"]),
        (ALL, ("F", "S"), ["FII"]),
        (ONE, ("RR", "RS"), ["RRR", "SII"]),
        (ONE, ("S", "F"), ["SII"]),
        (ONE, ("F", "S"), ["FII"]),
        # In one tick, the order of the children decides.
        (ONE, ("RRR", "RF", "RS"), ["RRRR", "FIII"]),
        (ONE, ("RRR", "RS", "RF"), ["RRRR", "SIII"]),
        (ONE, ("R",), ["RR", "RR"]),
        # The count starts afresh after an end.
        (ALL, ("S", "RS F"), ["RSR", "SII", "FII"]),
        (ALL, ("F S", "S"), ["FII", "SII"]),
    ],
)
def test_parallel(policy: Policy, scripts: tuple[str, ...], rows: list[str]) -> None:
    children, _ = leaves(*scripts)
    assert table(Parallel(policy, children), len(rows)) == rows


def test_parallel_ends_before_it_reaches_the_children_behind() -> None:
    children, log = leaves("R", "RS", "R")
    root = Parallel(ONE, children)
    context = Context(ScriptedRobot())
    root.tick(context)
    root.tick(context)
    # c ran, was not ticked the second time, and is halted after a, in the order of the tree.
    assert log == ["a.begin", "b.begin", "c.begin", "a.halt", "c.halt"]


def test_parallel_that_ends_in_its_first_tick_never_begins_the_rest() -> None:
    children, log = leaves("S", "R")
    root = Parallel(ONE, children)
    root.tick(Context(ScriptedRobot()))
    assert log == ["a.begin"]


def test_halting_a_parallel_clears_its_count() -> None:
    children, log = leaves("S R", "R")
    root = Parallel(ALL, children)
    context = Context(ScriptedRobot())
    root.tick(context)
    root.reset(context)
    assert (log, statuses(root)) == (["a.begin", "b.begin", "b.halt"], "III")
    root.tick(context)
    # a is ticked again: its success from before the halt counts no more.
    assert statuses(root) == "RRR"


def test_a_nested_tree_is_halted_in_order_from_the_top() -> None:
    log: list[str] = []
    a, b, c, d = (ScriptedLeaf(name, script, log) for name, script in zip("abcd", ("R", "S", "R", "R"), strict=True))
    root = Parallel(ALL, [a, Sequence([b, Inverter(c)]), d])
    context = Context(ScriptedRobot())
    root.tick(context)
    assert statuses(root) == "RRRSRRR"
    log.clear()
    root.reset(context)
    assert log == ["a.halt", "c.halt", "d.halt"]
    assert statuses(root) == "IIIIIII"


def test_halting_twice_halts_once() -> None:
    children, log = leaves("R")
    root = Sequence(children)
    context = Context(ScriptedRobot())
    root.tick(context)
    root.reset(context)
    root.reset(context)
    assert log == ["a.begin", "a.halt"]


def test_a_child_that_answers_idle_is_named() -> None:
    children, _ = leaves("S", "I")
    root = Sequence(children)
    number(root)
    with pytest.raises(TreeError, match=r"Scripted\(name=b\) at 0\.1 answered a tick with idle"):
        root.tick(Context(ScriptedRobot()))


def test_a_child_that_raises_leaves_its_siblings_to_be_halted() -> None:
    children, log = leaves("R", "RX", "R")
    root = Parallel(ALL, children)
    number(root)
    context = Context(ScriptedRobot())
    root.tick(context)
    with pytest.raises(TreeError, match=r"Scripted\(name=b\) at 0\.1 raised RuntimeError: b is scripted to raise"):
        root.tick(context)
    assert log[3:] == ["b.halt"]
    root.reset(context)
    assert log[3:] == ["b.halt", "a.halt", "c.halt"]
    assert [event.outcome for event in context.events] == ["halted", "failure", "halted"]
