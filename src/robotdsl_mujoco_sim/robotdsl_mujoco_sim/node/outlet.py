"""Publishing, apart from stepping: a thread that makes messages and hands them to ROS in the order they came in.

A simulation without a pace has no step that could be late, and two threads that are always busy in Python wait for
each other more than they share: whoever steps then publishes itself.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

# So many may wait; past it whoever brings a message waits.
_MOST = 500
# Of those that may be left out, so many wait at most.
_MOST_OF_SENSORS = 100
_WAIT_S = 0.001


class Outlet:
    """``put`` takes what makes and publishes one message. What fails is told to ``said`` and the rest goes on."""

    def __init__(self, said: Callable[[str], None]) -> None:
        self._said = said
        # One of a fixed length would cost as much as the publishing does.
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        # Messages of sensors that were left out, since those before them had not gone yet.
        self.left_out = 0
        # The thread that publishes itself.
        self._direct: int | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def publish_here(self, here: bool) -> None:
        """Whether what the calling thread brings from now on is published at once, by itself; what it brought before
        has gone out then.
        """
        if here and self._direct is None:
            gone = threading.Event()
            self._queue.put(gone.set)
            gone.wait()
        self._direct = threading.get_ident() if here else None

    def put(self, publish: Callable[[], None]) -> None:
        if self._direct == threading.get_ident():
            self._publish(publish)
            return
        while self._queue.qsize() >= _MOST:
            time.sleep(_WAIT_S)
        self._queue.put(publish)

    def offer(self, publish: Callable[[], None]) -> bool:
        """The same for a measurement: left out while too many wait."""
        if self._direct == threading.get_ident():
            self._publish(publish)
            return True
        if self._queue.qsize() >= _MOST_OF_SENSORS:
            self.left_out += 1
            return False
        self._queue.put(publish)
        return True

    def close(self) -> None:
        """Publish what waits, and end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (publish := self._queue.get()) is not None:
            self._publish(publish)

    def _publish(self, publish: Callable[[], None]) -> None:
        try:
            publish()
        except Exception as error:
            self._said(f"a message could not be published: {type(error).__name__}: {error}")
