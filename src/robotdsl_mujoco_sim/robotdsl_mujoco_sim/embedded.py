"""The run in one process: ``main`` is what an output's ``run.py`` calls.

Nothing but the standard library is imported before the arguments are read, so that ``--help`` and a missing package
are answered at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from robotdsl_mujoco_sim.run.interrupt import terminations_interrupt

EXIT_USAGE, EXIT_INTERRUPTED = 2, 130
_NEEDS = "pip install 'mujoco>=3.11,<4' numpy"


def main(output: Path, argv: Sequence[str]) -> int:
    """Run the output at ``output`` and judge it; the exit code.

    0: the task, the physical verdict and every check passed. 1: it was judged otherwise, or could not be decided. 2:
    the arguments or the output are at fault, which stderr names. 130: it was interrupted, and what was recorded until
    then is written.
    """
    try:
        options = _parser().parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    try:
        with terminations_interrupt():
            return _run(output, options)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED


def _run(output: Path, options: argparse.Namespace) -> int:
    try:
        from robotdsl_mujoco_sim.run.command import run_command
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0].startswith("robotdsl"):
            raise
        print(f"error: the Python package {error.name} is not installed: {_NEEDS}", file=sys.stderr)
        return EXIT_USAGE
    return run_command(output, options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run.py", description="Run the task in simulation, judge it, and write a report.", allow_abbrev=False
    )
    parser.add_argument("--run-dir", type=_path, metavar="DIR", help="where results go (default: run/ beside run.py)")
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="of the sensors' noise (default 0)")
    parser.add_argument("--real-time", action="store_true", help="no faster than the wall clock")
    parser.add_argument("--view", action="store_true", help="show the run in a window, at real time")
    parser.add_argument("--video", type=_path, metavar="FILE", help="write a film of the run: .mp4 or .gif")
    parser.add_argument("--no-picture", dest="picture", action="store_false", help="no picture drawn by MuJoCo")
    parser.add_argument("--no-report", dest="report", action="store_false", help="no report and no pictures at all")
    parser.add_argument("--quiet", action="store_true", help="no progress and no table: the files and the exit code")
    parser.add_argument("--json", action="store_true", help="print the evaluation as JSON instead of the table")
    return parser


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("an empty name")
    return Path(text)


def _seed(text: str) -> int:
    seed = int(text)
    if seed < 0:
        raise argparse.ArgumentTypeError("a seed is a whole number of 0 or more")
    return seed
