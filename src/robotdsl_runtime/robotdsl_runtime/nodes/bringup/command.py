"""runtime/run_bringup.py: brings up an output without the launch package, by the same plan and rules.

    run_bringup.py control:=embedded navigation:=embedded

The process ends with the run: with the task's own code where it ended, 2 where the output or the arguments cannot be
used, 3 where a process that the robot needs ended first, which leaves no result, and 130 where it was interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from robotdsl_runtime.nodes.bringup.arguments import BringupError, read_arguments, usage
from robotdsl_runtime.nodes.bringup.commands import command
from robotdsl_runtime.nodes.bringup.plan import Process, bringup_plan
from robotdsl_runtime.nodes.bringup.supervisor import Supervisor

EXIT_FAULT = 2


def main(output: Path, argv: Sequence[str]) -> int:
    if any(word in ("-h", "--help", "--show-args") for word in argv):
        print(usage("run_bringup.py"))
        return 0
    try:
        plan = bringup_plan(output, read_arguments(argv))
        # All of them before the first starts: a run that cannot be whole does not begin.
        commands = {process.name: command(output, process, sys.executable) for process in plan.processes}
    except BringupError as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAULT

    def command_of(process: Process) -> list[str]:
        return commands[process.name]

    return Supervisor(plan, command_of, _say).run()


def _say(line: str) -> None:
    print(f"bring-up: {line}", flush=True)
