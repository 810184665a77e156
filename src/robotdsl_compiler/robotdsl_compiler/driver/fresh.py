"""Writes files that must not be there yet: what a person may have changed since is never replaced."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from robotdsl_compiler.driver.output import write_output
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.targets.contract import File


def write_fresh(directory: str, files: Sequence[File], diagnostics: Diagnostics) -> bool:
    """Write ``files`` under ``directory`` as ``write_output`` does, unless one of them exists: then every one that
    does is reported as ``environment.output_unwritable`` and nothing is written.
    """
    there = [file.path for file in files if os.path.lexists(Path(directory, file.path))]
    for path in there:
        diagnostics.report(
            "environment.output_unwritable",
            Phase.OUTPUT_WRITE,
            f"{Path(directory, path)} exists already, and is not overwritten",
            help="name another directory with --output, or move the file away",
        )
    return not there and write_output(directory, files, diagnostics)
