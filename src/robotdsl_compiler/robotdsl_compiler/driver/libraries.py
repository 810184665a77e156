"""Checks libraries without a program: all that they hold is read, and every fault is an error."""

from __future__ import annotations

from pathlib import Path

from robotdsl_compiler.driver.request import Outcome, Request, Status, ended
from robotdsl_compiler.library.loader import Libraries, load_libraries
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase


def check_libraries(directories: tuple[str, ...]) -> tuple[Libraries, Outcome]:
    """The libraries, and what came of reading them, as a compilation of which nothing else was asked."""
    diagnostics = Diagnostics()
    libraries = load_libraries([Path(name) for name in directories], diagnostics, strict=True)
    libraries.read_all()
    phases = dict.fromkeys(Phase, Status.NOT_REQUESTED)
    phases[Phase.LIBRARY_LOAD] = ended(Phase.LIBRARY_LOAD, diagnostics)
    return libraries, Outcome(
        request=Request(files=(), libraries=directories, check=True),
        sources=(),
        diagnostics=diagnostics,
        phases=phases,
        documents={},
        program=None,
        facts=None,
        findings=(),
        bound=None,
        written=None,
    )
