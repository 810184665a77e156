"""From the place where the parser stopped to what a person is told.

Each rule recognises one mistake; the first that does is taken. What none recognises is told by what could have stood
there. A new rule goes into the table of its module.
"""

from __future__ import annotations

from robotdsl_compiler.frontend.fault import Fault
from robotdsl_compiler.frontend.lexemes import Lexeme, scan
from robotdsl_compiler.frontend.mistakes import arguments, characters, structure
from robotdsl_compiler.frontend.mistakes.place import CLOSER, Place, described, label
from robotdsl_compiler.frontend.syntax import Form

_RULES = (*characters.RULES[:7], *arguments.RULES, *structure.RULES, *characters.RULES[7:])


def explain(text: str, form: Form, at: int, accepts: frozenset[str]) -> Fault:
    """What is wrong at the character ``at``, where the parser found something else than ``accepts`` (terminals)."""
    lexemes = scan(text)
    index = next(i for i, token in enumerate(lexemes.tokens) if token.end > at or token.start >= at)
    place = Place(form, text, lexemes.tokens, lexemes.comments, index, accepts, _open(lexemes.tokens[:index]))
    fault = next((fault for rule in _RULES if (fault := rule(place)) is not None), None)
    if fault is None:
        expected = place.expected
        fault = place.fault(f"expected {expected}, found {described(place.found)}", label=f"expected {expected}")
    return _with_nesting(place, fault)


def _with_nesting(place: Place, fault: Fault) -> Fault:
    """Adds that comments do not nest, when the text goes wrong behind a comment that was meant to hold another."""
    before = place.before()
    start = before.end if before else 0
    nested = [c for c in place.comments if start <= c.start and c.end <= place.found.start and "/*" in c.text[2:]]
    if nested and nested[-1].text.startswith("/*"):
        fault.related += (label(nested[-1], "this comment ends at its first `*/`"),)
        fault.notes += ("comments between `/*` and `*/` do not nest",)
    return fault


def _open(tokens: tuple[Lexeme, ...]) -> tuple[Lexeme, ...]:
    """The brackets that are open after the tokens, which pair them properly."""
    brackets: list[Lexeme] = []
    for token in tokens:
        if token.text in CLOSER:
            brackets.append(token)
        elif token.text in CLOSER.values() and brackets:
            brackets.pop()
    return tuple(brackets)
