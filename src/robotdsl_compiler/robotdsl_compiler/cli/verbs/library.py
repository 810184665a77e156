"""``library``: read every entry of libraries and tell what is wrong with them, whatever a program may name."""

from __future__ import annotations

import argparse
import os
import sys

from robotdsl_compiler.cli.report import emit, exit_code
from robotdsl_compiler.driver.libraries import check_libraries
from robotdsl_compiler.support.json_form import in_order
from robotdsl_compiler.support.terminal import tell
from robotdsl_compiler.support.wording import counted


def run(arguments: argparse.Namespace) -> int:
    libraries, outcome = check_libraries(tuple(arguments.directories))
    if arguments.json:
        from robotdsl_compiler.driver.document import outcome_text

        emit(outcome_text(outcome))
    tell(in_order(outcome.diagnostics, []), arguments.color, sys.stderr, os.environ)
    named, held = (
        " ".join(arguments.directories),
        ", ".join(
            counted(len(entries.read_all()), kind)
            for kind, entries in (
                ("part", libraries.parts),
                ("object", libraries.objects),
                ("environment", libraries.environments),
                ("walker", libraries.walkers),
            )
        ),
    )
    if outcome.ok:
        print(f"Checked {named} ({held})", file=sys.stderr)
    else:
        print(f"error: {counted(len(outcome.diagnostics), 'error')} in {named}; sound are {held}", file=sys.stderr)
    return exit_code(outcome)
