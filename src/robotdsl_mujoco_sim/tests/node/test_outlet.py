"""Messages go out in order, by the outlet's thread or by the one that brings them, and none is lost at the change."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest
from robotdsl_mujoco_sim.node.outlet import Outlet

SAID: list[str] = []


@pytest.fixture
def outlet() -> Iterator[Outlet]:
    SAID.clear()
    made = Outlet(SAID.append)
    yield made
    made.close()


def test_who_brings_publishes_when_told_to_and_what_came_before_has_gone(outlet: Outlet) -> None:
    hold, gone, by = threading.Event(), list[int](), list[int]()

    def of(number: int) -> None:
        gone.append(number)
        by.append(threading.get_ident())

    outlet.put(lambda: hold.wait(10.0) and None)
    for number in range(5):
        outlet.put(partial(of, number))
    threading.Timer(0.05, hold.set).start()
    outlet.publish_here(True)
    assert gone == [0, 1, 2, 3, 4]
    outlet.put(lambda: of(5))
    assert outlet.offer(lambda: of(6))
    assert gone == [0, 1, 2, 3, 4, 5, 6]
    own = threading.get_ident()
    assert own not in by[:5] and by[5:] == [own, own]


def test_what_another_thread_brings_is_still_the_outlets(outlet: Outlet) -> None:
    outlet.publish_here(True)
    by, gone = list[int](), threading.Event()

    def publish() -> None:
        by.append(threading.get_ident())
        gone.set()

    other = threading.Thread(target=lambda: outlet.put(publish))
    other.start()
    assert gone.wait(10.0)
    other.join()
    assert by[0] not in (threading.get_ident(), other.ident)


def test_it_hands_back(outlet: Outlet) -> None:
    outlet.publish_here(True)
    outlet.publish_here(False)
    by, gone = list[int](), threading.Event()
    outlet.put(lambda: by.append(threading.get_ident()))
    outlet.put(gone.set)
    assert gone.wait(10.0) and by[0] != threading.get_ident()


@pytest.mark.parametrize("here", [True, False])
def test_what_cannot_be_published_is_said_and_the_rest_goes_on(outlet: Outlet, here: bool) -> None:
    outlet.publish_here(here)
    gone = threading.Event()

    def fail() -> None:
        raise ValueError("no such field")

    outlet.put(fail)
    outlet.put(gone.set)
    assert gone.wait(10.0)
    assert SAID == ["a message could not be published: ValueError: no such field"]
