"""The course of a bring-up: what starts when, and what ends it. It knows neither ROS nor a clock nor a process; whoever
carries out the plan says what has ended, and does what the course answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from robotdsl_runtime.nodes.bringup.plan import End, Plan, Process


@dataclass(frozen=True, slots=True)
class Ending:
    """The run is over, for the reason ``message``. With ``judged`` the task has said what came of it, or does when it
    is asked to end; else it must not any more, since the robot was not driven as it took it to be.
    """

    message: str
    judged: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What follows from the end of a process: the processes to start, what to say, and the end of the run."""

    start: tuple[Process, ...] = ()
    say: str | None = None
    ending: Ending | None = None


class Course:
    """The course of ``plan``."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._processes = {process.name: process for process in plan.processes}
        self._running: set[str] = set()
        self.over = False
        # The task's exit code, once it has ended by itself.
        self.task_code: int | None = None

    def begin(self) -> tuple[Process, ...]:
        """What starts first, in order."""
        return self._started(tuple(p for p in self._plan.processes if p.after is None))

    def running(self, name: str) -> bool:
        return name in self._running

    def stop(self) -> None:
        """The run was ended from outside: nothing starts any more, and no end means anything."""
        self.over = True

    def ended(self, name: str, code: int) -> Step:
        """The process ``name`` has ended with ``code``, negative for a signal."""
        self._running.discard(name)
        process = self._processes[name]
        if process.end is End.TASK and code >= 0:
            self.task_code = code
        if self.over:
            return Step()
        match process.end:
            case End.TASK:
                return self._task_ended(code)
            case End.NEEDED:
                return self._broken(f"{process.called} ended first, {_how(code)}: {process.loss}")
            case End.SERVES:
                self.over = True
                return Step(ending=Ending(f"{process.called} ended first, {_how(code)}: {process.loss}", judged=True))
            case End.PREPARES if code != 0:
                return self._broken(f"{process.called} could not do its work: it ended {_how(code)}")
        follow = self._started(tuple(p for p in self._plan.processes if p.after == name))
        return Step(follow, None if process.end is End.PREPARES else f"{process.called} ended, {_how(code)}")

    def _task_ended(self, code: int) -> Step:
        said = f"the task has ended, {_how(code)}"
        if code < 0:
            # It judges a run that it is asked to end. It was not asked.
            said += "; there is no result"
        if not self._plan.ends_with_task:
            return Step(say=f"{said}; the rest goes on")
        self.over = True
        return Step(ending=Ending(said, judged=code >= 0))

    def _broken(self, message: str) -> Step:
        self.over = True
        # A task that is over has been judged, whatever breaks afterwards.
        judged = self.task_code is not None
        return Step(ending=Ending(message if judged else f"{message}; there is no result", judged))

    def _started(self, processes: tuple[Process, ...]) -> tuple[Process, ...]:
        self._running |= {process.name for process in processes}
        return processes


def _how(code: int) -> str:
    return f"by signal {-code}" if code < 0 else f"with code {code}"
