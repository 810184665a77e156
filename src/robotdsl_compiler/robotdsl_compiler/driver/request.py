"""What a compilation is asked to do, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from robotdsl_compiler.frontend.syntax import Document, Form
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.program import Program
from robotdsl_compiler.support.catalogue import Domain
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.value import value
from robotdsl_compiler.validation.finding import Finding

if TYPE_CHECKING:
    # A check never meets a target.
    from robotdsl_compiler.targets.contract import Bound


@value
class Request:
    """``files`` and ``libraries`` as the user names them. With ``check`` the program is validated and nothing is
    written; otherwise ``target`` is built into the directory ``output``, with ``kinematic`` for a simulation that
    carries the base whatever its wheels would do.
    """

    files: tuple[str, ...]
    libraries: tuple[str, ...]
    check: bool = False
    target: str | None = None
    output: str | None = None
    warnings_as_errors: bool = False
    kinematic: bool = False


class Status(Enum):
    """How a phase ended. ``invalid``: what was given is wrong; ``environment_failed``: the machine would not."""

    PASS = "pass"
    INVALID = "invalid"
    ENVIRONMENT_FAILED = "environment_failed"
    NOT_RUN = "not_run"
    NOT_REQUESTED = "not_requested"


def ended(phase: Phase, diagnostics: Diagnostics) -> Status:
    """How a phase that ran ended."""
    blocking = [d for d in diagnostics if d.phase is phase and d.blocking]
    if not blocking:
        return Status.PASS
    failed = all(d.code.domain is Domain.ENVIRONMENT for d in blocking)
    return Status.ENVIRONMENT_FAILED if failed else Status.INVALID


@dataclass(frozen=True, eq=False)
class Outcome:
    """Everything that came of a request, as far as it got: what later phases would have made is ``None``.

    ``sources`` are those that could be read, ``documents`` those that could be parsed. ``written`` names the files of
    the output; it is ``None`` where nothing was written.
    """

    request: Request
    sources: tuple[tuple[Form, Source], ...]
    diagnostics: Diagnostics
    phases: Mapping[Phase, Status]
    documents: Mapping[Form, Document]
    program: Program | None
    facts: Facts | None
    findings: tuple[Finding, ...]
    bound: Bound | None
    written: tuple[str, ...] | None

    @property
    def ok(self) -> bool:
        return not self.diagnostics.blocked()
