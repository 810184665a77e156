"""Where a running simulation is, for the person who waits for it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TextIO

from robotdsl_runtime.evaluation.numbers import short

WIDTH = 79
_REDRAW_S = 0.1  # of wall time between two rewrites of a terminal's line
_LINE_EVERY_S = 5.0  # of simulated time between two lines where lines stay


def rewrites(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether ``stream`` is a terminal on which a line can be written over."""
    return stream.isatty() and environment.get("TERM") != "dumb"


def columns_of(stream: TextIO) -> int:
    """How wide the terminal is that ``stream`` writes to; 80 where it does not tell."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or WIDTH + 1
    except (OSError, ValueError):
        return WIDTH + 1


def _clipped(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: max(0, width - 2)]}.."[: max(0, width)]


class Progress:
    """One line that is rewritten on a terminal; elsewhere a line for every few simulated seconds.

    ``clock`` is the wall clock in seconds, ``stream`` where to write; ``terminal`` says that ``stream`` obeys carriage
    returns, and ``columns`` how wide that terminal is by now. Nothing of it reaches a run's results. Use as a context
    manager, or call ``finish``.
    """

    def __init__(
        self,
        stream: TextIO,
        clock: Callable[[], float],
        *,
        terminal: bool,
        every_s: float = _LINE_EVERY_S,
        timeout_s: float | None = None,
        columns: Callable[[], int] = lambda: WIDTH + 1,
    ) -> None:
        self._stream = stream
        self._clock = clock
        self._terminal = terminal
        self._columns = columns
        self._every = every_s
        self._timeout = timeout_s
        self._began: tuple[float, float] | None = None  # simulated, wall
        self._drawn_at = float("-inf")
        self._next_line = 0.0
        self._on_line = 0  # letters that a terminal's line holds now

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *exception: object) -> None:
        self.finish()

    def update(self, time: float, active: Sequence[str] = ()) -> None:
        """Tell the simulated ``time`` (s) and the ``active`` leaves; cheap enough to be called at every tick."""
        wall = self._clock()
        if self._began is None:
            self._began = time, wall
            self._next_line = time
        if self._terminal:
            if wall - self._drawn_at < _REDRAW_S:
                return
        elif time < self._next_line - 1e-9:
            return
        self._drawn_at = wall
        while self._next_line <= time + 1e-9:
            self._next_line += self._every
        text = self._text(time, wall, active)
        if self._terminal:
            self._rewrite(text)
        else:
            self._stream.write(f"{text}\n")
            self._stream.flush()

    def show(self, text: str) -> None:
        """Write ``text`` in the terminal's line, where it gives way to the next; elsewhere nothing."""
        wall = self._clock()
        if self._terminal and wall - self._drawn_at >= _REDRAW_S:
            self._drawn_at = wall
            self._rewrite(text)

    def message(self, text: str) -> None:
        """Write a line that stays."""
        self._clear()
        self._stream.write(f"{text}\n")
        self._stream.flush()

    def finish(self) -> None:
        """Take a terminal's line away; what comes next starts on an empty line."""
        self._clear()
        self._stream.flush()

    def _text(self, time: float, wall: float, active: Sequence[str]) -> str:
        assert self._began is not None
        simulated, passed = time - self._began[0], wall - self._began[1]
        of = f" of {short(self._timeout, 4)} s" if self._timeout is not None else ""
        pace = f"{simulated / passed:6.1f} times real time" if passed > 0.05 else " " * 22
        return _clipped(f"{time:8.1f} s{of}  {pace}  {', '.join(active)}".rstrip(), WIDTH)

    def _rewrite(self, text: str) -> None:
        # A line that the terminal breaks in two cannot be written over.
        width = min(WIDTH, self._columns() - 1)
        text, self._on_line = _clipped(text, width), min(self._on_line, width)
        self._stream.write("\r" + text.ljust(self._on_line))
        self._stream.flush()
        self._on_line = len(text)

    def _clear(self) -> None:
        if self._on_line:
            self._stream.write("\r" + " " * self._on_line + "\r")
            self._on_line = 0
