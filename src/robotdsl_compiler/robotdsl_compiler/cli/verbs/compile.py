"""``compile``: check a program, or build a target from it."""

from __future__ import annotations

import argparse

from robotdsl_compiler.cli.report import emit, exit_code, tell
from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request


def run(arguments: argparse.Namespace) -> int:
    outcome = compile_program(
        Request(
            files=tuple(arguments.files),
            libraries=tuple(arguments.library),
            check=arguments.check or (arguments.dump is not None and arguments.target is None),
            target=arguments.target,
            output=arguments.output,
            warnings_as_errors=arguments.warnings_as_errors,
            kinematic=arguments.kinematic,
        )
    )
    if arguments.json:
        from robotdsl_compiler.driver.document import outcome_text

        emit(outcome_text(outcome))
    elif arguments.dump is not None:
        from robotdsl_compiler.driver.document import dump_text

        emit(dump_text(outcome, arguments.dump))
    tell(outcome, arguments.color)
    return exit_code(outcome)
