"""Real processes under the supervisor: their order, their ends, and that none is left."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from robotdsl_runtime.nodes.bringup.plan import End, Plan, Process
from robotdsl_runtime.nodes.bringup.supervisor import EXIT_BROKEN, EXIT_INTERRUPTED, Supervisor

from .standins import STAYS, command, lines

# Interrupts whoever started it, as a person at the terminal does.
INTERRUPT = "os.kill(os.getppid(), signal.SIGINT)\n"
ALL_UP = 'wait_for("simulation up", "drive up")\n'
LONG = 60.0

Run = Callable[..., tuple[int, list[str], list[str]]]


def plan(folder: Path, *, task: bool = True, ends_with_task: bool = True, after: str | None = None) -> Plan:
    processes = [
        Process("simulation", "sim", end=End.NEEDED, loss="it stands still"),
        *([Process("prepare", "prepare", end=End.PREPARES)] if after else []),
        Process("drive", "drive", end=End.NEEDED, loss="it runs on", after=after),
        *([Process("task", "task", end=End.TASK, after=after)] if task else []),
    ]
    return Plan(folder, tuple(processes), ends_with_task)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a plan with programs for its processes; gives the exit code, what was noted and what was said."""

    def make(
        made: Plan, grace_s: float = LONG, kill_after_s: float = LONG, **programs: str
    ) -> tuple[int, list[str], list[str]]:
        log, said = tmp_path / "log", []

        def command_of(process: Process) -> list[str]:
            return command(log, programs.get(process.name, STAYS), process.name)

        def say(line: str) -> None:
            said.append(line)
            with (tmp_path / "log.said").open("a") as out:
                print(line, file=out, flush=True)

        code = Supervisor(made, command_of, say, grace_s, kill_after_s).run()
        return code, lines(log), said

    return make


@pytest.mark.parametrize("code", [0, 1])
def test_the_end_of_the_task_ends_everything_with_its_code(run: Run, tmp_path: Path, code: int) -> None:
    ended, noted, said = run(plan(tmp_path), task=f"{ALL_UP}sys.exit({code})")
    assert ended == code
    assert sorted(noted[2:]) == ["drive asked", "simulation asked"]
    assert said == [f"the task has ended, with code {code}"]


def test_what_waits_starts_once_what_prepares_is_done(run: Run, tmp_path: Path) -> None:
    prepare = 'wait_for("simulation up")\nnote("prepared")\n'
    ended, noted, _ = run(plan(tmp_path, after="prepare"), prepare=prepare, task=ALL_UP)
    assert ended == 0
    assert noted[:3] == ["simulation up", "prepared", "drive up"]


def test_preparations_that_fail_end_the_run(run: Run, tmp_path: Path) -> None:
    prepare = 'wait_for("simulation up")\nsys.exit(4)\n'
    ended, noted, said = run(plan(tmp_path, after="prepare"), prepare=prepare)
    assert ended == EXIT_BROKEN
    assert noted == ["simulation up", "simulation asked"]
    assert said == ["prepare (prepare) could not do its work: it ended with code 4; there is no result"]


def test_a_drive_that_ends_first_leaves_no_result(run: Run, tmp_path: Path) -> None:
    task = 'on(signal.SIGINT, lambda: note("result"))\nnote("task up")\nwhile True:\n    signal.pause()\n'
    drive = 'wait_for("simulation up", "task up")\n'
    ended, noted, said = run(plan(tmp_path), drive=drive, task=task)
    assert ended == EXIT_BROKEN
    assert sorted(noted) == ["simulation asked", "simulation up", "task up"]
    assert said == ["drive (drive) ended first, with code 0: it runs on; there is no result"]


def test_a_simulation_that_is_killed_is_told_of(run: Run, tmp_path: Path) -> None:
    simulation = 'note("simulation up")\nwait_for("drive up", "task up")\nos.kill(os.getpid(), signal.SIGKILL)\n'
    ended, noted, said = run(plan(tmp_path), simulation=simulation)
    assert ended == EXIT_BROKEN
    assert "drive asked" in noted
    assert said[0].startswith("simulation (sim) ended first, by signal 9: it stands still")


def test_an_interrupt_reaches_the_task_which_may_judge(run: Run, tmp_path: Path) -> None:
    task = f"""
{ALL_UP}
on(signal.SIGINT, lambda: (note("result"), os._exit(130)))
{INTERRUPT}
while True:
    signal.pause()
"""
    ended, noted, said = run(plan(tmp_path), task=task)
    assert ended == EXIT_INTERRUPTED
    assert sorted(noted[2:]) == ["drive asked", "result", "simulation asked"]
    assert said == ["interrupted by SIGINT"]


def test_the_others_are_there_until_an_interrupted_task_has_judged(run: Run, tmp_path: Path) -> None:
    task = f"""
{ALL_UP}
def judge():
    # Time enough for another signal to arrive before.
    time.sleep(0.2)
    note("result")
    os._exit(130)
on(signal.SIGINT, judge)
{INTERRUPT}
while True:
    signal.pause()
"""
    _, noted, _ = run(plan(tmp_path), task=task)
    assert noted[2] == "result"
    assert sorted(noted[3:]) == ["drive asked", "simulation asked"]


