"""What other threads leave for the one that steps, which takes it between two steps."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from robotdsl_mujoco_sim.errors import SimulationError

# How often one who waits for an answer looks whether there will be one, s of the wall clock.
_REQUEST_S = 0.1


class Inbox:
    """``put`` and ``ask`` are for any thread, the rest for the one that steps."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._closed = False

    def put(self, act: Callable[[], None]) -> None:
        self._queue.put(act)

    def ask(self, act: Callable[[], str | None]) -> str | None:
        """Have ``act`` done between two steps, and wait until it is; what it says is why it was not done."""
        done = threading.Event()
        answer: list[str | None] = ["the simulation has ended"]

        def take() -> None:
            try:
                answer[0] = act()
            except SimulationError as error:
                answer[0] = str(error)
                raise
            finally:
                done.set()

        self.put(take)
        while not (done.wait(_REQUEST_S) or self._closed):
            pass
        return answer[0]

    def empty(self) -> None:
        """Do what waits now: whoever sends faster than this takes it keeps no step waiting."""
        for _ in range(self._queue.qsize()):
            self._queue.get()()

    def wait(self, seconds: float) -> bool:
        """Do the next that comes within ``seconds`` of the wall clock; whether there was one."""
        try:
            act = self._queue.get(timeout=seconds)
        except queue.Empty:
            return False
        act()
        return True

    def close(self) -> None:
        """Nobody steps any more: those who wait for an answer get none."""
        self._closed = True
