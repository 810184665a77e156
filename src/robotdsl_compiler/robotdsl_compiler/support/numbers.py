"""The one way in which numbers become text in emitted files: the shortest text that reads back as the same double."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable

# The longest list that stands on one line of a JSON document.
_LINE = 120


def number(value: float) -> str:
    """``value`` for XML and YAML text: 1.5 → ``1.5``, 2.0 → ``2``, 1e-6 → ``1e-06``, -0.0 → ``0``.

    Raises ``ValueError`` when it is not finite.
    """
    text = _shortest(value)
    return text[:-2] if text.endswith(".0") else text


def numbers(values: Iterable[float]) -> str:
    """The values in the form of ``number``, separated by single spaces."""
    return " ".join([number(value) for value in values])


def json_text(value: object) -> str:
    """``value`` as a JSON document: two spaces of indent, keys in the order given, one newline at the end.

    A list that holds no list or object stands on one line where it fits. Takes ``None``, booleans, integers, finite
    floats (whole ones keep their ``.0``), strings, lists, tuples and dictionaries with string keys. Raises
    ``ValueError`` for a number that is not finite and ``TypeError`` for anything else.
    """
    pieces: list[str] = []
    _write(value, "\n", pieces)
    pieces.append("\n")
    return "".join(pieces)


def _shortest(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    # float's own repr, not a subclass's (NumPy's scalars print their type); adding 0.0 turns -0.0 into 0.0.
    return int.__repr__(value) if isinstance(value, int) else float.__repr__(value + 0.0)


def _scalar(value: object) -> str | None:
    """The JSON text of a value that is no list and no object; ``None`` for those two."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _shortest(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple | dict):
        return None
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _write(value: object, line: str, pieces: list[str]) -> None:
    """Append the text of ``value``; ``line`` is the line end with the indent of the place it stands at."""
    text = _scalar(value)
    if text is not None:
        pieces.append(text)
    elif isinstance(value, dict):
        _write_object(value, line, pieces)
    elif isinstance(value, list | tuple):
        _write_list(value, line, pieces)


def _write_object(value: dict[str, object], line: str, pieces: list[str]) -> None:
    if not value:
        pieces.append("{}")
        return
    inner, before = line + "  ", "{"
    for key, item in value.items():
        if not isinstance(key, str):
            raise TypeError(f"a JSON key is a string, not {type(key).__name__}")
        pieces += (before, inner, json.dumps(key, ensure_ascii=False), ": ")
        _write(item, inner, pieces)
        before = ","
    pieces += (line, "}")


def _write_list(value: list[object] | tuple[object, ...], line: str, pieces: list[str]) -> None:
    if not any(isinstance(item, list | tuple | dict) for item in value):
        text = f"[{', '.join([_scalar(item) or '' for item in value])}]"
        if len(line) + len(text) <= _LINE:
            pieces.append(text)
            return
    inner, before = line + "  ", "["
    for item in value:
        pieces += (before, inner)
        _write(item, inner, pieces)
        before = ","
    pieces += (line, "]")
