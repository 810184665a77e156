"""Signals: what a run does about those that ask it to stop."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from robotdsl_mujoco_sim.run.interrupt import Interrupt, terminations_interrupt

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Every signal as a process finds it, and afterwards as it was."""
    former = {number: signal.getsignal(number) for number in SIGNALS}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in former.items():
        signal.signal(number, handler)


def send(number: signal.Signals) -> None:
    os.kill(os.getpid(), number)


@pytest.mark.parametrize("number", SIGNALS)
def test_the_first_sets_the_flag_and_the_second_acts(number: signal.Signals) -> None:
    with terminations_interrupt(), Interrupt() as interrupted:
        assert not interrupted()
        send(number)
        assert interrupted()
        with pytest.raises(KeyboardInterrupt):
            send(number)


@pytest.mark.parametrize("number", SIGNALS)
def test_what_is_ignored_stays_ignored(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_IGN)
    with terminations_interrupt(), Interrupt() as interrupted:
        send(number)
        assert not interrupted()
    assert signal.getsignal(number) is signal.SIG_IGN


@pytest.mark.parametrize("number", SIGNALS)
def test_everything_is_given_back(number: signal.Signals) -> None:
    former = signal.getsignal(number)
    with terminations_interrupt():
        with Interrupt():
            pass
        with pytest.raises(KeyboardInterrupt):
            send(number)
    assert signal.getsignal(number) is former
