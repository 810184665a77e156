"""``simulate``: compile for the embedded target, then become the run of what was compiled."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from robotdsl_compiler.cli.report import exit_code, tell
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.driver.sources import is_folder

TARGET = "embedded"
# The options of the run, which are its own business; here they are only passed on.
_VALUES = ("run_dir", "seed", "video")
_FLAGS = ("real_time", "view", "no_picture", "no_report", "quiet", "json")


def run(arguments: argparse.Namespace) -> int:
    output = arguments.output or str(Path("build", program_name(arguments.files)))
    outcome = compile_program(
        Request(
            files=tuple(arguments.files),
            libraries=tuple(arguments.library),
            target=TARGET,
            output=output,
            warnings_as_errors=arguments.warnings_as_errors,
        )
    )
    tell(outcome, arguments.color)
    if not outcome.ok:
        return exit_code(outcome)
    sys.stdout.flush()
    # The run takes this process over: Ctrl-C, the exit code and the memory are its own, and the compiler is gone.
    os.execv(sys.executable, [sys.executable, str(Path(output, "run.py")), *run_options(arguments)])


def run_options(arguments: argparse.Namespace) -> list[str]:
    """The options that the run takes, as the user gave them."""
    options: list[str] = []
    for name in _VALUES:
        value = getattr(arguments, name)
        if value is not None:
            options.append(f"--{name.replace('_', '-')}={value}")
    for name in _FLAGS:
        if getattr(arguments, name):
            options.append(f"--{name.replace('_', '-')}")
    return options


def program_name(files: list[str]) -> str:
    """What the output is called after: the .core file, or the folder or file that was named first."""
    core = next((name for name in files if name.endswith(".core")), None)
    if core is None:
        folder = next((name for name in files if is_folder(name)), None)
        inside = [] if folder is None else sorted(Path(folder).glob("*.core"))
        core = str(inside[0]) if inside else files[0]
    return Path(core).stem or "program"
