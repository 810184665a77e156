"""What came of a compilation as JSON, for tools: the document of ``--json``, and the stages that ``--dump`` shows."""

from __future__ import annotations

from robotdsl_compiler.driver.inspection import approximation_values
from robotdsl_compiler.driver.plain import plain, program_value
from robotdsl_compiler.driver.request import Outcome
from robotdsl_compiler.driver.syntax_value import document_value
from robotdsl_compiler.support.json_form import diagnostic_value, in_order
from robotdsl_compiler.support.numbers import json_text
from robotdsl_compiler.validation.finding import validation_document


def outcome_text(outcome: Outcome) -> str:
    """The document of schema ``robotdsl.compile``."""
    sources = [source for _, source in outcome.sources]
    document: dict[str, object] = {
        "schema": "robotdsl.compile",
        "version": 1,
        "ok": outcome.ok,
        "sources": [{"form": form.value, "name": source.name} for form, source in outcome.sources],
        "phases": {phase.value: status.value for phase, status in outcome.phases.items()},
        "diagnostics": [diagnostic_value(d) for d in in_order(outcome.diagnostics, sources)],
        "validation": validation_document(outcome.findings),
    }
    if outcome.request.target is not None:
        written = outcome.written is not None
        document["output"] = {
            "target": outcome.request.target,
            "directory": outcome.request.output,
            "files": outcome.written if written else 0,
            "written": written,
        }
        document["approximations"] = [] if outcome.bound is None else approximation_values(outcome.bound)
    return json_text(document)


def dump_text(outcome: Outcome, stage: str) -> str:
    """A stage of the compilation, ``null`` when it was not reached: ``syntax`` (the trees by form), ``program`` or
    ``facts``.
    """
    return json_text({"schema": f"robotdsl.{stage}", "version": 1, stage: _STAGES[stage](outcome)})


def _syntax(outcome: Outcome) -> object:
    return {form.value: document_value(document) for form, document in outcome.documents.items()}


def _program(outcome: Outcome) -> object:
    return None if outcome.program is None else program_value(outcome.program)


def _facts(outcome: Outcome) -> object:
    return None if outcome.facts is None else plain(outcome.facts)


_STAGES = {"syntax": _syntax, "program": _program, "facts": _facts}
