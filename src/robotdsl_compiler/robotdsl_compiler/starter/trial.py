"""Whether a program of texts holds: it goes through the compiler's own phases up to the validation rules."""

from __future__ import annotations

from robotdsl_compiler.analysis import analyze
from robotdsl_compiler.frontend.parser import parse
from robotdsl_compiler.library.loader import Libraries
from robotdsl_compiler.lowering import lower
from robotdsl_compiler.model.facts import Facts
from robotdsl_compiler.starter.texts import Texts
from robotdsl_compiler.support.diagnostic import Diagnostics
from robotdsl_compiler.support.source import Source
from robotdsl_compiler.validation.rules import validate


def tried(texts: Texts, libraries: Libraries) -> tuple[Facts | None, Diagnostics]:
    """The facts of the program and everything that is said of it; clean where nothing is."""
    said = Diagnostics()
    documents = {}
    for form, text in texts.items():
        document = parse(Source(f"starter.{form.value}", text.encode()), form, said)
        assert document is not None, text
        documents[form] = document
    program = lower(documents, libraries, said)
    if program is None:
        return None, said
    facts = analyze(program)
    validate(facts, said)
    return facts, said
