"""The values of strings, numbers and references, and what can be wrong within one."""

from __future__ import annotations

import json
import math
import re

from robotdsl_compiler.frontend.fault import Fault, Note
from robotdsl_compiler.support.suggest import did_you_mean, listing

NAMESPACES = ("core", "world", "task")

# What a parameter's name ends with when its value has a unit.
UNIT_SUFFIXES = "`_s`, `_m`, `_rad` or `_mps`"
_UNITS = ("s", "ms", "min", "m", "cm", "mm", "km", "rad", "deg", "m/s", "mps", "kg", "g", "hz", "n", "nm")

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u([0-9A-Fa-f]{4}))')
_SIMPLE_ESCAPES = '`\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t` and `\\uXXXX`'


def is_unit(word: str) -> bool:
    return word.casefold() in _UNITS


def string_value(text: str, at: int) -> str:
    """The value of a string literal with its quotes, which begins at character ``at``. Raises ``Fault``."""
    if "\\" not in text and text.isprintable():
        return text[1:-1]
    _check_characters(text, at)
    _check_escapes(text, at)
    value: str = json.loads(text)
    return value


def _check_characters(text: str, at: int) -> None:
    """A string holds no control character as such."""
    for i, character in enumerate(text):
        if character < " ":
            shown = "\\t" if character == "\t" else "\\r" if character == "\r" else f"\\u{ord(character):04x}"
            what = "a tab" if character == "\t" else f"the control character U+{ord(character):04X}"
            raise Fault(
                "invalid",
                f"{what} stands in a string",
                at + i,
                at + i + 1,
                help=(f"write it as `{shown}`",),
                edits=(Note(at + i, at + i + 1, shown),) if character == "\t" else (),
            )


def _check_escapes(text: str, at: int) -> None:
    """Every escape is one of JSON's, and the surrogates among them come in pairs."""
    i, high = 1, -1  # where a high surrogate stands that still lacks its low one
    while i < len(text) - 1:
        match = _ESCAPE.match(text, i) if text[i] == "\\" else None
        code = int(match.group(1), 16) if match and match.group(1) else 0
        low = 0xDC00 <= code < 0xE000
        if high >= 0 and not low:
            raise _half_of_a_pair(at + high)
        if low and high < 0:
            raise _half_of_a_pair(at + i)
        high = i if 0xD800 <= code < 0xDC00 else -1
        if text[i] != "\\":
            i += 1
        elif match is not None:
            i = match.end()
        else:
            raise _bad_escape(text, i, at)
    if high >= 0:
        raise _half_of_a_pair(at + high)


def _half_of_a_pair(start: int) -> Fault:
    return Fault(
        "invalid",
        "this escape is one half of a surrogate pair without the other half",
        start,
        start + 6,
        help=("write the character itself, or both halves, such as `\\ud83e\\udd16`",),
    )


def _bad_escape(text: str, i: int, at: int) -> Fault:
    start = at + i
    if text[i + 1] == "u":
        digits = re.compile(r"[0-9A-Fa-f]{0,3}").match(text, i + 2)
        end = digits.end() if digits else i + 2
        return Fault("invalid", "a `\\u` escape has four hexadecimal digits", start, at + end)
    return Fault(
        "invalid",
        f"`\\{text[i + 1]}` is not an escape",
        start,
        start + 2,
        help=("a backslash itself is written `\\\\`",),
        notes=(f"a string has the escapes of JSON: {_SIMPLE_ESCAPES}",),
    )


def number_value(text: str, at: int) -> float:
    """The value of a number literal. Raises ``Fault`` for one that is not well formed or beyond double precision."""
    if not _NUMBER.fullmatch(text):
        raise _bad_number(text, at)
    value = float(text)
    if math.isinf(value):
        raise _out_of_range(text, at, "the largest is about 1.8e308")
    if value == 0.0 and any(digit in "123456789" for digit in re.split("[eE]", text)[0]):
        raise _out_of_range(text, at, "the smallest above zero is about 4.9e-324")
    return value


def _out_of_range(text: str, at: int, limit: str) -> Fault:
    return Fault(
        "number_out_of_range",
        f"`{_short(text)}` is out of range",
        at,
        at + len(text),
        notes=(f"numbers have double precision: {limit}",),
    )


def _bad_number(text: str, at: int) -> Fault:
    match = _NUMBER.match(text)
    rest = text[match.end() :] if match else text
    help: tuple[str, ...] = ()
    edits: tuple[Note, ...] = ()
    if match and is_unit(rest):
        help = (f"leave the unit out: the parameter's name says it, ending with {UNIT_SUFFIXES}",)
        edits = (Note(at + match.end(), at + len(text), ""),)
    elif re.fullmatch(r"[+-]?0(?:[xX][0-9A-Fa-f]{1,16}|[bB][01]{1,64}|[oO][0-7]{1,21})", text):
        help = (f"write it in decimal: `{int(text, 0)}`",)
    elif re.fullmatch(r"[+-]?[0-9][0-9_]*(?:\.[0-9_]+)?", text):
        help = ("write the digits without `_`",)
        edits = (Note(at, at + len(text), text.replace("_", "")),)
    elif re.search(r"[eE][+-]?$", text):
        help = ("an exponent has digits: `1e-3`",)
    elif text[0] not in "+-." and re.fullmatch(r"[A-Za-z0-9_]+", text):
        help = ("a name begins with a letter or `_`",)
    return Fault("invalid", f"`{_short(text)}` is not a number", at, at + len(text), help=help, edits=edits)


def check_reference(text: str, at: int) -> None:
    """Raises ``Fault`` for a reference whose namespace does not exist."""
    namespace = text[1 : text.index("/")]
    if namespace not in NAMESPACES:
        raise Fault(
            "unknown_reference_namespace",
            f"there is no namespace `@{namespace}`",
            at,
            at + 1 + len(namespace),
            help=did_you_mean(namespace, NAMESPACES, "@{}"),
            notes=(f"a reference begins with {listing(f'@{name}' for name in NAMESPACES)}",),
        )


def _short(text: str) -> str:
    return text if len(text) <= 32 else f"{text[:29]}..."
