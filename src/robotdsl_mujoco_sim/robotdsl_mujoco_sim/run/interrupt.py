"""Ctrl-C and a request to terminate, as a flag that the run loop asks for."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupt:
    """While it is entered, the first signal sets the flag and a second one acts as it would have without.

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
