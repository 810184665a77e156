"""Mistakes in the shape of a file: its declaration, its bodies, and how statements begin."""

from __future__ import annotations

import re

from robotdsl_compiler.frontend.fault import Fault, Note
from robotdsl_compiler.frontend.lexemes import Kind, Lexeme
from robotdsl_compiler.frontend.mistakes.place import (
    FORM_OF,
    VALUES,
    Place,
    Rule,
    described,
    insert,
    label,
    replace,
)
from robotdsl_compiler.frontend.syntax import Form
from robotdsl_compiler.support.suggest import nearest


def _a(word: str) -> str:
    """The word in backquotes with its article."""
    return f"{'an' if word[0] in 'AEIOU' else 'a'} `{word}`"


# The declaration ------------------------------------------------------------------------------------------------------


def declaration_keyword(place: Place) -> Fault | None:
    if place.index > 0:
        return None
    found, keyword = place.found, place.wording.keyword
    one = f"a .{place.form.value} file holds one `{keyword} NAME {{ … }}`"
    if found.kind is Kind.END:
        return place.fault(f"this .{place.form.value} file declares nothing", label=f"expected `{keyword}`", help=one)
    if found.text in FORM_OF:
        other = FORM_OF[found.text].value
        return place.fault(
            f"a .{place.form.value} file declares {_a(keyword)}, not {_a(found.text)}",
            label=f"expected `{keyword}`",
            help=f"{_a(found.text)} stands in a file of its own, with the extension .{other}",
        )
    edits = (replace(found, keyword),) if nearest(found.text, [keyword]) else ()
    if found.kind is Kind.OTHER:
        return None
    return place.fault(
        f"expected `{keyword}`, found {described(found)}",
        label=f"expected `{keyword}`",
        help=() if edits else one,
        edits=edits,
    )


def declaration_name(place: Place) -> Fault | None:
    if place.index != 1:
        return None
    found, keyword = place.found, place.wording.keyword
    if found.kind is Kind.STRING:
        bare = found.text[1:-1]
        edits = (replace(found, bare),) if re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", bare) else ()
        return place.fault(f"expected a name, found {described(found)}", help="a name has no quotes", edits=edits)
    if found.text in ("{", "("):
        return place.fault(f"this `{keyword}` has no name", label="expected a name", help=f"write `{keyword} NAME {{`")
    return None


def declaration_arguments(place: Place) -> Fault | None:
    if place.index != 2 or place.found.text != "(" or place.form is Form.TASK:
        return None
    return place.fault(
        f"{_a(place.wording.keyword)} takes no arguments",
        label="expected `{`",
        help="of the four declarations only a `Task` takes arguments",
    )


def after_declaration(place: Place) -> Fault | None:
    if "$END" not in place.accepts:
        return None
    found, last = place.found, place.before()
    if last is None or found.kind is Kind.OTHER:
        return None
    if found.text in FORM_OF and place.after().kind is Kind.NAME:
        first = Note(place.tokens[0].start, place.tokens[1].end, "the file's declaration")
        return place.fault("a file holds one declaration", label="a second one", related=(first,))
    if found.text == "}":
        return place.fault("this `}` closes nothing", related=(label(last, "the declaration is closed here"),))
    return place.fault(
        f"expected the end of the file, found {described(found)}",
        label="nothing follows the declaration",
        related=(label(last, "the declaration is closed here"),),
    )


# Brackets -------------------------------------------------------------------------------------------------------------


def unclosed(place: Place) -> Fault | None:
    if place.found.kind is not Kind.END or not place.open:
        return None
    opener = place.open[-1]
    related: tuple[Note, ...] = (label(opener, f"this `{opener.text}` is not closed"),)
    suspect = _misindented(place)
    if suspect is not None:
        related = (
            label(suspect[0], "this `{` may lack its `}`"),
            label(suspect[1], "it is closed by this one, which is indented less"),
        )
    expected = place.expected_closer
    return place.fault(f"expected {expected}, found the end of the file", label=f"expected {expected}", related=related)


def _misindented(place: Place) -> tuple[Lexeme, Lexeme] | None:
    """The first pair of braces whose closing one begins a line further left than the line of its opening one."""
    waiting: list[Lexeme] = []
    for token in place.tokens[: place.index]:
        if token.text == "{":
            waiting.append(token)
        elif token.text == "}" and waiting:
            opener = waiting.pop()
            at, closes_line = _indent(place.text, token.start)
            if closes_line and at < _indent(place.text, opener.start)[0]:
                return opener, token
    return None


