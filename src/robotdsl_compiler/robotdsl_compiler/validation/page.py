"""docs/reference/validation.md, made from the table of rules.

``python -m robotdsl_compiler.validation.page > docs/reference/validation.md`` writes it anew.
"""

from __future__ import annotations

from robotdsl_compiler.validation.rules import RULES

_HEAD = """\
# Validation rules

Each rule asks one question of the facts that analysis found and answers `pass`, `fail`, `unknown` or
`not_applicable`, with the evidence that it rests on. A rule works nothing out anew and changes nothing.

- A `fail` is an error, and nothing is written. Of an advisory rule it is a warning.
- `unknown` is a warning and never a pass: the facts do not settle the question, and the finding names what is missing.
  A rule that cannot decide because of what another one reports keeps silent.
- `not_applicable` means that the program has nothing that the question could be about.

A finding's code is `validation.` and the rule's name. This page is made from the table in
`robotdsl_compiler/validation/rules.py`; a test compares it (`python -m robotdsl_compiler.validation.page` prints it
anew).

| rule | asks | unknown when | advisory |
|---|---|---|---|
"""


def validation_page() -> str:
    """The page as Markdown."""
    rows = [
        f"| `{rule.name}` | {rule.question} | {rule.unknown_when} | {'yes' if rule.advisory else 'no'} |\n"
        for rule in RULES
    ]
    return _HEAD + "".join(rows)


if __name__ == "__main__":
    print(validation_page(), end="")
