"""``explain``: what a diagnostic's code means."""

from __future__ import annotations

import argparse
import sys

from robotdsl_compiler.support.catalogue import CATALOGUE, Code, Domain
from robotdsl_compiler.support.suggest import nearest

_FAULTS = {
    Domain.APPLICATION: "what the program says",
    Domain.LIBRARY: "what a library says",
    Domain.INVOCATION: "how the command was called",
    Domain.ENVIRONMENT: "what the machine allows",
}
_VALIDATION = "validation."


def run(arguments: argparse.Namespace) -> int:
    if arguments.code is None:
        width = max(len(name) for name in CATALOGUE)
        for code in CATALOGUE.values():
            print(f"{code.name:{width}}  {code.summary}")
        return 0
    found = CATALOGUE.get(arguments.code) or _by_last_words(arguments.code)
    if found is None:
        near = nearest(arguments.code, CATALOGUE)
        hint = "the verb explain without a code lists all" if near is None else f"did you mean {near}?"
        print(f"robotdsl explain: there is no code {arguments.code}; {hint}", file=sys.stderr)
        return 2
    print("\n".join(_page(found)))
    return 0


def _by_last_words(word: str) -> Code | None:
    """The one code that ends in ``.word``: ``glue_on_connector`` is enough to say."""
    ending = [code for name, code in CATALOGUE.items() if name.endswith(f".{word}")]
    return ending[0] if len(ending) == 1 else None


def _page(code: Code) -> list[str]:
    ends = "stops the compilation" if code.blocking else "does not stop the compilation"
    lines = [
        code.name,
        "",
        code.summary,
        "",
        f"level   {code.level.value}; {ends}",
        f"domain  {code.domain.value}: {_FAULTS[code.domain]}",
    ]
    return lines + _rule(code.name.removeprefix(_VALIDATION)) if code.name.startswith(_VALIDATION) else lines


def _rule(name: str) -> list[str]:
    """What a validation rule asks, and when it cannot tell."""
    from robotdsl_compiler.validation.rules import RULES

    rule = next((rule for rule in RULES if rule.name == name), None)
    if rule is None:
        return []
    return [f"asks    {rule.question}", f"unknown when: {rule.unknown_when}"]