def _indent(text: str, at: int) -> tuple[int, bool]:
    """The indent of the line of a character, and whether nothing else stands before the character."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    indent = len(line) - len(line.lstrip())
    return indent, indent == len(line)


def stray_closer(place: Place) -> Fault | None:
    if place.inside != "{" or place.found.text != ")" or "RBRACE" not in place.accepts:
        return None
    return place.fault("this `)` closes nothing", edits=(replace(place.found, ""),))


# Bodies ---------------------------------------------------------------------------------------------------------------


def between_statements(place: Place) -> Fault | None:
    if place.inside != "{" or "RBRACE" not in place.accepts:
        return None
    found = place.found
    if found.kind is Kind.STRING and "INTENT" in place.accepts:
        return place.fault(
            f"expected a component, found {described(found)}",
            help="the sentence that says what a robot is for begins with `intent`",
            edits=(insert(found.start, "intent "),),
        )
    before = place.before()
    if found.text == "{" and before is not None and before.text == ")":
        unnamed = place.form is Form.WORLD and len(place.open) == 1
        return place.fault(
            "a statement without a name has no body" if unnamed else f"{place.statement} has no body",
            label=f"expected {place.expected}",
        )
    if found.text in ("(", "{"):
        return place.fault(
            f"expected {place.expected}, found `{found.text}`",
            label="no type stands before this",
            help=f"{place.statement} is `{place.wording.pattern}`",
        )
    if found.text == "=" or found.kind in VALUES:
        return place.fault(
            f"expected {place.expected}, found {described(found)}",
            help=f"{place.statement} is `{place.wording.pattern}`, its values between the parentheses",
        )
    return None


def parameter_in_body(place: Place) -> Fault | None:
    """``Robot r { mass = 3 }``."""
    name = place.before()
    if place.inside != "{" or place.found.text not in ("=", ":") or name is None or name.kind is not Kind.NAME:
        return None
    if name.text == "intent" and place.accepts == {"STRING"}:
        return place.fault(
            f"expected a string, found `{place.found.text}`",
            help='the sentence follows at once: `intent "…"`',
            edits=(replace(place.found, ""),),
        )
    return place.fault(
        f"expected {place.expected}, found `{place.found.text}`",
        related=(label(name, "read as a type"),),
        help=f"parameters stand between the parentheses of {place.statement}: `{place.wording.pattern}`",
    )


def late_intent(place: Place) -> Fault | None:
    name, found = place.before(), place.found
    if place.form is not Form.CORE or name is None or name.text != "intent" or found.kind is not Kind.STRING:
        return None
    first = place.tokens[3] if len(place.tokens) > 3 else None
    if first is not None and first.text == "intent" and first != name:
        return place.fault(
            "a robot has one `intent`", at=name, related=(label(first, "the first one"),), code="unexpected_token"
        )
    return place.fault("`intent` stands before every component", at=name, help="move it to the top of the robot")


def missing_name(place: Place) -> Fault | None:
    type_ = place.before()
    if place.inside != "{" or place.accepts != {"NAME"} or type_ is None or place.found.text != "(":
        return None
    return place.fault(
        f"this `{type_.text}` has no name",
        label="expected a name",
        help=f"{place.statement} is `{type_.text} name(…)`",
    )


def leaf_without_parentheses(place: Place) -> Fault | None:
    node, found = place.before(), place.found
    if place.form is not Form.TASK or place.inside != "{" or place.accepts != {"LPAR", "LBRACE"} or node is None:
        return None
    if found.kind is Kind.NAME and found.text[0].islower() and place.after().text in ("(", "{"):
        return place.fault(
            "task nodes have no names",
            help=f"write `{node.text}{' {' if place.after().text == '{' else '(…)'}`",
            edits=(Note(node.end, found.end, ""),),
        )
    if found.kind is Kind.NAME or found.text == "}":
        return place.fault(
            f"expected `(` or `{{` after `{node.text}`, found {described(found)}",
            related=(label(node, "this node"),),
            help="a leaf node keeps its parentheses",
            edits=(insert(node.end, "()"),),
        )
    return None


def named_check(place: Place) -> Fault | None:
    check = place.before()
    if place.form is not Form.EVAL or place.accepts != {"LPAR"} or check is None or place.found.kind is not Kind.NAME:
        return None
    return place.fault(
        "checks have no names", help=f"write `{check.text}(…)`", edits=(Note(check.end, place.found.end, ""),)
    )


def missing_parentheses(place: Place) -> Fault | None:
    name = place.before()
    if place.inside != "{" or "LPAR" not in place.accepts or name is None:
        return None
    if place.found.kind is Kind.OTHER:
        return None
    return place.fault(
        f"expected `(` after `{name.text}`, found {described(place.found)}",
        label="expected `(`",
        help="the parentheses stay where there are no arguments: `()`",
    )


RULES: tuple[Rule, ...] = (
    declaration_keyword,
    declaration_name,
    declaration_arguments,
    after_declaration,
    unclosed,
    stray_closer,
    between_statements,
    late_intent,
    parameter_in_body,
    missing_name,
    leaf_without_parentheses,
    named_check,
    missing_parentheses,
)
