"""Reading one written value as the kind that a parameter takes.

Each reader gives the typed value, or ``None`` after reporting why the value is none. ``owner`` is how a message names
the parameter: `` `goal` of `Navigate` ``.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from robotdsl_compiler.frontend.syntax import (
    BoolValue,
    NumberValue,
    ReferenceValue,
    StringValue,
    TupleValue,
    Value,
)
from robotdsl_compiler.lowering.context import Context, known
from robotdsl_compiler.lowering.names import Declared
from robotdsl_compiler.model.vocabulary import Kind, Parameter
from robotdsl_compiler.support.diagnostic import Edit
from robotdsl_compiler.support.source import Span
from robotdsl_compiler.support.suggest import did_you_mean, nearest
from robotdsl_compiler.support.wording import a

# How far a normal's or a quaternion's length may be off 1; what is within is brought to length 1.
UNIT_TOLERANCE = 1e-3
# A quaternion within this of length 1 is a rounding slip, whose correction leaves no doubt.
QUATERNION_SLIP = 0.1

# A reader: numbers come out as float or int, tuples as tuples of float, references as the declared name.
Read = str | float | int | bool | tuple[float, ...] | Declared


def read(context: Context, parameter: Parameter, value: Value, owner: str) -> Read | None:
    """``value`` as ``parameter`` takes it, or ``None`` after reporting the fault."""
    return _READERS[parameter.kind](context, parameter, value, owner)


def plain(number: float) -> str:
    """A number as a person writes it, to a millionth: ``0.12``, ``-1``, ``0``."""
    text = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def describe(value: Value) -> str:
    """What a value is, in the words that name a parameter's kind."""
    match value:
        case StringValue():
            return "a string"
        case NumberValue():
            return "a number"
        case BoolValue():
            return "true" if value.value else "false"
        case TupleValue():
            return f"a tuple of {len(value.items)} numbers"
        case ReferenceValue():
            return "a reference"


def _wrong_kind(context: Context, parameter: Parameter, value: Value, owner: str) -> None:
    context.type_error(
        "wrong_value_type",
        f"{owner} takes {parameter.kind.value}, not {describe(value)}",
        value.span,
        label=f"expected {parameter.kind.value}",
    )


def _string(context: Context, parameter: Parameter, value: Value, owner: str) -> str | None:
    if not isinstance(value, StringValue):
        _wrong_kind(context, parameter, value, owner)
        return None
    if parameter.choices and value.value not in parameter.choices:
        found = nearest(value.value, parameter.choices)
        allowed = ", ".join(f'"{choice}"' for choice in parameter.choices)
        context.type_error(
            "invalid_choice",
            f'{owner} cannot be "{value.value}"',
            value.span,
            label=f"expected one of {allowed}",
            help=f'did you mean "{found}"?' if found else (),
        )
        return None
    return value.value


def _number(context: Context, parameter: Parameter, value: Value, owner: str) -> float | int | None:
    if not isinstance(value, NumberValue):
        _wrong_kind(context, parameter, value, owner)
        return None
    if parameter.kind is Kind.INTEGER and not value.value.is_integer():
        context.type_error(
            "wrong_value_type",
            f"{owner} takes a whole number, not {value.span.text}",
            value.span,
            label="not a whole number",
        )
        return None
    if not _sign_is_right(context, parameter, value, owner):
        return None
    return int(value.value) if parameter.kind is Kind.INTEGER else value.value


def _sign_is_right(context: Context, parameter: Parameter, value: NumberValue, owner: str) -> bool:
    if parameter.positive and value.value <= 0.0:
        context.type_error(
            "not_positive", f"{owner} must be greater than 0, not {value.span.text}", value.span, label="not above 0"
        )
        return False
    if parameter.non_zero and value.value == 0.0:
        context.type_error("not_positive", f"{owner} must not be 0", value.span, label="is 0")
        return False
    return True


def _boolean(context: Context, parameter: Parameter, value: Value, owner: str) -> bool | None:
    if isinstance(value, BoolValue):
        return value.value
    _wrong_kind(context, parameter, value, owner)
    return None


def _tuple(context: Context, parameter: Parameter, value: Value, owner: str, lengths: tuple[int, ...]) -> bool:
    if not isinstance(value, TupleValue):
        _wrong_kind(context, parameter, value, owner)
        return False
    if len(value.items) not in lengths:
        context.type_error(
            "wrong_tuple_length",
            f"{owner} takes {parameter.kind.value}, not {len(value.items)} numbers",
            value.span,
            label=f"{len(value.items)} numbers, expected {' or '.join(map(str, lengths))}",
        )
        return False
    return True


def _vector(context: Context, parameter: Parameter, value: Value, owner: str) -> tuple[float, ...] | None:
    if not _tuple(context, parameter, value, owner, (3,)):
        return None
    assert isinstance(value, TupleValue)
    right = [_sign_is_right(context, parameter, item, owner) for item in value.items]
    return tuple(item.value for item in value.items) if all(right) else None


