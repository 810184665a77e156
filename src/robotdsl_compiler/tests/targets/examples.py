"""The example programs: their names, and what is worked out of each, once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from robotdsl_compiler.driver.pipeline import compile_program
from robotdsl_compiler.driver.request import Request
from robotdsl_compiler.model.facts import Facts

SOURCE = Path(__file__).parents[3] / "robotdsl_libraries"
PROGRAMS = sorted(path.name for path in (SOURCE / "programs").iterdir() if path.is_dir())


@cache
def facts_of_program(name: str) -> Facts:
    outcome = compile_program(
        Request((str(SOURCE / "programs" / name),), (str(SOURCE / "libraries" / "example"),), check=True)
    )
    assert outcome.facts is not None
    return outcome.facts
