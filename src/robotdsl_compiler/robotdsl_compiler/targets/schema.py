"""Typed builders of XML dialects: a dialect declares its tags and attributes with what each takes, and an element that
says anything else is a bug of the caller, which raises ``ValueError``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.targets.markup import Element

Value = str | float | int | bool | Sequence[float] | None
Kind = Callable[[object], str]
# tag -> attribute -> what it takes, in the order in which they are written.
Schema = Mapping[str, Mapping[str, Kind]]


def name(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"not a name: {value!r}")
    return value


def real(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"not a finite number: {value!r}")
    return number(value)


def flag(value: object) -> str:
    if not isinstance(value, bool):
        raise ValueError(f"not true or false: {value!r}")
    return "true" if value else "false"


def whole(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"not a whole number: {value!r}")
    return str(value)


def vector(least: int, most: int | None = None) -> Kind:
    """``least`` to ``most`` numbers; exactly ``least`` without a ``most``."""
    most = least if most is None else most

    def check(value: object) -> str:
        if not isinstance(value, (tuple, list)) or not least <= len(value) <= most:
            raise ValueError(f"not a vector of {least} to {most} numbers: {value!r}")
        return " ".join(real(v) for v in value)

    return check


def indices(value: object) -> str:
    if not isinstance(value, (tuple, list)) or not value:
        raise ValueError(f"not a list of whole numbers: {value!r}")
    return " ".join(whole(v) for v in value)


def choice(*choices: str) -> Kind:
    def check(value: object) -> str:
        if value not in choices:
            raise ValueError(f"{value!r} is not one of {', '.join(choices)}")
        return str(value)

    return check


def element(schema: Schema, tag: str, children: Iterable[Element], attributes: Mapping[str, Value]) -> Element:
    """An element of a dialect, its attributes in the order of ``schema``. ``None`` leaves an attribute out."""
    declared = schema.get(tag)
    if declared is None:
        raise ValueError(f"<{tag}> is not declared")
    unknown = attributes.keys() - declared.keys()
    if unknown:
        raise ValueError(f"<{tag}> has no attribute {', '.join(sorted(unknown))}")
    written = []
    for key, kind in declared.items():
        value = attributes.get(key)
        if value is None:
            continue
        try:
            written.append((key, kind(value)))
        except ValueError as error:
            raise ValueError(f"<{tag} {key}>: {error}") from error
    return Element(tag, tuple(written), tuple(children))