def _pose(context: Context, parameter: Parameter, value: Value, owner: str) -> tuple[float, ...] | None:
    if not _tuple(context, parameter, value, owner, (7,)):
        return None
    assert isinstance(value, TupleValue)
    length = math.hypot(*(item.value for item in value.items[3:]))
    if abs(length - 1.0) > UNIT_TOLERANCE:
        span = _span(value.items[3:])
        unit = [item.value / length for item in value.items[3:]] if abs(length - 1.0) < QUATERNION_SLIP else []
        context.type_error(
            "not_unit_quaternion",
            f"the rotation (qx, qy, qz, qw) of {owner} has length {length:.4g} instead of 1",
            span,
            label=f"length {length:.4g}",
            help=() if unit else "no rotation is 0, 0, 0, 1",
            edits=[Edit(span, ", ".join(map(plain, unit)))] if unit else (),
        )
        return None
    return tuple(item.value for item in value.items)


def _glue(context: Context, parameter: Parameter, value: Value, owner: str) -> tuple[float, ...] | None:
    """``(x, y, z, nx, ny, nz, roll)`` with the normal at length 1 and the roll 0 where it is not written."""
    if not _tuple(context, parameter, value, owner, (6, 7)):
        return None
    assert isinstance(value, TupleValue)
    numbers = [item.value for item in value.items]
    length = math.hypot(*numbers[3:6])
    if abs(length - 1.0) > UNIT_TOLERANCE:
        span = _span(value.items[3:6])
        unit = [n / length for n in numbers[3:6]] if 1e-9 < length < math.inf else []
        context.type_error(
            "not_unit_vector",
            f"the direction (nx, ny, nz) of {owner} has length {length:.4g} instead of 1",
            span,
            label=f"length {length:.4g}",
            edits=[Edit(span, ", ".join(map(plain, unit)))] if unit else (),
        )
        return None
    roll = numbers[6] if len(numbers) == 7 else 0.0
    return (*numbers[:3], *(n / length for n in numbers[3:6]), roll)


def _span(items: tuple[NumberValue, ...]) -> Span:
    return items[0].span.to(items[-1].span)


def _reference(context: Context, parameter: Parameter, value: Value, owner: str) -> Declared | None:
    if not isinstance(value, ReferenceValue):
        _wrong_kind(context, parameter, value, owner)
        return None
    expected = parameter.reference_form
    name = value.name.text
    namespace = value.namespace.text
    if namespace not in parameter.namespaces:
        _wrong_namespace(context, parameter, value, owner)
        return None
    if context.names.absent(namespace):
        return None
    kinds = parameter.namespaces[namespace]
    declared = context.names.declared(namespace)
    same = [d for d in declared if d.name == name]
    for kind in (*kinds, None):
        for one in same:
            if one.kind == kind:
                return one
    if same:
        context.type_error(
            "wrong_reference",
            f"{owner} takes {expected}, and `{name}` is {a(same[0].kind or 'thing')}",
            value.span,
            label=f"expected {expected}",
        )
        return None
    if context.names.is_open(namespace):
        return None
    candidates = list(dict.fromkeys(d.name for d in declared if d.kind in kinds))
    context.name_error(
        "unknown_reference",
        f"{owner} refers to `{name}`, which @{namespace} does not declare",
        value.span,
        label=f"no such {' or '.join(kinds)}",
        help=did_you_mean(name, candidates) or known(candidates),
    )
    return None


def _wrong_namespace(context: Context, parameter: Parameter, value: ReferenceValue, owner: str) -> None:
    """Report the namespace, with the edit that mends it where one other namespace has what is meant."""
    name = value.name.text
    elsewhere = [
        wanted
        for wanted, kinds in parameter.namespaces.items()
        if any(d.name == name and d.kind in kinds for d in context.names.declared(wanted))
    ]
    expected = parameter.reference_form
    context.type_error(
        "wrong_reference",
        f"{owner} takes {expected}, not a name of @{value.namespace.text}",
        value.span,
        label=f"expected {expected}",
        edits=[Edit(value.span, f"@{elsewhere[0]}/{name}")] if len(elsewhere) == 1 else (),
    )


_READERS: dict[Kind, Callable[[Context, Parameter, Value, str], Read | None]] = {
    Kind.STRING: _string,
    Kind.NUMBER: _number,
    Kind.INTEGER: _number,
    Kind.BOOLEAN: _boolean,
    Kind.VECTOR: _vector,
    Kind.POSE: _pose,
    Kind.GLUE: _glue,
    Kind.CORE_REFERENCE: _reference,
    Kind.WORLD_REFERENCE: _reference,
    Kind.TASK_REFERENCE: _reference,
    Kind.CORE_OR_WORLD_REFERENCE: _reference,
}
