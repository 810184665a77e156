"""``drive``: compile for the target mjcf unless that was done before, then become the driver of the model."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from robotdsl_compiler.cli.report import exit_code, tell
from robotdsl_compiler.cli.verbs.simulate import program_name
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request

TARGET, DRIVER = "mjcf", "robotdsl_mujoco_sim.teleop"


def run(arguments: argparse.Namespace) -> int:
    if find_spec(DRIVER.partition(".")[0]) is None:
        print("error: the package robotdsl_mujoco_sim, which drives the model, is not installed", file=sys.stderr)
        return 1
    files = arguments.files
    if len(files) == 1 and Path(files[0], "drive.json").is_file():
        output = files[0]
    else:
        output = arguments.output or str(Path("build", f"{program_name(files)}-{TARGET}"))
        request = Request(
            files=tuple(files),
            libraries=tuple(arguments.library),
            target=TARGET,
            output=output,
            warnings_as_errors=arguments.warnings_as_errors,
        )
        outcome = compile_program(request)
        tell(outcome, arguments.color)
        if not outcome.ok:
            return exit_code(outcome)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-P", "-m", DRIVER, output, *drive_options(arguments)])


def drive_options(arguments: argparse.Namespace) -> list[str]:
    """The options that the driver takes, as the user gave them."""
    options: list[str] = []
    if arguments.command is not None:
        # Written out: an argument such as -1e-05 would be taken for an option.
        options += ["--command", *(f"{value:.12f}" for value in arguments.command)]
    if arguments.seconds is not None:
        options.append(f"--seconds={arguments.seconds}")
    return options
