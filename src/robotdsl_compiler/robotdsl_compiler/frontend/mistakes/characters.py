"""Mistakes that show in a character: comments and strings left open, signs of other languages, invisible letters."""

from __future__ import annotations

import re
import unicodedata

from robotdsl_compiler.frontend.fault import Fault, Note
from robotdsl_compiler.frontend.lexemes import Kind, Lexeme
from robotdsl_compiler.frontend.literals import NAMESPACES
from robotdsl_compiler.frontend.mistakes.place import Place, Rule, label, replace
from robotdsl_compiler.support.suggest import listing

_QUOTES = "'`\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
_OPERATORS = "+-*/%^"
_REFERENCE_FORMS = listing(f"@{name}/NAME" for name in NAMESPACES)


def open_comment(place: Place) -> Fault | None:
    if place.found.kind is not Kind.OPEN_COMMENT:
        return None
    at = place.found.start
    help = ("a comment that `/*` begins ends with `*/`",)
    return Fault("unexpected_eof", "this comment is never closed", at, at + 2, help=help)


def open_string(place: Place) -> Fault | None:
    found = place.found
    if found.kind is not Kind.OPEN_STRING:
        return None
    end = found.start + len(found.text.rstrip())
    line = place.text.rfind("\n", 0, found.start) + 1
    related: tuple[Note, ...] = ()
    for token in place.tokens[: place.index]:
        # A string that takes in an `=` has probably lost its own closing quote, so that all later ones are swapped.
        if token.start >= line and token.kind is Kind.STRING and "=" in token.text:
            related = (label(token, "does this string end where it should?"),)
            break
    return Fault(
        "invalid",
        "this string has no closing quote",
        found.start,
        end,
        related=related,
        help=('a string ends with `"` on the line on which it begins; a line end within it is written `\\n`',),
    )


def comment_end(place: Place) -> Fault | None:
    found = place.found
    if not place.text.startswith("*/", found.start):
        return None
    return Fault("unexpected_character", "this `*/` does not close a comment", found.start, found.start + 2)


def hash_comment(place: Place) -> Fault | None:
    if place.found.text != "#":
        return None
    return place.fault(
        "`#` does not begin a comment", help="a comment begins with `//`", edits=(replace(place.found, "//"),)
    )


def quotes(place: Place) -> Fault | None:
    found = place.found
    if found.kind is not Kind.OTHER or found.text not in _QUOTES:
        return None
    line_end = place.text.find("\n", found.end)
    rest = place.text[found.end : line_end if line_end >= 0 else None]
    closing = re.search(f"[{re.escape(_QUOTES)}]", rest)
    edits: tuple[Note, ...] = ()
    if closing and '"' not in rest[: closing.start()] and "STRING" in place.accepts:
        at = found.end + closing.start()
        edits = (replace(found, '"'), Note(at, at + 1, '"'))
    return place.fault(f"`{found.text}` does not begin a string", help='a string stands in `"`', edits=edits)


def semicolon(place: Place) -> Fault | None:
    if place.found.text != ";":
        return None
    if place.inside == "(" and "COMMA" in place.accepts:
        help, edit = "arguments are separated by commas or white space", ","
    elif "RBRACE" in place.accepts or "$END" in place.accepts:
        help, edit = "statements are separated by commas, white space or both", ""
    else:
        return None
    return place.fault("`;` has no meaning here", help=help, edits=(replace(place.found, edit),))


def broken_reference(place: Place) -> Fault | None:
    found = place.found
    if found.text != "@":
        return None
    rest = re.compile(r"@[^\s(){},=\"]*").match(place.text, found.start)
    end = rest.end() if rest else found.end
    whole = place.text[found.start : end]
    edits: tuple[Note, ...] = ()
    joined = re.compile(r"@([A-Za-z_][A-Za-z0-9_]*)(?:[.:\\]|::|//|\s*/\s*)([A-Za-z_][A-Za-z0-9_]*)").match(
        place.text, found.start
    )
    if joined and joined.group(1) in NAMESPACES:
        end = max(end, joined.end())
        edits = (Note(found.start, joined.end(), f"@{joined.group(1)}/{joined.group(2)}"),)
    return Fault(
        "invalid",
        f"`{whole}` is not a complete reference",
        found.start,
        end,
        help=(f"a reference is {_REFERENCE_FORMS}",),
        edits=edits,
    )


def name_sign(place: Place) -> Fault | None:
    """A hyphen or a dot within a name."""
    found, before = place.found, place.before()
    if before is None or before.kind is not Kind.NAME or before.end != found.start:
        return None
    rest = re.compile(r"(?:[-.]+[A-Za-z0-9_]+)+").match(place.text, found.start)
    if rest is None:
        return None
    name = before.text + rest.group()
    return Fault(
        "unexpected_character",
        f"`{name}` is not a name",
        before.start,
        rest.end(),
        help=("a name has letters, digits and `_`",),
        edits=(Note(before.start, rest.end(), re.sub("[-.]+", "_", name)),),
    )


def arithmetic(place: Place) -> Fault | None:
    before = place.before()
    if place.found.text not in _OPERATORS or place.found.kind is not Kind.OTHER:
        return None
    if before is None or before.kind is not Kind.NUMBER:
        return None
    return place.fault("values are not calculated", help="write the result as one number")


def foreign(place: Place) -> Fault | None:
    """A character that looks like one of the language's, or like nothing at all."""
    found = place.found
    if found.kind is not Kind.OTHER or found.text.isascii():
        return None
    meant = unicodedata.normalize("NFKC", found.text)
    if found.text in _DASHES:
        meant = "-"
    if meant != found.text and len(meant) == 1 and meant.isascii():
        return place.fault(
            f"{_named(found)} is not {'a space' if meant == ' ' else f'`{meant}`'}", edits=(replace(found, meant),)
        )
    if unicodedata.category(found.text) in ("Cf", "Cc", "Zl", "Zp"):
        return place.fault(f"{_named(found)} cannot stand here", edits=(replace(found, ""),))
    if found.text.isalnum():
        return place.fault(
            f"{_named(found)} cannot stand in a name", help="a name has the letters A to Z and a to z, digits and `_`"
        )
    return place.fault(f"{_named(found)} cannot stand here")


def control(place: Place) -> Fault | None:
    found = place.found
    if found.kind is not Kind.OTHER or found.text.isprintable() or not found.text.isascii():
        return None
    return place.fault(f"the control character U+{ord(found.text):04X} cannot stand here")


def _named(lexeme: Lexeme) -> str:
    """``the character U+2212 (minus sign)``."""
    name = unicodedata.name(lexeme.text, "")
    code = f"U+{ord(lexeme.text):04X}"
    return f"the character {code}" + (f" ({name.lower()})" if name else "")


RULES: tuple[Rule, ...] = (
    open_comment,
    open_string,
    comment_end,
    hash_comment,
    quotes,
    semicolon,
    broken_reference,
    name_sign,
    arithmetic,
    foreign,
    control,
)
