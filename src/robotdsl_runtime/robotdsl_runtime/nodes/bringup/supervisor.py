"""The plan of an output carried out by plain processes: none outlives the run, and whoever ends is told of.

Each process leads a session of its own, so that an interrupt at the terminal reaches the supervisor alone, which passes
it on in order; and what a process leaves behind is ended with it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Set
from types import FrameType
from typing import Any

from robotdsl_runtime.nodes.bringup.commands import GRACE_S, KILL_AFTER_S, variables
from robotdsl_runtime.nodes.bringup.course import Course, Ending, Step
from robotdsl_runtime.nodes.bringup.plan import Plan, Process

# A run that was broken off, without a result; and one that was interrupted, as shells count it.
EXIT_BROKEN, EXIT_INTERRUPTED = 3, 130
_NOT_STARTED = 127
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Supervisor:
    """One run of ``plan``. ``command`` is the command line of a process, ``say`` takes a line for a person; ``grace_s``
    is how long a process has after an interrupt, ``kill_after_s`` after a request to terminate.
    """

    def __init__(
        self,
        plan: Plan,
        command: Callable[[Process], list[str]],
        say: Callable[[str], None],
        grace_s: float = GRACE_S,
        kill_after_s: float = KILL_AFTER_S,
    ) -> None:
        self._plan, self._command, self._say = plan, command, say
        self._patience = ((signal.SIGINT, grace_s), (signal.SIGTERM, kill_after_s))
        self._course = Course(plan)
        self._alive: dict[str, subprocess.Popen[bytes]] = {}
        # What happened: the end of a process by name and code, or a signal to the supervisor, which has no name.
        # A queue that may be put into while it is being read, as a handler of signals does.
        self._events: queue.SimpleQueue[tuple[str | None, int]] = queue.SimpleQueue()

    def run(self) -> int:
        """Run until the course says that it is over, or a signal does; the exit code. The task's own where it ended."""
        before = {number: signal.signal(number, self._signalled) for number in _SIGNALS}
        try:
            for process in self._course.begin():
                self._start(process)
            return self._watch()
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        self._events.put((None, number))

    def _watch(self) -> int:
        while self._alive or not self._events.empty():
            name, code = self._events.get()
            if name is None:
                return self._interrupted(signal.Signals(code))
            self._alive.pop(name, None)
            ending = self._carry_out(self._course.ended(name, code))
            if ending is not None:
                self._say(ending.message)
                return self._over(ending)
        return 0 if self._course.task_code is None else self._course.task_code

    def _interrupted(self, number: signal.Signals) -> int:
        self._say(f"interrupted by {number.name}")
        self._course.stop()
        if self._course.task_code is not None:
            return self._course.task_code
        # To drive by hand ends in no other way.
        return 0 if self._plan.task is None else EXIT_INTERRUPTED

    def _over(self, ending: Ending) -> int:
        task = self._plan.task
        if not ending.judged and task is not None and task.name in self._alive:
            # Asked to end in any other way it would judge the run.
            _signal(self._alive[task.name], signal.SIGKILL)
        code = self._course.task_code
        return code if ending.judged and code is not None else EXIT_BROKEN

    def _carry_out(self, step: Step) -> Ending | None:
        if step.say is not None:
            self._say(step.say)
        for process in step.start:
            self._start(process)
        return step.ending

    def _start(self, process: Process) -> None:
        try:
            with _interrupts_held_back(process):
                child = subprocess.Popen(
                    self._command(process),
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                    env={**os.environ, **variables(process)},
                )
        except OSError as error:
            self._say(f"{process.called} cannot be started: {error.strerror or error}")
            self._events.put((process.name, _NOT_STARTED))
            return
        self._alive[process.name] = child
        threading.Thread(target=self._follow, args=(process.name, child), daemon=True).start()

    def _follow(self, name: str, child: subprocess.Popen[bytes]) -> None:
        # Its number is its own until it is waited for: what it leaves behind in its session is found by that.
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        self._events.put((name, child.wait()))

    def _stop(self) -> None:
        """End what is alive: asked first, then told, then made to. Another interrupt goes on to the next of these.

        The task is asked before the others, which it needs to bring the robot to rest and to see what came of it.
        """
        self._course.stop()
        task = self._plan.task
        for number, patience in self._patience:
            asked = {task.name} & self._alive.keys() if task is not None else set()
            for names in (asked, self._alive.keys() - asked):
                for name in names & self._alive.keys():
                    _signal(self._alive[name], number)
                self._await(names, time.monotonic() + patience)
        for name, child in self._alive.items():
            self._say(f"{name} did not end when it was told to, and is killed")
            _signal(child, signal.SIGKILL)
        self._await(self._alive.keys(), None)

    def _await(self, names: Set[str], deadline: float | None) -> None:
        """Until none of ``names`` is alive, the deadline, or an interrupt where there is one."""
        while names & self._alive.keys():
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0.0:
                return
            try:
                name, _ = self._events.get(timeout=left)
            except queue.Empty:
                return
            if name is not None:
                self._alive.pop(name, None)
            elif deadline is not None:
                return


@contextlib.contextmanager
def _interrupts_held_back(process: Process) -> Iterator[None]:
    """A script of the output that is started within it hears an interrupt once it is ready to. Before that Python would
    tell of it as of a fault.
    """
    if process.tool or process.package is not None:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _signal(child: subprocess.Popen[Any], number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child.pid, number)
