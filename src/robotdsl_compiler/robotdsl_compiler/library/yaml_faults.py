"""What is wrong with a file that is not YAML, in words for who wrote it.

PyYAML's two parsers word one mistake differently, and both in the terms of the grammar. The table below goes from what
either says to the mistake that people make there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import yaml

from robotdsl_compiler.library.findings import Findings
from robotdsl_compiler.library.yaml_spans import MAX_DEPTH
from robotdsl_compiler.support.diagnostic import Label
from robotdsl_compiler.support.source import Source, Span

# What YAML 1.2 lets stand in a stream (its c-printable), without the byte order mark.
_UNPRINTABLE = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
# A field on one line, with plain text as its value; a key whose colon has its value right behind it.
_PLAIN_FIELD = re.compile(r"[ \t]*(?:- +)*(\w+): +([^\s\"'\[{|>&*!].*?)[ \t\r]*")
_TIGHT_KEY = re.compile(r"[ \t]*(?:- +)*(\w+):(?=[^\s:/])")
# The longest line that a help line repeats.
_LINE = 60

_CLOSING = {"[": "]", "{": "}"}
_LINED_UP = "the fields of one mapping, and the items of one list, begin in one column"


class _Place(NamedTuple):
    """Where a parser gave up (``at``) and where what it was reading began (``began``, or ``at``), in characters."""

    text: str
    at: int
    began: int

    @property
    def here(self) -> str:
        """The character at ``at``; empty at the end of the text."""
        return self.text[self.at : self.at + 1]

    def line(self, at: int) -> tuple[int, str]:
        """The start of the line that ``at`` is in, and its text."""
        start = self.text.rfind("\n", 0, at) + 1
        end = self.text.find("\n", start)
        return start, self.text[start : end if end >= 0 else None]

    def opens_its_line(self) -> bool:
        return not self.text[self.line(self.at)[0] : self.at].strip()


class _Fault(NamedTuple):
    """A mistake in words. ``at`` is the character that it is shown at, ``related`` another one with its label."""

    message: str
    at: int
    help: str = ""
    related: tuple[int, str] | None = None


def _colon(place: _Place) -> _Fault:
    """A colon that makes a key where none can stand."""
    start, line = place.line(place.at)
    field = _PLAIN_FIELD.fullmatch(line)
    if field is not None and start + field.start(2) <= place.at:
        key, value = field[1], field[2]
        shown = f'{key}: "{value}"'
        whole = len(shown) <= _LINE and '"' not in value and "\\" not in value and " #" not in value
        return _Fault(
            f"the text of `{key}` holds a colon, which YAML takes for the end of a key",
            place.at,
            "text that holds `: `, or ends in a colon, is put in quotes" + (f": `{shown}`" if whole else ""),
        )
    above, before = place.line(start - 1) if start else (0, "")
    tight = _TIGHT_KEY.match(before)
    if tight is not None:
        return _no_space(above, tight)
    if len(line) - len(line.lstrip()) > len(before) - len(before.lstrip()):
        return _Fault("the line is indented below one that has its value already", place.at, _LINED_UP)
    return _Fault("a key cannot stand here", place.at, "text that holds `: ` is put in quotes")


def _no_space(line: int, key: re.Match[str]) -> _Fault:
    return _Fault(
        f"no space follows the colon of `{key[1]}`", line + key.end() - 1, f"a field is written `{key[1]}: value`"
    )


def _no_colon(place: _Place) -> _Fault:
    start, line = place.line(place.began)
    tight = _TIGHT_KEY.match(line)
    if tight is not None:
        return _no_space(start, tight)
    return _Fault(
        "the line is no field: it has no colon",
        place.began,
        "a field is written `key: value`; text that goes on over several lines is indented or put in quotes",
    )


def _open_bracket(place: _Place) -> _Fault:
    opening = place.text[place.began : place.began + 1]
    closing = _CLOSING.get(opening, "]")
    related = (place.began, "opened here")
    if place.here in ("]", "}"):
        return _Fault(f"`{place.here}` cannot close `{opening}`", place.at, f"close it with `{closing}`", related)
    if not place.text[place.at :].strip():
        return _Fault(f"`{opening}` is not closed", place.at, f"close it with `{closing}`", related)
    return _Fault(f"a comma, or the closing `{closing}`, is missing before this", place.at, "", related)


def _not_lined_up(place: _Place) -> _Fault:
    """Something that does not go on with the mapping or list that it stands in."""
    if place.here in ("]", "}"):
        return _Fault(f"`{place.here}` closes nothing", place.at, "leave it out, or open it before")
    if place.opens_its_line():
        return _Fault("the line does not go on with what stands above it", place.at, _LINED_UP)
    if place.text[: place.at].rstrip()[-1:] in ('"', "'"):
        return _Fault(
            "text goes on behind its closing quote",
            place.at,
            "a quote within text is written '' between single quotes, and \\\" between double ones",
        )
    return _Fault("this cannot stand behind the value", place.at, "put text in quotes")


def _first_character(place: _Place) -> _Fault:
    if place.here == "\t":
        return _Fault("a tab cannot indent YAML", place.at, "indent with spaces")
    return _begins_with(place, place.at)


def _begins_with(place: _Place, at: int) -> _Fault:
    sign = place.text[at : at + 1]
    shown = "a backquote" if sign == "`" else f"`{sign}`"
    return _Fault(f"text without quotes cannot begin with {shown}", at, "put the text in quotes")


def _escape(place: _Place) -> _Fault:
    # One parser stops at the backslash, the other one behind it.
    at = place.at if place.here == "\\" else place.at - 1
    return _Fault(
        f"`{place.text[at : at + 2]}` means nothing between double quotes",
        at,
        "a backslash is written `\\\\` there; between single quotes it stands for itself",
    )


def _no_value(place: _Place) -> _Fault:
    if not place.here.strip():
        return _Fault("a value is missing here", place.at)
    return _Fault(f"`{place.here}` stands where a value is due", place.at, "put text in quotes")


# What either parser says → the mistake.
_MISTAKES: tuple[tuple[re.Pattern[str], Callable[[_Place], _Fault]], ...] = tuple(
    (re.compile(said), tell)
    for said, tell in (
        (r"mapping values are not allowed", _colon),
        (r"could not find expected ':'", _no_colon),
        (r"expected ',' or '[\]}]'", _open_bracket),
        (r"did not find expected key|expected '-' indicator|expected <block end>", _not_lined_up),
        (r"node content", _no_value),
        (r"cannot start any token", _first_character),
        (r"unexpected end of stream", lambda p: _Fault("the quote is not closed", p.at, "", (p.began, "opened here"))),
        (r"unknown escape", _escape),
        (r"alphabetic or numeric|comment or (a )?line break", lambda p: _begins_with(p, p.began)),
        (
            r"maximum nesting depth",
            lambda p: _Fault(f"library files are read as JSON, without values nested more than {MAX_DEPTH} deep", p.at),
        ),
        (r"mapping keys are not allowed", lambda p: _begins_with(p, p.at)),
        (
            r"sequence entries are not allowed",
            lambda p: _Fault("a list item cannot begin here", p.at, "each item of a list begins on a line of its own"),
        ),
    )
)


def report_syntax(source: Source, findings: Findings, error: yaml.YAMLError) -> None:
    """Report a syntax error of either parser as ``library.yaml_syntax``."""
    text = source.text
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        unprintable = _UNPRINTABLE.search(text)
        at = unprintable.start() if unprintable else 0
        code_point = ord(text[at]) if unprintable else 0
        findings.report(
            "library.yaml_syntax",
            f"the character U+{code_point:04X} is not allowed in YAML" if unprintable else "the file is not YAML",
            _character(source, at),
        )
        return
    mark: Any = error.problem_mark
    context: Any = error.context_mark
    at = min(mark.index, len(text))
    place = _Place(text, at, at if context is None else min(context.index, len(text)))
    said = error.problem or "the file is not YAML"
    tell = next((tell for pattern, tell in _MISTAKES if pattern.search(said)), None)
    if tell is not None:
        fault = tell(place)
    else:
        related = (place.began, error.context or "") if place.began != at else None
        fault = _Fault(said, at, "", related)
    findings.report(
        "library.yaml_syntax",
        fault.message,
        _character(source, fault.at),
        related=[Label(_character(source, fault.related[0]), fault.related[1])] if fault.related else (),
        help=fault.help or (),
    )


def _character(source: Source, at: int) -> Span:
    """The character at ``at``; at the end of a line or of the text, the empty place there."""
    text = source.text
    at = min(at, len(text))
    end = at if text[at : at + 1] in ("", "\n", "\r") else at + 1
    return source.span(source.byte_of(at), source.byte_of(end))
