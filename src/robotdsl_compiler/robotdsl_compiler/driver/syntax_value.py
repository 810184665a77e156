"""A syntax tree as JSON values: every node's kind, content and span, in one-based lines and columns."""

from __future__ import annotations

from robotdsl_compiler.frontend.syntax import (
    Argument,
    BoolValue,
    Document,
    NumberValue,
    ReferenceValue,
    Statement,
    StringValue,
    TupleValue,
    Value,
)
from robotdsl_compiler.support.json_form import Json
from robotdsl_compiler.support.source import Span


def document_value(document: Document) -> Json:
    return {
        "form": document.form.value,
        "source": document.source.name,
        "intent": None if document.intent is None else _value(document.intent),
        "declaration": _statement(document.declaration),
    }


def _statement(statement: Statement) -> Json:
    return {
        "type": statement.type.text,
        "name": None if statement.name is None else statement.name.text,
        "span": _span(statement.span),
        "arguments": None if statement.arguments is None else [_argument(a) for a in statement.arguments],
        "body": None if statement.body is None else [_statement(s) for s in statement.body],
    }


def _argument(argument: Argument) -> Json:
    return {"name": argument.name.text, "span": _span(argument.span), "value": _value(argument.value)}


def _value(value: Value) -> Json:
    said: dict[str, Json]
    match value:
        case StringValue():
            said = {"string": value.value}
        case NumberValue():
            said = {"number": value.value}
        case BoolValue():
            said = {"boolean": value.value}
        case TupleValue():
            said = {"tuple": [item.value for item in value.items]}
        case ReferenceValue():
            said = {"reference": f"@{value.namespace.text}/{value.name.text}"}
    return {**said, "span": _span(value.span)}


def _span(span: Span) -> Json:
    """``"3:5-3:12"``: from a line and column to the place after the last character."""
    (first, start), (last, end) = span.source.position(span.start), span.source.position(span.end)
    return f"{first}:{start}-{last}:{end}"
