"""The verdicts on a run as plain text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from robotdsl_runtime.evaluation import words
from robotdsl_runtime.evaluation.drawing.scene import mapping

_COLORS = {"pass": "32", "fail": "31", "unknown": "33"}
_VERDICT = 7  # letters of the longest verdict
_LEAST = 40


def verdict_table(
    task_result: Mapping[str, Any],
    evaluation_result: Mapping[str, Any] | None,
    width: int = 80,
    color: bool = False,
) -> str:
    """The three verdicts, then each check with its value and its bound: lines of at most ``width`` letters (40 at the
    least), each ended. ASCII but for what the program itself names. ``color`` adds ANSI colours to the verdicts and
    changes nothing else. ``evaluation_result`` is ``None`` for a run that was not judged.
    """
    width = max(width, _LEAST)
    result = mapping(evaluation_result)
    checks = words.checks_of(result)
    over_checks = words.all_of([words.verdict(c.get("verdict")) for c in checks]) if checks else "none"
    if evaluation_result is None:
        rows = [("physical", "unknown", "the run was not judged"), ("checks", "unknown", "the run was not judged")]
    else:
        physical = words.verdict(mapping(result.get("physical")).get("verdict"))
        rows = [
            ("physical", physical, words.physical_words(result)),
            ("checks", over_checks, words.checks_words(result)),
        ]
    rows.insert(0, ("task", words.task_verdict(task_result, result), words.task_words(task_result)))
    lines: list[str] = []
    for name, verdict, text in rows:
        lines += _wrapped(f"{name:<8}  {_shown(verdict, color)}  ", 10 + _VERDICT + 2, text, width)
    if checks:
        lines += ["", *_check_lines(checks, width, color)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _shown(verdict: str, color: bool) -> str:
    padded = f"{verdict:<{_VERDICT}}"
    if not color or verdict not in _COLORS:
        return padded
    return f"\x1b[{_COLORS[verdict]}m{verdict}\x1b[0m{padded[len(verdict) :]}"


def _wrapped(head: str, indent: int, text: str, width: int) -> list[str]:
    """``text`` behind ``head``, whose visible length is ``indent``, and below itself where it is long."""
    one_line = " ".join(text.split())
    pieces = textwrap.wrap(one_line, width - indent, break_on_hyphens=False) or [""]
    return [head + pieces[0], *(" " * indent + piece for piece in pieces[1:])]


def _cut(text: str, letters: int) -> str:
    """``text``, shortened in its middle where it does not fit."""
    if len(text) <= letters:
        return text
    kept = letters - 2
    return f"{text[: kept - kept // 2]}..{text[len(text) - kept // 2 :]}"


def _with_unit(value: str, unit: object) -> str:
    return f"{value} {unit}" if unit and value != "-" else value


def _cut_subject(subject: str, letters: int) -> str:
    """Like ``_cut``, but of two names both stay recognisable."""
    first, to, second = subject.partition(" to ")
    if not to or len(subject) <= letters or letters < 16:
        return _cut(subject, letters)
    room = letters - len(to)
    # A short name leaves the rest of its half to the other.
    of_first = min(len(first), room - min(len(second), room // 2))
    return f"{_cut(first, of_first)}{to}{_cut(second, room - of_first)}"


# How the cells of each column are shortened.
_CUTS = (_cut, _cut_subject, _cut, _cut)


def _check_lines(checks: list[Mapping[str, Any]], width: int, color: bool) -> list[str]:
    names = [str(c.get("type", "check")) for c in checks]
    subjects = [words.check_subject(c) for c in checks]
    values = [_with_unit(words.value_words(c), c.get("unit")) for c in checks]
    bounds = [words.bound_words(c) for c in checks]
    columns = [["check", *names], ["on", *subjects], ["value", *values], ["bound", *bounds]]
    lengths = [max(len(text) for text in column) for column in columns]
    # What does not fit is taken from the subjects first, then from whichever column is longest.
    gaps = 2 * 4
    room = width - _VERDICT - gaps
    lengths[1] = min(lengths[1], max(8, room - lengths[0] - lengths[2] - lengths[3]))
    while sum(lengths) > room and max(lengths) > 4:
        lengths[lengths.index(max(lengths))] -= 1
    lines = []
    for row, cells in enumerate(zip(*columns, strict=True)):
        fitted = (cut(text, length) for cut, text, length in zip(_CUTS, cells, lengths, strict=True))
        name, subject, value, bound = fitted
        shown = f"{name:<{lengths[0]}}  {subject:<{lengths[1]}}  {value:>{lengths[2]}}  {bound:<{lengths[3]}}"
        if row == 0:
            lines.append(f"{'verdict':<{_VERDICT}}  {shown}")
            continue
        check = checks[row - 1]
        verdict = words.verdict(check.get("verdict"))
        lines.append(f"{_shown(verdict, color)}  {shown}")
        reason = str(check.get("reason") or "")
        if verdict != "pass" and reason:
            lines += _wrapped(" " * (_VERDICT + 2), _VERDICT + 2, reason, width)
    return lines
