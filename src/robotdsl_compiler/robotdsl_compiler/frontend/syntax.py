"""The syntax tree: one kind of statement for all four forms, every node with its span.

    Robot r { Lidar front(ref = "laser") }      Sequence { Stop() }      physics(gravity = (0, 0, -9.81))

are all a type, perhaps a name, perhaps arguments, perhaps a body. What a type means is settled later, by lowering.
"""

from __future__ import annotations

from enum import Enum

from robotdsl_compiler.support.source import Source, Span
from robotdsl_compiler.support.value import value


class Form(Enum):
    """The four forms of a source; the value is its extension without the dot."""

    CORE = "core"
    WORLD = "world"
    TASK = "task"
    EVAL = "eval"


@value
class Name:
    text: str
    span: Span


@value
class StringValue:
    value: str
    span: Span


@value
class NumberValue:
    """``value`` is finite: a literal beyond a double's range is refused by the parser."""

    value: float
    span: Span


@value
class BoolValue:
    value: bool
    span: Span


@value
class TupleValue:
    items: tuple[NumberValue, ...]
    span: Span


@value
class ReferenceValue:
    """``@core/left_wheel``: ``namespace`` is core, world or task."""

    namespace: Name
    name: Name
    span: Span


Value = StringValue | NumberValue | BoolValue | TupleValue | ReferenceValue


@value
class Argument:
    name: Name
    value: Value
    span: Span


@value
class Statement:
    """``Type name(arguments) { body }``; ``arguments`` is ``None`` where no parentheses stand, ``body`` where no
    braces do. ``span`` covers the whole statement.
    """

    type: Name
    name: Name | None
    arguments: tuple[Argument, ...] | None
    body: tuple[Statement, ...] | None
    span: Span


@value
class Document:
    """One source: its single declaration, and a robot's ``intent`` sentence."""

    form: Form
    source: Source
    declaration: Statement
    intent: StringValue | None = None
