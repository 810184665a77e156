"""The phases of a compilation, in order. Each hands immutable values to the next and reports what it finds."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from robotdsl_compiler.driver.inputs import keeps_clear
from robotdsl_compiler.driver.request import Outcome, Request, Status, ended
from robotdsl_compiler.driver.sources import is_folder, load_sources
from robotdsl_compiler.frontend.syntax import Document, Form
from robotdsl_compiler.library.loader import load_libraries
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.model.program import Program
from robotdsl_compiler.support.diagnostic import Diagnostics, Phase
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.support.suggest import nearest
from robotdsl_compiler.validation.finding import Finding

if TYPE_CHECKING:
    from robotdsl_compiler.targets.contract import Bound, Target

# What only a target asks for.
_TARGET_PHASES = (
    Phase.TARGET_RESOLUTION,
    Phase.TARGET_BINDING,
    Phase.WORLD_REALIZATION,
    Phase.EMISSION,
    Phase.OUTPUT_WRITE,
)


def compile_program(request: Request) -> Outcome:
    """Compile what ``request`` names. Never raises for what a user or a machine does wrong: that is a diagnostic.

    Loading sources, loading libraries and resolving the target do not wait for each other, and every source is parsed;
    names are resolved once all of those passed but for the target. Nothing is written while anything blocks.
    """
    return _Compilation(request).run()


class _Compilation:
    def __init__(self, request: Request) -> None:
        self.request = request
        self.diagnostics = Diagnostics(warnings_as_errors=request.warnings_as_errors)
        self.ran: set[Phase] = set()
        self.sources: tuple[tuple[Form, Source], ...] = ()
        self.documents: dict[Form, Document] = {}
        self.program: Program | None = None
        self.facts: Facts | None = None
        self.findings: tuple[Finding, ...] = ()
        self.bound: Bound | None = None
        self.written: tuple[str, ...] | None = None

    def run(self) -> Outcome:
        self._compile()
        return Outcome(
            request=self.request,
            sources=self.sources,
            diagnostics=self.diagnostics,
            phases={phase: self._status(phase) for phase in Phase},
            documents=self.documents,
            program=self.program,
            facts=self.facts,
            findings=self.findings,
            bound=self.bound,
            written=self.written,
        )

    def _compile(self) -> None:
        request, diagnostics = self.request, self.diagnostics
        self._enter(Phase.SOURCE_LOAD)
        self.sources = load_sources(request.files, diagnostics)
        self._enter(Phase.LIBRARY_LOAD)
        libraries = load_libraries([Path(name) for name in request.libraries], diagnostics)
        target = None if request.check else self._target()
        self._parse()
        if self._blocked(Phase.SOURCE_LOAD, Phase.LIBRARY_LOAD, Phase.PARSE):
            return

        from robotdsl_compiler.lowering.lower import lower

        self._enter(Phase.NAME_RESOLUTION, Phase.TYPE_CHECK)
        self.program = lower(self.documents, libraries, diagnostics)
        # What resolving names has read of the libraries may block by itself, where warnings do.
        if self.program is None or self._blocked(Phase.LIBRARY_LOAD):
            return

        from robotdsl_compiler.analysis.analyze import analyze
        from robotdsl_compiler.validation.rules import validate

        self._enter(Phase.ANALYSIS)
        self.facts = analyze(self.program)
        self._enter(Phase.VALIDATION)
        self.findings = validate(self.facts, diagnostics)
        if target is None or self._blocked(Phase.VALIDATION):
            return
        self._enter(Phase.TARGET_BINDING, Phase.WORLD_REALIZATION)
        self.bound = target.bind(self.facts, diagnostics)
        # A warning of any phase may block as well, and then nothing is written.
        if self.bound is None or diagnostics.blocked():
            return
        self._emit(target, self.bound)

    def _parse(self) -> None:
        from robotdsl_compiler.frontend.parser import parse

        self._enter(Phase.PARSE)
        for form, source in self.sources:
            document = parse(source, form, self.diagnostics)
            if document is not None:
                self.documents[form] = document

    def _target(self) -> Target | None:
        """The target that the request names, once it also has a directory of its own to write to."""
        from robotdsl_compiler.driver.registry import KINEMATIC, TARGETS

        request, diagnostics = self.request, self.diagnostics
        self._enter(Phase.TARGET_RESOLUTION)
        if request.target is None:
            diagnostics.report(
                "invocation.no_target",
                Phase.TARGET_RESOLUTION,
                "nothing says what to do with the program",
                help=f"--check validates it, --target NAME builds it (targets: {', '.join(TARGETS)})",
            )
            return None
        target = (KINEMATIC if request.kinematic else TARGETS).get(request.target)
        if target is None and request.target in TARGETS:
            diagnostics.report(
                "invocation.unknown_target",
                Phase.TARGET_RESOLUTION,
                f"target `{request.target}` cannot carry a base as its wheels are told, which --kinematic asks for",
                help=f"targets that can: {', '.join(KINEMATIC)}",
            )
        elif target is None:
            near = nearest(request.target, TARGETS)
            diagnostics.report(
                "invocation.unknown_target",
                Phase.TARGET_RESOLUTION,
                f"there is no target `{request.target}`",
                help=f"targets: {', '.join(TARGETS)}" if near is None else f"did you mean `{near}`?",
            )
        if not request.output:
            diagnostics.report(
                "invocation.no_output",
                Phase.TARGET_RESOLUTION,
                f"target `{request.target}` has no directory to write to",
                help="name one with --output DIR",
            )
            return None
        clear = keeps_clear(request.output, self._inputs(), request.libraries, diagnostics)
        return target if clear else None

    def _inputs(self) -> Iterable[str]:
        """Each source once; of a folder that was named, the sources in it."""
        named = (name for name in self.request.files if not is_folder(name))
        return dict.fromkeys([*named, *(source.name for _, source in self.sources)])

    def _emit(self, target: Target, bound: Bound) -> None:
        from robotdsl_compiler.driver.inspection import inspection
        from robotdsl_compiler.driver.output import write_output

        self._enter(Phase.EMISSION)
        try:
            files = (*target.render(bound), inspection(bound, self.sources, self.findings))
        except OSError as error:
            self.diagnostics.report(
                "environment.source_unreadable",
                Phase.EMISSION,
                f"cannot read what the output carries along: {error.strerror or error}",
                help="install the packages robotdsl_runtime and robotdsl_mujoco_sim beside the compiler",
            )
            return
        self._enter(Phase.OUTPUT_WRITE)
        assert self.request.output is not None
        if write_output(self.request.output, files, self.diagnostics):
            self.written = tuple(file.path for file in files)

    def _enter(self, *phases: Phase) -> None:
        self.ran.update(phases)

    def _blocked(self, *phases: Phase) -> bool:
        return any(self.diagnostics.blocked(phase) for phase in phases)

    def _status(self, phase: Phase) -> Status:
        if phase not in self.ran:
            unasked = self.request.check and phase in _TARGET_PHASES
            return Status.NOT_REQUESTED if unasked else Status.NOT_RUN
        return ended(phase, self.diagnostics)
