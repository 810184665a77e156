"""A syntax tree as text, for ``--dump syntax``: one line for each node, with its span in lines and columns."""

from __future__ import annotations

import json

from robotdsl_compiler.frontend.syntax import (
    BoolValue,
    Document,
    NumberValue,
    ReferenceValue,
    Statement,
    StringValue,
    TupleValue,
    Value,
)
from robotdsl_compiler.support.numbers import number
from robotdsl_compiler.support.source import Span


def dump(document: Document) -> str:
    """The tree of one source. Every line ends with ``line:column-line:column``, the end excluded."""
    lines = [f"{document.form.value} {document.source.name}"]
    _statement(document.declaration, "  ", lines, document.intent)
    return "\n".join(lines) + "\n"


def _statement(statement: Statement, indent: str, lines: list[str], intent: StringValue | None = None) -> None:
    lines.append(f"{indent}statement {_span(statement.span)}")
    inner = indent + "  "
    lines.append(f"{inner}type {statement.type.text} {_span(statement.type.span)}")
    if statement.name is not None:
        lines.append(f"{inner}name {statement.name.text} {_span(statement.name.span)}")
    if statement.arguments is not None:
        lines.append(f"{inner}arguments")
        for argument in statement.arguments:
            lines.append(f"{inner}  {argument.name.text} {_span(argument.name.span)}")
            _value(argument.value, inner + "    ", lines)
    if statement.body is not None:
        lines.append(f"{inner}body")
        if intent is not None:
            lines.append(f"{inner}  intent")
            _value(intent, inner + "    ", lines)
        for child in statement.body:
            _statement(child, inner + "  ", lines)


def _value(value: Value, indent: str, lines: list[str]) -> None:
    match value:
        case StringValue():
            text = f"string {json.dumps(value.value, ensure_ascii=False)}"
        case NumberValue():
            text = f"number {number(value.value)}"
        case BoolValue():
            text = f"boolean {'true' if value.value else 'false'}"
        case TupleValue():
            text = "tuple"
        case ReferenceValue():
            text = f"reference @{value.namespace.text}/{value.name.text}"
    lines.append(f"{indent}{text} {_span(value.span)}")
    if isinstance(value, TupleValue):
        for item in value.items:
            _value(item, indent + "  ", lines)


def _span(span: Span) -> str:
    start_line, start_column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return f"{start_line}:{start_column}-{end_line}:{end_column}"
