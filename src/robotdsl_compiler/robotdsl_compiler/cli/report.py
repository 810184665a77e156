"""What the verbs say of a compilation: diagnostics and a summary line for people, one document for tools."""

from __future__ import annotations

import os
import sys

from robotdsl_compiler.driver.request import Outcome
from robotdsl_compiler.support import terminal
from robotdsl_compiler.support.catalogue import Domain, Level
from robotdsl_compiler.support.json_form import in_order
from robotdsl_compiler.support.wording import counted
from robotdsl_compiler.validation.finding import Verdict


def exit_code(outcome: Outcome) -> int:
    """0 when nothing blocks, 2 when the command line does, else 1."""
    if outcome.ok:
        return 0
    blocking = (d for d in outcome.diagnostics if d.blocking)
    return 2 if any(d.code.domain is Domain.INVOCATION for d in blocking) else 1


def tell(outcome: Outcome, color: str) -> None:
    """Write the diagnostics and the summary line to standard error."""
    found = in_order(outcome.diagnostics, [source for _, source in outcome.sources])
    terminal.tell(found, color, sys.stderr, os.environ)
    sys.stderr.write(summary(outcome) + "\n")
    sys.stderr.flush()


def summary(outcome: Outcome) -> str:
    """The one line that says how a compilation ended."""
    files = " ".join(outcome.request.files)
    if not outcome.ok:
        return f"error: {_counts(outcome)}" + (f"; {files} did not compile" if files else "")
    if outcome.written is None:
        return f"Checked {files} ({_checks(outcome)})"
    return f"Compiled {files} ({_checks(outcome)}) into {outcome.request.output} ({len(outcome.written)} files)"


def emit(text: str) -> None:
    """Write a document to standard output, in UTF-8 whatever the terminal's encoding is."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        buffer.write(text.encode("utf-8", "backslashreplace"))


def _counts(outcome: Outcome) -> str:
    levels = [d.level for d in outcome.diagnostics]
    errors, warnings = levels.count(Level.ERROR), levels.count(Level.WARNING)
    said = [counted(errors, "error")] if errors else []
    said += [counted(warnings, "warning")] if warnings else []
    return ", ".join(said)


def _checks(outcome: Outcome) -> str:
    """How many validation rules apply to the program, and how many of them did not pass."""
    verdicts = [finding.verdict for finding in outcome.findings]
    applied = len(verdicts) - verdicts.count(Verdict.NOT_APPLICABLE)
    failed, unknown = verdicts.count(Verdict.FAIL), verdicts.count(Verdict.UNKNOWN)
    said = [counted(applied, "check")]
    # What failed and did not block was advice.
    said += [f"{failed} advised against"] if failed else []
    said += [f"{unknown} undecided"] if unknown else []
    return ", ".join(said)
