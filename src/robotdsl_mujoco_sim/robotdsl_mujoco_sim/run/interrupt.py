"""Ctrl-C and a request to terminate, as a flag that the run loop asks for, and elsewhere as ``KeyboardInterrupt``."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any

# Where the platform has it, a terminal that is closed asks to terminate too.
_TERMINATIONS = tuple(signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_SIGNALS = (signal.SIGINT, *_TERMINATIONS)


@contextlib.contextmanager
def terminations_interrupt() -> Iterator[None]:
    """Within it a request to terminate raises ``KeyboardInterrupt`` as Ctrl-C does, so that what was begun is put away.
    What this process was told to ignore, or handles already, stays as it is.
    """
    changed: list[signal.Signals] = []
    if threading.current_thread() is threading.main_thread():
        changed = [number for number in _TERMINATIONS if signal.getsignal(number) is signal.SIG_DFL]
    for number in changed:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


class Interrupt:
    """While it is entered, the first signal sets the flag and a second one acts as it would have without. One that this
    process was started to ignore, as a shell starts what runs in the background, is ignored.

    Outside of the main thread, where Python lets nobody handle signals, it does nothing.
    """

    def __init__(self) -> None:
        self._requested = False
        self._former: dict[signal.Signals, Any] = {}

    def __call__(self) -> bool:
        return self._requested

    def __enter__(self) -> Interrupt:
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._former[number] = signal.signal(number, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._give_back()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self._requested = True
        self._give_back()

    def _give_back(self) -> None:
        while self._former:
            number, former = self._former.popitem()
            signal.signal(number, former)
