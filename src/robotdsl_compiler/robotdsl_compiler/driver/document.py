"""What came of a compilation as JSON, for tools: the document of ``--json``, and the stages that ``--dump`` shows."""

from __future__ import annotations

from robotdsl_compiler.driver.inspection import approximation_values
from robotdsl_compiler.driver.plain import plain, program_value
from robotdsl_compiler.driver.request import Outcome
from robotdsl_compiler.frontend.dump import dump
from robotdsl_compiler.support.json_form import diagnostic_value, in_order
from robotdsl_compiler.support.numbers import json_text
from robotdsl_compiler.validation.rules import validation_document


def outcome_text(outcome: Outcome) -> str:
    """The document of schema ``robotdsl.compile``."""
    sources = [source for _, source in outcome.sources]
    document: dict[str, object] = {
        "schema": "robotdsl.compile",
        "version": 1,
        "ok": outcome.ok,
        "sources": [source.name for source in sources],
        "phases": {phase.value: status.value for phase, status in outcome.phases.items()},
        "diagnostics": [diagnostic_value(d) for d in in_order(outcome.diagnostics, sources)],
        "validation": validation_document(outcome.findings),
    }
    if outcome.request.target is not None:
        document["output"] = {
            "target": outcome.request.target,
            "directory": outcome.request.output,
            "files": list(outcome.written or ()),
        }
        document["approximations"] = [] if outcome.bound is None else approximation_values(outcome.bound)
    return json_text(document)


def dump_text(outcome: Outcome, stage: str) -> str:
    """A stage of the compilation: ``syntax``, the trees as indented text in the order of the forms; ``program`` or
    ``facts`` as JSON, ``null`` where the compilation did not come that far.
    """
    if stage == "syntax":
        return "".join(dump(document) for document in outcome.documents.values())
    reached = {
        "program": None if outcome.program is None else program_value(outcome.program),
        "facts": None if outcome.facts is None else plain(outcome.facts),
    }
    return json_text({"schema": f"robotdsl.{stage}", "version": 1, stage: reached[stage]})
