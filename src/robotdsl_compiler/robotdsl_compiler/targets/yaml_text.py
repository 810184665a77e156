"""YAML as ROS reads parameters: nested mappings of names, numbers, words and lists of them.

A number that is a float keeps its point, since ROS takes ``2`` for a whole number and refuses it where a parameter is
declared as a float.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from robotdsl_compiler.support.numbers import json_text

Value = str | bool | int | float | Sequence[str] | Sequence[float] | Mapping[str, "Value"]

# What stands as it is: YAML reads nothing but a word in it. Words that it reads as something else are quoted.
_PLAIN = re.compile(r"[A-Za-z_/][A-Za-z0-9_/.:]*(?<!:)")
_READ_OTHERWISE = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


def yaml_text(document: Mapping[str, Value]) -> str:
    """``document``, two spaces of indent a level, keys in the order given."""
    return "\n".join(_lines(document, 0)) + "\n"


def _lines(mapping: Mapping[str, Value], indent: int) -> list[str]:
    pad, lines = "  " * indent, []
    for key, value in mapping.items():
        if isinstance(value, Mapping):
            inner = _lines(value, indent + 1)
            lines += [f"{pad}{_word(key)}:", *inner] if inner else [f"{pad}{_word(key)}: {{}}"]
        else:
            lines.append(f"{pad}{_word(key)}: {_scalar(value)}")
    return lines


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return _word(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_scalar(each) for each in value)}]"
    return json_text(value).rstrip("\n")


def _word(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _READ_OTHERWISE:
        return text
    return json.dumps(text, ensure_ascii=False)