def test_a_task_that_is_killed_has_no_result(run: Run, tmp_path: Path) -> None:
    ended, _, said = run(plan(tmp_path), task=f"{ALL_UP}os.kill(os.getpid(), signal.SIGKILL)\n")
    assert (ended, said) == (EXIT_BROKEN, ["the task has ended, by signal 9; there is no result"])


def test_driving_by_hand_ends_well_by_an_interrupt(run: Run, tmp_path: Path) -> None:
    drive = f'wait_for("simulation up")\n{INTERRUPT}{STAYS}'
    ended, noted, _ = run(plan(tmp_path, task=False), drive=drive)
    assert ended == 0
    assert "simulation asked" in noted


def test_the_rest_goes_on_after_the_task_and_ends_with_its_code(run: Run, tmp_path: Path) -> None:
    drive = f"""
note("drive up")
on(signal.SIGINT, lambda: os._exit(0))
while not os.path.exists(log + ".said"):
    time.sleep(0.01)
{INTERRUPT}
while True:
    signal.pause()
"""
    task = f"{ALL_UP}sys.exit(1)"
    ended, noted, said = run(plan(tmp_path, ends_with_task=False), drive=drive, task=task)
    assert ended == 1
    assert "simulation asked" in noted
    assert said == ["the task has ended, with code 1; the rest goes on", "interrupted by SIGINT"]


STUBBORN = """
on(signal.SIGINT, lambda: note("{name} asked"))
on(signal.SIGTERM, lambda: note("{name} told"))
note("{name} up")
while True:
    signal.pause()
"""


def test_an_interrupt_waits_until_a_process_is_ready_for_it(run: Run, tmp_path: Path) -> None:
    # Without a handler Python would raise in the midst of what it loads.
    drive = f"""
{INTERRUPT}
# It loads for as long as a signal that is not held back takes to arrive.
time.sleep(0.2)
note("loaded")
on(signal.SIGINT, lambda: (note("drive asked"), os._exit(0)))
signal.pause()
"""
    _, noted, _ = run(plan(tmp_path, task=False), drive=f'wait_for("simulation up")\n{drive}')
    assert [line for line in noted if not line.startswith("simulation")] == ["loaded", "drive asked"]


def test_who_does_not_end_when_asked_is_told_and_then_killed(run: Run, tmp_path: Path) -> None:
    ended, noted, said = run(plan(tmp_path), 0.3, 0.3, simulation=STUBBORN, task=ALL_UP)
    assert ended == 0
    assert [line for line in noted if line.startswith("simulation")] == [
        "simulation up", "simulation asked", "simulation told",
    ]  # fmt: skip
    assert said[-1] == "simulation did not end when it was told to, and is killed"


def test_another_interrupt_goes_on_to_the_next_step(run: Run, tmp_path: Path) -> None:
    simulation = """
on(signal.SIGINT, lambda: (note("simulation asked"), os.kill(os.getppid(), signal.SIGINT)))
on(signal.SIGTERM, lambda: (note("simulation told"), os._exit(0)))
note("simulation up")
while True:
    signal.pause()
"""
    # Within the minutes of patience that nobody waits for here.
    ended, noted, _ = run(plan(tmp_path), simulation=simulation, task=ALL_UP)
    assert ended == 0
    assert noted[-1] == "simulation told"


def test_what_a_process_leaves_behind_is_ended_with_it(run: Run, tmp_path: Path) -> None:
    drive = """
child = os.fork()
if child == 0:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    note(f"child {os.getpid()}")
    while True:
        signal.pause()
note("drive up")
on(signal.SIGINT, lambda: os._exit(0))
while True:
    signal.pause()
"""
    task = f'{ALL_UP}while "child" not in open(log).read():\n    time.sleep(0.01)\n'
    _, noted, _ = run(plan(tmp_path), drive=drive, task=task)
    child = next(int(line.split()[1]) for line in noted if line.startswith("child"))
    # It was killed; when it is gone is the machine's matter.
    deadline = time.monotonic() + LONG
    while not gone(child):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def gone(pid: int) -> bool:
    """Whether a process is no more, or waits for a parent of its own to notice."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return stat.rpartition(")")[2].split()[0] in "ZX"


def test_what_cannot_be_started_has_ended(tmp_path: Path) -> None:
    said: list[str] = []

    def command_of(process: Process) -> list[str]:
        return (
            [str(tmp_path / "missing")] if process.name == "drive" else command(tmp_path / "log", STAYS, process.name)
        )

    assert Supervisor(plan(tmp_path, task=False), command_of, said.append).run() == EXIT_BROKEN
    assert said[0] == "drive (drive) cannot be started: No such file or directory"
    assert said[1].startswith("drive (drive) ended first, with code 127")


def test_the_handlers_of_signals_are_as_they_were(run: Run, tmp_path: Path) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    run(plan(tmp_path), task=ALL_UP)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
